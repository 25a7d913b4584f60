from __future__ import annotations

import csv
import io
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline import contract, csvfile, schemas
from pipeline.contract import Field, Table
from tests.handmade import ROOT

TABLE = Table(
    "t", "T", "A table.", "clean/t.csv",
    (
        Field("key", "integer", "Key", "The key.", "1", None, {"required": True}),
        Field("text", "string", "Text", "A text.", "x", None, {}),
        Field("share", "number", "Share", "A number.", "0.5", None, {}),
        Field("flags", "array", "Flags", "An array.", "[]", None, {}),
        Field("open", "boolean", "Open", "A boolean.", "true", None, {}),
    ),
    ("key",), (), (), {},
)  # fmt: skip
TEXT = st.text(st.characters(exclude_characters="\r", exclude_categories=["Cs"]), min_size=1)
ODD = st.sampled_from(["NA", "None", "null", "nan", '"', '""', ",", "\n", " ", "=1+1", "𝒪(n)", "\U0010ffff", "\u2028"])


def row(key: int, **cells: Any) -> dict[str, Any]:
    return {"key": key, "text": None, "share": None, "flags": None, "open": None, **cells}


@given(st.lists(st.none() | TEXT | ODD, max_size=6))
def test_texts_come_back_as_they_went_in(texts: list[str | None]) -> None:
    data = csvfile.encode(TABLE, [row(key, text=text) for key, text in enumerate(texts)])
    frame = schemas.read(TABLE, data)
    assert [None if text is pd.NA else text for text in frame["text"]] == texts


@given(st.lists(st.none() | TEXT | ODD, max_size=6))
def test_pandas_reads_the_same_texts_with_the_options_the_readme_gives(texts: list[str | None]) -> None:
    # pandas ends a cell at a NUL; the build keeps NUL out of every table.
    texts = [text and text.replace("\0", "x") for text in texts]
    data = csvfile.encode(TABLE, [row(key, text=text) for key, text in enumerate(texts)])
    frame = pd.read_csv(io.BytesIO(data), keep_default_na=False, na_values=[""], dtype={"text": object})
    assert [None if pd.isna(text) else text for text in frame["text"]] == texts


def test_a_file_is_utf_8_with_line_feeds_a_header_and_rows_by_primary_key() -> None:
    rows = [
        row(10, text='a "quote", 王', share=0.5, flags=["é", "b"], open=False),
        row(9, share=1.0, flags=[], open=True),
    ]
    assert csvfile.encode(TABLE, rows).decode() == (
        'key,text,share,flags,open\n9,,1,[],true\n10,"a ""quote"", 王",0.5,"[""é"", ""b""]",false\n'
    )


@pytest.mark.parametrize("text", ["a\rb", "a\r\nb", "\r"])
def test_a_carriage_return_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="text: a carriage return"):
        csvfile.encode(TABLE, [row(1, text=text)])


def test_a_row_without_one_of_the_columns_is_refused() -> None:
    with pytest.raises(KeyError, match="open"):
        csvfile.encode(TABLE, [{"key": 1, "text": "x", "share": None, "flags": None}])


def test_rows_are_added_below_lines_that_stay_as_they_are() -> None:
    table = contract.load(ROOT / "datapackage.json").inputs["paper_ids"]
    given_line = {"paper_id": "0" * 12, "fingerprint": "1" * 64, "entry_sha256": "2" * 64}
    other = {"paper_id": "3" * 12, "fingerprint": "4" * 64, "entry_sha256": "5" * 64}
    first = csvfile.appended(b"", table, [given_line])
    both = csvfile.appended(first.rstrip(b"\n"), table, [other])
    assert list(csv.DictReader(io.StringIO(both.decode()))) == [given_line, other]
    assert both.startswith(first)
