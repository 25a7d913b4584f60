"""The README's commands, counts and generated parts are true."""

from __future__ import annotations

import csv
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from pipeline import site
from tests.builds import ROOT, copy_project, run, run_here
from tests.repository import commit, created

README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(language: str, containing: str) -> str:
    """The one fenced block of that language that holds a text."""
    blocks = re.findall(rf"```{language}\n(.*?)```", README, re.S)
    (found,) = [text for text in blocks if containing in text]
    return str(found)


def expected(code: str, mark: str) -> str:
    """What the block says of its own output, in the comment of its last line."""
    return code.rstrip().rpartition(f"{mark} ")[2]


@pytest.mark.parametrize("containing", ["pd.read_csv", "Package("])
def test_the_python_examples_print_what_they_say(containing: str) -> None:
    code = block("python", containing)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == expected(code, "#")


def test_the_pandas_options_leave_every_cell_as_it_stands() -> None:
    code = block("python", "pd.read_csv") + "print(papers.arxiv_id.dropna().tolist() + papers.title.tolist())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    with (ROOT / "clean/papers.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    cells = [row["arxiv_id"] for row in rows if row["arxiv_id"]] + [row["title"] for row in rows]
    assert done.stdout.splitlines()[-1] == str(cells)


def test_the_duckdb_example_gives_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    sql = block("sql", "read_csv")
    (row,) = duckdb.sql(sql.rpartition(";")[0]).fetchall()
    assert ", ".join(map(str, row)) == expected(sql, "--")


@pytest.mark.skipif(
    not shutil.which("Rscript") and not os.environ.get("CI"), reason="R is not installed (CI installs it)"
)
def test_the_r_example_prints_what_it_says() -> None:
    code = block("r", "read.csv")
    done = subprocess.run(["Rscript", "-e", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == expected(code, "#")


def test_the_counts_in_words_are_those_of_the_tables() -> None:
    def column(table: str, name: str) -> list[str]:
        with (ROOT / f"clean/{table}.csv").open(encoding="utf-8", newline="") as file:
            return [row[name] for row in csv.DictReader(file)]

    status = column("entries", "status")
    listings, merged = len(column("listings", "title")), status.count("merged")
    no_topic, no_arxiv = (column("papers", name).count("") for name in ("topic", "arxiv_id"))
    text = " ".join(README.split())
    for sentence in (
        f"{listings} listings hold {len(status)} entries; {merged} of them show",
        f"there are **{len(column('papers', 'title'))} papers**",
        f"{no_topic} papers have no topic, and {no_arxiv} no arXiv id",
    ):
        assert sentence in text


def test_what_make_prints_is_what_the_readme_says(tmp_path: Path) -> None:
    result = run_here("--raw", ROOT / "raw", "--out", tmp_path)
    (said,) = re.findall(r'validate them: "(.*?)"', README)
    assert result.stdout.startswith(said)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project, built, as a repository of two commits, with its environment."""
    home = created(copy_project(tmp_path_factory.mktemp("readme") / "project"))
    shutil.copy(ROOT / ".gitignore", home)
    (home / ".venv").symlink_to(sys.prefix)
    commit(home, README__md="before")
    shutil.copy(ROOT / "README.md", home)
    commit(home)
    assert run("--quiet", home=home, cwd=home).returncode == 0
    return home


@pytest.mark.parametrize("option", ["--prove", "--changes"])
def test_the_commands_that_prove_and_compare_succeed_as_they_stand(project: Path, option: str) -> None:
    commands = [line for line in block("sh", f"build.py {option}").splitlines() if option in line]
    assert len(commands) == 2
    for command in commands:
        done = subprocess.run(["bash", "-c", command], cwd=project, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), command
        assert done.stdout


def test_every_option_the_readme_names_is_known() -> None:
    help_text = run_here("--help").stdout
    for option in re.findall(r"build\.py.*? (--[a-z]+)", README):
        assert option in help_text


def test_every_file_the_readme_names_exists() -> None:
    names = set(
        re.findall(r"`((?:raw|clean|pipeline|tests|site)/[\w./…]*|[A-Z-]+\.(?:md|cff)|\w+\.(?:py|json))`", README)
    )
    known = {path.name for path in (ROOT / "pipeline").iterdir()}
    missing = {name for name in names if "…" not in name and name not in known and not (ROOT / name).exists()}
    assert len(names) > 10
    assert missing == set()


def test_every_make_target_the_documents_name_exists() -> None:
    text = README + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    targets = set(re.findall(r"\bmake ([a-z]+)\b(?=`|\n|  )", text))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert {"test", "serve", "check", "readme", "lock"} <= targets
    assert {target for target in targets if not re.search(rf"^{target}:", makefile, re.M)} == set()


def test_the_serve_command_is_the_one_that_make_serve_runs() -> None:
    (line,) = [line for line in block("sh", "datasette serve").splitlines() if "datasette" in line]
    assert shlex.split(line)[1:5] == site.serve_arguments(Path())[:4]
