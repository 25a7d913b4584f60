"""Parquet: what other people's readers get is what the contract and the CSV files say."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.export import parquet
from tests.export import tiny


@tiny.WITH_BOTH
def test_every_table_reads_back_as_its_csv_file(tmp_path: Path, rows: tiny.Rows) -> None:
    parquet.write(tiny.CONTRACT, rows, tmp_path)
    read = {name: pq.read_table(tmp_path / f"{name}.parquet").to_pylist() for name in tiny.CONTRACT.tables}
    assert read == tiny.expected(tiny.CONTRACT, rows)


def test_duckdb_and_pandas_see_the_contracts_types(tmp_path: Path) -> None:
    parquet.write(tiny.CONTRACT, tiny.tables(), tmp_path)
    described = duckdb.sql(f"DESCRIBE SELECT * FROM '{tmp_path}/papers.parquet'").fetchall()
    types = {name: kind for name, kind, *_ in described}
    assert {types[name] for name in ("paper_id", "title", "arxiv_id")} == {"VARCHAR"}
    assert (types["words"], types["flags"]) == ("BIGINT", "VARCHAR[]")
    titles = pd.read_parquet(tmp_path / "papers.parquet")["title"].astype(object).tolist()
    assert [None if pd.isna(title) else title for title in titles] == tiny.TITLES[::-1]


def test_the_schema_carries_the_contracts_words_and_keys(tmp_path: Path) -> None:
    parquet.write(tiny.CONTRACT, tiny.tables(), tmp_path)
    for table in tiny.CONTRACT.tables.values():
        schema = pq.read_schema(tmp_path / f"{table.name}.parquet")
        said = {name.decode(): text.decode() for name, text in schema.metadata.items()}
        assert (said["title"], said["description"]) == (table.title, table.description)
        assert tuple(json.loads(said["primary_key"])) == table.primary_key
        assert [tuple(key["fields"]) for key in json.loads(said["foreign_keys"])] == [
            key.columns for key in table.foreign_keys
        ]
        for field in table.fields:
            column = schema.field(field.name)
            assert column.nullable == (not field.required and field.name not in table.primary_key)
            assert column.metadata[b"description"].decode() == field.description
            assert column.metadata.get(b"unit", b"").decode() == (field.unit or "")


def test_a_null_against_the_contract_is_refused(tmp_path: Path) -> None:
    rows = {**tiny.tables(), "authors": [tiny.row(tiny.CONTRACT.tables["authors"], paper_id="0" * 12, position=1)]}
    with pytest.raises(pa.ArrowInvalid, match="non-nullable"):
        parquet.write(tiny.CONTRACT, rows, tmp_path)
