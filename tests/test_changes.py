"""What changed between two states is listed by table, key and column, and the version must say so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline import changes
from pipeline.changes import Change
from pipeline.problems import Refused
from tests import handmade

Descriptor = dict[str, Any]
Files = dict[str, bytes]


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
