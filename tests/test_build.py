from __future__ import annotations

import csv
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.builds import ROOT, abstract, copy_project, listing, run, run_here, state


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def fill(folder: Path, **listings: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in listings.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("built")
    result = run_here("--raw", ROOT / "raw", "--out", out)
    assert (result.returncode, result.stderr) == (0, "")
    return out


def test_the_three_listings_give_57_entries_and_44_papers(built: Path) -> None:
    clean = built / "clean"
    assert [
        (row["title"], row["title_language"], row["venue"], row["year"]) for row in rows(clean / "listings.csv")
    ] == [
        ("ICML 2026 Papers", "en", "ICML", "2026"),
        ("ICML 2026 Papers", "en", "ICML", "2026"),
        ("ICML 2026 论文列表", "zh", "ICML", "2026"),
    ]
    statuses = [row["status"] for row in rows(clean / "entries.csv")]
    assert {status: statuses.count(status) for status in set(statuses)} == {"kept": 44, "merged": 13}
    papers = rows(clean / "papers.csv")
    assert (len(papers), sum(row["title"] != "" for row in papers)) == (44, 44)
    assert len(rows(clean / "links.csv")) == 11
    assert len(rows(clean / "identifiers.csv")) == 44


def test_the_build_makes_what_is_committed(built: Path) -> None:
    for path in [*(built / "clean").iterdir(), built / "datapackage.json"]:
        assert (ROOT / path.relative_to(built)).read_bytes() == path.read_bytes(), path.name
    assert (ROOT / "raw/reference/paper_ids.csv").read_bytes() == (built / "reference/paper_ids.csv").read_bytes()


@pytest.mark.parametrize(
    ("cwd", "umask", "jobs", "environment"),
    [
        ("/", 0o077, "1", {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Asia/Kathmandu"}),
        (
            str(ROOT),
            0o022,
            "2",
            {"PYTHONHASHSEED": "4711", "LC_ALL": "C.UTF-8", "TZ": "America/St_Johns", "PYTHONUTF8": "0"},
        ),
    ],
)
def test_outputs_are_the_same_for_any_seed_locale_zone_umask_folder_and_jobs(
    built: Path, tmp_path: Path, cwd: str, umask: int, jobs: str, environment: dict[str, str]
) -> None:
    import os

    old = os.umask(umask)
    try:
        result = run("--raw", ROOT / "raw", "--out", tmp_path, "--jobs", jobs, cwd=Path(cwd), **environment)
    finally:
        os.umask(old)
    assert (result.returncode, result.stderr) == (0, "")
    assert state(tmp_path) == state(built)


def test_many_abstracts_give_the_same_tables_on_one_process_and_on_two(tmp_path: Path) -> None:
    raw = fill(tmp_path / "raw", many=listing("Made-up papers", *map(abstract, range(2_100))))
    states = []
    for jobs in ("1", "2"):
        assert run_here("--raw", raw, "--out", tmp_path / jobs, "--jobs", jobs).returncode == 0
        states.append(state(tmp_path / jobs))
    assert states[0] == states[1]


def test_a_new_listing_changes_no_id_whatever_its_place_in_the_order(built: Path, tmp_path: Path) -> None:
    before = {row["fingerprint"]: row["paper_id"] for row in rows(built / "clean/identifiers.csv")}
    first = rows(ROOT / "clean/papers.csv")[0]["abstract_source"]
    for name in ("000", "zzz"):
        raw = tmp_path / name
        shutil.copytree(ROOT / "raw", raw)
        shutil.rmtree(raw / "reference")
        fill(raw, **{name: listing("More papers", first, abstract(1))})
        result = run_here("--raw", raw, "--out", tmp_path / f"{name}-out")
        assert result.returncode == 0, result.stderr
        after = {row["fingerprint"]: row["paper_id"] for row in rows(tmp_path / f"{name}-out/clean/identifiers.csv")}
        assert len(after) == 45
        assert before.items() <= after.items()


def test_the_names_of_the_files_change_neither_papers_nor_ids(built: Path, tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    raw.mkdir()
    for number, path in enumerate(sorted((ROOT / "raw").glob("*.txt"), reverse=True)):
        shutil.copy(path, raw / f"{number}.txt")
    assert run_here("--raw", raw, "--out", tmp_path / "out").returncode == 0
    assert (tmp_path / "out/clean/identifiers.csv").read_bytes() == (built / "clean/identifiers.csv").read_bytes()


def test_entries_that_are_no_abstracts_are_rejected_with_a_reason_and_the_rest_is_built(tmp_path: Path) -> None:
    texts = [abstract(1), "Oral Session 3", "<p> **&nbsp;** </p>", abstract(2) + "\0", abstract(1).upper()]
    raw = fill(tmp_path / "raw", a=listing("Papers", *texts))
    result = run_here("--raw", raw, "--out", tmp_path / "out")
    found = [(row["status"], row["match"], row["reason"]) for row in rows(tmp_path / "out/clean/entries.csv")]
    assert (result.returncode, found) == (
        0,
        [
            ("kept", "first", ""),
            ("rejected", "", "It has 3 words, fewer than 20: a heading, not an abstract."),
            ("rejected", "", "It is empty once markup is gone."),
            ("rejected", "", "It holds a NUL character."),
            (
                "merged",
                "exact",
                "Entry 1 of a is kept. The texts are the same but for markup, case and punctuation.",
            ),
        ],
    )
    assert result.stderr.splitlines() == [
        f"warning: {raw}/a.txt:{line}: entry {entry} was rejected. {reason}; correct the listing if it is an abstract"
        for line, entry, reason in [
            (5, 2, "It has 3 words, fewer than 20: a heading, not an abstract"),
            (7, 3, "It is empty once markup is gone"),
            (9, 4, "It holds a NUL character"),
        ]
    ]
    (row,) = rows(tmp_path / "out/clean/listings.csv")
    assert [row[name] for name in ("entries", "kept", "merged", "rejected")] == ["5", "1", "1", "3"]


def test_a_listing_of_which_nothing_is_an_abstract_still_builds(tmp_path: Path) -> None:
    raw = fill(tmp_path / "raw", a=listing("Papers", "Oral Session 3"))
    assert run_here("--raw", raw, "--out", tmp_path / "out").returncode == 0
    assert rows(tmp_path / "out/clean/papers.csv") == []


def test_refused_inputs_name_every_problem_and_leave_the_outputs_as_they_were(built: Path, tmp_path: Path) -> None:
    shutil.copytree(built, tmp_path / "out")
    raw = fill(tmp_path / "raw", empty="", title="Only a title\n")
    result = run_here("--raw", raw, "--out", tmp_path / "out")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [
        f"{raw}/empty.txt:1: the file is empty; put the listing's text in it, or remove it",
        f"{raw}/title.txt:1: the listing has a title and no entry; "
        "add abstracts below the title, parted by blank lines, or remove the file",
    ]
    assert state(tmp_path / "out") == state(built)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--raw", "nowhere", "--out", "out"], "--raw nowhere: there is no such folder"),
        (["--jobs", "two"], "invalid int value"),
        (["--fast"], "unrecognized arguments"),
    ],
)
def test_wrong_usage_exits_2_and_says_why(arguments: list[str], said: str) -> None:
    result = run_here(*arguments)
    assert result.returncode == 2
    assert said in result.stderr


def test_a_system_that_takes_file_names_for_another_encoding_is_told_what_to_set() -> None:
    result = run("--check", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert result.returncode == 2
    assert "file names would be read as ascii here: set PYTHONUTF8=1" in result.stderr


def test_check_passes_on_what_is_committed_and_names_one_changed_character(tmp_path: Path) -> None:
    home = copy_project(tmp_path / "project")
    clean = run("--check", home=home, cwd=home)
    assert (clean.returncode, clean.stdout, clean.stderr) == (0, "", "")
    papers = home / "clean/papers.csv"
    paper_id = rows(papers)[0]["paper_id"]
    title = rows(papers)[0]["title"]
    papers.write_text(papers.read_text(encoding="utf-8").replace(title, title + "!", 1), encoding="utf-8", newline="")
    before = state(home)
    changed = run("--check", home=home, cwd=home)
    assert changed.returncode == 1
    assert changed.stderr.startswith(f"clean/papers.csv:2: row {paper_id}, column title: ")
    assert len(changed.stderr.splitlines()) == 1
    assert state(home) == before


def test_check_fails_where_the_committed_register_lacks_an_id(tmp_path: Path) -> None:
    home = copy_project(tmp_path / "project")
    register = home / "raw/reference/paper_ids.csv"
    register.write_text("".join(register.read_text().splitlines(keepends=True)[:-1]))
    result = run("--check", home=home, cwd=home)
    assert result.returncode == 1
    assert result.stderr.startswith("raw/reference/paper_ids.csv:45: ")


def test_a_build_elsewhere_leaves_the_folder_it_reads_untouched(tmp_path: Path) -> None:
    raw = fill(tmp_path / "raw", a=listing("Papers", abstract(1)))
    before = state(raw)
    assert run_here("--raw", raw, "--out", tmp_path / "out").returncode == 0
    assert state(raw) == before
    assert len(rows(tmp_path / "out/reference/paper_ids.csv")) == 1


# `make stress` kills 200.
@pytest.mark.parametrize("seed", range(2))
def test_a_killed_build_leaves_the_old_outputs_or_the_new_ones_or_what_the_next_completes(
    tmp_path: Path, seed: int
) -> None:
    raw, out = tmp_path / "raw", tmp_path / "out"
    fill(raw, a=listing("Papers", abstract(1)))
    assert run_here("--raw", raw, "--out", out).returncode == 0
    shutil.copytree(out, tmp_path / "old")
    fill(raw, b=listing("More", abstract(2)))
    began = time.monotonic()
    assert run("--raw", raw, "--out", tmp_path / "new").returncode == 0
    duration = time.monotonic() - began
    whole = {name: kept(tmp_path / name) for name in ("old", "new")}
    moments = random.Random(seed)
    for _ in range(8):
        command = [sys.executable, str(ROOT / "build.py"), "--raw", str(raw), "--out", str(out), "--quiet"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(moments.uniform(0, duration))
            process.kill()
        # A journal says that the outputs were being replaced: that is a millisecond of seconds.
        assert kept(out) in whole.values() or (out / ".staging/journal.json").exists()
    assert run_here("--raw", raw, "--out", out).returncode == 0
    assert kept(out) == whole["new"] == state(out)


def kept(out: Path) -> dict[str, str]:
    """The outputs, without what a dead build left beside them."""
    return {name: digest for name, digest in state(out).items() if not name.startswith(".staging")}
