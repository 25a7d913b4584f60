"""Rows as every format shows them: in the order of the CSV file, each value as the CSV file has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pipeline.contract import Field, Table
from pipeline.csvfile import Row


def ordered(table: Table, rows: Iterable[Row]) -> list[Row]:
    """The rows by primary key, as `csvfile` writes them."""
    return sorted(rows, key=lambda row: tuple(row[column] for column in table.primary_key))


def canonical(field: Field, value: Any) -> Any:
    """What a reader of the CSV file gets for a value: the empty text is null, a number has six decimals."""
    if value is None or value == "":
        return None
    return round(float(value), 6) if field.type == "number" else value


def by_paper(rows: Iterable[Row]) -> Mapping[str, list[Row]]:
    """Rows that belong to papers, by paper, each paper's in order of position."""
    found: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: (row["paper_id"], row["position"])):
        found.setdefault(row["paper_id"], []).append(row)
    return found
