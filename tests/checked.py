"""The tiny package's tables, changed by hand and checked: what the tests of the named checks begin with."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd

from pipeline import checks, contract, csvfile, rawrules, rederive, schemas, validate
from tests import handmade
from tests.handmade import ROOT, Rows

AGREED = contract.load(ROOT / "datapackage.json")
PATHS = {name: table.path for name, table in AGREED.tables.items()}
Change = Callable[[Rows], object]


def tiny_rows() -> Rows:
    """The rows of the tiny package as its files have them."""
    rows = handmade.tiny_rows()
    for name, table in AGREED.tables.items():
        rows[name].sort(key=lambda row, table=table: [row[column] for column in table.primary_key])
    return rows


def failed(package: Path, change: Change) -> set[tuple[str, str, int]]:
    """Name, table and line of each check that fails after the change; lines count the header."""
    rows = tiny_rows()
    change(rows)
    tables = {name: frame(name, rows) for name in AGREED.tables}
    problems = validate.check_problems(AGREED, tables, package / "raw", rederived=False)
    again = derived(package / "raw")
    problems += checks.failures(rederive.rules(AGREED, again), tables, PATHS)
    problems += rederive.missing(AGREED, again, tables)
    return {
        (problem.what.split(": ")[0], problem.path.removeprefix("clean/").removesuffix(".csv"), problem.line)
        for problem in problems
    }


@cache
def derived(raw: Path) -> rederive.Derived:
    """All tables as `raw/` gives them, which must be readable."""
    listings, problems = rawrules.load(raw)
    assert problems == []
    return rederive.derive(raw, AGREED, listings)


def frame(name: str, rows: Rows) -> pd.DataFrame:
    """The rows as a typed frame, in the order given, two lines on from their index."""
    table = AGREED.tables[name]
    cells = [[csvfile.cell(field, row[field.name]).replace("\r", "") for field in table.fields] for row in rows[name]]
    parsed = [schemas.rfc4180.Row(line, row) for line, row in enumerate(cells, 2)]
    typed, mistyped = schemas.typed(table, table.columns, parsed)
    assert mistyped == []
    return typed


def put(table: str, row: int, **cells: Any) -> Change:
    return lambda rows: rows[table][row].update(cells)


def more(table: str, row: int, **by: int) -> Change:
    """Add to cells."""
    return lambda rows: rows[table][row].update({column: rows[table][row][column] + n for column, n in by.items()})


def swapped(table: str, row: int, left: str, right: str) -> Change:
    def change(rows: Rows) -> None:
        cells = rows[table][row]
        cells[left], cells[right] = cells[right], cells[left]

    return change
