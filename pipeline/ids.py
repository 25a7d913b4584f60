"""Permanent paper ids and their register."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Given:
    """One line of the register: an id, the fingerprint it was given for, and that entry's SHA-256."""

    paper_id: str
    fingerprint: str
    entry_sha256: str


@dataclass(frozen=True)
class Mark:
    """What tells an entry's text again: its fingerprint, that of text and title, and the SHA-256 of its bytes."""

    text: str
    titled: str
    entry_sha256: str


Group = Sequence[Mark]
"""The marks of one paper's entries, the kept entry first."""


@dataclass(frozen=True)
class Ids:
    """paper_ids: one a group. register: all lines, the new ones last. current: id -> its paper's id, or None."""

    paper_ids: tuple[str, ...]
    register: tuple[Given, ...]
    current: dict[str, str | None]


def assign(papers: Sequence[Group], register: Sequence[Given]) -> Ids:
    """Give each paper the oldest id that the register has for it, else a new one.

    A line of the register is found by its fingerprint, or by the bytes of the entry it was
    given for: a better normalizer changes fingerprints, and the ids must outlive it.
    """
    fingerprints = _fingerprints(papers)
    owner = _owners(papers, fingerprints, register)
    oldest: dict[int, str] = {}
    for given in register:
        if given.paper_id in owner:
            oldest.setdefault(owner[given.paper_id], given.paper_id)
    fresh = [number for number in range(len(papers)) if number not in oldest]
    taken = {given.paper_id for given in register}
    added = []
    # In order of fingerprint, so that the names of the files do not matter.
    for number in sorted(fresh, key=lambda number: fingerprints[number][0]):
        fingerprint = fingerprints[number][0]
        paper_id = next(value for value in _candidates(fingerprint) if value not in taken)
        taken.add(paper_id)
        oldest[number] = paper_id
        owner[paper_id] = number
        added.append(Given(paper_id, fingerprint, papers[number][0].entry_sha256))
    lines = (*register, *added)
    current = {given.paper_id: oldest[owner[given.paper_id]] if given.paper_id in owner else None for given in lines}
    return Ids(tuple(oldest[number] for number in range(len(papers))), lines, current)


def _fingerprints(papers: Sequence[Group]) -> list[list[str]]:
    """Of each paper's entries; of text and title where another paper has the text, and of the bytes too where
    another has both, so that no two papers have one."""
    text = _shared(papers, lambda mark: mark.text)
    titled = _shared(papers, lambda mark: mark.titled)

    def of(mark: Mark) -> str:
        if mark.text not in text:
            return mark.text
        return mark.titled if mark.titled not in titled else _hash(mark.titled + mark.entry_sha256)

    return [[of(mark) for mark in paper] for paper in papers]


def _shared(papers: Sequence[Group], key: Callable[[Mark], str]) -> set[str]:
    seen = Counter(value for paper in papers for value in {key(mark) for mark in paper})
    return {value for value, count in seen.items() if count > 1}


def _owners(papers: Sequence[Group], fingerprints: list[list[str]], register: Sequence[Given]) -> dict[str, int]:
    """Which paper each id of the register belongs to; an equal fingerprint tells more than equal bytes."""
    by_fingerprint = {value: number for number, values in enumerate(fingerprints) for value in values}
    by_entry = {mark.entry_sha256: number for number, paper in enumerate(papers) for mark in paper}
    owner = {}
    for given in register:
        number = by_fingerprint.get(given.fingerprint, by_entry.get(given.entry_sha256))
        if number is not None:
            owner[given.paper_id] = number
    return owner


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _candidates(fingerprint: str) -> Iterator[str]:
    """12 digits of the fingerprint; where an id is taken (0.2 pairs expected in 10 million papers), of its hash."""
    while True:
        yield fingerprint[:12]
        fingerprint = _hash(fingerprint)
