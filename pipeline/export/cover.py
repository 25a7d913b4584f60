"""The two sheets of the Excel twin that hold no data: what this is, and the dictionary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from pipeline.contract import Contract, Field

SHEET = "About"
DICTIONARY = "Dictionary"
HOW_TO_READ = (
    "One sheet a table, with the column names of the CSV files in clean/; an empty cell is null. "
    "What begins with =, +, -, @, a tab or an apostrophe is stored as text and does not run. "
    "Lists are JSON arrays. Point at a column's name for what it means."
)
TABLE_HEADER = ("Table", "Title", "Rows", "What it holds", "Note")
DICTIONARY_HEADER = ("Table", "Column", "Title", "Description", "Type", "Unit", "Required", "Key", "Example")


def properties(descriptor: Mapping[str, Any]) -> dict[str, Any]:
    """The workbook's properties; its date is the package's, so that equal rows make equal bytes."""
    return {
        "title": descriptor["title"],
        "comments": descriptor["description"],
        "keywords": ", ".join(descriptor["keywords"]),
        "author": ", ".join(person["title"] for person in descriptor["contributors"]),
        "created": datetime.fromisoformat(descriptor["created"]).replace(tzinfo=None),
    }


def note(field: Field) -> str:
    """What stands beside a column's name."""
    return "\n".join([field.title, field.description] + ([f"Unit: {field.unit}"] if field.unit else []))


def write(
    sheet: Worksheet,
    contract: Contract,
    counts: Mapping[str, int],
    notes: Mapping[str, str],
    head: Format,
    look: Format,
) -> None:
    """The first sheet: the package, then its tables, each with a link to its sheet and what is to be known of it."""
    for column, width in enumerate((18, 26, 9, 90, 50)):
        sheet.set_column(column, column, width)
    about = list(_about(contract.descriptor))
    for line, (name, text) in enumerate(about):
        sheet.write_string(line, 0, name, head)
        sheet.write_string(line, 1, text)
    start = len(about) + 1
    sheet.write_row(start, 0, TABLE_HEADER, head)
    for line, table in enumerate(contract.tables.values(), start + 1):
        sheet.write_url(line, 0, f"internal:'{table.name}'!A1", string=table.name)
        sheet.write_string(line, 1, table.title, look)
        sheet.write_number(line, 2, counts[table.name], look)
        sheet.write_string(line, 3, table.description, look)
        if notes[table.name]:
            sheet.write_string(line, 4, notes[table.name], look)


def _about(descriptor: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "Title", descriptor["title"]
    yield "Version", descriptor["version"]
    yield "Description", descriptor["description"]
    yield "Home page", descriptor["homepage"]
    for licence in descriptor["licenses"]:
        yield "Licence", f"{licence['title']} ({licence['path']})"
    for source in descriptor["sources"]:
        yield "Source", f"{source['title']} ({source['path']})"
    yield "How to read it", HOW_TO_READ


def write_dictionary(sheet: Worksheet, contract: Contract, head: Format, look: Format) -> None:
    """The last sheet: every column of every table, as the contract describes it."""
    for column, width in enumerate((16, 20, 24, 90, 10, 16, 10, 10, 40)):
        sheet.set_column(column, column, width)
    sheet.write_row(0, 0, DICTIONARY_HEADER, head)
    rows = [(table, field) for table in contract.tables.values() for field in table.fields]
    for number, (table, field) in enumerate(rows, 1):
        key = "primary" if field.name in table.primary_key else ""
        required = "yes" if field.required or key else ""
        cells = (table.name, field.name, field.title, field.description, field.type, field.unit or "", required, key)
        for column, text in enumerate((*cells, field.example)):
            sheet.write_string(number, column, text, look)
    sheet.autofilter(0, 0, len(rows), len(DICTIONARY_HEADER) - 1)
    sheet.freeze_panes(1, 2)
