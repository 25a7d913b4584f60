"""The named checks that only one table needs; those of entries stand in `entryrules.py`."""

from __future__ import annotations

import operator
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

from pipeline import edits, entryrules, links, words
from pipeline.checks import REBUILD, Holds, Rule, Tables, each, values
from pipeline.formats.files import names

# Tables whose rows show a stretch of the abstract, and the column that holds it.
SHOWN = {"contributions": "name", "links": "url", "quantities": "text"}


def _names_listing(listing_id: str, path: str) -> bool:
    file = Path(path)
    return path == f"raw/{file.name}" and names(file)[0] == listing_id


def _counts_match(frame: pd.DataFrame, tables: Tables) -> list[bool]:
    found = Counter(values(tables["entries"], "listing_id", "status"))
    return [
        (kept, merged, rejected) == tuple(found[listing, status] for status in ("kept", "merged", "rejected"))
        for listing, kept, merged, rejected in values(frame, "listing_id", "kept", "merged", "rejected")
    ]


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
    # Two may start together: a name, and one that begins with it.
    rows = values(frame, "paper_id", "position", "start", "end")
    spans = {row[:2]: row[2:] for row in rows if None not in row}
    return [None in row or spans.get((row[0], row[1] - 1), (-1, -1)) < row[2:] for row in rows]


def _host(url: str, host: str) -> bool:
    return links.host_of(url) == host


def _one_line_a_paragraph(text: str) -> bool:
    return text == text.strip() and not re.search(r" \n|\n |(?<!\n)\n(?!\n)|\n{3}", text)


def _of_text(column: str, test: Callable[[str, Any], bool]) -> Holds:
    """`test` on the abstract, which is "" where there is none, and the column; it holds where the column is null."""
    return lambda frame, _: [cell is None or test(text or "", cell) for text, cell in values(frame, "abstract", column)]


def logs(frame: pd.DataFrame) -> tuple[dict[Any, list[edits.Edit]], set[Any]]:
    """The edits of each entry, and the entries of which one has no place: listing and position."""
    log: dict[Any, list[edits.Edit]] = defaultdict(list)
    broken = set()
    columns = ("listing_id", "position", "seq", "stage", "start", "before", "after")
    for listing_id, position, seq, stage, start, before, after in values(frame, *columns):
        log[listing_id, position].append(edits.Edit(seq, stage, start, before or "", after or ""))
        if seq is None or start is None:
            broken.add((listing_id, position))
    return log, broken


def _replays(frame: pd.DataFrame, tables: Tables) -> list[bool]:
    log, broken = logs(tables["edits"])
    rows = values(frame, "listing_id", "position", "abstract_source", "abstract")
    return [row[:2] in broken or replayed(row[2] or "", log[row[0], row[1]]) == (row[3] or "") for row in rows]


def replayed(source: str, log: list[edits.Edit]) -> str | None:
    """The text with the edits applied in their order; None where one does not fit it."""
    try:
        return edits.replay(source, sorted(log, key=lambda edit: edit.seq))
    except ValueError:  # is reported by whoever asks
        return None


def _nearest_first(frame: pd.DataFrame, _: Tables) -> list[bool]:
    rows = values(frame, "paper_id", "rank", "similarity")
    alike = {row[:2]: row[2] for row in rows if None not in row}
    return [None in row or alike.get((row[0], row[1] - 1), 1) >= row[2] for row in rows]


def _changes(frame: pd.DataFrame, _: Tables) -> list[bool]:
    return [before != after for before, after in values(frame, "before", "after")]


def _both_or_neither(*columns: str) -> Holds:
    return lambda frame, _: [len({cell is None for cell in row}) == 1 for row in values(frame, *columns)]


RULES = (
    *entryrules.RULES,
    Rule("listing_id_is_file_name", "listings", "the id is not the name, without suffix, of a file in raw/", REBUILD,
         ("listing_id", "path"), each(["listing_id", "path"], _names_listing)),
    Rule("partner_has_hash", "listings", "a file of abstracts has a SHA-256, and a SHA-256 a file", REBUILD,
         ("partner_path", "partner_sha256"), _both_or_neither("partner_path", "partner_sha256")),
    Rule("entries_add_up", "listings", "entries is not kept + merged + rejected", REBUILD,
         ("entries", "kept", "merged", "rejected"),
         each(["entries", "kept", "merged", "rejected"], lambda whole, *parts: bool(whole == sum(parts)))),
    Rule("counts_match_entries", "listings", "the table entries counts otherwise", REBUILD,
         ("kept", "merged", "rejected"), _counts_match, ("entries",)),
    Rule("kept_entry_is_papers_entry", "papers", "the entry is not kept for this paper", REBUILD,
         ("paper_id", "listing_id", "position"), _kept_entry, ("entries",)),
    Rule("paper_entries_counted", "papers", "another number of entries shows the paper", REBUILD,
         ("paper_id", "entries"), _entries_counted, ("entries",)),
    Rule("words_counted", "papers", "the abstract has another number of words", REBUILD,
         ("paper_id", "words"), _of_text("words", lambda text, count: words.count(text) == count)),
    Rule("one_line_a_paragraph", "papers", "a paragraph is one line without blanks at its ends, and one blank line parts two", REBUILD,
         ("paper_id", "abstract"), each(["abstract"], _one_line_a_paragraph)),
    Rule("missing_abstract_flagged", "papers", "the flag no_abstract and the abstract disagree", REBUILD,
         ("paper_id", "flags"), _of_text("flags", lambda text, flags: (not text) == ("no_abstract" in flags))),
    Rule("edits_replay", "papers", "the edits do not turn abstract_source into abstract", REBUILD,
         ("paper_id", "listing_id", "position"), _replays, ("edits",)),
    Rule("title_has_source", "papers", "a title has a source, and a source a title", REBUILD,
         ("paper_id", "title", "title_source"), _both_or_neither("title", "title_source")),
    Rule("topic_has_area", "papers", "the topic stands without its area", REBUILD, ("topic_area", "topic"),
         lambda frame, _: [topic is None or bool(area) for area, topic in values(frame, "topic_area", "topic")]),
    Rule("replacement_character_flagged", "papers", "the flag and the text disagree on U+FFFD", REBUILD,
         ("paper_id", "flags"),
         _of_text("flags", lambda text, flags: ("\ufffd" in text) == ("replacement_character" in flags))),
    Rule("current_paper_is_identified", "papers", "identifiers does not lead from the id to itself", REBUILD,
         ("paper_id",), _identified, ("identifiers",)),
    Rule("identifier_leads_to_current_paper", "identifiers", "the current id leads on to another one", REBUILD,
         ("paper_id", "current_paper_id"), _lead_to_current),
    *(Rule(f"offsets_hit_their_text:{table}", table, "papers.abstract has another text at these offsets", REBUILD,
           ("paper_id", "start", "end", shown), span_hits(shown, operator.eq), ("papers",))
      for table, shown in SHOWN.items()),
    *(Rule(f"offsets_ascend:{table}", table, "it stands before the one of the position before", REBUILD,
           ("paper_id", "position", "start", "end"), _starts_ascend) for table in SHOWN),
    Rule("range_is_in_order", "quantities", "the greatest value is below the least", REBUILD,
         ("value_min", "value_max"), each(["value_min", "value_max"], operator.le)),
    Rule("nearest_first", "related", "it is nearer than the paper of the rank before", REBUILD,
         ("paper_id", "rank", "similarity"), _nearest_first),
    Rule("related_to_another", "related", "the paper is related to itself", REBUILD,
         ("paper_id", "related_paper_id"), each(["paper_id", "related_paper_id"], operator.ne)),
    Rule("edit_changes_something", "edits", "before and after are the same", REBUILD,
         ("listing_id", "position", "seq", "before", "after"), _changes),
    Rule("host_is_of_url", "links", "the host is not that of the address", REBUILD,
         ("host", "url"), each(["url", "host"], _host)),
)  # fmt: skip
