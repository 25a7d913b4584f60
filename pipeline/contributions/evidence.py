"""Names that no verb introduces: “X is a new …”, “X, our new benchmark”, “X outperforms all baselines”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.contributions.lexicon import HEAD_NOUNS
from pipeline.contributions.named import Named
from pipeline.contributions.names import first_mention, is_marked, is_name, is_strong, recurs

_NEW_HINTS = tuple(f" {verb} {word} " for verb in ("is", "are") for word in ("a new", "a novel", "an open-source"))
_OURS = re.compile(
    r", our (?:own|new|newly|novel|proposed|curated) [\w -]{3,60}?(?=[.,;:)]| for | of | that | which | with )"
)
_LAST_WORD = re.compile(r"(?<![\w.+-])[\w+.-]{3,40}$")
_SUBJECT = re.compile(r"(?:^|[.?!\n] ?)([\w+-]{2,30}(?: [A-Z][\w.+-]{1,20}){0,2})$")
_WINS = re.compile(
    r" (?:not only )?(?:\w{1,20}ly )?(?:outperforms|surpasses|achieves|attains|improves|eliminates|consistently)\b"
)
_WINNER = re.compile(r"(?<![\w+*-])[\w+*-]{2,30}$")
LEAST = 3
MOST = 20


def stated(text: str) -> Iterator[Named]:
    """Names that the text calls its own or new in passing."""
    for hints, before in (((", our ",), _LAST_WORD), (_NEW_HINTS, _SUBJECT)):
        for at in _places(text, hints):
            if before is _LAST_WORD and not _is_noun(_OURS.match(text, at)):
                continue
            match = before.search(text[max(0, at - 80) : at])
            words = match[match.lastindex or 0].split() if match else []
            if words and is_name(words) and (is_marked(words) or first_mention(text, " ".join(words), at) > 0):
                yield Named(" ".join(words), at)


def _is_noun(ours: re.Match[str] | None) -> bool:
    """Whether “our new …” is a noun in apposition, not the subject of a clause: X, our new benchmark, …"""
    return ours is not None and ours.group().rpartition(" ")[2] in HEAD_NOUNS


def _places(text: str, hints: tuple[str, ...]) -> Iterator[int]:
    for hint in hints:
        at = text.find(hint)
        for _ in range(MOST):
            if at < 0:
                break
            yield at
            at = text.find(hint, at + 1)


def winners(text: str) -> Iterator[Named]:
    """A name that is mentioned three times or more and said to do better; asked for where nothing else was found."""
    for match in _WINS.finditer(text):
        subject = _WINNER.search(text, max(0, match.start() - 30), match.start())
        if subject and is_strong(subject.group()) and _is_own(text, subject.group(), subject.start()):
            yield Named(subject.group(), subject.end())
            return


def _is_own(text: str, name: str, at: int) -> bool:
    """Whether mentioned often enough, and no plain acronym that the text only spells out: Majority Vote (MV).

    A name that comes up only when it wins needs no third mention.
    """
    first = first_mention(text, name)
    only_spelled = text[:first].endswith("(") and name.rstrip("s").isupper()
    return not only_spelled and recurs(text, name, LEAST - 1 if first == at else LEAST)
