"""The tables of `raw/reference/`: what people decided or looked up."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline import csvfile
from pipeline.contract import Field, Table
from pipeline.formats.files import data, decode, readable
from pipeline.problems import Problem, Refused, collected, refuse, shown


@dataclass(frozen=True)
class Record:
    """One row of a reference table: the line it starts on, from 1, and its cells; None where empty."""

    line: int
    cells: dict[str, str | None]

    def __getitem__(self, column: str) -> str | None:
        return self.cells[column]


def check(folder: Path, tables: Mapping[str, Table]) -> None:
    """Refused, with the problems of all of them, where a reference table of a folder breaks its contract or has an unknown name."""
    if not os.path.lexists(folder):
        return
    with readable(folder):
        names = sorted(path.name for path in folder.iterdir() if path.name[0] != ".")
    known = {f"{name}.csv": table for name, table in tables.items()}
    strange = [name for name in names if name.lower().endswith(".csv") and name not in known]
    what, remedy = "no reference table has this name", f"name it {' or '.join(known)}, or move it elsewhere"
    problems = [Problem(str(folder / name), 0, what, remedy) for name in strange]
    for name, table in known.items():
        with collected(problems):
            read(folder / name, table)
    refuse(problems)


def read(path: Path, table: Table) -> list[Record]:
    """The rows of a reference table; none where the file does not exist.

    Refused, with every problem named by line, where a row breaks the table's contract.
    """
    # A link that leads nowhere is no file left out.
    if not os.path.lexists(path):
        return []
    (header, *rows), problems = _parse(path)
    if wrong := list(_header_problems(path, table, header[1])):
        raise Refused([*problems, *wrong])
    records = []
    for line, cells in rows:
        if len(cells) != len(header[1]):
            what = f"{len(cells)} cells where the header has {len(header[1])}"
            problems.append(Problem(str(path), line, what, "quote cells that hold commas or line breaks"))
            continue
        records.append(Record(line, dict(zip(header[1], (cell.strip() or None for cell in cells), strict=True))))
    problems += [problem for record in records for problem in _cell_problems(path, table, record)]
    problems += _key_problems(path, table, records)
    refuse(problems)
    return records


def _parse(path: Path) -> tuple[list[tuple[int, list[str]]], list[Problem]]:
    """The rows with their lines, as far as the file can be parsed, and why it cannot further on."""
    text, _, _ = decode(data(path), str(path))
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows, line, problems = [], 1, []
    try:
        for cells in reader:
            if cells:
                rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error as error:
        problems.append(Problem(str(path), line, *csvfile.fault(error)))
    if not rows:
        refuse(problems or [Problem(str(path), 1, "the file is empty", "write the header row, or remove the file")])
    return rows, problems


def _header_problems(path: Path, table: Table, header: list[str]) -> Iterator[Problem]:
    if len(header) == 1 and ";" in header[0]:
        yield Problem(str(path), 1, "its cells are parted by semicolons", "save it with commas between them")
        return
    for column in header:
        if column not in table.columns:
            remedy = f"the columns are {', '.join(table.columns)}"
            yield Problem(str(path), 1, f"the column {shown(column)} is unknown", remedy)
        elif header.count(column) > 1:
            yield Problem(str(path), 1, f"the column {shown(column)} stands twice", "remove one of them")
    for field in table.fields:
        if field.name not in header:
            remedy = "add it, with a value in each row" if field.required else "add it; its cells may be empty"
            yield Problem(str(path), 1, f"the column {shown(field.name)} is missing", remedy)


def _cell_problems(path: Path, table: Table, record: Record) -> Iterator[Problem]:
    for field in table.fields:
        wrong = fault(field, record[field.name])
        if wrong:
            remedy = f"write it like {field.example}" + ("" if field.required else ", or leave it empty")
            yield Problem(str(path), record.line, f"{field.name} {wrong}", remedy)


def fault(field: Field, value: str | None) -> str | None:
    """What is wrong with a cell, or None."""
    if value is None:
        return "is empty" if field.required else None
    if re.search(r"[\x00-\x08\x0e-\x1f\x7f]", value):
        return f"is {shown(value)}, which holds a control character"
    if field.type == "integer" and not re.fullmatch(r"[0-9]{1,9}", value):
        return f"is {shown(value)}, not a whole number"
    if field.type == "integer" and int(value) < field.constraints.get("minimum", 0):
        return f"is {value}, too small"
    if "enum" in field.constraints and value not in field.constraints["enum"]:
        return f"is {shown(value)}, none of {', '.join(field.constraints['enum'])}"
    if "pattern" in field.constraints and not re.fullmatch(field.constraints["pattern"], value):
        return f"is {shown(value)}, which has not the form asked for"
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
