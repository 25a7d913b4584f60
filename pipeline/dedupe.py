"""Which entries are one paper."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import defaultdict
from collections.abc import Sequence


def fold(text: str) -> str:
    """A normalized text reduced to what a change of markup, case or punctuation leaves: letters and digits."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(filter(str.isalnum, folded))


def fingerprint(text: str) -> str:
    """SHA-256, in hexadecimal, of a normalized text's letters and digits."""
    return hashlib.sha256(fold(text).encode("utf-8", "surrogatepass")).hexdigest()


def groups(fingerprints: Sequence[str]) -> list[list[int]]:
    """Indices of entries whose fingerprints are equal, in order of each group's first entry."""
    found: dict[str, list[int]] = defaultdict(list)
    for index, value in enumerate(fingerprints):
        found[value].append(index)
    return list(found.values())
