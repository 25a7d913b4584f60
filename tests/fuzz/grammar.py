"""Abstracts as no author writes them: every markup there is, nested, side by side, glued together, broken off."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from hypothesis import strategies as st

from tests.fuzz import templates as tables
from tests.fuzz.pieces import Piece, filled, joined, template

Pieces = st.SearchStrategy[Piece]

_DEEPEST = 3
_APART = [" ", " ", " ", " and ", ", ", ". ", "\n", "; ", " – ", "\n\n", "  "]
_CODE = re.compile(r"[^\W_]+|[+@%=&/]")
_SIGNS = re.compile(r"[!-/:-@\[-`{-~]+")
_GLUED = [*_APART, "", "", "", "{", "}", "$", "*", "_", "\\", "(", ")", "~", "<", "`"]


def _plain(text: str) -> Piece:
    return Piece(text, (text,))


WORD = st.sampled_from([_plain(word) for word in tables.WORDS])
FIGURE = st.integers(11, 9_999).map(lambda number: _plain(str(number)))
SYMBOL = st.sampled_from([Piece(macro, (sign,)) for macro, sign in tables.SYMBOLS.items()])


def _of(table: list[str], depth: int) -> Pieces:
    """Any template of a table, its slots filled with what stands one level deeper."""
    return st.one_of([_filled(written, depth + 1) for written in table])


def _filled(written: str, depth: int) -> Pieces:
    made = template(written)
    slots = st.tuples(*[SLOTS[name](depth) for name in made.slots if name != "="])
    return slots.map(lambda fillings: filled(made, fillings))


@lru_cache
def prose(depth: int) -> Pieces:
    """A word, or markup around one; at the deepest level a word."""
    if depth >= _DEEPEST:
        return WORD
    return st.one_of(WORD, st.deferred(lambda: _of([*tables.LATEX, *tables.MARKDOWN, *tables.HYPERTEXT], depth)))


@lru_cache
def formula(depth: int) -> Pieces:
    """What stands between dollars; at the deepest level a symbol or a figure."""
    if depth >= _DEEPEST:
        return st.one_of(SYMBOL, FIGURE)
    return st.one_of(SYMBOL, st.deferred(lambda: _of(tables.FORMULAS, depth)))


@lru_cache
def code(depth: int) -> Pieces:
    """A piece of a program: its words must stand, and the signs that no markup is made of."""
    return _of(tables.CODE, depth).map(lambda piece: Piece(piece.source, tuple(_CODE.findall(piece.source))))


@lru_cache
def address(depth: int) -> Pieces:
    """A web address."""
    return _of(tables.ADDRESSES, depth).map(lambda piece: Piece(piece.source, (piece.source.replace("\\", ""),)))


SLOTS: dict[str, Callable[[int], Pieces]] = {
    "p": prose,
    "m": formula,
    "c": code,
    "a": address,
    "w": lambda depth: WORD,
    "n": lambda depth: FIGURE,
    "s": lambda depth: SYMBOL,
}

_KINDS = [tables.LATEX, tables.MARKDOWN, tables.HYPERTEXT, tables.UNICODE, tables.FIGURES, tables.BARE_CODE,
          tables.AROUND_ADDRESSES, ["$⟨m⟩$"], ["⟨w⟩"], ["⟨w⟩ ⟨w⟩"]]  # fmt: skip
_COMBINING = st.tuples(st.sampled_from("\u0301\u0323\u0489\u20dd"), st.sampled_from([3, 40, 1_000])).map(
    lambda drawn: _plain("e" + drawn[0] * drawn[1])
)
_whole = st.one_of(*[_of(table, 0) for table in _KINDS], _COMBINING)
_prices = st.one_of(*[_of(table, 0) for table in (tables.MONEY, tables.SMALL_FORMULAS, ["⟨w⟩"], ["⟨w⟩ ⟨w⟩"])])
_broken = st.one_of(
    _whole, _of(tables.MONEY, 0), _of(tables.BROKEN, 0), st.text(max_size=4).map(lambda text: Piece(text, ()))
)


def words_of(piece: Piece) -> Piece:
    """The same, asking only for what no glue can make into markup: ASCII words, figures, and signs written as such."""
    parts = [part for item in piece.shown for part in _SIGNS.split(item)]
    return Piece(piece.source, tuple(part for part in parts if part in piece.source and _stands(part)))


def _stands(part: str) -> bool:
    return (len(part) > 2 or part.isdigit()) if part.isascii() else not any(map(str.isalpha, part))


def _text(piece: Pieces, between: list[str], most: int) -> Pieces:
    """Up to `most` pieces, each with what parts it from the next."""
    parted = st.tuples(piece, st.sampled_from(between)).map(
        lambda drawn: Piece(drawn[0].source + drawn[1], drawn[0].shown)
    )
    return st.lists(parted, min_size=1, max_size=most).map(joined)


# Markup of every kind, each piece by itself well formed and apart from the others.
mixed = _text(_whole, _APART, 8)
# Dollars that are money beside dollars that hold a formula.
priced = _text(_prices, _APART, 6)
# All of it glued together, with halves of markup in between.
hostile = _text(_broken, _GLUED, 8).map(words_of)
