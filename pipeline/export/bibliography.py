"""The papers for reference managers: papers.bib (BibTeX) and papers.csl.json (CSL-JSON)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pipeline.csvfile import Row
from pipeline.export.latex import escape
from pipeline.export.names import Name, split
from pipeline.export.values import by_paper

BIBTEX = "papers.bib"
CSL = "papers.csl.json"
# Part of the key that people put into their texts: it may never change.
KEY = "icml2026-"
UNTITLED = "No source gives this paper's title."


class Reference(NamedTuple):
    """What both formats say of one paper; None where it is not known."""

    key: str
    title: str | None
    authors: tuple[Name, ...]
    venue: str | None
    year: int | None
    doi: str | None
    url: str | None
    arxiv_id: str | None
    topic: str | None
    abstract: str | None


def write(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    """Write both files, the papers in order of their ids."""
    found = references(tables)
    (folder / BIBTEX).write_bytes("\n".join(map(bibtex, found)).encode("utf-8"))
    # An item a line: a change of one paper is a change of one line.
    items = ",\n".join(json.dumps(csl(reference), ensure_ascii=False) for reference in found)
    (folder / CSL).write_bytes(f"[\n{items}\n]\n".encode())


def references(tables: Mapping[str, Sequence[Row]]) -> list[Reference]:
    """Every paper; venue and year are those of the listing that its text is from."""
    listings = {row["listing_id"]: row for row in tables["listings"]}
    authors = by_paper(tables["authors"])
    papers = sorted(tables["papers"], key=lambda row: str(row["paper_id"]))
    return [_reference(row, listings[row["listing_id"]], authors.get(row["paper_id"], [])) for row in papers]


def _reference(paper: Row, listing: Row, authors: Sequence[Row]) -> Reference:
    addresses = (paper["icml_url"], paper["openreview_url"], paper["url"])
    return Reference(
        key=KEY + paper["paper_id"],
        title=paper["title"] or None,
        authors=tuple(split(row["name"]) for row in authors),
        venue=listing["venue"],
        year=listing["year"],
        doi=paper["doi"],
        url=next(filter(None, addresses), None),
        arxiv_id=paper["arxiv_id"],
        topic=paper["topic"],
        abstract=paper["abstract"],
    )


def bibtex(reference: Reference) -> str:
    """One entry: `@inproceedings`, but `@misc` where it lacks what BibTeX asks of one."""
    complete = all((reference.title, reference.authors, reference.venue, reference.year))
    fields = ",\n".join(f"  {name} = {{{text}}}" for name, text in _bibtex_fields(reference))
    return f"@{'inproceedings' if complete else 'misc'}{{{reference.key},\n{fields}\n}}\n"


def _bibtex_fields(reference: Reference) -> Iterator[tuple[str, str]]:
    """The fields that have a value; the title in a second pair of braces, which keep its capitals."""
    if reference.title:
        yield "title", f"{{{escape(reference.title)}}}"
    else:
        yield "note", escape(UNTITLED)
    if reference.authors:
        yield "author", " and ".join(map(_bibtex_name, reference.authors))
    if reference.venue:
        yield "booktitle", f"{{{escape(_proceedings(reference))}}}"
    if reference.year:
        yield "year", str(reference.year)
    # Addresses and ids are not set as text: url and doi packages take them as they are.
    for name, text in (("doi", reference.doi), ("url", reference.url)):
        if text:
            yield name, _address(text)
    if reference.arxiv_id:
        yield "eprint", reference.arxiv_id
        yield "archiveprefix", "arXiv"
    for name, text in (("keywords", reference.topic), ("abstract", reference.abstract)):
        if text:
            yield name, escape(text)


def _proceedings(reference: Reference) -> str:
    return " ".join(str(part) for part in (reference.venue, reference.year) if part)


def _bibtex_name(name: Name) -> str:
    """`von Family, Jr, Given`; a name that stays whole in braces, lest BibTeX take it apart."""
    if name.literal:
        return f"{{{escape(name.literal)}}}"
    family = " ".join(filter(None, (name.particle, name.family)))
    return ", ".join(escape(part) for part in (family, name.suffix, name.given) if part)


def _address(text: str) -> str:
    """An address with what BibTeX would trip over written as a URL may write it."""
    return text.replace("\\", "%5C").replace("{", "%7B").replace("}", "%7D")


def csl(reference: Reference) -> dict[str, Any]:
    """One CSL-JSON item. An arXiv id stands where the schema puts the place in an archive."""
    item = {
        "id": reference.key,
        "type": "paper-conference" if reference.venue else "document",
        "title": reference.title,
        "note": None if reference.title else UNTITLED,
        "author": [_csl_name(name) for name in reference.authors],
        "container-title": _proceedings(reference) if reference.venue else None,
        "issued": {"date-parts": [[reference.year]]} if reference.year else None,
        "DOI": reference.doi,
        "URL": reference.url,
        "archive": "arXiv" if reference.arxiv_id else None,
        "archive_location": reference.arxiv_id,
        "keyword": reference.topic,
        "abstract": reference.abstract,
    }
    return {name: value for name, value in item.items() if value}


def _csl_name(name: Name) -> dict[str, str]:
    parts = {
        "family": name.family,
        "given": name.given,
        "non-dropping-particle": name.particle,
        "suffix": name.suffix,
        "literal": name.literal,
    }
    return {part: text for part, text in parts.items() if text}
