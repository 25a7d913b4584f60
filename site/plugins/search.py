"""Search over papers, contributions and listings at once: ranked, with extracts, for any text at all."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

from datasette import hookimpl
from datasette.utils.asgi import Request, Response
from markupsafe import Markup, escape

PAGE = 20
FEW = 8
LONGEST = 300
# The longest run of Chinese that `fulltext.grams` indexes.
GRAM = 8
CJK = re.compile(
    "[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U000323af]+"
)
TERM = re.compile(r'"([^"]*)"?|([^\s"“”]+)|[“]([^”]*)[”]?')
# What FTS5 marks a hit with, until the text is escaped: no abstract has these characters.
BEGIN, END = "\x02", "\x03"

COUNT = (
    "SELECT count(*) FROM papers_fts JOIN papers AS p ON p.rowid = papers_fts.rowid WHERE papers_fts MATCH ?{literal}"
)
FOUND = """
SELECT p.paper_id, p.decision, p.topic,
  highlight(papers_fts, 0, char(2), char(3)) AS title, highlight(papers_fts, 1, char(2), char(3)) AS abstract
FROM papers_fts JOIN papers AS p ON p.rowid = papers_fts.rowid
WHERE papers_fts MATCH ?{literal} AND rank MATCH 'bm25(8.0, 1.0, 2.0)'
ORDER BY rank, p.paper_id LIMIT ? OFFSET ?
"""
LITERALLY = "SELECT {what} FROM papers AS p WHERE 1{literal} ORDER BY p.paper_id LIMIT ? OFFSET ?"
PLAIN = "p.paper_id, p.decision, p.topic, p.title, p.abstract"
HAS = " AND instr(lower(coalesce(p.title, '') || char(10) || coalesce(p.abstract, '')), ?)"
NAMED = """
SELECT c.paper_id, c.name, c.expansion, c.kind, p.title
FROM contributions_fts JOIN contributions AS c ON c.rowid = contributions_fts.rowid JOIN papers AS p USING (paper_id)
WHERE contributions_fts MATCH ? ORDER BY contributions_fts.rank, c.name, c.paper_id LIMIT ?
"""
LISTED = """
SELECT l.listing_id, l.title, l.entries, l.path
FROM listings_fts JOIN listings AS l ON l.rowid = listings_fts.rowid
WHERE listings_fts MATCH ? ORDER BY listings_fts.rank, l.listing_id LIMIT ?
"""


def terms(text: str) -> tuple[str, list[str]]:
    """What is asked of the index, and what must stand in the text letter by letter.

    The index knows words alone: of `C++` it sees `c`, and of `$` nothing.
    """
    phrases, literal = [], []
    for quoted, word, curly in TERM.findall(text.replace("\0", " ")[:LONGEST]):
        phrase = (quoted or word or curly).strip()
        if re.search(r"[^\W_]", phrase):
            phrases += _cut(phrase)
        if phrase and (re.search(r"[+#]", phrase) or not re.search(r"[^\W_]", phrase)):
            literal.append(phrase.lower())
    return " AND ".join(f'"{phrase}"' for phrase in phrases), literal


def _cut(phrase: str) -> Iterator[str]:
    """A phrase, its long runs of Chinese cut into pieces that the index knows."""
    run = CJK.search(phrase)
    if run is None or len(run[0]) <= GRAM:
        yield phrase
        return
    whole = run[0]
    yield from (whole[start : start + GRAM] for start in range(0, len(whole) - GRAM, GRAM))
    yield whole[-GRAM:]
    rest = (phrase[: run.start()] + " " + phrase[run.end() :]).split()
    yield from (part for part in rest if re.search(r"[^\W_]", part))


def find(connection: sqlite3.Connection, text: str, page: int = 1) -> dict[str, Any]:
    """What is found, best first. Nothing where nothing is asked."""
    match, literal = terms(text)
    if not match and not literal:
        return {"total": 0, "papers": [], "contributions": [], "listings": []}
    has, window = HAS * len(literal), [PAGE, PAGE * (page - 1)]
    if match:
        total = connection.execute(COUNT.format(literal=has), [match, *literal]).fetchone()[0]
        rows = connection.execute(FOUND.format(literal=has), [match, *literal, *window]).fetchall()
    else:
        total = connection.execute(LITERALLY.format(what="count(*)", literal=has), [*literal, 1, 0]).fetchone()[0]
        rows = connection.execute(LITERALLY.format(what=PLAIN, literal=has), [*literal, *window]).fetchall()
    few = match and not literal and page == 1
    return {
        "total": total,
        "papers": [_paper(row, text) for row in rows],
        "contributions": [dict(row) for row in connection.execute(NAMED, [match, FEW])] if few else [],
        "listings": [dict(row) for row in connection.execute(LISTED, [match, FEW])] if few else [],
    }


def _paper(row: sqlite3.Row, text: str) -> dict[str, Any]:
    asked = [max(found, key=len) for found in TERM.findall(text)]
    title = row["title"] or f"Untitled ({row['paper_id']})"
    abstract = row["abstract"] or ""
    plain = abstract.replace(BEGIN, "").replace(END, "")
    return {**dict(row), "title": marked(title), "abstract": plain, "extract": marked(extract(abstract, asked))}


def extract(text: str, asked: list[str], width: int = 280) -> str:
    """The part of a text around its first hit, cut at blanks; a hit that the index has not marked is looked for."""
    if BEGIN not in text:
        for term in filter(None, asked):
            text = re.sub(re.escape(term), lambda found: f"{BEGIN}{found[0]}{END}", text, flags=re.IGNORECASE)
    start = max(0, text.find(BEGIN) - width // 3)
    if start:
        # From the next word on, where one begins soon.
        start = text.find(" ", start, start + 40) + 1 or start
    cut = text[start : start + width]
    more = start + width < len(text)
    if more and " " in cut[width // 2 :]:
        cut = cut.rpartition(" ")[0]
    # A hit that the cut went through is closed.
    cut += END * (cut.count(BEGIN) - cut.count(END))
    return ("…" if start else "") + cut.strip() + ("…" if more else "")


def marked(text: str) -> Markup:
    """A text with its hits as HTML."""
    return Markup(str(escape(text)).replace(BEGIN, "<mark>").replace(END, "</mark>"))


def tidied(query: bytes) -> bytes:
    """A query string without searches for nothing, which Datasette's full-text search calls an error."""
    pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    asked = [(name, value.replace("\0", " ")) if name.startswith("_search") else (name, value) for name, value in pairs]
    clean = [pair for pair in asked if not pair[0].startswith("_search") or pair[1].strip(' \t\r\n"')]
    return query if clean == pairs else urlencode(clean).encode("latin-1")


async def search(datasette: Any, request: Request) -> Response:
    """The page of results, or the same as JSON."""
    text, page = request.args.get("q") or "", request.args.get("page") or "1"
    number = min(int(page), 10_000) if page.isdecimal() and int(page) else 1
    database = datasette.get_database(_name(datasette))
    found = await database.execute_fn(lambda connection: find(connection, text, number))
    if request.path.endswith(".json"):
        return Response.json({"q": text, "page": number, **found})
    shown = {"q": text, "page": number, "pages": -(-found["total"] // PAGE), "found": found, "database": database.name}
    return Response.html(await datasette.render_template("search.html", shown, request=request))


@cache
def _name(datasette: Any) -> str | None:
    """The database's name. Datasette 0.65 copies all metadata to tell it."""
    return (datasette.plugin_config("icml-site") or {}).get("database")


@hookimpl(tryfirst=True)
def register_routes() -> list[tuple[str, Callable[..., Awaitable[Response]]]]:
    """The address that the plugin datasette-search-all uses, which this takes the place of."""
    return [(r"^/-/search(?:\.json)?$", search)]


@hookimpl
def asgi_wrapper() -> Callable[..., Any]:
    """Let a search for nothing show everything."""

    def wrap(app: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        async def asked(scope: dict[str, Any], receive: Any, send: Any) -> None:
            if scope["type"] == "http" and b"_search" in scope.get("query_string", b""):
                scope = {**scope, "query_string": tidied(scope["query_string"])}
            await app(scope, receive, send)

        return asked

    return wrap
