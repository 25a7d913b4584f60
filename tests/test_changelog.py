"""The newest section of CHANGELOG.md is the version, and becomes the notes of its release."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pipeline import changelog
from tests.builds import ROOT, copy_project
from tests.repository import commit, created, git

TEXT = "# Changes\n\nA rule.\n\n## 1.1.0\n\n- More rows.\n\n## 1.0.0\n\n- The first.\n"
VERSION = json.loads((ROOT / "datapackage.json").read_text(encoding="utf-8"))["version"]


def test_the_newest_section_is_the_version_wherever_the_version_stands() -> None:
    newest, *_ = changelog.sections((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (cited,) = re.findall(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.M)
    assert [newest, project["version"], cited] == [VERSION] * 3


def test_a_section_is_what_stands_below_its_heading() -> None:
    assert changelog.sections(TEXT) == {"1.1.0": "- More rows.", "1.0.0": "- The first."}
    assert changelog.notes(TEXT, "1.1.0", "1.1.0") == "- More rows."


@pytest.mark.parametrize(
    ("text", "tag", "version", "said"),
    [
        (TEXT, "1.2.0", "1.1.0", "the tag is 1.2.0, but datapackage.json has the version 1.1.0; tag it 1.1.0"),
        (TEXT, "v1.1.0", "1.1.0", "the tag is v1.1.0, but datapackage.json has the version 1.1.0; tag it 1.1.0"),
        (TEXT, "1.0.0", "1.0.0", "the newest section of CHANGELOG.md is 1.1.0; write one for 1.0.0 above it"),
        ("# Changes\n", "1.0.0", "1.0.0", "the newest section of CHANGELOG.md is None; write one for 1.0.0 above it"),
        ("## 1.0.0\n\n", "1.0.0", "1.0.0", "the newest section of CHANGELOG.md is 1.0.0; write one for 1.0.0 above it"),
    ],
)
def test_a_release_without_its_notes_is_refused(text: str, tag: str, version: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        changelog.notes(text, tag, version)


@pytest.mark.parametrize(("tag", "code"), [(VERSION, 0), ("9.9.9", 1)])
def test_the_workflows_command_prints_the_notes_or_why_there_are_none(tag: str, code: int) -> None:
    workflow = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    assert 'python -m pipeline.changelog "$GITHUB_REF_NAME" > notes.md' in workflow
    # Before anything is installed: with the standard library alone.
    command = [sys.executable, "-S", "-m", "pipeline.changelog", tag]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, bool(done.stdout), bool(done.stderr)) == (code, code == 0, code == 1)


def test_the_notes_are_the_section_of_the_tag(capsys: pytest.CaptureFixture[str]) -> None:
    assert changelog.main(VERSION) == 0
    notes = changelog.sections((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))[VERSION]
    assert capsys.readouterr() == (f"{notes}\n", "")
    assert changelog.main("9.9.9") == 1
    said = f"the tag is 9.9.9, but datapackage.json has the version {VERSION}; tag it {VERSION}\n"
    assert capsys.readouterr() == ("", said)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The project as a repository of two commits; its environment stands beside it."""
    home = created(copy_project(tmp_path / "project"))
    (home / ".gitignore").write_text(".venv\ndist/\n.build.lock\n__pycache__/\n")
    ci = home / ".ci" / "changes"
    ci.parent.mkdir()
    ci.write_bytes((ROOT / ".ci" / "changes").read_bytes())
    commit(home)
    commit(home, README__md="changed")
    return home


def checked(home: Path) -> subprocess.CompletedProcess[str]:
    (home / ".venv").symlink_to(sys.prefix)
    return subprocess.run(["bash", ".ci/changes"], cwd=home, capture_output=True, text=True, check=False)


def test_ci_fetches_the_history_that_a_shallow_clone_lacks(project: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{project}", str(tmp_path / "clone"))
    done = checked(tmp_path / "clone")
    assert (done.returncode, done.stdout) == (0, "There is no release before this state.\n"), done.stderr
    assert git(tmp_path / "clone", "rev-list", "--count", "HEAD") == "2"


def test_ci_says_so_where_the_history_cannot_be_fetched(project: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{project}", str(tmp_path / "clone"))
    git(tmp_path / "clone", "remote", "set-url", "origin", f"file://{tmp_path}/gone")
    done = checked(tmp_path / "clone")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.endswith("warning: the history cannot be fetched, so the version was not held to what changed\n")
