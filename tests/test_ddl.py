"""The database has the tables that the contract has, and refuses what it forbids."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pipeline import ddl
from pipeline.contract import Field, Table
from tests.databases import TABLES, built, whole
from tests.package import CONTRACT, rows

FIELDS = [(table.name, field) for table in CONTRACT.tables.values() for field in table.fields]
NAMES = [f"{table}.{field.name}" for table, field in FIELDS]


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    with closing(whole(tmp_path_factory.mktemp("database"))) as connection:
        yield connection


@pytest.fixture
def trial(real: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """The real database inside a transaction that is taken back."""
    real.execute("BEGIN")
    yield real
    real.execute("ROLLBACK")


def filled(connection: sqlite3.Connection, table: str) -> None:
    """There is a row to change."""
    assert connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]


# The schema


@pytest.mark.parametrize("name", TABLES)
def test_columns_types_and_keys_are_those_of_the_contract(real: sqlite3.Connection, name: str) -> None:
    table = CONTRACT.tables[name]
    told = real.execute(f'PRAGMA table_info("{name}")').fetchall()
    assert [(row[1], row[2], bool(row[3])) for row in told] == [
        (field.name, ddl.SQL_TYPES.get(field.type, "TEXT"), field.required) for field in table.fields
    ]
    assert tuple(row[1] for row in sorted(told, key=lambda row: row[5]) if row[5]) == table.primary_key


@pytest.mark.parametrize("name", TABLES)
def test_foreign_keys_are_those_of_the_contract(real: sqlite3.Connection, name: str) -> None:
    keys: dict[int, list[tuple[str, str, str]]] = {}
    for row in real.execute(f'PRAGMA foreign_key_list("{name}")'):
        keys.setdefault(row[0], []).append((row[2], row[3], row[4]))
    expected = [
        [(key.table, *pair) for pair in zip(key.columns, key.references, strict=True)]
        for key in CONTRACT.tables[name].foreign_keys
    ]
    assert sorted(keys.values()) == sorted(expected)


@pytest.mark.parametrize("name", TABLES)
def test_foreign_keys_facets_and_sorts_are_indexed(real: sqlite3.Connection, name: str) -> None:
    table = CONTRACT.tables[name]
    indexed = []
    for row in real.execute(f'PRAGMA index_list("{name}")').fetchall():
        columns = real.execute(f'PRAGMA index_info("{row[1]}")').fetchall()
        indexed.append(tuple(column for _, _, column in columns))
    wanted = [key.columns for key in table.foreign_keys]
    wanted += [(column,) for column in (*table.site["facets"], table.site["sort"])]
    assert [columns for columns in wanted if not any(key[: len(columns)] == columns for key in indexed)] == []


@pytest.mark.parametrize("name", TABLES)

# What is refused


def breaking(field: Field) -> Iterator[Any]:
    """Values that the contract forbids in a field."""
    rules = field.constraints
    if field.required:
        yield None
    yield {"integer": "one", "year": "one", "number": "half", "boolean": "yes", "array": "{}"}.get(field.type, b"bytes")
    yield from [f"{rules['enum'][0]}!"] if "enum" in rules else []
    yield from [rules["minimum"] - 1] if "minimum" in rules else []
    yield from [rules["maximum"] + 1] if "maximum" in rules else []
    yield from [""] if rules.get("minLength") else []
    yield from ["no JSON"] if field.type == "array" else []
    if "pattern" in rules and ddl.pattern_check("x", rules["pattern"]):
        texts = ("", "/", "ABCDEFABCDEF", "https:// x y")
        yield from (text for text in texts if not re.fullmatch(rules["pattern"], text))


@pytest.mark.parametrize(("table", "field"), FIELDS, ids=NAMES)
def test_a_value_that_the_contract_forbids_is_refused(trial: sqlite3.Connection, table: str, field: Field) -> None:
    filled(trial, table)
    first = f'WHERE rowid = (SELECT min(rowid) FROM "{table}")'
    for value in breaking(field):
        with pytest.raises(sqlite3.IntegrityError):
            trial.execute(f'UPDATE "{table}" SET "{field.name}" = ? {first}', (value,))


@pytest.mark.parametrize(("table", "field"), FIELDS, ids=NAMES)
def test_null_is_taken_where_the_contract_allows_it(trial: sqlite3.Connection, table: str, field: Field) -> None:
    filled(trial, table)
    if not field.required:
        trial.execute(f'UPDATE "{table}" SET "{field.name}" = NULL')


@pytest.mark.parametrize("name", TABLES)
def test_a_second_row_of_the_same_key_is_refused(trial: sqlite3.Connection, name: str) -> None:
    filled(trial, name)
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        trial.execute(f'INSERT INTO "{name}" SELECT * FROM "{name}" LIMIT 1')


KEYS = [(table.name, key) for table in CONTRACT.tables.values() for key in table.unique_keys]
KEYS += [(table, (field.name,)) for table, field in FIELDS if field.constraints.get("unique")]


@pytest.mark.parametrize(("name", "key"), KEYS, ids=[f"{name}.{'+'.join(key)}" for name, key in KEYS])
def test_unique_keys_hold(trial: sqlite3.Connection, name: str, key: tuple[str, ...]) -> None:
    if trial.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] < 2:
        pytest.skip(f"{name} has no two rows")
    values = ", ".join(f'"{column}" = (SELECT "{column}" FROM "{name}" ORDER BY rowid LIMIT 1)' for column in key)
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        trial.execute(f'UPDATE "{name}" SET {values} WHERE rowid = (SELECT max(rowid) FROM "{name}")')


FOREIGN = [(table.name, key) for table in CONTRACT.tables.values() for key in table.foreign_keys]


@pytest.mark.parametrize(("name", "key"), FOREIGN, ids=[f"{name}.{'+'.join(key.columns)}" for name, key in FOREIGN])
def test_a_dangling_foreign_key_fails_the_build(tmp_path: Path, name: str, key: Any) -> None:
    tables = rows()
    if not tables[name]:
        pytest.skip(f"{name} has no row to change")
    column = key.columns[-1]
    wrong: Any = 10**6 if CONTRACT.tables[name].field(column).type == "integer" else "f" * 12
    row = max(tables[name], key=lambda row: row[column] is not None)
    row[column] = wrong
    with pytest.raises(sqlite3.IntegrityError, match=f"{name} row .* names no row of {key.table}"):
        built(tmp_path, tables)


PATTERNS = [
    # pattern, texts that match, texts that do not
    ("[0-9a-f]{12}", ["0123456789ab"], ["0123456789a", "0123456789abc", "0123456789aB", ""]),
    (r"[^/\\]+", ["a b.c", "论文"], ["a/b", "a\\b", ""]),
    (r"https://\S+", ["https://a"], ["http://a", "https://", "https://a b", "xhttps://a"]),
    (r"https?://\S+", ["https://a", "http://a"], ["https//a", "ftp://a", "http://a\nb"]),
    (r"https://openreview\.net/forum\?id=\S+", ["https://openreview.net/forum?id=x"],
     ["https://openreviewXnet/forum?id=x", "https://openreview.net/forumXid=x"]),
    (r"[0-9]{4}\.[0-9]{4,5}", ["2605.1176", "2605.11762"], ["2605.117", "2605.117621", "2605x11762"]),
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "good", "bad"), PATTERNS, ids=[pattern for pattern, _, _ in PATTERNS])
def test_a_pattern_means_in_sql_what_it_means_in_the_contract(pattern: str, good: list[str], bad: list[str]) -> None:
    check = ddl.pattern_check('"x"', pattern)
    assert check is not None
    with closing(sqlite3.connect(":memory:")) as connection:
        for text in good + bad:
            value = connection.execute(f'SELECT {check} FROM (SELECT ? AS "x")', (text,)).fetchone()[0]
            assert bool(value) == (text in good) == bool(re.fullmatch(pattern, text)), text


@pytest.mark.parametrize("pattern", ["a|b", "(a)+", "a.c", "^a$", "[a-z]*", r"\d{4}", "(a)b", "a$"])
def test_a_pattern_that_sql_cannot_say_is_left_to_the_validators(pattern: str) -> None:
    assert ddl.pattern_check('"x"', pattern) is None


def test_a_boolean_is_one_or_nothing() -> None:
    fields = (Field("x", "boolean", "x", "x", "true", None, {}),)
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(ddl.create_table(Table("t", "t", "t", "clean/t.csv", fields, ("x",), (), (), {})))
        connection.executemany("INSERT INTO t VALUES (?)", [(True,), (False,)])
        with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
            connection.execute("INSERT INTO t VALUES (2)")
