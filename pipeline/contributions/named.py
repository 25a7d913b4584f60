"""A name as the text prints it, with the full words that stand beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.contributions.expansions import abbreviates, same_capitals
from pipeline.contributions.names import is_strong

# TD(0), SE(3): the argument belongs to the name.
_ARGUMENT = re.compile(r"\([\dλnk]\)")
_OR = re.compile(r",? (?:or|abbreviated as|in short|short),? ([\w+*-]{2,30})")
_SPELLED = re.compile(
    r"[\"”’]? ?\((?P<bracket>[^()]{4,150})\)"
    r"|(?::|, short for|, which stands for|, i\.e\.,|,| [—–-]|—) ?(?P<behind>[^,.;:()—\n]{4,150})"
)
# X, an Exact Full Form: a description whose capitals are the name's.
_TITLED = re.compile(
    r",? an? ([A-Z][\w-]*+(?: [A-Z][\w-]*+){1,7}+)(?! (?:method|framework|model|approach|algorithm)\b)"
)
_ARTICLE = re.compile(r"(?:an?|the|our|which|that|and|one|whose|where|with|to|in|it) ")


@dataclass(frozen=True)
class Named:
    """A name: where its printing ends, the noun beside it that says what it is, its full words."""

    name: str
    end: int
    noun: str | None = None
    expansion: str | None = None


def printed(text: str, words: list[str], begin: int, stop: int, noun: str | None) -> Named:
    """The name of the given words, which stand in text[begin:stop], with the full words about it."""
    run = " ".join(words)
    if (short := _OR.match(text, stop)) and is_strong(short[1]) and abbreviates(short[1], run):
        return Named(short[1], short.end(), noun, run)
    full = None
    if len(words) > 2 and is_strong(words[-1]) and abbreviates(words[-1], " ".join(words[:-1])):
        full, run = " ".join(words[:-1]), words[-1]  # Lake Depth Measure LDM2
    at = text.find(run, begin, begin + 250)
    end = at + len(run) if at >= 0 else stop
    if argument := _ARGUMENT.match(text, end):
        run, end = run + argument.group(), argument.end()
    return Named(run, end, noun, full or spelled(text, run, end))


def spelled(text: str, name: str, end: int) -> str | None:
    """The full words behind the name: X (Full Words), X: Full words, X, Full Words, a …"""
    titled = _TITLED.match(text, end)
    if titled and same_capitals(name, titled[1]) and titled[1].count(" ") > 1:
        return titled[1]
    match = _SPELLED.match(text, end)
    if not match:
        return None
    words = (match["bracket"] or match["behind"]).strip()
    one_word = " " not in words and "-" not in words
    if _ARTICLE.match(words) or one_word or (match["behind"] and not words[0].isupper()):
        return None
    return words if abbreviates(name, words) or same_capitals(name, words) else None


def is_full_form(text: str, stop: int) -> bool:
    """Whether “(XYZ)” follows: then that is the name, and the words before it are its full form."""
    at = text.find("(", max(0, stop - 1), stop + 2)
    end = text.find(")", at, at + 40) if at >= 0 else -1
    return end > at + 2 and is_strong(text[at + 1 : end].removesuffix("s"))
