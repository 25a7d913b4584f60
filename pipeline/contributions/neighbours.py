"""What stands about a name or a cue: a second name behind the first, the noun before “called”, a citation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.contributions.cues import Cue
from pipeline.contributions.kinds import apposition
from pipeline.contributions.lexicon import HEAD_NOUNS, NOTION_NOUNS
from pipeline.contributions.named import Named
from pipeline.contributions.names import first_mention, is_strong

_FURTHER = re.compile(r" (?:and|with) (?:the )?(?P<name>[\w+-]{3,40}), (?:an?|the first) ")
_VARIANT = re.compile(
    r" and (?:its|an?|the) (?:[\w-]+ ){0,4}(?:variants?|versions?|extensions?|counterparts?),? (?P<name>[\w+-]{3,40})(?=[,.;: ])"
)
_CLAUSE_END = re.compile(r"[.;:\n]")
REACH = 240
_ONLY_NOTIONS = NOTION_NOUNS - HEAD_NOUNS
_MADE = re.compile(r",? (?:has|have|was|were) (?:recently |been )*(?:proposed|introduced|developed|presented)\b")
_CITED = re.compile(r" ?[(\[](?:[A-Z][\w-]+ et al|[^()\[\]]{0,60}\b(?:19|20)\d\d[a-z]?[)\];,])")
# What stands before a name that is known from elsewhere.
_FOREIGN = (
    "xisting ", "tandard ", "onventional ", "raditional ", "lassic ", "lassical ", "rior ", "revious ", "urrent ", "anilla ",
    " recent ", "uch as ", "opular ", "tate-of-the-art ", "nlike ", "oTA ", "OTA ",
)  # fmt: skip


def further(text: str, end: int) -> Iterator[Named]:
    """The name behind another's apposition: X, a framework for …, and Y, a benchmark; and its variant, Y."""
    clause = _CLAUSE_END.search(text, end, end + REACH)
    stop = clause.start() + 1 if clause else end + REACH
    match = _FURTHER.search(text, end, stop) or _VARIANT.search(text, end, stop)
    if match and is_strong(match["name"]):
        yield Named(match["name"], match.end("name"))


def names_notion(text: str, cue: Cue) -> bool:
    """Whether what the cue names is a problem, an effect or a notion: a phenomenon called X."""
    for word in reversed(_words_before(text, cue)):
        if word in HEAD_NOUNS:
            return False
        if word in NOTION_NOUNS:
            return True
    return False


def noun_before(text: str, cue: Cue) -> str | None:
    """The noun that says what is named behind the cue: our dataset, dubbed X."""
    return next((word for word in reversed(_words_before(text, cue)) if word in HEAD_NOUNS), None)


def _words_before(text: str, cue: Cue) -> list[str]:
    return text[max(cue.sentence, cue.start - 60) : cue.start].replace(",", " ").split()[-4:]


def is_notion(text: str, named: Named) -> bool:
    """Whether what follows the name says that it is a task or a problem."""
    words = apposition(text, named.end)
    if "of" in words:
        words = words[: words.index("of")]
    return bool(words) and words[-1] in _ONLY_NOTIONS


def is_cited(text: str, named: Named) -> bool:
    """Whether a citation or “has been proposed” follows the name: then others made it."""
    return _CITED.match(text, named.end) is not None or _MADE.match(text, named.end) is not None


def is_foreign(text: str, name: str) -> bool:
    """Whether a mention of the name says that it is known from elsewhere: existing X, unlike X."""
    at = first_mention(text, name)
    for _ in range(20):  # an abstract that names a thing more often has told by then
        if at < 0:
            return False
        if text.endswith(_FOREIGN, 0, at):
            return True
        at = first_mention(text, name, at + len(name))
    return False
