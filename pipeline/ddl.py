"""SQL made from the contract: the tables with their keys and constraints, and the indexes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from pipeline.contract import Field, Table

# Table Schema types as STRICT tables know them; whatever is not named here is text.
SQL_TYPES = {"integer": "INTEGER", "year": "INTEGER", "boolean": "INTEGER", "number": "REAL"}
BOUNDS = {"minimum": ">=", "maximum": "<=", "exclusiveMinimum": ">", "exclusiveMaximum": "<"}
LENGTHS = {"minLength": ">=", "maxLength": "<="}

_REPEATED = re.compile(r"\[\^?[^]]+\](?:\{\d+\}|\+)")
_PIECE = re.compile(
    r"(?P<set>\[[^]]+\])\{(?P<least>\d+)(?:,(?P<most>\d+))?\}|(?P<text>\\S\+$)"
    r"|(?P<char>\\[^\w\s]|[\w:/=-])(?P<optional>\??)"
)


def create_table(table: Table) -> str:
    """The CREATE TABLE statement of a table of the contract."""
    lines = [_column(field) for field in table.fields]
    lines.append(f"PRIMARY KEY ({names(table.primary_key)})")
    lines += [f"UNIQUE ({names(key)})" for key in table.unique_keys]
    # Deferred, because papers and entries name each other: whoever loads them with the keys
    # on has to begin with one of the two.
    lines += [
        f'FOREIGN KEY ({names(key.columns)}) REFERENCES "{key.table}" ({names(key.references)})'
        " DEFERRABLE INITIALLY DEFERRED"
        for key in table.foreign_keys
    ]
    return f'CREATE TABLE "{table.name}" (\n  ' + ",\n  ".join(lines) + "\n) STRICT"


def create_indexes(table: Table) -> Iterator[str]:
    """An index for each foreign key, facet and sort that no key of the table begins with.

    A facet's index has the table's other facets too, and the key that comes first, so that the rows
    of one value are counted by the others from the index alone: of 6,000 papers in 2 ms, else in 8,
    past the texts of each row.
    """
    keys = [table.primary_key, *table.unique_keys]
    keys += [(field.name,) for field in table.fields if field.constraints.get("unique")]
    wanted = [key.columns for key in table.foreign_keys]
    facets = table.site.get("facets", ())
    wanted += [tuple(dict.fromkeys((facet, *facets, table.primary_key[0]))) for facet in facets]
    wanted += [(table.site["sort"],)] if "sort" in table.site and table.site["sort"] not in facets else []
    for columns in dict.fromkeys(wanted):
        if not any(key[: len(columns)] == columns for key in keys):
            name = "_".join(("idx", table.name, *columns))
            yield f'CREATE INDEX "{name}" ON "{table.name}" ({names(columns)})'


def pattern_check(column: str, pattern: str) -> str | None:
    """A regular expression as SQL, or None where GLOB cannot say it and validators must."""
    if _REPEATED.fullmatch(pattern):
        return _repeated_check(column, pattern)
    pieces, end = [], 0
    for piece in _PIECE.finditer(pattern):
        if piece.start() != end:
            return None
        pieces.append(_globs(piece))
        end = piece.end()
    if end != len(pattern):
        return None
    globs = [f"{column} GLOB {literal(''.join(parts))}" for parts in product(*pieces)]
    blank = f" AND {column} NOT GLOB '*[ \t\n]*'" if pattern.endswith(r"\S+") else ""
    return f"({' OR '.join(globs)}){blank}"


def literal(value: Any) -> str:
    """A value as SQL."""
    return str(value) if isinstance(value, (int, float)) else "'" + value.replace("'", "''") + "'"


def names(columns: Iterable[str]) -> str:
    """Columns as SQL names them, one after the other."""
    return ", ".join(f'"{column}"' for column in columns)


def _column(field: Field) -> str:
    parts = [f'"{field.name}"', SQL_TYPES.get(field.type, "TEXT")]
    if field.required:
        parts.append("NOT NULL")
    if field.constraints.get("unique"):
        parts.append("UNIQUE")
    parts += [f"CHECK ({check})" for check in _checks(field)]
    return " ".join(parts)


def _checks(field: Field) -> Iterator[str]:
    column, rules = f'"{field.name}"', field.constraints
    if field.type == "boolean":
        yield f"{column} IN (0, 1)"
    if field.type == "array":
        yield f"json_valid({column}) AND json_type({column}) = 'array'"
    if "enum" in rules:
        yield f"{column} IN ({', '.join(map(literal, rules['enum']))})"
    for rule, operator in BOUNDS.items():
        if rule in rules:
            yield f"{column} {operator} {literal(rules[rule])}"
    for rule, operator in LENGTHS.items():
        if rule in rules:
            yield f"length({column}) {operator} {rules[rule]}"
    pattern = pattern_check(column, rules["pattern"]) if "pattern" in rules else None
    if pattern:
        yield pattern


def _repeated_check(column: str, pattern: str) -> str:
    """`[…]{n}` and `[…]+`: no character but those, and so many of them."""
    members, _, count = pattern.rpartition("]")
    members = members[1:].replace("\\\\", "\\")
    other = members[1:] if members.startswith("^") else "^" + members
    size = "> 0" if count == "+" else f"= {count[1:-1]}"
    return f"length({column}) {size} AND {column} NOT GLOB {literal(f'*[{other}]*')}"


def _globs(piece: re.Match[str]) -> list[str]:
    """The GLOB patterns that one piece of a regular expression can be."""
    if piece["text"]:
        return ["?*"]
    if piece["set"]:
        least, most = int(piece["least"]), int(piece["most"] or piece["least"])
        return [piece["set"] * count for count in range(least, most + 1)]
    character = piece["char"].removeprefix("\\")
    glob = f"[{character}]" if character in "*?[" else character
    return ["", glob] if piece["optional"] else [glob]
