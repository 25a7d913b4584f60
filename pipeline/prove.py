"""Proving a package from its bytes: what each table says of `raw/`, and each file's hash, checked anew.

Nothing that the build decided is decided again, and no text is normalized: spans are hashed, edits are replayed,
offsets looked up. What rests on the rules that draw names, figures and duplicates out of texts, or on facts that
people looked up, no bytes can prove: `build.py --check` derives it again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd

from pipeline import checks, contract, rawrules, reference, rules, stated, validate
from pipeline.checks import REBUILD, Rule, Tables, values
from pipeline.contract import Contract
from pipeline.descriptor import DESCRIPTOR, STAMPS, TEXTS
from pipeline.problems import Problem, Refused
from pipeline.unzip import unpack

PROVED = {
    "listings": "the size and the SHA-256 of every file are those of raw/",
    "entries": "every span's SHA-256 is that of its bytes in raw/",
    "papers": "every abstract_source is its entry's text, and its edits make the abstract of it",
    "authors": "every paper is there",
    "contributions": "every offset hits its name in the abstract",
    "links": "every offset hits its address in the abstract",
    "quantities": "every offset hits its figure in the abstract",
    "related": "both papers of every row are there",
    "duplicate_pairs": "both SHA-256 of every row are of entries, which bear its verdict out",
    "identifiers": "every id and fingerprint is the register's, and none is left out",
    "edits": "every edit fits the text of its entry in raw/",
}
BY_RAW = {*rawrules.HELD, "edits"}
REGISTER = "reference/paper_ids.csv"
_LARGEST = 1 << 20  # bytes; the descriptor has 70,000
_FETCH = "fetch the zip again; if that does not help, tell whoever published it"
Rules = list[Rule]
Problems = list[Problem]


@dataclass(frozen=True)
class Proof:
    """What was proven of a package: a line for each table and each list of hashes, and every fault."""

    lines: list[str]
    problems: Problems


def prove(package: Path, raw: Path | None, ours: Contract) -> Proof:
    """Prove a package: a folder, or a zip as the build writes it.

    raw: the listings' folder where it is not the package's own. ours: the contract of this code; a package of
    another one is refused, for the checks are made for this.
    """
    if package.is_dir():
        return _of_folder(package, raw or package / "raw", ours)
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        try:
            unpack(package, folder)
        except Refused as refused:
            return Proof([], refused.problems)
        proof = _of_folder(folder, raw or folder / "raw", ours)
    # By the member's name, and with what the zip's reader can do.
    told = [replace(each, path=each.path.removeprefix(f"{folder}/"), remedy=_FETCH) for each in proof.problems]
    return Proof(proof.lines, told)


def _of_folder(folder: Path, raw: Path, ours: Contract) -> Proof:
    try:
        agreed = _agreed(folder, ours)
    except Refused as refused:
        return Proof([], refused.problems)
    of_files, rows = validate.file_problems(folder, agreed)
    of_schemas, tables = validate.schema_problems(agreed, validate.sound(agreed, rows))
    by_raw, of_raw = _raw_rules(raw, tables)
    by_register, of_register = _register_rules(folder, raw, agreed, tables)
    chosen = [*checks.contract_rules(agreed), *rules.RULES, *by_raw, *by_register]
    paths = {name: table.path for name, table in agreed.tables.items()}
    found = of_files + of_schemas + checks.failures(chosen, tables, paths)
    faults = {name: sum(each.path == path for each in found) for name, path in paths.items()}
    faults["listings"] += len(of_raw)
    faults["identifiers"] += len(of_register)
    unproven = {rule.table for rule in chosen if not {rule.table, *rule.needs} <= tables.keys()}
    unproven |= (set() if by_raw else BY_RAW) | (set() if by_register else {"identifiers"})
    lines = [
        _line(name, len(tables.get(name, ())), "row", PROVED[name], faults[name], name in unproven) for name in paths
    ]
    of_lists, more = _lists(folder)
    return Proof(lines + more, sorted({*found, *of_raw, *of_register, *of_lists}))


def _line(name: str, count: int, noun: str, says: str, faults: int, unproven: bool) -> str:
    told = "not proven, for what it is held to cannot be read" if unproven else "ok"
    if faults:
        told = f"{faults} fault{'s' * (faults > 1)}"
    return f"{name:<19} {count:>6,} {noun}{'s' * (count != 1)}: {says}: {told}"


def _agreed(folder: Path, ours: Contract) -> Contract:
    """This code's contract with the figures that the package's descriptor stamps.

    Refused where the two lay down other tables: a check made for these would prove nothing of those, and what a
    stranger's descriptor asks for (a path, a pattern) is never done.
    """
    if strange := sorted(set(ours.tables) ^ {*PROVED}):
        what = f"the table {strange[0]!r} is described here or proven, not both"
        raise Refused([Problem(DESCRIPTOR, 0, what, "correct its name, or prove it in pipeline/prove.py")])
    path = folder / DESCRIPTOR
    try:
        if path.stat().st_size > _LARGEST:
            raise ValueError(f"it has more than {_LARGEST:,} bytes")
        theirs = json.loads(path.read_text(encoding="utf-8"))
        same = _bare(theirs["resources"]) == _bare(ours.descriptor["resources"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        what = f"is no descriptor of a package ({type(error).__name__})"
        raise Refused([Problem(DESCRIPTOR, 0, what, "restore it from the last commit")]) from error
    if not same:
        stands, version = (str(each.get("version"))[:20] for each in (theirs, ours.descriptor))
        what = f"describes other tables (version {stands!a}) than this code makes (version {version!a})"
        raise Refused([Problem(DESCRIPTOR, 0, what, "prove it with the code of its own version")])
    stamps = {each["name"]: {key: each.get(key) for key in STAMPS} for each in theirs["resources"]}
    resources = [{**each, **stamps[each["name"]]} for each in ours.descriptor["resources"]]
    return contract.of({**ours.descriptor, "resources": resources})


def _bare(value: Any) -> Any:
    """A part of a descriptor without figures and describing texts."""
    if isinstance(value, Mapping):
        return {key: _bare(each) for key, each in value.items() if key not in TEXTS and key not in STAMPS}
    return [_bare(each) for each in value] if isinstance(value, list) else value


def _raw_rules(raw: Path, tables: Tables) -> tuple[Rules, Problems]:
    """The rules that hold the tables to the listings, none where these cannot be read; and what is wrong with them."""
    if not raw.is_dir():
        return [], [Problem(str(raw), 0, "the folder of the listings is missing", "name it with --raw")]
    listings, faults = rawrules.load(raw)
    if faults:
        return [], faults
    return [*rawrules.rules(listings)], [
        *rawrules.unlisted(listings, tables["listings"])
    ] if "listings" in tables else []


def _register_rules(folder: Path, raw: Path, agreed: Contract, tables: Tables) -> tuple[Rules, Problems]:
    """The rule that holds the table identifiers to the register, none where this cannot be read; and its faults."""
    # A build elsewhere puts the register beside its tables.
    path = next((path for path in (folder / REGISTER, raw / REGISTER) if path.is_file()), None)
    if path is None:
        return [], [Problem(str(raw / REGISTER), 0, "the register of paper ids is missing", REBUILD)]
    try:
        records = reference.read(path, agreed.inputs["paper_ids"])
    except Refused as refused:
        return [], refused.problems
    columns = ("paper_id", "fingerprint")
    given = {tuple(record[column] for column in columns): record.line for record in records}

    def holds(frame: pd.DataFrame, _: Tables) -> list[bool]:
        return [None in row or row in given for row in values(frame, *columns)]

    says = "the register has no such id with this fingerprint"
    kept = set(values(tables["identifiers"], *columns)) if "identifiers" in tables else given.keys()
    lost = [
        Problem(str(path), line, f"no row of identifiers has the id {row[0]} with its fingerprint", REBUILD)
        for row, line in given.items()
        if row not in kept
    ]
    return [Rule("registered:identifiers", "identifiers", says, REBUILD, columns, holds)], lost


def _lists(folder: Path) -> tuple[Problems, list[str]]:
    """What the lists of hashes that the package has say wrongly, and a line for each."""
    found: Problems = []
    lines = []
    for name in stated.LISTS:
        if (folder / name).exists():
            count, faults = stated.problems(folder, name)
            found += faults
            lines.append(_line(name, count, "file", "every SHA-256 is that of the file", len(faults), False))
    return found, lines
