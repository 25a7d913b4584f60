"""Listings in plain text: a title line, then abstracts parted by blank lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.formats import objects
from pipeline.formats.entries import Content, Entry
from pipeline.formats.files import LINE_END, data, decode, sha256
from pipeline.problems import Problem, Refused

# How listings begin that have another format; no title does.
_OTHERS = (
    ("JSON", ".json or .jsonl", re.compile(r'(?:\[\s*)?\{\s*"')),
    ("HTML", ".html", re.compile(r"<(?:!doctype html|html|head|body|\?xml)\b", re.IGNORECASE)),
    ("BibTeX", ".bib", re.compile(r"@\w+\s*\{[^\s,{}]*,")),
)


@dataclass(frozen=True)
class Span:
    """Consecutive lines of a text: line numbers from 1, both included; the last line end left out."""

    line_start: int
    line_end: int
    text: str


def read(path: Path, listing_id: str) -> Content:
    """Read a `.txt` listing. Refused where it is not one."""
    text, encoding, codec = decode(data(path), str(path))
    spans = blocks(text)
    if not spans:
        raise Refused([Problem(str(path), 1, "the file is empty", "put the listing's text in it, or remove it")])
    if other := _other_format(spans[0].text):
        what, remedy = f"this is {other[0]}, not a title and abstracts", f"name the file {other[1]}"
        raise Refused([Problem(str(path), spans[0].line_start, what, remedy)])
    head, *rest = _part_title(spans)
    if "\0" in head.text:
        raise Refused([Problem(str(path), head.line_start, "the title holds a NUL", "type the title anew")])
    if not rest:
        remedy = "add abstracts below the title, parted by blank lines, or remove the file"
        raise Refused([Problem(str(path), head.line_start, "the listing has a title and no entry", remedy)])
    entries = tuple(
        Entry(listing_id, position, span.line_start, span.line_end, sha256(span.text.encode(codec)),
              LINE_END.sub("\n", span.text))
        for position, span in enumerate(rest, 1)
    )  # fmt: skip
    return Content(head.text.strip(), entries, encoding)


def _other_format(begin: str) -> tuple[str, str] | None:
    """The format that a text is in that is no plain one, and its suffix."""
    for name, suffix, pattern in _OTHERS:
        if pattern.match(begin.lstrip()):
            return name, suffix
    columns = {objects.key(name.strip('"')) for name in re.split("[,;\t]", LINE_END.split(begin, 1)[0])}
    return ("CSV", ".csv") if {objects.TITLES[0], objects.ABSTRACTS[0]} <= columns else None


def line_offsets(text: str) -> Iterator[tuple[int, int]]:
    """Where each line starts and ends, line end excluded; LF, CRLF and CR end a line, nothing else does."""
    start = 0
    for match in LINE_END.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def blocks(text: str) -> list[Span]:
    """Runs of lines that are not blank, each with the line ends inside it as they stand."""
    found, first, last = [], None, (0, 0)
    for number, (start, end) in enumerate(line_offsets(text), 1):
        if text[start:end].strip():
            first = first or (number, start)
            last = (number, end)
        elif first:
            found.append(Span(first[0], last[0], text[first[1] : last[1]]))
            first = None
    if first:
        found.append(Span(first[0], last[0], text[first[1] : last[1]]))
    return found


def _part_title(spans: list[Span]) -> list[Span]:
    """The first line is the title, also where no blank line parts it from the first entry."""
    first = spans[0]
    end = LINE_END.search(first.text)
    if end is None:
        return spans
    title = Span(first.line_start, first.line_start, first.text[: end.start()])
    rest = Span(first.line_start + 1, first.line_end, first.text[end.end() :])
    return [title, rest, *spans[1:]]
