"""Reading listings: bytes in `raw/` to entries that know where they stand."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.problems import Problem, Refused

_LINE_END = re.compile(r"\r\n|\n|\r")
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig", "utf-8"), (b"\xff\xfe", "utf-16", "utf-16-le"),
         (b"\xfe\xff", "utf-16", "utf-16-be"))  # fmt: skip
_UTF_32 = (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")


@dataclass(frozen=True)
class Entry:
    """One abstract of a listing.

    position, line_start and line_end count from 1. source is its text, a line break in the
    file being a line feed. sha256 is that of its own bytes: from the first byte of its first
    line to the last of its last, line end excluded.
    """

    listing_id: str
    position: int
    line_start: int
    line_end: int
    sha256: str
    source: str


@dataclass(frozen=True)
class Listing:
    """One file of `raw/`. path is the file as the user would name it, name its last part."""

    listing_id: str
    path: str
    name: str
    title: str
    encoding: str
    bytes: int
    sha256: str
    entries: tuple[Entry, ...]


def listings(folder: Path) -> list[Listing]:
    """All listings of a folder, in byte order of their names.

    Refused, with every problem found, where a file is no listing or the folder holds none.
    """
    paths = sorted(_candidates(folder), key=lambda path: path.name.encode("utf-8", "surrogateescape"))
    problems = [*_name_problems(paths), *_same_ids(paths)]
    found = []
    for path in paths:
        try:
            found.append(listing(path))
        except Refused as refused:
            problems += refused.problems
    if not paths:
        problems.append(Problem(str(folder), 0, "there is no listing here", "put one or more .txt files in it"))
    if problems:
        raise Refused(problems)
    return found


def _candidates(folder: Path) -> Iterator[Path]:
    """What stands in the folder, but for hidden files and the reference tables."""
    return (path for path in folder.iterdir() if path.name != "reference" and path.name[0] != ".")


def _name_problems(paths: list[Path]) -> Iterator[Problem]:
    for path in paths:
        if re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", path.name):
            shown = ascii(str(path))[1:-1]
            yield Problem(shown, 0, "the file's name holds a control character or is not UTF-8", "rename it")


def _same_ids(paths: list[Path]) -> Iterator[Problem]:
    groups = defaultdict(list)
    for path in paths:
        groups[unicodedata.normalize("NFC", path.stem)].append(path)
    for listing_id, same in groups.items():
        for path in same[1:]:
            what = f"the listing id {listing_id!r} is also that of {same[0].name}"
            yield Problem(str(path), 0, what, "rename one of the two files")


def listing(path: Path) -> Listing:
    """Read one `.txt` listing. Refused where it is not one."""
    data = _bytes(path)
    text, encoding, codec = decode(data, str(path))
    spans = blocks(text)
    if not spans:
        raise Refused([Problem(str(path), 1, "the file is empty", "put the listing's text in it, or remove it")])
    head, *rest = _part_title(spans)
    if "\0" in head.text:
        raise Refused([Problem(str(path), head.line_start, "the title holds a NUL", "type the title anew")])
    if not rest:
        remedy = "add abstracts below the title, parted by blank lines, or remove the file"
        raise Refused([Problem(str(path), head.line_start, "the listing has a title and no entry", remedy)])
    listing_id = unicodedata.normalize("NFC", path.stem)
    entries = tuple(
        Entry(listing_id, position, span.line_start, span.line_end, _sha256(span.text.encode(codec)),
              _LINE_END.sub("\n", span.text))
        for position, span in enumerate(rest, 1)
    )  # fmt: skip
    return Listing(listing_id, str(path), path.name, head.text.strip(), encoding, len(data), _sha256(data), entries)


def _bytes(path: Path) -> bytes:
    if path.suffix.lower() != ".txt":
        remedy = "a listing is a .txt file; convert it, or move it out of the folder"
        raise Refused([Problem(str(path), 0, "the format is not known", remedy)])
    if path.is_dir():
        raise Refused([Problem(str(path), 0, "this is a folder, not a listing", "move it elsewhere")])
    try:
        return path.read_bytes()
    except OSError as error:
        remedy = "make it a readable file, or remove it"
        raise Refused([Problem(str(path), 0, f"cannot be read ({error.strerror})", remedy)]) from error


def decode(data: bytes, path: str) -> tuple[str, str, str]:
    """The text without byte-order mark, the encoding's name, and the codec of the bytes after the mark.

    Refused, naming the byte, where the bytes are no text in UTF-8 or, with a byte-order mark, UTF-16.
    """
    encoding, codec, skip = "utf-8", "utf-8", 0
    for mark, name, of_rest in _BOMS:
        if data.startswith(mark):
            encoding, codec, skip = name, of_rest, len(mark)
    # UTF-16 without a mark is mostly valid UTF-8: half its bytes are NUL in Latin text.
    if data.startswith(_UTF_32) or (encoding == "utf-8" and data.count(0) * 4 > len(data)):
        what = "the bytes look like UTF-32, or UTF-16 without a byte-order mark"
        raise Refused([Problem(path, 1, what, "save the file as UTF-8")])
    try:
        return data[skip:].decode(codec), encoding, codec
    except UnicodeDecodeError as error:
        offset = error.start + skip
        line = len(_LINE_END.findall(data[skip:offset].decode(codec, "replace"))) + 1
        what = f"byte 0x{data[offset]:02X} at offset {offset} is not {codec.upper()} ({error.reason})"
        raise Refused([Problem(path, line, what, "save the file as UTF-8, or UTF-16 with a byte-order mark")]) from error


@dataclass(frozen=True)
class Span:
    """Consecutive lines of a text: line numbers from 1, both included; the last line end left out."""

    line_start: int
    line_end: int
    text: str


def line_offsets(text: str) -> Iterator[tuple[int, int]]:
    """Where each line starts and ends, line end excluded; LF, CRLF and CR end a line, nothing else does."""
    start = 0
    for match in _LINE_END.finditer(text):
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
    end = _LINE_END.search(first.text)
    if end is None:
        return spans
    title = Span(first.line_start, first.line_start, first.text[: end.start()])
    rest = Span(first.line_start + 1, first.line_end, first.text[end.end() :])
    return [title, rest, *spans[1:]]


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
