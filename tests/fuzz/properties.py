"""What must hold of whatever is made of any text."""

from __future__ import annotations

import csv
import io
import unicodedata

from pipeline import edits
from pipeline.contributions import contributions
from pipeline.formats.values import sound
from pipeline.links import links
from pipeline.normalize import normalize, trace
from pipeline.quantities import quantities
from tests.fuzz.pieces import Piece, missing
from tests.timing import seconds

_SMALL, _LARGE = 2_000, 20_000
# Shorter times are the clock's noise; ten times the text takes ten times as long, or a hundred where it is quadratic.
_NOISE, _LINEAR = 0.25, 40


def check_apart(piece: Piece) -> None:
    """Every property of a text whose pieces stand apart: each word, figure and symbol is found whole."""
    _check(piece, glued=False)


def check_glued(piece: Piece) -> None:
    """Every property of a text whose pieces may run into one another."""
    _check(piece, glued=True)


def _check(piece: Piece, glued: bool) -> None:
    source = sound(piece.source)  # as the build reads it
    traced = trace(source)
    text = traced.text
    gone = missing(piece.shown, text, glued)
    assert not gone, f"{gone} of {source!r} not in {text!r}"
    assert normalize(source) == text, f"{source!r} normalizes otherwise when traced"
    assert normalize(text) == text, f"{source!r} is {text!r}, then {normalize(text)!r}"
    assert edits.replay(source, edits.log(traced.steps)) == text, f"the edits of {source!r} lead elsewhere"
    check_characters(text)
    check_offsets(text)


def check_characters(text: str) -> None:
    """Composed, trimmed, no control character but the line feeds between paragraphs; a CSV cell holds it."""
    assert unicodedata.is_normalized("NFC", text), f"{text!r} is not composed"
    assert text == text.strip(), f"{text!r} has white space at an end"
    stray = [
        char for char in text.replace("\n", "") if unicodedata.category(char) == "Cc" or "\ufdd0" <= char <= "\ufdef"
    ]
    assert not stray, f"{stray} in {text!r}"
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\n").writerow([text, "next"])
    read = list(csv.reader(io.StringIO(file.getvalue().encode().decode(), newline="")))
    assert read == [[text, "next"]], f"{text!r} is no cell of a CSV"


def check_offsets(text: str) -> None:
    """What the rules draw from a text stands where they say."""
    for name in contributions(text):
        assert text[name.start : name.end] == name.name, f"{name} in {text!r}"
    for link in links(text):
        assert text[link.start : link.end] == link.url, f"{link} in {text!r}"
    for quantity in quantities(text):
        assert text[quantity.start : quantity.end] == quantity.text, f"{quantity} in {text!r}"


def check_growth(piece: Piece) -> None:
    """Ten times the text takes no more than some ten times as long to normalize and to read."""
    unit = sound(piece.source) + " "
    small, large = (unit * (size // len(unit) + 1) for size in (_SMALL, _LARGE))
    long = _seconds(large)
    if long > _NOISE:
        short = min(_seconds(small) for _ in range(3))
        assert long < _LINEAR * short, f"{unit!r} again and again: {short:.3f} s, of ten times as much {long:.3f} s"


def _seconds(source: str) -> float:
    return seconds(lambda: _all(source))


def _all(source: str) -> None:
    traced = trace(source)
    edits.log(traced.steps)
    check_offsets(traced.text)
