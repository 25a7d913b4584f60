"""Names: the table of cases beside this file."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from pipeline.export.names import Name, split

with (Path(__file__).parent / "names.csv").open(encoding="utf-8", newline="") as file:
    CASES = list(csv.DictReader(file))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_split(case: dict[str, str]) -> None:
    assert split(case["name"]) == Name(*(case[part] for part in Name._fields)), case["why"]
