"""The metadata says what the contract says, names nothing that is not there, and its queries run."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from pipeline import database, site
from tests.package import CONTRACT, build, rows

METADATA = site.metadata(CONTRACT)
PAGES = METADATA["databases"][site.DATABASE]
TABLES = sorted(CONTRACT.tables)
VIEWS = sorted(path.stem for path in database.VIEWS.glob("*.sql"))
QUERIES = sorted(PAGES["queries"])
# What people type and paste: quotation marks, operators of the search language, names, nothing.
ODD_TEXTS = ["", " ", '"', '""', '"unclosed', "“curly quotes”", "’", "it's", "self-play", "-", "--", "C++", "C#", "+",
             "pass@1", "NEAR(a b)", "AND OR NOT", "title:x", "*", "a*", "^a", "(", "{a}:b", "%", "_", "\\", ";", "\x00",
             "a\x00b", "论文", "，", "🙂", "x" * 5000]  # fmt: skip


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    folder = build(tmp_path_factory.mktemp("site"))
    with closing(sqlite3.connect(folder / "dist" / f"{site.DATABASE}.db")) as opened:
        opened.row_factory = sqlite3.Row
        yield opened


def run(connection: sqlite3.Connection, name: str, **parameters: Any) -> list[sqlite3.Row]:
    return connection.execute(PAGES["queries"][name]["sql"], parameters).fetchall()


def parameters(name: str) -> list[str]:
    """The names of a query's parameters, as Datasette finds them."""
    return re.findall(r"(?<!:):(\w+)", re.sub(r"--.*|'[^']*'", "", PAGES["queries"][name]["sql"]))


def example(name: str) -> dict[str, str]:
    """The parameters of the example that a query's page links to."""
    link = re.search(r'href="\?([^"]+)"', PAGES["queries"][name]["description_html"])
    return dict(parse_qsl(unescape(link[1]))) if link else {}


# Drift from the contract


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_described_as_the_contract_does(name: str) -> None:
    table, told = CONTRACT.tables[name], PAGES["tables"][name]
    assert told["title"] == table.title
    assert _plain(told["description_html"]) == table.description.replace("`", "")
    assert list(told["columns"]) == list(table.columns)
    for field in table.fields:
        text = re.sub("[“”`]", "", told["columns"][field.name])
        assert text.startswith(re.sub("[“”`]", "", field.description))
        assert text.endswith(f" Unit: {field.unit}.") == bool(field.unit)
    for key in ("facets", "sort", "size", "label_column"):
        assert told.get(key) == table.site.get(key)


def _plain(html: str) -> str:
    return unescape(re.sub("<[^>]+>", "", html))


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_the_licences_of_the_contract(name: str) -> None:
    resource = next(r for r in CONTRACT.descriptor["resources"] if r["name"] == name)
    licences, told = resource["licenses"], PAGES["tables"][name]
    assert all(licence["title"] in told["license"] for licence in licences)
    # A link would say that the one licence covers all that stands in the table.
    assert told.get("license_url") == (licences[0]["path"] if len(licences) == 1 else None)


def test_the_package_names_every_source_and_licence() -> None:
    assert METADATA["title"] == CONTRACT.descriptor["title"]
    for item in (*CONTRACT.descriptor["sources"], *CONTRACT.descriptor["licenses"]):
        assert item["title"] in unescape(METADATA["description_html"])
        assert item["path"] in unescape(METADATA["description_html"])
    assert METADATA["about_url"] == CONTRACT.descriptor["homepage"]


def test_every_table_and_view_has_metadata_and_nothing_else_has(connection: sqlite3.Connection) -> None:
    sql = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
    there = {row["name"] for row in connection.execute(sql)}
    assert {*TABLES, *VIEWS} <= set(PAGES["tables"]) <= there
    hidden = [name for name, told in PAGES["tables"].items() if told.get("hidden")]
    searched = [f"{table.name}_fts" for table in CONTRACT.tables.values() if database.searched(table)]
    assert hidden == [*searched, "merged_texts"]


@pytest.mark.parametrize("name", [*TABLES, *VIEWS])
def test_metadata_name_the_columns_that_are_there(connection: sqlite3.Connection, name: str) -> None:
    there = [row["name"] for row in connection.execute(f'PRAGMA table_info("{name}")')]
    told = PAGES["tables"][name]
    assert list(told["columns"]) == there
    named = [*told.get("units", ()), *told.get("facets", ()), *told.get("sortable_columns", ())]
    named += [told[key] for key in ("sort", "label_column") if key in told]
    assert set(named) <= set(there)


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_takes_from_the_contract_what_the_contract_says(name: str) -> None:
    said = site.header((database.VIEWS / f"{name}.sql").read_text(encoding="utf-8"))
    told, fields = PAGES["tables"][name], PAGES["tables"][said["fields"]]["columns"]
    for column, meaning in told["columns"].items():
        assert meaning == said.get(f"column {column}", fields.get(column))
    own = {key.removeprefix("column ") for key in said if key.startswith("column ")}
    assert own <= set(told["columns"])


def test_metadata_are_the_same_twice_and_are_json() -> None:
    assert site.encoded(CONTRACT) == site.encoded(CONTRACT)
    assert json.loads(site.encoded(CONTRACT)) == METADATA


def test_the_configuration_of_1_0_has_what_the_metadata_of_0_65_has() -> None:
    told = site.configuration(CONTRACT)
    assert told == json.loads(site.encoded_configuration(CONTRACT))
    pages = told["databases"][site.DATABASE]
    assert pages["queries"] == PAGES["queries"]
    for name, table in CONTRACT.tables.items():
        assert pages["tables"][name]["facets"] == list(table.site["facets"])
    assert set(METADATA["plugins"]) - set(told["plugins"]) == set(site.NOT_ON_ALPHA)


def test_the_sites_own_plugins_take_their_words_from_the_contract() -> None:
    told = METADATA["plugins"]["icml-site"]
    for name, table in CONTRACT.tables.items():
        assert told["titles"][name] == {field.name: field.title for field in table.fields}
    for name, columns in told["lead"].items():
        assert set(columns) <= {*PAGES["tables"][name]["columns"], "Link"}
    assert told["dataset"]["description"] == CONTRACT.descriptor["description"]


# Charts

CHARTS = METADATA["plugins"]["datasette-dashboards"]["overview"]["charts"]


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_asks_a_question_and_its_figures_are_there(connection: sqlite3.Connection, name: str) -> None:
    chart = CHARTS[name]
    assert chart["title"].endswith("?")
    found = connection.execute(chart["query"]).fetchall()
    assert found
    named = [told["field"] for told in chart["display"]["encoding"].values() if "field" in told]
    assert set(named) <= set(found[0].keys())


def test_charts_add_up(connection: sqlite3.Connection) -> None:
    def total(name: str) -> int:
        return sum(row[-1] for row in connection.execute(CHARTS[name]["query"]))

    tables = rows()
    assert total("topics") == total("overlap") == total("words") == len(tables["papers"])
    assert total("figures") == len(tables["quantities"])
    assert total("contributions") == len(tables["contributions"])
    shown = {row["place"]: row["papers"] for row in connection.execute(CHARTS["overlap"]["query"])}
    assert shown == {"only in 003": 19, "in 000 and 001": 13, "only in 000": 6, "only in 001": 6}


# Canned queries


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
    pairs = [frozenset((row["paper_id"], row["related_paper_id"])) for row in run(connection, "papers_most_alike")]
    assert len(set(pairs)) == len(pairs)
    assert set(pairs) == {frozenset((row["paper_id"], row["related_paper_id"])) for row in rows()["related"]}


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


# Serving


def test_the_command_serves_on_this_machine_alone() -> None:
    words = site.serve_arguments(Path("package"), 8002)
    assert words[0] == "serve"
    assert words[words.index("--host") + 1] == "127.0.0.1"
    assert words[words.index("--port") + 1] == "8002"
    assert words[words.index("--immutable") + 1] == f"package/dist/{site.DATABASE}.db"
    alpha = site.serve_arguments(Path("package"), 8002, alpha=True)
    assert alpha[alpha.index("--config") + 1] == "package/dist/datasette.json"
    assert "--config" not in site.serve_arguments(Path("package"), 8002, alpha=False)
