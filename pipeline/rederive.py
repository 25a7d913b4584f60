"""The named checks that derive a column again from another, by the build's own functions.

What a file's hash, a schema and a count cannot see: one letter changed in an abstract, or a
row taken out, with all figures stamped anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from pipeline import facts, links, reference, texts, titles
from pipeline.checks import Holds, Rule, Tables, each, values
from pipeline.contract import Contract
from pipeline.problems import Problem

_TEXT = ("abstract", "words", "flags")
_LINK = ("position", "url", "kind", "host", "start", "end")
_TITLE = ("title_language", "venue", "year")
_FACTS = tuple(facts.columns({}))
_REMEDY = "undo the change, or rebuild with `python build.py`"


def rules() -> tuple[Rule, ...]:
    """What the tables say of each other."""
    return (
        Rule("text_is_that_of_source", "papers", "abstract, words and flags are not what the source gives", _REMEDY,
             ("paper_id", *_TEXT), _text_is_that_of_source),
        Rule("title_says_so", "listings", "language, venue and year are not what the title says", _REMEDY,
             ("listing_id", "title", *_TITLE), _title_says_so),
        Rule("links_are_the_abstracts", "papers", "the table links has other addresses than the abstract", _REMEDY,
             ("paper_id",), _links_are_the_abstracts, ("links",)),
    )  # fmt: skip


def reference_rules(raw: Path, agreed: Contract, tables: Tables) -> tuple[Rule, ...]:
    """What the tables say of `raw/reference/`. Refused where that is no fit reference for these tables."""
    path = raw / "reference" / "bibliography.csv"
    records = reference.read(path, agreed.inputs["bibliography"])
    given = _register(raw, agreed)
    known = _facts(path, records, tables)
    remedy = "correct the fact in bibliography.csv, and rebuild with `python build.py`"
    return (
        Rule("facts_are_the_references", "papers", "bibliography.csv says otherwise of the paper or its authors",
             remedy, ("paper_id", *_FACTS), _facts_are(known), ("authors", "entries")),
        Rule("fingerprint_is_the_registers", "identifiers", "paper_ids.csv has another fingerprint for this id",
             _REMEDY, ("paper_id", "fingerprint"),
             each(["paper_id", "fingerprint"], lambda key, value: given.get(key, value) == value)),
    )  # fmt: skip


def lost_ids(raw: Path, agreed: Contract, tables: Tables) -> Iterator[Problem]:
    """Ids of the register that the table identifiers leaves out; every id ever given must lead on."""
    if "identifiers" in tables:
        kept = {paper_id for (paper_id,) in values(tables["identifiers"], "paper_id")}
        for paper_id in _register(raw, agreed).keys() - kept:
            what = f"no_id_is_lost: the id {paper_id} of paper_ids.csv is missing"
            yield Problem(agreed.tables["identifiers"].path, 0, what, _REMEDY)


def _register(raw: Path, agreed: Contract) -> dict[str, str]:
    records = reference.read(raw / "reference" / "paper_ids.csv", agreed.inputs["paper_ids"])
    return {str(record["paper_id"]): str(record["fingerprint"]) for record in records}


def _facts(path: Path, records: list[reference.Record], tables: Tables) -> Mapping[int, facts.Facts]:
    """The facts of each paper by its row number; none where the tables cannot tell."""
    if not {"papers", "entries"} <= tables.keys():
        return {}
    numbers = {paper_id: number for number, (paper_id,) in enumerate(values(tables["papers"], "paper_id"))}
    entries = values(tables["entries"], "listing_id", "position", "paper_id")
    shown = {(listing, position): numbers.get(paper_id) for listing, position, paper_id in entries}
    return facts.by_paper(records, path, shown)


def _text_is_that_of_source(frame: pd.DataFrame, _: Tables) -> list[bool]:
    return [None in row or _text(row[0]) == row[1:] for row in values(frame, "abstract_source", *_TEXT)]


def _text(source: str) -> tuple[Any, ...]:
    text = texts.text(source)
    return text.abstract, text.words, text.flags


def _title_says_so(frame: pd.DataFrame, _: Tables) -> list[bool]:
    rows = values(frame, "title", *_TITLE)
    parsed = {title: titles.parse(title) for title, *_ in rows if title is not None}
    expected = {text: (title.language, title.venue, title.year) for text, title in parsed.items()}
    return [title is None or expected[title] == tuple(stated) for title, *stated in rows]


def _links_are_the_abstracts(frame: pd.DataFrame, tables: Tables) -> list[bool]:
    rows = _grouped(tables["links"], _LINK)
    return [None in row or rows[row[0]] == _links(row[1]) for row in values(frame, "paper_id", "abstract")]


def _links(abstract: str) -> list[tuple[Any, ...]]:
    return [
        (position, link.url, link.kind, link.host, link.start, link.end)
        for position, link in enumerate(links.links(abstract), 1)
    ]


def _grouped(frame: pd.DataFrame, columns: tuple[str, ...]) -> Mapping[str, list[tuple[Any, ...]]]:
    rows: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for paper_id, *row in values(frame, "paper_id", *columns):
        rows[paper_id].append(tuple(row))
    return rows


def _facts_are(known: Mapping[int, facts.Facts]) -> Holds:
    def holds(frame: pd.DataFrame, tables: Tables) -> list[bool]:
        names = _grouped(tables["authors"], ("position", "name"))
        return [
            tuple(facts.columns(known.get(number, {})).values()) == tuple(row)
            and names[paper_id] == list(enumerate(facts.authors(known.get(number, {})), 1))
            for number, (paper_id, *row) in enumerate(values(frame, "paper_id", *_FACTS))
        ]

    return holds
