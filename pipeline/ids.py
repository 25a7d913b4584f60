"""Permanent paper ids and their register."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Given:
    """One line of the register: an id, the fingerprint it was given for, and that entry's SHA-256."""

    paper_id: str
    fingerprint: str
    entry_sha256: str


@dataclass(frozen=True)
class Group:
    """What is known of one paper: fingerprints and SHA-256 of its entries, the kept entry first."""

    fingerprints: tuple[str, ...]
    entries: tuple[str, ...]


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
    owner = _owners(papers, register)
    oldest: dict[int, str] = {}
    for given in register:
        if given.paper_id in owner:
            oldest.setdefault(owner[given.paper_id], given.paper_id)
    fresh = [number for number in range(len(papers)) if number not in oldest]
    taken = {given.paper_id for given in register}
    added = []
    # In order of fingerprint, so that the names of the files do not matter.
    for number in sorted(fresh, key=lambda number: papers[number].fingerprints[0]):
        paper = papers[number]
        paper_id = next(value for value in _candidates(paper.fingerprints[0]) if value not in taken)
        taken.add(paper_id)
        oldest[number] = owner_id = paper_id
        owner[owner_id] = number
        added.append(Given(paper_id, paper.fingerprints[0], paper.entries[0]))
    lines = (*register, *added)
    current = {given.paper_id: oldest[owner[given.paper_id]] if given.paper_id in owner else None for given in lines}
    return Ids(tuple(oldest[number] for number in range(len(papers))), lines, current)


def _owners(papers: Sequence[Group], register: Sequence[Given]) -> dict[str, int]:
    """Which paper each id of the register belongs to; an equal fingerprint tells more than equal bytes."""
    by_fingerprint = {value: number for number, paper in enumerate(papers) for value in paper.fingerprints}
    by_entry = {value: number for number, paper in enumerate(papers) for value in paper.entries}
    owner = {}
    for given in register:
        number = by_fingerprint.get(given.fingerprint, by_entry.get(given.entry_sha256))
        if number is not None:
            owner[given.paper_id] = number
    return owner


def _candidates(fingerprint: str) -> Iterator[str]:
    """12 digits of the fingerprint; where an id is taken (0.2 pairs expected in 10 million papers), of its hash."""
    while True:
        yield fingerprint[:12]
        fingerprint = hashlib.sha256(fingerprint.encode()).hexdigest()
