"""The named checks of entries: where they stand, and which are one paper."""

from __future__ import annotations

import operator
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pandas as pd

from pipeline.checks import REBUILD, Holds, Rule, Tables, each, values


def _spans_ascend(frame: pd.DataFrame, _: Tables) -> list[bool]:
    # Entries of a page or of BibTeX may share a line.
    rows = values(frame, "listing_id", "position", "line_start", "line_end")
    ends = {(row[0], row[1]): row[3] for row in rows if None not in row}
    return [None in row or ends.get((row[0], row[1] - 1), 1) <= row[2] <= row[3] for row in rows]


def _has_place(frame: pd.DataFrame, _: Tables) -> list[bool]:
    rows = values(frame, "line_start", "line_end", "locator")
    return [[cell is None for cell in row] in ([False, False, True], [True, True, False]) for row in rows]


def _for_status(status: str, test: Callable[..., bool]) -> Holds:
    columns = ("status", "match", "similarity", "paper_id", "reason")
    return lambda frame, _: [row[0] != status or test(*row[1:]) for row in values(frame, *columns)]


def _one_kept(frame: pd.DataFrame, _: Tables) -> list[bool]:
    rows = values(frame, "status", "paper_id")
    kept = Counter(paper for status, paper in rows if status == "kept")
    return [paper is None or kept[paper] == 1 for _, paper in rows]


def _merged_says_why(match: str | None, alike: float | None, paper: str | None, why: str | None) -> bool:
    # Without a similarity one of the two has no text, and so it was not by the texts that they were told.
    told = alike is not None or match not in ("exact", "near")
    return None not in (match, paper, why) and match != "first" and told


def _exact_is_alike(frame: pd.DataFrame, tables: Tables) -> list[bool]:
    # The similarity is to the kept text. A person's decision may have joined entries of other texts to each other,
    # and their exact copies came along.
    pairs = values(tables["duplicate_pairs"], "left_sha256", "basis", "verdict")
    decided = {left for left, basis, verdict in pairs if (basis, verdict) == ("reviewed", "duplicate")}
    rows = values(frame, "match", "similarity", "paper_id", "sha256")
    mixed = {paper for _, _, paper, sha256 in rows if sha256 in decided}
    return [match != "exact" or alike in (None, 1) or paper in mixed for match, alike, paper, _ in rows]


def _first_is_kept(frame: pd.DataFrame, tables: Tables) -> list[bool]:
    # Listings are read in byte order of their files' names, which is not always that of their ids.
    paths = values(tables["listings"], "path", "listing_id")
    place = {listing: (path or "").encode() for path, listing in paths}
    texts = {paper for paper, abstract in values(tables["papers"], "paper_id", "abstract") if abstract is not None}
    rows = values(frame, "listing_id", "position", "status", "paper_id", "similarity")
    first: dict[str, tuple[bytes, int]] = {}
    for listing, position, status, paper, alike in rows:
        # Of a paper with a text an entry that has none, and so no similarity, is not the one shown.
        shown = status == "kept" or alike is not None or paper not in texts
        if None not in (paper, listing, position) and shown:
            here = (place.get(listing, b""), position)
            first[paper] = min(first.get(paper, here), here)
    return [
        None in row[:4] or row[2] != "kept" or (place.get(row[0], b""), row[1]) == first[row[3]] for row in rows
    ]  # fmt: skip


def _same_bytes(frame: pd.DataFrame, tables: Tables) -> list[bool]:
    rows = values(frame, "sha256", "paper_id", "listing_id", "line_start", "line_end")
    lines = Counter((row[0], *row[2:]) for row in rows if None not in row)
    crowded = {place[0] for place, count in lines.items() if count > 1}
    papers = _papers_by_sha256(rows)
    said = {row[0]: row[1:] for row in values(tables["papers"], "paper_id", "title", "abstract")}
    return [sha256 in crowded or _one_paper([said.get(paper) for paper in papers[sha256]]) for sha256, *_ in rows]


def _one_paper(said: list[tuple[Any, ...] | None]) -> bool:
    """Whether titles and abstracts are of one paper, or of several with one text: `bibliography.csv` names each."""
    titles = [row[0] for row in said if row]
    return len(said) == 1 or (
        len({row and row[1] for row in said}) == 1 and None not in titles and len(set(titles)) == len(said)
    )


def _papers_by_sha256(rows: Iterable[tuple[Any, ...]]) -> dict[str, set[str | None]]:
    papers: dict[str, set[str | None]] = defaultdict(set)
    for sha256, paper, *_ in rows:
        papers[sha256].add(paper)
    return papers


def _joined(frame: pd.DataFrame, tables: Tables) -> list[bool]:
    """Whether a chain of duplicate pairs, or equal bytes, leads from each merged entry to the kept one."""
    beside: dict[str, set[str]] = defaultdict(set)
    for left, right, verdict in values(tables["duplicate_pairs"], "left_sha256", "right_sha256", "verdict"):
        if verdict == "duplicate":
            beside[left].add(right)
            beside[right].add(left)
    rows = values(frame, "sha256", "paper_id", "status")
    papers = _papers_by_sha256(rows)
    reached = {paper: _reached(sha256, beside) for sha256, paper, status in rows if status == "kept"}
    return [
        status != "merged" or sha256 in reached.get(paper, {sha256}) or len(papers[sha256]) > 1
        for sha256, paper, status in rows
    ]


def _reached(start: str, beside: Mapping[str, set[str]]) -> set[str]:
    found, new = {start}, [start]
    while new:
        new = [other for sha256 in new for other in beside.get(sha256, ()) if other not in found]
        found.update(new)
    return found


def _pairs_are_entries(frame: pd.DataFrame, tables: Tables) -> list[bool]:
    # A rejected entry was not compared with any.
    known = {sha256 for sha256, paper in values(tables["entries"], "sha256", "paper_id") if paper is not None}
    return [{*row} - {None} <= known for row in values(frame, "left_sha256", "right_sha256")]


def _pairs_agree(frame: pd.DataFrame, tables: Tables) -> list[bool]:
    """Duplicates show a paper together, others do not. Where entries of the same bytes show several, either may be."""
    papers = _papers_by_sha256(values(tables["entries"], "sha256", "paper_id"))
    rows = values(frame, "left_sha256", "right_sha256", "verdict")
    return [
        None in row or not {left, right} <= papers.keys() or _agrees(papers[left], papers[right], verdict)
        for row in rows
        for left, right, verdict in [row]
    ]


def _agrees(left: set[str | None], right: set[str | None], verdict: str) -> bool:
    return bool(left & right) if verdict == "duplicate" else len(left | right) > 1


RULES = (
    Rule("line_spans_ascend", "entries", "the lines overlap the entry before, or end before they start", REBUILD,
         ("listing_id", "position", "line_start", "line_end"), _spans_ascend),
    Rule("entry_has_a_place", "entries", "an entry stands on lines or at a locator, not both", REBUILD,
         ("line_start", "line_end", "locator"), _has_place),
    Rule("rejected_entry_is_no_paper", "entries", "a rejected entry has a reason and nothing else", REBUILD,
         ("match", "similarity", "paper_id", "reason"),
         _for_status("rejected", lambda match, alike, paper, why: (match, alike, paper) == (None,) * 3 and bool(why))),
    Rule("kept_entry_is_first", "entries", "a kept entry has the match first, a paper, and nothing else", REBUILD,
         ("match", "similarity", "paper_id", "reason"),
         _for_status("kept", lambda match, alike, paper, why: match == "first" and bool(paper) and alike is why)),
    Rule("merged_entry_says_why", "entries", "a merged entry has a match, a paper and a reason, and, if told by its text, a similarity", REBUILD,
         ("match", "similarity", "paper_id", "reason"),
         _for_status("merged", _merged_says_why)),
    Rule("exact_is_wholly_alike", "entries", "the match is exact but the similarity is not 1", REBUILD,
         ("match", "similarity"), _exact_is_alike, ("duplicate_pairs",)),
    Rule("paper_has_one_kept_entry", "entries", "the paper has no kept entry, or several", REBUILD,
         ("paper_id", "status"), _one_kept),
    Rule("first_entry_is_kept", "entries", "an entry listed before this one shows the paper", REBUILD,
         ("listing_id", "position", "paper_id"), _first_is_kept, ("listings", "papers")),
    Rule("same_bytes_same_paper", "entries", "an entry of the same bytes shows another paper", REBUILD,
         ("sha256", "paper_id"), _same_bytes, ("papers",)),
    Rule("merged_entry_has_pairs", "entries", "no duplicate pairs lead from the entry to the kept one", REBUILD,
         ("sha256", "paper_id"), _joined, ("duplicate_pairs",)),
    Rule("left_before_right", "duplicate_pairs", "the smaller SHA-256 stands left", REBUILD,
         ("left_sha256", "right_sha256"), each(["left_sha256", "right_sha256"], operator.lt)),
    Rule("pairs_are_entries", "duplicate_pairs", "no entry that shows a paper has this SHA-256", REBUILD,
         ("left_sha256", "right_sha256"), _pairs_are_entries, ("entries",)),
    Rule("pairs_agree_with_entries", "duplicate_pairs", "the entries' papers say otherwise", REBUILD,
         ("left_sha256", "right_sha256", "verdict"), _pairs_agree, ("entries",)),
)  # fmt: skip
