from __future__ import annotations

from pathlib import Path

import pytest

from pipeline import compare, contract

ROOT = Path(__file__).parent.parent
TERMS = contract.load(ROOT / "datapackage.json")
HEADER = "paper_id,current_paper_id,fingerprint\n"
BUILT = HEADER + "aa,aa,f1\nbb,bb,f2\n"
REMEDY = "; run python build.py and commit what it writes"


def found(tmp_path: Path, committed: str | None) -> list[str]:
    for side, text in (("old", committed), ("new", BUILT)):
        (tmp_path / side / "clean").mkdir(parents=True)
        if text is not None:
            (tmp_path / side / "clean/identifiers.csv").write_text(text, newline="")
    return list(map(str, compare.differences(TERMS, tmp_path / "old", tmp_path / "new", ["clean/identifiers.csv"])))


@pytest.mark.parametrize(
    ("committed", "expected"),
    [
        (BUILT, []),
        (None, ["clean/identifiers.csv: the file is missing"]),
        (
            BUILT.replace("f2", "fX"),
            [
                "clean/identifiers.csv:3: row bb, column fingerprint: "
                "'fX' is committed, 'f2' is built (from character 0)"
            ],
        ),
        (
            HEADER + "aa,aa,f1\ncc,cc,f3\n",
            [
                "clean/identifiers.csv:3: row cc: the build makes no such row",
                "clean/identifiers.csv: row bb is missing (the build writes it in line 3)",
            ],
        ),
        (HEADER + "bb,bb,f2\naa,aa,f1\n", ["clean/identifiers.csv:2: the line differs from what the build makes"]),
        (BUILT + "cc,ragged\n", ["clean/identifiers.csv:4: the line differs from what the build makes"]),
        ("paper_id\naa\n", ["clean/identifiers.csv:1: the line differs from what the build makes"]),
        (BUILT.replace("\n", "\r\n"), ["clean/identifiers.csv:1: the line differs from what the build makes"]),
        (BUILT[:-1], ["clean/identifiers.csv:4: the line differs from what the build makes"]),
        (BUILT.replace("f1", '"f1'), ["clean/identifiers.csv:2: the line differs from what the build makes"]),
    ],
)
def test_differences_are_told_by_file_row_and_column(
    tmp_path: Path, committed: str | None, expected: list[str]
) -> None:
    assert found(tmp_path, committed) == [line + REMEDY for line in expected]


def test_a_file_that_no_build_makes_is_named(tmp_path: Path) -> None:
    (tmp_path / "old/clean").mkdir(parents=True)
    (tmp_path / "old/clean/notes.csv").write_text("x")
    problems = compare.differences(TERMS, tmp_path / "old", tmp_path / "new", [])
    assert list(map(str, problems)) == ["clean/notes.csv: the build makes no such file; remove it"]
