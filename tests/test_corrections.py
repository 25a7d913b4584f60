from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pipeline.contract import Field, Table
from pipeline.corrections import apply
from pipeline.problems import Refused
from pipeline.reference import Record

ABSTRACT = "We propose Lumen, a method. It beats Candela by 5% on Lux-Bench."
TABLES: dict[str, list[dict[str, Any]]] = {
    "papers": [{"paper_id": "p1", "title": None, "abstract": ABSTRACT}],
    "contributions": [
        {"paper_id": "p1", "position": 1, "name": "Lumen", "kind": "method", "start": 11, "end": 16},
        {"paper_id": "p1", "position": 2, "name": "Candela", "kind": "method", "start": 37, "end": 44},
    ],
}


def table(name: str, key: tuple[str, ...], /, **types: str) -> Table:
    fields = tuple(Field(field, kind, field, field, "", None, {}) for field, kind in types.items())
    return Table(name, name, name, f"clean/{name}.csv", fields, key, (), (), {})


CONTRACT = {
    "papers": table("papers", ("paper_id",), paper_id="string", title="string", abstract="string"),
    "contributions": table("contributions", ("paper_id", "position"), paper_id="string", position="integer",
                           name="string", kind="string", start="integer", end="integer"),
}  # fmt: skip


def record(line: int, *cells: str | None) -> Record:
    return Record(line, dict(zip(("table", "key", "field", "matches", "value"), cells, strict=True)))


def corrected(*lines: tuple[str | None, ...]) -> dict[str, list[dict[str, Any]]]:
    records = [record(number, *cells) for number, cells in enumerate(lines, 2)]
    return apply(TABLES, records, Path("corrections.csv"), CONTRACT)


def test_without_corrections_the_tables_stay_as_they_are() -> None:
    assert corrected() == TABLES


def test_a_field_gets_another_value_and_the_tables_given_keep_theirs() -> None:
    made = corrected(
        ("contributions", "p1/1", "kind", "method", "dataset"), ("papers", "p1", "title", None, "Lumen at last")
    )
    assert made["contributions"][0]["kind"] == "dataset"
    assert made["papers"][0]["title"] == "Lumen at last"
    assert TABLES["contributions"][0]["kind"] == "method"
    assert corrected(("contributions", "p1/1", "start", "11", "12"))["contributions"][0]["start"] == 12


def test_a_corrected_name_takes_its_place_in_the_abstract() -> None:
    made = corrected(("contributions", "p1/2", "name", "Candela", "Lux-Bench"))
    assert made["contributions"][1] == {"paper_id": "p1", "position": 2, "name": "Lux-Bench", "kind": "method", "start": 54, "end": 63}  # fmt: skip
    assert ABSTRACT[54:63] == "Lux-Bench"


def test_a_row_goes_another_comes_and_positions_are_counted_anew() -> None:
    made = corrected(
        ("contributions", "p1/1", None, "Lumen", "delete"),
        ("contributions", "p1", None, None, '{"name": "Lux-Bench", "kind": "benchmark"}'),
    )
    assert made["contributions"] == [
        {"paper_id": "p1", "position": 1, "name": "Candela", "kind": "method", "start": 37, "end": 44},
        {"paper_id": "p1", "position": 2, "name": "Lux-Bench", "kind": "benchmark", "start": 54, "end": 63},
    ]


def test_every_correction_that_fits_nothing_is_named_by_its_line() -> None:
    with pytest.raises(Refused) as refused:
        corrected(
            ("contributions", "p1/1", "kind", "dataset", "study"),
            ("contributions", "p1/9", "kind", "method", "study"),
            ("contribution", "p1/1", "kind", "method", "study"),
            ("contributions", "p1/1", "position", "1", "2"),
            ("contributions", "p1/1", "name", "Lumen", "Lumens"),
            ("contributions", "p1/1", None, "Lumens", "delete"),
            ("contributions", "p1/1", None, "Lumen", "remove"),
            ("contributions", "p1", None, None, '{"name": "Lux-Bench"}'),
            ("contributions", "p2", None, None, '{"name": "Lux-Bench", "kind": "benchmark"}'),
            ("contributions", "p1", None, None, "{name}"),
            ("papers", "p1", None, None, "delete"),
            ("papers", "p1", None, None, '{"title": "Lumen"}'),
            ("contributions", "p1/1", "start", "11", "007"),
        )
    remedy = "; correct the line, or remove it if the rules do without it now"
    assert [str(problem).removesuffix(remedy) for problem in refused.value.problems] == [
        "corrections.csv:2: kind of contributions p1/1 is 'method', not 'dataset'",
        "corrections.csv:3: contributions has no row 'p1/9'",
        "corrections.csv:4: there is no table 'contribution'",
        "corrections.csv:5: contributions has no field 'position' that can be corrected",
        "corrections.csv:6: 'Lumens' does not stand in the abstract",
        "corrections.csv:7: name of contributions p1/1 is 'Lumen', not 'Lumens'",
        "corrections.csv:8: without a field, the value is 'delete' or a JSON object",
        "corrections.csv:9: the added row needs the fields name, kind",
        "corrections.csv:10: papers has no row 'p2'",
        "corrections.csv:11: the value is not JSON (Expecting property name enclosed in double quotes: line 1 column 2 (char 1))",
        "corrections.csv:12: rows of papers are neither deleted nor added",
        "corrections.csv:13: rows of papers are neither deleted nor added",
        "corrections.csv:14: start is '007', which is no integer",
    ]  # fmt: skip
