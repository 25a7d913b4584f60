"""The database holds the rows that it was given, and its views say what they are to say."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pipeline import database
from pipeline.export import bibliography
from tests.databases import TABLES, built, real_rows, sample_rows, whole
from tests.package import CONTRACT, rows


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    with closing(whole(tmp_path_factory.mktemp("database"))) as connection:
        yield connection


@pytest.mark.parametrize("name", TABLES)
def test_rows_come_back_as_they_went_in(real: sqlite3.Connection, name: str) -> None:
    table = CONTRACT.tables[name]
    count = real.execute(f'SELECT count(*) FROM "{name}"').fetchone()
    assert count == (len(real_rows()[name]),)
    stored = real.execute(f'SELECT * FROM "{name}" ORDER BY rowid').fetchall()
    arrays = [field.type == "array" for field in table.fields]
    read = [tuple(json.loads(v) if array else v for v, array in zip(row, arrays, strict=True)) for row in stored]
    assert read == [tuple(row.values()) for row in real_rows()[name]]


def test_papers_and_entries_that_name_each_other_are_loaded(tmp_path: Path) -> None:
    with closing(built(tmp_path, sample_rows())) as connection:
        assert connection.execute("SELECT count(*) FROM papers JOIN entries USING (paper_id)").fetchone() == (1,)
        database.check(connection)


def test_a_missing_column_is_no_null(tmp_path: Path) -> None:
    tables = sample_rows()
    del tables["papers"][0]["title"]
    with pytest.raises(KeyError, match="title"):
        database.build(CONTRACT, tables, tmp_path / "built.db")


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


def test_each_paper_has_the_citation_of_papers_bib(real: sqlite3.Connection, tmp_path: Path) -> None:
    bibliography.write(real_rows(), tmp_path)
    told = dict(real.execute("SELECT paper_id, bibtex FROM citations").fetchall())
    assert list(told) == [paper["paper_id"] for paper in rows()["papers"]]
    whole_file = (tmp_path / bibliography.BIBTEX).read_text(encoding="utf-8")
    for entry in told.values():
        # But for the abstract, which the page shows anyway.
        assert entry.removesuffix("\n}\n") in whole_file
        assert "abstract = " not in entry


def test_a_file_that_is_unsound_is_refused() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript("CREATE TABLE t (x); INSERT INTO t VALUES (NULL); PRAGMA writable_schema = ON;")
        connection.execute("UPDATE sqlite_master SET sql = 'CREATE TABLE t (x NOT NULL)'")
        connection.executescript("PRAGMA writable_schema = RESET;")
        with pytest.raises(sqlite3.IntegrityError, match=r"^NULL value in t\.x$"):
            database.check(connection)
