from __future__ import annotations

import csv
import html
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.dedupe import Comparison, compare, judge, placeholder
from pipeline.dedupe.similarity import Verdict
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


def test_what_is_said_of_texts_that_say_nothing() -> None:
    reason = "A text says nothing of its paper: it is empty."
    assert compare("", "") == Comparison(0.0, 0.0, 0.0, 0, "undecided", reason)
    assert compare(TEXT, "—") == Comparison(0.0, 0.0, 0.0, 0, "undecided", reason)


@pytest.mark.parametrize(
    ("both", "sizes", "jaccard", "containment", "verdict", "why"),
    [
        (55, (77, 78), 0.55, 0.7143, "duplicate", "J is at least 0.55"),
        (54, (77, 77), 0.54, 0.7013, "undecided", "C is at least 0.3, but too little is shared for one paper"),
        (12, (12, 12), 1.0, 1.0, "duplicate", "J is at least 0.55"),
        (11, (11, 11), 1.0, 1.0, "undecided", "alike, but too short to tell: fewer than 12 3-grams are shared"),
        (1, (1, 1), 1.0, 1.0, "undecided", "alike, but too short to tell: fewer than 12 3-grams are shared"),
        (9, (99, 12), 0.0882, 0.75, "undecided", "alike, but too short to tell: fewer than 12 3-grams are shared"),
        (8, (12, 99), 0.0777, 0.6667, "distinct", "fewer than 12 3-grams are shared"),
        (60, (80, 100), 0.5, 0.75, "undecided", "C is at least 0.3, but too little is shared for one paper"),
        (60, (100, 79), 0.5042, 0.7595, "duplicate",
         "one is well shorter and stands in the other: C is at least 0.75"),
        (45, (60, 100), 0.3913, 0.75, "duplicate", "one is well shorter and stands in the other: C is at least 0.75"),
        (44, (60, 100), 0.3793, 0.7333, "undecided", "C is at least 0.3, but too little is shared for one paper"),
        (30, (100, 100), 0.1765, 0.3, "undecided", "C is at least 0.3, but too little is shared for one paper"),
        (29, (100, 100), 0.1696, 0.29, "distinct", "C is below 0.3"),
    ],
)  # fmt: skip
def test_the_verdict_on_so_many_shared(
    both: int, sizes: tuple[int, int], jaccard: float, containment: float, verdict: Verdict, why: str
) -> None:
    shorter, longer = sorted(sizes)
    counted = f"J = {jaccard:.2f}, C = {containment:.2f}: {both} 3-grams shared of {shorter} and {longer}"
    expected = Comparison(containment, jaccard, containment, both, verdict, f"{counted}; {why}.")
    assert judge("It walks.", "It runs.", False, both, sizes) == expected


def test_numerals_speak_only_against_texts_that_are_alike() -> None:
    reason = "J = 0.05, C = 0.10: 10 3-grams shared of 100 and 100; fewer than 12 3-grams are shared."
    found = judge("It has two arms.", "It has three arms.", False, 10, (100, 100))
    assert found == Comparison(0.1, 0.0526, 0.1, 10, "distinct", reason)


def test_equal_words_are_one_text_however_few() -> None:
    reason = "J = 1.00, C = 1.00: 0 3-grams shared of 0 and 0; the words are the same."
    assert compare("Façades.", "facades") == Comparison(1.0, 1.0, 1.0, 0, "duplicate", reason)


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


def test_a_placeholder_of_a_talk_has_60_words_at_the_most() -> None:
    talk = "Summary form only given." + " word" * 56
    assert placeholder(talk) == "it is the summary form of a talk"
    assert placeholder(f"{talk} more") is None


def test_a_long_text_that_begins_like_a_placeholder_is_none() -> None:
    assert placeholder(f"Summary form only given. {TEXT}") is None
