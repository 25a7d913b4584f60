"""Whether two titles, and two lists of authors, are one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from .folding import fold, words

_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "phd", "dr", "prof"})
# Titles that many papers bear.
_GENERIC = frozenset(
    [
        "preface",
        "foreword",
        "editorial",
        "introduction",
        "untitled",
        "invitedtalk",
        "keynote",
        "keynotetalk",
        "tutorial",
        "panel",
        "panelsession",
        "titlepage",
        "tableofcontents",
        "authorindex",
        "frontmatter",
        "welcome",
        "openingremarks",
        "closingremarks",
        "abstract",
        "poster",
        "demo",
    ]
)


def title_key(title: str | None) -> str | None:
    """What equal titles have equal; None where there is no title, or one that names no paper."""
    key = fold(unaccented(title or ""))
    return None if not key or key in _GENERIC else key


def titles_alike(left: str, right: str) -> bool:
    """Equal, or more than half of the words of both shared."""
    first, second = title_key(left), title_key(right)
    if first is not None and first == second:
        return True
    ours, theirs = set(words(left).split()), set(words(right).split())
    return 2 * len(ours & theirs) > len(ours | theirs)


def unaccented(text: str) -> str:
    """The letters without their accents."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def authors_agree(left: Sequence[str], right: Sequence[str]) -> bool | None:
    """Whether more than half of the longer list stands in the other, in any order and form; None where one is empty.

    A workshop version often has an author more or less than the paper.
    """
    ours, theirs = sorted(sorted(filter(None, map(_name, names))) for names in (left, right))
    if not ours or not theirs:
        return None
    longer = max(len(ours), len(theirs))
    found = 0
    for same in (_equal_names, _like_names):  # so that “J. Smith” does not take the place of “John Smith”
        for name in list(ours):
            other = next((other for other in theirs if same(name, other)), None)
            if other is not None:
                ours.remove(name)
                theirs.remove(other)
                found += 1
    return 2 * found > longer


def _name(name: str) -> tuple[str, ...]:
    """“Smith, John Q.” and “John Q. Smith” alike: ("john", "q", "smith")."""
    family, _, given = unaccented(name).casefold().partition(",")
    tokens = re.sub(r"[-‐‑–'’`]", "", f"{given} {family}")
    return tuple(token for token in re.findall(r"[^\W\d_]+", tokens) if token not in _SUFFIXES)


def _equal_names(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    return sorted(left) == sorted(right) or "".join(left) == "".join(right)


def _like_names(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    # Some lists put the family name first, without a comma.
    forms = [(left, right), (left, (*right[1:], right[0])), ((*left[1:], left[0]), right)]
    return any(one[-1] == two[-1] and _same_given(one[:-1], two[:-1]) for one, two in forms)


def _same_given(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """The first given names are equal, or one is the other's initial; so are middle names where both have them."""
    if not left or not right:
        return False
    if "".join(left) == "".join(right):
        return True
    return all(a == b or ((len(a) == 1 or len(b) == 1) and a[0] == b[0]) for a, b in zip(left, right, strict=False))
