"""The Excel twin, read back by openpyxl and pandas, and by LibreOffice where it is installed."""

from __future__ import annotations

import dataclasses
import errno
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from pipeline.contract import Field, Table
from pipeline.export import cover, excel
from tests.export import tiny

Cells = dict[str, list[dict[str, Any]]]

# How a workbook spells what XML cannot hold, and an underscore that would spell it. openpyxl
# leaves it to us, but for the underscore in the shared strings that LibreOffice writes.
ESCAPE = "_x([0-9A-F]{4})_"
CONTROL = "_x(00[01][0-9a-f])_"


@tiny.WITH_BOTH
def test_every_sheet_decodes_to_its_csv_file(tmp_path: Path, rows: tiny.Rows) -> None:
    book = _book(tmp_path, rows)
    read = {table.name: list(_rows(book[table.name], table)) for table in tiny.CONTRACT.tables.values()}
    assert read == _expected(rows)


def test_pandas_reads_the_same(tmp_path: Path) -> None:
    rows = tiny.tables()
    excel.write(tiny.CONTRACT, rows, tmp_path / "x.xlsx")
    for name, table in tiny.CONTRACT.tables.items():
        frame = pd.read_excel(tmp_path / "x.xlsx", sheet_name=name, keep_default_na=False, na_values=[""], dtype=object)
        read = [
            {
                field.name: _decoded(field, None if pd.isna(row[field.name]) else row[field.name])
                for field in table.fields
            }
            for row in frame.to_dict("records")
        ]
        assert read == _expected(rows)[name]


@pytest.mark.skipif(
    not shutil.which("soffice") and not os.environ.get("CI"), reason="LibreOffice is not installed (CI installs it)"
)
def test_libreoffice_reads_the_same_and_runs_nothing(tmp_path: Path) -> None:
    rows = tiny.tables()
    excel.write(tiny.CONTRACT, rows, tmp_path / "x.xlsx")
    command = ["soffice", f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", "--convert-to", "xlsx"]
    subprocess.run([*command, "--outdir", tmp_path / "lo", tmp_path / "x.xlsx"], check=True, capture_output=True)
    book = openpyxl.load_workbook(tmp_path / "lo" / "x.xlsx")
    read = {table.name: list(_rows(book[table.name], table, CONTROL)) for table in tiny.CONTRACT.tables.values()}
    assert read == _expected(rows)
    assert {cell.data_type for line in book["papers"] for cell in line} <= {"s", "n"}


def test_nothing_is_a_formula_and_what_could_become_one_is_guarded(tmp_path: Path) -> None:
    book = _book(tmp_path, tiny.tables())
    titles = [line[1] for line in book["papers"].iter_rows(min_row=2)]
    assert [(cell.data_type, cell.value, bool(cell.quotePrefix)) for cell in titles[1:]] == [
        ("s", title, title[0] in "=+-@\t'") for title in tiny.TITLES[-2::-1]
    ]
    assert all(cell.data_type in {"s", "n"} for sheet in book for line in sheet.iter_rows() for cell in line)


def test_each_sheet_has_filters_a_frozen_header_and_notes(tmp_path: Path) -> None:
    book = _book(tmp_path, tiny.tables())
    assert book.sheetnames == [cover.SHEET, *tiny.CONTRACT.tables, cover.DICTIONARY]
    for name, table in tiny.CONTRACT.tables.items():
        header = list(book[name][1])
        assert book[name].freeze_panes == "B2"
        assert book[name].auto_filter.ref.startswith("A1:")
        assert [cell.comment.text for cell in header] == [cover.note(field) for field in table.fields]
    widths = {column: book["papers"].column_dimensions[column].width for column in "ABC"}
    assert widths["A"] < 20 < widths["C"] < 70
    assert book["papers"]["C2"].alignment.wrap_text


def test_the_first_sheet_lists_the_tables_and_the_last_describes_the_columns(tmp_path: Path) -> None:
    rows = tiny.tables()
    book = _book(tmp_path, rows)
    cells = list(book[cover.SHEET].iter_rows(values_only=True))
    tables = cells[cells.index(cover.TABLE_HEADER) + 1 :]
    note = f"Texts cut, being longer than a cell takes: 1. They are whole in {tiny.CONTRACT.tables['papers'].path}."
    assert tables == [
        (table.name, table.title, len(rows[table.name]), table.description, note if table.name == "papers" else None)
        for table in tiny.CONTRACT.tables.values()
    ]
    assert [line[1] for line in cells if line[0] == "Title"] == [tiny.CONTRACT.descriptor["title"]]
    described = [line[:4] for line in book[cover.DICTIONARY].iter_rows(min_row=2, values_only=True)]
    assert described == [
        (table.name, field.name, field.title, field.description)
        for table in tiny.CONTRACT.tables.values()
        for field in table.fields
    ]


@pytest.mark.parametrize(
    ("text", "fitting"),
    [
        ("a" * 32_767, True),
        ("a" * 32_768, False),
        ("𝒪" * 16_383, True),
        ("𝒪" * 16_384, False),
        ("a" + "𝒪" * 16_384, False),
    ],
    ids=["at the limit", "over it", "two code units, under", "two code units, over", "a pair at the cut"],
)
def test_a_text_is_cut_with_a_mark_only_where_it_must_be(text: str, fitting: bool) -> None:
    found = excel.fit(text, "clean/papers.csv")
    assert (found == text) == fitting
    assert len(found.encode("utf-16-le")) <= 2 * 32_767
    if not fitting:
        kept, _, mark = found.partition(" … ")
        assert text.startswith(kept)
        assert mark == f"[cut here: a cell takes no more. All {len(text):,} characters are in clean/papers.csv]"


def test_a_table_too_long_for_a_sheet_is_left_out_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excel, "MAX_ROWS", 13)
    book = _book(tmp_path, tiny.tables())
    said = "Left out: a sheet takes fewer rows. They are in clean/papers.csv."
    assert [[cell.value for cell in line] for line in book["papers"]] == [[said]]
    assert said in [cell.value for cell in book[cover.SHEET]["E"]]


def test_the_same_rows_make_the_same_bytes(tmp_path: Path) -> None:
    rows = tiny.tables()
    for name in ("1.xlsx", "2.xlsx"):
        excel.write(tiny.CONTRACT, rows, tmp_path / name)
    assert (tmp_path / "1.xlsx").read_bytes() == (tmp_path / "2.xlsx").read_bytes()
    created = openpyxl.load_workbook(tmp_path / "1.xlsx").properties.created
    assert f"{created:%Y-%m-%d}" == tiny.CONTRACT.descriptor["created"][:10]


def test_booleans_are_booleans(tmp_path: Path) -> None:
    links = tiny.CONTRACT.tables["links"]
    table = dataclasses.replace(links, fields=(dataclasses.replace(links.fields[0], type="boolean", name="is"),))
    table = dataclasses.replace(table, primary_key=("is",))
    contract = dataclasses.replace(tiny.CONTRACT, tables={"links": table})
    excel.write(contract, {"links": [{"is": True}, {"is": False}]}, tmp_path / "x.xlsx")
    read = openpyxl.load_workbook(tmp_path / "x.xlsx")["links"]
    assert [cell.value for cell in read["A"]] == ["is", False, True]


def _book(folder: Path, rows: tiny.Rows) -> openpyxl.Workbook:
    excel.write(tiny.CONTRACT, rows, folder / "x.xlsx")
    return openpyxl.load_workbook(folder / "x.xlsx")


def _expected(rows: tiny.Rows) -> Cells:
    """The canonical values; the long text of the tiny package is cut, as it must be."""
    found = tiny.expected(tiny.CONTRACT, rows)
    for table in found.values():
        for row in table:
            row.update(
                {name: excel.fit(text, "clean/papers.csv") for name, text in row.items() if isinstance(text, str)}
            )
    return found


def _rows(sheet: Worksheet, table: Table, escape: str = ESCAPE) -> Iterator[dict[str, Any]]:
    header, *lines = sheet.iter_rows(values_only=True)
    assert header == table.columns
    for line in lines:
        yield {field.name: _decoded(field, value, escape) for field, value in zip(table.fields, line, strict=True)}


def _decoded(field: Field, value: Any, escape: str = ESCAPE) -> Any:
    if not isinstance(value, str):
        return value
    text = re.sub(escape, lambda match: chr(int(match[1], 16)), value)
    return tiny.decoded(field, text) if field.type == "array" else text


def test_a_full_disk_is_an_error_of_the_system() -> None:
    with pytest.raises(OSError, match="No space left on device") as caught:
        excel.write(tiny.CONTRACT, tiny.tables(), Path("/dev/full"))
    assert caught.value.errno == errno.ENOSPC
