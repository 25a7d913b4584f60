from __future__ import annotations

from pathlib import Path

import pytest

from pipeline import read
from tests.formats.shared import listing, people, places, refused

CSV = 'id,Title,Authors,Abstract,URL\n1,One,"Ann Ahn, Bob Beh","First, of\ntwo lines. ""Quoted""",https://a.org/1\n\n2,Two,Cy Ce,,\n'
TAKE_OUT = "correct it, or take it out"


@pytest.mark.parametrize(
    ("name", "text"), [("a.csv", CSV), ("a.csv", "\n" + CSV), ("a.tsv", CSV.replace("Ahn, B", "Ahn; B").replace(",", "\t")), ("a.csv", CSV.replace("Ahn, B", "Ahn- B").replace(",", ";").replace("- ", ", "))]
)  # fmt: skip
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(("encoding", "mark"), [("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe")])
def test_rows(tmp_path: Path, name: str, text: str, end: str, encoding: str, mark: bytes) -> None:
    found = listing(tmp_path, name, mark + text.replace("\n", end).encode(encoding))
    start = 3 if text.startswith("\n") else 2
    comma = "\t" if name == "a.tsv" else ";" if ";" in text else ","
    assert (found.listing_id, found.title) == ("a", "a")
    assert places(found) == [
        (start, start + 1, None, f'First{comma} of\ntwo lines. "Quoted"'),
        (start + 3, start + 3, None, ""),
    ]
    assert [entry.facts for entry in found.entries] == [
        read.Facts("One", people("Ann Ahn", "Bob Beh"), url="https://a.org/1"),
        read.Facts("Two", people("Cy Ce")),
    ]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", [":1: the file is empty; put the listing in it, or remove it"]),
        ("title,abstract\n", [": there is no row in it; put the listing in it, or remove it"]),
        ("\nid,year\n1,2\n", [":2: none of its columns is a title or an abstract: id, year; name them title or name, and abstract, in the first row"]),
        ("title,abstract,Title\na,b,c\n", [":1: a column stands twice: title; leave one of them"]),
        ("title,abstract\na\nb,c,d\ne,f\n,\n", [
            ":2: 1 cells where the header has 2; quote cells that hold commas or line breaks",
            ":3: 3 cells where the header has 2; quote cells that hold commas or line breaks",
            f":5: this row is no paper: it has neither a title nor an abstract; {TAKE_OUT}"]),
        ('title,abstract\na,b\n"c,d\n', [":3: is not CSV (a quotation mark is never closed); quote the cell as RFC 4180 says"]),
        ('title,abstract\n"a"b,c\n', [":2: is not CSV (',' expected after '\"'); quote the cell as RFC 4180 says"]),
    ],
)  # fmt: skip
def test_faults(tmp_path: Path, text: str, problems: list[str]) -> None:
    assert refused(tmp_path, "a.csv", text) == [f"a.csv{problem}" for problem in problems]


def test_columns_that_say_nothing_of_a_paper_may_stand_twice(tmp_path: Path) -> None:
    assert places(listing(tmp_path, "a.csv", "note,abstract,note,\n1,First.,2,\n")) == [(2, 2, None, "First.")]
