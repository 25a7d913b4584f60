"""Few rows with what breaks formats in them, and the committed package: each by table, as the build has them."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pipeline import csvfile
from pipeline.contract import Contract, Field, Table
from pipeline.descriptor import stamped
from tests import package

Rows = Mapping[str, Sequence[Mapping[str, Any]]]

# The descriptor must say when it was published.
CONTRACT = dataclasses.replace(
    package.CONTRACT, descriptor={"created": "2026-11-30T00:00:00Z", **package.CONTRACT.descriptor}
)
TITLES = ["=1+1", "+2", "-3", "@SUM(A1)", "\t4", "'5", "NA", "null", "007", "1e5", "2602.01801", "TRUE", None]
ARXIV_IDS = ["2605.11760", "2602.01800"]  # pandas' guess of a number would lose the last digit
NAMES = ["Ann O’Hara", "Ludwig van der Berg", "李明", "LiXingYu", "Sammy Davis Jr.", "Band and Co"]
HOSTILE = r"50% of $5 & #1_{a^b} ~ \relax } \end{document} ``x'' --flag <b> “Größe” 𝒪(n)"


def row(table: Table, **values: Any) -> dict[str, Any]:
    """A row with these values and null in every other column."""
    return dict.fromkeys(table.columns) | values


def tables() -> Rows:
    """Thirteen papers, not in order of their ids, shown by two listings, one of which names no venue."""
    agreed = CONTRACT.tables
    hexes = "0" * 64
    ids = [f"{number:012d}" for number in range(len(TITLES), 0, -1)]  # digits alone, as a real id may be
    papers = [_paper(agreed["papers"], number, paper_id) for number, paper_id in enumerate(ids)]
    counts = dict.fromkeys(("entries", "kept"), 12) | {"merged": 0, "rejected": 0}
    listing = {**counts, "title": "t", "title_language": "en", "encoding": "utf-8", "bytes": 1, "sha256": hexes}
    rows: dict[str, Sequence[Mapping[str, Any]]] = {name: [] for name in agreed}
    return rows | {
        "listings": [
            row(agreed["listings"], listing_id="b", path="raw/b.txt", **listing),
            row(agreed["listings"], listing_id="a", path="raw/a.txt", venue="ICML", year=2026, **listing),
        ],
        "entries": [
            row(agreed["entries"], listing_id=paper["listing_id"], position=paper["position"], line_start=number,
                sha256=f"{number:064d}", status="kept", match="first", similarity=number / 7, paper_id=paper["paper_id"])
            for number, paper in enumerate(papers, 1)
        ],
        "papers": papers,
        "authors": [
            row(agreed["authors"], paper_id=ids[-1], position=position, name=name)
            for position, name in reversed(list(enumerate(NAMES, 1)))
        ],
        "related": [row(agreed["related"], paper_id=ids[0], rank=1, related_paper_id=ids[1], similarity=0.1234567,
                        shared_terms=["=a", 'b"c'])],
        "identifiers": [row(agreed["identifiers"], paper_id=ids[0], current_paper_id=ids[0], fingerprint=hexes),
                        row(agreed["identifiers"], paper_id="f" * 12, fingerprint="1" * 64)],
        "edits": [row(agreed["edits"], listing_id="a", position=1, seq=1, stage="s", start=0, before="\x0b_x0041_",
                      after="\u2028 <&>\n")],
    }  # fmt: skip


def _paper(table: Table, number: int, paper_id: str) -> dict[str, Any]:
    return row(
        table, paper_id=paper_id, title=TITLES[number], abstract=HOSTILE if number else "x" * 40_000, words=number,
        listing_id="b" if number == 1 else "a", position=number + 1, entries=1, flags=["split_word", "truncated"][:number],
        arxiv_id=ARXIV_IDS[number] if number < 2 else None, topic="A, B & C" if number else None,
        url="https://example.org/50%25_{x}" if number == 2 else None, doi="10.1/a_b" if number == 2 else None,
    )  # fmt: skip


def expected(contract: Contract, rows: Rows) -> dict[str, list[dict[str, Any]]]:
    """What every format must give back: the rows of the CSV files, read by the contract's types."""
    return {
        table.name: [
            {field.name: decoded(field, csvfile.cell(field, row[field.name])) for field in table.fields}
            for row in sorted(rows[table.name], key=lambda row: tuple(row[name] for name in table.primary_key))
        ]
        for table in contract.tables.values()
    }


def decoded(field: Field, text: str) -> Any:
    """The value that the text of a cell stands for."""
    types = {"integer": int, "year": int, "number": float, "array": json.loads, "boolean": "true".__eq__}
    return None if text == "" else types.get(field.type, str)(text)


def write(folder: Path, rows: Rows) -> Path:
    """A package folder with `clean/` and the descriptor of these rows; its path."""
    files = {name: csvfile.encode(table, rows[name]) for name, table in CONTRACT.tables.items()}
    for name, data in files.items():
        path = folder / CONTRACT.tables[name].path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    counts = {name: len(rows[name]) for name in files}
    (folder / "datapackage.json").write_bytes(stamped(CONTRACT.descriptor, files, counts))
    return folder


# Read once: every test of a format is made with both.
COMMITTED = package.rows()
WITH_BOTH = pytest.mark.parametrize("rows", [tables(), COMMITTED], ids=["tiny", "committed"])
