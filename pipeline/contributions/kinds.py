"""What kind of thing a name is, from the nouns beside it and from its own ending."""

from __future__ import annotations

import re
from typing import Literal

from pipeline.contributions.lexicon import (
    BENCHMARK_NOUNS,
    DATASET_NOUNS,
    HEAD_NOUNS,
    MODEL_NOUNS,
    PART_NOUNS,
    STUDY_NOUNS,
    TASK_NOUNS,
)
from pipeline.contributions.named import Named

Kind = Literal["method", "benchmark", "dataset", "study"]
Role = Literal["primary", "component"]

_BENCHMARK_END = re.compile(
    r"(?:[Bb]ench(?:mark)?|BENCH|Leaderboard|Test ?[Ss]uite|Evaluation Suite)"
    r"(?:[- ]?(?:[vV]?\d[\w.]{0,8}|[A-Z]|Pro|Lite|Hard|Mini|XL|Live|Verified))?$"
)
_DATASET_END = re.compile(r"(?:Dataset|Data ?[Ss]et|Corpus|DB|-\d+(?:\.\d+)?[KMkm]|\d[KM])$")
# The phrase in apposition, up to what no longer says what the thing is.
_APPOSED = re.compile(
    r"[\"”’)]{0,3}(?: ?\([^()]{0,150}\))?(?:,|:| is| are| [—–-]|—)? ?(?:which is )?"
    r"(?P<phrase>(?:an?|(?<!: )the|our|one of the|two|three) [^,;:.()—]{3,140})"
)
_CUT = re.compile(
    r" (?:that|which|for|to|of|with|designed|in|on|by|via|using|where|whose|from|consisting|containing|based|built|"
    r"capable|comprising|spanning|covering|combining|tailored|as|through|enabling)\b.*"
)
_WITH_ANOTHER = re.compile(r"(?:, [\w+-]{2,40})?,? and [\w+-]{2,40}(?=, (?:an?|the) |:)")
# A collection of models is a method, a suite of tasks a benchmark.
_WHOLES = frozenset({"collection", "suite", "set", "family", "series", "class", "type", "kind", "library"})
# A benchmark framework is a benchmark; a benchmark generator is a method.
_MAKERS = frozenset({"generator", "pipeline", "simulator", "toolkit", "library"})
_OF = re.compile(r"\b(?:collection|suite|set|family|series|class|type|kind|library) of (.*)")


def kind_of_words(words: list[str]) -> Kind | None:
    """The kind that the nouns of a phrase say; None where they say none."""
    low = [word.strip("\"“”'’").lower() for word in words]
    if "of" in low:
        return _kind_of_whole(low[: low.index("of")], low[low.index("of") + 1 :])
    if any(word in BENCHMARK_NOUNS for word in low) and low[-1] not in _MAKERS:
        return "benchmark"
    last = low[-1] if low else ""
    if last in DATASET_NOUNS:
        return "dataset"
    if last in STUDY_NOUNS:
        return "study"
    return "method" if last in HEAD_NOUNS else None


def _kind_of_whole(whole: list[str], of: list[str]) -> Kind | None:
    """The kind of a collection or a suite, by what it is of."""
    members = next((word for word in of if word in MODEL_NOUNS or word in TASK_NOUNS or word in DATASET_NOUNS), "")
    if members in MODEL_NOUNS:
        return "method"
    if members in TASK_NOUNS and whole[-1:] != ["collection"]:
        return "benchmark"
    return kind_of_words(whole)


def apposition(text: str, end: int) -> list[str]:
    """The words of the phrase that says what the name before it is; empty where there is none."""
    match = _APPOSED.match(text, end)
    if not match:
        return []
    phrase = match["phrase"]
    words = _CUT.sub("", phrase).split()
    whole = _OF.search(phrase)
    return [*words, "of", *_CUT.sub("", whole[1]).split()] if whole and words and words[-1] in _WHOLES else words


def _shared(text: str, end: int) -> list[str]:
    """What a phrase behind “X and Y,” says of X: its first half where it names two things, else the whole."""
    match = _WITH_ANOTHER.match(text, end)
    words = apposition(text, match.end()) if match else []
    if "and" in words:
        first, second = words[: words.index("and")], words[words.index("and") + 1 :]
        if kind_of_words(first) and kind_of_words(second):
            return first
    return words


def _second(text: str, named: Named, words: list[str]) -> list[str]:
    """What a phrase behind “X and Y:” says of Y: its second half where it names two things, else the whole."""
    start = named.end - len(named.name)
    half = words[words.index("and") + 1 :] if "and" in words else []
    return half if kind_of_words(half) and text.endswith(" and ", 0, start) else words


def kind_of(named: Named, text: str) -> Kind | None:
    """The kind of a name, from its own end, the nouns beside it, and its full words; None where nothing says it."""
    full = named.expansion or named.name
    if _BENCHMARK_END.search(named.name) or _BENCHMARK_END.search(full):
        return "benchmark"
    if named.noun and (said := kind_of_words([named.noun])):
        return said
    if said := kind_of_words(_second(text, named, apposition(text, named.end)) or _shared(text, named.end)):
        return said
    return "dataset" if _DATASET_END.search(named.name) or _DATASET_END.search(full) else None


def is_part(text: str, named: Named) -> bool:
    """Whether the nouns beside a name say that it is part of something."""
    words = apposition(text, named.end)
    return (named.noun or (words[-1] if words else "")) in PART_NOUNS
