from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.quantities import Quantity, quantities
from tests.timing import seconds

CASES = list(csv.DictReader((Path(__file__).parent / "quantities_cases.csv").open(encoding="utf-8", newline="")))


def shown(quantity: Quantity) -> str:
    values = f"{quantity.value_min:g}"
    if quantity.value_max != quantity.value_min:
        values += f"..{quantity.value_max:g}"
    return f"{quantity.text} = {values} {quantity.unit} {quantity.qualifier or ''}".rstrip()


@pytest.mark.parametrize("case", CASES, ids=[case["text"][:40] for case in CASES])
def test_figures_of_a_text(case: dict[str, str]) -> None:
    found = quantities(case["text"])
    assert "; ".join(map(shown, found)) == case["expected"], case["why"]
    assert [case["text"][each.start : each.end] for each in found] == [each.text for each in found]


PIECES = [
    "1", "2.5", "10", "1,000", "10³", ".5", "2024", "%", " %", "×", "x", " x ", "–", "-", " to ", "∼", "±", "+", "−", "/", "^", " ",
    "five", "twenty-five", "hundred", "fold", "-fold", " times", " points", " pp", " percent", " percentage points", "faster",
    " by ", "gain of ", "improves ", "between ", " and ", "from ", "a factor of ", ", ", ". ", "(", ")", " mAP", " BLEU ", "倍",
    "https://a.b/1%", "\n", "up to ", "average ",
]  # fmt: skip


@settings(derandomize=True, max_examples=1_000, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=2)), max_size=25).map("".join))
def test_figures_of_any_text_stand_in_order_and_do_not_overlap(text: str) -> None:
    found = quantities(text)
    assert [text[each.start : each.end] for each in found] == [each.text for each in found]
    assert all(left.end <= right.start for left, right in pairwise(found))
    assert all(0 <= each.value_min <= each.value_max for each in found)


# Texts that make a careless pattern try everything again at every place.
WORST = (
    "1", "1,", "1,111", "1.1", "1 ", "5% ", "5–", "5 to ", "x5", "×", "5x", "1 ± ", "fold ", "twenty-", "twenty-five-fold ",
    "one to ", "5 points ", "by 1 ", "by 1.5, ", "by an additional ", "5 Aa Bb ", "by a factor of 2 ", "between 1 and ",
    "from 1% to 2% ", "10^", "10⁰", "gain of over about ", "+1.5 ", "percent ", "1-", "1/", "https://1%", "up to ", "((((",
    "1.5 mAP mAP ", "3 times a b ", "5 F1-", ".1", " ", "3倍", "a", "A", "gain from a ",
)  # fmt: skip


@pytest.mark.parametrize("unit", WORST)
def test_time_grows_with_the_length(unit: str) -> None:
    short = min(_seconds(unit, 6_250) for _ in range(3))
    long = _seconds(unit, 100_000)
    assert long < 0.05 or long / short < 64  # 16 when linear, 256 when quadratic


def _seconds(unit: str, size: int) -> float:
    text = unit * (size // len(unit))
    return seconds(lambda: quantities(text))
