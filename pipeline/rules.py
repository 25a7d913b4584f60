"""The named checks that only one table needs."""

from __future__ import annotations

import operator
import unicodedata
from collections import Counter
from collections.abc import Callable
from pathlib import PurePosixPath

import pandas as pd

from pipeline import links, words
from pipeline.checks import Holds, Rule, Tables, each, values

REBUILD = "rebuild with `python build.py`"


def _names_listing(listing_id: str, path: str) -> bool:
    # The id is in NFC; a file's name keeps the form that its file system gave it.
    file = PurePosixPath(path)
    return path == f"raw/{file.name}" and unicodedata.normalize("NFC", file.stem) == listing_id


def _counts_match(frame: pd.DataFrame, tables: Tables) -> list[bool]:
    found = Counter(values(tables["entries"], "listing_id", "status"))
    return [
        (kept, merged, rejected) == tuple(found[listing, status] for status in ("kept", "merged", "rejected"))
        for listing, kept, merged, rejected in values(frame, "listing_id", "kept", "merged", "rejected")
    ]


def _spans_ascend(frame: pd.DataFrame, _: Tables) -> list[bool]:
    rows = values(frame, "listing_id", "position", "line_start", "line_end")
    ends = {(row[0], row[1]): row[3] for row in rows if None not in row}
    # The title takes a line of its own, so the first entry starts on line 2 at the earliest.
    return [None in row or ends.get((row[0], row[1] - 1), 1) < row[2] <= row[3] for row in rows]


def _for_status(status: str, test: Callable[..., bool]) -> Holds:
    columns = ("status", "match", "similarity", "paper_id", "reason")
    return lambda frame, _: [row[0] != status or test(*row[1:]) for row in values(frame, *columns)]


def _one_kept(frame: pd.DataFrame, _: Tables) -> list[bool]:
    rows = values(frame, "status", "paper_id")
    kept = Counter(paper for status, paper in rows if status == "kept")
    return [paper is None or kept[paper] == 1 for _, paper in rows]


def _first_is_kept(frame: pd.DataFrame, tables: Tables) -> list[bool]:
    # Listings are read in byte order of their files' names, which is not always that of their ids.
    paths = values(tables["listings"], "path", "listing_id")
    place = {listing: (path or "").encode() for path, listing in paths}
    rows = values(frame, "listing_id", "position", "status", "paper_id")
    first: dict[str, tuple[bytes, int]] = {}
    for listing, position, _, paper in rows:
        if None not in (paper, listing, position):
            here = (place.get(listing, b""), position)
            first[paper] = min(first.get(paper, here), here)
    return [
        None in row or row[2] != "kept" or (place.get(row[0], b""), row[1]) == first[row[3]] for row in rows
    ]  # fmt: skip


def _same_bytes(frame: pd.DataFrame, _: Tables) -> list[bool]:
    rows = values(frame, "sha256", "paper_id")
    papers: dict[str, set[str]] = {}
    for sha256, paper in rows:
        papers.setdefault(sha256, set()).add(paper)
    return [len(papers[sha256]) == 1 for sha256, _ in rows]


def _kept_entry(frame: pd.DataFrame, tables: Tables) -> list[bool]:
    entries = tables["entries"]
    kept = {row[:3] for row in values(entries, "listing_id", "position", "paper_id", "status") if row[3] == "kept"}
    return [row in kept for row in values(frame, "listing_id", "position", "paper_id")]


def _entries_counted(frame: pd.DataFrame, tables: Tables) -> list[bool]:
    found = Counter(paper for (paper,) in values(tables["entries"], "paper_id"))
    return [None in row or found[row[0]] == row[1] for row in values(frame, "paper_id", "entries")]


def _identified(frame: pd.DataFrame, tables: Tables) -> list[bool]:
    current = set(values(tables["identifiers"], "paper_id", "current_paper_id"))
    return [(paper, paper) in current for (paper,) in values(frame, "paper_id")]


def _lead_to_current(frame: pd.DataFrame, _: Tables) -> list[bool]:
    rows = values(frame, "paper_id", "current_paper_id")
    current = dict(rows)
    return [paper is None or current.get(paper) == paper for _, paper in rows]


def span_hits(text: str, test: Callable[[str, str], bool]) -> Holds:
    """`papers.abstract[start:end]` is the text that the column `text` names. Offsets count code points."""

    def holds(frame: pd.DataFrame, tables: Tables) -> list[bool]:
        abstracts = dict(values(tables["papers"], "paper_id", "abstract"))
        return [
            None in row or row[0] not in abstracts or test(row[3], (abstracts[row[0]] or "")[row[1] : row[2]])
            for row in values(frame, "paper_id", "start", "end", text)
        ]

    return holds


def _starts_ascend(frame: pd.DataFrame, _: Tables) -> list[bool]:
    rows = values(frame, "paper_id", "position", "start")
    starts = {row[:2]: row[2] for row in rows if None not in row}
    return [None in row or starts.get((row[0], row[1] - 1), -1) < row[2] for row in rows]


def _host(url: str, host: str) -> bool:
    return links.host_of(url) == host


def _one_line_a_paragraph(text: str) -> bool:
    return text == text.strip() and not any(blank in text for blank in (" \n", "\n ", "\n\n"))


def _both_or_neither(*columns: str) -> Holds:
    return lambda frame, _: [len({cell is None for cell in row}) == 1 for row in values(frame, *columns)]


RULES = (
    Rule("listing_id_is_file_name", "listings", "the id is not the name, without suffix, of a file in raw/", REBUILD,
         ("listing_id", "path"), each(["listing_id", "path"], _names_listing)),
    Rule("entries_add_up", "listings", "entries is not kept + merged + rejected", REBUILD,
         ("entries", "kept", "merged", "rejected"),
         each(["entries", "kept", "merged", "rejected"], lambda whole, *parts: bool(whole == sum(parts)))),
    Rule("counts_match_entries", "listings", "the table entries counts otherwise", REBUILD,
         ("kept", "merged", "rejected"), _counts_match, ("entries",)),
    Rule("line_spans_ascend", "entries", "the lines overlap the entry before, or end before they start", REBUILD,
         ("listing_id", "position", "line_start", "line_end"), _spans_ascend),
    Rule("rejected_entry_is_no_paper", "entries", "a rejected entry has a reason and nothing else", REBUILD,
         ("match", "similarity", "paper_id", "reason"),
         _for_status("rejected", lambda match, alike, paper, why: (match, alike, paper) == (None,) * 3 and bool(why))),
    Rule("kept_entry_is_first", "entries", "a kept entry has the match first, a paper, and nothing else", REBUILD,
         ("match", "similarity", "paper_id", "reason"),
         _for_status("kept", lambda match, alike, paper, why: match == "first" and bool(paper) and alike is why)),
    Rule("merged_entry_says_why", "entries", "a merged entry has a match, a similarity, a paper and a reason", REBUILD,
         ("match", "similarity", "paper_id", "reason"),
         _for_status("merged", lambda match, alike, paper, why: None not in (match, alike, paper, why)
                     and match != "first")),
    Rule("exact_is_wholly_alike", "entries", "the match is exact but the similarity is not 1", REBUILD,
         ("match", "similarity"), each(["match", "similarity"], lambda match, alike: match != "exact" or alike == 1)),
    Rule("paper_has_one_kept_entry", "entries", "the paper has no kept entry, or several", REBUILD,
         ("paper_id", "status"), _one_kept),
    Rule("first_entry_is_kept", "entries", "an entry listed before this one shows the paper", REBUILD,
         ("listing_id", "position", "paper_id"), _first_is_kept, ("listings",)),
    Rule("same_bytes_same_paper", "entries", "an entry of the same bytes shows another paper", REBUILD,
         ("sha256", "paper_id"), _same_bytes),
    Rule("kept_entry_is_papers_entry", "papers", "the entry is not kept for this paper", REBUILD,
         ("paper_id", "listing_id", "position"), _kept_entry, ("entries",)),
    Rule("paper_entries_counted", "papers", "another number of entries shows the paper", REBUILD,
         ("paper_id", "entries"), _entries_counted, ("entries",)),
    Rule("words_counted", "papers", "the abstract has another number of words", REBUILD,
         ("paper_id", "words"), each(["abstract", "words"], lambda text, count: words.count(text) == count)),
    Rule("one_line_a_paragraph", "papers", "the abstract holds a blank line or blanks at a line's end", REBUILD,
         ("paper_id", "abstract"), each(["abstract"], _one_line_a_paragraph)),
    Rule("title_has_source", "papers", "a title has a source, and a source a title", REBUILD,
         ("paper_id", "title", "title_source"), _both_or_neither("title", "title_source")),
    Rule("topic_has_area", "papers", "the topic stands without its area", REBUILD, ("topic_area", "topic"),
         lambda frame, _: [topic is None or bool(area) for area, topic in values(frame, "topic_area", "topic")]),
    Rule("replacement_character_flagged", "papers", "the flag and the text disagree on U+FFFD", REBUILD,
         ("paper_id", "flags"),
         each(["abstract", "flags"], lambda text, flags: ("\ufffd" in text) == ("replacement_character" in flags))),
    Rule("current_paper_is_identified", "papers", "identifiers does not lead from the id to itself", REBUILD,
         ("paper_id",), _identified, ("identifiers",)),
    Rule("identifier_leads_to_current_paper", "identifiers", "the current id leads on to another one", REBUILD,
         ("paper_id", "current_paper_id"), _lead_to_current),
    Rule("offsets_hit_their_text", "links", "papers.abstract has another text at these offsets", REBUILD,
         ("paper_id", "start", "end", "url"), span_hits("url", operator.eq), ("papers",)),
    Rule("offsets_ascend", "links", "the address stands before the one of the position before", REBUILD,
         ("paper_id", "position", "start"), _starts_ascend),
    Rule("host_is_of_url", "links", "the host is not that of the address", REBUILD,
         ("host", "url"), each(["url", "host"], _host)),
)  # fmt: skip
