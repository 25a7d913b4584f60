"""Named pandera checks: what no schema language says, and the way they are run.

A rule is one sentence that holds for each row of a table. Those made here follow from the
contract alone (keys, order, text) and so hold for every table that will ever be added; those
about one table stand in `rules.py` and `entryrules.py`, those about `raw/` in `rawrules.py`
and `rederive.py`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd
import pandera.pandas as pa
from pandera.errors import SchemaErrors

from pipeline.contract import Contract, ForeignKey, Table
from pipeline.problems import Problem

Tables = Mapping[str, pd.DataFrame]
Holds = Callable[[pd.DataFrame, Tables], Iterable[bool]]
REBUILD = "rebuild with `python build.py`"

# What stands exactly as somebody else wrote it.
AS_FOUND = {
    ("listings", "path"),
    ("listings", "partner_path"),
    ("listings", "title"),
    ("papers", "abstract_source"),
    ("papers", "doi"),
    ("papers", "url"),
    ("entries", "reason"),  # may quote what a person wrote into decisions.csv
    ("duplicate_pairs", "reason"),
    ("edits", "before"),
    ("edits", "after"),
}


@dataclass(frozen=True)
class Rule:
    """One check with a stable name.

    says: what is wrong where it fails; columns: those whose values a problem shows; holds:
    one truth a row, given the table's frame and all frames; needs: the other tables it reads.
    """

    name: str
    table: str
    says: str
    remedy: str
    columns: tuple[str, ...]
    holds: Holds
    needs: tuple[str, ...] = ()


def values(frame: pd.DataFrame, *columns: str) -> list[tuple[Any, ...]]:
    """The rows' cells of some columns, None where null: pandas' NA is neither true nor false."""
    return list(zip(*(plain(frame[column]) for column in columns), strict=True))


def plain(column: pd.Series) -> list[Any]:
    """A column's cells as plain values. Iterating over pandas' text is eight times slower than this."""
    cells: list[Any] = column.to_numpy(dtype=object, na_value=None).tolist()  # type: ignore[call-overload, unused-ignore]
    return cells


def each(columns: Sequence[str], test: Callable[..., bool]) -> Holds:
    """`test` on the cells of each row; it holds where one of them is null, which is the schema's business."""
    return lambda frame, _: [None in cells or test(*cells) for cells in values(frame, *columns)]


def failures(rules: Iterable[Rule], tables: Tables, paths: Mapping[str, str]) -> list[Problem]:
    """Run the rules whose tables are there, as pandera checks, and say where each fails."""
    ready = [rule for rule in rules if {rule.table, *rule.needs} <= tables.keys()]
    problems: list[Problem] = []
    for name in dict.fromkeys(rule.table for rule in ready):
        named = {rule.name: rule for rule in ready if rule.table == name}
        schema = pa.DataFrameSchema(checks=[_check(rule, tables) for rule in named.values()], name=name)
        try:
            schema.validate(tables[name], lazy=True)
        except SchemaErrors as errors:
            for error in errors.schema_errors:
                problems += _problems(named[error.check.name], error, tables[name], paths[name])
    return problems


def _check(rule: Rule, tables: Tables) -> pa.Check:
    def check(frame: pd.DataFrame) -> pd.Series:
        return pd.Series(list(rule.holds(frame, tables)), index=frame.index, dtype=bool)

    return pa.Check(check, name=rule.name, error=rule.name, ignore_na=False)


def _problems(rule: Rule, error: Any, frame: pd.DataFrame, path: str) -> Iterator[Problem]:
    if not isinstance(error.check_output, pd.Series):  # pandera reports a check that raised as one that failed
        raise RuntimeError(f"the check {rule.name} broke: {error}")
    failed = frame[~error.check_output]
    for line, cells in zip(failed.index, values(failed, *rule.columns), strict=True):
        shown = ", ".join(f"{c} {_short(v)}" for c, v in zip(rule.columns, cells, strict=True))
        yield Problem(path, int(line), f"{rule.name}: {rule.says} ({shown})", rule.remedy)


def _short(value: Any) -> str:
    text = "is empty" if value is None else repr(value)
    return text if len(text) <= 60 else text[:60] + "…"


def contract_rules(contract: Contract) -> list[Rule]:
    """The rules that follow from keys and types of any table."""
    return [rule for table in contract.tables.values() for rule in _table_rules(table)]


def _table_rules(table: Table) -> Iterator[Rule]:
    for key in table.foreign_keys:
        yield foreign_key(table, key)
    for columns in _keys(table):
        if any(table.field(column).type == "string" for column in columns):
            yield twins(table, columns)
    yield in_order(table)
    if table.primary_key[-1] in ("position", "rank", "seq") and len(table.primary_key) > 1:
        yield counted(table)
    for field in table.fields:
        if field.type == "string":
            yield from _text_rules(table, field.name)


def _keys(table: Table) -> list[tuple[str, ...]]:
    single = [(field.name,) for field in table.fields if field.constraints.get("unique")]
    return list(dict.fromkeys([table.primary_key, *table.unique_keys, *single]))


def foreign_key(table: Table, key: ForeignKey) -> Rule:
    """A key that is not null names a row that exists."""

    def holds(frame: pd.DataFrame, tables: Tables) -> list[bool]:
        known = set(values(tables[key.table], *key.references))
        return [None in cells or cells in known for cells in values(frame, *key.columns)]

    columns, target = "+".join(key.columns), f"{key.table}.{'+'.join(key.references)}"
    return Rule(
        f"foreign_key:{table.name}.{columns}->{target}", table.name, f"no row of {key.table} has this key",
        f"add the row to {key.table}, or mend the key", key.columns, holds, (key.table,),
    )  # fmt: skip


def twins(table: Table, columns: tuple[str, ...]) -> Rule:
    """Keys that only their Unicode form tells apart look alike to every reader."""

    def holds(frame: pd.DataFrame, _: Tables) -> list[bool]:
        keys = values(frame, *columns)
        forms = [_nfc(key) for key in keys]
        found: dict[tuple[Any, ...], set[tuple[Any, ...]]] = {}
        for form, key in zip(forms, keys, strict=True):
            found.setdefault(form, set()).add(key)
        return [len(found[form]) == 1 for form in forms]

    return Rule(
        f"keys_unique_after_nfc:{table.name}.{'+'.join(columns)}", table.name,
        "another row has the same key in another Unicode form", "write both in NFC and keep one", columns, holds,
    )  # fmt: skip


def _nfc(key: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple([unicodedata.normalize("NFC", part) if isinstance(part, str) else part for part in key])


def in_order(table: Table) -> Rule:
    """Rows ascend by primary key, text by code point."""

    def holds(frame: pd.DataFrame, _: Tables) -> list[bool]:
        keys = values(frame, *table.primary_key)
        pairs = zip(keys[:1] + keys[:-1], keys, strict=True)
        return [None in before or None in key or before <= key for before, key in pairs]

    return Rule(
        f"sorted_by_primary_key:{table.name}", table.name, "the row belongs above the one before it",
        "sort the rows by primary key", table.primary_key, holds,
    )  # fmt: skip


def counted(table: Table) -> Rule:
    """Positions run 1, 2, 3 … below each owner."""
    *owner, position = table.primary_key

    def holds(frame: pd.DataFrame, _: Tables) -> list[bool]:
        keys = set(values(frame, *owner, position))
        rows = values(frame, *owner, position)
        return [None in row or row[-1] == 1 or (*row[:-1], row[-1] - 1) in keys for row in rows]

    return Rule(
        f"positions_run_from_1:{table.name}", table.name, "the position before this one is missing",
        "number the rows 1, 2, 3 … without a gap", table.primary_key, holds,
    )  # fmt: skip


def _text_rules(table: Table, column: str) -> Iterator[Rule]:
    place = f"{table.name}.{column}"
    yield Rule(
        f"no_carriage_return:{place}", table.name, "the text holds a carriage return or a NUL",
        "write a line break as a line feed", (column,),
        each([column], lambda text: "\r" not in text and "\0" not in text),
    )  # fmt: skip
    if (table.name, column) not in AS_FOUND:
        yield Rule(
            f"text_is_nfc:{place}", table.name, "the text is not in Unicode normal form C", "normalize it to NFC",
            (column,), each([column], partial(unicodedata.is_normalized, "NFC")),
        )  # fmt: skip
