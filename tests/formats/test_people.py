from __future__ import annotations

from typing import Any

import pytest

from pipeline.formats.entries import Author
from pipeline.formats.people import authors
from pipeline.formats.values import Unfit

NAMES = [
    ("Ann Ahn, Bob Beh", ["Ann Ahn", "Bob Beh"], "commas between names"),
    ("Ann Ahn; Bob Beh;", ["Ann Ahn", "Bob Beh"], "semicolons, one too many"),
    ("Ahn, Ann; Beh, Bob B.", ["Ann Ahn", "Bob B. Beh"], "semicolons between names, commas inside"),
    ("Ann Ahn; Beh, Bob", ["Ann Ahn", "Bob Beh"], "both forms"),
    ("Ann Ahn and Bob Beh", ["Ann Ahn", "Bob Beh"], "prose"),
    ("Ann Ahn, Bob Beh, and Cy Ce", ["Ann Ahn", "Bob Beh", "Cy Ce"], "prose with a comma before and"),
    ("Ann Ahn, Bob Beh & Cy Ce", ["Ann Ahn", "Bob Beh", "Cy Ce"], "ampersand"),
    ("Ahn, Ann and Beh, Bob", ["Ann Ahn", "Bob Beh"], "BibTeX"),
    ("Ahn, Ann", ["Ann Ahn"], "one author, family first"),
    ("Ahn, A., Beh, B. B.", ["A. Ahn", "B. B. Beh"], "families and initials by turns"),
    ("van der Berg, J., Li, X.", ["J. van der Berg", "X. Li"], "a family of several words"),
    ("Ahn, Ann, Beh, Bob", ["Ann Ahn", "Bob Beh"], "families and given names by turns"),
    ("Ann Ahn, Jr., Bob Beh III", ["Ann Ahn, Jr.", "Bob Beh III"], "a suffix belongs to the name before"),
    ("Ann Ahn · Bob Beh", ["Ann Ahn", "Bob Beh"], "the conference's site"),
    ("Ann Ahn | Bob Beh", ["Ann Ahn", "Bob Beh"], "the ACL's site"),
    ("Ann Ahn\nBob Beh", ["Ann Ahn", "Bob Beh"], "lines"),
    ("Ann  Ahn", ["Ann Ahn"], "one author"),
    ("陈 明, 王 芳", ["陈 明", "王 芳"], "Chinese names with a blank"),
    ("陈明, 王芳", ["陈明", "王芳"], "Chinese names are one word, and no pair"),
    ("Sandy Andersen, Alexandra Brand", ["Sandy Andersen", "Alexandra Brand"], "'and' inside a word"),
    ("Ann\ud800 Ahn", ["Ann� Ahn"], "a lone surrogate"),
    ("", [], "nothing"),
    (" ; , ", [], "separators only"),
    (None, [], "null"),
]


@pytest.mark.parametrize(("value", "names", "why"), NAMES, ids=[why for *_, why in NAMES])
def test_names_in_a_string(value: str | None, names: list[str], why: str) -> None:
    assert [author.name for author in authors(value)] == names


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (["Ann Ahn", " Bob  Beh ", "", None], [Author("Ann Ahn"), Author("Bob Beh")]),
        (["Ahn, Ann", "Ann Ahn, Jr."], [Author("Ann Ahn"), Author("Ann Ahn, Jr.")]),
        ([{"fullname": "Ann Ahn", "institution": "Uni  A"}], [Author("Ann Ahn", "Uni A")]),
        ([{"name": "Ann Ahn", "affiliation": ""}, {"name": ""}], [Author("Ann Ahn")]),
        ([{"name": "Ann Ahn", "affiliations": ["A", {"name": "B"}]}], [Author("Ann Ahn", "A; B")]),
        ([{"first": "Ann", "last": "Ahn"}], [Author("Ann Ahn")]),
        ({"value": ["Ann Ahn", {"value": "Bob Beh"}]}, [Author("Ann Ahn"), Author("Bob Beh")]),
        ({"name": "Ann Ahn"}, [Author("Ann Ahn")]),
        ("Ann Ahn (Uni A, Town), Bob Beh", [Author("Ann Ahn", "Uni A, Town"), Author("Bob Beh")]),
        (["{The Team, Inc.}"], [Author("{The Team, Inc.}")]),
    ],
)
def test_other_forms(value: Any, expected: list[Author]) -> None:
    assert list(authors(value)) == expected


@pytest.mark.parametrize("value", [True, [["Ann"]], [False]])
def test_what_is_no_author(value: Any) -> None:
    with pytest.raises(Unfit):
        authors(value)
