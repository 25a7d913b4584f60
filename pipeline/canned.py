"""The site's ready-made queries and charts: each a file of SQL, with what it says of itself at its head."""

from __future__ import annotations

import json
import re
from html import escape
from itertools import takewhile
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

SITE = Path(__file__).parent.parent / "site"
QUERIES = SITE / "queries"
CHARTS = SITE / "charts"


def queries() -> dict[str, Any]:
    """Every query by its name, as Datasette takes it."""
    return {path.stem: _query(path) for path in sorted(QUERIES.glob("*.sql"))}


def dashboard(database: str) -> dict[str, Any]:
    """The charts as datasette-dashboards takes them; `database` is the name that Datasette knows it by."""
    common = json.loads((CHARTS / "common.json").read_text(encoding="utf-8"))
    charts = {}
    for path in sorted(CHARTS.glob("*.sql")):
        sql = path.read_text(encoding="utf-8")
        charts[path.stem.partition("_")[2]] = {
            **header(sql),
            "db": database,
            "query": without_header(sql),
            "library": "vega-lite",
            "display": {**common, **json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))},
        }
    return {"title": "Dashboard", "description": "The papers in six questions.", "charts": charts}


def header(sql: str) -> dict[str, str]:
    """The `-- name: text` lines at the head of a file of SQL."""
    lines = takewhile(lambda line: line.startswith("-- "), sql.splitlines())
    return dict(line[3:].split(": ", 1) for line in lines)


def without_header(sql: str) -> str:
    """SQL without the comment lines at its head."""
    return re.sub(r"\A(?:--.*\n|\s*\n)*", "", sql).strip().rstrip(";")


def plain(text: str) -> str:
    """Markdown's code spans in quotation marks."""
    return re.sub(r"`([^`]+)`", r"“\1”", text)


def paragraph(text: str) -> str:
    """Markdown's code spans, the only markup in descriptions, as HTML."""
    return "<p>" + re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False)) + "</p>"


def _query(path: Path) -> dict[str, Any]:
    sql = path.read_text(encoding="utf-8")
    said = header(sql)
    description = paragraph(said["description"])
    if "example" in said:
        example = parse_qsl(said["example"])
        shown = escape(", ".join(f"{name} = {value}" for name, value in example))
        description += f'<p>Example: <a href="?{escape(urlencode(example))}">{shown}</a></p>'
    return {
        "title": said["title"],
        "description": plain(said["description"]),
        "description_html": description,
        "sql": without_header(sql),
        "hide_sql": True,
    }
