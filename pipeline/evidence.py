"""What is known of each entry that tells whether two are one paper, and what people decided on it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pipeline import dedupe, facts, read
from pipeline.problems import Problem, located
from pipeline.reference import Record
from pipeline.texts import Text

DECIDE = "say which with the same command and `--review`"


def evidence(entry: read.Entry, text: Text, sources: Sequence[facts.Source]) -> dedupe.Evidence:
    """An entry as the search for duplicates sees it. sources: facts of this entry alone."""
    known = facts.merged(sources).facts
    ids = frozenset().union(*(facts.identifiers(source.facts) for source in sources))
    authors = tuple(author.name for author in known.authors)
    return dedupe.Evidence(text.abstract, entry.sha256, known.title, authors, ids)


def decisions(records: Sequence[Record]) -> list[dedupe.Decision]:
    """The rows of `decisions.csv`."""
    return [
        dedupe.Decision(
            str(record["left_sha256"]),
            str(record["right_sha256"]),
            "duplicate" if record["verdict"] == "duplicate" else "distinct",
            record["reason"] or "",
            record["reviewer"] or "",
            record["date"] or "",
        )
        for record in records
    ]


def places(entries: Sequence[read.Entry], paths: dict[str, str]) -> dict[str, tuple[str, int]]:
    """Where the first entry of each SHA-256 stands: file and line (0 where lines mean nothing)."""
    found: dict[str, tuple[str, int]] = {}
    for entry in entries:
        found.setdefault(entry.sha256, read.place(entry, paths[entry.listing_id]))
    return found


def undecided(resolution: dedupe.Resolution, place: dict[str, tuple[str, int]]) -> list[Problem]:
    """One problem a pair that a person must decide."""
    found = []
    for pair in resolution.pairs:
        if pair.verdict == "undecided":
            path, line = place[pair.right_sha256]
            what = f"may be the paper of {located(*place[pair.left_sha256])}. {pair.reason}".rstrip(".")
            found.append(Problem(path, line, what, DECIDE))
    return found


def conflicts(
    resolution: dedupe.Resolution, entries: Sequence[read.Entry], paths: dict[str, str], decided: Path
) -> tuple[list[Problem], list[Problem]]:
    """Decisions that match nothing, which fail the build, and other evidence that disagrees, which is reported.

    Not where the two are an undecided pair, whose own line says it.
    """
    fatal, said = [], []
    asked = {
        frozenset((pair.left_sha256, pair.right_sha256)) for pair in resolution.pairs if pair.verdict == "undecided"
    }
    for conflict in resolution.conflicts:
        if conflict.kind == "decision":
            fatal.append(Problem(str(decided), 0, conflict.what, "correct or remove the decision"))
        elif frozenset(entries[index].sha256 for index in conflict.entries) not in asked:
            first = entries[conflict.entries[0]]
            said.append(Problem(*read.place(first, paths[first.listing_id]), conflict.what, DECIDE))
    return fatal, said
