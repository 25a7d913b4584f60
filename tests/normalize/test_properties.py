"""What holds for every text: no exception, one reading, no loss, linear growth."""

import gc
import re
import sys
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.normalize import STAGES, normalize, normalize_title, trace

settings.register_profile("normalize", derandomize=True, max_examples=400, deadline=None)
_PROFILE = settings.get_profile("normalize")

MARKUP = [
    *r"\${}^_*`'~-&<>[]()!#%=|", '"', "$$", "**", "***", "``", "''", "~~", "--", "---", "](",
    "&lt;", "&amp;", "<b>", "</b>", "<p>", "<sub>", "</sub>", "\n", "\n\n", "  ", "\t", "\r", "\x00", "\ud800",
    "\u200b", "\u200d", "\u0301", "\ufdd0", "\ufdd5", "ﬁ", "â€™", "≤", "²", "Abstract: ", "\\alpha", "\\frac", "\\sqrt",
    "\\textbf", "\\begin{itemize}", "\\end{itemize}", "\\item", "\\begin{cases}", "\\end{cases}", "\\left", "\\hat",
    "\\href", "\\url", "\\cite", "https://a.b/c_d", "\\\\", "\\_", "\\%", "\\$", "\\{", "\\}", "\\(", "\\)", "\\[",
    "\\]",
    "\\'e", '\\"o', "\\c", "\\not", "\\over", "\\verb", "\\n", "\\unknown", "\\text", "\\bar", "\\footnote", "\\color",
    "$5", "x_", "x^", "{\\em ", "👩\u200d💻", "\xa0", "\u2028", "- ", "# ", "__", "<!--",
]  # fmt: skip
soup = st.lists(st.one_of(st.sampled_from(MARKUP), st.text(max_size=4)), max_size=16).map("".join)


@_PROFILE
@given(st.one_of(soup, st.text()))
def test_any_text_is_read_once_and_for_all(source: str) -> None:
    once = normalize(source)
    assert normalize(once) == once
    assert normalize_title(normalize_title(source)) == normalize_title(source)


@_PROFILE
@given(st.one_of(soup, st.text()))
def test_result_has_no_stray_white_space(source: str) -> None:
    text = normalize(source)
    assert text == text.strip()
    assert not re.search(r"[\r\t\x00]|  | \n|\n |(?<!\n)\n(?!\n)|\n{3}", text)
    assert unicodedata.is_normalized("NFC", text)


@_PROFILE
@given(soup)
def test_trace_and_normalize_agree(source: str) -> None:
    assert trace(source).text == normalize(source)


word = st.text("bcdfghjklmnpqrstvwxz", min_size=4, max_size=8)
figure = st.integers(10, 9999).map(str)
piece = st.one_of(word, word, figure)
# Templates: `{}` is the piece, doubled braces are braces.
OUTER = [
    "**{}**", "*{}*", "_{}_", "***{}***", "<b>{}</b>", "<em>{}</em>", "<p>{}</p>", "({})", "{},", "``{}''",
    "\\textbf{{{}}}",
    "\\emph{{{}}}", "{{\\bf {}}}", "\\footnote{{{}}}",
]  # fmt: skip
INNER = [
    *OUTER, "`{}`", "`{}'", "~~{}~~", "{}--{}", "{}~\\cite{{{}}}", "[{}](https://x.org)", "{} $<$ 5", "${}\\times$",
    "$\\text{{{}}}$", "$x_{{\\text{{{}}}}}$", "$\\frac{{{}}}{{2}}$", "$\\sqrt{{{}}}$", "$\\alpha^{{{}}}$", "\\({}\\)",
    "{}\\%", "\\${}", "\\_{}", "\\url{{{}}}", "\\texttt{{{}}}", "\\textsc{{{}}}", "\\underline{{{}}}",
    "\\paragraph{{{}}}",
    "\\begin{{itemize}} \\item {} \\end{{itemize}}", "{{\\em {}}}", "\\mbox{{{}}}", "\\textcolor{{red}}{{{}}}",
]  # fmt: skip
marked = st.tuples(piece, st.sampled_from(INNER), st.one_of(st.just("{}"), st.sampled_from(OUTER)))


@_PROFILE
@given(st.lists(marked, min_size=1, max_size=8))
def test_every_word_and_figure_stands_in_the_result_in_order(pieces: list[tuple[str, str, str]]) -> None:
    shown = " and ".join(outer.format(inner.format(text, text)) for text, inner, outer in pieces)
    result = unicodedata.normalize("NFKC", normalize(shown))
    at = 0
    for text, _, _ in pieces:
        found = result.find(text, at)
        assert found >= 0, f"{text} of {shown} is not in {result}"
        at = found + len(text)


WORST = [
    "${", "$", "\\", "\\\\", "{", "}", "*", "**a ", "***a", "*a ", "_a ", "`a ", "``a ", "[", "[a](", "<a b=\"", "<",
    "&", "~", "-", "a --b ", " ", "\n ", "\\frac", "\\sqrt{", "\\textbf{", "\\begin{cases}", "$\\begin{cases}$", "\\(x",
    "x_{", "\\href{a", "https://a(", "a.b/", "\u0301", "â€", "\\not", "$\\|", "\\[", "\\\\[", "$5 and ", "&amp;",
    "\\text{$",
]  # fmt: skip


def _steps(source: str, apply: Callable[[str], str]) -> int:
    """Python and C calls made: a count that no other load on the machine changes."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    apply(source[:200])  # what a library sets up at its first call is no step
    gc.disable()  # hypothesis is called back by every collection
    sys.setprofile(count)
    try:
        apply(source)
    finally:
        sys.setprofile(None)
        gc.enable()
    return calls


@pytest.mark.parametrize("unit", WORST)
def test_four_times_the_text_takes_far_less_than_sixteen_times_the_steps(unit: str) -> None:
    small, large = (unit * (size // len(unit)) for size in (4_000, 16_000))
    assert _steps(large, normalize) <= 7 * _steps(small, normalize) + 500


@pytest.mark.parametrize("stage", [stage.name for stage in STAGES])
def test_no_stage_raises_on_its_worst_input(stage: str) -> None:
    apply = {each.name: each.apply for each in STAGES}[stage]
    for unit in WORST:
        apply(unit * (20_000 // len(unit)))
