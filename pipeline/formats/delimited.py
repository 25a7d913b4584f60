"""Listings in CSV and TSV: a header row, then a paper a row; columns that say nothing of a paper are passed over."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from pipeline import csvfile
from pipeline.formats import objects
from pipeline.formats.builder import Builder
from pipeline.formats.entries import Content
from pipeline.formats.files import open_text
from pipeline.problems import Problem, Refused

# A paper's whole text may stand in a column that is passed over; the csv module takes 131,072 characters.
csv.field_size_limit(sys.maxsize)


def read_csv(path: Path, listing_id: str) -> Content:
    """Read a listing in CSV, with semicolons or tabs where there are no commas. Refused where it is not one."""
    return _read(path, listing_id, (",", ";", "\t"))


def read_tsv(path: Path, listing_id: str) -> Content:
    """Read a listing in TSV. Refused where it is not one."""
    return _read(path, listing_id, ("\t",))


def _read(path: Path, listing_id: str, delimiters: tuple[str, ...]) -> Content:
    text = open_text(path)
    lines = _Lines(text.lines())
    delimiter, columns = _header(path, lines, delimiters)
    builder = Builder(path, listing_id, "row")
    rows = csv.reader(lines, delimiter=delimiter, strict=True)
    try:
        next(rows)
        while (cells := lines.row(rows)) is not None:
            if cells and len(cells) != len(columns):
                what = f"{len(cells)} cells where the header has {len(columns)}"
                builder.fault(lines.start, what, "quote cells that hold commas or line breaks")
            elif cells:
                fields = dict(zip(columns, cells, strict=True))
                builder.add(fields, lines.own.encode(text.codec), (lines.start, lines.end))
    except csv.Error as error:
        builder.fault(lines.start, *csvfile.fault(error))
    return Content(None, builder.done(), text.encoding, passed_over=builder.passed_over)


class _Lines(Iterator[str]):
    """Lines that know which of them the row read last takes up: start and end from 1, own its characters."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.start = self.end = 0
        self._lines = lines
        self._taken: list[str] = []

    @property
    def own(self) -> str:
        """The row's lines, the last line's end left out."""
        return "".join(self._taken).removesuffix("\n").removesuffix("\r")

    def __next__(self) -> str:
        line = next(self._lines)
        self._taken.append(line)
        self.end += 1
        return line

    def row(self, rows: Iterator[list[str]]) -> list[str] | None:
        """The next row; None behind the last."""
        self._taken.clear()
        self.start = self.end + 1
        return next(rows, None)

    def head(self) -> str:
        """The first line that is not blank, which is yet to be taken."""
        for line in self._lines:
            if line.strip():
                self._lines = chain([line], self._lines)
                return line
            self.end += 1
        return ""


def _header(path: Path, lines: _Lines, delimiters: tuple[str, ...]) -> tuple[str, list[str]]:
    """The delimiter, which is the one that makes known columns of the header, and the columns."""
    line = lines.head()
    if not line:
        raise Refused([Problem(str(path), 1, "the file is empty", "put the listing in it, or remove it")])
    for delimiter in delimiters:
        header = next(csv.reader([line], delimiter=delimiter))
        columns = [objects.key(name) for name in header]
        if objects.usable(set(columns)):
            break
    else:
        what = f"none of its columns is a title or an abstract: {', '.join(line.split(delimiters[0])).strip()[:200]}"
        remedy = f"name them {' or '.join(objects.TITLES[:2])}, and {objects.ABSTRACTS[0]}, in the first row"
        raise Refused([Problem(str(path), lines.end + 1, what, remedy)])
    twice = sorted({name for name in columns if name in objects.KNOWN and columns.count(name) > 1})
    if twice:
        what = f"a column stands twice: {', '.join(twice)}"
        raise Refused([Problem(str(path), lines.end + 1, what, "leave one of them")])
    return delimiter, columns
