"""What a paper's part of a page says: its title, authors, abstract and addresses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from lxml.html import HtmlElement

from pipeline.formats import people
from pipeline.formats.html_text import plain, text, tokens

# A link to a paper, on the sites of conferences, proceedings and archives.
PAPER = re.compile(
    r"/virtual/\d{4}/(?:poster|oral|spotlight)/\d+|/forum\?id=|arxiv\.org/abs/|-Abstract[\w-]*\.html|_paper\.html"
    r"|/papers?/(?:view/)?\d+|doi\.org/10\.|proceedings\.mlr\.press/v\d+/\w+\.html"
)
_EVENT = re.compile(r"/virtual/\d{4}/(oral|spotlight)/\d+")
_AUTHOR = re.compile(r"(?:[\w-]+[-_])?auth(?:or)?s?(?:[-_]\w+|search)?", re.IGNORECASE)
_ABSTRACT = re.compile(r"(?:[\w-]+[-_])?abstract(?:[-_][\w.-]+)?", re.IGNORECASE)
_LABEL = re.compile(r"\s*(?:abstract|summary)\s*[:.]?\s*", re.IGNORECASE)
_LABELLED = re.compile(r"\s*abstract\s*(?:[:.]|\n)\s*", re.IGNORECASE)
_LABEL_TAGS = frozenset(["strong", "b", "h2", "h3", "h4", "h5", "h6", "dt", "span", "div", "p", "em", "i", "label"])
_NO_TEXT = frozenset(["a", "button", "summary", "input", "label"])
_BY = re.compile(r"(?:authors?|by)\s*:\s*", re.IGNORECASE)
_PERSON = re.compile(r"/people/|/profile\?|/author/|/~\w")
_BETWEEN = re.compile(r"(?:[\s,;|·•&*]|\band\b)*")

Elements = Sequence[HtmlElement]


def fields(title: HtmlElement, elements: Elements) -> dict[str, Any]:
    """A paper's fields, by the names of `objects`, from its title's element and all its elements."""
    around = {title, *title.iterancestors(), *title.iter("*")}
    others = [element for element in elements if element not in around]
    abstract, shown = _abstract(others)
    inside = set(shown.iter("*")) if shown is not None else set()
    others = [element for element in others if element not in inside]
    own = [str(link) for link in title.xpath("./@href | .//a/@href | ancestor::a/@href")]
    links = [link for e in others if e.tag == "a" and (link := e.get("href"))]
    return {
        "title": text(title).replace("\n", " "),
        "authors": _authors(title, others),
        "abstract": abstract,
        "url": next((link for link in own if not link.startswith(("#", "javascript:"))), None),
        "link": [link for link in links if PAPER.search(link)],
        "eventtype": next((match[1] for link in (*own, *links) if (match := _EVENT.search(link))), None),
    }


def _outermost(elements: Elements, wanted: re.Pattern[str]) -> list[HtmlElement]:
    """Those whose class or id is wanted and that stand in no other such."""
    found: dict[HtmlElement, None] = {}
    for element in elements:
        if any(map(wanted.fullmatch, tokens(element))) and not any(e in found for e in element.iterancestors()):
            found[element] = None
    return list(found)


def _abstract(elements: Elements) -> tuple[str, HtmlElement | None]:
    """The abstract and the element that holds it."""
    named = [element for element in elements if element.tag not in _NO_TEXT]
    folded = [
        e for e in elements if e.tag == "details" and any("abstract" in plain(s).lower() for s in e.iter("summary"))
    ]
    for held in ([*_outermost(named, _ABSTRACT)], folded, [_labelled(elements)]):
        said = [(_LABELLED.sub("", text(element), count=1) if _LABELLED.match(text(element)) else text(element), element)
                for element in held if element is not None]  # fmt: skip
        longest = max(said, key=lambda pair: len(pair[0]), default=("", None))
        if longest[0] and not _LABEL.fullmatch(longest[0]):
            return longest
    return "", None


def _labelled(elements: Elements) -> HtmlElement | None:
    """The element with the text that a label such as `Abstract:` introduces: around it, or next to it."""
    known = set(elements)
    for label in elements:
        if label.tag in _LABEL_TAGS and len(label) == 0 and _LABEL.fullmatch(label.text or ""):
            parent, after = label.getparent(), label.getnext()
            if (label.tail or "").strip() and parent in known:
                return parent
            return after if after is not None else parent.getnext()
    return None


def _authors(title: HtmlElement, elements: Elements) -> list[str]:
    found = _outermost(elements, _AUTHOR)
    if found:
        return [name for element in found for name in _names(element)]
    people_links = [e for e in elements if e.tag == "a" and _PERSON.search(e.get("href") or "")]
    if people_links:
        return [name for link in people_links if (name := _seen(link))]
    # Without a class, names beside a title are in italics.
    beside = [e for e in elements if e.tag in ("i", "em") and e.getparent() is title.getparent()]
    return _names(beside[0]) if beside else []


def _names(element: HtmlElement) -> list[str]:
    """The names in an element: of its parts where only punctuation stands between them, of its text elsewhere."""
    parts = [child for child in element if child.tag in ("a", "span", "li", "div") and _seen(child)]
    between = [element.text, *(child.tail for child in element)]
    if len(parts) > 1 and all(_BETWEEN.fullmatch(_BY.sub("", words or "")) for words in between):
        return [name for part in parts if (name := _seen(part).strip(" ,;"))]
    return people.split(_BY.sub("", _seen(element), count=1))


def _seen(element: HtmlElement) -> str:
    """Plain text without footnote marks."""
    return plain(element, without="sup")
