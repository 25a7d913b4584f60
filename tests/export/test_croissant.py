"""croissant.json, read by mlcroissant itself."""

from __future__ import annotations

import hashlib
import json
import logging
import zipfile
from pathlib import Path
from typing import Any

import mlcroissant as mlc
import numpy as np
import pytest

from pipeline.export import croissant, parquet, write_all
from tests.export import tiny


@tiny.WITH_BOTH
def test_its_records_are_the_rows(tmp_path: Path, rows: tiny.Rows) -> None:
    dataset = mlc.Dataset(jsonld=_written(tmp_path, rows))
    read = {name: _records(dataset, name) for name in tiny.CONTRACT.tables}
    assert read == tiny.expected(tiny.CONTRACT, rows)


def test_mlcroissant_finds_nothing_to_say(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("absl").propagate = True
    dataset = mlc.Dataset(jsonld=_written(tmp_path, tiny.tables()))
    issues = dataset.metadata.ctx.issues
    assert (issues.errors, issues.warnings, caplog.messages) == (set(), set(), [])


def test_every_file_is_named_with_its_true_hash(tmp_path: Path) -> None:
    path = _written(tmp_path, tiny.tables())
    files = json.loads(path.read_bytes())["distribution"]
    assert sorted((path.parent / file["contentUrl"]).resolve() for file in files) == sorted(
        [*(tmp_path / "clean").glob("*.csv"), *(tmp_path / "dist").glob("*.parquet")]
    )
    for file in files:
        data = (path.parent / file["contentUrl"]).read_bytes()
        assert file["sha256"] == hashlib.sha256(data).hexdigest()
        assert file["contentSize"] == f"{len(data)} B"


def test_keys_references_and_types_are_the_contracts(tmp_path: Path) -> None:
    sets = {each["name"]: each for each in json.loads(_written(tmp_path, tiny.tables()).read_bytes())["recordSet"]}
    assert {name: [key["@id"].split("/")[1] for key in each["key"]] for name, each in sets.items()} == {
        name: list(table.primary_key) for name, table in tiny.CONTRACT.tables.items()
    }
    fields = {field["@id"]: field for each in sets.values() for field in each["field"]}
    references = {
        name: (field["references"]["fileObject"]["@id"], field["references"]["extract"]["column"])
        for name, field in fields.items()
        if "references" in field
    }
    assert references == {
        f"{table.name}/{key.columns[0]}": (f"{key.table}.parquet", key.references[0])
        for table in tiny.CONTRACT.tables.values()
        for key in table.foreign_keys
        if len(key.columns) == 1
    }
    assert {name for name, field in fields.items() if field.get("isArray")} == {"papers/flags", "related/shared_terms"}


def test_it_says_who_made_the_package_and_how_to_cite_it(tmp_path: Path) -> None:
    metadata = mlc.Dataset(jsonld=_written(tmp_path, tiny.tables())).metadata
    descriptor = tiny.CONTRACT.descriptor
    assert (metadata.name, metadata.version, metadata.url) == tuple(
        descriptor[name] for name in ("name", "version", "homepage")
    )
    assert [creator.name for creator in metadata.creators] == [descriptor["contributors"][0]["title"]]
    assert metadata.license[0] == descriptor["licenses"][0]["path"]
    assert metadata.cite_as.startswith("@misc{icml-2026-papers, title = {{ICML 2026 papers}}")
    assert f"{metadata.date_published:%Y-%m-%d}" == descriptor["created"][:10]


def test_it_works_inside_the_archive(tmp_path: Path) -> None:
    rows = tiny.tables()
    folder = tiny.write(tmp_path / "made", rows)
    members = {f"clean/{path.name}": path for path in (folder / "clean").iterdir()}
    write_all(tiny.CONTRACT, rows, folder, folder / "dist", members)
    zipfile.ZipFile(folder / "dist" / "icml-2026-papers.zip").extractall(tmp_path / "unpacked")
    dataset = mlc.Dataset(jsonld=tmp_path / "unpacked" / "dist" / croissant.NAME)
    assert _records(dataset, "papers") == tiny.expected(tiny.CONTRACT, rows)["papers"]


def _written(folder: Path, rows: tiny.Rows) -> Path:
    tiny.write(folder, rows)
    (folder / "dist").mkdir()
    parquet.write(tiny.CONTRACT, rows, folder / "dist")
    croissant.write(tiny.CONTRACT, folder, folder / "dist" / croissant.NAME)
    return folder / "dist" / croissant.NAME


def _records(dataset: mlc.Dataset, name: str) -> list[dict[str, Any]]:
    return [
        {key.removeprefix(f"{name}/"): _value(value) for key, value in record.items()}
        for record in dataset.records(name)
    ]


def _value(value: Any) -> Any:
    """mlcroissant gives texts as bytes."""
    if isinstance(value, (list, np.ndarray)):
        return [_value(item) for item in value]
    return value.decode("utf-8") if isinstance(value, bytes) else value
