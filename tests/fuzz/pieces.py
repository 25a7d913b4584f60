"""Texts that know what must be left of them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_SLOT = re.compile("⟨(.)⟩")
_LOWERED = re.compile("[₀-₉]+")
_RAISED = re.compile("(?<=[0-9])(?=[⁰¹²³⁴-⁹])")
_SHOWS = " => "


class Piece(NamedTuple):
    """A source text, and the words, figures and symbols that must stand in whatever is made of it."""

    source: str
    shown: tuple[str, ...]


class Template(NamedTuple):
    """Markup between slots: `literals` has one text more than `slots` has names."""

    literals: tuple[str, ...]
    slots: tuple[str, ...]
    shown: tuple[str, ...]


def template(written: str) -> Template:
    """A template as the tables write it."""
    source, _, shown = written.partition(_SHOWS)
    parts = _SLOT.split(source)
    return Template(tuple(parts[::2]), tuple(parts[1::2]), tuple(shown.split()))


def filled(made: Template, fillings: Sequence[Piece]) -> Piece:
    """The template with a piece in each slot but those that repeat the one before."""
    source, shown = made.literals[0], list(made.shown)
    waiting = iter(fillings)
    last = Piece("", ())
    for slot, literal in zip(made.slots, made.literals[1:], strict=True):
        if slot != "=":
            last = next(waiting)
            shown += last.shown
        source += last.source + literal
    return Piece(source, tuple(shown))


def joined(pieces: Iterable[Piece]) -> Piece:
    """The pieces one after the other."""
    listed = list(pieces)
    return Piece("".join(piece.source for piece in listed), tuple(each for piece in listed for each in piece.shown))


def missing(shown: Iterable[str], text: str, glued: bool = False) -> list[str]:
    """What of `shown` the text lacks, whatever the order; each place in the text counts once.

    Compared by compatibility form (`x²` shows a 2), combining marks by their number: a macro may add one to a word.
    Where pieces are glued together it is enough that the characters are there: `\\frac{2}noise` is `(2/n)oise`.
    """
    left, marks = _read(text)
    gone = []
    for letters, wanted, item in sorted(((*_read(item), item) for item in shown), key=lambda read: -len(read[0])):
        before, found, after = left.partition(letters)
        if not found or wanted - marks:
            gone.append(item)
        else:
            left, marks = f"{before}\0{after}", marks - wanted
    if glued and gone and not Counter("".join(_read(item)[0] for item in gone)) - Counter(left):
        return []
    return gone


def _read(text: str) -> tuple[str, Counter[str]]:
    """The letters, figures and signs of a text, and its combining marks."""
    if text.isascii():
        return text, Counter()
    # `₄₄₉⁹⁹` are two figures, and so are `10⁹⁹`.
    plain = unicodedata.normalize("NFKD", _RAISED.sub("\0", _LOWERED.sub("\\g<0>\0", text)))
    marks = Counter(char for char in plain if unicodedata.category(char) == "Mn")
    return "".join(char for char in plain if char not in marks), marks
