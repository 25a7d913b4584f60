"""Cells that read well: links across tables, lists as lists, and what the contract calls a column."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from datasette import hookimpl
from datasette.utils import tilde_encode, to_css_class
from jinja2 import Environment
from markupsafe import Markup, escape

STATIC = Path(__file__).parent.parent / "static"
PAPERS = ("paper_id", "related_paper_id", "current_paper_id")
LISTINGS = ("listing_id", "listing", "other_listing", "merged_listing", "shown_listing")
LISTS = ("flags", "shared_terms")


def web(address: Any) -> str | None:
    """An address that may be a link: http, https, or a host and path without either; else None."""
    if not isinstance(address, str) or not address.isprintable() or " " in address:
        return None
    known = address if "://" in address or ":" in address.split("/")[0] else f"https://{address}"
    try:
        parts = urlsplit(known)
    except ValueError:
        return None
    return known if parts.scheme in ("http", "https") and "." in parts.netloc else None


def anchor(address: str, text: Any) -> Markup:
    """A link."""
    return Markup('<a href="{}">{}</a>').format(address, text)


def cell(value: Any, column: str, row: Mapping[str, Any], table: str | None, path: Callable[[str, str], str]) -> Any:
    """A cell as HTML, or None where Datasette's own way will do. `path(table, key)` is a row's address."""
    if column in ("title", "titles") and table not in ("listings", "authors") and isinstance(_of(row, "paper_id"), str):
        return anchor(path("papers", _of(row, "paper_id")), value or f"Untitled ({_of(row, 'paper_id')})")
    if column == "related_title" and isinstance(_of(row, "related_paper_id"), str):
        return anchor(path("papers", _of(row, "related_paper_id")), value or "Untitled")
    if not isinstance(value, str) or not value:
        return None
    if column in PAPERS:
        return anchor(path("papers", value), value)
    if column in LISTINGS and table != "listings":
        return anchor(path("listings", value), value)
    if column in LISTS:
        return _list(value)
    if column == "links":
        return Markup(" ").join(anchor(web(item), item) if web(item) else escape(item) for item in value.split())
    if column == "url" and web(value):
        return anchor(web(value) or "", value)
    if column == "arxiv_id":
        return anchor(f"https://arxiv.org/abs/{value}", value)
    return None


def _of(row: Mapping[str, Any], column: str) -> Any:
    """A cell of the row, if there is one; the value of one that Datasette has given a label."""
    value = row[column] if column in row.keys() else None  # noqa: SIM118 (rows of sqlite3 iterate over values)
    return value["value"] if isinstance(value, dict) else value


def _list(value: str) -> Markup | None:
    try:
        items = json.loads(value)
    except ValueError:
        return None
    if not isinstance(items, list):
        return None
    return Markup(" ").join(Markup('<span class="chip">{}</span>').format(item) for item in items)


def ordered(columns: Iterable[Any], lead: list[str]) -> list[Any]:
    """Columns, or the cells of a row: those of the lead in its order, or all where there is none."""
    named = {column.get("name") or column["column"]: column for column in columns}
    return [named[name] for name in lead if name in named] or list(named.values())


def heading(column: str, titles: Mapping[str, str]) -> str:
    """What a column is called on a page: as the contract calls it, or else by its name in words."""
    return "Row" if column == "Link" else titles.get(column) or column.replace("_", " ").capitalize()


def body(rows: Iterable[Iterable[tuple[str, Any, str]]], titles: Mapping[str, str]) -> Markup:
    """The rows of a table as HTML, of cells of a column, a value and a class.

    Not by a template: of 100 rows that took 12 ms, half of what the page takes.
    """
    known: dict[tuple[str, str], str] = {}
    lines = []
    for row in rows:
        cells = []
        for column, value, kind in row:
            if (column, kind) not in known:
                known[column, kind] = _opened(column, kind, titles)
            cells.append(f"{known[column, kind]}{escape(value)}</td>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return Markup("\n".join(lines))


def _opened(column: str, kind: str, titles: Mapping[str, str]) -> Markup:
    named = f"col-{to_css_class(column)} {kind}".strip()
    return Markup('<td class="{}" data-label="{}">').format(named, heading(column, titles))


def table_body(rows: Iterable[Iterable[Any]], lead: list[str], titles: Mapping[str, str]) -> Markup:
    """The rows of a table's page."""
    cells = (ordered(row, lead) for row in rows)
    return body(([(c["column"], c["value"], f"type-{c['value_type']}") for c in row] for row in cells), titles)


def query_body(rows: Iterable[Iterable[Any]], columns: list[str], titles: Mapping[str, str]) -> Markup:
    """The rows of a query's page."""
    return body((zip(columns, row, repeat(""), strict=False) for row in rows), titles)


def versions() -> dict[str, str]:
    """Each static file with a hash of its content, so that browsers may keep it."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:12] for path in STATIC.iterdir()}


@hookimpl
def render_cell(row: Any, value: Any, column: str, table: str | None, database: str, datasette: Any) -> Any:
    """Cells of tables, views and queries."""
    if row is None:
        return None
    return cell(value, column, row, table, lambda name, key: f"{_table(datasette, database, name)}/{tilde_encode(key)}")


@cache
def _table(datasette: Any, database: str, table: str) -> str:
    """A table's address. Datasette takes 50 µs to tell it, and a page of a table asks for hundreds."""
    return str(datasette.urls.table(database, table))


@cache
def _plugins(datasette: Any) -> frozenset[str]:
    """The names of the plugins. Datasette takes 10 ms to tell them."""
    return frozenset(plugin["name"] for plugin in datasette._plugins())


@hookimpl
def prepare_jinja2_environment(env: Environment, datasette: Any) -> None:
    """What every template may ask for."""
    known = versions()
    env.globals["asset"] = lambda name: datasette.urls.path(f"/static/{name}?{known[name]}")
    env.globals["contract"] = datasette.plugin_config("icml-site") or {}
    env.globals["has_plugin"] = lambda name: name in _plugins(datasette)
    env.filters["web"] = web
    env.filters["ordered"] = ordered
    env.filters["heading"] = heading
    env.filters["table_body"] = table_body
    env.filters["query_body"] = query_body
    env.filters["tilde"] = tilde_encode
