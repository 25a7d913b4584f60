"""Web addresses: found before the other stages, so that they come through as printed."""

import re
from collections.abc import Callable

from .masks import hold

# `[https://a](https://a)`: the bracket that closes the words ends the first address.
_TAIL = r"(?:\\[_%#&~$](?:\{\})?|\{\\_\}|\$?\\sim\$?|(?!\]\()[^\s<>\"{}|\\^`“”‘’…，。）$])*"
_ADDRESS = re.compile(
    r"(?<![\w@/])(?:https?:(?://|\\\\(?=[a-z]))|ftp://|www\.)" + _TAIL + r"|(?<![\w@/.-])(?:[A-Za-z0-9-]{1,63}\.){1,4}"
    r"(?:com|org|net|io|edu|ai|gov|science|co|dev|cc|de|uk|fr|cn|jp|ch|app|github|me|info|page)/" + _TAIL,
    re.IGNORECASE,
)
_BARE_HOST = re.compile(r"\.[A-Za-z]{2,7}/")
_ESCAPE = re.compile(r"\{\\_\}|\\([_%#&~$])(?:\{\})?|\$?\\sim\$?")
_TRAILING = ".,;:!?'*_~"


def addresses(text: str, keeps: Callable[[str, str], bool] | None = None) -> str:
    """LaTeX's escapes in an address undone, and its characters held from the stages that follow.

    An address that `keeps` rejects (source and result) is held as it is.
    """
    if "/" not in text and "www." not in text and ":\\\\" not in text:
        return text
    if "://" not in text and "www." not in text and ":\\\\" not in text and not _BARE_HOST.search(text):
        return text
    return _ADDRESS.sub(lambda match: _address(match[0], keeps), text)


def _address(found: str, keeps: Callable[[str, str], bool] | None) -> str:
    end = _length(found)
    plain = _ESCAPE.sub(lambda escape: escape[1] or ("_" if "_" in escape[0] else "~"), found[:end])
    if keeps and not keeps(found[:end], plain):
        plain = found[:end]
    return hold(plain) + found[end:]


def _length(found: str) -> int:
    """Where the address ends: before closing punctuation and an unmatched bracket."""
    end = len(found)
    depth = {")": found.count("(") - found.count(")"), "]": found.count("[") - found.count("]")}
    while end:
        last = found[end - 1]
        if last in depth and depth[last] < 0:
            depth[last] += 1
        elif last not in _TRAILING or found[end - 2 : end - 1] == "\\":
            break
        end -= 1
    return end
