"""Where a text says that what follows is its own: we propose, this paper presents, which we call, our method."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Sort = Literal["introduce", "make", "name", "own", "part", "cast", "with"]

# Verbs that introduce, by their form; the form says what subject to expect.
_INTRODUCE = (
    "propose", "introduce", "present", "develop", "design", "devise", "unveil", "contribute", "release", "open-source",
    "curate", "construct", "create", "conceive", "invent", "engineer", "build",
)  # fmt: skip
# Verbs that make: their object must look like a name of its own.
_MAKE = (
    "describe", "provide", "offer", "derive", "train", "publish", "instantiate", "collect", "assemble", "deliver",
    "formalize", "obtain", "formulate", "yielding", "discuss", "conduct",
)  # fmt: skip
_NAMED = (
    "named", "called", "dubbed", "termed", "coined", "titled", "nicknamed", "christened", "denoted", "abbreviated",
    "namely", "namely,",
)  # fmt: skip
# First words of what is matched in full at its place: no single word tells.
_PHRASES = {
    "introduction": ("make", re.compile("introduction of(?= )")),
    "leading": ("make", re.compile("leading to(?= )")),
    "giving": ("make", re.compile("giving rise to(?= )")),
    "put": ("make", re.compile("put forward(?= )")),
    "referred": ("named", re.compile("referred to as(?= )")),
    "refer": ("name", re.compile("refer to(?= )")),
}
_ORDINAL = re.compile("The (?:first|second|third)(?: one| algorithm| method| approach| variant)?,? is(?= )")
_CORE = re.compile(r"At (?:its|the) (?:core|heart)(?: of \w+(?: \w+)?)?,? (?:is|lies)(?= )")
# The proposed X: the article before makes the participle an adjective.
_OF_THE = frozenset({"proposed", "introduced", "resulting", "extended"})
_AFTER_NAMED = re.compile(r" (?:as|by)(?= )")


def _forms(verb: str) -> dict[str, str]:
    """The forms of a verb, each with its ending: e or nothing, s, ed, ing."""
    if verb == "build":
        return {"build": "", "builds": "s", "built": "ed", "building": "ing"}
    stem = verb.removesuffix("e")
    final = verb[len(stem) :]
    forms = {verb: "", f"{stem}{final}s": "s", f"{stem}ed": "ed", f"{stem}ing": "ing"}
    return forms | {word[0].upper() + word[1:]: ending for word, ending in forms.items()}


_VERBS = {word: ending for verb in _INTRODUCE for word, ending in _forms(verb).items()}
_WORDS: dict[str, str] = {
    **dict.fromkeys(_VERBS, "introduce"),
    **dict.fromkeys(_MAKE, "make"),
    **dict.fromkeys(("name", "call", "term", "dub", "denote", "coin", "title", "Call"), "name"),
    **{prefix + word: "named" for word in _NAMED for prefix in ("", "(")},
    **dict.fromkeys(("abstract", "represent", "cast", "express", "model", "organize"), "cast"),
    **dict.fromkeys(("our", "Our"), "own"),
    **dict.fromkeys(("with", "With", "via", "through"), "with"),
    **dict.fromkeys((*_PHRASES, "At", "The", "(referred"), "phrase"),
    **dict.fromkeys(("resulting", "extended"), "the"),
}
_ALL = frozenset(_WORDS)
# What stands before a verb: who speaks.
_PAPER = r"(?:paper|work|article|report|letter|manuscript|thesis|study|tutorial|survey|monograph)"
_AUTHORS = re.compile(rf"\b(?:[Ww]e|[Oo]ur|I|{_PAPER})\b")
_BY_PAPER = re.compile(
    rf"\b(?:{_PAPER}|we|We)(?: also| first| further| then| therefore| thus| \w+ly| and| \w+s and)*,? $"
)
_BY_US = re.compile(r"\b(?:[Ww]e|I|have|has|authors)(?: \w+ly| also| further| first| then)? $")
_SPEAKS = re.compile(
    r"(?:\b(?:[Ww]e|I|and|to|then|also|here|hereafter|will|further|first|authors|next|therefore|thus|or)|,)(?: \w+ly| first)? $"
)
# “the problem of constructing X”, “when building X”: about what is done, not what the paper does.
_ABOUT = re.compile(r"\b(?:of|for|in|when|while|about|on) $")
_OTHERS = re.compile(
    r"\b(?:works|studies|approaches|methods|papers|researchers|al\.?|they|models|systems|[Ee]xisting|[Pp]rior|[Pp]revious|"
    r"[Rr]ecently|who|which|agents|attackers?|users|humans|that)\b"
)
_OF_OTHERS = re.compile(
    r"\b(?:[Rr]ecent(?:ly)?|[Ee]xisting|[Pp]revious(?:ly)?|[Pp]rior|well-known|popular|classic(?:al)?|commonly|often|so-called)\b"
)
_PROPOSED = re.compile(r"(?:[Pp]ropos|[Ii]ntroduc|[Dd]evelop|[Pp]resent|[Dd]esign|[Dd]eriv|[Rr]eleas)")
# Abstracts introduce a handful of names; the bound keeps a text made to be slow from being so.
MOST = 400
# Characters: a sentence that is longer is cut there, which the rules do not notice.
FAR = 400
# The longest word before a verb with the longest adverb, in characters.
_NEAR = 48


@dataclass(frozen=True)
class Cue:
    """A place that introduces: what sort, where its sentence and the cue begin, and where the introduced words begin."""

    sort: Sort
    sentence: int
    start: int
    end: int


def sentence_start(text: str, position: int) -> int:
    """Where the sentence begins that a position stands in, as far as it matters: no sentence is longer than FAR."""
    least = max(0, position - FAR)
    mark = text.rfind(". ", least, position)
    since = least if mark < 0 else mark
    mark = max(mark, text.rfind("? ", since, position), text.rfind("\n", since, position))
    return least if mark < 0 else mark + 1 + (text[mark + 1] == " ")


def cues_of(text: str) -> list[Cue]:
    """The places of a text that introduce something of its own, in order."""
    found: list[Cue] = []
    for start, word in _candidates(text):
        cue = _cue(text, word, start)
        # We call our method X: the verb's object, no place of its own.
        if cue and (cue.sort != "own" or not found or cue.start != found[-1].end + 1):
            found.append(cue)
    return found


def _candidates(text: str) -> list[tuple[int, str]]:
    """Where the words stand that may be a cue, with blanks about them; found as a set first, for speed."""
    plain = f" {text} ".replace("\n", " ").replace("—", " ")
    found: list[tuple[int, str]] = []
    for word in _ALL.intersection(plain.split(" ")):
        spaced = f" {word} "
        at = plain.find(spaced)
        while at >= 0 and len(found) < MOST:
            found.append((at, word))
            at = plain.find(spaced, at + 1)
    return sorted(found)


def _cue(text: str, word: str, start: int) -> Cue | None:
    kind, end = _WORDS[word], start + len(word)
    if kind == "with" and text[end + 1 : end + 2].islower() and not text.startswith(" the ", end):
        return None
    if word in _OF_THE and text.startswith(("the ", "The "), max(0, start - 4)):
        kind, start = "own", start - 4
    elif kind == "the":
        kind, end = ("make", end + 3) if text.startswith(" in ", end) else ("", end)
    elif kind == "phrase":
        kind, end = _phrase(text, word, start)
    elif kind == "named" and (tail := _AFTER_NAMED.match(text, end)):
        end = tail.end()
    if not kind or text[end : end + 1] != " ":
        return None
    sentence = sentence_start(text, start)
    sort = _sort(kind, word, text[max(sentence, start - 150) : start])
    return Cue(sort, sentence, start, end) if sort else None


def _phrase(text: str, word: str, start: int) -> tuple[str, int]:
    """The kind and the end of a cue of several words; no kind where the words behind the first are others."""
    if word.startswith("("):
        word, start = word[1:], start + 1
    for kind, pattern in (_PHRASES.get(word, ("", None)), ("lead", _ORDINAL), ("lead", _CORE)):
        if pattern and (match := pattern.match(text, start)):
            return kind, match.end()
    return "", start


def _sort(kind: str, word: str, before: str) -> Sort | None:
    match kind:
        case "own":
            return "own"
        case "lead":
            return "with"
        case "with":
            return "with" if _AUTHORS.search(before) else None
        case "cast":
            return "cast" if _speaks(before) else None
        case "named" if word.startswith("namely"):
            return "name" if _PROPOSED.search(before) else None
        case "named":
            return None if _OF_OTHERS.search(before) and not _AUTHORS.search(before) else "name"
        case "name":
            return "name" if _speaks(before) and not _others(before) else None
        case "make":
            return None if _others(before) else "make"
    return _introduces(_VERBS[word], before)


def _introduces(ending: str, before: str) -> Sort | None:
    """By the verb's form and its subject: we propose, this paper proposes, proposing; X proposes is about a part of X."""
    if ending == "s":
        return "introduce" if _BY_PAPER.search(before) else "part"
    if ending == "ed":
        return "introduce" if _BY_US.search(before) else None
    if ending == "ing":
        return None if _ABOUT.search(before) or _others(before) else "introduce"
    # Without a subject it is a noun or an adjective: the design, at present, the open-source tools.
    spoken = not before or _speaks(before)
    return "introduce" if spoken and not _others(before) else None


def _speaks(before: str) -> bool:
    """Whether a subject or a conjunction stands right before the verb, with an adverb at most between them."""
    return _SPEAKS.search(before, max(0, len(before) - _NEAR)) is not None


def _others(before: str) -> bool:
    """Whether the subject is other people's work: no we or this paper before the verb, but recent works, they, who."""
    return not _AUTHORS.search(before) and _OTHERS.search(before) is not None
