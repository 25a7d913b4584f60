"""The contract's tables as pandera schemas, and CSV files as strictly typed frames.

pandera's own translation of Table Schema lets broken data pass (it coerces, anchors
alternatives wrongly, drops formats and keys), so this one is the project's own. What it
does not know it refuses: a constraint that is not translated would be one that never fails.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema  # type: ignore[import-untyped]
import pandas as pd
import pandera.pandas as pa

from pipeline import rfc4180
from pipeline.contract import Contract, Field, Table
from pipeline.problems import Problem, Refused

_TEXT = pd.StringDtype("python", na_value=pd.NA)
_DTYPES: Mapping[str, Any] = {
    "string": _TEXT,
    "integer": pd.Int64Dtype(),
    "year": pd.Int64Dtype(),
    "number": pd.Float64Dtype(),
    "boolean": pd.BooleanDtype(),
    "array": object,
}
_ORDERED = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
_MEANT_FOR = {
    "string": {"required", "unique", "enum", "pattern", "minLength", "maxLength"},
    "integer": {"required", "unique", "enum"} | _ORDERED,
    "year": {"required", "unique", "enum"} | _ORDERED,
    "number": {"required", "unique", "enum"} | _ORDERED,
    "boolean": {"required", "enum"},
    "array": {"required", "jsonSchema"},
}
# An absolute address as people print it: a scheme, then none of the characters that RFC 3986
# rules out. Letters of any script and a stray % are let through: a browser opens such an
# address, and an abstract that holds one must not stop the build.
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s\x00-\x20\x7f\"<>\\^`{|}]+")
_FIELD_KEYS = {"name", "type", "title", "description", "example", "unit", "constraints", "format", "jsonSchema"}
_SCHEMA_KEYS = {"fields", "missingValues", "primaryKey", "uniqueKeys", "foreignKeys"}


class UntranslatableError(ValueError):
    """The contract says something that this translator does not know how to check."""


class Mistyped(NamedTuple):
    """A cell whose text is no value of its column's type."""

    line: int
    column: str
    text: str
    type: str


def schemas(contract: Contract) -> dict[str, pa.DataFrameSchema]:
    """The schema of every table in `clean/`. UntranslatableError where the contract says more than it knows."""
    raw = {resource["name"]: resource["schema"] for resource in contract.descriptor["resources"]}
    return {name: schema(table, _more(name, raw[name])) for name, table in contract.tables.items()}


def _more(table: str, raw: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What the descriptor says of each field beside its constraints; refused where unknown."""
    _refuse_unknown(f"table {table}", raw, _SCHEMA_KEYS)
    if raw.get("missingValues") != [""]:
        raise UntranslatableError(f'table {table}: missingValues must be [""]')
    for field in raw["fields"]:
        _refuse_unknown(f"{table}.{field['name']}", field, _FIELD_KEYS)
    keys = ("format", "jsonSchema")
    return {field["name"]: {key: field[key] for key in keys if key in field} for field in raw["fields"]}


def _refuse_unknown(place: str, found: Iterable[str], known: set[str]) -> None:
    unknown = sorted(set(found) - known)
    if unknown:
        raise UntranslatableError(f"{place}: no translation of {', '.join(unknown)}")


def schema(table: Table, more: Mapping[str, Mapping[str, Any]] | None = None) -> pa.DataFrameSchema:
    """The pandera schema of one table, for frames as `read` makes them.

    `more`: by field, its `format` and `jsonSchema`, where the descriptor gives them.
    """
    return pa.DataFrameSchema(
        columns={field.name: _column(table, field, (more or {}).get(field.name, {})) for field in table.fields},
        checks=[_key(table, "primary_key", table.primary_key)]
        + [_key(table, "unique_key", key) for key in table.unique_keys],
        strict=True,
        ordered=True,
        coerce=False,
        name=table.name,
    )


def _column(table: Table, field: Field, more: Mapping[str, Any]) -> pa.Column:
    place = f"{table.name}.{field.name}"
    if field.type not in _DTYPES:
        raise UntranslatableError(f"{place}: no translation of the type {field.type}")
    stated = {**field.constraints, **{key: value for key, value in more.items() if key != "format"}}
    _refuse_unknown(f"{place} ({field.type})", stated, _MEANT_FOR[field.type])
    checks = [_check(name, value) for name, value in stated.items() if name != "required" and value is not False]
    nullable = not field.required and field.name not in table.primary_key
    return pa.Column(_DTYPES[field.type], [*checks, *_format(place, more)], nullable=nullable, coerce=False)


def _format(place: str, more: Mapping[str, Any]) -> list[pa.Check]:
    asked = more.get("format", "default")
    if asked == "default":
        return []
    if asked != "uri":
        raise UntranslatableError(f"{place}: no translation of the format {asked}")
    return [_each("format:uri", lambda text: _URI.fullmatch(text) is not None)]


def _check(name: str, value: Any) -> pa.Check:
    """The check of one constraint; nulls are `required`'s business and never reach it."""
    return _CONSTRAINTS[name](name, value)


def _each(name: str, holds: Callable[[Any], bool]) -> pa.Check:
    def check(cells: pd.Series) -> pd.Series:
        # Iterating over pandas' own text is eight times slower than over plain objects.
        return pd.Series(list(map(holds, cells.to_numpy(dtype=object))), index=cells.index, dtype=bool)

    return pa.Check(check, name=name, error=name)


def _pattern(name: str, value: str) -> pa.Check:
    compiled = re.compile(value)
    return _each(f"{name}:{value}", lambda text: compiled.fullmatch(text) is not None)


def _json_schema(name: str, value: Mapping[str, Any]) -> pa.Check:
    jsonschema.Draft202012Validator.check_schema(value)
    validator = jsonschema.Draft202012Validator(value)
    known: dict[str, bool] = {}  # a few distinct arrays fill a whole column

    def holds(cell: Any) -> bool:
        text = json.dumps(cell)
        if text not in known:
            known[text] = validator.is_valid(cell)
        return known[text]

    return _each(name, holds)


def _unique(name: str, value: bool) -> pa.Check:
    return pa.Check(lambda cells: ~cells.duplicated(keep=False), name=name, error=name)


_CONSTRAINTS: Mapping[str, Callable[[str, Any], pa.Check]] = {
    "unique": _unique,
    "enum": lambda name, value: _each(f"{name}:{'|'.join(map(str, value))}", lambda cell: cell in value),
    "pattern": _pattern,
    "jsonSchema": _json_schema,
    "minLength": lambda name, value: _each(f"{name}:{value}", lambda cell: len(cell) >= value),
    "maxLength": lambda name, value: _each(f"{name}:{value}", lambda cell: len(cell) <= value),
    "minimum": lambda name, value: _each(f"{name}:{value}", lambda cell: bool(cell >= value)),
    "maximum": lambda name, value: _each(f"{name}:{value}", lambda cell: bool(cell <= value)),
    "exclusiveMinimum": lambda name, value: _each(f"{name}:{value}", lambda cell: bool(cell > value)),
    "exclusiveMaximum": lambda name, value: _each(f"{name}:{value}", lambda cell: bool(cell < value)),
}


def _key(table: Table, kind: str, columns: tuple[str, ...]) -> pa.Check:
    """Rows whose key another row has too; a key with a null in it is no key, as in SQL."""

    def check(frame: pd.DataFrame) -> pd.Series:
        if not set(columns) <= set(frame.columns):
            return pd.Series(True, index=frame.index)  # the missing column is reported as such
        key = frame[list(columns)]
        return ~key.duplicated(keep=False) | key.isna().any(axis="columns")

    name = f"{kind}:{table.name}.{'+'.join(columns)}"
    return pa.Check(check, name=name, error=name, ignore_na=False)


def read(table: Table, data: bytes | Path) -> pd.DataFrame:
    """A table's CSV file as a typed frame whose index is the line that each row starts on.

    Refused, with every problem found, where the file is no RFC 4180 CSV in UTF-8, its header
    is not the table's, or a cell is no value of its column's type. Only the empty cell is null.
    """
    name = table.path if isinstance(data, bytes) else str(data)
    rows, faults = rfc4180.parse((data if isinstance(data, bytes) else data.read_bytes()).decode("utf-8"))
    problems = [Problem(name, fault.line, fault.what, "quote the cell as RFC 4180 says") for fault in faults]
    header = rows[0].cells if rows else []
    if tuple(header) != table.columns:
        problems.append(Problem(name, 1, f"the header is {header}", f"make it {list(table.columns)}"))
    problems += [
        Problem(name, row.line, f"the row has {len(row.cells)} cells", f"give it {len(header)}, as the header has")
        for row in rows
        if len(row.cells) != len(header)
    ]
    if problems:
        raise Refused(problems)
    frame, mistyped = typed(table, header, rows[1:])
    if mistyped:
        raise Refused(mistyped_problem(name, cell) for cell in mistyped)
    return frame


def mistyped_problem(path: str, cell: Mistyped) -> Problem:
    """Say where a cell is of the wrong type."""
    shown = cell.text if len(cell.text) <= 40 else cell.text[:40] + "…"
    return Problem(path, cell.line, f"column {cell.column}: {shown!r} is no {cell.type}", _REMEDIES[cell.type])


def typed(table: Table, header: Sequence[str], rows: list[rfc4180.Row]) -> tuple[pd.DataFrame, list[Mistyped]]:
    """Rows as a typed frame; a cell that is no value of its column's type is null there and listed.

    Every row must have as many cells as the header, and the header no name twice. A column
    that the table does not know is text: the schema refuses it by name.
    """
    lines = pd.Index([row.line for row in rows], name="line", dtype="int64")
    types = {field.name: field.type for field in table.fields}
    columns = zip(*(row.cells for row in rows), strict=True) if rows else ((),) * len(header)
    data: dict[str, Any] = {}
    mistyped: list[Mistyped] = []
    for name, cells in zip(header, columns, strict=True):
        kind = types.get(name, "string")
        values, wrong = _values(kind, cells)
        data[name] = pd.Series(values, index=lines, dtype=_DTYPES[kind])
        mistyped += [Mistyped(rows[at].line, name, cells[at], kind) for at in wrong]
    return pd.DataFrame(data, index=lines, columns=list(header)), mistyped


def parsed(kind: str, text: str) -> Any:
    """The value that a cell of a type other than string stands for; None where it is none."""
    return _PARSERS[kind](text)


def _values(kind: str, cells: tuple[str, ...]) -> tuple[list[Any], list[int]]:
    if kind == "string":
        return [cell or None for cell in cells], []
    values, wrong = [], []
    for at, cell in enumerate(cells):
        value = None if cell == "" else parsed(kind, cell)
        values.append(value)
        if value is None and cell != "":
            wrong.append(at)
    return values, wrong


def _integer(text: str) -> int | None:
    # int() also takes "+1", "1_000", " 1 " and "１": none of them is what the writer writes.
    value = int(text) if re.fullmatch(r"0|-?[1-9][0-9]{0,18}", text) else None
    return value if value is not None and -(2**63) <= value < 2**63 else None


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"-?(?:0|[1-9][0-9]{0,99})(?:\.[0-9]+)?", text) else None


def _year(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{4}", text) else None


def _boolean(text: str) -> bool | None:
    return {"true": True, "false": False}.get(text)


def _array(text: str) -> list[Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):  # is reported: None for a cell that is not empty means mistyped
        return None
    return value if isinstance(value, list) else None


_PARSERS: Mapping[str, Callable[[str], Any]] = {
    "integer": _integer,
    "year": _year,
    "number": _number,
    "boolean": _boolean,
    "array": _array,
}
_REMEDIES = {
    "integer": "write a whole number in digits, or leave the cell empty",
    "year": "write four digits, or leave the cell empty",
    "number": "write a decimal number with a point, or leave the cell empty",
    "boolean": "write true or false, or leave the cell empty",
    "array": "write a JSON array, or leave the cell empty",
}
