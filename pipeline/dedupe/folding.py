"""A normalized text reduced to what a change of markup, case or punctuation leaves."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence

# Scripts that put no blank between words (Thai, Lao, Burmese, Khmer, kana, Han): each character is a word.
_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]"
)
# A word cut at a line's end. Joining it raised J on the sample's OCR pairs from 0.8 to 0.93; joining at every
# hyphen lowered it elsewhere, where another copy has a blank or a dash instead.
_CUT = re.compile(r"(?<=[^\W\d_])(?:[-\u2010]|\(cid:173\))\s+(?=[^\W\d_])")


class _Folding(dict[int, str]):
    """What `words` makes of a character, worked out when it is first met: six times faster than over the text."""

    def __missing__(self, code: int) -> str:
        plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", chr(code)).casefold())
        kept = "".join(char if char.isalnum() else " " for char in plain if not unicodedata.combining(char))
        if unicodedata.category(chr(code)) == "Cf":
            kept = ""  # soft hyphen, zero-width joiner
        self[code] = f" {kept} " if _UNSPACED.match(kept) else kept
        return self[code]


_FOLDING = _Folding()


class _Letters(dict[int, int | None]):
    """Letters and digits stay, other characters go."""

    def __missing__(self, code: int) -> int | None:
        self[code] = code if chr(code).isalnum() else None
        return self[code]


_LETTERS = _Letters()


def fold(text: str) -> str:
    """A normalized text reduced to what a change of markup, case or punctuation leaves: letters and digits."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return folded.translate(_LETTERS)


def fingerprint(text: str) -> str:
    """SHA-256, in hexadecimal, of a normalized text's letters and digits."""
    return hashlib.sha256(fold(text).encode()).hexdigest()


def groups(fingerprints: Sequence[str]) -> list[list[int]]:
    """Indices of entries whose fingerprints are equal, in order of each group's first entry."""
    found: dict[str, list[int]] = defaultdict(list)
    for index, value in enumerate(fingerprints):
        found[value].append(index)
    return list(found.values())


def words(text: str) -> str:
    """The words of a normalized text, one blank between two: lower case, no accents, no punctuation."""
    if "- " in text or "-\n" in text or "\u2010" in text or "(cid:173)" in text:
        text = _CUT.sub("", text)
    return " ".join(text.translate(_FOLDING).split())
