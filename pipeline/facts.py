"""Facts looked up elsewhere, brought to the papers they are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pipeline.normalize import normalize_title
from pipeline.problems import Problem, Refused
from pipeline.reference import Record

_KEY = ("listing", "position")
Facts = dict[str, str | None]


def by_paper(records: Sequence[Record], path: Path, papers: Mapping[tuple[str, int], int | None]) -> dict[int, Facts]:
    """The facts of each paper, by its number.

    papers: the number of the paper that each entry (listing id, position) shows, None where
    the entry is rejected. Refused where a row points to no entry or to a rejected one, or
    where two rows disagree on a paper.
    """
    found: dict[int, tuple[int, Facts]] = {}
    problems = []
    for record in records:
        number = papers.get((str(record["listing"]), int(str(record["position"]))))
        if number is None:
            problems.append(_pointless(path, record, papers))
            continue
        line, known = found.setdefault(number, (record.line, {}))
        problems += _merge(path, record, line, known)
    if problems:
        raise Refused(problems)
    return {number: facts for number, (_, facts) in found.items()}


def _pointless(path: Path, record: Record, papers: Mapping[tuple[str, int], int | None]) -> Problem:
    key = (str(record["listing"]), int(str(record["position"])))
    what = "which was rejected" if key in papers else "which does not exist"
    remedy = "point it to an entry that shows a paper, or remove the row"
    return Problem(str(path), record.line, f"the row is about entry {key[1]} of {key[0]}, {what}", remedy)


def _merge(path: Path, record: Record, line: int, known: Facts) -> list[Problem]:
    problems = []
    for column, value in record.cells.items():
        if column in _KEY or value is None:
            continue
        if known.setdefault(column, value) != value:
            what = f"{column} {value!r} disagrees with line {line}, which is about the same paper"
            problems.append(Problem(str(path), record.line, what, "correct one of the two rows"))
    return problems


def columns(facts: Facts) -> dict[str, str | None]:
    """The columns of `papers` that facts fill."""
    area, _, topic = (facts.get("topic") or "").partition(" > ")
    title = facts.get("title")
    return {
        "title": normalize_title(title) if title else None,
        "decision": facts.get("decision"),
        "topic_area": area.strip() or None,
        "topic": topic.strip() or None,
        "icml_url": facts.get("icml_url"),
        "openreview_url": facts.get("openreview_url"),
        "arxiv_id": facts.get("arxiv_id"),
        "title_source": facts.get("title_source"),
    }


def authors(facts: Facts) -> list[str]:
    """The authors' names, in the paper's order."""
    names = (facts.get("authors") or "").split(";")
    return [name for name in map(normalize_title, names) if name]
