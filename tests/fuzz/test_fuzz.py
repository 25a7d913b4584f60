"""The same few texts of the grammars in every run; `python -m tests.fuzz` makes up new ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.fuzz import grammar, properties
from tests.fuzz.pieces import Piece, filled, missing, template

few = settings(derandomize=True, max_examples=1_000, deadline=None, database=None)


@few
@given(grammar.mixed)
def test_nothing_is_lost_where_markup_stands_apart(piece: Piece) -> None:
    properties.check_apart(piece)


@few
@given(grammar.hostile)
def test_nothing_is_lost_where_markup_is_glued_and_broken(piece: Piece) -> None:
    properties.check_glued(piece)


@settings(few, max_examples=20)
@given(grammar.hostile)
def test_time_grows_with_the_length(piece: Piece) -> None:
    properties.check_growth(piece)


def test_a_template_shows_what_fills_it_and_what_it_names() -> None:
    made = template(r"\frac{⟨n⟩}{⟨=⟩}⟨w⟩ => / x")
    assert filled(made, [Piece("12", ("12",)), Piece("word", ("word",))]) == Piece(
        r"\frac{12}{12}word", ("/", "x", "12", "word")
    )


@pytest.mark.parametrize(
    ("shown", "text", "gone"),
    [
        (["word", "12"], "a word of 12", []),
        (["word", "word"], "a word", ["word"]),
        (["e\u0301tude", "x", "12"], "étude x¹²", []),
        (["e\u0301"], "e", ["e\u0301"]),
        (["449", "9999"], "∑₄₄₉⁹⁹⁹⁹", []),
        (["2449"], "2 449", ["2449"]),
    ],
)
def test_measure_finds_each_item_once(shown: list[str], text: str, gone: list[str]) -> None:
    assert missing(shown, text) == gone


def test_measure_of_glued_text_asks_for_characters_only() -> None:
    assert missing(["noise"], "(2/n)oise", glued=True) == []
    assert missing(["noise", "some"], "(2/n)oise", glued=True) == ["noise", "some"]
