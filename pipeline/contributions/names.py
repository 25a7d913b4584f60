"""What a name looks like: CamelCase, capitals, digits, hyphens, Greek letters, several capitalised words."""

from __future__ import annotations

import re
from functools import lru_cache

from pipeline.contributions.lexicon import ADJECTIVE_ENDS, BENCHMARK_NOUNS, DATASET_NOUNS, KNOWN, PLAIN

# Marks that are part of a printed name beside letters and digits: SIFT+, A*, K²Prune (\w holds raised and lowered digits).
_WORD = re.compile(r"\w(?:[\w+*^★∞∇‐‑–-]|[./&](?=\w))*")
_UPPER = "A-ZΑ-ΩÀ-ÖØ-Þ"
_STRONG = re.compile(rf".+[{_UPPER}\d²³¹⁰-⁹₀-₉α-ωℓ]|.+[+*★]$|[{_UPPER}]-|[α-ωΑ-Ω]")
_CAPITAL = re.compile(rf"[{_UPPER}\d]")
_LETTER = re.compile(rf"[a-z{_UPPER}α-ω]")
# 7B, 12K, 16-bit, 3D, 50th, v2.1: figures, not names.
_FIGURE = re.compile(r"[vV]?[\d.,]+(?:-?[a-zA-Z]{0,3}|-[a-z-]+|[°%×].*)$")
_PLURAL = re.compile(rf"[{_UPPER}\d]s$")
_LINKING = frozenset({"of", "for", "the", "in", "with", "to", "via", "on", "from", "under", "by", "without"})
_QUOTES = "\"'“”‘’`"
LONGEST = 60


def bare(word: str) -> str:
    """A printed word without quotes and possessive."""
    word = word.strip(_QUOTES)
    return word[:-2] if word.endswith(("'s", "’s")) else word


@lru_cache(maxsize=16_384)  # half of the words that are asked about were asked before
def is_strong(word: str) -> bool:
    """Whether the word alone is a name by its letters: capitals within, digits, a sign; no known term, no adjective."""
    if not _STRONG.match(word) or word in KNOWN or _FIGURE.match(word) or not _LETTER.search(word):
        return False
    if not _WORD.fullmatch(word):
        return False
    if "-" not in word:
        return True
    rest, last = word.partition("-")[2], word.rpartition("-")[2]
    return rest not in ADJECTIVE_ENDS and last not in ADJECTIVE_ENDS and not _qualifies(last)


def _qualifies(last: str) -> bool:
    return last.islower() and last.endswith(("ed", "ing", "able", "ible", "ive", "wise", "ic", "al", "ous"))


def is_capital(word: str) -> bool:
    """Whether the word starts like a part of a name of several words."""
    return _CAPITAL.match(word) is not None and word not in PLAIN and not (word.isdigit() and len(word) > 2)


def is_name(words: list[str]) -> bool:
    """Whether the words together are a proper name by their looks."""
    if not words or len(words) > 6 or sum(map(len, words)) > LONGEST:
        return False
    if len(words) == 1:
        return is_strong(words[0]) or _is_capitalised(words[0])
    if words[-1] in _LINKING or (not is_capital(words[-1]) and not is_strong(words[-1])):
        return False
    if words[0] in PLAIN or not (is_capital(words[0]) or is_strong(words[0])):
        return False
    return all(is_capital(word) or is_strong(word) or word in KNOWN or word in _LINKING for word in words)


def _is_capitalised(word: str) -> bool:
    return len(word) > 2 and word[0].isupper() and word[1:].islower() and word not in PLAIN and word.isalpha()


def is_marked(words: list[str]) -> bool:
    """Whether the looks alone tell a name from an ordinary capitalised word."""
    return any(is_strong(word) for word in words) or ends_like_data(words[-1])


def ends_like_data(word: str) -> bool:
    """Whether a capitalised last word says benchmark or data set."""
    return word[:1].isupper() and (word.lower() in BENCHMARK_NOUNS or word.lower() in DATASET_NOUNS)


def singular(text: str, name: str) -> str:
    """OEC for OECs where the text uses both; else the name as it is."""
    if _PLURAL.search(name) and len(name) > 2 and first_mention(text, name[:-1], plural=False) >= 0:
        return name[:-1]
    return name


def first_mention(text: str, name: str, start: int = 0, *, plural: bool = True) -> int:
    """Where the name first stands as a word of its own (or as a plural) from start on; -1 where it does not."""
    at = text.find(name, start)
    while at >= 0:
        if _stands_alone(text, at, at + len(name), plural):
            return at
        at = text.find(name, at + 1)
    return -1


def _stands_alone(text: str, at: int, end: int, plural: bool) -> bool:
    if at and (text[at - 1].isalnum() or (text[at - 1] in "-/_" and at > 1 and text[at - 2].isalnum())):
        return False
    if plural and text[end : end + 1] == "s":
        end += 1
    after = text[end : end + 2]
    return not (after[:1].isalnum() or after[:1] in "+_" or (after[:1] == "-" and after[1:].isalnum()))


def recurs(text: str, name: str, times: int = 2) -> bool:
    """Whether the text mentions the name at least so many times."""
    at = -1
    for _ in range(times):
        at = first_mention(text, name, at + 1)
        if at < 0:
            return False
    return True
