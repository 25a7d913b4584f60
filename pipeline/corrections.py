"""What people correct in the rules' results: `raw/reference/corrections.csv` applied to the tables.

A line names a row by `table` and `key` (its primary key's values joined by `/`, as the rules made
them) and does one of three things:

- `field`, `matches`, `value`: the field must hold `matches` (empty: null) and gets `value`;
- `field` empty, `value` is `delete`: the row goes; `matches` is its name, address or figure;
- `field` empty, `value` is a JSON object: a row is added to the paper that `key` names, with these
  fields; its name, address or figure must stand in the abstract.

Only rows that show a stretch of an abstract (SHOWN) are deleted and added; `start` and `end` follow
from what they show, and positions are counted anew. A line that matches nothing is a problem.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline import csvfile, problems, reference, schemas
from pipeline.contract import Field, Table
from pipeline.problems import Problem
from pipeline.reference import Record

Row = dict[str, Any]
Rows = list[Row]

# The tables whose rows stand for a stretch of the abstract, and the field that shows it.
SHOWN = {"contributions": "name", "links": "url", "quantities": "text"}
_REMEDY = "correct the line, or remove it if the rules do without it now"


class _Fault(Exception):
    """Why a correction cannot be made."""


def apply(
    tables: Mapping[str, Rows], records: Sequence[Record], path: Path, contract: Mapping[str, Table]
) -> dict[str, Rows]:
    """The tables with the corrections made; the ones given stay as they are.

    Refused, with every problem named by line, where a correction matches nothing or does not
    fit its field.
    """
    made = {name: [dict(row) for row in rows] for name, rows in tables.items()}
    rows = {
        name: {_key(contract[name], row): row for row in made[name]}
        for name in {str(record["table"]) for record in records} & made.keys()
    }
    found: list[Problem] = []
    deleted: list[Row] = []
    for record in records:
        try:
            deleted += _correct(record, made, rows, contract)
        except _Fault as fault:
            found.append(Problem(str(path), record.line, str(fault), _REMEDY))
    problems.refuse(found)
    for name in SHOWN.keys() & rows.keys():
        made[name] = list(_renumbered([row for row in made[name] if not any(row is gone for gone in deleted)]))
    return made


def _correct(
    record: Record, made: Mapping[str, Rows], rows: Mapping[str, dict[str, Row]], contract: Mapping[str, Table]
) -> Rows:
    """Make one correction; returns the rows that are to go."""
    name, key, value = str(record["table"]), str(record["key"]), record["value"]
    if name not in made:
        raise _Fault(f"there is no table {problems.shown(name)}")
    if record["field"] is None and value and value.startswith("{"):
        made[name].append(_added(contract[name], key, value, made["papers"]))
        return []
    row = rows[name].get(key)
    if row is None:
        raise _Fault(f"{name} has no row {problems.shown(key)}")
    table = contract[name]
    field = table.field(_field_of(table, record))
    held = csvfile.cell(field, row[field.name])
    if held != (record["matches"] or ""):
        raise _Fault(
            f"{field.name} of {name} {key} is {problems.shown(held)}, not {problems.shown(record['matches'] or '')}"
        )
    if record["field"] is None:
        return [row]
    change = {field.name: _parsed(field, value)}
    if field.name == SHOWN.get(name):
        change["start"], change["end"] = _span(_abstract(made["papers"], row["paper_id"]), str(value))
    row.update(change)
    return []


def _field_of(table: Table, record: Record) -> str:
    """The field that a correction is about."""
    field = record["field"]
    if field is None:
        if table.name not in SHOWN:
            raise _Fault(f"rows of {table.name} are neither deleted nor added")
        if record["value"] != "delete":
            raise _Fault("without a field, the value is 'delete' or a JSON object")
        return SHOWN[table.name]
    if field not in table.columns or field in table.primary_key:
        raise _Fault(f"{table.name} has no field {problems.shown(field)} that can be corrected")
    return field


def _added(table: Table, paper_id: str, value: str, papers: Rows) -> Row:
    """A row made of a correction's JSON object."""
    shown = SHOWN.get(table.name)
    if shown is None:
        raise _Fault(f"rows of {table.name} are neither deleted nor added")
    try:
        fields = json.loads(value)
    except (ValueError, RecursionError) as error:
        raise _Fault(f"the value is not JSON ({error})") from error
    given = [name for name in table.columns if name not in ("paper_id", "position", "start", "end")]
    if sorted(fields) != sorted(given):
        raise _Fault(f"the added row needs the fields {', '.join(given)}")
    cells = {name: _parsed(table.field(name), _cell(fields[name])) for name in given}
    start, end = _span(_abstract(papers, paper_id), cells[shown])
    return {"paper_id": paper_id, "position": 0, **cells, "start": start, "end": end}


def _cell(value: Any) -> str | None:
    """A value of JSON as a person would write it in a cell."""
    return value if value is None or isinstance(value, str) else json.dumps(value)


def _abstract(papers: Rows, paper_id: str) -> str:
    for paper in papers:
        if paper["paper_id"] == paper_id:
            return str(paper["abstract"])
    raise _Fault(f"papers has no row {problems.shown(paper_id)}")


def _span(abstract: str, text: str) -> tuple[int, int]:
    start = abstract.find(text)
    if start < 0:
        raise _Fault(f"{problems.shown(text)} does not stand in the abstract")
    return start, start + len(text)


def _parsed(field: Field, value: str | None) -> Any:
    """A cell's text as the value that it stands for."""
    if wrong := reference.fault(field, value):
        raise _Fault(f"{field.name} {wrong}")
    if value is None or field.type == "string":
        return value
    parsed = schemas.parsed(field.type, value)
    if parsed is None:
        raise _Fault(f"{field.name} is {problems.shown(value)}, which is no {field.type}")
    return parsed


def _key(table: Table, row: Row) -> str:
    return "/".join(str(row[column]) for column in table.primary_key)


def _renumbered(rows: Rows) -> Iterator[Row]:
    """The rows with each paper's positions counted anew, in the order of what they show."""
    position: dict[str, int] = {}
    for row in sorted(rows, key=lambda row: (row["paper_id"], row["start"], row["end"])):
        position[row["paper_id"]] = position.get(row["paper_id"], 0) + 1
        yield {**row, "position": position[row["paper_id"]]}
