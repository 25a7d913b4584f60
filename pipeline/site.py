"""The Datasette site: metadata and configuration, made from the contract, and how it is served.

Datasette 0.65 takes all of it as metadata; 1.0 takes what configures as configuration. So there
are two files: `dist/metadata.json`, which 0.65 needs alone, and `dist/datasette.json` for 1.0.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pipeline import canned, database, fulltext
from pipeline.contract import Contract, Field, Table

DATABASE = "icml2026"
SITE = canned.SITE
STYLE = SITE / "style.css"
LEAD_COLUMNS = SITE / "columns.json"

# What of a table's or the whole site's metadata is configuration to Datasette 1.0.
TABLE_SETTINGS = ("facets", "sort", "sort_desc", "size", "label_column", "sortable_columns", "hidden")
PLUGINS = ("datasette-atom", "datasette-block-robots", "datasette-dashboards", "datasette-llms-txt", "datasette-mcp")
# Plugins that do not work on the 1.0 alphas: datasette-dashboards 0.8.0 answers 500 on 1.0a41.
NOT_ON_ALPHA = ("datasette-dashboards",)
ROBOTS = """User-agent: *
# Filters and searches are endless; every row has a page of its own.
Disallow: /*?
Allow: /"""

# Units that Datasette's own unit library writes as readers do. What it does not know it would
# have to be taught, and then writes 1,200 words as “1.2 kwords”.
UNITS = {"bytes": "byte"}

SETTINGS = {
    # All of it is meant to be taken away, the database file too.
    "allow_download": "on",
    "default_page_size": "25",
    "max_returned_rows": "2000",
    "max_csv_mb": "0",
    # A search or a facet of 50,000 papers takes under a second on one slow core.
    "sql_time_limit_ms": "3000",
    "facet_time_limit_ms": "2000",
    # The longest list of a facet that is still looked through; the rest is a click away.
    "default_facet_size": "12",
    # Facets are chosen in the contract; suggestions would offer titles and hashes.
    "suggest_facets": "off",
    # A table of abstracts is to be looked through; each paper's own page shows the whole text.
    "truncate_cells_html": "180",
}


def is_alpha() -> bool:
    """Whether the Datasette of this environment is 1.0 or one of its alphas."""
    return int(version("datasette").partition(".")[0]) >= 1


def serve_arguments(package: Path, port: int = 8001, alpha: bool | None = None) -> list[str]:
    """The arguments of `datasette` that serve the package in a folder, on this machine only.

    alpha: for Datasette 1.0 (default: whatever this environment has).
    """
    dist = package / "dist"
    config = ["--config", str(dist / "datasette.json")] if (is_alpha() if alpha is None else alpha) else []
    return [
        "serve", "--immutable", str(dist / f"{DATABASE}.db"),
        "--metadata", str(dist / "metadata.json"), *config, *_folders(),
        "--host", "127.0.0.1", "--port", str(port), *_settings(),
    ]  # fmt: skip


def publish_arguments(package: Path) -> list[str]:
    """What `datasette publish` and `datasette package` need to set up the same site elsewhere.

    They install Datasette and the plugins there: of the versions that stand in this environment.
    """
    installed = [word for name in ("datasette", *PLUGINS) for word in ("--install", f"{name}=={version(name)}")]
    dist = package / "dist"
    return [
        str(dist / f"{DATABASE}.db"), "--metadata", str(dist / "metadata.json"), *_folders(), *installed,
        # Both Fly and Cloud Run speak TLS for the server, which would give addresses of http.
        "--extra-options", shlex.join([*_settings(), "--setting", "force_https_urls", "on"]),
    ]  # fmt: skip


def _folders() -> list[str]:
    folders = ["--template-dir", str(SITE / "templates"), "--plugins-dir", str(SITE / "plugins")]
    return [*folders, "--static", f"static:{SITE / 'static'}"]


def _settings() -> list[str]:
    return [word for name, value in SETTINGS.items() for word in ("--setting", name, value)]


def metadata(contract: Contract) -> dict[str, Any]:
    """What `datasette --metadata` takes: descriptions; for 0.65 also facets, sorting, queries and plugins."""
    package, views, queries = contract.descriptor, _views(contract), canned.queries()
    tables = {table.name: _table(contract, table) for table in contract.tables.values()}
    described = {
        "description": canned.plain(package["description"]),
        "description_html": canned.paragraph(package["description"]),
    }
    return {
        "title": package["title"],
        **described,
        "description_html": described["description_html"] + _begin({**views, **queries}) + _origins(package),
        "extra_css_urls": [f"data:text/css,{quote(STYLE.read_text(encoding='utf-8'))}"],
        **_origin(package, package["licenses"]),
        "plugins": _plugins(contract, {**tables, **views}),
        "databases": {DATABASE: {**described, "tables": {**tables, **views, **_hidden(contract)}, "queries": queries}},
    }


def configuration(contract: Contract) -> dict[str, Any]:
    """What `datasette --config` takes (1.0): of the metadata what is configuration there."""
    whole = metadata(contract)
    pages = whole["databases"][DATABASE]
    tables = {name: {key: told[key] for key in TABLE_SETTINGS if key in told} for name, told in pages["tables"].items()}
    plugins = {name: told for name, told in whole["plugins"].items() if name not in NOT_ON_ALPHA}
    return {"plugins": plugins, "databases": {DATABASE: {"tables": tables, "queries": pages["queries"]}}}


def encoded(contract: Contract) -> bytes:
    """`dist/metadata.json`."""
    return _json(metadata(contract))


def encoded_configuration(contract: Contract) -> bytes:
    """`dist/datasette.json`."""
    return _json(configuration(contract))


def _table(contract: Contract, table: Table) -> dict[str, Any]:
    resource = next(r for r in contract.descriptor["resources"] if r["name"] == table.name)
    site = table.site
    return {
        "title": table.title,
        "description": canned.plain(table.description),
        "description_html": canned.paragraph(table.description),
        **_origin(contract.descriptor, resource["licenses"]),
        "columns": {field.name: _meaning(field) for field in table.fields},
        "units": {f.name: UNITS[f.unit] for f in table.fields if f.unit in UNITS},
        "facets": list(site["facets"]),
        "sort": site["sort"],
        "size": site["size"],
        **({"label_column": site["label_column"]} if "label_column" in site else {}),
    }


def _views(contract: Contract) -> dict[str, Any]:
    """Views say of themselves what no table says; the rest is the fields' own description."""
    views = {}
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in database.schema(contract):
            connection.execute(statement)
        for path in sorted(database.VIEWS.glob("*.sql")):
            columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{path.stem}")')]
            views[path.stem] = _view(contract, canned.header(path.read_text(encoding="utf-8")), columns)
    return views


def _view(contract: Contract, said: Mapping[str, str], columns: Iterable[str]) -> dict[str, Any]:
    fields = {field.name: _meaning(field) for field in contract.tables[said["fields"]].fields}
    meanings = {name: said.get(f"column {name}") or fields[name] for name in columns}
    return {
        "title": said["title"],
        "description": canned.plain(said["description"]),
        "description_html": canned.paragraph(said["description"]),
        "columns": meanings,
        "sortable_columns": list(meanings),
    }


def _hidden(contract: Contract) -> dict[str, Any]:
    """Search tables, and with them all tables whose names begin with theirs."""
    tables = filter(fulltext.searched, contract.tables.values())
    names = [*(table.name + fulltext.SEARCH_SUFFIX for table in tables), *database.HIDDEN]
    return {name: {"hidden": True} for name in names}


def _plugins(contract: Contract, pages: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration of the plugins, the site's own (`icml-site`) among them."""
    tables = contract.tables.values()
    return {
        "datasette-block-robots": {"literal": ROBOTS},
        "datasette-dashboards": {"overview": canned.dashboard(DATABASE)},
        "datasette-llms-txt": {"sample_rows": 2},
        "datasette-mcp": {"canned_queries": True},
        "icml-site": {
            "database": DATABASE,
            "titles": {table.name: {field.name: field.title for field in table.fields} for table in tables},
            "about": {name: {key: told[key] for key in ("title", "description")} for name, told in pages.items()},
            "lead": json.loads(LEAD_COLUMNS.read_text(encoding="utf-8")),
            "dataset": _dataset(contract.descriptor),
        },
    }


def _dataset(package: Mapping[str, Any]) -> dict[str, Any]:
    """The package as schema.org says it, but for where it is served from."""
    return {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": package["title"],
        "description": canned.plain(package["description"]),
        "version": package["version"],
        "keywords": package["keywords"],
        "license": package["licenses"][0]["path"],
        "creator": [{"@type": "Organization", "name": who["title"]} for who in package["contributors"]],
        "isBasedOn": [source["path"] for source in package["sources"] if source["path"].startswith("https://")],
        "isAccessibleForFree": True,
    }


def _meaning(field: Field) -> str:
    """A field's description as plain text, with its unit: Datasette knows no Markdown there."""
    text = canned.plain(field.description)
    return f"{text} Unit: {field.unit}." if field.unit else text


def _json(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def _origin(package: Mapping[str, Any], licenses: list[Mapping[str, str]]) -> dict[str, str]:
    """Licence, source and home page. One link would stand for all the licences, so it is only
    there where there is one licence."""
    origin = {
        "license": " · ".join(licence["title"] for licence in licenses),
        "source": f"{len(package['sources'])} sources, named on the first page",
        "source_url": "/",
        "about": "the conference's own list of papers",
        "about_url": package["homepage"],
    }
    return origin | ({"license_url": licenses[0]["path"]} if len(licenses) == 1 else {})


def _origins(package: Mapping[str, Any]) -> str:
    sources = "".join(f"<li>{_link(source)}</li>" for source in package["sources"])
    licenses = "".join(f"<li>{_link(licence)}</li>" for licence in package["licenses"])
    return (
        f"<details><summary>Sources</summary><ul>{sources}</ul></details>"
        + f"<details><summary>Licences</summary><ul>{licenses}</ul></details>"
    )


def _begin(pages: Mapping[str, Mapping[str, Any]]) -> str:
    """Links to where most readers want to go, above Datasette's list of the largest tables."""
    links = (f'<li><a href="{DATABASE}/{name}">{escape(page["title"])}</a></li>' for name, page in pages.items())
    return f'<ul class="begin">{"".join(links)}</ul>'


def _link(item: Mapping[str, str]) -> str:
    title, path = escape(item["title"]), escape(item["path"])
    if path.startswith("https://"):
        return f'<a href="{path}">{title}</a>'
    return f"{title} (<code>{path}</code>)"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m pipeline.site", description="Print the arguments of `datasette` with which it serves the site."
    )
    parser.add_argument("--publish", action="store_true", help="print those of `datasette publish` instead")
    print(shlex.join((publish_arguments if parser.parse_args().publish else serve_arguments)(Path())))
