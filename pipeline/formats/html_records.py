"""Which parts of a page are its papers, told by structure alone.

A paper begins at its title and ends at the next one's. Titles are found by the rules below, the
one that finds most papers with authors or abstracts being taken; links to papers are their titles
where none finds any. What has a title's form and neither authors nor abstract
nor a paper's address is a heading.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from lxml import etree
from lxml.html import HtmlElement

from pipeline.formats import objects
from pipeline.formats.html_fields import PAPER, fields
from pipeline.formats.html_text import plain, text, tokens

_TITLE = re.compile(
    r"(?:paper|card|note|event|small|poster|maincard|content|item|entry|pub)?[-_]*p?title", re.IGNORECASE
)
# The attribute in which an element's first and last line stand.
LINES = "data-listing-lines"
_NO_TITLE = re.compile(
    r"\W*(?:|pdf|abs|abstract|html|code|bib|bibtex|arxiv|openreview|video|poster|paper|slides|link)\W*", re.IGNORECASE
)

Rule = Callable[[HtmlElement], list[HtmlElement]]


@dataclass
class Record:
    """A paper: its title's element, all elements from there on to the next paper, and what they say."""

    title: HtmlElement
    elements: list[HtmlElement] = field(default_factory=list)
    fields: dict[str, Any] = field(default_factory=dict)

    def says(self, *names: str) -> bool:
        """Whether it has one of these fields."""
        return any(self.fields.get(name) for name in names)

    @property
    def lines(self) -> tuple[int, int]:
        """Its first and last line in the file."""
        inside = set(self.elements)
        widest = [element for element in self.elements if element.getparent() not in inside]
        return _lines(widest[0])[0], max(map(_last_line, widest))


def _last_line(root: HtmlElement) -> int:
    """The line on which an element's last text ends: each start tag knows its line, line feeds count from there."""
    line = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "start":
            line = max(line, _lines(element)[1]) + (element.text or "").count("\n")
        elif element is not root:
            line += (element.tail or "").count("\n")
    return line


def _lines(element: HtmlElement) -> tuple[int, int]:
    """First and last line of an element's start tag; where that is implied, of the tag before it."""
    while element is not None:
        if LINES in element.attrib:
            first, last = element.get(LINES).split()
            return int(first), int(last)
        element = element.getparent()
    return 1, 1


def records(root: HtmlElement) -> list[Record]:
    """The papers of a page, in its order; none where its structure does not tell them."""
    body = root.find("body")
    page = root if body is None else body
    candidates = [_rows(page), *(list(_cut(page, rule(page))) for rule in _RULES)]
    best = max(candidates, key=_told)
    if not _told(best):
        best = list(_cut(page, _by_address(page)))
    return [record for record in best if _is_paper(record)]


def _told(found: list[Record]) -> float:
    """How many papers with authors or an abstract a rule finds, told from a hundred: all, for all rules, take 6 s on 6,600."""
    sample = found[:: len(found) // 100 + 1]
    told = [_is_paper(record) and record.says(*objects.AUTHORS, *objects.ABSTRACTS) for record in sample]
    return sum(told) * len(found) / max(1, len(sample))


def _is_paper(record: Record) -> bool:
    record.fields = record.fields or fields(record.title, record.elements)
    named = record.says(*objects.TITLES, *objects.ABSTRACTS)
    return named and record.says(*objects.AUTHORS, *objects.ABSTRACTS, "url", "link")


def _by_class(page: HtmlElement) -> list[HtmlElement]:
    found = [e for e in page.iter("*") if any(_TITLE.fullmatch(name) for name in tokens(e))]
    found += [link for link in page.iter("a") if link.get("title") == "paper title"]
    return found


def _by_bold_link(page: HtmlElement) -> list[HtmlElement]:
    return list(page.xpath(".//strong//a[@href] | .//b//a[@href]"))


def _by_heading(level: str) -> Rule:
    return lambda page: list(page.iter(level))


def _by_address(page: HtmlElement) -> list[HtmlElement]:
    """Links to papers, of several to one address the first."""
    links: dict[str, HtmlElement] = {}
    for link in page.iter("a"):
        if PAPER.search(link.get("href") or "") and not _NO_TITLE.fullmatch(plain(link)):
            links.setdefault(link.get("href"), link)
    return list(links.values())


_RULES: tuple[Rule, ...] = (_by_class, _by_bold_link, *map(_by_heading, ("h2", "h3", "h4", "h5", "h6")))


def _cut(page: HtmlElement, titles: list[HtmlElement]) -> Iterator[Record]:
    """The page's elements, title by title; those in front of the first and behind the part that holds all belong to none."""
    around = {ancestor for title in titles for ancestor in title.iterancestors()}
    titles = [title for title in titles if title not in around and not _NO_TITLE.fullmatch(plain(title))]
    counts = Counter(ancestor for title in titles for ancestor in (title, *title.iterancestors()))
    starts = {_widest(title, counts, page): title for title in titles}
    whole = next((e for title in titles for e in title.iterancestors() if counts[e] == len(titles) > 1), page)
    record = None
    for element in whole.iter("*"):
        if element in starts:
            if record:
                yield record
            record = Record(starts[element])
        # An element around later titles, such as a session's, is no part of a paper.
        if record and counts[element] < 2:
            record.elements.append(element)
    if record:
        yield record


def _widest(title: HtmlElement, counts: Counter[HtmlElement], page: HtmlElement) -> HtmlElement:
    """The widest element around a title that is around no other."""
    widest = title
    for element in title.iterancestors():
        if counts[element] > 1 or element is page or element.tag in ("html", "body"):
            break
        widest = element
    return widest


def _rows(page: HtmlElement) -> list[Record]:
    """The rows of tables whose first row names a column of titles or abstracts."""
    found = []
    for table in page.iter("table"):
        names, *rows = [[cell for cell in row if cell.tag in ("th", "td")] for row in table.iter("tr")] or [[]]
        columns = [objects.key(plain(cell)) for cell in names]
        if objects.usable(set(columns)):
            found += [_row(columns, cells) for cells in rows if len(cells) == len(columns)]
    return found


def _row(columns: list[str], cells: list[HtmlElement]) -> Record:
    row = cells[0].getparent()
    marked = (*objects.TITLES, *objects.ABSTRACTS)
    said = {name: text(cell) if name in marked else plain(cell) for name, cell in zip(columns, cells, strict=True)}
    links = [link for link in row.xpath(".//a/@href") if PAPER.search(link)]
    return Record(row, list(row.iter("*")), {"url": next(iter(links), None), "link": links, **said})
