"""The named checks of `clean/` against the listings in `raw/`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from pipeline import read
from pipeline.checks import Holds, Rule, Tables, values
from pipeline.problems import Problem, Refused
from pipeline.rules import logs, replayed

_REMEDY = "restore the listing in raw/, or rebuild with `python build.py`"
_FILE = ("path", "bytes", "sha256", "encoding", "partner_path", "partner_sha256")
_PLACE = ("line_start", "line_end", "locator", "sha256")
# The columns that these rules hold to `raw/`, by table.
HELD = {"listings": {*_FILE, "title", "entries"}, "entries": {*_PLACE}, "papers": {"abstract_source"}}
Listings = dict[str, read.Listing]


@dataclass(frozen=True)
class _Place:
    """Where a row of entries says that the entry stands."""

    line_start: int | None
    line_end: int | None
    locator: str | None


def load(raw: Path, limit: int = read.LIMIT) -> tuple[Listings, list[Problem]]:
    """The listings of a folder by path below the package, in byte order of their names, or why they cannot be read.

    limit: how many MiB a listing may hold.
    """
    try:
        return {f"raw/{listing.name}": listing for listing in read.listings(raw, limit)}, []
    except Refused as refused:
        return {}, refused.problems


def unlisted(listings: Listings, frame: pd.DataFrame) -> Iterator[Problem]:
    """Files in `raw/` that the table listings leaves out."""
    known = {path for (path,) in values(frame, "path")}
    for path in sorted(listings.keys() - known):
        what = "raw_listing_is_listed: no row of listings names this file"
        yield Problem(path, 0, what, "rebuild with `python build.py`, or move the file out of raw/")


def rules(listings: Listings) -> tuple[Rule, ...]:
    """The rules that hold the tables to these listings."""
    return (
        Rule("raw_hashes:listings", "listings", "raw/ has no such file, or one of other bytes", _REMEDY,
             _FILE, _listing_matches(listings)),
        Rule("raw_hashes:entries", "entries", "raw/ has other bytes in this place", _REMEDY,
             ("listing_id", "position", "line_start", "line_end", "locator"), _entry_matches(listings), ("listings",)),
        Rule("raw_place", "entries", "raw/ has another entry at this position", _REMEDY,
             ("listing_id", "position", *_PLACE), _place_matches(listings)),
        Rule("raw_entries", "listings", "the file holds another number of entries", _REMEDY,
             ("path", "entries"), _count_matches(listings)),
        Rule("raw_title", "listings", "the file's title is another", _REMEDY,
             ("path", "title"), _title_matches(listings)),
        Rule("raw_source", "papers", "abstract_source is not the text of the entry", _REMEDY,
             ("paper_id", "listing_id", "position"), _source_matches(listings)),
        Rule("raw_edits", "edits", "the edits of the entry do not fit its text in raw/", _REMEDY,
             ("listing_id", "position", "seq"), _edits_fit(listings)),
    )  # fmt: skip


def _listing_matches(listings: Listings) -> Holds:
    facts = {path: _file(path, listing) for path, listing in listings.items()}
    return lambda frame, _: [facts.get(row[0]) == row for row in values(frame, *_FILE)]


def _file(path: str, listing: read.Listing) -> tuple[object, ...]:
    partner = listing.partner
    beside = (f"raw/{partner.name}", partner.sha256) if partner else (None, None)
    return (path, listing.bytes, listing.sha256, listing.encoding, *beside)


def _title_matches(listings: Listings) -> Holds:
    titles = {path: listing.title for path, listing in listings.items()}
    return lambda frame, _: [
        path is None or titles.get(path) == title for path, title in values(frame, "path", "title")
    ]


def _count_matches(listings: Listings) -> Holds:
    counts = {path: len(listing.entries) for path, listing in listings.items()}
    return lambda frame, _: [path not in counts or counts[path] == n for path, n in values(frame, "path", "entries")]


def _place_matches(listings: Listings) -> Holds:
    places = {
        (entry.listing_id, entry.position): (entry.line_start, entry.line_end, entry.locator, entry.sha256)
        for listing in listings.values()
        for entry in listing.entries
    }
    columns = ("listing_id", "position", *_PLACE)
    return lambda frame, _: [None in row[:2] or places.get(row[:2]) == row[2:] for row in values(frame, *columns)]


def _entry_matches(listings: Listings) -> Holds:
    def holds(frame: pd.DataFrame, tables: Tables) -> list[bool]:
        paths = dict(values(tables["listings"], "listing_id", "path"))
        rows: dict[str, list[tuple[int, _Place, str]]] = defaultdict(list)
        columns = ("listing_id", "sha256", "line_start", "line_end", "locator")
        for number, (listing_id, sha256, *place) in enumerate(values(frame, *columns)):
            rows[paths.get(listing_id, "")].append((number, _Place(*place), sha256))
        good = {number for path, some in rows.items() if path in listings for number in _hits(listings[path], some)}
        return [number in good for number in range(len(frame))]

    return holds


def _hits(listing: read.Listing, rows: list[tuple[int, _Place, str]]) -> Iterator[int]:
    """The numbers of the rows whose hash is that of the bytes in their place."""
    hashes = read.entry_hashes(Path(listing.path), [place for _, place, _ in rows])
    return (number for (number, _, stated), found in zip(rows, hashes, strict=True) if stated == found)


def _source_matches(listings: Listings) -> Holds:
    texts = {place: source or None for place, source in _sources(listings).items()}
    columns = ("listing_id", "position", "abstract_source")
    return lambda frame, _: [texts.get(row[:2], "") == row[2] for row in values(frame, *columns)]


def _edits_fit(listings: Listings) -> Holds:
    """Of merged entries too, whose text no other table shows."""
    sources = _sources(listings)

    def holds(frame: pd.DataFrame, _: Tables) -> list[bool]:
        log, broken = logs(frame)
        fits = {place: replayed(sources.get(place, ""), log[place]) is not None for place in log.keys() - broken}
        return [fits.get(place, True) for place in values(frame, "listing_id", "position")]

    return holds


def _sources(listings: Listings) -> dict[tuple[str, int], str]:
    """The text of each entry as listed, by listing and position."""
    return {(entry.listing_id, entry.position): entry.source for each in listings.values() for entry in each.entries}
