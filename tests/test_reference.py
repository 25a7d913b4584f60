from __future__ import annotations

from pathlib import Path

import pytest

from pipeline import contract, reference
from pipeline.problems import Refused

TABLE = contract.load(Path(__file__).parent.parent / "datapackage.json").inputs["bibliography"]
HEADER = ",".join(TABLE.columns)


def refused(path: Path, text: str) -> list[str]:
    path.write_bytes(text.encode())
    with pytest.raises(Refused) as caught:
        reference.read(path, TABLE)
    return [str(problem).replace(str(path), "b.csv") for problem in caught.value.problems]


def test_a_file_that_is_not_there_has_no_rows(tmp_path: Path) -> None:
    assert reference.read(tmp_path / "b.csv", TABLE) == []


def test_rows_know_their_line_also_after_a_cell_of_several_lines(tmp_path: Path) -> None:
    path = tmp_path / "b.csv"
    path.write_bytes(f'\ufeff{HEADER}\r\nx,1,"A\nB",,,,,,,\r\n\r\nx,2,NA,,,,,,,\r\n'.encode())
    rows = reference.read(path, TABLE)
    assert [(row.line, row["position"], row["title"], row["authors"]) for row in rows] == [
        (2, "1", "A\nB", None),
        (5, "2", "NA", None),
    ]


def test_every_fault_of_a_row_is_named_by_its_line(tmp_path: Path) -> None:
    rows = [
        "x,one,,,,,,,,",
        ",2,,,best,,,,,",
        "x,3,,,,,http://icml.cc,,26.1,",
        "x,4,,",
        "x,0,,,,,,,,rumour",
        "x,6,,,,,,,,",
        "x,6,,,,,,,,",
    ]
    empty = ", or leave it empty"
    assert refused(tmp_path / "b.csv", "\n".join([HEADER, *rows])) == [
        "b.csv:2: position is 'one', not a whole number; write it like 1",
        "b.csv:3: decision is 'best', none of regular, spotlight, oral; write it like regular" + empty,
        "b.csv:3: listing is empty; write it like 000_c2db795eaaf0389e",
        "b.csv:4: arxiv_id is '26.1', which has not the form asked for; write it like 2605.11762" + empty,
        "b.csv:4: icml_url is 'http://icml.cc', which has not the form asked for; "
        "write it like https://icml.cc/virtual/2026/poster/63657" + empty,
        "b.csv:5: 4 cells where the header has 10; quote cells that hold commas or line breaks",
        "b.csv:6: position is 0, too small; write it like 1",
        "b.csv:6: title_source is 'rumour', none of proceedings, conference schedule; "
        "write it like conference schedule" + empty,
        "b.csv:8: listing, position x, 6 stands in line 7 already; remove one of the two rows",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["b.csv:1: the file is empty; write the header row, or remove the file"]),
        (
            HEADER.replace("topic", "subject") + ",title\n",
            [
                "b.csv:1: the column 'subject' is unknown; the columns are " + ", ".join(TABLE.columns),
                "b.csv:1: the column 'title' stands twice; remove one of them",
                "b.csv:1: the column 'title' stands twice; remove one of them",
                "b.csv:1: the column 'topic' is missing; add it; its cells may be empty",
            ],
        ),
        (
            HEADER.replace(",", ";") + "\n",
            ["b.csv:1: its cells are parted by semicolons; save it with commas between them"],
        ),
        (
            HEADER + '\nx,1,"open,,,,,,,\n',
            ["b.csv:2: is not CSV (a quotation mark is never closed); quote the cell as RFC 4180 says"],
        ),
    ],
)
def test_a_file_that_is_no_such_table_is_refused(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert refused(tmp_path / "b.csv", text) == expected
