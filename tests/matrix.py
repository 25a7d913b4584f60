"""Which validator catches which mutation."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from frictionless import FrictionlessException, Package

from pipeline import contract, database, validate
from pipeline.contract import Contract, Table
from tests import handmade, mutations
from tests.handmade import ROOT

Caught = Mapping[str, bool]


def validators(folder: Path) -> Iterator[tuple[str, bool]]:
    """Each validator on its own, and whether it sees anything wrong."""
    yield "frictionless", frictionless(folder)
    found, agreed = validate.descriptor_problems(folder)
    of_files, rows = validate.file_problems(folder, agreed) if agreed else (found, {})
    yield "file checks", bool(of_files)
    of_schemas, tables = validate.schema_problems(agreed, rows) if agreed else ([], {})
    yield "pandera schema", bool(of_schemas)
    yield "named checks", agreed is not None and _checks(folder, agreed, tables)
    yield "SQLite", _sqlite(folder)


def frictionless(folder: Path) -> bool:
    """Whether frictionless sees anything wrong in a folder that was a copy of the whole package.

    It is asked about the tables of which it could: it takes half a second for all of them, a tenth for one.
    """
    try:
        package = Package(str(folder / "datapackage.json"))
        return not all(package.validate(name=name).valid for name in concerned(folder))
    except FrictionlessException:
        return True


def concerned(folder: Path) -> list[str]:
    """The tables whose file or description is not that of the whole package, and those that refer to them."""
    whole = {resource["name"]: resource for resource in handmade.AGREED.descriptor["resources"]}
    stands = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))["resources"]
    changed = {each["name"] for each in stands if each != whole[each["name"]] or not _same(folder, each["path"])}
    refer = {
        name for name, table in handmade.AGREED.tables.items() if changed & {key.table for key in table.foreign_keys}
    }
    return [*sorted(changed), *sorted(refer - changed)]


def _same(folder: Path, path: str) -> bool:
    return (folder / path).is_file() and (folder / path).read_bytes() == (ROOT / path).read_bytes()


def _checks(folder: Path, agreed: Contract, tables: validate.Tables) -> bool:
    sound = {name: frame for name, frame in tables.items() if tuple(frame.columns) == agreed.tables[name].columns}
    # Most are seen without deriving all tables again, which takes five times as long as the other checks.
    return any(validate.check_problems(agreed, sound, folder / "raw", rederived) for rederived in (False, True))


def _sqlite(folder: Path) -> bool:
    try:
        agreed = contract.load(folder / "datapackage.json")
        tables = {name: _load(folder, table) for name, table in agreed.tables.items()}
        database.build(agreed, tables, folder / "mutated.db")
    except (OSError, ValueError, KeyError, TypeError, csv.Error, sqlite3.Error):
        return True
    return False


def _load(folder: Path, table: Table) -> list[dict[str, Any]]:
    """The rows as the csv module reads them, with what looks like a number taken for one."""
    reader = csv.DictReader(io.StringIO((folder / table.path).read_bytes().decode(), newline=""))
    return [{field.name: _value(field.type, row[field.name]) for field in table.fields} for row in reader]


def _value(kind: str, cell: str | None) -> Any:
    parsers: dict[str, Callable[[str], Any]] = {"integer": int, "year": int, "number": float, "array": json.loads}
    if not cell:
        return None
    try:
        return parsers.get(kind, str)(cell)
    except ValueError:  # goes in as text: whether SQLite takes it is the question
        return cell


def copy(to: Path) -> Path:
    """A copy of the real package that may be broken."""
    to.mkdir(parents=True)
    shutil.copy(ROOT / "datapackage.json", to)
    for name in ("clean", "raw"):
        shutil.copytree(ROOT / name, to / name)
    return to


def broken(name: str, to: Path) -> Path:
    """A copy of the real package broken by the mutation of that name, the figures as they then are."""
    folder = copy(to)
    if name in mutations.STALE:
        mutations.STALE[name](folder)
    else:
        mutations.MUTATIONS[name](folder)
        handmade.stamp(folder)
    return folder


def caught(name: str) -> Caught:
    """Which validators see that mutation."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = broken(name, Path(scratch) / "package")
        return dict(validators(folder))


def matrix() -> dict[str, Caught]:
    """Every mutation, and which validators see it."""
    names = [*mutations.MUTATIONS, *mutations.STALE]
    with ProcessPoolExecutor() as pool:
        return dict(zip(names, pool.map(caught, names), strict=True))
