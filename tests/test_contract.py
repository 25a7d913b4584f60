from __future__ import annotations

import copy
import json
import locale
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from dplib import settings
from frictionless import Package
from jsonschema import Draft7Validator
from pandera.errors import SchemaErrors

from pipeline import contract, rfc4180, schemas
from pipeline.contract import Field, ForeignKey, Table
from tests.handmade import ROOT

PROFILES = Path(settings.PROFILE_BASEDIR) / "2.0"
AGREED = contract.load(ROOT / "datapackage.json")
RAW = {
    (resource["name"], field["name"]): field
    for group in ("resources", "inputs")
    for resource in AGREED.descriptor[group]
    for field in resource["schema"]["fields"]
}
TABLES = [*AGREED.tables.values(), *AGREED.inputs.values()]
FIELDS = [(table.name, field) for table in TABLES for field in table.fields]
NAMES = [f"{table}.{field.name}" for table, field in FIELDS]


def minimal(**changes: Any) -> dict[str, Any]:
    field = {"name": "key", "type": "string", "title": "Key", "description": "The key.", "example": "x"}
    schema = {"fields": [field], "primaryKey": ["key"], "missingValues": [""]}
    resource = {"name": "t", "title": "T", "description": "A table.", "path": "clean/t.csv", "schema": schema}
    return {"resources": [{**resource, **changes}], "inputs": []}


def load(folder: Path, descriptor: Mapping[str, Any]) -> contract.Contract:
    path = folder / "datapackage.json"
    path.write_text(json.dumps(descriptor), encoding="utf-8")
    return contract.load(path)


def test_a_descriptor_becomes_tables_and_fields(tmp_path: Path) -> None:
    schema = {
        "fields": [
            {"name": "key", "type": "integer", "title": "Key", "description": "The key.", "example": "1",
             "unit": "papers", "constraints": {"required": True}},
            {"name": "other", "type": "string", "title": "Other", "description": "Another.", "example": "x"},
        ],
        "primaryKey": ["key"],
        "uniqueKeys": [["key", "other"]],
        "foreignKeys": [{"fields": ["other"], "reference": {"resource": "t", "fields": ["key"]}}],
    }  # fmt: skip
    loaded = load(tmp_path, minimal(schema=schema, site={"size": 5}))
    assert loaded.inputs == {}
    assert loaded.tables == {
        "t": Table(
            "t", "T", "A table.", "clean/t.csv",
            (Field("key", "integer", "Key", "The key.", "1", "papers", {"required": True}),
             Field("other", "string", "Other", "Another.", "x", None, {})),
            ("key",), (("key", "other"),), (ForeignKey(("other",), "t", ("key",)),), {"size": 5},
        )
    }  # fmt: skip
    assert loaded.tables["t"].columns == ("key", "other")
    assert [field.required for field in loaded.tables["t"].fields] == [True, False]
    assert loaded.tables["t"].field("other").title == "Other"


def test_what_a_descriptor_leaves_out_is_empty_and_inputs_are_tables_too(tmp_path: Path) -> None:
    descriptor = minimal()
    descriptor["inputs"] = descriptor["resources"]
    key = Field("key", "string", "Key", "The key.", "x", None, {})
    table = Table("t", "T", "A table.", "clean/t.csv", (key,), ("key",), (), (), {})
    assert load(tmp_path, descriptor) == contract.Contract(descriptor, {"t": table}, {"t": table})


def test_a_descriptor_is_read_as_utf_8_whatever_the_machine_s_language(tmp_path: Path) -> None:
    path = tmp_path / "datapackage.json"
    path.write_text(json.dumps(minimal(title="论文 – ä"), ensure_ascii=False), encoding="utf-8")
    before = locale.setlocale(locale.LC_CTYPE)
    locale.setlocale(locale.LC_CTYPE, "C")
    try:
        assert contract.load(path).tables["t"].title == "论文 – ä"
    finally:
        locale.setlocale(locale.LC_CTYPE, before)


@pytest.mark.parametrize("lost", ["title", "description", "path", "schema"])
def test_a_table_that_lacks_a_part_is_refused(tmp_path: Path, lost: str) -> None:
    descriptor = minimal()
    del descriptor["resources"][0][lost]
    with pytest.raises(KeyError, match=lost):
        load(tmp_path, descriptor)


def profile_errors(descriptor: Mapping[str, Any]) -> list[str]:
    """What the published profiles say of the package and each resource, dialect and schema in it.

    dplib-py carries them, but its own check_package asks the network for them all the same: it
    splits the address into one part too many to find its copy.
    """
    parts = [("datapackage", descriptor)]
    for resource in descriptor["resources"]:
        parts += [("dataresource", resource), ("tabledialect", resource["dialect"])]
        parts += [("tableschema", resource["schema"])]
    return [
        f"{name}: {error.message}"
        for name, part in parts
        for error in Draft7Validator(json.loads((PROFILES / f"{name}.json").read_text("utf-8"))).iter_errors(part)
    ]


def test_the_descriptor_keeps_the_published_profiles_of_data_package_2() -> None:
    assert AGREED.descriptor["$schema"] == "https://datapackage.org/profiles/2.0/datapackage.json"
    assert profile_errors(AGREED.descriptor) == []


@pytest.mark.parametrize(
    ("key", "value"), [("bytes", "many"), ("path", 7), ("dialect", {"delimiter": 1}), ("schema", {"fields": [{}]})]
)
def test_the_profiles_are_ones_that_a_descriptor_can_break(key: str, value: object) -> None:
    broken = copy.deepcopy(dict(AGREED.descriptor))
    broken["resources"][0][key] = value
    assert profile_errors(broken) != []


def test_frictionless_accepts_the_descriptor() -> None:
    report = Package.validate_descriptor(dict(AGREED.descriptor))
    assert (report.valid, report.errors) == (True, [])


def test_every_table_and_column_is_translated() -> None:
    assert schemas.schemas(AGREED).keys() == AGREED.tables.keys()


def test_every_key_names_columns_and_tables_that_exist() -> None:
    for table in AGREED.tables.values():
        keys = [table.primary_key, *table.unique_keys, *(key.columns for key in table.foreign_keys)]
        assert {column for key in keys for column in key} <= set(table.columns)
        for key in table.foreign_keys:
            other = AGREED.tables[key.table]
            assert key.references in (other.primary_key, *other.unique_keys)


@pytest.mark.parametrize(("table", "field"), FIELDS, ids=NAMES)
def test_every_column_has_a_title_a_description_and_an_example(table: str, field: Field) -> None:
    assert field.title.strip()
    assert field.description.strip().endswith(".")
    assert field.example.strip()


@pytest.mark.parametrize(("table", "field"), FIELDS, ids=NAMES)
def test_every_example_keeps_the_constraints_of_its_own_column(table: str, field: Field) -> None:
    assert keeps(field, RAW[table, field.name], field.example)


@pytest.mark.parametrize(
    ("column", "example"),
    [
        ("papers.paper_id", "PAPERID"),
        ("listings.sha256", "SHA"),
        ("identifiers.fingerprint", "FP"),
        ("papers.words", "203.5"),
        ("papers.flags", '["odd"]'),
        ("papers.icml_url", "https://a b"),
    ],
)
def test_an_example_that_breaks_its_column_is_told(column: str, example: str) -> None:
    field = dict(zip(NAMES, FIELDS, strict=True))[column][1]
    assert not keeps(field, RAW[tuple(column.split("."))], example)


def keeps(field: Field, raw: Mapping[str, Any], example: str) -> bool:
    """Whether a table of this one column and this one value is a sound one."""
    table = Table("t", "", "", "", (field,), (field.name,), (), (), {})
    rows = [rfc4180.Row(2, [example])]
    frame, mistyped = schemas.typed(table, table.columns, rows)
    more = {field.name: {key: raw[key] for key in ("format", "jsonSchema") if key in raw}}
    schema = schemas.schema(table, more)
    schema.checks = []  # keys: one row has no other to agree with, and arrays cannot be compared
    return not mistyped and not breaks(schema, frame)


def breaks(schema: Any, frame: Any) -> bool:
    try:
        schema.validate(frame, lazy=True)
    except SchemaErrors:
        return True
    return False
