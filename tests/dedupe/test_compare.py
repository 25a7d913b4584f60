from __future__ import annotations

import csv
import html
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.dedupe import Comparison, compare, placeholder
from pipeline.normalize import normalize

HERE = Path(__file__).parent


def _table(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


CASES = _table("cases.csv")
TEXT = CASES[0]["left"]


@pytest.mark.parametrize("case", CASES, ids=[case["why"] for case in CASES])
def test_the_verdict_on_two_texts(case: dict[str, str]) -> None:
    compared = compare(case["left"], case["right"])
    assert compared.verdict == case["verdict"], compared.reason
    assert compare(case["right"], case["left"]) == compared


def test_what_a_comparison_says() -> None:
    cut = TEXT[:330]
    assert compare(TEXT, cut) == Comparison(
        similarity=0.9811,
        jaccard=0.437,
        containment=0.9811,
        shared=52,
        verdict="duplicate",
        reason="J = 0.44, C = 0.98: 52 3-grams shared of 53 and 118; "
        "one is well shorter and stands in the other: C is at least 0.75.",
    )


@pytest.mark.parametrize(
    "listed",
    [
        TEXT.replace("CorridorPact", "**CorridorPact**").replace("predicts", "\\emph{predicts}"),
        f"<p>{html.escape(TEXT).replace('. ', '.<br/> ')}</p>",
        TEXT.replace(" ", "  ").replace(". ", ".\n"),
        TEXT.replace("six weeks", "$6$ weeks").replace("6", "six").replace("$", ""),
        TEXT.replace("CorridorPact", "``CorridorPact''"),
        TEXT.replace("CorridorPact", "“CorridorPact”").encode().decode("cp1252", "ignore"),
        "Abstract: " + TEXT,
    ],
    ids=["markup", "HTML", "white space", "formula", "LaTeX quotes", "mojibake", "heading"],
)
def test_another_site_s_dress_is_the_same_text(listed: str) -> None:
    compared = compare(normalize(TEXT), normalize(listed))
    assert compared.verdict == "duplicate"
    assert compared.similarity >= 0.95


_TEXTS = st.one_of(
    st.sampled_from([case["left"] for case in CASES]),
    st.text(max_size=200),
    st.lists(st.sampled_from(["two", "three", "Part", "I", "II", "robots", "2", "5%", "机"]), max_size=60).map(
        " ".join
    ),
    st.permutations(TEXT.split(". ")).map(". ".join),
)


@settings(deadline=None)
@given(_TEXTS, _TEXTS)
def test_compare_is_symmetric_and_within_bounds(left: str, right: str) -> None:
    compared = compare(left, right)
    assert compare(right, left) == compared
    assert 0 <= compared.jaccard <= compared.containment == compared.similarity <= 1


@settings(deadline=None)
@given(_TEXTS)
def test_a_text_is_a_duplicate_of_itself_unless_it_says_nothing(text: str) -> None:
    compared = compare(text, text)
    assert compared.verdict in ("duplicate", "undecided")
    if placeholder(text) is None and any(map(str.isalnum, text)):
        assert compared.verdict == "duplicate"


@settings(deadline=None)
@given(st.integers(0, 117), st.sampled_from([",", " —", "…", "\u00a0"]))
def test_punctuation_changes_nothing(at: int, sign: str) -> None:
    tokens = TEXT.split(" ")
    tokens[at] += sign
    assert compare(TEXT, " ".join(tokens)) == compare(TEXT, TEXT)


@pytest.mark.parametrize("case", _table("placeholders.csv"), ids=lambda case: case["text"][:40])
def test_placeholders(case: dict[str, str]) -> None:
    found = placeholder(case["text"])
    if case["reason"]:
        assert found is not None
        assert found.startswith(case["reason"])
    else:
        assert found is None


def test_a_long_text_that_begins_like_a_placeholder_is_none() -> None:
    assert placeholder(f"Summary form only given. {TEXT}") is None
