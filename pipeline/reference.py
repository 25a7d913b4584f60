"""The tables of `raw/reference/`: what people decided or looked up."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.contract import Field, Table
from pipeline.problems import Problem, Refused
from pipeline.read import decode


@dataclass(frozen=True)
class Record:
    """One row of a reference table: the line it starts on, from 1, and its cells; None where empty."""

    line: int
    cells: dict[str, str | None]

    def __getitem__(self, column: str) -> str | None:
        return self.cells[column]


def read(path: Path, table: Table) -> list[Record]:
    """The rows of a reference table; none where the file does not exist.

    Refused, with every problem named by line, where a row breaks the table's contract.
    """
    if not path.exists():
        return []
    header, *rows = _parse(path)
    problems = list(_header_problems(path, table, header[1]))
    if problems:
        raise Refused(problems)
    records = []
    for line, cells in rows:
        if len(cells) != len(header[1]):
            what = f"{len(cells)} cells where the header has {len(header[1])}"
            problems.append(Problem(str(path), line, what, "quote cells that hold commas or line breaks"))
            continue
        records.append(Record(line, dict(zip(header[1], (cell.strip() or None for cell in cells), strict=True))))
    problems += [problem for record in records for problem in _cell_problems(path, table, record)]
    problems += _key_problems(path, table, records)
    if problems:
        raise Refused(problems)
    return records


def _parse(path: Path) -> list[tuple[int, list[str]]]:
    text, _, _ = decode(path.read_bytes(), str(path))
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows, line = [], 1
    try:
        for cells in reader:
            if cells:
                rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error as error:
        raise Refused([Problem(str(path), line, f"is not CSV ({error})", "quote the cell as RFC 4180 says")]) from error
    if not rows:
        raise Refused([Problem(str(path), 1, "the file is empty", "write the header row, or remove the file")])
    return rows


def _header_problems(path: Path, table: Table, header: list[str]) -> Iterator[Problem]:
    for column in header:
        if column not in table.columns:
            remedy = f"the columns are {', '.join(table.columns)}"
            yield Problem(str(path), 1, f"the column {column!r} is unknown", remedy)
        elif header.count(column) > 1:
            yield Problem(str(path), 1, f"the column {column!r} stands twice", "remove one of them")
    for column in table.columns:
        if column not in header:
            yield Problem(str(path), 1, f"the column {column!r} is missing", "add it; its cells may be empty")


def _cell_problems(path: Path, table: Table, record: Record) -> Iterator[Problem]:
    for field in table.fields:
        fault = _fault(field, record[field.name])
        if fault:
            remedy = f"write it like {field.example}" + ("" if field.required else ", or leave it empty")
            yield Problem(str(path), record.line, f"{field.name} {fault}", remedy)


def _fault(field: Field, value: str | None) -> str | None:
    """What is wrong with a cell, or None."""
    if value is None:
        return "is empty" if field.required else None
    if field.type == "integer" and not re.fullmatch(r"[0-9]{1,9}", value):
        return f"is {value!r}, not a whole number"
    if field.type == "integer" and int(value) < field.constraints.get("minimum", 0):
        return f"is {value}, too small"
    if "enum" in field.constraints and value not in field.constraints["enum"]:
        return f"is {value!r}, none of {', '.join(field.constraints['enum'])}"
    if "pattern" in field.constraints and not re.fullmatch(field.constraints["pattern"], value):
        return f"is {value!r}, which has not the form asked for"
    return None


def _key_problems(path: Path, table: Table, records: list[Record]) -> Iterator[Problem]:
    unique = [table.primary_key, *((f.name,) for f in table.fields if f.constraints.get("unique"))]
    for columns in unique:
        seen: dict[tuple[str | None, ...], int] = {}
        for record in records:
            key = tuple(record[column] for column in columns)
            first = seen.setdefault(key, record.line)
            if first != record.line:
                what = f"{', '.join(columns)} {', '.join(map(str, key))} stands in line {first} already"
                yield Problem(str(path), record.line, what, "remove one of the two rows")
