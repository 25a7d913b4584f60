"""Escaping for BibTeX."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.export.latex import escape


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("100% & #1_a $5", r"100\% \& \#1\_a \$5"),
        ("x^2 ~ y", r"x\textasciicircum{}2 \textasciitilde{} y"),
        ("{a} \\b", r"\textbraceleft{}a\textbraceright{} \textbackslash{}b"),
        ("--flag", "-{}-flag"),
        ("a---b ``q''", "a-{}-{}-b `{}`q'{}'"),
        ("<<a>>, it's", "<{}<a>{}>, it's"),
        ("“Größe” 𝒪 论文", "“Größe” 𝒪 论文"),
        (r"\end{document}", r"\textbackslash{}end\textbraceleft{}document\textbraceright{}"),
    ],
)
def test_escape(text: str, escaped: str) -> None:
    assert escape(text) == escaped


@given(st.text(alphabet="{}\\%$&#_^~-`'ab \n"))
def test_braces_always_balance(text: str) -> None:
    depth = 0
    for character in escape(text):
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0
