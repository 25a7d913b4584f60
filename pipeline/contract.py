"""The contract: `datapackage.json` read into tables and fields.

Everything that describes a table elsewhere (pandera schemas, SQLite DDL, Datasette
metadata, the README's dictionary) is made from what this module returns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Field:
    """One column. `type` is a Table Schema type; `example` as a CSV cell has it; `unit` is None where it has none."""

    name: str
    type: str
    title: str
    description: str
    example: str
    unit: str | None
    constraints: Mapping[str, Any]

    @property
    def required(self) -> bool:
        """Whether an empty cell is a fault."""
        return bool(self.constraints.get("required"))


@dataclass(frozen=True)
class ForeignKey:
    """`columns` of this table name a row of `table` by its `references`."""

    columns: tuple[str, ...]
    table: str
    references: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """One table of the package, or one reference table that the build reads."""

    name: str
    title: str
    description: str
    path: str
    fields: tuple[Field, ...]
    primary_key: tuple[str, ...]
    unique_keys: tuple[tuple[str, ...], ...]
    foreign_keys: tuple[ForeignKey, ...]
    site: Mapping[str, Any]

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the fields, in order."""
        return tuple(field.name for field in self.fields)

    def field(self, name: str) -> Field:
        """The field of that name; KeyError where there is none."""
        return {field.name: field for field in self.fields}[name]


@dataclass(frozen=True)
class Contract:
    """The whole descriptor: `tables` go to `clean/`, `inputs` are read from `raw/reference/`.

    `descriptor` is the parsed JSON, for what is copied from it as it stands.
    """

    descriptor: Mapping[str, Any]
    tables: Mapping[str, Table]
    inputs: Mapping[str, Table]


def load(path: Path) -> Contract:
    """Read a `datapackage.json`. OSError, ValueError or KeyError where it is not one."""
    return of(json.loads(path.read_text(encoding="utf-8")))


def of(descriptor: Mapping[str, Any]) -> Contract:
    """The contract that a parsed `datapackage.json` lays down. KeyError where it is not one."""
    return Contract(
        descriptor,
        {resource["name"]: _table(resource) for resource in descriptor["resources"]},
        {resource["name"]: _table(resource) for resource in descriptor["inputs"]},
    )


def _table(resource: Mapping[str, Any]) -> Table:
    schema = resource["schema"]
    return Table(
        name=resource["name"],
        title=resource["title"],
        description=resource["description"],
        path=resource["path"],
        fields=tuple(map(_field, schema["fields"])),
        primary_key=tuple(schema["primaryKey"]),
        unique_keys=tuple(map(tuple, schema.get("uniqueKeys", ()))),
        foreign_keys=tuple(map(_foreign_key, schema.get("foreignKeys", ()))),
        site=resource.get("site", {}),
    )


def _field(field: Mapping[str, Any]) -> Field:
    re.compile(field.get("constraints", {}).get("pattern", ""))  # where it is none, that is known here
    return Field(
        name=field["name"],
        type=field["type"],
        title=field["title"],
        description=field["description"],
        example=field["example"],
        unit=field.get("unit"),
        constraints=field.get("constraints", {}),
    )


def _foreign_key(key: Mapping[str, Any]) -> ForeignKey:
    reference = key["reference"]
    return ForeignKey(tuple(key["fields"]), reference["resource"], tuple(reference["fields"]))
