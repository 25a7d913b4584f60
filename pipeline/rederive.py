"""The named checks that derive every table again from `raw/`, by the build's own functions.

What a file's hash, a schema and a count cannot see: one letter changed in an abstract, or a
row taken out, with all figures stamped anew. All tables are derived, `related` and
`duplicate_pairs` too, and the corrections of `corrections.csv` made: a row that a correction
names must be as the correction has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from pipeline import csvfile, papers, rawrules
from pipeline.checks import Holds, Rule, Tables, values
from pipeline.contract import Contract, Table
from pipeline.problems import Problem
from pipeline.rawrules import Listings
from pipeline.tables import Rows, tables
from pipeline.texts import texts

_REMEDY = "undo the change, or rebuild with `python build.py`"
_JOBS = 1
Key = tuple[Any, ...]
Derived = Mapping[str, Mapping[Key, Mapping[str, Any]]]


def derive(raw: Path, agreed: Contract, listings: Listings) -> Derived:
    """The rows of every table by their primary keys. Refused where the reference tables do not fit the listings."""
    read = list(listings.values())
    paths = {listing.listing_id: listing.path for listing in read}
    entries = [entry for listing in read for entry in listing.entries]
    normalized = list(zip(entries, texts(papers.sources(entries), _JOBS), strict=True))
    good, rejected = papers.parted(normalized)
    known = papers.look_up(raw, agreed, normalized, paths)
    resolution, _, _ = papers.tell_apart(raw, agreed, good, known, paths, _JOBS)
    found, _ = papers.collect(resolution.groups, good, known)
    assigned, _ = papers.identified(raw, agreed, found)
    made = papers.corrected(raw, agreed, tables(read, rejected, found, assigned, resolution.pairs))
    return {name: _by_key(table, made[name]) for name, table in agreed.tables.items()}


def _by_key(table: Table, rows: Rows) -> dict[Key, dict[str, Any]]:
    as_read = ({field.name: _as_read(field.type, csvfile.cell(field, row[field.name]), row[field.name])
                for field in table.fields} for row in rows)  # fmt: skip
    return {tuple(row[column] for column in table.primary_key): row for row in as_read}


def _as_read(kind: str, cell: str, value: Any) -> Any:
    """A value as it comes back from the file: numbers are rounded there, and an empty text is null."""
    if not cell:
        return None
    return float(cell) if kind == "number" else value


def rules(agreed: Contract, derived: Derived) -> Iterator[Rule]:
    """One rule a table, that each row is derived, and one a column, but for those that `rawrules` holds to `raw/`."""
    for name, table in agreed.tables.items():
        key, rows = table.primary_key, derived[name]
        yield Rule(f"row_is_derived:{name}", name, "the listings give no such row", _REMEDY, key, _known(key, rows))
        for column in table.columns:
            if column not in key and column not in rawrules.HELD.get(name, ()):
                says = "the listings and raw/reference/ give another value"
                shown = (*key, column)
                yield Rule(f"derived:{name}.{column}", name, says, _REMEDY, shown, _equal(key, column, rows))


def _known(key: tuple[str, ...], rows: Mapping[Key, Any]) -> Holds:
    return lambda frame, _: [None in row or row in rows for row in values(frame, *key)]


def _equal(key: tuple[str, ...], column: str, rows: Mapping[Key, Mapping[str, Any]]) -> Holds:
    def holds(frame: pd.DataFrame, _: Tables) -> list[bool]:
        found = zip(values(frame, *key), values(frame, column), strict=True)
        return [place not in rows or rows[place][column] == value for place, (value,) in found]

    return holds


def missing(agreed: Contract, derived: Derived, frames: Tables) -> Iterator[Problem]:
    """Rows that a table leaves out: one problem a table, as they have no line."""
    for name, table in agreed.tables.items():
        if name in frames:
            kept = set(values(frames[name], *table.primary_key))
            lost = [key for key in derived[name] if key not in kept]
            if lost:
                first = ", ".join(f"{column} {cell!r}" for column, cell in zip(table.primary_key, lost[0], strict=True))
                more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
                what = f"row_is_missing:{name}: the listings and raw/reference/ also give the row of {first}{more}"
                yield Problem(table.path, 0, what, _REMEDY)
