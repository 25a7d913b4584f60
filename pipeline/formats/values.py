"""The values of a listing's fields as text."""

from __future__ import annotations

import re
from typing import Any

from .json_strict import Number

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


class Unfit(Exception):
    """Raised where an object cannot be read as a paper; says why."""


def plain(value: Any) -> Any:
    """The value itself; OpenReview wraps it in `{"value": …}`."""
    return plain(value["value"]) if isinstance(value, dict) and "value" in value else value


def text(value: Any, field: str) -> str:
    """A field of several lines, trimmed, line breaks as line feeds; '' where there is none.

    A lone surrogate, which no encoding can hold, becomes U+FFFD: a character was lost before us.
    """
    value = plain(value)
    if value is None:
        return ""
    if isinstance(value, Number) or not isinstance(value, str):
        raise Unfit(f"its {field} is {_kind(value)}, not text")
    return sound(value).replace("\r\n", "\n").replace("\r", "\n").strip()


def _kind(value: Any) -> str:
    if isinstance(value, Number):
        return "a number"
    return "a list" if isinstance(value, list) else "an object or a truth value"


def line(value: str) -> str:
    """A field of one line: white space is one blank, a control character is U+FFFD."""
    return _CONTROL.sub("\ufffd", " ".join(sound(value).split()))


def sound(value: str) -> str:
    """The text with U+FFFD for each lone surrogate."""
    return value if value.isascii() else _LONE_SURROGATE.sub("\ufffd", value)
