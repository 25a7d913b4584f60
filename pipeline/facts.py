"""Facts of papers: looked up in `bibliography.csv`, or given by listings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from pipeline import read
from pipeline.dedupe import people
from pipeline.normalize import normalize_title
from pipeline.problems import Problem, Refused
from pipeline.reference import Record

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Facts(read.Facts):
    """What is known of a paper beside its abstract, as plain text, and where its title was found."""

    title_source: str | None = None


@dataclass(frozen=True)
class Source:
    """Facts and who says them: a file and a line (0 where lines mean nothing)."""

    path: str
    line: int
    facts: Facts
    is_listed: bool


Known = Mapping[str, tuple[object, Source]]
# What says nothing without the fact that it tells more of.
_TOLD_OF = {"title_source": "title", "topic": "topic_area"}
COLUMNS = tuple(each.name for each in fields(Facts) if each.name != "authors")


def listed(entry: read.Entry, path: str) -> Source:
    """What an entry says of its paper."""
    given = {each.name: getattr(entry.facts, each.name) for each in fields(entry.facts)}
    plain = {name: _text(given[name]) for name in ("title", "topic_area", "topic")}
    source = "listing" if plain["title"] else None
    facts = Facts(**{**given, **plain, "authors": _authors(entry.facts.authors)}, title_source=source)
    return Source(*read.place(entry, path), facts, is_listed=True)


def looked_up(record: Record, path: Path) -> Source:
    """What a row of `bibliography.csv` says."""
    area, _, topic = (record["topic"] or "").partition(" > ")
    names = (record["authors"] or "").split(";")
    facts = Facts(
        title=_text(record["title"]),
        title_source=record["title_source"],
        authors=_authors(read.Author(name) for name in names),
        decision=record["decision"],
        topic_area=_text(area),
        topic=_text(topic),
        icml_url=record["icml_url"],
        openreview_url=record["openreview_url"],
        arxiv_id=record["arxiv_id"],
    )
    return Source(str(path), record.line, facts, is_listed=False)


def _text(value: str | None) -> str | None:
    return normalize_title(value) or None if value else None


def _authors(authors: Iterable[read.Author]) -> tuple[read.Author, ...]:
    plain = (read.Author(normalize_title(author.name), _text(author.institution)) for author in authors)
    return tuple(author for author in plain if author.name)


def by_entry(records: Sequence[Record], path: Path, rejected: Mapping[Key, bool]) -> dict[Key, Source]:
    """The looked-up facts of each entry. rejected: of every entry of the listings, whether it was.

    Refused where a row points to no entry, or to a rejected one.
    """
    problems, found = [], {}
    for record in records:
        key = (str(record["listing"]), int(str(record["position"])))
        if (record["title"] is None) != (record["title_source"] is None):
            what, remedy = "of title and title_source one is empty", "say both, or neither"
            problems.append(Problem(str(path), record.line, what, remedy))
        if rejected.get(key) is False:
            found[key] = looked_up(record, path)
        else:
            what = "which was rejected" if key in rejected else "which does not exist"
            remedy = "point it to an entry that shows a paper, or remove the row"
            problems.append(
                Problem(str(path), record.line, f"the row is about entry {key[1]} of {key[0]}, {what}", remedy)
            )
    if problems:
        raise Refused(problems)
    return found


@dataclass(frozen=True)
class Merged:
    """All facts of a paper, what listings say otherwise, and where rows of `bibliography.csv` contradict each other."""

    facts: Facts
    disagreements: tuple[Problem, ...]
    contradictions: tuple[Problem, ...]


def merged(sources: Sequence[Source]) -> Merged:
    """The facts of a paper by all sources, those of `bibliography.csv` first; of two that have one, the first wins."""
    known: dict[str, tuple[object, Source]] = {}
    problems = []
    for source in sources:
        for field in fields(Facts):
            name, value = field.name, getattr(source.facts, field.name)
            if value and name not in known and _fits(name, source, known):
                known[name] = (value, source)
            elif value and name in known and not _agrees(name, source, known):
                problems.append((source.is_listed, _disagreement(name, known[name], source)))
    facts = Facts(**{name: value for name, (value, _) in known.items()})  # type: ignore[arg-type]
    said = tuple(problem for is_listed, problem in problems if is_listed)
    fatal = tuple(problem for is_listed, problem in problems if not is_listed)
    return Merged(_with_institutions(facts, sources), said, fatal)


def _fits(name: str, source: Source, known: Known) -> bool:
    """Whether a source's fact may be taken where none is known: a title's source and a topic only with what they tell of."""
    of = known.get(_TOLD_OF.get(name, name))
    if name == "topic":
        return of is not None and of[0] == source.facts.topic_area
    return name != "title_source" or (of is not None and of[1] is source)


def _agrees(name: str, source: Source, known: Known) -> bool:
    """Whether a source says what is known. Two rows of `bibliography.csv` must say it in the same words."""
    left: Any = known[name][0]
    right = getattr(source.facts, name)
    of = _TOLD_OF.get(name)
    if left == right or (of and known[of][0] != getattr(source.facts, of)):  # is said of that one
        return True
    if not source.is_listed:
        return False
    if name == "title":
        return people.titles_alike(str(left), str(right))
    if name == "authors":
        names = [tuple(author.name for author in side) for side in (left, right)]
        return people.authors_agree(*names) is not False
    return name in ("url", "title_source")


def _disagreement(name: str, known: tuple[object, Source], source: Source) -> Problem:
    shown = [_shown(value) for value in (getattr(source.facts, name), known[0])]
    where = f"{known[1].path}:{known[1].line}" if known[1].line else known[1].path
    what = f"{name} is {shown[0]}, but {shown[1]} in {where}, which is about the same paper"
    remedy = "the latter is taken; correct it if it is wrong" if source.is_listed else "correct one of the two rows"
    return Problem(source.path, source.line, what, remedy)


def _shown(value: object) -> str:
    return "; ".join(author.name for author in value) if isinstance(value, tuple) else repr(value)


def _with_institutions(facts: Facts, sources: Sequence[Source]) -> Facts:
    """Institutions from whichever source has them, where it lists the same names in the same order."""
    names = [author.name for author in facts.authors]
    for source in sources:
        given = source.facts.authors
        if any(author.institution for author in given) and [author.name for author in given] == names:
            return replace(facts, authors=given)
    return facts


def identifiers(facts: Facts) -> frozenset[str]:
    """The ids by which a paper is known elsewhere, as duplicates are told by."""
    openreview = (facts.openreview_url or "").partition("?id=")[2].partition("&")[0]
    given = {"openreview": openreview, "arxiv": facts.arxiv_id, "doi": facts.doi, "icml": facts.icml_url}
    return frozenset(f"{kind}:{value}" for kind, value in given.items() if value)
