"""A paper's page: what the abstract says and where, where it is listed, what it was merged with, how to cite it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from datasette import hookimpl
from datasette.utils import tilde_decode

Row = Mapping[str, Any]

OF_PAPER = {
    "authors": "SELECT * FROM authors WHERE paper_id = ? ORDER BY position",
    "links": "SELECT * FROM links WHERE paper_id = ? ORDER BY position",
    "contributions": "SELECT * FROM contributions WHERE paper_id = ? ORDER BY position",
    "quantities": "SELECT * FROM quantities WHERE paper_id = ? ORDER BY position",
    "related": """
        SELECT r.*, p.title, p.topic FROM related AS r JOIN papers AS p ON p.paper_id = r.related_paper_id
        WHERE r.paper_id = ? ORDER BY r.rank""",
    "entries": """
        SELECT e.*, l.title AS listing, l.path, l.venue, l.year, l.title_language, m.abstract AS merged_text,
          (SELECT count(*) FROM edits AS d WHERE d.listing_id = e.listing_id AND d.position = e.position) AS edits
        FROM entries AS e JOIN listings AS l USING (listing_id)
        LEFT JOIN merged_texts AS m USING (listing_id, position)
        WHERE e.paper_id = ? ORDER BY e.status, e.listing_id, e.position""",
}
PERCENT = {"percent": "percent", "percentage_point": "percentage points", "multiplier": "times", "point": "points"}


def load(connection: sqlite3.Connection, paper_id: str) -> dict[str, Any] | None:
    """All that the page shows, or None where there is no such paper."""
    sql = "SELECT * FROM papers LEFT JOIN citations USING (paper_id) WHERE paper_id = ?"
    row = connection.execute(sql, [paper_id]).fetchone()
    if row is None:
        return None
    paper = {name: [dict(found) for found in connection.execute(sql, [paper_id])] for name, sql in OF_PAPER.items()}
    kept = next((entry for entry in paper["entries"] if entry["status"] == "kept"), None)
    for related in paper["related"]:
        related["shared_terms"] = json.loads(related["shared_terms"])
    for entry in paper["entries"]:
        text = entry.pop("merged_text")
        entry["difference"] = difference(row["abstract"] or "", text) if text else None
    return {**dict(row), **paper, "kept": kept, "segments": segments(row["abstract"] or "", list(spans(paper)))}


def spans(paper: Mapping[str, Sequence[Row]]) -> Iterator[dict[str, Any]]:
    """What is marked in the abstract: names, figures, addresses."""
    for row in paper["contributions"]:
        stands_for = f": {row['expansion']}" if row["expansion"] else ""
        yield _span(row, "name", f"{row['role'].capitalize()} contribution, {row['kind']}{stands_for}")
    for row in paper["quantities"]:
        yield _span(row, "figure", f"Reported figure: {figure(row)}")
    for row in paper["links"]:
        yield _span(row, "address", f"Address of {row['kind']}") | {"url": row["url"]}


def _span(row: Row, kind: str, title: str) -> dict[str, Any]:
    return {"start": row["start"], "end": row["end"], "kind": kind, "title": title}


def figure(row: Row) -> str:
    """A figure in words: `up to 2 to 3 times`."""
    low, high = (f"{row[name]:.12g}" for name in ("value_min", "value_max"))
    value = low if low == high else f"{low} to {high}"
    return " ".join(filter(None, [row["qualifier"], value, PERCENT[row["unit"]]]))


def segments(text: str, marks: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The text in pieces, each marked or plain. Of two marks that overlap the one that begins first stands."""
    pieces, at = [], 0
    for mark in sorted(marks, key=lambda mark: (mark["start"], -mark["end"])):
        if at <= mark["start"] < mark["end"] <= len(text):
            pieces += [{"text": text[at : mark["start"]]}, {**mark, "text": text[mark["start"] : mark["end"]]}]
            at = mark["end"]
    return [piece for piece in [*pieces, {"text": text[at:]}] if piece["text"]]


def difference(kept: str, merged: str, around: int = 8) -> list[dict[str, str]]:
    """Word by word what a merged text has otherwise than the text kept; long runs that are alike are cut."""
    left, right = kept.split(), merged.split()
    pieces = []
    for what, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if what == "equal":
            words = left[a:b]
            cut = len(words) > 2 * around + 1
            pieces.append(("same", [*words[:around], "…", *words[-around:]] if cut else words))
        else:
            pieces += [("kept", left[a:b]), ("merged", right[c:d])]
    return [{"what": what, "text": " ".join(words)} for what, words in pieces if words]


def citation(paper: Mapping[str, Any], year: int | None, venue: str | None) -> str:
    """The paper as a line of text."""
    names = [author["name"] for author in paper["authors"]]
    authors = ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)
    where = " ".join(map(str, filter(None, [venue, year])))
    # The address that the BibTeX gives.
    address = paper["icml_url"] or paper["openreview_url"] or paper["url"]
    parts = filter(None, [authors, paper["title"] or "Untitled", where])
    told = " ".join(part if part.endswith(("?", "!", ".")) else f"{part}." for part in parts)
    return f"{told} {address}" if address else told


def article(paper: Mapping[str, Any], year: int | None, venue: str | None, url: str) -> dict[str, Any]:
    """The paper as schema.org says it."""
    arxiv = paper["arxiv_id"] and f"https://arxiv.org/abs/{paper['arxiv_id']}"
    said = {
        "@context": "https://schema.org",
        "@type": "ScholarlyArticle",
        "@id": url,
        "url": url,
        "identifier": paper["paper_id"],
        "headline": paper["title"],
        "name": paper["title"],
        "abstract": paper["abstract"],
        "author": [{"@type": "Person", "name": author["name"]} for author in paper["authors"]],
        "datePublished": year and str(year),
        "isPartOf": venue and {"@type": "PublicationEvent", "name": f"{venue} {year or ''}".strip()},
        "keywords": [word for word in (paper["topic_area"], paper["topic"]) if word],
        "sameAs": [address for address in (paper["openreview_url"], paper["icml_url"], arxiv) if address],
    }
    return {name: value for name, value in said.items() if value}


@hookimpl
def extra_template_vars(template: str, database: str | None, request: Any, datasette: Any) -> Any:
    """What the template of a paper's page shows."""
    if not (template or "").startswith("row-") or not template.endswith("-papers.html"):
        return {}

    async def found() -> dict[str, Any]:
        key = tilde_decode(request.url_vars["pks"])
        paper = await datasette.get_database(database).execute_fn(lambda connection: load(connection, key))
        if paper is None:
            return {}
        year, venue = (paper["kept"] or {}).get("year"), (paper["kept"] or {}).get("venue")
        url = datasette.absolute_url(request, datasette.urls.path(f"/paper/{key}"))
        return {
            "paper": paper,
            "citation": citation(paper, year, venue),
            "jsonld": article(paper, year, venue, url),
        }

    return found
