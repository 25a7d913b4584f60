"""What duplicates are told by, and what is told of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from .similarity import Verdict

Basis = Literal["exact", "identifier", "title", "near", "reviewed"]
# Strongest first.
STRENGTH: tuple[Basis, ...] = ("reviewed", "exact", "identifier", "title", "near")


@dataclass(frozen=True)
class Evidence:
    """One entry as dedupe sees it.

    text: its normalized abstract, empty where the listing has none; sha256: of the entry's own bytes; title:
    normalized, None where not known; authors: names as listed, in any form; identifiers: "openreview:…",
    "arxiv:…", "doi:…".
    """

    text: str
    sha256: str
    title: str | None = None
    authors: tuple[str, ...] = ()
    identifiers: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True)
class Decision:
    """A person's word on two entries: a row of raw/reference/decisions.csv. A later row on the same two wins."""

    left_sha256: str
    right_sha256: str
    verdict: Literal["duplicate", "distinct"]
    reason: str
    reviewer: str
    date: str


@dataclass(frozen=True)
class Pair:
    """A row of duplicate_pairs; left_sha256 < right_sha256. similarity: None where a side has no text."""

    left_sha256: str
    right_sha256: str
    similarity: float | None
    verdict: Verdict
    basis: Basis
    reason: str


@dataclass(frozen=True)
class Member:
    """An entry merged into a group: why, and how much of the shorter text stands in the kept one or it in that."""

    index: int
    match: Basis
    similarity: float | None
    reason: str


@dataclass(frozen=True)
class Group:
    """The entries of one paper. kept: the first listed; members: the others, as listed."""

    kept: int
    members: tuple[Member, ...]


@dataclass(frozen=True)
class Conflict:
    """Evidence that disagrees, or a decision that matches nothing. entries: who is concerned, by index."""

    kind: Literal["identifier", "text", "decision"]
    entries: tuple[int, ...]
    what: str


@dataclass(frozen=True)
class Resolution:
    """groups: every entry in just one, in order of the first; pairs: sorted by their hashes; conflicts: sorted."""

    groups: tuple[Group, ...]
    pairs: tuple[Pair, ...]
    conflicts: tuple[Conflict, ...]


@dataclass(frozen=True)
class Link:
    """What is said of two entries, left and right by index."""

    left: int
    right: int
    verdict: Verdict
    basis: Basis
    reason: str
    similarity: float | None = None


Identity = tuple[bool, str, str, tuple[str, ...]]


def identity(entry: Evidence) -> Identity:
    """What entries are put in order by where the order of listings must not matter; those with a title first."""
    return not entry.title, entry.sha256, entry.title or "", entry.authors


def short(entries: Iterable[Evidence]) -> str:
    """Entries as a message names them."""
    return " and ".join(entry.sha256[:12] for entry in entries)
