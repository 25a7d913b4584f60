"""Entries for the tests of which are one paper: texts alike and unlike, titles, people."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from pipeline.dedupe import Decision, Evidence, Resolution
from tests.dedupe.test_compare import CASES

TEXT = CASES[0]["left"]
OTHER = CASES[1]["right"]
SIBLING = next(case["right"] for case in CASES if case["why"].startswith("a sibling"))
REWRITTEN = next(case["right"] for case in CASES if case["why"].startswith("the abstract was written anew"))
EDITED = TEXT.replace("slow", "sluggish").replace("visibly", "clearly")
CUT = TEXT[:330]
SENTENCES = TEXT.split(". ")
# Each is alike to its neighbour, and the first and the last are not alike.
CHAIN = [". ".join([*SENTENCES, *OTHER.split(". ")][n : n + 6]) for n in (0, 1, 2)]
TITLE, ANOTHER = "CorridorPact: Robots in Corridors", "Stakes on Glaciers"
PEOPLE, STRANGERS = ("Ada Ng", "Bo Ito", "Cy Roy"), ("Di Day", "Ed Eck")


def entry(text: str, title: str | None = None, authors: Sequence[str] = (), ids: str = "", note: str = "") -> Evidence:
    mark = repr((text, title, tuple(authors), ids, note))
    identifiers = frozenset(ids.split())
    return Evidence(text, hashlib.sha256(mark.encode()).hexdigest(), title, tuple(authors), identifiers)


def matches(found: Resolution) -> list[tuple[int, list[tuple[int, str]]]]:
    return [(group.kept, [(member.index, member.match) for member in group.members]) for group in found.groups]


def verdicts(found: Resolution) -> list[tuple[str, str]]:
    return [(pair.verdict, pair.basis) for pair in found.pairs]


def decision(left: Evidence, right: Evidence, verdict: str) -> Decision:
    assert verdict in ("duplicate", "distinct")
    return Decision(left.sha256, right.sha256, verdict, "seen", "ada", "2026-11-30")  # type: ignore[arg-type]
