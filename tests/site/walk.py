"""Every route of the site, asked in ways that nobody asks in good faith.

`kinds` lists them; who walks them looks at each answer with `faults`.
"""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from pipeline import site
from tests.package import Rows

BASE = f"/{site.DATABASE}"
FOREVER = "with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) from n"
# What no script, no attribute and no address of a page may be made of.
MARKUP = "<script>alert(1)</script>"

NAMES = [
    "_size", "_next", "_facet", "_facet_size", "_facet_array", "_facet_date", "_facet_m2m", "_sort", "_sort_desc",
    "_sort_by_desc", "_where", "_label", "_labels", "_col", "_nocol", "_shape", "_shape_", "_json", "_json_infinity",
    "_search", "_search_title", "_search_nope", "_searchmode", "_through", "_trace", "_timelimit", "_nocount",
    "_nofacet", "_nosuggest", "_extra", "_stream", "_dl", "_header", "_filter_column", "_filter_op", "_filter_value",
    "_filter_column_1", "_blob_column", "_blob_hash", "_ttl", "_hash", "_all", "_show_sql", "_hide_sql", "_format",
    "_feed_title", "_internal", "_initial", "_redirect", "_method", "sql", "q", "page", "phrase", "author", "topic", "id",
    "listing", "line", "title", "title__contains", "title__nope", "title__in", "title__gt", "title__date", "title__like",
    "title__glob", "title__isnull__1", "words", "words__gt", "flags__arraycontains", "nope", "nope__exact", "rowid", "",
]  # fmt: skip
VALUES = [
    "", " ", "0", "1", "-1", "1.5", "on", "max", "1e9", "9" * 30, "NaN", "Infinity", "abc", "title", "TITLE", "words", "paper_id",
    "a,b,c,d", "$null", "$null,", "~", "~zz", "~00", ",", "'", '"', "]", "[title]", "';drop table papers;--", "1) or (1=1",
    "title;", "{}", "[]", "{", '{"table":"authors","column":"name","value":"x"}', '{"a":1}', "[1]", "null", "../../etc/passwd",
    "%s", "{{7*7}}", MARKUP, "javascript:alert(1)", "\0", "a\0b", "\r\nSet-Cookie: x=1", "\u202e", "论文", "🙂",
    "objects", "arrays", "array", "object", "x" * 6000, FOREVER, "select 1", "1=1", "title match 'x'", "abs('x",
]  # fmt: skip
# As they stand in an address, whatever is wrong with them.
RAW = [
    "%",
    "%zz",
    "%0",
    "%00",
    "%ff%fe",
    "%E8%AE",
    "%ed%a0%80",
    "%2",
    "%u0041",
    "+",
    "a=b=c",
    "&&&",
    ";",
    "%25zz",
    "%0d%0a",
]
METHODS = ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "NONSENSE"]
# An MCP client posts its questions; all else only reads.
MCP = "/-/mcp"
WRITES = [
    *(f"{BASE}/-/{what}" for what in ("create", "execute-write", "insert", "query", "queries/store", "drop", "foreign-keys")),
    *(f"{BASE}/papers/-/{what}" for what in ("insert", "upsert", "drop", "alter", "set-column-type", "fragment")),
    *(f"{BASE}/papers/{{paper}}/-/{what}" for what in ("update", "delete")),
    *(f"/-/{what}" for what in ("create-token", "permissions", "messages", "logout", "allow-debug", "upload-csvs")),
]  # fmt: skip
SQL = [
    FOREVER,
    FOREVER.replace("count(*)", "group_concat(x)"),
    "with recursive n(x) as (select 1 union all select x + 1 from n) select x from n",
    "select count(*) from entries a, entries b, edits c, edits d, related e",
    "select hex(randomblob(500000000))",
    "select printf('%.*c', 900000000, 'x')",
    "select replace(printf('%.*c', 1000000, 'x'), 'x', printf('%.*c', 1000, 'y'))",
    "select abstract from papers where abstract like '%" + "a%" * 200 + "'",
    "select " + "(" * 900 + "1" + ")" * 900,
    "select " + "+".join(["1"] * 3000),
    "select 1;select 2", "select", "selec", "", ";", "--", "/*", "select :a, :b", "select :_a_b", "select ?", "select ?9999999",
    "pragma writable_schema=1", "pragma table_info(papers)", "attach 'x.db' as x", "vacuum into '/tmp/walk.db'",
    "insert into papers select * from papers", "delete from papers", "create table t(x)", "explain select 1",
    "select load_extension('x')", "select readfile('/etc/passwd')", "select * from sqlite_master", "select x'00ff', 9e999, null",
    "select * from papers_fts where papers_fts match '\"'", "select fts5(x'00')", "select json('{')", "select 1 as \"<b>\"",
    "with x as (delete from papers returning *) select * from x", "select zeroblob(10)", "select 1 from papers, papers",
]  # fmt: skip


class Asked(NamedTuple):
    """A request."""

    path: str
    method: str = "GET"


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes


def pages(tables: Rows) -> list[str]:
    """An address of each kind of page."""
    paper, listing = tables["papers"][0]["paper_id"], tables["listings"][0]["listing_id"]
    return [
        "/", "/.json", BASE, f"{BASE}.json", f"{BASE}.db", f"{BASE}/papers", f"{BASE}/papers.json", f"{BASE}/papers.csv",
        f"{BASE}/papers/{paper}", f"{BASE}/papers/{paper}.json", f"{BASE}/papers/{paper}.blob", f"{BASE}/listings/{listing}",
        f"{BASE}/entries", f"{BASE}/entries/{listing},1", f"{BASE}/related", f"{BASE}/paper_overview", f"{BASE}/author_overview.json",
        f"{BASE}/feed.atom", f"{BASE}/search_phrase", f"{BASE}/search_phrase.json", f"{BASE}/search_phrase.csv", f"{BASE}/papers_by_author",
        f"{BASE}/entry_at_line", f"{BASE}/merged_texts", f"{BASE}/papers_fts", f"{BASE}/papers.md", f"{BASE}.md", f"{BASE}/-/query",
        "/-/search", "/-/search.json", "/sitemap.xml", f"/paper/{paper}", "/robots.txt", "/llms.txt", MCP,
        "/-/dashboards", "/-/dashboards/overview", "/-/dashboards/overview/topics", "/-/dashboards/nope", "/-/dashboards/overview/embed", "/-/dashboards/overview/topics/embed",
        f"{BASE}/llms.txt", f"{BASE}/papers/llms.txt", "/:memory:", "/-/static-plugins/datasette-leaflet/x", "/-/static-plugins/datasette_leaflet/x",
        "/-/static-plugins/datasette-dashboards/x", "/-/config.json",
        "/static/site.css", "/static/nope.css", "/-/static/app.css", "/-/static-plugins/datasette_dashboards/dashboards.js",
    ]  # fmt: skip


ADMIN = [
    f"/-/{name}"
    for name in (
        "metadata", "metadata.json", "versions", "settings", "plugins", "config", "threads", "databases", "actor.json",
        "actions", "actions.json", "messages", "permissions", "allow-debug", "patterns", "auth-token", "create-token",
        "logout", "api", "jump", "jump.json", "tables", "tables.json", "check", "allowed", "rules", "schema", "schema.json",
        "autocomplete", "debug", "", "nope", "..", "static/../../site.css", "static/%2e%2e/app.py",
    )
]  # fmt: skip
ODD_PATHS = [
    "//", "/.", "/..", "/%2e%2e/%2e%2e/etc/passwd", "/icml2026/", "/icml2026//papers", "/ICML2026", "/icml2026/PAPERS", "/nope", "/nope/nope",
    "/icml2026/nope", "/icml2026/papers/nope", "/icml2026/papers/a,b,c", "/icml2026/papers/~00", "/icml2026/papers/%00", "/icml2026/%00",
    "/icml2026/papers/" + "x" * 6000, "/" + "a/" * 3000, "/icml2026/sqlite_master", "/icml2026/papers_fts_data", "/_internal", "/_memory",
    "/_memory?sql=select+1", "/icml2026/papers.nope", "/icml2026.nope", "/icml2026/papers/nope.blob?_blob_column=abstract", "/favicon.ico",
    "/paper/zz", "/paper/000000000000", "/%E8%AE%BA", "/\u202e".encode().hex(), "/icml2026/entries/~2F,1", "/icml2026/entries/a", "/icml2026/edits/a,b,c",
    "/icml2026/-/execute-write", "/icml2026/papers/-/schema", "/icml2026/-/schema", "/icml2026/papers/-/nope", "/icml2026/papers/x/-/nope",
]  # fmt: skip


def sql(text: str, end: str = "/-/query") -> Asked:
    """A query of somebody's own."""
    return Asked(f"{BASE}{end}?sql={quote(text)}")


def kinds(tables: Rows) -> dict[str, Iterator[Asked]]:
    """All that is asked, by what is odd about it."""
    paper, every = tables["papers"][0]["paper_id"], pages(tables)
    written = [path.format(paper=paper) for path in WRITES]
    plain = [*every, *ADMIN, *ODD_PATHS, *written]
    return {
        "paths": (Asked(path, method) for path in plain for method in ("GET", "HEAD")),
        "methods": (Asked(path, method) for path in plain for method in METHODS),
        "arguments": (Asked(f"{path}?{quote(n)}={quote(v)}") for path, n, v in product(every, NAMES, VALUES)),
        "encodings": (
            Asked(f"{path}?{name}={raw}") for path, name, raw in product(every, ("sql", "q", "_next", "_search"), RAW)
        ),
        "raw": (Asked(f"{path}?{raw}") for path, raw in product([*every, *ADMIN], RAW)),
        "SQL": (sql(text, end) for text, end in product(SQL, ("", ".json", ".csv", "/-/query", "/-/query.json"))),
    }


def ask(address: str, asked: Asked, timeout: float = 60) -> Answer:
    """Ask a server, without a library that would mend the address first."""
    place = urlsplit(address)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=timeout)
    try:
        body = b"{}" if asked.method not in ("GET", "HEAD") else None
        headers = {"Content-Type": "application/json"} if body else {}
        connection.request(asked.method, asked.path, body=body, headers=headers)
        got = connection.getresponse()
        return Answer(got.status, {name.lower(): value for name, value in got.getheaders()}, got.read())
    finally:
        connection.close()


def faults(asked: Asked, answer: Answer) -> list[str]:
    """What no answer may be."""
    found = []
    if answer.status >= 500:
        found.append(f"status {answer.status}")
    if asked.method not in ("GET", "HEAD") and answer.status < 400 and not asked.path.startswith(MCP):
        found.append(f"{asked.method} answered {answer.status}")
    # What uvicorn refuses never comes to Datasette.
    if answer.body != b"Invalid HTTP request received.":
        found += [f"without {name}" for name in HEADERS if not re.search(HEADERS[name], answer.headers.get(name, ""))]
    # A page of Datasette's own to try out messages, with a form that nothing here answers.
    if "set-cookie" in answer.headers and not asked.path.startswith("/-/messages"):
        found.append("sets a cookie")
    if "html" in answer.headers.get("content-type", "") and MARKUP.encode() in answer.body:
        found.append("markup of the request in the page")
    return found


HEADERS = {
    "content-security-policy": r"^default-src 'none'; script-src 'self'(?: 'nonce-[\w-]{20,}')?; .*frame-ancestors 'self'$",
    "x-content-type-options": "^nosniff$",
    "referrer-policy": "^same-origin$",
    "permissions-policy": "camera=()",
}
