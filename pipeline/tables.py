"""The rows of every table, from entries, texts, facts and ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pipeline import facts as facts_of
from pipeline import ids, links, titles
from pipeline.read import Entry, Listing
from pipeline.texts import Text

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Paper:
    """One paper: the entries that show it with their texts, the kept one first, and its facts."""

    entries: list[tuple[Entry, Text]]
    facts: facts_of.Facts

    @property
    def kept(self) -> tuple[Entry, Text]:
        """The entry whose text is shown."""
        return self.entries[0]


def group(paper: Paper) -> ids.Group:
    """What the register needs to know of a paper."""
    return ids.Group(
        tuple(text.fingerprint for _, text in paper.entries), tuple(entry.sha256 for entry, _ in paper.entries)
    )


def tables(
    listings: Sequence[Listing], rejected: Sequence[tuple[Entry, Text]], papers: Sequence[Paper], given: ids.Ids
) -> dict[str, Rows]:
    """All tables of `clean/`, by name. papers and given.paper_ids stand in the same order."""
    pairs = list(zip(given.paper_ids, papers, strict=True))
    entries = [row for paper_id, paper in pairs for row in _entry_rows(paper_id, paper)]
    entries += [_rejected_row(entry, text) for entry, text in rejected]
    status = Counter((row["listing_id"], row["status"]) for row in entries)
    return {
        "listings": [_listing_row(listing, status) for listing in listings],
        "entries": entries,
        "papers": [_paper_row(paper_id, paper) for paper_id, paper in pairs],
        "authors": [row for paper_id, paper in pairs for row in _author_rows(paper_id, paper)],
        "links": [row for paper_id, paper in pairs for row in _link_rows(paper_id, paper)],
        "identifiers": [
            {
                "paper_id": line.paper_id,
                "current_paper_id": given.current[line.paper_id],
                "fingerprint": line.fingerprint,
            }
            for line in given.register
        ],
    }


def _listing_row(listing: Listing, status: Counter[tuple[str, str]]) -> dict[str, Any]:
    title = titles.parse(listing.title)
    return {
        "listing_id": listing.listing_id,
        "path": f"raw/{listing.name}",
        "title": listing.title,
        "title_language": title.language,
        "venue": title.venue,
        "year": title.year,
        "entries": len(listing.entries),
        **{name: status[listing.listing_id, name] for name in ("kept", "merged", "rejected")},
        "encoding": listing.encoding,
        "bytes": listing.bytes,
        "sha256": listing.sha256,
    }


def _entry_rows(paper_id: str, paper: Paper) -> Rows:
    first, _ = paper.kept
    same = f"Same words as entry {first.position} of {first.listing_id} (line {first.line_start})."
    return [
        _entry_row(entry, "kept", "first", None, paper_id, None)
        if entry is first
        else _entry_row(entry, "merged", "exact", 1.0, paper_id, same)
        for entry, _ in paper.entries
    ]


def _rejected_row(entry: Entry, text: Text) -> dict[str, Any]:
    return _entry_row(entry, "rejected", None, None, None, text.rejected)


def _entry_row(
    entry: Entry, status: str, match: str | None, similarity: float | None, paper_id: str | None, reason: str | None
) -> dict[str, Any]:
    return {
        "listing_id": entry.listing_id,
        "position": entry.position,
        "line_start": entry.line_start,
        "line_end": entry.line_end,
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
        "abstract": text.abstract,
        "abstract_source": entry.source,
        "words": text.words,
        "listing_id": entry.listing_id,
        "position": entry.position,
        "entries": len(paper.entries),
        "flags": text.flags,
        **facts_of.columns(paper.facts),
    }


def _author_rows(paper_id: str, paper: Paper) -> Rows:
    names = facts_of.authors(paper.facts)
    return [
        {"paper_id": paper_id, "position": position, "name": name, "institution": None}
        for position, name in enumerate(names, 1)
    ]


def _link_rows(paper_id: str, paper: Paper) -> Rows:
    _, text = paper.kept
    return [
        {"paper_id": paper_id, "position": position, **vars(link)}
        for position, link in enumerate(links.links(text.abstract), 1)
    ]
