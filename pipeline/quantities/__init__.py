"""The figures that an abstract reports: percentages, percentage points, multipliers, score differences.

Every number is looked at once, with the unit behind it (`grammar`) and the words around it
(`context`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from pipeline.quantities import context, grammar

__all__ = ["Quantity", "quantities"]

_ADDRESS = re.compile(r"(?:https?://|www\.)\S++")
# The longest written-out range, `twenty-five to thirty-five`, with room for its blanks.
_WORDED_REACH = 40
_SIGNS = ("+", "−", "-", "–")
_TIMES = ("×", "x", "X")
_OF_PRODUCT = "×*x±-−^"  # what each alternative of PRODUCT ends with
_MULTIPLES = frozenset(("multiplier", "fold", "times"))


@dataclass(frozen=True)
class Quantity:
    """One figure, or one range of them; text[start:end] is how it is written."""

    value_min: float
    value_max: float
    unit: str
    qualifier: str | None
    text: str
    start: int
    end: int


class _Place:
    """A number, where its sign or leading `×` begins, and the words around it."""

    def __init__(self, text: str, number: int, start: int, last: Quantity | None) -> None:
        self.text, self.number, self.start = text, number, start
        self.lead = text[start:number]
        # The figure before it in a list: `by 2.3 and 1.7`.
        self.follows = last if last and context.CHAIN.fullmatch(text, last.end, start) else None

    @cached_property
    def before(self) -> str:
        """The sentence up to the number."""
        return context.sentence(self.text[max(0, self.start - context.REACH) : self.start])

    def after(self, end: int) -> str:
        """What follows the number's unit."""
        return self.text[end : end + context.REACH]

    def quantity(self, low: str, high: str | None, unit: str, start: int, end: int) -> Quantity:
        """The figure from `start` to `end`."""
        values = sorted((grammar.value(low), grammar.value(high or low)))
        unit = "multiplier" if unit in _MULTIPLES else unit
        figure = self.text[start:end]
        qualifier = context.qualifier(self.before, figure, self.after(end))
        return Quantity(values[0], values[1], unit, qualifier, figure, start, end)


def quantities(text: str) -> list[Quantity]:
    """The figures of a normalized abstract in order of appearance."""
    found: list[Quantity] = []
    last = None
    for number in _numbers(text):
        if last is None or number >= last.end:
            place = _place(text, number, last)
            if place is not None:
                found += _with_unit(place) or _without_unit(place)
                last = found[-1] if found else None
    return found


def _numbers(text: str) -> list[int]:
    """Where the numbers begin, in digits and in words, outside of addresses."""
    starts = {match.start() for match in grammar.DIGITS.finditer(text)}
    for anchor in grammar.ANCHORS:
        at = text.find(anchor)
        while at >= 0:
            window = max(0, at - _WORDED_REACH)
            worded = grammar.worded(text[window:at])
            if worded is not None:
                starts.add(window + worded)
            at = text.find(anchor, at + 1)
    if "factor of" in text:
        starts.update(match.end() for match in context.FACTOR_OF.finditer(text))
    for address in _ADDRESS.finditer(text) if "://" in text or "www." in text else ():
        starts.difference_update(range(*address.span()))
    return sorted(starts)


def _place(text: str, number: int, last: Quantity | None) -> _Place | None:
    """Where a number stands; None inside a word, a product, a power or a tolerance."""
    start = number
    if text[start - 1 : start] == ".":
        start = number = number - 1
    elif text[start - 1 : start] in _TIMES:
        start -= 1
    if _is_word(text, start - 1):
        return None
    if text[start - 1 : start] in _SIGNS and not _is_word(text, start - 2):
        start -= 1
    near = text[max(0, start - 12) : start]
    if (near.rstrip()[-1:] in _OF_PRODUCT and context.PRODUCT.search(near)) or (
        text[start : start + 1] in _TIMES and context.OPERAND.search(near)
    ):
        return None
    return _Place(text, number, start, last)


def _is_word(text: str, at: int) -> bool:
    """Whether a character glues what follows it to a word; Chinese sets its numbers without blanks."""
    return at >= 0 and (text[at] in "_@^." or (text[at].isalnum() and text[at] < "\u2e80"))


def _with_unit(place: _Place) -> list[Quantity]:
    """The figure that the number and its unit make, or the two of a step from one score to another."""
    if place.lead[-1:] in _TIMES:
        return _led(place)
    between = place.text.startswith("between ", place.start - 8) and grammar.BETWEEN.match(place.text, place.number)
    match = between or grammar.FIGURE.match(place.text, place.number)
    unit = _unit(place, match) if match else None
    if not match or not unit:
        return []
    low, high = match["low"], match["high"]
    if high is None:
        return [place.quantity(low, None, unit, place.start, match.end())]
    falling = grammar.value(low) >= grammar.value(high)
    if falling and not match["own"]:  # `COCO 2017 - 5%`: the year is no part of it
        return [place.quantity(high, None, unit, match.start("high"), match.end())]
    step = unit not in _MULTIPLES and context.is_change(place.before)
    if "to" in match["separator"] and (falling or step):
        first = place.quantity(low, None, unit, place.start, match.end("own"))
        return [first, place.quantity(high, None, unit, match.start("high"), match.end())]
    return [place.quantity(low, high, unit, place.start, match.end())]


def _led(place: _Place) -> list[Quantity]:
    """`×3`, `x5–x10`: where the sign of multiplication comes first."""
    match = grammar.LEADING.match(place.text, place.number - 1)
    if not match:
        return []
    plain = match["high"] is None and "." not in match["low"] and place.lead[-1] != "×"
    if plain and not context.is_multiple(place.before, place.after(match.end())):
        return []
    return [place.quantity(match["low"], match["high"], "multiplier", place.start, match.end())]


def _unit(place: _Place, match: re.Match[str]) -> str | None:
    """The unit behind the number, if it makes the number a figure."""
    unit, number, after = match.lastgroup, match["low"], place.after(match.end())
    if unit in _MULTIPLES and context.NAMED.search(place.before):
        return None
    if unit == "fold":
        return unit if context.is_fold(place.before, after, number) else None
    if unit == "times":
        return unit if context.is_factor(place.before, after, number) else None
    if unit == "point" and not (place.follows and place.follows.unit == unit):
        return unit if context.is_points(place.before, after, number, "+" in place.lead) else None
    return unit


def _without_unit(place: _Place) -> list[Quantity]:
    """A score difference, a factor in words, or a member of a list that has its unit at the end."""
    match = grammar.BARE.match(place.text, place.number)
    if not match or place.lead[-1:] in _TIMES:
        return []
    unit = _bare_unit(place, match["low"], match.end())
    return [place.quantity(match["low"], match["high"], unit, place.start, match.end())] if unit else []


def _bare_unit(place: _Place, number: str, end: int) -> str | None:
    after = place.after(end)
    if context.is_factor_of(place.before, after):
        return "multiplier"
    if number[0].isalpha():
        return None
    unit = _unit_of_list(place, number, end)
    if unit:
        return unit
    if place.follows and place.follows.unit == "point" and context.ends_figure(after):
        return "point"
    return "point" if context.is_difference(place.before, after, number, place.lead) else None


def _unit_of_list(place: _Place, number: str, end: int) -> str | None:
    """The unit at the end of `by 14 and 13%`, for a number before the last."""
    ahead = grammar.LIST_AHEAD.match(place.text, end)
    match = ahead and grammar.FIGURE.match(place.text, ahead.end())
    unit = _unit(place, match) if match else None
    if not ahead or not unit:
        return None
    if unit == "percent" and context.is_listed(place.before, number, ahead.group()):
        return unit
    return unit if place.follows or context.leads_to_difference(place.before) else None
