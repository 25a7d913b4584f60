from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline.edits import Edit, edits, log, replay
from pipeline.normalize import Step, normalize
from tests.timing import seconds

PAPERS = list(csv.DictReader((Path(__file__).parents[1] / "clean/papers.csv").open(encoding="utf-8", newline="")))
MARKUP = [
    "**", "*", "_", "$", "$k$", "\\alpha", "\\textbf{", "\\frac{1}{2}", "{", "}", "``", "''", "--", "---", "~", "\\%", "5\\%",
    "&lt;", "&#13;", "&amp;", "<b>", "</b>", "\n", "\n\n", "  ", "\t", "\xa0", "\u200b", "e\u0301", "ﬁ", "â€™", "Abstract: ",
    "[a](https://b.c)", "https://a.b/c_d", "\\n", "\\\\", "\\begin{itemize}", "\\item", "\\end{itemize}", "word ", "a ", "12 ",
    "the model ", "(", ")", ".", ", ",
]  # fmt: skip
soup = st.lists(st.one_of(st.sampled_from(MARKUP), st.text(max_size=4)), max_size=40).map("".join)
source = st.one_of(soup, st.text())
profile = settings(derandomize=True, max_examples=2_000, deadline=None)


@pytest.mark.parametrize("paper", PAPERS, ids=[paper["paper_id"] for paper in PAPERS])
def test_replaying_the_edits_of_a_paper_yields_its_abstract(paper: dict[str, str]) -> None:
    assert replay(paper["abstract_source"], edits(paper["abstract_source"])) == paper["abstract"]


@profile
@given(source)
@example("a&#13;b")
def test_replaying_the_edits_of_any_text_yields_what_it_is_normalized_to(source: str) -> None:
    found = edits(source)
    assert replay(source, found) == normalize(source)
    assert [edit.seq for edit in found] == list(range(1, len(found) + 1))
    assert all(edit.before != edit.after and "\r" not in edit.before + edit.after for edit in found)


@settings(profile, max_examples=500)
@given(st.lists(st.text("ab \n", max_size=60), min_size=2, max_size=4))
def test_any_texts_are_led_from_one_to_the_next(texts: list[str]) -> None:
    steps = [Step("stage", before, after) for before, after in pairwise(texts)]
    assert replay(texts[0], log(steps)) == texts[-1]


def test_each_change_is_one_edit_that_reads_by_itself() -> None:
    assert edits(
        "We show **Lumen**, ``a light'' model of $n \\times d$ cells --- and its **long-lived traces** \\& more."
    ) == [
        Edit(1, "latex_quotes", 19, "``a light''", "“a light”"),
        Edit(2, "math", 38, "$n \\times d$", "n × d"),
        Edit(3, "macros", 84, "\\", ""),
        Edit(4, "dashes", 50, "---", "—"),
        Edit(5, "emphasis", 8, "**Lumen**", "Lumen"),
        Edit(6, "emphasis", 56, "**", ""),
        Edit(7, "emphasis", 73, "**", ""),
    ]


def test_a_plain_text_has_no_edits() -> None:
    assert edits("We study the limits of what a model can learn.") == []


def test_an_edit_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match=r"edit 1 \(math\) replaces '\$' at 2, which is not there"):
        replay("abcd", [Edit(1, "math", 2, "$", "")])


@pytest.mark.parametrize(
    "pair", [("a", "b"), ("ab", "ba"), ("**a** ", "a "), ("a" * 9 + "b", "a"), ("", "ab"), ("a", "aab")]
)
def test_time_grows_with_the_length(pair: tuple[str, str]) -> None:
    short = min(_seconds(pair, 2_000) for _ in range(3))
    long = _seconds(pair, 32_000)
    assert long < 0.05 or long / short < 64  # 16 when linear, 256 when quadratic


def _seconds(pair: tuple[str, str], size: int) -> float:
    steps = [Step("stage", pair[0] * size, pair[1] * size)]
    return seconds(lambda: log(steps))
