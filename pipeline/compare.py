"""How two states of the outputs differ, told by file, row and column."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from pipeline.contract import Contract, Table
from pipeline.problems import Problem

_REMEDY = "run python build.py and commit what it writes"
_SHOWN = 40


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
    before, after = _rows(table, old), _rows(table, new)
    if before is None or after is None:
        return
    for key, (line, cells) in before.items():
        name = f"row {', '.join(key)}"
        if key not in after:
            yield Problem(table.path, line, f"{name}: the build makes no such row", _REMEDY)
            continue
        for column, was, now in zip(table.columns, cells, after[key][1], strict=True):
            if was != now:
                yield Problem(table.path, line, f"{name}, column {column}: {_apart(was, now)}", _REMEDY)
    for key, (line, _) in after.items():
        if key not in before:
            yield Problem(
                table.path, 0, f"row {', '.join(key)} is missing (the build writes it in line {line})", _REMEDY
            )


def _rows(table: Table, data: bytes) -> dict[tuple[str, ...], tuple[int, list[str]]] | None:
    try:
        reader = csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True)
        header = next(reader)
        rows, line = {}, reader.line_num + 1
        for cells in reader:
            if len(cells) != len(header):
                return None
            rows[tuple(cells[header.index(column)] for column in table.primary_key)] = (line, cells)
            line = reader.line_num + 1
    except (UnicodeDecodeError, csv.Error, StopIteration, ValueError):
        return None  # the caller compares line by line instead
    return rows if header == list(table.columns) else None


def _apart(was: str, now: str) -> str:
    """Both texts from shortly before the first character that differs."""
    start = next((i for i, (a, b) in enumerate(zip(was, now, strict=False)) if a != b), min(len(was), len(now)))
    start = max(0, start - _SHOWN // 2)
    old, new = was[start : start + _SHOWN], now[start : start + _SHOWN]
    return f"{old!r} is committed, {new!r} is built (from character {start})"


def _in_lines(name: str, old: bytes, new: bytes) -> Iterator[Problem]:
    before, after = old.split(b"\n"), new.split(b"\n")
    for line in range(max(len(before), len(after))):
        if before[line : line + 1] != after[line : line + 1]:
            yield Problem(name, line + 1, "the line differs from what the build makes", _REMEDY)
            return
