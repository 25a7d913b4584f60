"""A package is proven from its bytes, as a folder and as a zip, and whatever is broken in it is told."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline import contract, dedupe, normalize, prove, texts
from pipeline.export import archive
from pipeline.problems import Problem
from tests import handmade, matrix, mutations
from tests.builds import ROOT

OURS = contract.load(ROOT / "datapackage.json")
REBUILD = "rebuild with `python build.py`"
FETCH = "fetch the zip again; if that does not help, tell whoever published it"
# What no bytes prove: what the rules draw out of a text, and what people looked up. `--check` derives it again.
UNPROVEN = {
    *(f"a row left out of {table}" for table in ("links", "contributions", "quantities", "related")),
    "`NA` for null in any text",
    "a method called a study",
    "a component called primary",
    "a figure with another value than its text",
    "a figure with another unit than its text",
    "an edit of another stage",
    "a similarity that the texts do not have",
    "a shared term that is none",
    "a pair that nobody found",
    "a correction that the tables do not have",
    "a correction that fits no row",
    "a listing's year that its title does not say",
    "a letter changed in a title",
    "two authors swapped",
    "an empty table of links",
    "an empty table of authors",
}
BROKEN = [*mutations.CONTENT, *mutations.FILES, *mutations.STALE, *(UNPROVEN & {*mutations.KEYS, *mutations.CELLS})]


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return handmade.tiny(tmp_path / "tiny")


def proof(folder: Path) -> prove.Proof:
    return prove.prove(folder, None, OURS)


def zipped(folder: Path, to: Path) -> Path:
    """The zip that the build makes of a package folder."""
    archive.write(archive.members(folder, folder / "raw", ROOT), to)
    return to


def told(lines: list[str]) -> dict[str, str]:
    """What each line says at its end, by the name that it begins with."""
    return {line.split()[0]: line.rpartition(": ")[2] for line in lines}


LINES = [
    "listings                 3 rows: the size and the SHA-256 of every file are those of raw/: ok",
    "entries                  9 rows: every span's SHA-256 is that of its bytes in raw/: ok",
    "papers                   5 rows: every abstract_source is its entry's text, and its edits make the abstract of it: ok",
    "authors                  5 rows: every paper is there: ok",
    "contributions            2 rows: every offset hits its name in the abstract: ok",
    "links                    1 row: every offset hits its address in the abstract: ok",
    "quantities               3 rows: every offset hits its figure in the abstract: ok",
    "related                  4 rows: both papers of every row are there: ok",
    "duplicate_pairs          4 rows: both SHA-256 of every row are of entries, which bear its verdict out: ok",
    "identifiers              7 rows: every id and fingerprint is the register's, and none is left out: ok",
    "edits                    6 rows: every edit fits the text of its entry in raw/: ok",
]


def test_a_sound_folder_and_its_zip_are_proven_with_one_line_a_table(tiny: Path, tmp_path: Path) -> None:
    assert proof(tiny) == prove.Proof(LINES, [])
    assert proof(zipped(tiny, tmp_path / "tiny.zip")) == prove.Proof(LINES, [])
    assert [line.split()[0] for line in LINES] == list(OURS.tables) == list(prove.PROVED)


def test_no_text_is_normalized_and_no_duplicate_told_for_it(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("a proof must not ask the build")

    for module, name in (
        (normalize, "normalize"), (normalize, "trace"), (texts, "text"), (texts, "texts"), (dedupe, "resolve"),
        (dedupe, "compare"), (dedupe, "fingerprint"),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, never)
    assert proof(tiny).problems == []


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_every_kind_of_broken_package_is_told_but_for_what_no_bytes_prove(name: str, tmp_path: Path) -> None:
    found = proof(matrix.broken(name, tmp_path / "package"))
    assert (found.problems == []) == (name in UNPROVEN), found.problems
    assert all(problem.path and problem.what and problem.remedy for problem in found.problems)
    if name not in UNPROVEN and name != "a file that nobody knows":  # which is of no table
        assert set(told(found.lines).values()) != {"ok"} or not found.lines


def test_a_fault_is_told_by_file_and_line_and_counted_in_its_tables_line(tiny: Path) -> None:
    path = tiny / "clean" / "links.csv"
    path.write_bytes(
        path.read_bytes().replace(b"https://github.com/example/breaks", b"https://github.com/example/breakz")
    )
    handmade.stamp(tiny)
    found = proof(tiny)
    assert told(found.lines) == {name: "1 fault" if name == "links" else "ok" for name in OURS.tables}
    (problem,) = found.problems
    assert (problem.path, problem.line, problem.remedy) == ("clean/links.csv", 2, REBUILD)
    assert problem.what.startswith("offsets_hit_their_text:links: papers.abstract has another text at these offsets")


def test_an_edit_of_a_merged_entry_is_held_to_its_text_in_raw(tiny: Path) -> None:
    path = tiny / "clean" / "edits.csv"
    path.write_bytes(path.read_bytes().replace(b"b,1,1,emphasis,", b"b,1,1,emphasis,9"))
    handmade.stamp(tiny)
    assert {problem.what.split(":")[0] for problem in proof(tiny).problems} == {"raw_edits"}


@pytest.mark.parametrize(
    ("name", "change", "expected"),
    [
        # Each span has another hash, and another entry stands in its place.
        ("raw/a.txt", bytes.upper, {"listings": "2 faults", "entries": "6 faults", "papers": "2 faults"}),
        ("raw/b.txt", lambda data: data[:-2], {"listings": "1 fault", "entries": "2 faults", "papers": "1 fault"}),
        ("raw/c.json", lambda data: data.replace(b"Ida", b"Ada"), {"listings": "1 fault", "entries": "4 faults"}),
    ],
)
def test_a_changed_listing_is_told_wherever_it_is_shown(
    tiny: Path, name: str, change: Callable[[bytes], bytes], expected: dict[str, str]
) -> None:
    (tiny / name).write_bytes(change((tiny / name).read_bytes()))
    found = {table: said for table, said in told(proof(tiny).lines).items() if said != "ok"}
    assert found == expected


NOT_PROVEN = "not proven, for what it is held to cannot be read"


@pytest.mark.parametrize("gone", ["raw", "raw/a.txt"])
def test_without_its_listings_nothing_that_rests_on_them_is_called_proven(tiny: Path, gone: str) -> None:
    if gone == "raw":
        shutil.rmtree(tiny / "raw")
    else:
        (tiny / gone).write_bytes(b"")
    found = proof(tiny)
    said = told(found.lines)
    assert said["listings"] == "1 fault"
    assert {said[name] for name in ("entries", "papers", "edits")} == {NOT_PROVEN}
    assert said["links"] == "ok"
    assert str(tiny / gone) in {problem.path for problem in found.problems}


def test_a_table_is_not_called_proven_where_the_one_it_is_held_to_is_missing(tiny: Path) -> None:
    (tiny / "clean" / "papers.csv").unlink()
    said = told(proof(tiny).lines)
    assert said["papers"] == "1 fault"
    assert {said[name] for name in ("authors", "contributions", "links", "quantities", "related")} == {NOT_PROVEN}


def test_the_register_and_the_table_of_identifiers_must_be_the_same(tiny: Path) -> None:
    path = tiny / "raw" / "reference" / "paper_ids.csv"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines[:-1], f"{'2' * 12},{'2' * 64},{'0' * 64}\n"]), encoding="utf-8")
    what = "the register has no such id with this fingerprint"
    cells = f"(paper_id '{'1' * 12}', fingerprint '{'1' * 59}…)"
    assert proof(tiny).problems == [
        Problem(str(path), 8, f"no row of identifiers has the id {'2' * 12} with its fingerprint", REBUILD),
        Problem("clean/identifiers.csv", 3, f"registered:identifiers: {what} {cells}", REBUILD),
    ]


@pytest.mark.parametrize("data", [None, b"", b"paper_id\n1\n"])
def test_a_register_that_is_missing_or_broken_is_named(tiny: Path, data: bytes | None) -> None:
    path = tiny / "raw" / "reference" / "paper_ids.csv"
    path.unlink() if data is None else path.write_bytes(data)
    found = proof(tiny)
    assert {problem.path for problem in found.problems} == {str(path)}
    assert "fault" in told(found.lines)["identifiers"]


def in_descriptor(change: Callable[[dict[str, Any]], object]) -> Callable[[bytes], bytes]:
    def changed(data: bytes) -> bytes:
        descriptor = json.loads(data)
        change(descriptor)
        return json.dumps(descriptor).encode()

    return changed


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["resources"][0].update(path="../../../etc/passwd"),
        lambda d: d["resources"][0]["schema"]["fields"][0]["constraints"].update(pattern="(a+)+$"),
        lambda d: d["resources"][2]["schema"]["fields"][0].update(jsonSchema={"$ref": "https://example.org/x"}),
        lambda d: d["resources"].pop(),
        lambda d: d["resources"][1]["schema"]["fields"].pop(),
        lambda d: d.update(resources=7),
    ],
)
def test_a_package_of_another_contract_is_refused_before_anything_is_done_as_it_says(
    tiny: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    path = tiny / "datapackage.json"
    path.write_bytes(in_descriptor(lambda d: (d.update(version="9.9.9"), change(d)))(path.read_bytes()))
    version = OURS.descriptor["version"]
    what = f"describes other tables (version '9.9.9') than this code makes (version '{version}')"
    remedy = "prove it with the code of its own version"
    assert proof(tiny) == prove.Proof([], [Problem("datapackage.json", 0, what, remedy)])


def test_another_version_that_describes_the_same_tables_in_other_words_is_proven(tiny: Path) -> None:
    path = tiny / "datapackage.json"
    path.write_bytes(
        in_descriptor(lambda d: (d.update(version="0.0.1"), d["resources"][0].pop("title"), d.pop("inputs")))(
            path.read_bytes()
        )
    )
    assert proof(tiny) == prove.Proof(LINES, [])


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (None, "FileNotFoundError"), (b"{", "JSONDecodeError"), (b"{}", "KeyError"), (b"[]", "TypeError"),
        (b"\xff", "UnicodeDecodeError"), (b"[" * 100_000, "RecursionError"), (b" " * 2_000_000, "ValueError"),
    ],
)  # fmt: skip
def test_what_is_no_descriptor_is_refused(tiny: Path, data: bytes | None, why: str) -> None:
    path = tiny / "datapackage.json"
    path.unlink() if data is None else path.write_bytes(data)
    remedy = "restore it from the last commit"
    assert proof(tiny).problems == [Problem("datapackage.json", 0, f"is no descriptor of a package ({why})", remedy)]


def test_a_fault_of_a_zip_is_told_by_its_members_name_and_with_what_its_reader_can_do(
    tiny: Path, tmp_path: Path
) -> None:
    (tiny / "raw" / "a.txt").write_bytes(b"")
    (tiny / "clean" / "links.csv").write_bytes(b"")
    found = proof(zipped(tiny, tmp_path / "tiny.zip"))
    assert {problem.path for problem in found.problems} == {"raw/a.txt", "clean/links.csv"}
    assert {problem.remedy for problem in found.problems} == {FETCH}
    assert str(tmp_path) not in str(found)


def test_a_hostile_zip_is_refused_and_nothing_of_it_is_left(tiny: Path, tmp_path: Path) -> None:
    path = zipped(tiny, tmp_path / "tiny.zip")
    with zipfile.ZipFile(path, "a") as opened:
        opened.writestr("../escaped.txt", "x")
    before = sorted(tmp_path.rglob("*"))
    found = proof(path)
    assert found.lines == []
    assert [problem.path for problem in found.problems] == [str(path)]
    assert sorted(tmp_path.rglob("*")) == before
