"""How two states of the outputs differ, told by file, row and column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from pipeline import rfc4180
from pipeline.contract import Contract, Table
from pipeline.problems import Problem

_REMEDY = "run python build.py and commit what it writes"
_SHOWN = 40
ROW_ADDED, ROW_REMOVED, CELL_CHANGED = "row added", "row removed", "cell changed"
Key = tuple[str, ...]


@dataclass(frozen=True)
class Keyed:
    """A table's rows by primary key: of each the line that it starts on, and its cells as text."""

    header: list[str]
    rows: dict[Key, tuple[int, list[str]]]


class RowChange(NamedTuple):
    """What became of a row: kind is ROW_ADDED, ROW_REMOVED or CELL_CHANGED, and only the last has a column.

    line: the row's line in the earlier file; of an added row, in the later one.
    """

    kind: str
    line: int
    key: Key
    column: str = ""
    before: str = ""
    after: str = ""


def keyed(data: bytes, key: Sequence[str]) -> Keyed:
    """The rows of a CSV file by the columns of their key. ValueError, saying why, where it cannot be read so."""
    parsed, faults = rfc4180.parse(data.decode("utf-8"))
    for fault in faults:
        raise ValueError(f"line {fault.line}: {fault.what}")
    header = parsed[0].cells if parsed else []
    for column in key:
        if column not in header:
            raise ValueError(f"the header has no column {column}")
    places = [header.index(column) for column in key]
    rows: dict[Key, tuple[int, list[str]]] = {}
    for line, cells in parsed[1:]:
        if len(cells) != len(header):
            raise ValueError(f"line {line} has {len(cells)} cells, the header {len(header)}")
        found = tuple(cells[place] for place in places)
        if found in rows:
            raise ValueError(f"line {line} has the key {', '.join(found)} of line {rows[found][0]}")
        rows[found] = (line, cells)
    return Keyed(header, rows)


def row_changes(before: Keyed, after: Keyed) -> Iterator[RowChange]:
    """What differs in the columns that both have: in the order of the earlier file, the added rows last."""
    columns = [
        (name, place, after.header.index(name)) for place, name in enumerate(before.header) if name in after.header
    ]
    for key, (line, cells) in before.rows.items():
        if key not in after.rows:
            yield RowChange(ROW_REMOVED, line, key)
            continue
        later = after.rows[key][1]
        for name, here, there in columns:
            if cells[here] != later[there]:
                yield RowChange(CELL_CHANGED, line, key, name, cells[here], later[there])
    for key, (line, _) in after.rows.items():
        if key not in before.rows:
            yield RowChange(ROW_ADDED, line, key)


def differences(contract: Contract, committed: Path, built: Path, names: list[str]) -> Iterator[Problem]:
    """What differs between the committed files of that name and the ones just built, in order."""
    tables = {table.path: table for table in contract.tables.values()}
    for name in names:
        old, new = committed / name, built / name
        if not old.exists():
            yield Problem(name, 0, "the file is missing", _REMEDY)
        elif old.read_bytes() != new.read_bytes():
            found = list(_in_table(tables[name], old.read_bytes(), new.read_bytes()) if name in tables else ())
            yield from found or _in_lines(name, old.read_bytes(), new.read_bytes())
    expected = {Path(table.path).name for table in contract.tables.values()}
    for path in sorted((committed / "clean").glob("*")):
        if path.name not in expected:
            yield Problem(f"clean/{path.name}", 0, "the build makes no such file", "remove it")


def _in_table(table: Table, old: bytes, new: bytes) -> Iterator[Problem]:
    """Differences by primary key; none where the committed bytes cannot be read as the table."""
    try:
        before, after = keyed(old, table.primary_key), keyed(new, table.primary_key)
    except ValueError:  # the caller compares line by line instead
        return
    if before.header == after.header:
        for change in row_changes(before, after):
            yield Problem(table.path, *_told(change), _REMEDY)


def _told(change: RowChange) -> tuple[int, str]:
    """The line of a change in the committed file, 0 where it has none, and what is to be said of it."""
    name = f"row {', '.join(change.key)}"
    if change.kind == ROW_REMOVED:
        return change.line, f"{name}: the build makes no such row"
    if change.kind == ROW_ADDED:
        return 0, f"{name} is missing (the build writes it in line {change.line})"
    return change.line, f"{name}, column {change.column}: {_apart(change.before, change.after)}"


def _apart(was: str, now: str) -> str:
    """Both texts from shortly before the first character that differs."""
    start = next((i for i, (a, b) in enumerate(zip(was, now, strict=False)) if a != b), min(len(was), len(now)))
    start = max(0, start - _SHOWN // 2)
    old, new = was[start : start + _SHOWN], now[start : start + _SHOWN]
    return f"{old!r} is committed, {new!r} is built (from character {start})"


def _in_lines(name: str, old: bytes, new: bytes) -> Iterator[Problem]:
    pairs = zip_longest(old.split(b"\n"), new.split(b"\n"))
    line = next(number for number, (before, after) in enumerate(pairs, 1) if before != after)
    yield Problem(name, line, "the line differs from what the build makes", _REMEDY)
