"""The SQLite database: DDL made from the contract, rows loaded, searched, indexed and checked.

Every table is STRICT, so a value of another type is refused as well as one that breaks a key
or a CHECK. The contents depend on the rows alone; the bytes of the file also on the version
of SQLite.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

from pipeline.contract import Contract, Field, Table

Row = Mapping[str, Any]

VIEWS = Path(__file__).parent.parent / "site" / "views"

# Table Schema types as STRICT tables know them; whatever is not named here is text.
SQL_TYPES = {"integer": "INTEGER", "year": "INTEGER", "boolean": "INTEGER", "number": "REAL"}
BOUNDS = {"minimum": ">=", "maximum": "<=", "exclusiveMinimum": ">", "exclusiveMaximum": "<"}
LENGTHS = {"minLength": ">=", "maxLength": "<="}

TOKENIZER = "porter unicode61 remove_diacritics 2"
SEARCH_SUFFIX = "_fts"
# Hidden on the site, as search tables are: nothing of it is part of the package.
MERGED_TEXTS = """CREATE TABLE merged_texts (
  listing_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  abstract TEXT NOT NULL,
  PRIMARY KEY (listing_id, position)
) STRICT"""

# Han, kana and Hangul: scripts that unicode61 makes one token of a whole run of.
CJK = "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
CJK += "\U00020000-\U000323af"
CJK_RUN = re.compile(rf"[^\W_]*[{CJK}][^\W_]*")
CJK_UNIT = re.compile(rf"[{CJK}]|[^\W_{CJK}]+")
GRAM_SIZES = range(1, 9)

_REPEATED = re.compile(r"\[\^?[^]]+\](?:\{\d+\}|\+)")
_PIECE = re.compile(
    r"(?P<set>\[[^]]+\])\{(?P<least>\d+)(?:,(?P<most>\d+))?\}|(?P<text>\\S\+$)"
    r"|(?P<char>\\[^\w\s]|[\w:/=-])(?P<optional>\??)"
)


def build(
    contract: Contract,
    tables: Mapping[str, Sequence[Row]],
    path: Path,
    merged_texts: Mapping[tuple[str, int], str] | None = None,
) -> None:
    """Write the database to `path`, in place of any file there.

    merged_texts: by listing and position, the normalized texts of entries that were merged, which
    no table of the contract holds; a paper's page shows how they differ from the text kept.
    sqlite3.IntegrityError where a row breaks a type, a key or a constraint of the contract;
    KeyError where a table or a column is not given.
    """
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # Whoever dies in mid-build loses a file that was not there before.
        connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
        connection.executescript("PRAGMA foreign_keys = OFF;")
        connection.execute("BEGIN")
        for statement in schema(contract):
            connection.execute(statement)
        for table in contract.tables.values():
            _insert(connection, table, tables[table.name])
        _insert_merged(connection, merged_texts or {})
        for table in contract.tables.values():
            _index_text(connection, contract, table)
        connection.execute("COMMIT")
        connection.execute("ANALYZE")
        check(connection)


def schema(contract: Contract) -> Iterator[str]:
    """The statements that make the empty database: tables, indexes, search tables, views."""
    for table in contract.tables.values():
        yield create_table(table)
    for table in contract.tables.values():
        yield from create_indexes(table)
        if searched(table):
            yield create_search(table)
    yield MERGED_TEXTS
    for view in sorted(VIEWS.glob("*.sql")):
        yield f'CREATE VIEW "{view.stem}" AS\n{without_header(view.read_text(encoding="utf-8"))}'


def check(connection: sqlite3.Connection) -> None:
    """Raise sqlite3.IntegrityError unless every foreign key has its row and the file is sound."""
    dangling = connection.execute("PRAGMA foreign_key_check").fetchall()
    if dangling:
        lines = [f"{table} row {row} names no row of {other}" for table, row, other, _ in dangling]
        raise sqlite3.IntegrityError("; ".join(lines))
    faults = [fault for (fault,) in connection.execute("PRAGMA integrity_check")]
    if faults != ["ok"]:
        raise sqlite3.IntegrityError("; ".join(faults))


def create_table(table: Table) -> str:
    """The CREATE TABLE statement of a table of the contract."""
    lines = [_column(field) for field in table.fields]
    lines.append(f"PRIMARY KEY ({_names(table.primary_key)})")
    lines += [f"UNIQUE ({_names(key)})" for key in table.unique_keys]
    # Deferred, because papers and entries name each other: whoever loads them with the keys
    # on has to begin with one of the two.
    lines += [
        f'FOREIGN KEY ({_names(key.columns)}) REFERENCES "{key.table}" ({_names(key.references)})'
        " DEFERRABLE INITIALLY DEFERRED"
        for key in table.foreign_keys
    ]
    return f'CREATE TABLE "{table.name}" (\n  ' + ",\n  ".join(lines) + "\n) STRICT"


def create_indexes(table: Table) -> Iterator[str]:
    """An index for each foreign key, facet and sort that no key of the table begins with."""
    keys = [table.primary_key, *table.unique_keys]
    keys += [(field.name,) for field in table.fields if field.constraints.get("unique")]
    wanted = [key.columns for key in table.foreign_keys]
    wanted += [(facet,) for facet in table.site.get("facets", ())]
    wanted += [(table.site["sort"],)] if "sort" in table.site else []
    for columns in dict.fromkeys(wanted):
        if not any(key[: len(columns)] == columns for key in keys):
            name = "_".join(("idx", table.name, *columns))
            yield f'CREATE INDEX "{name}" ON "{table.name}" ({_names(columns)})'


def searched(table: Table) -> tuple[str, ...]:
    """The columns that full-text search reads: those the contract names, or else the label."""
    label = table.site.get("label_column")
    return tuple(table.site.get("fts", [label] if label else []))


def create_search(table: Table) -> str:
    """The search table of a table, spelled so that Datasette finds it: `content="…"`.

    It keeps no copy of the text. The first key column stands last and carries, beside the key,
    what the table is found by although no cell of it holds it (see `_index_text`); so each
    column can be read back and searched alone.
    """
    columns = (*searched(table), table.primary_key[0])
    return (
        f'CREATE VIRTUAL TABLE "{table.name}{SEARCH_SUFFIX}" USING FTS5 '
        f'({_names(columns)}, content="{table.name}", tokenize="{TOKENIZER}")'
    )


def grams(text: str) -> str:
    """The words that unicode61 cannot see in text that is written without blanks.

    Every part of 1 to 8 units of each run that has a Chinese character in it, a unit being such
    a character or a whole word beside one: of `用BERT模型`, also `BERT`, `模型`, `BERT模型`.
    """
    words = []
    for run in CJK_RUN.findall(text):
        units = CJK_UNIT.findall(run)
        starts = range(len(units))
        words += ["".join(units[i : i + n]) for n in GRAM_SIZES for i in starts[: 1 - n or None]]
    return " ".join(words)


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


def without_header(sql: str) -> str:
    """SQL without the comment lines at its head."""
    return re.sub(r"\A(?:--.*\n|\s*\n)*", "", sql).strip().rstrip(";")


def _names(columns: Iterable[str]) -> str:
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


def _insert(connection: sqlite3.Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows by primary key: their order, and so their rowid, is that of the CSV file."""
    marks = ", ".join("?" * len(table.columns))
    connection.executemany(
        f'INSERT INTO "{table.name}" VALUES ({marks})',
        (
            [_value(field, row[field.name]) for field in table.fields]
            for row in sorted(rows, key=lambda row: tuple(row[key] for key in table.primary_key))
        ),
    )


def _insert_merged(connection: sqlite3.Connection, texts: Mapping[tuple[str, int], str]) -> None:
    """Keep the merged texts that are not letter by letter the one that is shown for their paper."""
    connection.executemany("INSERT INTO merged_texts VALUES (?, ?, ?)", ((*key, texts[key]) for key in sorted(texts)))
    connection.execute(
        "DELETE FROM merged_texts WHERE NOT EXISTS ("
        "SELECT 1 FROM entries AS e JOIN papers AS p USING (paper_id) WHERE e.status = 'merged' "
        "AND e.listing_id = merged_texts.listing_id AND e.position = merged_texts.position "
        "AND p.abstract != merged_texts.abstract)"
    )


def _value(field: Field, value: Any) -> Any:
    if field.type == "array" and value is not None:
        return json.dumps(value, ensure_ascii=False)
    return value


def _index_text(connection: sqlite3.Connection, contract: Contract, table: Table) -> None:
    """Fill a table's search table: its texts and, in the last column, what no cell shows.

    That is the key, the texts of the rows that are part of this one (a paper's authors), and
    the Chinese words of all these.
    """
    columns = searched(table)
    if not columns:
        return
    parts = _parts(connection, contract, table)
    name, key = f"{table.name}{SEARCH_SUFFIX}", table.primary_key[0]
    selected = _names((*columns, key))
    marks = ", ".join("?" * (len(columns) + 2))
    rows = connection.execute(f'SELECT rowid, {selected} FROM "{table.name}" ORDER BY rowid')
    connection.executemany(
        f'INSERT INTO "{name}" (rowid, {selected}) VALUES ({marks})',
        ((*row[:-1], _beside(row[1:-1], row[-1], parts.get(row[-1], []))) for row in rows),
    )
    connection.execute(f'INSERT INTO "{name}" ("{name}") VALUES (\'optimize\')')


def _beside(texts: Sequence[str | None], key: str, parts: Sequence[str]) -> str:
    # “and”, so that no phrase reaches from one author into the next.
    known = [key, *parts]
    found = [grams(text) for text in (*texts, *known) if text]
    return " and ".join([*known, *filter(None, found)])


def _parts(connection: sqlite3.Connection, contract: Contract, table: Table) -> dict[str, list[str]]:
    """The searched texts of rows whose own key begins with the key of a row of `table`."""
    parts: dict[str, list[str]] = {}
    for other in contract.tables.values():
        belongs = any(
            key.table == table.name and key.columns == other.primary_key[: len(key.columns)] != other.primary_key
            for key in other.foreign_keys
        )
        for column in searched(other) if belongs else ():
            selected = _names((other.primary_key[0], column))
            query = f'SELECT {selected} FROM "{other.name}" ORDER BY rowid'
            for key, text in connection.execute(query):
                if text:
                    parts.setdefault(key, []).append(text)
    return parts
