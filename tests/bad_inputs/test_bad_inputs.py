"""Each bad input as `table.csv` has it: what the build says of it, its exit code, and that nothing is written."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import build
from tests.bad_inputs.files import FILES, TEXT
from tests.bad_inputs.made import MADE, make, write
from tests.builds import ROOT, run, state, unmeasured

HERE = Path(__file__).parent
with (HERE / "table.csv").open(encoding="utf-8", newline="") as table:
    TABLE = {row["case"]: row for row in csv.DictReader(table)}
REFUSED = [case for case, row in TABLE.items() if row["exit"] == "1"]
FAULTLESS = [case for case, row in TABLE.items() if row["exit"] == "0"]
# Root reads everything but without these rights.
DROP = "-dac_override,-dac_read_search"
UNPRIVILEGED = ["setpriv", "--bounding-set", DROP, "--inh-caps", DROP] if os.geteuid() == 0 else []


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Outputs that stand before a bad input comes."""
    folder = tmp_path_factory.mktemp("good")
    write(folder / "raw", {"a.txt": TEXT})
    assert build.main(["--raw", str(folder / "raw"), "--out", str(folder / "out"), "--quiet"]) == 0
    return folder / "out"


def folder_of(case: str, folder: Path) -> None:
    """The committed files of a case where git holds them."""
    if case in FILES:
        shutil.copytree(HERE / "cases" / case, folder)
    else:
        make(case, folder)


def said(case: str, out: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The exit code and the lines that the build says of the folder raw/ here."""
    code = build.main(["--raw", "raw", "--out", out, "--jobs", "1", "--quiet", *TABLE[case]["options"].split()])
    return [str(code), *capsys.readouterr().err.splitlines()]


def expected(case: str) -> list[str]:
    return [TABLE[case]["exit"], *TABLE[case]["said"].splitlines()]


def test_the_table_has_every_case_once() -> None:
    assert sorted(TABLE) == sorted([*FILES, *MADE])


def test_the_committed_files_are_those_that_the_script_makes() -> None:
    found = {
        str(path.relative_to(HERE / "cases")): path.read_bytes()
        for path in (HERE / "cases").rglob("*")
        if path.is_file() and path.suffix not in (".gz", ".zst")  # another zlib packs otherwise
    }
    made = {f"{case}/{name}": data for case, files in FILES.items() for name, data in files.items()}
    assert found == {name: data for name, data in made.items() if not name.endswith((".gz", ".zst"))}


@pytest.mark.parametrize("case", [case for case in REFUSED if not case.startswith("unreadable")])
def test_a_bad_input_is_named_with_its_remedy_and_nothing_is_written(
    case: str, good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder_of(case, tmp_path / "raw")
    monkeypatch.chdir(tmp_path)
    before = state(good)
    assert said(case, str(good), capsys) == expected(case)
    assert state(good) == before
    assert said(case, "new", capsys) == expected(case)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("case", FAULTLESS)
def test_what_only_looks_bad_is_built(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder_of(case, tmp_path / "raw")
    monkeypatch.chdir(tmp_path)
    assert said(case, "out", capsys) == expected(case)
    for path in (tmp_path / "out").rglob("*.*"):
        if path.is_file():
            assert os.fsencode(tmp_path) not in path.read_bytes(), path.name
            assert os.fsencode(ROOT) not in path.read_bytes(), path.name


@pytest.mark.parametrize("case", [case for case in REFUSED if case.startswith("unreadable")])
def test_what_may_not_be_read_is_named_also_to_root(case: str, tmp_path: Path) -> None:
    make(case, tmp_path / "raw")
    command = [*UNPRIVILEGED, sys.executable, ROOT / "build.py", "--raw", "raw", "--out", "out"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    (tmp_path / "raw").chmod(0o700)
    assert [str(result.returncode), *result.stderr.splitlines()] == expected(case)
    assert not (tmp_path / "out").exists()


def test_all_bad_files_of_a_folder_are_named_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = []
    for case in REFUSED:
        files = FILES.get(case, {})
        if len(files) == 1 and not TABLE[case]["options"] and not case.startswith("pair-"):
            (name,) = files
            write(tmp_path / "raw", {name.replace("a.", f"{case}.", 1): files[name]})
            lines += TABLE[case]["said"].replace("raw/a.", f"raw/{case}.").splitlines()
    assert len(lines) > 35
    monkeypatch.chdir(tmp_path)
    assert said("empty", "out", capsys) == ["1", *sorted(lines, key=lambda line: line.partition(":")[0])]


@pytest.mark.parametrize("case", ["name-control", "reference-all"])
def test_the_command_itself_says_the_same(case: str, tmp_path: Path) -> None:
    folder_of(case, tmp_path / "raw")
    result = run("--raw", "raw", "--out", "out", cwd=tmp_path, LC_ALL="C")
    assert [str(result.returncode), *result.stderr.splitlines()] == expected(case)
    assert result.stdout == ""
    assert not (tmp_path / "out").exists()


def test_what_unpacks_to_gigabytes_takes_no_more_memory_than_an_empty_folder(tmp_path: Path) -> None:
    peaks: dict[str, float] = {}
    for case in ("no-listing", "sparse", "bomb", "json-deep"):
        make(case, tmp_path / case)
        command = [sys.executable, ROOT / "build.py", "--raw", tmp_path / case, "--out", tmp_path / "out"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=unmeasured()) as process:
            told = process.stderr.read() if process.stderr else ""
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        assert [str(process.returncode), *told.replace(f"{tmp_path}/{case}", "raw").splitlines()] == expected(case)
        peaks[case] = usage.ru_maxrss / 1024
    assert max(peaks.values()) < peaks["no-listing"] + 64, peaks


def test_the_limit_is_raised_by_an_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "raw", {"a.txt": TEXT + b"\n" * (1 << 20)})
    monkeypatch.chdir(tmp_path)
    arguments = ["--raw", "raw", "--out", "out", "--jobs", "1", "--quiet", "--max-size"]
    assert build.main([*arguments, "1"]) == 1
    assert capsys.readouterr().err == (
        "raw/a.txt: it holds more than 1 MiB; cut it into several listings, or allow more with --max-size\n"
    )
    assert build.main([*arguments, "2"]) == 0


@pytest.mark.parametrize("name", ["a.jsonl", "icml-abstracts.json"])
def test_a_listing_that_changes_while_it_is_read_is_refused(
    name: str, good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = b'{"title": "One", "abstract": "First."}\n'
    abstracts = b",".join(b'"%d": "First."' % number for number in range(20_000))
    files = {"a.jsonl": line * 20_000}
    if name != "a.jsonl":
        files = {name: b"{" + abstracts + b"}", "icml-orals-posters.json": b'[{"id": 1, "title": "One"}]'}
    write(tmp_path / "raw", files)
    done = threading.Event()

    def go_on_writing() -> None:
        while not done.is_set():
            with (tmp_path / "raw" / name).open("ab") as file:
                file.write(b"\n")
            time.sleep(0.001)

    monkeypatch.chdir(tmp_path)
    before = state(good)
    writer = threading.Thread(target=go_on_writing)
    writer.start()
    found = said("empty", str(good), capsys)
    done.set()
    writer.join()
    assert found == ["1", f"raw/{name}: it changed while it was read; build again once nothing writes to it"]
    assert state(good) == before
