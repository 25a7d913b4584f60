"""The ready-made queries run on anything, and find what the tables say."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pipeline import site
from tests.package import build, opened, rows
from tests.site.queries import ODD_TEXTS, PAGES, QUERIES, example, parameters


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    with opened(build(tmp_path_factory.mktemp("site"))) as connected:
        yield connected


def run(connection: sqlite3.Connection, name: str, **parameters: Any) -> list[sqlite3.Row]:
    return connection.execute(PAGES["queries"][name]["sql"], parameters).fetchall()


def test_there_are_eight_queries_and_more() -> None:
    assert len(QUERIES) >= 8
    assert len({query["title"] for query in PAGES["queries"].values()}) == len(QUERIES)


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_runs_on_its_example(connection: sqlite3.Connection, name: str) -> None:
    assert set(parameters(name)) == set(example(name))
    found = run(connection, name, **example(name))
    if name not in ("flagged_texts", "titles_to_check"):
        assert found


@pytest.mark.parametrize("name", [name for name in QUERIES if parameters(name)])
@pytest.mark.parametrize("text", [*ODD_TEXTS, None])
def test_a_query_takes_any_text(connection: sqlite3.Connection, name: str, text: str | None) -> None:
    run(connection, name, **dict.fromkeys(parameters(name), text))


def test_papers_in_several_listings(connection: sqlite3.Connection) -> None:
    shown: dict[str, set[str]] = {}
    for entry in rows()["entries"]:
        shown.setdefault(entry["paper_id"], set()).add(entry["listing_id"])
    several = {paper_id for paper_id, listings in shown.items() if paper_id and len(listings) > 1}
    found = run(connection, "several_listings")
    assert {row["paper_id"] for row in found} == several
    assert all(row["places"].count(";") >= row["listings"] - 1 for row in found)


def test_papers_only_in_the_chinese_listing(connection: sqlite3.Connection) -> None:
    chinese = {row["listing_id"] for row in rows()["listings"] if row["title_language"] == "zh"}
    inside = {entry["paper_id"] for entry in rows()["entries"] if entry["listing_id"] in chinese}
    outside = {entry["paper_id"] for entry in rows()["entries"] if entry["listing_id"] not in chinese}
    assert {row["paper_id"] for row in run(connection, "only_in_chinese_listing")} == inside - outside - {None}


def test_papers_with_code_and_spotlights(connection: sqlite3.Connection) -> None:
    code = [link["url"] for link in rows()["links"] if link["kind"] == "code"]
    assert sorted(row["url"] for row in run(connection, "papers_with_code")) == sorted(code)
    singled = {paper["paper_id"] for paper in rows()["papers"] if paper["decision"] in ("spotlight", "oral")}
    assert {row["paper_id"] for row in run(connection, "spotlights")} == singled


def test_claims_of_twice_or_more_are_multipliers_with_their_words(connection: sqlite3.Connection) -> None:
    figures = [row for row in rows()["quantities"] if row["unit"] == "multiplier" and row["value_max"] >= 2]
    found = run(connection, "claims_of_twice_or_more")
    assert sorted(row["text"] for row in found) == sorted(row["text"] for row in figures)
    abstracts = {row["paper_id"]: row["abstract"] for row in rows()["papers"]}
    for row in found:
        assert row["text"] in row["extract"]
        assert f" {row['extract'].strip('…')} " in f" {abstracts[row['paper_id']]} "
    assert [row["times"] for row in found] == sorted((row["times"] for row in found), reverse=True)


def test_benchmarks_introduced_are_no_methods(connection: sqlite3.Connection) -> None:
    named = sorted(row["name"] for row in rows()["contributions"] if row["kind"] != "method")
    assert sorted(row["name"] for row in run(connection, "benchmarks_introduced")) == named


def test_who_releases_code_adds_up(connection: sqlite3.Connection) -> None:
    found = run(connection, "who_releases_code")
    assert sum(row["papers"] for row in found) == len(rows()["papers"])
    code = {link["paper_id"] for link in rows()["links"] if link["kind"] == "code"}
    assert sum(row["with_code"] for row in found) == len(code)


def test_papers_most_alike_stand_there_once(connection: sqlite3.Connection) -> None:
    found = run(connection, "papers_most_alike")
    nearest: dict[frozenset[str], float] = {}
    for row in rows()["related"]:
        nearest[frozenset((row["paper_id"], row["related_paper_id"]))] = row["similarity"]
    pairs = [frozenset((row["paper_id"], row["related_paper_id"])) for row in found]
    assert len(set(pairs)) == len(pairs) == min(50, len(nearest))
    assert [row["similarity"] for row in found] == sorted(nearest.values(), reverse=True)[:50]
    assert all(nearest[pair] == row["similarity"] for pair, row in zip(pairs, found, strict=True))


def test_papers_by_topic_without_words_are_all_papers(connection: sqlite3.Connection) -> None:
    assert len(run(connection, "papers_by_topic", topic="")) == len(rows()["papers"])
    robots = run(connection, "papers_by_topic", topic="ROBOTICS")
    assert [row["paper_id"] for row in robots]
    assert {row["topic"] for row in robots} == {"Applications > Robotics"}


def test_papers_by_author_in_any_spelling(connection: sqlite3.Connection) -> None:
    author = rows()["authors"][0]
    for text in (author["name"], author["name"].upper(), author["name"][:-1]):
        found = {(row["author"], row["paper_id"]) for row in run(connection, "papers_by_author", author=text)}
        assert (author["name"], author["paper_id"]) in found


def test_a_phrase_is_found_in_its_words_order_alone(connection: sqlite3.Connection) -> None:
    paper = rows()["papers"][0]
    words = paper["abstract"].split()[5:9]
    assert paper["paper_id"] in {row["paper_id"] for row in run(connection, "search_phrase", phrase=" ".join(words))}
    assert run(connection, "search_phrase", phrase=" ".join(reversed(words))) == []


def test_phrases_of_programmers_and_of_long_chinese(tmp_path: Path) -> None:
    tables = rows()
    first, second, third = tables["papers"][:3]
    first["abstract"] = "Written in C++ and checked by pass@1 on plain text."
    second["abstract"] = "A vitamin C study, and “curly words” to read: 本文研究大规模语言模型的强化学习训练方法。"
    folder = build(tmp_path, tables)
    with closing(sqlite3.connect(folder / "dist" / f"{site.DATABASE}.db")) as opened:
        opened.row_factory = sqlite3.Row

        def found(phrase: str) -> set[str]:
            return {row["paper_id"] for row in run(opened, "search_phrase", phrase=phrase)}

        assert found("C++") == {first["paper_id"]}
        assert found("checked by pass@1") == {first["paper_id"]}
        assert found('"curly words"') == found("“curly words") == found("curly word") == {second["paper_id"]}
        assert found("语言模型") == found("研究大规模语言模型的强化学习训") == {second["paper_id"]}
        assert third["paper_id"] in found(third["paper_id"])


def test_merged_entries_stand_beside_the_entry_that_is_shown(connection: sqlite3.Connection) -> None:
    merged = [entry for entry in rows()["entries"] if entry["status"] == "merged"]
    found = run(connection, "merged_entries")
    assert [(row["merged_listing"], row["merged_position"]) for row in found] == [
        (entry["listing_id"], entry["position"]) for entry in merged
    ]
    papers = {paper["paper_id"]: (paper["listing_id"], paper["position"]) for paper in rows()["papers"]}
    assert all((row["shown_listing"], row["shown_position"]) == papers[row["paper_id"]] for row in found)


def test_flagged_texts_have_a_row_a_flag(connection: sqlite3.Connection) -> None:
    flags = sorted(flag for paper in rows()["papers"] for flag in paper["flags"])
    assert [row["flag"] for row in run(connection, "flagged_texts")] == flags


def test_every_id_ever_given_leads_on(connection: sqlite3.Connection) -> None:
    found = {row["id"]: row["current_paper_id"] for row in run(connection, "paper_of_id", id="")}
    assert found == {row["paper_id"]: row["current_paper_id"] for row in rows()["identifiers"]}
