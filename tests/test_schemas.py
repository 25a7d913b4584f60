from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import pandas as pd
import pytest
from pandera.errors import SchemaErrors

from pipeline import contract, schemas
from pipeline.contract import Contract, Field, Table
from pipeline.problems import Problem, Refused
from pipeline.schemas import UntranslatableError
from tests.handmade import ROOT

AGREED = contract.load(ROOT / "datapackage.json")


def table(kind: str, constraints: Mapping[str, Any] | None = None, **keys: Any) -> Table:
    """A table of a key and one column of that type."""
    fields = (
        Field("key", "integer", "", "", "1", None, {}),
        Field("cell", kind, "", "", "", None, constraints or {}),
    )
    return Table("t", "", "", "t.csv", fields, ("key",), keys.get("unique_keys", ()), (), {})


def csv_of(*cells: str) -> bytes:
    quoted = (cell and '"' + cell.replace('"', '""') + '"' for cell in cells)
    return "".join(["key,cell\n", *(f"{key},{cell}\n" for key, cell in enumerate(quoted, 1))]).encode()


def failed(schema_table: Table, *cells: str, more: Mapping[str, Any] | None = None) -> list[tuple[str, int]]:
    """Name and line of every check that fails."""
    schema = schemas.schema(schema_table, {"cell": more or {}})
    try:
        schema.validate(schemas.read(schema_table, csv_of(*cells)), lazy=True)
    except SchemaErrors as errors:
        cases = errors.failure_cases.drop_duplicates(["check", "index"])
        return sorted((str(check), int(line)) for check, line in zip(cases["check"], cases["index"], strict=True))
    return []


@pytest.mark.parametrize(
    ("kind", "cells", "expected"),
    [
        ("string", ["NA", "None", "null", "nan", " x ", ""], ["NA", "None", "null", "nan", " x ", None]),
        ("integer", ["0", "-7", "9223372036854775807", ""], [0, -7, 2**63 - 1, None]),
        ("number", ["0", "-0.5", "1", ""], [0.0, -0.5, 1.0, None]),
        ("year", ["1999", "0001", ""], [1999, 1, None]),
        ("boolean", ["true", "false", ""], [True, False, None]),
        ("array", ["[]", '["a", 1]', ""], [[], ["a", 1], None]),
    ],
)
def test_cells_of_each_type_are_read_as_what_they_say(kind: str, cells: list[str], expected: list[Any]) -> None:
    frame = schemas.read(table(kind), csv_of(*cells))
    assert [None if value is pd.NA else value for value in frame["cell"]] == expected
    assert list(frame.index) == list(range(2, len(cells) + 2))


@pytest.mark.parametrize(
    ("kind", "cell"),
    [
        *(("integer", cell) for cell in ("1.0", "+1", "1_000", " 1", "1 ", "１", "01", "-0", "1e3", "NA", str(2**63))),
        *(("number", cell) for cell in ("1,5", ".5", "5.", "1e3", "NaN", "INF", " 1", "1 ", "NA", "１")),
        *(("year", cell) for cell in ("26", "02026", "+2026", "2026.0", "２０２６", "NA")),
        *(("boolean", cell) for cell in ("True", "1", "yes", "TRUE", " true", "NA")),
        *(("array", cell) for cell in ("{}", "[", '"a"', "null", "[split_word]", "NA")),
    ],
)  # fmt: skip
def test_a_cell_of_another_type_is_refused_with_its_row_and_column(kind: str, cell: str) -> None:
    with pytest.raises(Refused) as refused:
        schemas.read(table(kind), csv_of("", cell))
    (problem,) = refused.value.problems
    assert (problem.path, problem.line, problem.what) == ("t.csv", 3, f"column cell: {cell!r} is no {kind}")


def test_a_row_knows_its_line_also_below_a_cell_of_several_lines() -> None:
    frame = schemas.read(table("string"), csv_of("a\n\nb", "c"))
    assert list(frame.index) == [2, 5]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"key\n1\n", Problem("t.csv", 1, "the header is ['key']", "make it ['key', 'cell']")),
        (b"", Problem("t.csv", 1, "the header is []", "make it ['key', 'cell']")),
        (b"key,cell\n1\n", Problem("t.csv", 2, "the row has 1 cells", "give it 2, as the header has")),
        (b'key,cell\n1,a"b\n',
         Problem("t.csv", 2, "a quote stands inside a cell that is not quoted", "quote the cell as RFC 4180 says")),
    ],
)  # fmt: skip
def test_a_file_that_is_not_the_tables_is_refused(data: bytes, problem: Problem) -> None:
    with pytest.raises(Refused) as refused:
        schemas.read(table("string"), data)
    assert refused.value.problems == [problem]


@pytest.mark.parametrize(
    ("kind", "constraint", "good", "bad"),
    [
        ("string", {"pattern": "cat|dog"}, ["cat", "dog", ""], ["cats", "a dog", "cat\n", "CAT"]),
        ("string", {"enum": ["a", "b"]}, ["a", ""], ["A", "ab", " a"]),
        ("string", {"minLength": 2}, ["ab", "é𝒪", ""], ["a", "𝒪"]),
        ("string", {"maxLength": 2}, ["ab", "𝒪𝒪", ""], ["abc"]),
        ("integer", {"minimum": 1}, ["1", ""], ["0", "-1"]),
        ("integer", {"maximum": 1}, ["1", ""], ["2"]),
        ("integer", {"exclusiveMinimum": 1}, ["2", ""], ["1"]),
        ("number", {"exclusiveMaximum": 1}, ["0.9", ""], ["1"]),
        ("number", {"minimum": 0, "maximum": 1}, ["0", "1", ""], ["1.01", "-0.01"]),
        ("year", {"minimum": 1950}, ["1950", ""], ["1949"]),
        ("integer", {"enum": [1, 2]}, ["1", ""], ["3"]),
        ("array", {"jsonSchema": {"items": {"enum": ["a"]}, "uniqueItems": True}}, ["[]", '["a"]', ""],
         ['["b"]', '["a", "a"]']),
    ],
)  # fmt: skip
def test_each_constraint_passes_what_keeps_it_and_names_what_breaks_it(
    kind: str, constraint: dict[str, Any], good: list[str], bad: list[str]
) -> None:
    assert failed(table(kind, constraint), *good) == []
    for cell in bad:
        found = failed(table(kind, constraint), *good, cell)
        assert [(name.split(":")[0] in constraint, line) for name, line in found] == [(True, len(good) + 2)]


def test_an_empty_cell_breaks_required_and_nothing_else() -> None:
    assert failed(table("string", {"required": True, "minLength": 1}), "a", "") == [("not_nullable", 3)]
    assert failed(table("string", {"required": False}), "a", "") == []


def test_an_empty_primary_key_is_refused_though_required_is_not_said() -> None:
    assert [name for name, _ in _failures(table("string"), b"key,cell\n,x\n")] == ["not_nullable"]


def test_unique_values_may_be_empty_more_than_once() -> None:
    assert failed(table("string", {"unique": True}), "a", "", "", "b") == []
    assert failed(table("string", {"unique": True}), "a", "b", "a") == [("unique", 2), ("unique", 4)]


def test_rows_with_the_same_primary_key_are_named() -> None:
    found = _failures(table("string"), b"key,cell\n1,x\n2,x\n1,y\n")
    assert found == [("primary_key:t.key", 2), ("primary_key:t.key", 4)]


def test_rows_with_the_same_unique_key_are_named_unless_part_of_it_is_empty() -> None:
    twice = table("string", unique_keys=(("cell",),))
    assert failed(twice, "x", "x", "", "") == [("unique_key:t.cell", 2), ("unique_key:t.cell", 3)]


@pytest.mark.parametrize(
    ("cell", "good"),
    [
        ("https://a.org/x?y=1#z", True), ("http://a", True), ("mailto:a@b", True), ("https://a.org/50%25", True),
        ("", True), ("a.org/x", False), ("https://a b", False), ("https://a.org/50%", True),
        ("https://a.org/论文–2", True), ("https://a.org/\n", False), ("https://a.org/{x}", False), ("https:", False),
    ],
)  # fmt: skip
def test_the_format_uri_asks_for_an_absolute_address(cell: str, good: bool) -> None:
    assert (failed(table("string"), cell, more={"format": "uri"}) == []) is good


@pytest.mark.parametrize(
    "broken",
    [
        table("date"),
        table("list"),
        table("string", {"prime": True}),
        table("string", {"minimum": 1}),
        table("integer", {"pattern": "1"}),
        table("array", {"unique": True}),
        table("boolean", {"maxLength": 1}),
    ],
    ids=str,
)
def test_what_is_not_translated_is_refused(broken: Table) -> None:
    with pytest.raises(UntranslatableError, match=r"t\.cell"):
        schemas.schema(broken)


def test_a_format_that_is_not_translated_is_refused() -> None:
    with pytest.raises(UntranslatableError, match="email"):
        schemas.schema(table("string"), {"cell": {"format": "email"}})


@pytest.mark.parametrize(
    ("place", "key", "value"),
    [
        ("field", "categories", ["a"]), ("field", "trueValues", ["yes"]), ("field", "bareNumber", False),
        ("schema", "fieldsMatch", "subset"), ("schema", "missingValues", ["", "NA"]),
    ],
)  # fmt: skip
def test_a_property_of_the_descriptor_that_would_change_what_is_read_is_refused(
    place: str, key: str, value: object
) -> None:
    descriptor: dict[str, Any] = copy.deepcopy(dict(AGREED.descriptor))
    schema = descriptor["resources"][0]["schema"]
    (schema if place == "schema" else schema["fields"][0])[key] = value
    with pytest.raises(UntranslatableError, match=key):
        schemas.schemas(Contract(descriptor, AGREED.tables, AGREED.inputs))


def test_columns_must_be_those_of_the_contract_in_its_order() -> None:
    strings = table("string")
    for columns in (["cell", "key"], ["key"], ["key", "cell", "more"]):
        frame, _ = schemas.typed(strings, columns, [])
        with pytest.raises(SchemaErrors):
            schemas.schema(strings).validate(frame, lazy=True)


def _failures(schema_table: Table, data: bytes) -> list[tuple[str, int]]:
    with pytest.raises(SchemaErrors) as caught:
        schemas.schema(schema_table).validate(schemas.read(schema_table, data), lazy=True)
    cases = caught.value.failure_cases.drop_duplicates(["check", "index"])
    return [(str(check), int(line)) for check, line in zip(cases["check"], cases["index"], strict=True)]
