"""The SQLite database: DDL made from the contract, rows loaded, searched, indexed and checked.

Every table is STRICT, so a value of another type is refused as well as one that breaks a key
or a CHECK. The contents depend on the rows alone; the bytes of the file also on the version
of SQLite.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from pipeline import canned, ddl, fulltext
from pipeline.contract import Contract, Field, Table
from pipeline.export import bibliography

Row = Mapping[str, Any]

VIEWS = canned.SITE / "views"

# Hidden on the site, as search tables are: neither is part of the package.
HIDDEN = {
    "merged_texts": """CREATE TABLE merged_texts (
  listing_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  abstract TEXT NOT NULL,
  PRIMARY KEY (listing_id, position)
) STRICT""",
    "citations": """CREATE TABLE citations (
  paper_id TEXT PRIMARY KEY NOT NULL,
  bibtex TEXT NOT NULL
) STRICT""",
}


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
            fulltext.index(connection, contract, table)
        connection.execute("COMMIT")
        check(connection)
        _insert_citations(connection, tables)
        connection.execute("ANALYZE")


def schema(contract: Contract) -> Iterator[str]:
    """The statements that make the empty database: tables, indexes, search tables, views."""
    for table in contract.tables.values():
        yield ddl.create_table(table)
    for table in contract.tables.values():
        yield from ddl.create_indexes(table)
        if fulltext.searched(table):
            yield fulltext.create_search(table)
    yield from HIDDEN.values()
    for view in sorted(VIEWS.glob("*.sql")):
        yield f'CREATE VIEW "{view.stem}" AS\n{canned.without_header(view.read_text(encoding="utf-8"))}'


def check(connection: sqlite3.Connection) -> None:
    """Raise sqlite3.IntegrityError unless every foreign key has its row and the file is sound."""
    dangling = connection.execute("PRAGMA foreign_key_check").fetchall()
    if dangling:
        lines = [f"{table} row {row} names no row of {other}" for table, row, other, _ in dangling]
        raise sqlite3.IntegrityError("; ".join(lines))
    faults = [fault for (fault,) in connection.execute("PRAGMA integrity_check")]
    if faults != ["ok"]:
        raise sqlite3.IntegrityError("; ".join(faults))


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


def _insert_citations(connection: sqlite3.Connection, tables: Mapping[str, Sequence[Row]]) -> None:
    """Keep each paper's BibTeX, for its page: as in papers.bib, but for the abstract that stands above it."""
    connection.executemany(
        "INSERT INTO citations VALUES (?, ?)",
        (
            (reference.key.removeprefix(bibliography.KEY), bibliography.bibtex(reference._replace(abstract=None)))
            for reference in bibliography.references(tables)
        ),
    )


def _value(field: Field, value: Any) -> Any:
    if field.type == "array" and value is not None:
        return json.dumps(value, ensure_ascii=False)
    return value
