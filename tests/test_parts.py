"""Parts of the build that whole builds of a few papers do not reach."""

from __future__ import annotations

import dataclasses
import getpass
import io
import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import build
from pipeline import papers, publish, read, site, texts
from pipeline.problems import Problem
from pipeline.texts import Source
from tests import package
from tests.builds import ROOT, abstract, listing, run_here


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    """Two papers with one title, of which the authors are not known."""
    two = [{"title": "A title", "abstract": abstract(number)} for number in (1, 2)]
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / "a.json").write_text(json.dumps(two))
    return tmp_path / "raw"


def test_beyond_so_many_rows_frictionless_and_the_other_formats_are_left_out(
    raw: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "FRICTIONLESS_ROWS", 0)
    monkeypatch.setattr(build, "FORMATS_ROWS", 0)
    few, quiet, all_formats = (
        run_here("--raw", raw, "--out", tmp_path / name, *more)
        for name, more in (("few", []), ("quiet", ["--quiet"]), ("all", ["--formats"]))
    )
    rows = 10
    without = f"frictionless was left out: {rows} rows would take minutes. `frictionless validate` runs it."
    formats = f"The other formats were left out: {rows} rows take them longer than the build; --formats writes them."
    assert few.stdout.splitlines()[:-1] == [without, formats]
    assert quiet.stdout.splitlines() == [without]
    assert all_formats.stdout.splitlines()[:-1] == [without]
    made = {name: {path.name for path in (tmp_path / name / "dist").iterdir()} for name in ("few", "quiet", "all")}
    assert made["few"] == made["quiet"] == {"icml2026.db", "metadata.json", "datasette.json"}
    assert made["all"] > {*made["few"], "papers.bib", "papers.parquet", "croissant.json", "SHA256SUMS"}


def test_a_fault_of_the_build_itself_is_found_in_what_was_staged(tmp_path: Path) -> None:
    made = build.Package(package.rows(), b"", b"", [], [], (), {}, {})
    with publish.staging(tmp_path) as stage:
        shutil.copy(ROOT / "datapackage.json", stage.path("datapackage.json"))
        shutil.copytree(ROOT / "clean", stage.folder / "clean")
        assert build.check(made, stage, ROOT / "raw", read.LIMIT, meanwhile=lambda: None) == []
        stage.write("clean/notes.csv", b"a\n")
        assert build.check(made, stage, ROOT / "raw", read.LIMIT, meanwhile=lambda: None) == [
            Problem(
                "clean/notes.csv", 0, "the contract names no such file", "remove it, or describe it in datapackage.json"
            )
        ]


def test_a_person_decides_in_the_terminal(raw: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("n\nOther methods.\n"))
    asked = run_here("--raw", raw, "--review")
    path = raw / "reference" / "decisions.csv"
    assert asked.returncode == 0
    assert asked.stdout.splitlines()[-1].endswith(f"1 of 1 pair decided in {path}. Now build again.")
    header, row = path.read_text(encoding="utf-8").splitlines()
    left, right = sorted(entry.sha256 for each in read.listings(raw) for entry in each.entries)
    assert header == "left_sha256,right_sha256,verdict,reason,reviewer,date"
    assert row.rpartition(",")[0] == f"{left},{right},distinct,Other methods.,{getpass.getuser()}"


def test_what_is_said_of_an_entry(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(listing("Papers", abstract(1)))
    ((entry,),) = (each.entries for each in read.listings(tmp_path))
    (text,) = texts.texts([Source(abstract(1), titled=False)], 1)
    assert papers.warnings("raw/a.txt", entry, text) == []
    rejected = dataclasses.replace(text, rejected="It is odd.")
    undone = dataclasses.replace(text, undone=("math", "emphasis"))
    assert [str(problem) for each in (rejected, undone) for problem in papers.warnings("raw/a.txt", entry, each)] == [
        "raw/a.txt:3: entry 1 was rejected. It is odd; correct the listing if it is an abstract",
        "raw/a.txt:3: entry 1 would have lost text, so these stages were undone: math, emphasis; "
        "read its abstract; its markup stands as listed",
    ]


@pytest.mark.parametrize(
    ("options", "expected"), [([], site.serve_arguments(Path())), (["--publish"], site.publish_arguments(Path()))]
)
def test_the_makefile_is_told_how_to_serve_and_publish(options: list[str], expected: list[str]) -> None:
    command = [sys.executable, "-m", "pipeline.site", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert shlex.split(done.stdout) == expected
