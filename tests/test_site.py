"""The metadata says what the contract says, and names nothing that is not there."""

from __future__ import annotations

import json
import re
import shlex
import sqlite3
import tomllib
from collections.abc import Iterator
from html import unescape
from importlib.metadata import version
from pathlib import Path

import pytest
from datasette.cli import publish

from pipeline import canned, database, fulltext, site
from tests.package import CONTRACT, ROOT, build, opened, rows

METADATA = site.metadata(CONTRACT)
PAGES = METADATA["databases"][site.DATABASE]
TABLES = sorted(CONTRACT.tables)
VIEWS = sorted(path.stem for path in database.VIEWS.glob("*.sql"))
QUERIES = sorted(PAGES["queries"])


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    with opened(build(tmp_path_factory.mktemp("site"))) as connected:
        yield connected


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
    searched = [f"{table.name}_fts" for table in CONTRACT.tables.values() if fulltext.searched(table)]
    assert hidden == [*searched, "merged_texts", "citations"]


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
    said = canned.header((database.VIEWS / f"{name}.sql").read_text(encoding="utf-8"))
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


def test_publishing_sets_up_the_same_site() -> None:
    words = site.publish_arguments(Path())
    assert [word for word in words if word.startswith("datasette")] == [
        f"{name}=={version(name)}" for name in ("datasette", *site.PLUGINS)
    ]
    served = site.serve_arguments(Path())
    settings = served[served.index("--setting") :]
    told = shlex.split(words[words.index("--extra-options") + 1])
    assert told == [*settings, "--setting", "force_https_urls", "on"]
    for option in ("--metadata", "--template-dir", "--plugins-dir", "--static"):
        assert words[words.index(option) + 1] == served[served.index(option) + 1]


def test_the_plugins_are_those_that_the_project_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert [name for name in project["dependencies"] if name.startswith("datasette-")] == list(site.PLUGINS)


@pytest.mark.parametrize("command", ["cloudrun", "heroku"])
def test_datasette_takes_the_arguments_of_publishing(tmp_path: Path, command: str) -> None:
    words = site.publish_arguments(build(tmp_path))
    with publish.commands[command].make_context(command, words) as context:
        assert [path.name for path in map(Path, context.params["files"])] == [f"{site.DATABASE}.db"]
        assert context.params["static"] == (("static", str(site.SITE / "static")),)
