"""The rows of every table, from entries, texts, facts and ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline import ids, titles
from pipeline.contract import Contract
from pipeline.dedupe import Member, Pair, fingerprint
from pipeline.descriptor import DESCRIPTOR
from pipeline.facts import COLUMNS, Facts
from pipeline.problems import Problem
from pipeline.read import Entry, Listing
from pipeline.related import related
from pipeline.texts import Text

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Paper:
    """One paper: the entry whose text is shown, the entries merged into it and why, and its facts."""

    kept: tuple[Entry, Text]
    merged: tuple[tuple[Entry, Text, Member], ...]
    facts: Facts


def marks(paper: Paper) -> ids.Group:
    """What the register needs to know of a paper."""
    entries = [paper.kept, *((entry, text) for entry, text, _ in paper.merged)]
    return [_mark(entry, text.abstract, paper.facts.title or "") for entry, text in entries]


def _mark(entry: Entry, abstract: str, title: str) -> ids.Mark:
    words = fingerprint(abstract)
    titled = fingerprint(f"{abstract}\n{title}") if title else words
    return ids.Mark(words if abstract else titled, titled, entry.sha256)


def tables(
    listings: Sequence[Listing],
    rejected: Sequence[tuple[Entry, Text]],
    papers: Sequence[Paper],
    given: ids.Ids,
    pairs: Iterable[Pair],
) -> dict[str, Rows]:
    """All tables of `clean/`, by name. papers and given.paper_ids stand in the same order."""
    known = list(zip(given.paper_ids, papers, strict=True))
    entries = [row for paper_id, paper in known for row in _entry_rows(paper_id, paper)]
    entries += [_entry_row(entry, "rejected", reason=text.rejected) for entry, text in rejected]
    status = Counter((row["listing_id"], row["status"]) for row in entries)
    return {
        "listings": [_listing_row(listing, status) for listing in listings],
        "entries": entries,
        "papers": [_paper_row(paper_id, paper) for paper_id, paper in known],
        "authors": [row for paper_id, paper in known for row in _positioned(paper_id, paper.facts.authors)],
        "contributions": [
            row for paper_id, paper in known for row in _positioned(paper_id, _said(paper).contributions)
        ],
        "links": [row for paper_id, paper in known for row in _positioned(paper_id, _said(paper).links)],
        "quantities": [row for paper_id, paper in known for row in _positioned(paper_id, _said(paper).quantities)],
        "related": related([(paper_id, paper.facts.title, _said(paper).abstract) for paper_id, paper in known]),
        "duplicate_pairs": [vars(pair) for pair in pairs],
        "identifiers": [_identifier_row(line, given) for line in given.register],
        "edits": [row for paper in papers for row in _edit_rows(paper)],
    }


def _said(paper: Paper) -> Text:
    return paper.kept[1]


def _listing_row(listing: Listing, status: Counter[tuple[str, str]]) -> dict[str, Any]:
    title = titles.parse(listing.title)
    partner = listing.partner
    return {
        "listing_id": listing.listing_id,
        "path": f"raw/{listing.name}",
        "partner_path": f"raw/{partner.name}" if partner else None,
        "title": listing.title,
        "title_language": title.language,
        "venue": title.venue,
        "year": title.year,
        "entries": len(listing.entries),
        **{name: status[listing.listing_id, name] for name in ("kept", "merged", "rejected")},
        "encoding": listing.encoding,
        "bytes": listing.bytes,
        "sha256": listing.sha256,
        "partner_sha256": partner.sha256 if partner else None,
    }


def mismatches(terms: Contract, drawn: dict[str, Rows]) -> list[Problem]:
    """The tables and columns that are only described or only made, by a contract that was changed by hand."""
    names = [f"the table {name!r}" for name in set(drawn) ^ set(terms.tables)]
    for name in set(drawn) & set(terms.tables):
        described = set(terms.tables[name].columns)
        made = set(drawn[name][0]) if drawn[name] else described
        names += [f"the column {column!r} of {name}" for column in made ^ described]
    remedy = "correct its name, or what pipeline/tables.py makes"
    return [
        Problem(DESCRIPTOR, 0, f"{name} is described here or made by the build, not both", remedy)
        for name in sorted(names)
    ]


def _entry_rows(paper_id: str, paper: Paper) -> Rows:
    entry, _ = paper.kept
    place = f"Entry {entry.position} of {entry.listing_id} is kept. "
    rows = [_entry_row(entry, "kept", "first", paper_id=paper_id)]
    for other, _, member in paper.merged:
        rows.append(_entry_row(other, "merged", member.match, member.similarity, paper_id, place + member.reason))
    return rows


def _entry_row(
    entry: Entry,
    status: str,
    match: str | None = None,
    similarity: float | None = None,
    paper_id: str | None = None,
    reason: str | None = None,
) -> dict[str, Any]:
    return {
        "listing_id": entry.listing_id,
        "position": entry.position,
        "line_start": entry.line_start,
        "line_end": entry.line_end,
        "locator": entry.locator,
        "sha256": entry.sha256,
        "status": status,
        "match": match,
        "similarity": similarity,
        "paper_id": paper_id,
        "reason": reason,
    }


def _paper_row(paper_id: str, paper: Paper) -> dict[str, Any]:
    entry, text = paper.kept
    return {
        "paper_id": paper_id,
        "abstract": text.abstract or None,
        "abstract_source": entry.source or None,
        "words": text.words,
        "listing_id": entry.listing_id,
        "position": entry.position,
        "entries": 1 + len(paper.merged),
        "flags": text.flags,
        **{name: getattr(paper.facts, name) for name in COLUMNS},
    }


def _positioned(paper_id: str, found: Sequence[object]) -> Rows:
    """Rows of what stands in a paper in order: its authors, links, names, figures."""
    return [
        {"paper_id": paper_id, "position": position, **{name: getattr(each, name) for name in _names(each)}}
        for position, each in enumerate(found, 1)
    ]


def _names(row: object) -> Iterable[str]:
    return type(row).__dataclass_fields__  # type: ignore[attr-defined, no-any-return]


def _identifier_row(line: ids.Given, given: ids.Ids) -> dict[str, Any]:
    return {
        "paper_id": line.paper_id,
        "current_paper_id": given.current[line.paper_id],
        "fingerprint": line.fingerprint,
    }


def _edit_rows(paper: Paper) -> Rows:
    entries = [paper.kept, *((entry, text) for entry, text, _ in paper.merged)]
    return [
        {
            "listing_id": entry.listing_id,
            "position": entry.position,
            **vars(edit),
            "before": edit.before or None,
            "after": edit.after or None,
        }
        for entry, text in entries
        for edit in text.edits
    ]
