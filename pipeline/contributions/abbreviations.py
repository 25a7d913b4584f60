"""Names in brackets behind their full words: “we propose Anchored Self Play (ASP)”, “a … framework (FAST-AR)”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from pipeline.contributions.cues import MOST, Cue, sentence_start
from pipeline.contributions.expansions import abbreviates, full_words, is_title, same_capitals, takes_last
from pipeline.contributions.lexicon import BENCHMARK_NOUNS, DATASET_NOUNS, HEAD_NOUNS, KNOWN, NOTION_NOUNS
from pipeline.contributions.named import Named
from pipeline.contributions.names import first_mention, is_strong, singular

_SHORT = re.compile(
    r"\( ?[\"“'‘]?(?:or |called |named |dubbed |i\.e\., |abbreviated as |termed )?(?P<short>\w[\w+*★./^&‐‑-]{1,30})[\"”'’]?"
    r"(?:,? for short|[,:] (?:short )?(?:for )?(?P<full>[A-Za-z][^()]{5,100}))? ?\)"
)
# What may not stand between the verb and the full words: then these are the object of something else.
_BREAK = re.compile(
    r"\b(?:of|for|to|in|on|with|by|from|that|which|using|via|as|into|over|under|where|based on|through|is|are|than|whose|"
    r"when|how|against|between|among|towards?|combines|called)\b|[;:()—]|\. "
)
# The same, where the name follows a description: a benchmark for tool use (ToolGauge).
_CLAUSE = re.compile(r"\b(?:that|which|using|by|with|via|from|on|based|whose|where|than|is|are|through)\b|[;:()—]|\. ")
# A comma with an article behind a name opens its description: X, a context-to-video (C2V) model.
_APPOSED = re.compile(r"[A-Z\d]\S{0,40}, (?:an?|the|our|which|where) |-\S{1,40}, an? ")
# A short form that qualifies a noun, or explains a word in the name of something else: a (FOL) dataset named X.
_ADJECTIVE = re.compile(r"-[a-z]| types?\b| [a-z ]{0,25}(?:named|called|dubbed|termed) ")
# Our method leverages Full Words (X): the noun of the paper's own, then a verb.
_VERBAL = re.compile(r"\b(?:method|approach|framework|model|algorithm|system|work|results?|analysis|\w+s)\b(?! ?,| ?$)")
_THING_FOR = re.compile(r"(?:[\w-]+ ){0,5}\w+ (?:for|of) (?:\w+ing )?")
_ONE_THING = re.compile(r"\b(?:network|architecture|model|method|approach|system|algorithm|agent|pipeline) for ")
_CALLED = re.compile(
    r", an? (?:[\w-]+ ){0,4}(?:framework|method|algorithm|model|approach|benchmark|dataset|system|paradigm|technique|pipeline)\b"
)
_DERIVED = ("derive", "obtain", "resulting", "yielding", "leading", "giving", "put", "introduction")
_DESCRIBED = re.compile(r"(?:,| ?—|:) ?(?:an?|which|the first)\b")
_DETERMINER = re.compile(r" ?(?:(?:the|an?|our|two|three|four|both|several|as|it|this|also|its|and \w+) )*")
_SEVERAL = re.compile(r" (?:two|three|four|several) ")
_JOINED = re.compile(r"(?:,? and |, )(?=(?:the |an? |our )?[\w-])")
_FOR = re.compile(r" (?:for|via|through|by) ((?:[\w-]+ ?){1,5})")
_NOUN = re.compile(r" ([A-Za-z][a-z]+)")
_STATED = re.compile(
    r" (?:is|are) (?:(?:(?:then|also|further) )?(?:proposed|introduced|presented|developed|designed|derived)\b|an? (?:new|novel)\b)"
)
# What stands before a part's full words, and before those of what is borrowed.
_PART_BEFORE = re.compile(r"\b(?:a|an|our|novel|new|proposed|dedicated|more|[a-z]+-[a-z]+) $")
_NEW_BEFORE = re.compile(r"\b(?:novel|new|proposed) $")
_BORROWED = re.compile(
    r"(?:-[\w-]{1,40}|[A-Z\d][\w-]{0,30}(?<=[A-Z\d])), an? (?:(?! that | which )[^,]){0,90}$|"
    r"\b(?:existing|standard|classical?|the|adopts?|such as|like|than|over|of|on)\b[^,]{0,30}$"
)
_MARKS = " ,\"“”'‘’"
REACH = 170


def short_forms(text: str) -> list[re.Match[str]]:
    """What stands in brackets and may be a short form."""
    return list(islice(_SHORT.finditer(text), MOST)) if "(" in text else []


def abbreviated(text: str, shorts: list[re.Match[str]], cues: list[Cue]) -> Iterator[tuple[Cue, Named]]:
    """The names in brackets whose full words are the object of a cue, each with its cue."""
    # “With” brings in what others made, but where it stands for “at its core is”.
    waiting = [cue for cue in reversed(cues) if cue.sort != "with" or text.startswith(("At", "The"), cue.start)]
    current, begin = None, 0
    for match in shorts:
        while waiting and waiting[-1].end <= match.start():
            current = waiting.pop()
            begin = current.end
        if _STATED.match(text, match.end()):
            yield from _subject(text, match)
        if current is None or match.start() - begin > REACH or current.sort == "part":
            continue
        named = _object(text, current, begin, match)
        if named:
            yield current, named
        if named or _SEVERAL.match(text, current.end):
            joined = _JOINED.match(text, match.end())
            begin = joined.end() if joined else begin


def _subject(text: str, match: re.Match[str]) -> Iterator[tuple[Cue, Named]]:
    """The subject that a sentence states to be new: Full Words (X) is proposed; Full Words (X) are a new class."""
    sentence = sentence_start(text, match.start())
    before = text[sentence : match.start()]
    at = full_words(match["short"], before) if len(before) < REACH else None
    if at is not None and before[:at] in ("", "A ", "An ", "The ") and is_strong(match["short"].removesuffix("s")):
        name = singular(text, match["short"])
        yield (
            Cue("introduce", sentence, match.start(), match.end()),
            Named(name, match.end(), None, before[at:].strip()),
        )


def _object(text: str, cue: Cue, begin: int, match: re.Match[str]) -> Named | None:
    short, end = match["short"], match.end()
    strong = is_strong(short.removesuffix("s"))
    if not (strong or short in KNOWN) or "\n" in text[begin : match.start()] or _ADJECTIVE.match(text, end):
        return None
    before = text[_object_start(text, cue, begin, match.start()) : match.start()]
    at = full_words(short, before)
    prefix = before if at is None else before[:at]
    direct = _is_direct(cue, short, before, prefix, aligned=at is not None)
    if not direct and not (at is not None and _is_named_for(text, short, end, prefix)):
        return None
    if not strong and (cue.sort != "introduce" or at != 0 or not is_title(before) or not _DESCRIBED.match(text, end)):
        return (
            None  # a known acronym is a new name only where it is spelled out and described: Sea Atlas Maker (SAM), a
        )
    if cue.sort == "make" and not _is_made(text, cue, short, end):
        return None
    noun = _noun_after(text, end)
    if _says_notion(before, noun) or (cue.sort == "name" and _says_notion(prefix, None)):
        return None
    return Named(singular(text, short), end, noun or _noun_in(before, prefix, at), _full(text, match, before, at))


def _is_made(text: str, cue: Cue, short: str, end: int) -> bool:
    """Whether what is made is the paper's own: described behind the brackets, or derived and mentioned again."""
    derived = text.startswith(_DERIVED, cue.start) and first_mention(text, short, end) > 0
    return derived or _DESCRIBED.match(text, end) is not None


def _object_start(text: str, cue: Cue, begin: int, stop: int) -> int:
    """Where the object's words begin, behind the determiner, or behind “as” where the cue names: term it as X."""
    said = text.find(" as ", begin, stop) if cue.sort == "name" else -1
    determiner = _DETERMINER.match(text, said + 4 if said >= 0 else begin)
    return determiner.end() if determiner else begin


def _is_direct(cue: Cue, short: str, before: str, prefix: str, *, aligned: bool) -> bool:
    """Whether nothing between the cue and the full words makes these the object of something else."""
    if _APPOSED.search(prefix) or (cue.sort == "own" and _VERBAL.search(prefix)):
        return False
    if aligned:
        return not _BREAK.search(prefix)
    explains = " " not in before.strip() and is_strong(before.strip())  # K₀ (K-Zero): the name stands before
    return not explains and (not _BREAK.search(prefix) or _describes(short, prefix))


def _is_named_for(text: str, short: str, end: int, prefix: str) -> bool:
    """Whether a name stands for what a thing is for: a network for stereo with fields (VSCF-Net); mechanisms for … (AIR), a framework.

    A task has a short acronym; what is long, is called a framework, or is part of an address, is the thing's own name.
    """
    if not _THING_FOR.fullmatch(prefix):
        return False
    told = _CALLED.match(text, end) is not None or f"/{short}" in text
    return told or (len(short) > 4 and _ONE_THING.search(prefix) is not None)


def _describes(short: str, prefix: str) -> bool:
    looks = short[1:] != short[1:].lower() and short.upper() != short
    return looks and _first_noun(prefix) is not None and not _CLAUSE.search(prefix)


def _full(text: str, match: re.Match[str], before: str, at: int | None) -> str | None:
    """The full words: in the brackets, before them, or behind them; None where the words before only describe."""
    short = match["short"]
    if match["full"] and abbreviates(short, match["full"]):
        return str(match["full"])
    if at is not None:
        return _without_noun(short, before[at:].strip(_MARKS))
    said = _FOR.match(text, match.end())
    whole = before.strip(_MARKS)
    behind = next((word for word in said[1].split() if same_capitals(short, word)), None) if said else None
    return behind or (whole if is_title(whole) else None)


def _without_noun(short: str, words: str) -> str:
    """The full words without a noun that only says what the thing is: … generation framework (R2SGen)."""
    shorter, _, last = words.rpartition(" ")
    return shorter if last in HEAD_NOUNS and abbreviates(short, shorter) and not takes_last(short, last) else words


def _noun_after(text: str, end: int) -> str | None:
    match = _NOUN.match(text, end)
    noun = match[1].lower() if match else ""
    return noun if noun in HEAD_NOUNS or noun in NOTION_NOUNS else None


def _noun_in(before: str, prefix: str, at: int | None) -> str | None:
    """The noun in the words before the brackets that tells the kind."""
    last = before.rstrip().rpartition(" ")[2]
    if last in BENCHMARK_NOUNS or last in DATASET_NOUNS:
        return last
    return _first_noun(prefix) if at is None else None


def _first_noun(words: str) -> str | None:
    return next((word for word in words.split() if word in HEAD_NOUNS), None)


def _says_notion(before: str, noun: str | None) -> bool:
    said = noun or before.rstrip().rpartition(" ")[2].lower()
    return said in NOTION_NOUNS and said not in HEAD_NOUNS


def defined_parts(text: str, shorts: list[re.Match[str]], own_from: int, taken: set[str]) -> Iterator[Named]:
    """The named parts in brackets behind “a/our Capitalised Words”, once the paper has begun to tell of its own things."""
    for match in shorts:
        short, end = match["short"], match.end()
        if match.start() < own_from or short in taken or not is_strong(short) or _ADJECTIVE.match(text, end):
            continue
        before = text[max(own_from, match.start() - 100) : match.start()]
        at = full_words(short, before)
        if at is None or not _PART_BEFORE.search(before[:at]):
            continue
        if not is_title(before[at:]) and not _NEW_BEFORE.search(before[:at]):
            continue
        noun = _noun_after(text, end)
        known = first_mention(text, short) < match.start() or _BORROWED.search(before[:at])
        if not known and not _says_notion(before, noun):
            yield Named(singular(text, short), end, noun, before[at:].strip())
