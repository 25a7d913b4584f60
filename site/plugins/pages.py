"""What the first page and a listing's page show."""

from __future__ import annotations

import sqlite3
from typing import Any

from datasette import hookimpl
from datasette.utils import tilde_decode

# The most entries that a listing's page shows; the rest is a link away.
MOST = 200

COUNTS = """
SELECT (SELECT count(*) FROM papers) AS papers, (SELECT count(*) FROM listings) AS listings,
  (SELECT count(*) FROM entries) AS entries, (SELECT count(*) FROM entries WHERE status = 'merged') AS merged,
  (SELECT count(*) FROM contributions) AS contributions,
  (SELECT count(*) FROM quantities) AS quantities
"""
AREAS = """
SELECT topic_area AS area, count(*) AS papers FROM papers
WHERE topic_area IS NOT NULL GROUP BY topic_area ORDER BY papers DESC, area LIMIT 12
"""
LISTINGS = "SELECT listing_id, title, title_language, entries, kept, merged FROM listings ORDER BY listing_id LIMIT 12"
SINGLED_OUT = """
SELECT paper_id, title, decision, topic FROM papers
WHERE decision IN ('oral', 'spotlight') AND title IS NOT NULL ORDER BY decision, title, paper_id LIMIT 6
"""
LISTED = """
SELECT e.*, p.title, p.decision, p.topic,
  (SELECT count(*) FROM entries AS o WHERE o.paper_id = e.paper_id) AS shown
FROM entries AS e LEFT JOIN papers AS p USING (paper_id)
WHERE e.listing_id = ? ORDER BY e.position LIMIT ?
"""
SHARED = """
SELECT l.listing_id, l.title, count(DISTINCT e.paper_id) AS papers
FROM listings AS l LEFT JOIN entries AS e ON e.listing_id = l.listing_id
  AND e.paper_id IN (SELECT paper_id FROM entries WHERE listing_id = :listing)
WHERE l.listing_id != :listing GROUP BY l.listing_id ORDER BY papers DESC, l.listing_id LIMIT 12
"""


def home(connection: sqlite3.Connection) -> dict[str, Any]:
    """The figures and lists of the first page."""
    lists = {"areas": AREAS, "listings": LISTINGS, "singled_out": SINGLED_OUT}
    found = {name: [dict(row) for row in connection.execute(sql)] for name, sql in lists.items()}
    return {"counts": dict(connection.execute(COUNTS).fetchone()), **found}


def listing(connection: sqlite3.Connection, key: str) -> dict[str, Any] | None:
    """A listing with its entries, and how many of its papers other listings show."""
    row = connection.execute("SELECT * FROM listings WHERE listing_id = ?", [key]).fetchone()
    if row is None:
        return None
    rows = [dict(entry) for entry in connection.execute(LISTED, [key, MOST])]
    shared = [dict(other) for other in connection.execute(SHARED, {"listing": key})]
    return {**dict(row), "rows": rows, "shared": shared}


def dataset(config: dict[str, Any], url: str, database: str) -> dict[str, Any]:
    """The package as schema.org says it, with where its tables can be loaded from."""
    ways = {f"{name}.csv?_stream=1": "text/csv" for name in config["titles"]}
    loads = [{"@type": "DataDownload", "contentUrl": f"{url}{database}/{path}", "encodingFormat": kind,
              "name": path.split(".")[0]} for path, kind in ways.items()]  # fmt: skip
    whole = {"@type": "DataDownload", "contentUrl": f"{url}{database}.db", "encodingFormat": "application/vnd.sqlite3"}
    return {**config["dataset"], "@id": url, "url": url, "distribution": [*loads, whole]}


@hookimpl
def extra_template_vars(template: str, database: str | None, request: Any, datasette: Any) -> Any:
    """What the templates of the two pages show."""
    if template == "index.html":
        return lambda: _home(datasette, request, datasette.plugin_config("icml-site"))
    if (template or "").startswith("row-") and template.endswith("-listings.html"):
        key = tilde_decode(request.url_vars["pks"])
        return lambda: _listing(datasette, database, key)
    return {}


async def _home(datasette: Any, request: Any, config: dict[str, Any]) -> dict[str, Any]:
    found = await datasette.get_database(config["database"]).execute_fn(home)
    url = datasette.absolute_url(request, datasette.urls.instance())
    return {"home": found, "jsonld": dataset(config, url, config["database"])}


async def _listing(datasette: Any, database: str | None, key: str) -> dict[str, Any]:
    return {"listing": await datasette.get_database(database).execute_fn(lambda connection: listing(connection, key))}
