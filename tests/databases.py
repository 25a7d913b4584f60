"""Databases of the committed package and of the smallest there can be."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

from pipeline import database
from pipeline.contract import Field
from tests.package import CONTRACT, Rows, rows

TABLES = sorted(CONTRACT.tables)
HEX = "0123456789ab"


def real_rows() -> Rows:
    """The committed package, and one row of the contract's examples in a table that has none."""
    return {
        name: found or [{field.name: typed(field) for field in CONTRACT.tables[name].fields}]
        for name, found in rows().items()
    }


def whole(folder: Path) -> sqlite3.Connection:
    """The database of the real rows, open, each statement a transaction of its own."""
    database.build(CONTRACT, real_rows(), folder / "real.db")
    return sqlite3.connect(folder / "real.db", isolation_level=None)


def sample_rows() -> Rows:
    """The smallest package: one listing, one entry, one paper."""
    tables: Rows = {name: [] for name in CONTRACT.tables}
    for name in ("listings", "entries", "papers"):
        row = {field.name: _value(field) for field in CONTRACT.tables[name].fields}
        tables[name] = [row | {"listing_id": "one", "position": 1, "paper_id": HEX}]
    return {
        name: [{key: row[key] for key in CONTRACT.tables[name].columns} for row in table]
        for name, table in tables.items()
    }


def _value(field: Field) -> Any:
    if field.required and re.fullmatch(r"\[0-9a-f\]\{\d+\}", field.constraints.get("pattern", "")):
        return "a" * int(field.constraints["pattern"].split("{")[1][:-1])
    return typed(field) if field.required else None


def typed(field: Field) -> Any:
    """The field's example as a value."""
    return field.example if field.type == "string" else json.loads(field.example)


def built(tmp_path: Path, tables: Rows) -> sqlite3.Connection:
    """The database of any rows, open."""
    database.build(CONTRACT, tables, tmp_path / "built.db")
    return sqlite3.connect(tmp_path / "built.db")
