"""What changed between two states of the package, as data, and the version that the changes ask for.

Tables, columns and rows are the same where they have the same name or key; nothing is guessed. So a table or a
column with another name is one removed and one added, and where a table has another primary key all its rows are
removed and added. Of what is added or removed as a whole (a table, a column) the cells are not listed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pipeline import contract, csvfile
from pipeline.compare import ROW_ADDED, ROW_REMOVED, Keyed, keyed, row_changes
from pipeline.contract import Contract, Field, Table
from pipeline.descriptor import DESCRIPTOR, STAMPS
from pipeline.problems import Problem, Refused

NAME = "dist/changes.csv"
_UNREADABLE = "name another revision, or rebuild with `python build.py`"
_EMPTY = Keyed([], {})
Reader = Callable[[str], bytes | None]


class Change(NamedTuple):
    """One difference; a row of `changes.csv`.

    table: empty where the package as a whole changed. key: of a row, its key's values joined by `/`. before, after:
    a cell's text; of a row added or removed, its cells that are not empty, as JSON; of a property of the contract,
    its value, as JSON unless it is a text.
    """

    table: str
    key: str
    column: str
    before: str
    after: str
    kind: str


@dataclass(frozen=True)
class State:
    """The package at one time: its contract, and what reads a file of it by path, None where it has none."""

    name: str
    terms: Contract
    read: Reader

    @property
    def version(self) -> str:
        """The version that the descriptor states, or ""."""
        return str(self.terms.descriptor.get("version", ""))


def state(name: str, read: Reader) -> State:
    """The state that a reader gives. Refused where there is no contract in it."""
    try:
        return State(name, contract.of(json.loads(read(DESCRIPTOR) or b"")), read)
    except (ValueError, KeyError, TypeError) as error:
        what = f"is no contract that can be read ({type(error).__name__}: {error})"
        raise Refused([Problem(f"{DESCRIPTOR} of {name}", 0, what, _UNREADABLE)]) from error


def standing(folder: Path) -> State:
    """The package as it stands in a folder. Refused where a file that it describes is not there."""

    def read(name: str) -> bytes:
        try:
            return (folder / name).read_bytes()
        except OSError as error:
            raise Refused([Problem(name, 0, f"cannot be read ({error.strerror})", _UNREADABLE)]) from error

    return state("this folder", read)


def changes(before: State, after: State) -> list[Change]:
    """All differences: those of the contract first, then those of the rows, table by table."""
    found = list(_of_properties("", "", before.terms.descriptor, after.terms.descriptor, {"resources", "version"}))
    resources = [_by_name(each.terms.descriptor["resources"]) for each in (before, after)]
    found += _of_names("table", [("", name) for name in resources[0]], [("", name) for name in resources[1]])
    common = [name for name in resources[0] if name in resources[1]]
    for name in common:
        found += _of_table(name, resources[0][name], resources[1][name])
    for name in common:
        found += _of_rows(before, after, name)
    return found


def _by_name(described: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    return {each["name"]: each for each in described}


def _of_names(what: str, before: Sequence[tuple[str, str]], after: Sequence[tuple[str, str]]) -> Iterator[Change]:
    """Tables or columns, each a pair of the table's name and the column's, that only one side has."""
    for kind, here, there in (("removed", before, after), ("added", after, before)):
        for owner, name in here:
            if (owner, name) not in there:
                yield Change(owner or name, "", name if owner else "", "", "", f"{what} {kind}")


def _of_table(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    yield from _of_properties(name, "", before, after, {"schema", "name", *STAMPS})
    yield from _of_properties(name, "", before["schema"], after["schema"], {"fields"})
    old, new = (_by_name(each["schema"]["fields"]) for each in (before, after))
    yield from _of_names("column", [(name, column) for column in old], [(name, column) for column in new])
    orders = [[column for column in one if column in other] for one, other in ((old, new), (new, old))]
    if orders[0] != orders[1]:
        yield Change(name, "", "", ", ".join(orders[0]), ", ".join(orders[1]), "columns reordered")
    for column in orders[0]:
        yield from _of_properties(name, column, old[column], new[column], {"name"})


def _of_properties(
    table: str, column: str, before: Mapping[str, Any], after: Mapping[str, Any], apart: set[str]
) -> Iterator[Change]:
    """Properties that differ, but for those looked at elsewhere."""
    for name in sorted((before.keys() | after.keys()) - apart):
        if before.get(name) != after.get(name):
            yield Change(table, "", column, _text(before.get(name)), _text(after.get(name)), f"{name} changed")


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _of_rows(before: State, after: State, name: str) -> Iterator[Change]:
    tables = [each.terms.tables[name] for each in (before, after)]
    old, new = (_keyed(each, table) for each, table in zip((before, after), tables, strict=True))
    same = tables[0].primary_key == tables[1].primary_key
    for left, right in [(old, new)] if same else [(old, _EMPTY), (_EMPTY, new)]:
        for kind, _, key, column, was, now in row_changes(left, right):
            was = _row(left, key) if kind == ROW_REMOVED else was
            now = _row(right, key) if kind == ROW_ADDED else now
            yield Change(name, "/".join(key), column, was, now, kind)


def _keyed(side: State, table: Table) -> Keyed:
    data = side.read(table.path)
    if data is None:  # described before it was first built
        return _EMPTY
    try:
        if b"\r" in data:
            raise ValueError("it holds a carriage return")
        return keyed(data, table.primary_key)
    except ValueError as error:
        problem = Problem(f"{table.path} of {side.name}", 0, f"cannot be compared ({error})", _UNREADABLE)
        raise Refused([problem]) from error


def _row(rows: Keyed, key: tuple[str, ...]) -> str:
    cells = dict(zip(rows.header, rows.rows[key][1], strict=True))
    return json.dumps({column: cell for column, cell in cells.items() if cell}, ensure_ascii=False)


def encoded(found: Iterable[Change]) -> bytes:
    """The changes as a CSV file, sorted."""
    fields = tuple(Field(name, "string", name, "", "", None, {}) for name in Change._fields)
    table = Table("changes", "", "", NAME, fields, ("table", "kind", "key", "column"), (), (), {})
    return csvfile.encode(table, (change._asdict() for change in found))
