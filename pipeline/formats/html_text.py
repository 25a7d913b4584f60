"""The text of an element of a page: what a reader sees of it, with math and exponents as markup."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from lxml.html import HtmlElement

_BLANKS = re.compile(r"[ \t\n\r\f]+")
_PARAGRAPHS = frozenset(
    [
        "article",
        "blockquote",
        "div",
        "dd",
        "dl",
        "dt",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "li",
        "ol",
        "p",
        "section",
        "table",
        "tr",
        "ul",
    ]
)
_UNSEEN = frozenset(["button", "form", "input", "script", "style", "summary", "svg", "template", "textarea"])
# Without its tags 10<sup>5</sup> would be 105.
_KEPT = frozenset(("sub", "sup"))


def tokens(element: HtmlElement) -> list[str]:
    """The element's classes and id."""
    return f"{element.get('class') or ''} {element.get('id') or ''}".split()


def plain(element: HtmlElement, without: str = "") -> str:
    """One line of plain text, such as a name; without: a tag whose contents are left out."""
    said = re.sub(f"<{without}>.*?</{without}>", "", text(element)) if without else text(element)
    return " ".join(html.unescape(re.sub("<[^>]*>", "", said)).split())


def text(element: HtmlElement) -> str:
    """The text inside an element, its paragraphs parted by blank lines; `&`, `<` and `>` are escaped."""
    return tidy("".join(_pieces(element)))


def tidy(pieces: str) -> str:
    """Pieces of text, put together: one line feed at a break, a blank line between paragraphs."""
    lines = [line.strip(" ") for line in pieces.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def piece(words: str | None) -> str:
    """Characters of a page, white space being one blank."""
    return html.escape(_BLANKS.sub(" ", words or ""), quote=False)


def _pieces(root: HtmlElement) -> Iterator[str]:
    """An element's text in reading order. No recursion: a page may be nested as deeply as it likes."""
    has_source = bool(root.xpath(".//script[starts-with(@type, 'math/tex')]"))
    stack: list[HtmlElement | str] = [root]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
            continue
        before, after, seen = _around(item, root, has_source)
        yield before
        stack.append(after)
        if seen:
            for child in reversed(item):
                stack += [piece(child.tail), child]
            yield piece(item.text)


def _around(element: HtmlElement, root: HtmlElement, has_source: bool) -> tuple[str, str, bool]:
    """What stands before and after an element's contents, and whether these are seen."""
    tag = element.tag if isinstance(element.tag, str) else "script"
    if (element.get("type") or "").startswith("math/tex"):
        return f"${html.escape(element.text or '', quote=False)}$", "", False
    classes = tokens(element)
    if "katex" in classes and (source := element.xpath(".//annotation[@encoding='application/x-tex']")):
        return f"${html.escape(source[0].text or '', quote=False)}$", "", False
    drawn = has_source and any(name.startswith("MathJax") for name in classes)
    if element is root:
        return "", "", True
    if drawn or tag in _UNSEEN:
        return "", "", False
    if tag == "br":
        return "\n", "", True
    if tag in _KEPT:
        return f"<{tag}>", f"</{tag}>", True
    return ("\n\n", "\n\n", True) if tag in _PARAGRAPHS else ("", "", True)
