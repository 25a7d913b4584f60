"""An object of a listing, whatever format it stood in: what it says of a paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from pipeline.formats import addresses, people
from pipeline.formats.entries import Facts
from pipeline.formats.values import Unfit, line, plain, text

TITLES = ("title", "name", "paper_title")
ABSTRACTS = ("abstract", "summary", "paper_abstract")
AUTHORS = ("authors", "author", "author_names")
# In the order in which the first address of a kind is taken.
_ADDRESSES = (
    "doi", "arxiv_id", "arxiv", "arxiv_url", "eprint", "openreview_url", "openreview", "openreview_id", "forum",
    "icml_url", "virtualsite_url", "url", "site", "paper_url", "page", "link", "paper_pdf_url", "pdf_url", "pdf",
)  # fmt: skip
_DECISIONS = ("decision", "presentation", "status", "presentation_type", "eventtype", "event_type", "venue")
# A poster is also shown of a spotlight or an oral, and a venue's name may hold any word.
_TELL_NO_POSTER = ("eventtype", "event_type")
_TOPICS = ("topic", "primary_area", "topic_area", "subject_area", "area")
KNOWN = frozenset((*TITLES, *ABSTRACTS, *AUTHORS, *_ADDRESSES, *_DECISIONS, *_TOPICS))
_LOOKED_AT = KNOWN | {"content"}
_REFUSED = re.compile(r"\b(?:reject|withdr[ae]w|decline|retract|submitted|under review|not accepted)", re.IGNORECASE)
_LEVELS = re.compile(r"\s*(?:->|→|>|›)\s*")

Fields = Mapping[str, Any]


def paper(found: Fields, base: str | None = None) -> tuple[str, Facts]:
    """The abstract ('' where there is none) and the facts of a paper.

    base: what addresses without a host are relative to. Raises Unfit where the object has neither title nor abstract.
    """
    fields = _flat(found)
    abstract = next((said for key in ABSTRACTS if (said := text(fields.get(key), key))), "")
    title = next((said for key in TITLES if (said := line(text(fields.get(key), key)))), None)
    if not (abstract or title):
        raise Unfit("it has neither a title nor an abstract")
    names = next((names for key in AUTHORS if (names := people.authors(fields.get(key)))), ())
    area, topic = _topic(fields)
    pages = addresses.sort(_addresses(fields), base)
    return abstract, Facts(title, names, _decision(fields), area, topic, **pages)


def usable(columns: set[str]) -> bool:
    """Whether one of the columns is a title or an abstract."""
    return not columns.isdisjoint((*TITLES, *ABSTRACTS))


def passed_over(found: Fields) -> Iterator[str]:
    """The names of fields that hold something and are none that is looked at."""
    content = found.get("content")
    for fields in (found, content if isinstance(content, dict) else {}):
        yield from (name for name, value in fields.items() if value and key(name) not in _LOOKED_AT)


@lru_cache(1000)
def key(name: str) -> str:
    """A field's name as it is looked up: `Paper Title` is `paper_title`."""
    return re.sub(r"[\s-]+", "_", name.strip().lower())


def _flat(found: Fields) -> dict[str, Any]:
    """The fields by name; those of OpenReview's `content` beside the others."""
    content = found.get("content")
    inner = {key(name): value for name, value in content.items()} if isinstance(content, dict) else {}
    return {key(name): value for name, value in found.items()} | inner


def _strings(value: Any) -> list[str]:
    value = plain(value)
    if not value:
        return []
    values = value if isinstance(value, list) else [value]
    return [said for item in values if isinstance(item, str) and (said := line(item))]


def _addresses(fields: Fields) -> Iterator[tuple[str, str]]:
    for name in _ADDRESSES:
        for said in _strings(fields.get(name)):
            yield name, said
    # OpenReview's API gives a note's own id beside its content.
    if isinstance(fields.get("content"), dict):
        for said in _strings(fields.get("id")):
            yield "forum", said


def _decision(fields: Fields) -> str | None:
    """How the paper was accepted, where a field says so; a paper refused or withdrawn has no decision."""
    said = [(name, word) for name in _DECISIONS for word in _strings(fields.get(name))]
    if any(_REFUSED.search(word) for _, word in said):
        return None
    return next((found for name, word in said if (found := decision(word, name not in _TELL_NO_POSTER))), None)


def decision(said: str, poster: bool = True) -> str | None:
    """`oral`, `spotlight` or `regular`, or None where the words tell none of them. poster: whether a poster is regular."""
    words = set(re.findall(r"[a-z]+", said.lower()))
    if words & {"oral", "orals"}:
        return "oral"
    if words & {"spotlight", "spotlights"}:
        return "spotlight"
    return "regular" if poster and words & {"poster", "posters", "regular"} else None


def _topic(fields: Fields) -> tuple[str | None, str | None]:
    """The conference's own topic and its area. Keywords are the authors', and no topic."""
    said = next((said for name in _TOPICS for said in _strings(fields.get(name))), "")
    area, *topic = [part for part in _LEVELS.split(said) if part] or [None]
    separate = _strings(fields.get("topic_area"))
    if separate and not topic and separate[0] != area:
        return separate[0], area
    return area, " > ".join(filter(None, topic)) or None
