from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from pandera.errors import SchemaErrors
from pandera.pandas import Check, Column, DataFrameSchema

from pipeline import rfc4180, validate
from pipeline.problems import Problem
from tests import handmade

IDENTIFIERS = "clean/identifiers.csv"
AUTHORS = "clean/authors.csv"
REBUILD = "rebuild with `python build.py`"
UNDO = "undo the change to the file, or rebuild with `python build.py`"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return handmade.tiny(tmp_path / "package")


def change(package: Path, name: str, edit: Callable[[bytes], bytes], *, stamped: bool = True) -> None:
    path = package / name
    before = path.read_bytes()
    path.write_bytes(edit(before))
    assert path.read_bytes() != before
    if stamped:
        handmade.stamp(package)


def problems(package: Path) -> list[Problem]:
    """What the files and schemas say; the checks have their own tests."""
    found, agreed = validate.descriptor_problems(package)
    assert agreed is not None
    of_files, rows = validate.file_problems(package, agreed)
    of_schemas, _ = validate.schema_problems(agreed, validate.sound(agreed, rows))
    return sorted({*found, *of_files, *of_schemas})


def test_a_sound_package_has_no_problems(package: Path) -> None:
    assert validate.problems(package, package / "raw") == []
    assert validate.problems(package) == []
    assert validate.frictionless_problems(package) == []


@pytest.mark.parametrize(
    ("name", "edit", "expected"),
    [
        (IDENTIFIERS, lambda data: b"\xef\xbb\xbf" + data,
         Problem(IDENTIFIERS, 1, "the file begins with a byte-order mark", "save it as UTF-8 without one")),
        (AUTHORS, lambda data: data.replace(b"\n", b"\r\n"),
         Problem(AUTHORS, 1, "the line holds a carriage return", "end lines with a line feed alone")),
        (AUTHORS, lambda data: data.replace("王伟".encode(), b"a\0b"),
         Problem(AUTHORS, 0, "the line holds a NUL", "remove it")),
        (AUTHORS, lambda data: data.replace("王伟".encode(), b"a\xe9b"),
         Problem(AUTHORS, 0, "byte 0xE9 at offset 0 is not UTF-8", "save the file as UTF-8")),
        (IDENTIFIERS, lambda data: data.rstrip(b"\n"),
         Problem(IDENTIFIERS, 8, "the file does not end in exactly one line feed", "end its last line with one")),
        (IDENTIFIERS, lambda data: data + b"\n",
         Problem(IDENTIFIERS, 10, "the file does not end in exactly one line feed", "end its last line with one")),
        (IDENTIFIERS, lambda data: data.replace(b"\n", b"\n\n", 1),
         Problem(IDENTIFIERS, 2, "the row has 1 cells, the header 3",
                 "write one cell a column, and quote cells that hold commas or quotes")),
        (IDENTIFIERS, lambda data: data.replace(b"111111111111,", b'11111"1111111,'),
         Problem(IDENTIFIERS, 3, "a quote stands inside a cell that is not quoted", "quote the cell as RFC 4180 says")),
        (IDENTIFIERS, lambda data: data.replace(b",fingerprint", b"", 1),
         Problem(IDENTIFIERS, 1, "the header lacks fingerprint", "make it paper_id,current_paper_id,fingerprint")),
        (IDENTIFIERS, lambda data: data.replace(b"fingerprint", b"finger,print", 1),
         Problem(IDENTIFIERS, 1, "the header lacks fingerprint and has the unknown finger, print",
                 "make it paper_id,current_paper_id,fingerprint")),
        (IDENTIFIERS, lambda data: data.replace(b"paper_id,current_paper_id", b"current_paper_id,paper_id", 1),
         Problem(IDENTIFIERS, 1, "the header has the columns in another order, or twice",
                 "make it paper_id,current_paper_id,fingerprint")),
        (IDENTIFIERS, lambda data: b"", Problem(IDENTIFIERS, 1, "the file is empty", REBUILD)),
        (IDENTIFIERS, lambda data: data.replace(b"1" * 64, b"0" * 64),
         Problem(IDENTIFIERS, 3, f"column fingerprint: '{'0' * 59}… breaks unique",
                 "correct it as datapackage.json says")),
        (IDENTIFIERS, lambda data: data.replace(b"111111111111,", b"000000000000,", 1),
         Problem(IDENTIFIERS, 3, "primary_key:identifiers.paper_id: another row has the same key",
                 "keep one of the rows")),
        (IDENTIFIERS, lambda data: data.replace(b"\n111111111111,", b"\n,", 1),
         Problem(IDENTIFIERS, 3, "column paper_id is empty", "fill it in: the contract requires it")),
        ("clean/listings.csv", lambda data: data.replace(b",2026,", b",26,", 1),
         Problem("clean/listings.csv", 2, "column year: '26' is no year",
                 "write four digits, or leave the cell empty")),
        ("clean/listings.csv", lambda data: data.replace(b",2026,", b",2126,", 1),
         Problem("clean/listings.csv", 2, "column year: 2126 breaks maximum:2100",
                 "correct it as datapackage.json says")),
        ("clean/links.csv", lambda data: data.replace(b",code,", b",Code,"),
         Problem("clean/links.csv", 2, "column kind: 'Code' breaks enum:code|data|project|other",
                 "correct it as datapackage.json says")),
        ("clean/quantities.csv", lambda data: data.replace(b",percent,", b",per cent,", 1),
         Problem("clean/quantities.csv", 2,
                 "column unit: 'per cent' breaks enum:percent|percentage_point|multiplier|point",
                 "correct it as datapackage.json says")),
        ("clean/related.csv", lambda data: data.replace(b",2,", b",6,", 1),
         Problem("clean/related.csv", 5, "column rank: 6 breaks maximum:5", "correct it as datapackage.json says")),
        ("clean/edits.csv", lambda data: data.replace(b"b,1,1,emphasis,", b"b,1,1,,", 1),
         Problem("clean/edits.csv", 6, "column stage is empty", "fill it in: the contract requires it")),
    ],
)  # fmt: skip
def test_a_broken_table_is_named_with_line_and_remedy(
    package: Path, name: str, edit: Callable[[bytes], bytes], expected: Problem
) -> None:
    change(package, name, edit)
    found = problems(package)
    if "offset" in expected.what or expected.line == 0:  # where the row stands depends on the papers' ids
        found = [Problem(p.path, 0, p.what.split(" at offset ")[0], p.remedy) for p in found]
        expected = Problem(expected.path, 0, expected.what.split(" at offset ")[0], expected.remedy)
    assert expected in found, found


def test_a_changed_file_has_other_figures_than_the_descriptor_says(package: Path) -> None:
    change(package, AUTHORS, lambda data: data.partition(b"\n")[0] + b"\n", stamped=False)
    whats = [(problem.line, problem.what.split(" but ")[1], problem.remedy) for problem in problems(package)]
    assert [(line, what.split()[0], remedy) for line, what, remedy in whats] == [(0, "datapackage.json", UNDO)] * 3
    assert [what.split()[0] for what in (problem.what for problem in problems(package))] == ["bytes", "hash", "the"]


def test_a_column_that_is_of_the_wrong_type_is_not_called_empty_too(package: Path) -> None:
    change(package, "clean/papers.csv", lambda data: data.replace(b",39,", b",many,", 1).replace(b",27,", b",many,", 1))
    whats = [problem.what for problem in problems(package)]
    assert whats == ["column words: 'many' is no integer"] * len(whats)
    assert whats


def test_a_missing_file_and_one_too_many_are_named(package: Path) -> None:
    (package / "clean" / "links.csv").rename(package / "clean" / "link.csv")
    found = validate.problems(package)
    assert Problem("clean/link.csv", 0, "the contract names no such file",
                   "remove it, or describe it in datapackage.json") in found  # fmt: skip
    assert Problem("clean/links.csv", 0, "the file is missing", REBUILD) in found


@pytest.mark.parametrize(
    ("text", "fault"),
    [("{", "JSONDecodeError"), ("{}", "KeyError"), (None, "FileNotFoundError"), ("\xff", "UnicodeDecodeError")],
)
def test_a_folder_without_a_contract_is_refused(package: Path, text: str | None, fault: str) -> None:
    path = package / "datapackage.json"
    path.unlink() if text is None else path.write_bytes(text.encode("latin-1"))
    (problem,) = validate.problems(package)
    assert (problem.path, problem.line) == ("datapackage.json", 0)
    assert problem.what.startswith(f"is no contract that can be checked ({fault}: ")


@pytest.mark.parametrize("text", ["{", "{}", '{"resources": [{"name": "a", "path": 7}]}'])
def test_frictionless_blames_a_descriptor_that_it_cannot_read(package: Path, text: str) -> None:
    (package / "datapackage.json").write_text(text, encoding="utf-8")
    assert {problem.path for problem in validate.frictionless_problems(package)} == {"datapackage.json"}


def test_every_failure_is_reported_at_once(package: Path) -> None:
    change(package, "clean/links.csv", lambda data: data.replace(b",code,github.com,", b",Code,,"))
    change(package, AUTHORS, lambda data: data.replace("王伟".encode(), b""))
    found = validate.problems(package, package / "raw")
    assert {(problem.path, problem.what.split(":")[0]) for problem in found} >= {
        ("clean/links.csv", "column kind"),
        ("clean/links.csv", "column host is empty"),
        (AUTHORS, "column name is empty"),
        ("clean/links.csv", "derived"),
        (AUTHORS, "derived"),
    }
    assert found == sorted(set(found))


def test_a_row_that_is_not_derived_or_left_out_is_named_by_the_line_of_the_file(package: Path) -> None:
    change(package, "clean/edits.csv", lambda data: data.replace(b"b,1,1,emphasis,", b"b,1,1,math,"))
    change(package, "clean/duplicate_pairs.csv", lambda data: data.partition(b"\n")[0] + b"\n")
    found = validate.problems(package, package / "raw")
    undo = "undo the change, or rebuild with `python build.py`"
    says = "the listings and raw/reference/ give another value"
    place = "listing_id 'b', position 1, seq 1, stage 'math'"
    assert Problem("clean/edits.csv", 6, f"derived:edits.stage: {says} ({place})", undo) in found
    (missing,) = [problem for problem in found if problem.path == "clean/duplicate_pairs.csv"]
    assert (missing.line, missing.remedy) == (0, undo)
    assert missing.what.startswith("row_is_missing:duplicate_pairs: ")
    assert missing.what.endswith(" and 3 more")


def test_what_cannot_be_read_is_named_and_the_tables_are_not_blamed_for_it(package: Path) -> None:
    (package / "raw" / "c.json").write_bytes(b"{")
    found = validate.problems(package, package / "raw")
    assert {problem.path for problem in found} == {str(package / "raw" / "c.json")}


def test_without_raw_the_tables_are_held_to_each_other_alone(package: Path) -> None:
    change(package, "clean/links.csv", lambda data: data.replace(b",code,", b",data,"))
    assert validate.problems(package) == []
    assert validate.problems(package, package / "raw", rederived=False) == []
    (problem,) = validate.problems(package, package / "raw")
    assert problem.what.startswith("derived:links.kind: ")


def test_a_larger_package_has_no_problems_either(tmp_path: Path) -> None:
    large = handmade.large(tmp_path / "large", 100)
    assert validate.problems(large, large / "raw") == []


def test_a_reference_table_that_breaks_its_contract_is_a_problem(package: Path) -> None:
    path = package / "raw" / "reference" / "bibliography.csv"
    path.write_bytes(path.read_bytes().replace(b"\na,1,", b"\na,7,"))
    (first, *_) = validate.problems(package, package / "raw")
    assert [p for p in validate.problems(package, package / "raw") if p.path == str(path) and p.line == 2], first


def test_frictionless_names_the_line_of_the_file_and_not_the_number_of_the_row(package: Path) -> None:
    change(package, "clean/papers.csv", lambda data: data.replace(b",proceedings,[]", b",hearsay,[]"))
    change(package, "clean/papers.csv", lambda data: data.replace(b",NA,", b',"N\nA",'))
    rows, _ = rfc4180.parse((package / "clean/papers.csv").read_text(encoding="utf-8"))
    lines = [row.line for row in rows if "hearsay" in row.cells]
    assert [row.line for row in rows] != list(range(1, len(rows) + 1))  # a row runs over two lines
    found = validate.frictionless_problems(package)
    assert [(problem.path, problem.line, problem.what.split(":")[0]) for problem in found] == [
        ("clean/papers.csv", line, "constraint-error") for line in lines
    ]


@pytest.mark.parametrize("where", [".", "package", "package/clean"])
def test_both_validators_work_from_any_working_folder(
    package: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    change(package, IDENTIFIERS, lambda data: data.replace(b"\n111111111111,", b"\nx,", 1))
    monkeypatch.chdir(package.parent / where)
    relative = Path(os.path.relpath(package))
    expected = (IDENTIFIERS, 3)
    assert expected in [(problem.path, problem.line) for problem in validate.problems(relative, relative / "raw")]
    assert expected in [(problem.path, problem.line) for problem in validate.frictionless_problems(relative)]


def test_a_table_that_is_missing_is_said_once_and_not_by_every_check_of_raw(package: Path) -> None:
    for name in ("listings", "papers"):
        (package / "clean" / f"{name}.csv").unlink()
    missing = [Problem(f"clean/{name}.csv", 0, "the file is missing", REBUILD) for name in ("listings", "papers")]
    assert validate.problems(package, package / "raw") == missing


def test_a_schema_that_breaks_is_not_taken_for_one_that_a_row_broke() -> None:
    def broken(_: pd.Series) -> bool:
        raise ZeroDivisionError

    frame = pd.DataFrame({"a": [1]})
    with pytest.raises(SchemaErrors) as raised:
        DataFrameSchema({"a": Column(int, Check(broken))}).validate(frame, lazy=True)
    (error,) = raised.value.schema_errors
    with pytest.raises(RuntimeError, match=r"^the schema of papers broke: "):
        list(validate._schema_problems(handmade.AGREED.tables["papers"], error, frame, set()))
