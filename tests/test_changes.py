"""What changed between two states is listed by table, key and column, and the version must say so."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import build
from pipeline import changes
from pipeline.changes import Change
from pipeline.problems import Refused
from tests import handmade
from tests.builds import copy_project, run
from tests.repository import commit, created, git

Descriptor = dict[str, Any]
Files = dict[str, bytes]
Command = Callable[..., tuple[int, str, str]]


def field(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": "string", "title": name, "description": name, "example": "x", **more}


def resource(name: str, key: list[str], *fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    schema = {"fields": list(fields), "missingValues": [""], "primaryKey": key}
    return {"name": name, "title": name, "description": name, "path": f"clean/{name}.csv", "schema": schema, **more}


PAPERS = resource("papers", ["id"], field("id"), field("title"), field("year", type="year"), bytes=9, rows=2)
DATA = b"id,title,year\na,One,2025\nb,Two,\n"


def state(
    data: bytes | None = DATA, papers: dict[str, Any] = PAPERS, *others: dict[str, Any], **more: Any
) -> changes.State:
    """A package with the table papers, other tables without rows, and more in its descriptor."""
    descriptor = {"name": "x", "version": "1.0.0", "resources": [papers, *others], "inputs": [], **more}
    files = {"datapackage.json": json.dumps(descriptor).encode()} | ({papers["path"]: data} if data is not None else {})
    return changes.state("now", files.get)


def test_states_that_are_equal_but_for_version_and_figures_have_no_changes() -> None:
    restamped = {**PAPERS, "bytes": 1, "hash": "sha256:0", "rows": 7}
    assert changes.changes(state(), state(DATA, restamped, version="2.0.0")) == []


def test_rows_and_cells_are_told_by_key() -> None:
    after = b'id,title,year\na,"One, ""1""\nor more",2025\nc,=3,2026\n'
    assert changes.changes(state(), state(after)) == [
        Change("papers", "a", "title", "One", 'One, "1"\nor more', "cell changed"),
        Change("papers", "b", "", '{"id": "b", "title": "Two"}', "", "row removed"),
        Change("papers", "c", "", "", '{"id": "c", "title": "=3", "year": "2026"}', "row added"),
    ]


def test_a_row_in_another_place_is_the_same_row() -> None:
    assert changes.changes(state(), state(b"id,title,year\nb,Two,\na,One,2025\n")) == []


def test_a_key_of_several_columns_is_joined_as_in_the_corrections() -> None:
    table = resource("papers", ["id", "position"], field("id"), field("position", type="integer"), field("name"))
    before, after = (state(f"id,position,name\na,10,{name}\n".encode(), table) for name in ("Ann", "Anne"))
    assert changes.changes(before, after) == [Change("papers", "a/10", "name", "Ann", "Anne", "cell changed")]


def table(*fields: dict[str, Any], key: list[str] | None = None, **more: Any) -> dict[str, Any]:
    return resource("papers", key or ["id"], *fields, **more)


ID, TITLE, YEAR = PAPERS["schema"]["fields"]


@pytest.mark.parametrize(
    ("papers", "data", "expected"),
    [
        # Of a column that is new or gone, no cells.
        (table(ID, TITLE, YEAR, field("doi")), b"id,title,year,doi\na,One,2025,10.1/x\nb,Two,,\n",
         [Change("papers", "", "doi", "", "", "column added")]),
        (table(ID, TITLE), b"id,title\na,One\nb,Two\n", [Change("papers", "", "year", "", "", "column removed")]),
        # One with another name is another one.
        (table(ID, field("name"), YEAR), b"id,name,year\na,One,2025\nb,Two,\n",
         [Change("papers", "", "title", "", "", "column removed"), Change("papers", "", "name", "", "", "column added")]),
        # Another order is a change of the contract, and of no cell.
        (table(ID, YEAR, TITLE), b"id,year,title\na,2025,One\nb,,Two\n",
         [Change("papers", "", "", "id, title, year", "id, year, title", "columns reordered")]),
        # Another key makes other rows of all.
        (table(ID, TITLE, YEAR, key=["title"]), DATA,
         [Change("papers", "", "", '["id"]', '["title"]', "primaryKey changed"),
          Change("papers", "a", "", '{"id": "a", "title": "One", "year": "2025"}', "", "row removed"),
          Change("papers", "b", "", '{"id": "b", "title": "Two"}', "", "row removed"),
          Change("papers", "One", "", "", '{"id": "a", "title": "One", "year": "2025"}', "row added"),
          Change("papers", "Two", "", "", '{"id": "b", "title": "Two"}', "row added")]),
        # So does a key whose column the other side has not.
        (table(field("number"), TITLE, key=["number"]), b"number,title\na,One\n",
         [Change("papers", "", "", '["id"]', '["number"]', "primaryKey changed"),
          Change("papers", "", "id", "", "", "column removed"), Change("papers", "", "year", "", "", "column removed"),
          Change("papers", "", "number", "", "", "column added"),
          Change("papers", "a", "", '{"id": "a", "title": "One", "year": "2025"}', "", "row removed"),
          Change("papers", "b", "", '{"id": "b", "title": "Two"}', "", "row removed"),
          Change("papers", "a", "", "", '{"number": "a", "title": "One"}', "row added")]),
        (table(ID, {**TITLE, "constraints": {"required": True}, "description": "The name"}, YEAR), DATA,
         [Change("papers", "", "title", "", '{"required": true}', "constraints changed"),
          Change("papers", "", "title", "title", "The name", "description changed")]),
        (table(ID, TITLE, {**YEAR, "type": "integer", "unit": "years"}), DATA,
         [Change("papers", "", "year", "year", "integer", "type changed"),
          Change("papers", "", "year", "", "years", "unit changed")]),
        (table(ID, TITLE, YEAR, path="clean/all.csv", title="Papers"), DATA,
         [Change("papers", "", "", "clean/papers.csv", "clean/all.csv", "path changed"),
          Change("papers", "", "", "papers", "Papers", "title changed")]),
    ],
)  # fmt: skip
def test_the_contract_is_compared_by_names_and_nothing_is_guessed(
    papers: dict[str, Any], data: bytes, expected: list[Change]
) -> None:
    assert changes.changes(state(), state(data, papers)) == expected


def test_a_table_with_another_name_is_one_removed_and_one_added() -> None:
    before, after = (state(DATA, PAPERS, resource(name, ["id"], ID)) for name in ("links", "addresses"))
    assert changes.changes(before, after) == [
        Change("links", "", "", "", "", "table removed"),
        Change("addresses", "", "", "", "", "table added"),
    ]


def test_what_is_said_of_the_package_as_a_whole_has_no_table() -> None:
    assert changes.changes(state(licenses=[{"name": "CC0-1.0"}]), state(description="Papers.")) == [
        Change("", "", "", "", "Papers.", "description changed"),
        Change("", "", "", '[{"name": "CC0-1.0"}]', "", "licenses changed"),
    ]


def test_a_table_that_was_described_before_it_was_built_had_no_rows() -> None:
    assert [(each.key, each.kind) for each in changes.changes(state(None), state())] == [
        ("a", "row added"), ("b", "row added"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"id,title,year\na,One\n", "line 2 has 2 cells, the header 3"),
        (b"id,title,year\na,One,1\na,Two,2\n", "line 3 has the key a of line 2"),
        (b"title,year\nOne,1\n", "the header has no column id"),
        (b'id,title,year\na,"One,1\n', "line 2: a quoted cell (after 1 commas) is never closed"),
        (b"id,title,year\r\na,One,1\r\n", "it holds a carriage return"),
        (b"id,title,year\na,\xff,1\n", "'utf-8' codec can't decode byte 0xff in position 16: invalid start byte"),
        (b"", "the header has no column id"),
    ],
)
def test_a_table_whose_rows_cannot_be_told_by_key_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(Refused) as caught:
        changes.changes(state(), state(data))
    remedy = "name another revision, or rebuild with `python build.py`"
    assert str(caught.value) == f"clean/papers.csv of now: cannot be compared ({why}); {remedy}"


@pytest.mark.parametrize("data", [None, b"", b"{", b"[]", b"{}", b'{"resources": [{}], "inputs": []}'])
def test_a_state_without_a_contract_is_refused(data: bytes | None) -> None:
    with pytest.raises(Refused, match=r"^datapackage\.json of 1\.0\.0: is no contract that can be read"):
        changes.state("1.0.0", lambda name: data)


def test_a_folder_that_lacks_a_table_is_refused(tmp_path: Path) -> None:
    folder = handmade.tiny(tmp_path / "package")
    before = changes.standing(folder)
    (folder / "clean" / "links.csv").unlink()
    with pytest.raises(Refused, match=r"^clean/links.csv: cannot be read \(No such file or directory\); "):
        changes.changes(before, changes.standing(folder))


def test_the_file_is_sorted_and_carries_any_text() -> None:
    found = [
        Change("papers", "b", "", "", '{"a": "x,\ny"}', "row added"),
        Change("papers", "a", "title", "=1+1", "“𝒪(n)”", "cell changed"),
        Change("", "", "", "[]", "", "sources changed"),
    ]
    assert changes.encoded(found).decode() == (
        "table,key,column,before,after,kind\n"
        ",,,[],,sources changed\n"
        "papers,a,title,=1+1,“𝒪(n)”,cell changed\n"
        'papers,b,,,"{""a"": ""x,\ny""}",row added\n'
    )
    assert changes.encoded([]) == b"table,key,column,before,after,kind\n"


# From here on: the command, in a repository of its own.


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
