"""The Excel twin: every table as a sheet, safe to open, and decoding to what the CSV files say.

XlsxWriter writes it row by row, so in bounded memory, and puts no time of day into it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import xlsxwriter
from xlsxwriter.exceptions import FileCreateError
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from pipeline import csvfile
from pipeline.contract import Contract, Field, Table
from pipeline.csvfile import Row
from pipeline.export import cover
from pipeline.export.values import canonical, ordered

MAX_ROWS = 1_048_576
MAX_CELL = 32_767  # UTF-16 code units
CUT = " … [cut here: a cell takes no more. All {count:,} characters are in {path}]"
# What begins with one of these runs, or loses it, when a cell is edited or the sheet saved as CSV.
UNSAFE = ("=", "+", "-", "@", "\t", "'")
NUMERIC = {"integer", "year", "number"}
# Characters. A column is as wide as the texts in its first rows; where that is the widest, they wrap.
NARROWEST, WIDEST, SAMPLE = 8, 60, 1000
ROW_HEIGHT = 45  # points, three lines: with whole abstracts a screen would show two rows


class Looks(NamedTuple):
    """How cells look. A guarded one stays text when it is edited."""

    header: Format
    number: Format
    text: Format
    guarded: Format
    wrapped: Format
    guarded_wrapped: Format


class Column(NamedTuple):
    """One column of a sheet: its field, its width, and how its texts look, safe ones and others."""

    field: Field
    width: int
    plain: Format
    guarded: Format


def write(contract: Contract, tables: Mapping[str, Sequence[Row]], path: Path) -> None:
    """Write the workbook: what this is, a sheet a table, and the dictionary.

    A table of more rows than a sheet takes is left out as a whole, and a text longer than a
    cell takes is cut with a mark; the first sheet says so of each table.
    """
    with _book(path) as book:
        book.set_properties(cover.properties(contract.descriptor))
        looks = _looks(book)
        first = book.add_worksheet(cover.SHEET)
        notes = {
            table.name: _write_table(book.add_worksheet(table.name), table, tables[table.name], looks)
            for table in contract.tables.values()
        }
        counts = {name: len(tables[name]) for name in contract.tables}
        cover.write(first, contract, counts, notes, looks.header, looks.wrapped)
        cover.write_dictionary(book.add_worksheet(cover.DICTIONARY), contract, looks.header, looks.wrapped)


@contextmanager
def _book(path: Path) -> Iterator[xlsxwriter.Workbook]:
    """A workbook that is written when the block ends. OSError where the machine is at fault, such as a full disk."""
    try:
        with xlsxwriter.Workbook(str(path), {"constant_memory": True}) as book:
            yield book
    except FileCreateError as error:
        # XlsxWriter's own, which is no OSError: its argument is.
        raise error.args[0] from error


def fit(text: str, path: str) -> str:
    """The text as a cell takes it: whole, or cut with a mark that says where it is whole."""
    encoded = text.encode("utf-16-le")
    if len(encoded) <= 2 * MAX_CELL:
        return text
    mark = CUT.format(count=len(text), path=path)
    # A character outside the BMP is two code units; half of one at the cut goes too.
    return encoded[: 2 * (MAX_CELL - len(mark))].decode("utf-16-le", "ignore") + mark


def _looks(book: xlsxwriter.Workbook) -> Looks:
    number = {"valign": "top"}
    text = {**number, "num_format": "@"}  # so that 007 stays 007 when it is edited
    wrapped = {**number, "text_wrap": True}
    guard = {"quote_prefix": True}
    header = {**number, "bold": True, "bottom": 1, "bg_color": "#E8EDF3"}
    return Looks(*map(book.add_format, (header, number, text, {**text, **guard}, wrapped, {**wrapped, **guard})))


def _write_table(sheet: Worksheet, table: Table, rows: Sequence[Row], looks: Looks) -> str:
    """Fill a sheet; returns what the first sheet must say of it, or nothing."""
    if len(rows) >= MAX_ROWS:
        note = f"Left out: a sheet takes fewer rows. They are in {table.path}."
        sheet.write_string(0, 0, note)
        return note
    columns = [_column(field, rows[:SAMPLE], looks) for field in table.fields]
    _lay_out(sheet, columns, len(rows), looks)
    cut = 0
    for number, row in enumerate(ordered(table, rows), 1):
        for index, column in enumerate(columns):
            value = canonical(column.field, row[column.field.name])
            if value is not None:
                cut += _write_cell(sheet, (number, index), column, value, looks.number, table.path)
    return f"Texts cut, being longer than a cell takes: {cut}. They are whole in {table.path}." if cut else ""


def _column(field: Field, rows: Sequence[Row], looks: Looks) -> Column:
    texts = (csvfile.cell(field, row[field.name]) for row in rows)
    longest = max(map(len, texts), default=0)
    width = min(WIDEST, max(NARROWEST, longest + 1, len(field.name) + 4))  # 4: the filter's button
    if width == WIDEST:
        return Column(field, width, looks.wrapped, looks.guarded_wrapped)
    return Column(field, width, looks.text, looks.guarded)


def _lay_out(sheet: Worksheet, columns: Sequence[Column], rows: int, looks: Looks) -> None:
    """The header with its notes and filters, and the widths; header and first column stay in sight."""
    if any(column.width == WIDEST for column in columns):
        sheet.set_default_row(ROW_HEIGHT)
        sheet.set_row(0, 18)
    for index, column in enumerate(columns):
        sheet.set_column(index, index, column.width)
        sheet.write_string(0, index, column.field.name, looks.header)
        sheet.write_comment(0, index, cover.note(column.field), {"x_scale": 2.5, "y_scale": 1.5})
    sheet.autofilter(0, 0, rows, len(columns) - 1)
    sheet.freeze_panes(1, 1)


def _write_cell(
    sheet: Worksheet, place: tuple[int, int], column: Column, value: Any, number: Format, path: str
) -> bool:
    """Write one value as what it is; whether it had to be cut."""
    if column.field.type in NUMERIC:
        sheet.write_number(*place, value, number)
        return False
    if column.field.type == "boolean":
        sheet.write_boolean(*place, value, number)
        return False
    text = csvfile.cell(column.field, value)
    fitting = fit(text, path)
    sheet.write_string(*place, fitting, column.guarded if fitting.startswith(UNSAFE) else column.plain)
    return fitting is not text
