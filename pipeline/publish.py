"""Replacing the outputs together or not at all."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from pipeline import machine
from pipeline.problems import Problem, Refused, refuse

_STAGING = ".staging"
_JOURNAL = "journal.json"


def check(out: Path, tables: Collection[str]) -> None:
    """Refused where `clean/` has other files than tables: of an earlier contract, or somebody's own, and not ours to remove."""
    found = sorted(path for path in (out / "clean").glob("*.csv") if f"clean/{path.name}" not in tables)
    what, remedy = "the package has no such table", "remove it, or move it elsewhere"
    refuse([Problem(str(path), 0, what, remedy) for path in found])


def check_register(path: Path, known: Collection[bytes]) -> None:
    """Refused where the register is none of those that are known: ids that another build has given since would be lost."""
    if standing(path) not in known:
        raise Refused([Problem(str(path), 0, "it changed while the build ran", "build again")])


def standing(path: Path) -> bytes:
    """What a file holds; nothing where there is none."""
    return path.read_bytes() if path.exists() else b""


class Staging:
    """A folder beside the outputs, on the same file system, in which the next outputs are made."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.folder = out / _STAGING / "outputs"

    def write(self, name: str, data: bytes) -> None:
        """Stage one output, named by its path below the output folder."""
        self.path(name).write_bytes(data)

    def path(self, name: str) -> Path:
        """Where an output is staged, for what writes its file itself."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def commit(self) -> None:
        """Put every staged file in its place. OSError where one cannot be put there: then none is.

        From the journal's rename on, a build that dies is completed by the next one; before
        it, the old outputs stand. The replacing itself is one rename a file.
        """
        names = sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if path.is_file())
        for name in names:
            _sync(self.folder / name)
            _replaceable(self.out / name)
        journal = self.out / _STAGING / _JOURNAL
        draft = journal.with_suffix(".draft")
        draft.write_text(json.dumps(names), encoding="utf-8")
        _sync(draft)
        with machine.held():
            draft.replace(journal)
            recover(self.out)


def complete(out: Path) -> None:
    """Complete a replacement that a killed build began: what is built next may be refused, or killed as well."""
    if (out / _STAGING / _JOURNAL).exists():
        with staging(out):
            pass


def recover(out: Path) -> None:
    """Complete a replacement that was begun; clear away what a build left that died before it began one."""
    staging = out / _STAGING
    journal = staging / _JOURNAL
    if journal.exists():
        with machine.held():
            for name in json.loads(journal.read_text(encoding="utf-8")):
                (out / name).parent.mkdir(parents=True, exist_ok=True)
                if (staging / "outputs" / name).exists():
                    (staging / "outputs" / name).replace(out / name)
            journal.unlink()
    _clear(staging)


@contextmanager
def staging(out: Path) -> Iterator[Staging]:
    """A staging folder for one build; a second build of the same outputs says that it waits until the first is done."""
    out.mkdir(parents=True, exist_ok=True)
    lock = FileLock(out / ".build.lock")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        print(f"{out}: another build writes there; waiting for it to end", file=sys.stderr)
        lock.acquire()
    try:
        recover(out)
        yield Staging(out)
    finally:
        # A journal means that a replacement was cut short: the next build completes it.
        if not (out / _STAGING / _JOURNAL).exists():
            _clear(out / _STAGING)
        lock.release()


def _clear(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)


def _replaceable(path: Path) -> None:
    """OSError where a file cannot be put there by a rename. Told before the first one: half of them is worse than none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path.parent))


def _sync(path: Path) -> None:
    """Have the bytes on the disk before a rename says that they are there."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
