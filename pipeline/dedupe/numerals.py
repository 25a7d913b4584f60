"""Texts alike but for their numerals: “Part I” and “Part II”, “two arms” and “three arms”."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import Literal

_NAMES = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"]
_VALUES = {"one": "1"} | {name: str(n) for n, name in enumerate(_NAMES, 2)}
_LABELS = frozenset(["part", "parts", "volume", "vol", "chapter", "lecture", "task", "track", "subtask"])
_LABELLED = _VALUES | {roman: str(n) for n, roman in enumerate(_ROMAN, 1)}
# What follows a measured figure. A revised abstract has other results and is the same paper still.
_UNITS = frozenset(
    [
        "%",
        "‰",
        "×",
        "x",
        "percent",
        "percentage",
        "point",
        "points",
        "pp",
        "times",
        "fold",
        "k",
        "m",
        "b",
        "ms",
        "s",
        "sec",
        "seconds",
        "minutes",
        "hours",
        "h",
        "hz",
        "khz",
        "mhz",
        "ghz",
        "mb",
        "gb",
        "tb",
        "db",
        "dbm",
        "mm",
        "cm",
        "km",
        "nm",
        "mw",
        "w",
        "kg",
        "g",
        "parameters",
        "tokens",
        "samples",
        "images",
        "days",
    ]
)
# A number in digits, and the words before and after it.
_Count = tuple[str, tuple[str, str]]
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|[%‰×]")


def disagreement(left: str, right: str) -> tuple[Literal["distinct", "undecided"], str] | None:
    """What numerals say against two normalized texts that are otherwise alike, and why; None where nothing.

    A number of a part differs: distinct. The texts differ in counts and nothing else, or the same count
    differs twice: undecided. Measured figures (with a unit, or with decimals) may differ.
    """
    first, second = (_TOKEN.findall(text) for text in sorted((left.casefold(), right.casefold())))
    if not _differ(_numerals(first), _numerals(second)):
        return None
    ours, theirs = _counts(first), _counts(second)
    for label in sorted(_LABELS):
        (one, two) = (Counter(x for x, (before, _) in found if before == label) for found in (ours, theirs))
        if _differ(one, two):
            return "distinct", f"one is {label} {min(one - two)}, the other {label} {min(two - one)}"
    swaps = _swaps(ours, theirs)
    nothing_else = _masked(first) == _masked(second)
    for (x, y), times in sorted(swaps.items()):
        if times > 1 or nothing_else:
            return "undecided", f"alike, but where one counts {x} the other counts {y}"
    return None


def _swaps(ours: list[_Count], theirs: list[_Count]) -> Counter[tuple[str, str]]:
    """How often one number stands between the same two words as another in the other text."""
    places: dict[tuple[str, str], tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for side, found in enumerate((ours, theirs)):
        for value, place in found:
            places[place][side].append(value)
    swaps: Counter[tuple[str, str]] = Counter()
    for one, two in places.values():
        left, right = Counter(one), Counter(two)
        swaps.update(zip(sorted((left - right).elements()), sorted((right - left).elements()), strict=False))
    return swaps


def _differ(ours: Counter[str], theirs: Counter[str]) -> bool:
    """Whether each has what the other lacks: a text cut short or with a sentence dropped only lacks."""
    return bool(ours - theirs and theirs - ours)


def _numerals(tokens: list[str]) -> Counter[str]:
    """All that may be a numeral, at a tenth of the cost of telling which is one."""
    return Counter([token for token in tokens if token[0] <= "9" or token in _LABELLED])


def _counts(tokens: list[str]) -> list[_Count]:
    """What the text counts: each number with the words before and after it."""
    around = ["", *tokens, ""]
    found = ((_count(tokens, at), (around[at], around[at + 2])) for at in range(len(tokens)))
    return [(value, place) for value, place in found if value]


def _masked(tokens: list[str]) -> list[str]:
    """The words without the numbers that count."""
    return [token for at, token in enumerate(tokens) if not _count(tokens, at)]


def _count(tokens: list[str], at: int) -> str | None:
    """The number that a word counts or a part bears, in digits; None for other words and for measured figures."""
    token = tokens[at]
    if at and tokens[at - 1] in _LABELS and token in _LABELLED:
        return _LABELLED[token]
    if token.isdecimal():
        return (
            None if len(token) > 4 or (at + 1 < len(tokens) and tokens[at + 1] in _UNITS) else token.lstrip("0") or "0"
        )
    return _VALUES.get(token) if token != "one" else None
