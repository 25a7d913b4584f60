"""The database says what the contract says, refuses what it forbids, and finds what it holds."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pipeline import database
from pipeline.contract import Field
from tests.package import CONTRACT, Rows, rows

TABLES = sorted(CONTRACT.tables)
FIELDS = [(table.name, field) for table in CONTRACT.tables.values() for field in table.fields]
NAMES = [f"{table}.{field.name}" for table, field in FIELDS]
HEX = "0123456789ab"


def real_rows() -> Rows:
    """The committed package, and one row of the contract's examples in a table that has none."""
    return {
        name: found or [{field.name: _typed(field) for field in CONTRACT.tables[name].fields}]
        for name, found in rows().items()
    }


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    path = tmp_path_factory.mktemp("database") / "real.db"
    database.build(CONTRACT, real_rows(), path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
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


def sample_rows() -> Rows:
    """The smallest package: one listing, one entry, one paper."""
    tables: Rows = {name: [] for name in CONTRACT.tables}
    for name in ("listings", "entries", "papers"):
        row = {field.name: _value(field) for field in CONTRACT.tables[name].fields}
        tables[name] = [row | {"listing_id": "one", "position": 1, "paper_id": HEX}]
    return {
        name: [{key: row[key] for key in CONTRACT.tables[name].columns} for row in table]
        for name, table in tables.items()
    }


def _value(field: Field) -> Any:
    if field.required and re.fullmatch(r"\[0-9a-f\]\{\d+\}", field.constraints.get("pattern", "")):
        return "a" * int(field.constraints["pattern"].split("{")[1][:-1])
    return _typed(field) if field.required else None


def _typed(field: Field) -> Any:
    """The field's example as a value."""
    return field.example if field.type == "string" else json.loads(field.example)


def built(tmp_path: Path, tables: Rows) -> sqlite3.Connection:
    database.build(CONTRACT, tables, tmp_path / "built.db")
    return sqlite3.connect(tmp_path / "built.db")


def found(connection: sqlite3.Connection, words: str, table: str = "papers") -> list[str]:
    """What Datasette's `_search` finds: it puts each word in double quotes."""
    query = " ".join(f'"{word}"' for word in words.split())
    key = CONTRACT.tables[table].primary_key[0]
    sql = f'SELECT "{key}" FROM "{table}" WHERE rowid IN (SELECT rowid FROM {table}_fts WHERE {table}_fts MATCH ?)'
    return [name for (name,) in connection.execute(sql, (query,))]


# The schema


@pytest.mark.parametrize("name", TABLES)
def test_columns_types_and_keys_are_those_of_the_contract(real: sqlite3.Connection, name: str) -> None:
    table = CONTRACT.tables[name]
    told = real.execute(f'PRAGMA table_info("{name}")').fetchall()
    assert [(row[1], row[2], bool(row[3])) for row in told] == [
        (field.name, database.SQL_TYPES.get(field.type, "TEXT"), field.required) for field in table.fields
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
def test_rows_come_back_as_they_went_in(real: sqlite3.Connection, name: str) -> None:
    table = CONTRACT.tables[name]
    count = real.execute(f'SELECT count(*) FROM "{name}"').fetchone()
    assert count == (len(real_rows()[name]),)
    stored = real.execute(f'SELECT * FROM "{name}" ORDER BY rowid').fetchall()
    arrays = [field.type == "array" for field in table.fields]
    read = [tuple(json.loads(v) if array else v for v, array in zip(row, arrays, strict=True)) for row in stored]
    assert read == [tuple(row.values()) for row in real_rows()[name]]


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
    if "pattern" in rules and database.pattern_check("x", rules["pattern"]):
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
        database.build(CONTRACT, tables, tmp_path / "dangling.db")


def test_papers_and_entries_that_name_each_other_are_loaded(tmp_path: Path) -> None:
    with closing(built(tmp_path, sample_rows())) as connection:
        assert connection.execute("SELECT count(*) FROM papers JOIN entries USING (paper_id)").fetchone() == (1,)
        database.check(connection)


def test_a_missing_column_is_no_null(tmp_path: Path) -> None:
    tables = sample_rows()
    del tables["papers"][0]["title"]
    with pytest.raises(KeyError, match="title"):
        database.build(CONTRACT, tables, tmp_path / "built.db")


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
    check = database.pattern_check('"x"', pattern)
    assert check is not None
    with closing(sqlite3.connect(":memory:")) as connection:
        for text in good + bad:
            value = connection.execute(f'SELECT {check} FROM (SELECT ? AS "x")', (text,)).fetchone()[0]
            assert bool(value) == (text in good) == bool(re.fullmatch(pattern, text)), text


@pytest.mark.parametrize("pattern", ["a|b", "(a)+", "a.c", "^a$", "[a-z]*", r"\d{4}"])
def test_a_pattern_that_sql_cannot_say_is_left_to_the_validators(pattern: str) -> None:
    assert database.pattern_check('"x"', pattern) is None


# Search


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """A paper in English and Chinese, with authors."""
    tables = sample_rows()
    tables["papers"][0] |= {
        "title": "Learning Policies for Robots, 用BERT模型做检索",
        "abstract": "We compare naïve networks. 本文研究大规模语言模型的强化学习训练方法，并在多个基准上进行评测。",
    }
    names = ("Ann O’Hara", "José García", "王伟")
    tables["authors"] = [
        {"paper_id": HEX, "position": position, "name": name, "institution": None}
        for position, name in enumerate(names, 1)
    ]
    tables["listings"][0]["title"] = "ICML 2026 论文列表"
    path = tmp_path_factory.mktemp("texts") / "texts.db"
    database.build(CONTRACT, tables, path)
    with closing(sqlite3.connect(path)) as connection:
        yield connection


ENGLISH = ["learning", "learn", "learned", "policy", "robots", "robot", "network", "naive", "NAÏVE", "learning robot"]
CHINESE = ["文", "本文", "语言模", "强化学习", "大规模语言", "大规模语言模", "大规模语言模型", "大规模语言模型的",
           "本文研究大规模语言模型的强化学习训练方法", "并在多个基准上进行评测"]  # fmt: skip
MIXED = ["BERT", "用BERT", "BERT模型", "检索", "用BERT模型做检索", "robots 检索", "强化学习 评测"]
AUTHORS = ["O’Hara", "Hara", "jose", "Garcia", "王伟", "王", "García networks"]


@pytest.mark.parametrize("words", [*ENGLISH, *CHINESE, *MIXED, *AUTHORS, HEX])
def test_a_paper_is_found_by(texts: sqlite3.Connection, words: str) -> None:
    assert found(texts, words) == [HEX]


@pytest.mark.parametrize("words", ["earn", "netw", "文本", "模型做强", "法并", "ERT", "王大", "learning Zhang"])
def test_a_paper_is_not_found_by(texts: sqlite3.Connection, words: str) -> None:
    assert found(texts, words) == []


def test_no_phrase_reaches_from_one_author_into_the_next(texts: sqlite3.Connection) -> None:
    count = "SELECT count(*) FROM papers_fts WHERE papers_fts MATCH ?"
    assert texts.execute(count, ('"José García"',)).fetchone() == (1,)
    assert texts.execute(count, ('"García 王伟"',)).fetchone() == (0,)


def test_each_column_is_searched_alone(texts: sqlite3.Connection) -> None:
    count = "SELECT count(*) FROM papers_fts WHERE papers_fts MATCH ?"
    assert texts.execute(count, ('title : "policies"',)).fetchone() == (1,)
    assert texts.execute(count, ('abstract : "policies"',)).fetchone() == (0,)
    assert texts.execute(count, ('title : "García"',)).fetchone() == (0,)


def test_what_a_search_table_shows_is_the_text_itself(texts: sqlite3.Connection) -> None:
    text = "SELECT title, abstract, paper_id FROM"
    assert texts.execute(f"{text} papers_fts").fetchall() == texts.execute(f"{text} papers").fetchall()


@pytest.mark.parametrize("words", ["论文", "列表", "论", "论文列", "论文列表", "ICML", "2026 列表"])
def test_a_listing_is_found_by(real: sqlite3.Connection, words: str) -> None:
    chinese = [row["listing_id"] for row in rows()["listings"] if row["title_language"] == "zh"]
    assert chinese
    assert set(chinese) <= set(found(real, words, "listings"))
    if not words.isascii():
        assert chinese == found(real, words, "listings")


def test_every_author_and_title_is_found(real: sqlite3.Connection) -> None:
    for author in rows()["authors"]:
        name = author["name"].replace('"', " ")
        assert author["paper_id"] in found(real, name), name
        assert author["paper_id"] in found(real, name, "authors"), name
    for paper in rows()["papers"]:
        assert paper["paper_id"] in found(real, (paper["title"] or paper["paper_id"]).replace('"', " "))


GRAMS = [
    ("English only", ""),
    ("论文", "论 文 论文"),
    ("用BERT模型", "用 BERT 模 型 用BERT BERT模 模型 用BERT模 BERT模型 用BERT模型"),
    ("一二 三", "一 二 一二 三"),
    ("一，二", "一 二"),
    ("カナ", "カ ナ カナ"),
]


@pytest.mark.parametrize(("text", "words"), GRAMS)
def test_grams(text: str, words: str) -> None:
    assert database.grams(text) == words


def test_no_gram_is_longer_than_eight_units() -> None:
    lengths = [len(gram) for gram in database.grams("一二三四五六七八九十").split()]
    assert sorted(set(lengths)) == list(range(1, 9))
    assert len(lengths) == sum(10 - n + 1 for n in range(1, 9))


# Views


def test_the_overview_has_a_row_a_paper(real: sqlite3.Connection) -> None:
    real.row_factory = sqlite3.Row
    shown = {row["paper_id"]: dict(row) for row in real.execute("SELECT * FROM paper_overview")}
    real.row_factory = None
    tables = rows()
    assert list(shown) == [paper["paper_id"] for paper in tables["papers"]]
    for paper in tables["papers"]:
        row, key = shown[paper["paper_id"]], paper["paper_id"]
        assert row["title"] == paper["title"]
        assert (row["authors"] or "") == "; ".join(a["name"] for a in tables["authors"] if a["paper_id"] == key)
        assert (row["links"] or "") == " ".join(link["url"] for link in tables["links"] if link["paper_id"] == key)
        places = {entry["listing_id"] for entry in tables["entries"] if entry["paper_id"] == key}
        assert row["listings"] == "; ".join(sorted(places))
        assert row["topic"] == (paper["topic"] and f"{paper['topic_area']} > {paper['topic']}")


@pytest.mark.parametrize(
    ("abstract", "snippet"),
    [
        ("Short.", "Short."),
        ("word " * 39 + "words", "word " * 39 + "words"),
        ("word " * 39 + "wordswords", "word " * 38 + "word…"),
        ("长" * 300, "长" * 200 + "…"),
    ],
)
def test_a_snippet_ends_with_a_word(tmp_path: Path, abstract: str, snippet: str) -> None:
    tables = sample_rows()
    tables["papers"][0]["abstract"] = abstract
    with closing(built(tmp_path, tables)) as connection:
        assert connection.execute("SELECT snippet FROM paper_overview").fetchone() == (snippet,)


def test_topics_and_authors_add_up(real: sqlite3.Connection) -> None:
    tables = rows()
    assert real.execute("SELECT sum(papers) FROM topic_overview").fetchone() == (len(tables["papers"]),)
    pairs = {(author["name"], author["paper_id"]) for author in tables["authors"]}
    assert real.execute("SELECT sum(papers) FROM author_overview").fetchone() == (len(pairs),)


# The build


def test_the_same_rows_make_the_same_contents_in_whatever_order(tmp_path: Path) -> None:
    dumps = []
    for name, step in (("one.db", 1), ("two.db", -1)):
        tables = {table: list(given)[::step] for table, given in rows().items()}
        database.build(CONTRACT, tables, tmp_path / name)
        with closing(sqlite3.connect(tmp_path / name)) as connection:
            dumps.append(list(connection.iterdump()))
    assert dumps[0] == dumps[1]


def test_a_build_replaces_what_stood_there(tmp_path: Path) -> None:
    (tmp_path / "built.db").write_text("something else", encoding="utf-8")
    with closing(built(tmp_path, sample_rows())) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert [path.name for path in tmp_path.iterdir()] == ["built.db"]


def test_merged_texts_are_kept_where_they_differ(tmp_path: Path) -> None:
    tables = rows()
    merged = [entry for entry in tables["entries"] if entry["status"] == "merged"]
    texts = {paper["paper_id"]: paper["abstract"] for paper in tables["papers"]}
    given = {(entry["listing_id"], entry["position"]): texts[entry["paper_id"]] for entry in merged}
    other = next(iter(given))
    given[other] += " And more."
    database.build(CONTRACT, tables, tmp_path / "built.db", given)
    with closing(sqlite3.connect(tmp_path / "built.db")) as connection:
        assert connection.execute("SELECT * FROM merged_texts").fetchall() == [(*other, given[other])]
