"""The names behind a cue: “propose X, a …”, “a method called X”, “the X framework”, “our method, X,”, “X and Y”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.contributions.cues import Cue
from pipeline.contributions.lexicon import HEAD_NOUNS, KNOWN, NOTION_NOUNS
from pipeline.contributions.named import Named, is_full_form, printed, spelled
from pipeline.contributions.names import bare, first_mention, is_capital, is_marked, is_name, is_strong, recurs

# What may stand between the verb and its object.
_LEAD = re.compile(
    r" (?:(?:here|also|further|then|first|instead|additionally|therefore|thus|it|them|for the first time|"
    r"and \w+|in this (?:paper|work)),? )*(?:[^\w\s\"“‘'(\[,;:.—–-]{1,3} )?"
    r"(?P<determiner>(?:a|an|the|our|its|their|two|three|four|several|both|this|these)\b ?)?"
)
# What ends the phrase.
_STOP = re.compile(
    r"[,;:()\[\]—!?\n]| [–-](?= )|\.(?= |$|\n)"
    r"| (?:that|which|whose|who|where|when|while|to|for|by|using|via|through|with|as|is|are|in|on|from|at|of|under|"
    r"designed|based|built|trained|tailored|consisting|respectively|spanning|containing|comprising|capable|across|"
    r"enabling|or|leveraging|without|because|so|can|has|over|into|combining|covering|inspired|aimed|specifically|"
    r"featuring)(?= |,)"
)
# An object that is a clause holds what others made: propose to use X, show that X.
_CLAUSE = re.compile(r"(?:to|that|how|whether|on|in|for|from|by|with|an? \w+ to) ")
_ARTICLE = re.compile(r"(?:the|an?|our) ")
# What follows a name of ordinary words, to tell it from a phrase: Quill, a …; Lantern, which …
_APPOSITION = re.compile(
    r"[,:]? (?:[—–-] )?(?:which|that|an?|the|our|one|where|whose|to|two|three|another|for|along|together|achieving|"
    r"reaching|outperforming|surpassing|obtaining|trained)\b|[,:]? ?[(—–]"
)
_DESCRIBED = re.compile(r"(?:,| \([^()]{0,150}\),) (?:an?|our|the first) ")
_SOLVES = re.compile(r"\b(?:instantiate|realize|address|tackle|solve|overcome)\b")
# Metropolis–Hastings, Fisher-Rao: before a noun, people.
_PEOPLE = re.compile(r"[A-Z][a-z]+[–-][A-Z][a-z]+$")
_AND_NAME = re.compile(r",? and ([\w+-]+)")
# Marks before a name that stands behind its noun, at once or after the noun's own “of …”.
_MARK = re.compile(r", (?:namely,? )?|: | [–-] | ?— ?")
_LATER = re.compile(r"[^,.;:()\n]{1,90}, ")
_CLOSED = re.compile(r", (?:which|that|an?|to|whose|where|based|by|with|for) |\. |: ")
_OPEN = re.compile(r"[,.:;—(\n]| [(—–]| (?:and|that|which|to|for|by|with|as|is|are|in|on|via|whose|where)\b|$")
_MORE = re.compile(r", (?:and )?(?P<name>[\w+-]{2,40})(?=,| and |\.|;)")
_NEW = frozenset(
    {"new", "novel", "proposed", "final", "full", "overall", "main", "resulting", "key", "complete", "open"}
)
_PRONOUNS = frozenset({"this", "it", "them", "these", "such", "one"})
_POINTS = frozenset({"this", "the", "our", "these"})
REACH = 180


def objects_of(text: str, cue: Cue) -> Iterator[Named]:
    """The names in the noun phrase behind the cue, in those joined to it, or set off behind it."""
    lead = _LEAD.match(text, cue.end)
    if not lead:
        return
    begin, determiner = lead.end(), (lead["determiner"] or "").strip()
    stop = phrase_end(text, begin)
    if cue.sort in ("name", "cast") and text.startswith(" as ", stop):
        article = _ARTICLE.match(text, stop + 4)
        begin, determiner = article.end() if article else stop + 4, ""
        stop = phrase_end(text, begin)
    elif cue.sort == "cast" or _CLAUSE.match(text, begin):
        return
    found = list(_in_phrase(text, cue, determiner, begin, stop))
    if found and cue.sort == "introduce" and not found[-1].expansion:
        found.extend(_listed_on(text, found[-1].end))
    if not found and cue.sort in ("introduce", "make", "own"):
        found.extend(_set_off(text, begin, stop))
    yield from found


def phrase_end(text: str, begin: int) -> int:
    """Where the noun phrase that begins here ends."""
    stop = _STOP.search(text, begin, begin + REACH)
    return stop.start() if stop else min(len(text), begin + REACH)


def _in_phrase(text: str, cue: Cue, determiner: str, begin: int, stop: int) -> Iterator[Named]:
    phrase = text[begin:stop]
    if phrase.islower() and phrase.isascii():  # small letters only: most phrases, and none of them a name
        return
    for start, end in _segments(text, begin, stop):
        words = [bare(word) for word in text[start:end].split()]
        if start > begin and words and words[0] in ("the", "our", "a", "an"):
            determiner = words.pop(0)
        for named in _in_segment(text, cue, determiner, words, start, end):
            determiner = ""
            yield named


def _segments(text: str, begin: int, stop: int) -> Iterator[tuple[int, int]]:
    """The phrase cut at “and”."""
    while (cut := text.find(" and ", begin, stop)) >= 0:
        yield begin, cut
        begin = cut + 5
    yield begin, stop


def _in_segment(text: str, cue: Cue, determiner: str, words: list[str], begin: int, stop: int) -> Iterator[Named]:
    count = _leading(words)
    lead, rest = words[:count], words[count:]
    if cue.sort == "own":
        yield from _owned(text, words, lead, begin)
    elif lead and not rest:
        if _is_object(text, cue, determiner, lead, stop):
            yield printed(text, lead, begin, stop, None)
    elif cue.sort != "with" and _names_a_noun(text, cue, determiner, lead, rest, stop):
        yield printed(text, lead, begin, stop, rest[-1])
    elif cue.sort != "with":
        yield from _behind_noun(text, cue, determiner, words, begin, stop)


def _leading(words: list[str]) -> int:
    """How many words at the beginning look like parts of a name."""
    return next(
        (i for i, word in enumerate(words) if not (is_capital(word) or is_strong(word) or word in KNOWN)), len(words)
    )


def _is_strong_run(words: list[str]) -> bool:
    return is_name(words) and is_marked(words)


def _is_object(text: str, cue: Cue, determiner: str, words: list[str], stop: int) -> bool:
    """Whether a phrase that is nothing but name-like words is a name here, by its looks and by what follows."""
    if is_full_form(text, stop):
        return False
    if not is_name(words):
        return _is_known_anew(text, cue, determiner, words, stop)
    name, marked = " ".join(words), is_marked(words)
    if cue.sort == "with":  # with X, a …; we instantiate this with the Rule Composer, a …
        told = marked or (
            len(words) > 1 and determiner == "the" and _SOLVES.search(text, cue.sentence, cue.start) is not None
        )
        return told and determiner in ("", "the") and _DESCRIBED.match(text, stop) is not None
    if cue.sort == "cast":  # workflows as LLM Programs, not as Markov Decision Processes
        return len(words) > 1 and any(word in KNOWN or is_strong(word) for word in words)
    if cue.sort == "make":
        told = (
            text.startswith(".", stop) or _APPOSITION.match(text, stop) is not None or bool(spelled(text, name, stop))
        )
        return marked and determiner not in ("a", "an") and (told or recurs(text, name))
    if determiner in ("a", "an"):
        return marked and recurs(text, name)
    if marked or cue.sort == "name" or spelled(text, name, stop):
        return True
    if determiner == "the":
        return recurs(text, name)
    joined = _AND_NAME.match(text, stop)
    return _APPOSITION.match(text, stop) is not None or (joined is not None and is_strong(joined[1]))


def _is_known_anew(text: str, cue: Cue, determiner: str, words: list[str], stop: int) -> bool:
    """A known acronym is a new name only where it is introduced with a description and comes first there: SAM, a …"""
    plain = cue.sort == "introduce" and not determiner and len(words) == 1 and words[0] in KNOWN and len(words[0]) > 2
    return plain and _DESCRIBED.match(text, stop) is not None and first_mention(text, words[0]) > cue.start


def _names_a_noun(text: str, cue: Cue, determiner: str, lead: list[str], rest: list[str], stop: int) -> bool:
    """The X platform; a X framework only where X is new to the text and comes again."""
    if not 0 < len(rest) < 3 or rest[-1] not in HEAD_NOUNS or cue.sort == "make":
        return False
    if not _is_strong_run(lead) or _PEOPLE.match(" ".join(lead)):
        return cue.sort == "name" and len(lead) > 1 and is_name(lead)
    if determiner not in ("a", "an"):
        return True
    name = " ".join(lead)
    return cue.sort == "introduce" and first_mention(text, name) > cue.start and recurs(text, name)


def _owned(text: str, words: list[str], lead: list[str], begin: int) -> Iterator[Named]:
    """Our X method; our new method X."""
    if not lead:
        words = words[next((i for i, word in enumerate(words) if word not in _NEW), len(words)) :]
        lead = words[: _leading(words)]
    noun = words[len(lead)] if len(lead) < len(words) else ""
    if noun not in HEAD_NOUNS:
        return
    lead = lead or words[1 : 1 + _leading(words[1:])]
    if _is_strong_run(lead):
        yield printed(text, lead, begin, begin, noun)


def _behind_noun(text: str, cue: Cue, determiner: str, words: list[str], begin: int, stop: int) -> Iterator[Named]:
    """The name behind its noun: the optimizer FoldSGD, name the agent Sage, call this change Byte Folding."""
    last = max((i for i, word in enumerate(words) if word.islower() and not is_strong(word)), default=-1)
    if last < 0 or last == len(words) - 1:
        return
    noun, name = words[last], words[last + 1 :]
    pointed = noun in _PRONOUNS or (determiner in _POINTS and noun not in NOTION_NOUNS)
    if noun not in HEAD_NOUNS and not (cue.sort == "name" and pointed):
        return
    if is_name(name) and (is_marked(name) or cue.sort == "name") and not is_full_form(text, stop):
        yield printed(text, name, begin, stop, noun)


def _set_off(text: str, begin: int, stop: int) -> Iterator[Named]:
    """The name between marks behind its noun: a new method, X, that; two rules: X and Y; a map of surfaces, X, which."""
    mark = _MARK.match(text, stop) or _LATER.match(text, stop)
    if not mark:
        return
    noun = text[begin:stop].rstrip().rpartition(" ")[2]
    at_once = mark.re is _MARK and noun in HEAD_NOUNS
    end = phrase_end(text, mark.end())
    for start, until in _segments(text, mark.end(), end):
        name = [bare(word) for word in text[start:until].split()]
        if not _is_strong_run(name) or is_full_form(text, until):
            return
        if at_once and not _OPEN.match(text, until):
            return
        if not at_once and not (_CLOSED.match(text, until) and recurs(text, " ".join(name))):
            return
        yield printed(text, name, start, until, noun if noun in HEAD_NOUNS else None)


def _listed_on(text: str, end: int) -> Iterator[Named]:
    """The names that go on behind the first one's comma: X, Y, and Z."""
    while (match := _MORE.match(text, end)) and is_strong(match["name"]):
        end = match.end()
        yield Named(match["name"], end)
