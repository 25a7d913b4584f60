"""Full-text search finds English, Chinese and names, each by the words that readers type."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from pipeline import database, fulltext
from tests.databases import HEX, sample_rows, whole
from tests.package import CONTRACT, rows


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    with closing(whole(tmp_path_factory.mktemp("database"))) as connection:
        yield connection


def found(connection: sqlite3.Connection, words: str, table: str = "papers") -> list[str]:
    """What Datasette's `_search` finds: it puts each word in double quotes."""
    query = " ".join(f'"{word}"' for word in words.split())
    key = CONTRACT.tables[table].primary_key[0]
    sql = f'SELECT "{key}" FROM "{table}" WHERE rowid IN (SELECT rowid FROM {table}_fts WHERE {table}_fts MATCH ?)'
    return [name for (name,) in connection.execute(sql, (query,))]


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
    assert fulltext.grams(text) == words


def test_no_gram_is_longer_than_eight_units() -> None:
    lengths = [len(gram) for gram in fulltext.grams("一二三四五六七八九十").split()]
    assert sorted(set(lengths)) == list(range(1, 9))
    assert len(lengths) == sum(10 - n + 1 for n in range(1, 9))
