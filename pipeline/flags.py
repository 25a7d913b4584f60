"""What a reader should know of a text before trusting it."""

from __future__ import annotations

import re

# "single- and multi-scene" is a hyphen of its own right: the second half comes later.
_SPLIT = re.compile(r"[^\W\d_]{2,}- (?!(?:and|or|to|nor|but|versus|vs|as|und|plus|the|through|than)\b)[a-zß-ÿ]{2,}")
# A sentence's end, then any closing quotes and brackets.
_SENTENCE_END = re.compile(r"[.!?。！？][\"'”’»)\]】）]*\Z")
_ADDRESS_END = re.compile(r"(?:https?://|www\.|\b[\w-]+(?:\.[\w-]+)+/)\S*\Z")
_ELLIPSIS = re.compile(r"(?:\.\.\.|…)[\"'”’»)\]]*\Z")


def flags(abstract: str, leftover: bool) -> list[str]:
    """The flags of a normalized text, in alphabetical order. leftover: markup was left as it stood."""
    if not abstract:
        return ["no_abstract"]
    found = {
        "replacement_character": "\ufffd" in abstract,
        "split_word": _SPLIT.search(abstract) is not None,
        "truncated": truncated(abstract),
        "unknown_markup": leftover,
    }
    return [name for name, holds in found.items() if holds]


def truncated(abstract: str) -> bool:
    """Whether a text ends in mid-sentence: with an ellipsis, or without a sentence's end or an address."""
    if _ELLIPSIS.search(abstract):
        return True
    return not (_SENTENCE_END.search(abstract) or _ADDRESS_END.search(abstract))
