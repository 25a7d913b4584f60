"""The hashes that a package's lists state of its files, held to the files."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pipeline.checks import REBUILD
from pipeline.export import checksums, croissant
from pipeline.problems import Problem

LISTS = (f"dist/{checksums.NAME}", f"dist/{croissant.NAME}")


class Stated(NamedTuple):
    """What a list says of a file: the line, 0 where it has none, the file's path below the list's folder, its SHA-256."""

    line: int
    path: str
    sha256: str


def problems(package: Path, name: str) -> tuple[int, list[Problem]]:
    """How many files a list of the package states, and where they are not as it says."""
    try:
        found = list(_croissant(package / name) if name.endswith(".json") else _sums(package / name))
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        return 0, [Problem(name, 0, f"cannot be read ({type(error).__name__}: {error})", REBUILD)]
    return len(found), [
        Problem(name, each.line, f"{each.path} {why}", REBUILD)
        for each in found
        if (why := _fault(package, name, each))
    ]


def _sums(path: Path) -> Iterator[Stated]:
    for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        digest, _, name = text.partition("  ")
        yield Stated(line, name, digest)


def _croissant(path: Path) -> Iterator[Stated]:
    for each in json.loads(path.read_text(encoding="utf-8"))["distribution"]:
        yield Stated(0, str(each["contentUrl"]), str(each["sha256"]))


def _fault(package: Path, name: str, stated: Stated) -> str | None:
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), stated.path))
    if path.startswith(("/", "../")) or "\0" in path:
        return "leads out of the package"
    if not (package / path).is_file():
        return "is not there"
    found = checksums.sha256(package / path)
    return None if found == stated.sha256 else f"has the SHA-256 {found}, not the one stated"
