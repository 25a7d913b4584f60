"""Names of people as reference managers want them: family and given name apart, where that can be told."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

# Lower-case words that belong to the family name after them. Capitalized ones do not count:
# the “Van” of “Nguyen Van Anh” is a middle name. (PyPI's nameparser 2.6.0 takes “King” of
# “King Zhu” and “Judge” of “Judge Lee” for titles, and so loses half of the name.)
PARTICLES = {
    *(
        "af",
        "al",
        "bin",
        "da",
        "dal",
        "de",
        "degli",
        "dei",
        "del",
        "della",
        "den",
        "der",
        "di",
        "do",
        "dos",
        "du",
        "el",
    ),
    *("ibn", "la", "las", "le", "les", "lo", "los", "san", "st", "te", "ten", "ter", "van", "vom", "von", "y", "zu"),
    *("zum", "zur", "'t"),
}
SUFFIXES = {"jr", "jr.", "sr", "sr.", "ii", "iii", "iv"}
_PLAIN = re.compile(r"[^,;()\[\]{}0-9@]+")


class Name(NamedTuple):
    """A name in its parts, or whole in `literal` where it cannot be told what is what."""

    given: str = ""
    particle: str = ""
    family: str = ""
    suffix: str = ""
    literal: str = ""


def split(text: str) -> Name:
    """The last word is the family name, with the particles before it; all before that is given.

    Whole stay names of one word, names not in Latin letters, and what holds a comma, a bracket,
    a digit or “and”: in “李 明” the family name comes first, and “LiXingYu” says nothing.
    """
    words = text.split()
    suffix = words.pop() if len(words) > 2 and words[-1].lower() in SUFFIXES else ""
    latin = all(map(_is_latin, filter(str.isalpha, text)))
    if len(words) < 2 or "and" in words or not _PLAIN.fullmatch(text) or not latin:
        return Name(literal=" ".join(text.split()))
    first = len(words) - 1
    while first > 1 and words[first - 1] in PARTICLES:
        first -= 1
    return Name(" ".join(words[:first]), " ".join(words[first:-1]), words[-1], suffix)


def _is_latin(letter: str) -> bool:
    # Modifier letters, such as the ʻokina, are part of names in Latin letters.
    return unicodedata.name(letter, "").startswith(("LATIN", "MODIFIER LETTER"))
