"""The commands beside the build: `--changes` in a repository of its own, `--prove` of a folder and of a zip."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import build
from tests import handmade, package
from tests.builds import ROOT, copy_project, run, run_here
from tests.repository import commit, created, git

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as a repository with the release 1.0.0; the tests clone it."""
    home = created(copy_project(tmp_path_factory.mktemp("released") / "project"))
    versioned(home, "1.0.0")
    commit(home, "1.0.0")
    return home


@pytest.fixture
def home(released: Path, tmp_path: Path) -> Path:
    git(tmp_path, "clone", "--quiet", str(released), str(tmp_path / "project"))
    return tmp_path / "project"


@pytest.fixture
def command(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """`python build.py …` of that project, in this process: exit code, what it prints, and the errors."""
    monkeypatch.setattr(build, "HOME", home)

    def run_here(*arguments: str) -> tuple[int, str, str]:
        code = build.main(arguments)
        return (code, *capsys.readouterr())

    return run_here


def versioned(home: Path, version: str) -> None:
    path = home / "datapackage.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub('(?<=\n  "version": ")[^"]+', version, text), encoding="utf-8", newline="")


def changed(home: Path, table: str, change: Callable[[str], str]) -> None:
    """Change a table's file, and stamp its figures."""
    path = home / "clean" / f"{table}.csv"
    before = path.read_text(encoding="utf-8")
    path.write_text(change(before), encoding="utf-8", newline="")
    assert path.read_text(encoding="utf-8") != before
    handmade.stamp(home)


def listed(home: Path) -> list[dict[str, str]]:
    text = (home / "dist" / "changes.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def another_author(text: str) -> str:
    paper, position, *_ = text.splitlines()[-1].split(",")
    return f"{text}{paper},{int(position) + 1},New Author,\n"


def test_a_release_that_changed_nothing_since_the_tag_needs_no_other_version(home: Path, command: Command) -> None:
    assert command("--changes", "1.0.0") == (0, "Since 1.0.0 (version 1.0.0): nothing changed.\n", "")
    assert listed(home) == []


def test_without_an_earlier_release_there_is_nothing_to_compare(home: Path, command: Command) -> None:
    assert command("--changes") == (0, "There is no release before this state.\n", "")
    assert listed(home) == []


@pytest.mark.parametrize(
    ("table", "change", "least", "why"),
    [
        ("papers", lambda text: text.replace("NavOL: Navigation", "NavOL: Navigating", 1), "1.0.1", "cells of papers changed"),
        ("authors", another_author, "1.1.0", "rows of authors were added"),
        ("links", lambda text: text.rpartition("\n")[0].rpartition("\n")[0] + "\n", "1.1.0", "rows of links were removed"),
        ("identifiers", lambda text: text.rpartition("\n")[0].rpartition("\n")[0] + "\n", "2.0.0",
         "rows of identifiers were removed"),
    ],
)  # fmt: skip
def test_a_change_without_its_version_is_exit_1_and_with_it_exit_0(
    home: Path, command: Command, table: str, change: Callable[[str], str], least: str, why: str
) -> None:
    changed(home, table, change)
    code, out, err = command("--changes")
    assert code == 1
    assert err == f"datapackage.json: version is 1.0.0, but since 1.0.0 {why}; set it to {least}\n"
    assert out.startswith("Since 1.0.0 (version 1.0.0):\n")
    assert [row["table"] for row in listed(home)] == [table]
    versioned(home, least)
    commit(home)
    assert command("--changes", "--quiet") == (0, "", "")


def test_a_changed_contract_asks_for_the_first_number(home: Path, command: Command) -> None:
    path = home / "datapackage.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"unit": "words"', '"unit": "tokens"'), encoding="utf-8")
    code, _, err = command("--changes")
    assert code == 1
    assert err == "datapackage.json: version is 1.0.0, but since 1.0.0 unit of papers.words changed; set it to 2.0.0\n"


def test_the_list_of_hashes_gets_the_line_of_the_changes(home: Path, command: Command) -> None:
    (home / "dist").mkdir()
    (home / "dist" / "a.csv").write_bytes(b"")
    (home / "dist" / "z.csv").write_bytes(b"")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    (home / "dist" / "SHA256SUMS").write_text(f"{empty}  a.csv\n{'0' * 64}  changes.csv\n{empty}  z.csv\n")
    assert command("--changes")[0] == 0
    names = [line.split("  ")[1] for line in (home / "dist" / "SHA256SUMS").read_text().splitlines()]
    assert names == ["a.csv", "changes.csv", "z.csv"]
    assert command("--prove")[0] == 0


def test_an_unknown_revision_is_exit_2(home: Path, command: Command) -> None:
    said = "build.py: --changes 9.9.9: fatal: Needed a single revision; see `git log` and `git tag`\n"
    assert command("--changes", "9.9.9") == (2, "", said)
    assert not (home / "dist").exists()


def test_a_folder_without_history_is_exit_2_and_says_so(tmp_path: Path) -> None:
    home = copy_project(tmp_path / "project")
    done = run("--changes", home=home, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("build.py: --changes: fatal: not a git repository")


def test_a_copy_without_its_history_is_told_how_to_fetch_it(released: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--depth", "1", "--no-tags", f"file://{released}", str(tmp_path / "shallow"))
    done = run("--changes", home=tmp_path / "shallow", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "git fetch --unshallow --tags" in done.stderr


def endings(lines: list[str]) -> set[str]:
    """What the lines of a proof say at their ends."""
    return {line.rpartition(": ")[2] for line in lines}


def test_the_command_proves_a_folder_a_zip_and_a_build_elsewhere(tmp_path: Path) -> None:
    tiny = handmade.tiny(tmp_path / "tiny")
    out = tmp_path / "out"
    assert run_here("--raw", ROOT / "raw", "--out", out, "--quiet").returncode == 0
    elsewhere = run_here("--prove", out, "--raw", ROOT / "raw")
    assert (elsewhere.returncode, elsewhere.stderr) == (0, "")
    assert endings(elsewhere.stdout.splitlines()) == {"ok"}
    assert [line.split()[0] for line in elsewhere.stdout.splitlines()] == [
        *package.CONTRACT.tables, "dist/SHA256SUMS", "dist/croissant.json",
    ]  # fmt: skip
    of_zip = run("--prove", out / "dist" / "icml-2026-papers.zip", cwd=tmp_path)
    assert (of_zip.returncode, of_zip.stderr) == (0, "")
    assert endings(of_zip.stdout.splitlines()) == {"ok"}
    (tiny / "clean" / "authors.csv").unlink()
    broken = run_here("--prove", tiny, "--quiet")
    said = "clean/authors.csv: the file is missing; rebuild with `python build.py`\n"
    assert (broken.returncode, broken.stdout, broken.stderr) == (1, "", said)


def test_the_committed_package_is_proven_from_any_folder(tmp_path: Path) -> None:
    done = run("--prove", ROOT, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    counts = {line.split()[0]: int(line.split()[1].replace(",", "")) for line in done.stdout.splitlines()}
    assert {name: counts[name] for name in package.CONTRACT.tables} == {
        name: len(rows) for name, rows in package.rows().items()
    }


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        (
            '"version": "1.0.0",',
            '"version": "1.0.0"',
            "is no contract that can be checked (JSONDecodeError: Expecting ',' ",
        ),
        ('"primaryKey"', '"primaryKei"', "is no contract that can be checked (KeyError: 'primaryKey'); restore it"),
        ('"pattern": "', '"pattern": "(', "is no contract that can be checked (error: "),
        (
            '"type": "number"',
            '"type": "numbr"',
            "is no contract that can be checked (UntranslatableError: entries.simil",
        ),
        ('"name": "papers"', '"name": "paperz"', "the table 'papers' is described here or "),
    ],
)
def test_a_descriptor_that_was_changed_by_hand_into_none_is_told_by_every_command(
    home: Path, command: Command, was: str, now: str, said: str
) -> None:
    path = home / "datapackage.json"
    text = path.read_text(encoding="utf-8")
    assert was in text
    path.write_text(text.replace(was, now), encoding="utf-8")
    for options in ((), ("--check",), ("--prove", str(home))):
        code, _, err = (
            command("--raw", str(home / "raw"), "--out", str(home / "new")) if not options else command(*options)
        )
        assert (code, err.splitlines()[0].startswith(f"datapackage.json: {said}")) == (1, True), err


def test_a_column_that_the_build_does_not_make_is_told(home: Path, command: Command) -> None:
    path = home / "datapackage.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"name": "words"', '"name": "wordz"'), encoding="utf-8")
    remedy = "is described here or made by the build, not both; correct its name, or what pipeline/tables.py makes"
    code, _, err = command("--check")
    assert (code, err.splitlines()) == (
        1,
        [f"datapackage.json: the column '{name}' of papers {remedy}" for name in ("words", "wordz")],
    )
