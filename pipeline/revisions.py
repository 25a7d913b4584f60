"""The package as git holds it: at a revision, and at the last release."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.descriptor import DESCRIPTOR

_TAG = re.compile(r"v?[0-9]+\.[0-9]+\.[0-9]+")
# The build writes the descriptor with this indentation; a version further in is another thing's.
_VERSION_LINE = '^  "version":'


class NoRevision(Exception):
    """There is no such revision, or no history to look for it: a fault of the call, not of the data."""


@dataclass(frozen=True)
class Revision:
    """One commit of the history of `folder`, by the name that the user knows it by."""

    name: str
    commit: str
    folder: Path

    def read(self, name: str) -> bytes | None:
        """The bytes of a file of the package, by its path below the folder; None where the commit has none."""
        listed = _git(self.folder, "ls-tree", "-z", self.commit, "--", name).split(b"\t")[0].split()
        return _git(self.folder, "cat-file", "blob", listed[2].decode()) if listed[1:2] == [b"blob"] else None


def revision(folder: Path, name: str) -> Revision:
    """The commit of that name. NoRevision where git knows none."""
    return Revision(name, _commit(folder, name), folder)


def _commit(folder: Path, name: str) -> str:
    return _git(folder, "rev-parse", "--verify", "--end-of-options", f"{name}^{{commit}}").decode().strip()


def last_release(folder: Path, present: bytes | None) -> Revision | None:
    """The newest release whose descriptor is not the present one; None where there is none before it.

    A release is a tag that is a version. Where no tag tells, every commit that set the version in the descriptor
    counts as one: whoever fetched the package since may have it. NoRevision where the history is cut off.
    """
    for found in _releases(folder):
        if found.read(DESCRIPTOR) not in (None, present):
            return found
    return None


def _releases(folder: Path) -> Iterator[Revision]:
    tags = _git(folder, "tag", "--merged", "HEAD", "--sort=-version:refname").decode().split()
    yield from (Revision(tag, _commit(folder, f"refs/tags/{tag}"), folder) for tag in tags if _TAG.fullmatch(tag))
    if _git(folder, "rev-parse", "--is-shallow-repository").strip() == b"true":
        why = "the history is cut off before the last release (a shallow clone)"
        raise NoRevision(f"{why}; fetch it: git fetch --unshallow --tags")
    # The first parents alone: what a branch did before it was merged was never to be had.
    search = ("--no-patch", "--first-parent", "--diff-merges=first-parent", f"-G{_VERSION_LINE}", "--format=%h")
    for commit in _git(folder, "log", *search, "HEAD", "--", DESCRIPTOR).decode().split():
        yield revision(folder, commit)


def _git(folder: Path, *arguments: str) -> bytes:
    """What git prints. NoRevision, in git's own words, where it cannot."""
    try:
        return subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=True).stdout
    except FileNotFoundError as error:
        raise NoRevision("git is not installed, and the earlier state is read from its history; install it") from error
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip().splitlines()
        raise NoRevision(f"{said[0] if said else error}; see `git log` and `git tag`") from error
