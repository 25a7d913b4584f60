from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.rfc4180 import Fault, Row, parse

CELLS = st.text(st.characters(exclude_characters="\r", exclude_categories=["Cs"]))


@given(st.lists(st.lists(CELLS, min_size=2, max_size=4), max_size=6))
def test_what_the_csv_module_writes_is_read_back_whole(rows: list[list[str]]) -> None:
    buffer = io.StringIO(newline="")
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    found, faults = parse(buffer.getvalue())
    assert ([row.cells for row in found], faults) == (rows, [])


def test_each_row_knows_the_line_it_starts_on() -> None:
    assert parse('a,b\n"1\n\n2",x\ny,z\n') == (
        [Row(1, ["a", "b"]), Row(2, ["1\n\n2", "x"]), Row(5, ["y", "z"])],
        [],
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('a,b"c\n', "a quote stands inside a cell that is not quoted"),
        ('a,"b"c\n', "a quoted cell (after 1 commas) is followed by more text"),
        ('"a,b\n', "a quoted cell (after 0 commas) is never closed"),
        ('a,"b""\n', "a quoted cell (after 1 commas) is never closed"),
    ],
)
def test_a_broken_row_is_named_and_the_next_ones_are_read(text: str, fault: str) -> None:
    assert parse(f"x,y\n{text}1,2\n") == ([Row(1, ["x", "y"]), Row(3, ["1", "2"])], [Fault(2, fault)])


def test_a_quote_that_is_never_closed_takes_no_longer_than_the_file_is_long() -> None:
    rows, faults = parse('"' + "x," * 200_000 + "\n1,2\n")
    assert (rows, len(faults)) == ([Row(2, ["1", "2"])], 1)
