"""Parquet, one file a table: typed as in the contract, each column with its words in the schema.

The contents depend on the rows alone; the bytes of a file also on the version of Arrow.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.contract import Contract, Field, Table
from pipeline.csvfile import Row
from pipeline.export.values import canonical, ordered

# The contract's arrays are arrays of texts; pyarrow refuses an item of another type.
_TYPES = {
    "string": pa.string(),
    "integer": pa.int64(),
    "year": pa.int32(),
    "number": pa.float64(),
    "boolean": pa.bool_(),
    "array": pa.list_(pa.field("element", pa.string(), nullable=False)),
}


def write(contract: Contract, tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    """Write `<table>.parquet` for every table. pyarrow.ArrowException where a row breaks a type or is null against the contract."""
    for table in contract.tables.values():
        rows = ordered(table, tables[table.name])
        agreed = schema(contract, table)
        columns = [
            pa.array([canonical(field, row[field.name]) for row in rows], type=agreed.field(field.name).type)
            for field in table.fields
        ]
        pq.write_table(pa.Table.from_arrays(columns, schema=agreed), path(folder, table.name), compression="zstd")


def path(folder: Path, table: str) -> Path:
    """Where a table's file stands."""
    return folder / f"{table}.parquet"


def schema(contract: Contract, table: Table) -> pa.Schema:
    """The Arrow schema of a table: types, nulls, and in its metadata what the contract says in words and keys."""
    said = {
        "title": table.title,
        "description": table.description,
        "package": contract.descriptor["name"],
        "version": contract.descriptor["version"],
        "primary_key": json.dumps(table.primary_key),
        "foreign_keys": json.dumps([_reference(key.columns, key.table, key.references) for key in table.foreign_keys]),
    }
    return pa.schema([_field(table, field) for field in table.fields], metadata=said)


def _field(table: Table, field: Field) -> pa.Field:
    nullable = not field.required and field.name not in table.primary_key
    said = {"title": field.title, "description": field.description, "unit": field.unit, "example": field.example}
    metadata = {name: text for name, text in said.items() if text is not None}
    return pa.field(field.name, _TYPES[field.type], nullable=nullable, metadata=metadata)


def _reference(columns: Sequence[str], table: str, references: Sequence[str]) -> dict[str, Any]:
    return {"fields": list(columns), "reference": {"resource": table, "fields": list(references)}}
