"""Every rule's cases stand in a table beside it: cases/<stage>.csv, and whole.csv for all stages.

In the tables ⟦00AD⟧ is the character U+00AD: what cannot be seen is written out.
"""

import csv
import difflib
import re
import unicodedata
from pathlib import Path

import pytest

from pipeline.normalize import STAGES, normalize, trace
from pipeline.normalize.masks import release

CASES = Path(__file__).parent / "cases"
APPLY = {stage.name: stage.apply for stage in STAGES}
_CODE = re.compile("⟦([0-9A-F]{4,6})⟧")


def _seen(text: str) -> str:
    return _CODE.sub(lambda match: chr(int(match[1], 16)), text)


def _table(name: str) -> list[tuple[str, str, str]]:
    with (CASES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [(_seen(row["input"]), _seen(row["output"]), row["why"]) for row in csv.DictReader(file)]


def _difference(expected: str, got: str) -> str:
    return "\n".join(difflib.ndiff(expected.split(), got.split()))


STAGE_CASES = [(stage, *case) for stage in APPLY for case in _table(stage)]


@pytest.mark.parametrize(("stage", "source", "expected", "why"), STAGE_CASES)
def test_stage_turns_input_into_output(stage: str, source: str, expected: str, why: str) -> None:
    got = release(APPLY[stage](source))
    assert got == expected, f"{stage}: {why}\n{_difference(expected, got)}"


@pytest.mark.parametrize(("source", "expected", "why"), _table("whole"))
def test_whole_pipeline_turns_input_into_output(source: str, expected: str, why: str) -> None:
    got = normalize(source)
    assert got == expected, f"{why}\n{_difference(expected, got)}"


@pytest.mark.parametrize(("source", "expected", "why"), _table("whole"))
def test_guard_undoes_no_stage_of_a_known_case(source: str, expected: str, why: str) -> None:
    assert trace(source).undone == (), why


@pytest.mark.parametrize(("source", "expected", "why"), _table("whole"))
def test_output_of_a_known_case_stays_as_it_is(source: str, expected: str, why: str) -> None:
    assert normalize(expected) == expected, why


def test_results_of_formulas_are_no_markup_to_one_another() -> None:
    shown = [unicodedata.normalize("NFC", output) for _, output, _ in _table("math")]
    text = " and ".join(output for output in shown if not re.search(r"[$\\]|^\s|\s$|\{a/", output))
    assert normalize(text) == text


def test_every_table_belongs_to_a_stage() -> None:
    assert {path.stem for path in CASES.glob("*.csv")} == {*APPLY, "whole"}
