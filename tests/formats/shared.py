"""Reading made-up files, for the tests of every format."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from pipeline import read
from pipeline.problems import Refused


def listing(folder: Path, name: str, data: str | bytes) -> read.Listing:
    """Write a file, read it as a listing, and prove each of its entries."""
    path = write(folder, name, data)
    found = read.listing(path)
    proved(path, found)
    return found


def write(folder: Path, name: str, data: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def proved(path: Path, found: read.Listing) -> None:
    own = list(read.entry_bytes(path, found.entries))
    assert [hashlib.sha256(data or b"?").hexdigest() for data in own] == [entry.sha256 for entry in found.entries]
    assert list(read.entry_hashes(path, found.entries)) == [entry.sha256 for entry in found.entries]
    assert [entry.position for entry in found.entries] == list(range(1, len(found.entries) + 1))


def refused(folder: Path, name: str, data: str | bytes) -> list[str]:
    """The problems of a file, the folder's name left out."""
    path = write(folder, name, data)
    with pytest.raises(Refused) as caught:
        read.listing(path)
    return [str(problem).removeprefix(f"{folder}/") for problem in caught.value.problems]


def places(found: read.Listing) -> list[tuple[int | None, int | None, str | None, str]]:
    return [(entry.line_start, entry.line_end, entry.locator, entry.source) for entry in found.entries]


def people(*names: str) -> tuple[read.Author, ...]:
    return tuple(map(read.Author, names))
