"""The version that changes ask for, and the changes in words.

Major, where what somebody built on the package may break: a table or a column went, or says something else by its
type, key, constraints, unit or licence, or an id that was given is gone. Minor: tables, columns or rows came, or
rows went. Patch: a cell, a describing text or the log of edits changed. The figures that the build stamps are no change. A text of
the contract that gives a column another meaning is for its author to see: a version may be higher than asked for.
Before 1.0.0 nothing is promised, and any version will do that does not go back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum

from pipeline.changes import NAME, Change, State
from pipeline.compare import CELL_CHANGED, ROW_ADDED, ROW_REMOVED
from pipeline.descriptor import DESCRIPTOR, TEXTS
from pipeline.problems import Problem

# Tables whose rows are never taken back.
FOR_EVER = {"identifiers"}
# The log of how each text was made: its rows come and go as texts are corrected.
LOG = {"edits"}
Version = tuple[int, int, int]


class Level(IntEnum):
    """Which number of the version a change raises."""

    NONE = 0
    PATCH = 1
    MINOR = 2
    MAJOR = 3


def level(change: Change) -> Level:
    """The number that this change asks for. A kind that is not known is taken for one of the contract."""
    if change.kind == CELL_CHANGED or change.kind.removesuffix(" changed") in TEXTS:
        return Level.PATCH
    if change.table in LOG and change.kind in (ROW_ADDED, ROW_REMOVED):
        return Level.PATCH
    if change.kind in (ROW_ADDED, "table added", "column added"):
        return Level.MINOR
    return Level.MINOR if change.kind == ROW_REMOVED and change.table not in FOR_EVER else Level.MAJOR


def parsed(text: str) -> Version | None:
    """The three numbers of a version, or None where it has not that form."""
    found = re.fullmatch(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", text, re.ASCII)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def least(before: Version, asked: Level) -> Version:
    """The lowest version after `before` that says so."""
    major, minor, patch = before
    if asked == Level.NONE or not major:
        return before
    return {
        Level.PATCH: (major, minor, patch + 1),
        Level.MINOR: (major, minor + 1, 0),
        Level.MAJOR: (major + 1, 0, 0),
    }[asked]


def problem(before: State, after: State, found: Sequence[Change]) -> Problem | None:
    """What is wrong with the version of the later state, or None."""
    old, new = parsed(before.version), parsed(after.version)
    if new is None or old is None:
        wrong = after if new is None else before
        what = f"version is {wrong.version!r}{f' at {before.name}' if new else ''}, not three numbers with points"
        return Problem(DESCRIPTOR, 0, what, "write it like 1.0.0" if new is None else "name another revision")
    asked = max(map(level, found), default=Level.NONE)
    lowest = least(old, asked)
    if new >= lowest:
        return None
    why = (
        f"since {before.name} {_said(next(each for each in found if level(each) == asked))}"
        if new >= old
        else (f"it was {before.version} at {before.name}")
    )
    remedy = f"set it to {'.'.join(map(str, lowest))}"
    return Problem(DESCRIPTOR, 0, f"version is {after.version}, but {why}", remedy)


def _said(change: Change) -> str:
    """A change in words, told of all of its kind in that place."""
    said = {
        ROW_ADDED: f"rows of {change.table} were added",
        ROW_REMOVED: f"rows of {change.table} were removed",
        CELL_CHANGED: f"cells of {change.table} changed",
        "table added": f"the table {change.table} was added",
        "table removed": f"the table {change.table} was removed",
        "column added": f"the column {_place(change)} was added",
        "column removed": f"the column {_place(change)} was removed",
        "columns reordered": f"the columns of {change.table} were reordered",
    }
    return said.get(change.kind, f"{change.kind.removesuffix(' changed')} of {_place(change)} changed")


def _place(change: Change) -> str:
    return ".".join(filter(None, (change.table, change.column))) or "the package"


def summary(before: State, after: State, found: Sequence[Change]) -> str:
    """All changes in words: one line a change of the contract, one a table for its rows and cells."""
    lines = [f"Since {before.name} (version {before.version}):", *_lines(found)]
    if not found:
        return f"{lines[0]} nothing changed."
    old, asked = parsed(before.version), max(map(level, found))
    lowest = f"version {'.'.join(map(str, least(old, asked)))} or later" if old and old[0] else "nothing before 1.0.0"
    said = f"The greatest is a {asked.name.lower()} one and asks for {lowest}; the version is {after.version}."
    return "\n".join([*lines, f"{NAME} lists {_many(len(found), 'change')}. {said}"])


def _lines(found: Iterable[Change]) -> Iterator[str]:
    counts: dict[str, Counter[str]] = {}
    for change in found:
        if change.kind in (ROW_ADDED, ROW_REMOVED, CELL_CHANGED):
            what = f"cell|of {change.column} changed" if change.column else change.kind.replace(" ", "|")
        elif change.kind.removesuffix(" changed") in TEXTS:
            what = "describing text|changed"
        else:
            yield f"  {_said(change)}"
            continue
        counts.setdefault(change.table, Counter())[what] += 1
    for table, kinds in counts.items():
        yield f"  {table or 'the package'}: " + ", ".join(
            _many(count, *kind.split("|")) for kind, count in kinds.items()
        )


def _many(count: int, noun: str, *more: str) -> str:
    return " ".join([f"{count:,} {noun}{'s' * (count != 1)}", *more])
