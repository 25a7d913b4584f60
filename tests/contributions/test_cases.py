"""Every family of rules has its cases in cases.jsonl: text, what is introduced there, why."""

import json
from pathlib import Path

import pytest

from pipeline.contributions import contributions

CASES = [json.loads(line) for line in (Path(__file__).parent / "cases.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['family']}: {case['why']}")
def test_text_introduces_what_is_expected(case: dict) -> None:
    found = contributions(case["text"])
    got = [{"name": c.name, "expansion": c.expansion, "kind": c.kind, "role": c.role} for c in found]
    assert got == case["expected"]


def test_each_family_tells_names_from_what_is_none() -> None:
    families = {case["family"] for case in CASES}
    assert families == {"introduce", "named", "own", "full words", "several", "parts", "kinds", "others"}
    assert sum(not case["expected"] for case in CASES) >= 40


def test_names_stand_at_their_first_mention() -> None:
    text = "Fjordling is rarely asked for. We propose Fjordling, a router; FjordlingX is another. Fjordling wins."
    [found] = [c for c in contributions(text) if c.name == "Fjordling"]
    assert (found.start, found.end) == (0, 9)


def test_plural_in_brackets_is_found_as_the_singular_that_the_text_uses() -> None:
    text = "We introduce teacher-led corrections (TLCs). Each TLC batch is short."
    [found] = contributions(text)
    assert (found.name, text[found.start : found.end + 1]) == ("TLC", "TLCs")
