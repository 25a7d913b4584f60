"""JSON values, with what Python's parser lets pass: a name that stands twice, NaN and Infinity."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from pipeline.problems import shown

# A paper's fields need four. Python's parser takes nearly a thousand, by how deep in calls it is itself.
_LEVELS = 100
REMEDY = "correct it there, or fetch the file again"
TOO_DEEP = ("lists or objects stand inside each other too deeply", "take this value out")


class Number(str):
    """A number as it stands: none is needed as one, and so none is too long."""


class Strict:
    """A decoder that says what is wrong with a value that it can read nevertheless."""

    def __init__(self) -> None:
        self._faults: dict[tuple[str, str], None] = {}
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._pairs, parse_constant=self._constant, parse_int=Number, parse_float=Number
        )

    def decode(self, text: str, start: int) -> tuple[Any, int, list[tuple[str, str]]]:
        """The value that begins at start, where it ends, and each fault of it with the remedy.

        Raises JSONDecodeError or RecursionError where it cannot be read.
        """
        self._faults.clear()
        value, end = self._decoder.raw_decode(text, start)
        if _deeper(value, _LEVELS):
            raise RecursionError
        return value, end, list(self._faults)

    def _pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            counts = Counter(name for name, _ in pairs)
            self._faults |= {twice(name): None for name, count in counts.items() if count > 1}
        return found

    def _constant(self, name: str) -> None:
        self._faults[f"{name} is no JSON number", "write null, or a number"] = None


def _deeper(value: Any, levels: int) -> bool:
    """Whether lists and objects stand inside each other on more than so many levels."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return inside is not None and (levels == 0 or any(_deeper(each, levels - 1) for each in inside))


def twice(name: str) -> tuple[str, str]:
    """The fault, with its remedy, of a name that stands twice in one object."""
    return f"the name {shown(name)} stands twice in one object", "leave one of them"


def fault(error: json.JSONDecodeError) -> str:
    """What the parser says, as part of a sentence."""
    return error.msg[:1].lower() + error.msg[1:]
