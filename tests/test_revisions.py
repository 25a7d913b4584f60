"""Which state was the last release, in repositories with and without tags."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pipeline import revisions
from tests.repository import commit, created, git


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return created(tmp_path / "package")


def release(folder: Path, version: str, text: str = "", tag: bool = False) -> str:
    """Commit a descriptor of this version and anything else that tells states apart."""
    descriptor = {"name": "x", "version": version, "sources": [{"version": text}]}
    (folder / "datapackage.json").write_text(json.dumps(descriptor, indent=2), encoding="utf-8")
    return commit(folder, version if tag else None)


def last(folder: Path) -> str | None:
    """The commit of the last release before what stands in the folder."""
    found = revisions.last_release(folder, (folder / "datapackage.json").read_bytes())
    return found and found.commit


def test_the_last_release_is_the_highest_tag_that_leads_here(folder: Path) -> None:
    release(folder, "1.9.0", tag=True)
    newest = release(folder, "1.10.0", tag=True)
    git(folder, "tag", "old", "HEAD~1")
    git(folder, "checkout", "--quiet", "-b", "other", "HEAD~1")
    release(folder, "2.0.0", tag=True)
    git(folder, "checkout", "--quiet", "main")
    release(folder, "1.10.0", "changed")
    found = revisions.last_release(folder, b"")
    assert found == revisions.Revision("1.10.0", newest, folder)


def test_a_tag_of_the_very_state_at_hand_is_not_its_own_predecessor(folder: Path) -> None:
    first = release(folder, "1.0.0", tag=True)
    release(folder, "1.1.0", "more", tag=True)
    assert last(folder) == first
    commit(folder, code="changed")  # the tables and their contract are still those of 1.1.0
    assert last(folder) == first


def test_without_tags_the_commits_that_set_the_version_are_the_releases(folder: Path) -> None:
    first = release(folder, "1.0.0")
    release(folder, "1.0.0", "a change that forgot the version")
    assert last(folder) == first
    second = release(folder, "1.0.1", "corrected")
    assert last(folder) == first
    release(folder, "1.0.1", "corrected again")
    assert last(folder) == second


def test_a_version_that_is_not_yet_committed_is_compared_with_the_committed_one(folder: Path) -> None:
    first = release(folder, "1.0.0")
    path = folder / "datapackage.json"
    path.write_text(path.read_text(encoding="utf-8").replace("1.0.0", "1.0.1"), encoding="utf-8")
    assert last(folder) == first


def test_of_a_branch_only_the_merge_counts(folder: Path) -> None:
    first = release(folder, "1.0.0")
    git(folder, "checkout", "--quiet", "-b", "branch")
    release(folder, "1.1.0", "half")
    release(folder, "1.1.0", "whole")
    git(folder, "checkout", "--quiet", "main")
    git(folder, "merge", "--quiet", "--no-ff", "--message", "merged", "branch")
    assert last(folder) == first
    merged = git(folder, "rev-parse", "HEAD")
    release(folder, "1.1.0", "more")
    assert last(folder) == merged


def test_where_nothing_came_before_there_is_no_release(folder: Path) -> None:
    release(folder, "1.0.0", tag=True)
    assert last(folder) is None


def test_a_shallow_clone_says_how_to_fetch_the_history_and_a_whole_one_finds_it(folder: Path, tmp_path: Path) -> None:
    first = release(folder, "1.0.0", tag=True)
    release(folder, "1.1.0", "more")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{folder}", str(clone))
    with pytest.raises(revisions.NoRevision, match="git fetch --unshallow --tags"):
        last(clone)
    git(clone, "fetch", "--quiet", "--unshallow", "--tags")
    assert last(clone) == first


def test_a_clone_without_tags_finds_the_release_too(folder: Path, tmp_path: Path) -> None:
    first = release(folder, "1.0.0", tag=True)
    release(folder, "1.1.0", "more")
    git(tmp_path, "clone", "--quiet", "--no-tags", f"file://{folder}", str(tmp_path / "clone"))
    assert last(tmp_path / "clone") == first


def test_the_package_may_stand_below_the_root_of_its_repository(tmp_path: Path) -> None:
    created(tmp_path)
    first = commit(tmp_path, part__a="one", a="elsewhere")
    found = revisions.revision(tmp_path / "part", "HEAD")
    assert found == revisions.Revision("HEAD", first, tmp_path / "part")
    assert found.read("a") == b"one"


def test_a_file_is_read_byte_for_byte_and_what_is_no_file_is_none(folder: Path) -> None:
    data = "é\r\n\0\ufeff"
    commit(folder, clean__a=data)
    commit(folder, clean__a=None)
    found = revisions.revision(folder, "HEAD~1")
    assert [found.read(name) for name in ("clean/a", "clean", "clean/b")] == [data.encode(), None, None]


@pytest.mark.parametrize("name", ["1.0.0", "--git-dir", "-x", "HEAD~9", "HEAD:datapackage.json"])
def test_a_revision_that_git_does_not_know_is_refused(folder: Path, name: str) -> None:
    release(folder, "1.0.0")
    with pytest.raises(revisions.NoRevision, match="see `git log` and `git tag`"):
        revisions.revision(folder, name)


def test_a_folder_without_history_is_refused_in_gits_own_words(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(revisions.NoRevision, match="HEAD"):
        revisions.last_release(folder, b"")
    with pytest.raises(revisions.NoRevision, match="not a git repository"):
        revisions.last_release(tmp_path, b"")


def test_a_machine_without_git_is_told_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "PATH", "")
    with pytest.raises(revisions.NoRevision, match="git is not installed"):
        revisions.revision(folder, "HEAD")
