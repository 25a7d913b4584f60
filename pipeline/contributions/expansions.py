"""Full words and their short form: which words a name abbreviates."""

from __future__ import annotations

import re

_SIGNS = re.compile(r"[^\W_]")
_WORDS = re.compile(r"[^\s\"“”‘’]\S*")
# A part of a word that can give a letter: Self|Play, Kullback|Leibler.
_PARTS = re.compile(r"[^\W_]+")
# What a name may add to the letters of its words.
_SUFFIX = re.compile(r"(?<=\w\w)-?(?:Net|Bench|Former|LM|GAN)$")
# Words that give no letter, and articles, which begin no full form.
_SMALL = frozenset(
    {"a", "an", "and", "as", "at", "based", "by", "for", "from", "in", "into", "is", "of", "on", "or", "over", "per", "the",
     "through", "to", "under", "using", "via", "with", "without"}
)  # fmt: skip


def _letters(name: str) -> str:
    return "".join(_SIGNS.findall(name)).lower()


def _capitals(name: str) -> str:
    """The capitals and figures of a name; the whole name where it has but one."""
    capitals = "".join(sign for sign in name if sign.isupper() or sign.isdigit())
    return capitals if len(capitals) > 1 else name


def abbreviates(name: str, words: str) -> bool:
    """Whether the name's letters stand in the words in their order, beginning with the first letter of both.

    Spectron: Spectral renormalization with orthogonalization. A 2 may stand for “to” and a 4 for “for”.
    """
    letters = _letters(name)
    if len(words) <= len(name) or not letters:
        return False
    return _in_order(letters, words.lower()) or _in_order(letters.replace("2", "t").replace("4", "f"), words.lower())


def _in_order(letters: str, words: str) -> bool:
    if words[:1] != letters[0]:
        return False
    at = -1
    for letter in letters:
        at = words.find(letter, at + 1)
        if at < 0:
            return False
    return True


def _initials(name: str, words: str) -> bool:
    """Whether every capital of the name begins a part of a word, in order."""
    initials = iter(part[0].lower() for part in _PARTS.findall(words))
    return all(letter in initials for letter in _capitals(name).lower())


def same_capitals(name: str, words: str) -> bool:
    """Whether the words print the name's capitals and no others: FAST-AR for FAST-AutoRegressive."""
    return len(words) > len(name) and _capitals(name) == "".join(s for s in words if s.isupper() or s.isdigit())


def takes_last(name: str, word: str) -> bool:
    """Whether the name's last capital is the word's first letter: then the word is among those it stands for."""
    return _capitals(name)[-1:].lower() == word[:1].lower()


def is_title(words: str) -> bool:
    """Whether capitalised words, and so a full form, though no letters show it: … Foundation Model (SeaCast)."""
    long = [word for word in words.split() if len(word) > 3]
    return len(long) > 1 and all(word[0].isupper() for word in long)


def full_words(name: str, before: str) -> int | None:
    """Where, in the text before “(name)”, the words begin that the name stands for; None where it stands for none.

    The nearest fitting start wins; initials are tried before letters anywhere, lest a nearer word gives a letter
    from its middle.
    """
    whole = before.rstrip()
    floor = max(whole.rfind(mark) for mark in "():;") + 1
    starts = [match.start() for match in _WORDS.finditer(whole, floor)]
    letter = _letters(name)[:1]
    for short in dict.fromkeys((name, _SUFFIX.sub("", name))):
        for fits in (_initials, abbreviates):
            for at in reversed(starts):
                if whole[at].lower() == letter and len(whole) - at > len(name) + 2 and fits(short, whole[at:]):
                    return _whole_run(short, whole, starts, at)
    return None


def _whole_run(name: str, before: str, starts: list[int], at: int) -> int:
    """The start moved left over capitalised words, where the words found give more parts than the name has letters."""
    parts = [part for part in _PARTS.findall(before[at:]) if part.lower() not in _SMALL]
    if len(_capitals(name)) >= len(parts):
        return at
    for start in reversed([start for start in starts if start < at]):
        if not before[start].isupper() or before[start:at].strip().lower() in _SMALL:
            break
        at = start
    return at
