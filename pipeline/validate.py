"""Whether a package folder keeps its contract: the files, the schemas, the named checks."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from frictionless import FrictionlessException, Package
from pandera.errors import SchemaErrorReason, SchemaErrors

from pipeline import checks, contract, rawrules, read, rederive, rfc4180, rules, schemas
from pipeline.checks import REBUILD
from pipeline.contract import Contract, Table
from pipeline.descriptor import DESCRIPTOR
from pipeline.problems import Problem, Refused

_QUOTE = "quote the cell as RFC 4180 says"
Rows = dict[str, list[rfc4180.Row]]
Tables = dict[str, pd.DataFrame]


def problems(package: Path, raw: Path | None = None, rederived: bool = True, limit: int = read.LIMIT) -> list[Problem]:
    """Everything that is wrong with the folder of a `datapackage.json`, in order of file and line.

    raw: the folder of the listings, where the tables are to be held to them too, of which each may hold so many MiB.
    rederived: also derive all tables from it again; the build itself, which has just done so, leaves it out.
    """
    found, agreed = descriptor_problems(package)
    if agreed is None:
        return found
    of_files, rows = file_problems(package, agreed)
    of_schemas, tables = schema_problems(agreed, sound(agreed, rows))
    return sorted({*of_files, *of_schemas, *check_problems(agreed, tables, raw, rederived, limit)})


def descriptor_problems(package: Path) -> tuple[list[Problem], Contract | None]:
    """The contract, or why there is none."""
    try:
        agreed = contract.load(package / DESCRIPTOR)
        schemas.schemas(agreed)
    except (OSError, ValueError, KeyError, TypeError, re.error) as error:
        what = f"is no contract that can be checked ({type(error).__name__}: {error})"
        return [Problem(DESCRIPTOR, 0, what, "restore it from the last commit")], None
    return [], agreed


def agreed(package: Path) -> Contract:
    """The contract. Refused where there is none."""
    problems, found = descriptor_problems(package)
    if found is None:
        raise Refused(problems)
    return found


def file_problems(package: Path, agreed: Contract) -> tuple[list[Problem], Rows]:
    """What is wrong with the files as files, and the rows, header first, of those that can be parsed."""
    found = list(_unknown_files(package, agreed))
    rows: Rows = {}
    stamps = {resource["name"]: resource for resource in agreed.descriptor["resources"]}
    for name, table in agreed.tables.items():
        path = package / table.path
        if not path.is_file():
            found.append(Problem(table.path, 0, "the file is missing", REBUILD))
            continue
        of_table, parsed = table_problems(table, path.read_bytes(), stamps[name])
        found += of_table
        if parsed:
            rows[name] = parsed
    return found, rows


def _unknown_files(package: Path, agreed: Contract) -> Iterator[Problem]:
    known = {table.path for table in agreed.tables.values()}
    for path in sorted((package / "clean").rglob("*")):
        name = path.relative_to(package).as_posix()
        if name not in known:
            yield Problem(name, 0, "the contract names no such file", "remove it, or describe it in datapackage.json")


def sound(agreed: Contract, rows: Rows) -> Rows:
    """The tables with the right header. What is wrong with a header need not be said twice."""
    return {name: parsed for name, parsed in rows.items() if tuple(parsed[0].cells) == agreed.tables[name].columns}


def table_problems(table: Table, data: bytes, stamp: Mapping[str, Any]) -> tuple[list[Problem], list[rfc4180.Row]]:
    """What is wrong with the bytes of one table's file, and its whole rows; none where it cannot be parsed.

    stamp: the `bytes`, `hash` and `rows` that the descriptor says it has.
    """
    found = [*_stamp_problems(table, data, stamp), *_byte_problems(table, data)]
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        what = f"byte 0x{data[error.start]:02X} at offset {error.start} is not UTF-8"
        return [*found, Problem(table.path, _line(data, error.start), what, "save the file as UTF-8")], []
    # Carriage returns are reported; here they are taken for line feeds, so that the rest is checked too.
    parsed, faults = rfc4180.parse(text.replace("\r\n", "\n"))
    found += [Problem(table.path, fault.line, fault.what, _QUOTE) for fault in faults]
    if not parsed:
        return [*found, Problem(table.path, 1, "the file is empty", REBUILD)], []
    header = parsed[0].cells
    found += _header_problems(table, header)
    found += _count_problems(table, len(parsed) - 1, stamp.get("rows"))
    whole = [row for row in parsed if len(row.cells) == len(header)]
    found += [_ragged(table, row, len(header)) for row in parsed if len(row.cells) != len(header)]
    return found, whole if len(set(header)) == len(header) else []


def _line(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1


def _stamp_problems(table: Table, data: bytes, stamp: Mapping[str, Any]) -> Iterator[Problem]:
    actual = {"bytes": len(data), "hash": "sha256:" + hashlib.sha256(data).hexdigest()}
    for key, value in actual.items():
        if stamp.get(key) != value:
            what = f"{key} is {value}, but datapackage.json says {stamp.get(key)!r}"
            yield Problem(table.path, 0, what, f"undo the change to the file, or {REBUILD}")


def _count_problems(table: Table, count: int, stamped: Any) -> Iterator[Problem]:
    if count != stamped:
        what = f"the file has {count} rows, but datapackage.json says {stamped!r}"
        yield Problem(table.path, 0, what, f"undo the change to the file, or {REBUILD}")


def _byte_problems(table: Table, data: bytes) -> Iterator[Problem]:
    if data.startswith(b"\xef\xbb\xbf"):
        yield Problem(table.path, 1, "the file begins with a byte-order mark", "save it as UTF-8 without one")
    for byte, what, remedy in (
        (b"\r", "the line holds a carriage return", "end lines with a line feed alone"),
        (b"\0", "the line holds a NUL", "remove it"),
    ):
        if byte in data:
            yield Problem(table.path, _line(data, data.find(byte)), what, remedy)
    if not data.endswith(b"\n") or data.endswith(b"\n\n"):
        what = "the file does not end in exactly one line feed"
        yield Problem(table.path, _line(data, len(data)), what, "end its last line with one")


def _header_problems(table: Table, header: list[str]) -> Iterator[Problem]:
    if tuple(header) == table.columns:
        return
    missing = [column for column in table.columns if column not in header]
    extra = [column for column in header if column not in table.columns]
    parts = [f"lacks {', '.join(missing)}"] * bool(missing) + [f"has the unknown {', '.join(extra)}"] * bool(extra)
    what = f"the header {' and '.join(parts) or 'has the columns in another order, or twice'}"
    yield Problem(table.path, 1, what, f"make it {','.join(table.columns)}")


def _ragged(table: Table, row: rfc4180.Row, width: int) -> Problem:
    what = f"the row has {len(row.cells)} cells, the header {width}"
    return Problem(table.path, row.line, what, "write one cell a column, and quote cells that hold commas or quotes")


def schema_problems(agreed: Contract, rows: Rows) -> tuple[list[Problem], Tables]:
    """Every cell that is not of its type and every row that breaks its table's pandera schema; the frames."""
    found: list[Problem] = []
    tables: Tables = {}
    compiled = schemas.schemas(agreed)
    for name, (header, *body) in rows.items():
        table = agreed.tables[name]
        tables[name], mistyped = schemas.typed(table, header.cells, body)
        found += [schemas.mistyped_problem(table.path, cell) for cell in mistyped]
        try:
            compiled[name].validate(tables[name], lazy=True)
        except SchemaErrors as errors:
            known = {(cell.line, cell.column) for cell in mistyped}
            for error in errors.schema_errors:
                found += _schema_problems(table, error, tables[name], known)
    return found, tables


def _schema_problems(
    table: Table, error: Any, frame: pd.DataFrame, mistyped: set[tuple[int, str]]
) -> Iterator[Problem]:
    if error.reason_code is SchemaErrorReason.CHECK_ERROR:  # pandera reports a check that raised as one that failed
        raise RuntimeError(f"the schema of {table.name} broke: {error}")
    if not isinstance(error.failure_cases, pd.DataFrame) or error.failure_cases["index"].isna().any():
        yield Problem(table.path, 1, f"the header: {error}", f"make it {','.join(table.columns)}")
        return
    column = error.schema.name
    for line in dict.fromkeys(map(int, error.failure_cases["index"])):
        if (line, column) in mistyped:  # is null in the frame, and reported as what it is
            continue
        if column == table.name:
            yield Problem(table.path, line, f"{error.check.name}: another row has the same key", "keep one of the rows")
        elif error.reason_code is SchemaErrorReason.SERIES_CONTAINS_NULLS:
            yield Problem(table.path, line, f"column {column} is empty", "fill it in: the contract requires it")
        else:
            what = f"column {column}: {_short(frame.at[line, column])} breaks {error.check.name}"
            yield Problem(table.path, line, what, "correct it as datapackage.json says")


def _short(value: Any) -> str:
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:60] + "…"


def check_problems(
    agreed: Contract, tables: Tables, raw: Path | None, rederived: bool, limit: int = read.LIMIT
) -> list[Problem]:
    """Every row that breaks a named check."""
    paths = {name: table.path for name, table in agreed.tables.items()}
    chosen = [*checks.contract_rules(agreed), *rules.RULES]
    found: list[Problem] = []
    if raw is not None:
        of_raw, found = _raw_rules(agreed, tables, raw, rederived, limit)
        chosen += of_raw
    return found + checks.failures(chosen, tables, paths)


def _raw_rules(
    agreed: Contract, tables: Tables, raw: Path, rederived: bool, limit: int
) -> tuple[list[checks.Rule], list[Problem]]:
    """The rules that need `raw/`, and what of it cannot be read, or is in no table."""
    listings, found = rawrules.load(raw, limit)
    if found:  # nothing can be held to what is only half there
        return [], found
    chosen = [*rawrules.rules(listings)]
    if "listings" in tables:
        found += rawrules.unlisted(listings, tables["listings"])
    if rederived:
        try:
            derived = rederive.derive(raw, agreed, listings)
        except Refused as refused:
            return chosen, [*found, *refused.problems]
        chosen += rederive.rules(agreed, derived)
        found += rederive.missing(agreed, derived, tables)
    return chosen, found


def frictionless_problems(package: Path) -> list[Problem]:
    """What frictionless finds wrong with the same folder, whatever the working folder is."""
    path = package / DESCRIPTOR
    try:
        report = Package(str(path.resolve())).validate()
    except FrictionlessException as broken:
        faults = broken.reasons or [broken.error]
        return [Problem(DESCRIPTOR, 0, fault.message, "correct the descriptor") for fault in faults]
    found = [Problem(DESCRIPTOR, 0, error.message, "correct the descriptor") for error in report.errors]
    for task in report.tasks:
        lines = _row_lines(package / task.place) if task.errors else []
        for error in task.errors:
            row = getattr(error, "row_number", 0)  # counts rows, the header being 1
            line = lines[row - 1] if 0 < row <= len(lines) else 0
            found.append(Problem(task.place, line, f"{error.type}: {error.message}", REBUILD))
    return sorted(set(found))


def _row_lines(path: Path) -> list[int]:
    """The line that each row starts on, the header's first: frictionless counts rows, not lines."""
    if not path.is_file():
        return []
    rows, _ = rfc4180.parse(path.read_bytes().decode("utf-8", "replace"))
    return [row.line for row in rows]
