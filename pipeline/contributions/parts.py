"""Named parts in lists: “three components: A compresses …; B …; and C …”, “two parts: (1) A (…), and (2) B”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.contributions.expansions import abbreviates, full_words, is_title
from pipeline.contributions.named import Named
from pipeline.contributions.names import bare, is_marked, is_name, is_strong

# The words that announce a list of parts, up to its colon.
_ANNOUNCED = re.compile(
    r"\b(?:two|three|four|five|six|seven|several|key|main|core|following|complementary|novel)\b(?: [a-z-]+){0,3} "
    r"(?:components|modules|parts|stages|regimes|steps|ideas|innovations|techniques|designs|strategies|mechanisms|tasks|"
    r"tracks|subsets|splits|variants|settings|ingredients|elements|pieces|blocks|levels|phases|tiers|modes|branches|agents|"
    r"contributions|instantiations|metrics|algorithms|networks|losses|versions|instances|objectives)"
    r"[^:.;\n]{0,60}:\s$"
)
_NUMBER = r"(?:\((?:[ivx]{1,4}|\d|[a-f])\) ?|[①-⑩] ?)"
_NUMBERED = re.compile(_NUMBER)
_ITEM = re.compile(rf"[;,:]?\s*(?:and |or )?{_NUMBER}?(?:the |an? |our )?")
_ITEM_END = re.compile(r"[,:;(—]| [–-] |\.(?= |$)| (?=[a-z])|$")
_LIST_END = re.compile(r"\.(?=\s|$)")
_BRACKET = re.compile(r" ?\(([^()]{2,100})\)")
_JOINED = re.compile(r"\s*(?:,? and |, )")
# Items that are sentences: A (AB) selects …, and C (CD) fuses …; only full words with their short form begin one.
_SENTENCE = re.compile(r"[,;] (?:and )?(?:the |an? )?((?:[A-Z][\w-]* ){1,6}\([A-Z])")
REACH = 900
MOST = 20


def listed(text: str, own_from: int) -> Iterator[Named]:
    """The names that head the items of a list of parts."""
    colon = text.find(":", own_from)
    for _ in range(MOST):
        if colon < 0:
            return
        if text[colon + 1 : colon + 2].isspace():
            match = _ANNOUNCED.search(text, max(own_from, colon - 120), colon + 2)
            yield from _items(text, match.end()) if match else ()
        colon = text.find(":", colon + 1)


def _items(text: str, at: int) -> Iterator[Named]:
    stop = _LIST_END.search(text, at, at + REACH)
    end = stop.start() if stop else min(len(text), at + REACH)
    numbered = _NUMBERED.match(text, at) is not None
    marked = not numbered and text.find(";", at, end) >= 0
    while at < end:
        item = _ITEM.match(text, at)
        start = item.end() if item else at
        named = _head(text, start, end)
        if named:
            yield named
        following = _next(text, named.end if named else start, end, marked, numbered)
        if following <= at:
            return
        at = following


def _next(text: str, at: int, end: int, marked: bool, numbered: bool) -> int:
    """Where the next item begins; the end of the list where there is none."""
    if marked:
        cut = text.find(";", at, end)
        return cut + 1 if cut >= 0 else end
    if numbered:
        number = _NUMBERED.search(text, at, end)
        return number.start() if number else end
    if joined := _JOINED.match(text, at, end):
        return joined.end()
    sentence = _SENTENCE.search(text, at, end)
    return sentence.start(1) if sentence else end


def _head(text: str, start: int, end: int) -> Named | None:
    """The name an item begins with, alone or with its full words before or behind it in brackets."""
    cut = _ITEM_END.search(text, start, end)
    stop = cut.start() if cut else end
    bracket = _BRACKET.search(text, start, min(end, start + 120))
    return _short_form(text, start, bracket) or _plain(text, start, stop, bracket)


def _short_form(text: str, start: int, bracket: re.Match[str] | None) -> Named | None:
    """Full Words (X)."""
    if not bracket or not is_strong(bracket[1]):
        return None
    before = text[start : bracket.start()]
    at = full_words(bracket[1], before)
    if at is None and is_title(before):
        at = 0
    if at is None or (at > 0 and not before[:at].islower()):
        return None
    return Named(bracket[1], bracket.end(), None, before[at:].strip())


def _plain(text: str, start: int, stop: int, bracket: re.Match[str] | None) -> Named | None:
    """X, or X (full words)."""
    words = [bare(word) for word in text[start:stop].split()]
    name = " ".join(words)
    if not words:
        return None
    if bracket and bracket.start() <= stop <= bracket.end() and abbreviates(name, bracket[1]):
        # Spelled out here, a name may be short for something else elsewhere: CI (contrastive induction).
        return Named(name, bracket.end(), None, bracket[1])
    if is_name(words) and (is_marked(words) or (len(words) > 1 and is_title(name))):
        return Named(name, stop)
    return None
