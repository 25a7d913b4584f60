"""For machines: the sitemap, what robots are told of it, and an address that leads to a paper for good."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from xml.sax.saxutils import escape

from datasette import hookimpl
from datasette.utils import tilde_encode
from datasette.utils.asgi import NotFound, Request, Response

# The most that one sitemap may hold.
MOST = 50_000


def _database(datasette: Any) -> Any:
    return datasette.get_database((datasette.plugin_config("icml-site") or {}).get("database"))


async def sitemap(datasette: Any, request: Request) -> Response:
    """The pages worth finding: the first page, tables, listings and papers."""
    database, config = _database(datasette), datasette.plugin_config("icml-site") or {}
    here = escape(datasette.absolute_url(request, "/")).rstrip("/")
    pages = [datasette.urls.instance(), datasette.urls.database(database.name)]
    tables = {table: str(datasette.urls.table(database.name, table)) for table in config.get("titles", {})}
    pages += tables.values()
    for table, key in (("listings", "listing_id"), ("papers", "paper_id")):
        sql = f"SELECT {key} FROM {table} ORDER BY {key} LIMIT {MOST - 1000}"
        # As one text: a query of Datasette's is cut off at max_returned_rows.
        keys = await database.execute_fn(lambda connection, sql=sql: [row[0] for row in connection.execute(sql)])
        pages += [f"{tables[table]}/{tilde_encode(row)}" for row in keys]
    found = "\n".join(f"<url><loc>{here}{page}</loc></url>" for page in pages[:MOST])
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    return Response(f"{head}\n{found}\n</urlset>\n", content_type="application/xml; charset=utf-8")


async def paper(datasette: Any, request: Request) -> Response:
    """From any id ever given to a paper to the paper as it is now."""
    database = _database(datasette)
    sql = "SELECT current_paper_id FROM identifiers WHERE paper_id = ? AND current_paper_id IS NOT NULL"
    row = (await database.execute(sql, [request.url_vars["id"]])).first()
    if row is None:
        raise NotFound("No paper has this id")
    return Response.redirect(datasette.urls.row(database.name, "papers", row[0]))


@hookimpl
def register_routes() -> list[tuple[str, Callable[..., Awaitable[Response]]]]:
    """The two addresses."""
    return [(r"^/sitemap\.xml$", sitemap), (r"^/paper/(?P<id>[0-9a-f]{12})$", paper)]


@hookimpl
def block_robots_extra_lines(datasette: Any, request: Request) -> list[str]:
    """For datasette-block-robots, whose configuration cannot know the server's name."""
    return [f"Sitemap: {datasette.absolute_url(request, datasette.urls.path('/sitemap.xml'))}"]
