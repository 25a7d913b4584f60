"""Listings as a saved page of a conference's site, where its structure tells titles, authors and abstracts."""

from __future__ import annotations

import re
from bisect import bisect_right
from pathlib import Path

from lxml import etree, html
from lxml.html import HtmlElement

from pipeline.formats import addresses, html_records
from pipeline.formats.builder import Builder
from pipeline.formats.entries import Content
from pipeline.formats.files import LINE_END, open_text
from pipeline.formats.html_records import LINES
from pipeline.formats.html_text import plain
from pipeline.formats.lines import Lines
from pipeline.formats.values import line
from pipeline.problems import Problem, Refused
from pipeline.titles import parse

_SAVED_FROM = re.compile(r"<!--\s*saved from url=\(\d+\)(\S+?)\s*-->")

# A start tag to its `>`, or a comment, a script and the like as a whole: what looks like a tag in those is none.
_TAG = re.compile(
    r"<!--.*?(?:-->|\Z)|(?P<raw_tag><(?P<raw>script|style|textarea|title)\b).*?(?:</(?P=raw)|\Z)|(?P<tag><[a-z][^\s/>]*)[^>]*",
    re.DOTALL | re.IGNORECASE,
)


def read(path: Path, listing_id: str) -> Content:
    """Read a saved page. Refused, with the reason, where its papers cannot be told."""
    text = open_text(path)
    whole = text.read()
    root = _root(path, whole)
    title = _title(root)
    records = html_records.records(root)
    if not records:
        what = "no paper can be told on this page: no titles with authors, an abstract or a paper's address beside them"
        remedy = "save the page when its papers are shown, or give the listing in another format"
        raise Refused([Problem(str(path), 0, what, remedy)])
    own = _base(root, whole)
    builder = Builder(path, listing_id, "paper", own or addresses.site(parse(title or "").venue))
    lines = Lines(whole, text.codec)
    for record in records:
        start, end = _trimmed(lines, *record.lines)
        # The page's own address alone tells what such an address as `ahn26.html` is relative to.
        if own and (address := record.fields.get("url")) and not address.startswith("/"):
            record.fields["url"] = addresses.join(own, address)
        builder.add(record.fields, lines.bytes(start, end) or b"", (start, end))
    return Content(title, builder.done(), text.encoding, passed_over=builder.passed_over)


def _trimmed(lines: Lines, start: int, end: int) -> tuple[int, int]:
    """First and last line without blank ones at the end, such as that behind a file's last line end."""
    end = min(end, len(lines))
    while end > start and not (lines.bytes(end, end) or b"").strip(b" \t\f\0"):
        end -= 1
    return start, end


def _root(path: Path, text: str) -> HtmlElement:
    """The page, each element with its lines in the attribute LINES."""
    if not re.search(r"<\w", text):
        raise _no_html(path)
    # The parser counts lines up to 65,535 only, and a page of 6,600 papers has more.
    ends = [match.end() for match in LINE_END.finditer(text)]

    def numbered(tag: re.Match[str]) -> str:
        first, last = (bisect_right(ends, at) + 1 for at in (tag.start(), tag.end()))
        head = len(tag["raw_tag"] or tag["tag"] or "")
        return f'{tag[0][:head]} {LINES}="{first} {last}"{tag[0][head:]}' if head else tag[0]

    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    try:
        root: HtmlElement = html.document_fromstring(LINE_END.sub("\n", _TAG.sub(numbered, text)).encode(), parser)
    except etree.ParserError as error:
        raise _no_html(path) from error
    # Such as elements inside each other more than 2,048 deep: what follows is lost then.
    fatal = [f"{fault.message}".split(",")[0] for fault in parser.error_log.filter_from_fatals()]
    if fatal:
        what = f"is not HTML that can be read as a whole ({fatal[0]})"
        raise Refused([Problem(str(path), 0, what, "save the page anew")])
    return root


def _no_html(path: Path) -> Refused:
    return Refused([Problem(str(path), 1, "there is no HTML element in it", "save the page as HTML")])


def _title(root: HtmlElement) -> str | None:
    for element in root.xpath("//title | //h1"):
        if said := line(plain(element)):
            return said
    return None


def _base(root: HtmlElement, text: str) -> str | None:
    """The address that the page was saved from, where it says so."""
    saved = _SAVED_FROM.search(text[:2000])
    for address in (*root.xpath("//base/@href | //link[@rel='canonical']/@href"), saved[1] if saved else ""):
        if re.match("https?://", address):
            return str(address)
    return None
