"""Links by texts that are alike, weighed with titles and authors where both sides have them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from . import people
from .connect import Groups
from .evidence import Evidence, Identity, Link, identity
from .folding import words
from .index import overlaps
from .records import canonical, clash
from .similarity import ALIKE, Comparison, Texts, judge

Alike = Callable[[Sequence[str], int], Iterator[tuple[int, int, Comparison]]]


def alike(texts: Sequence[str], jobs: int = 1) -> Iterator[tuple[int, int, Comparison]]:
    """The pairs of normalized texts at or above the lower threshold, by number, the left one below the right."""
    folded = [words(text) for text in texts]
    found = overlaps(folded, jobs)
    shorter = np.minimum(found.counts[found.left], found.counts[found.right])
    for at in np.flatnonzero(found.shared >= ALIKE * shorter).tolist():
        a, b = int(found.left[at]), int(found.right[at])
        sizes = int(found.counts[a]), int(found.counts[b])
        compared = judge(texts[a], texts[b], folded[a] == folded[b], int(found.shared[at]), sizes)
        if compared.listed:
            yield a, b, compared


def join(
    entries: Sequence[Evidence],
    prints: Sequence[str | None],
    groups: Groups,
    texts: Texts,
    jobs: int,
    alike: Alike = alike,
) -> list[Link]:
    """Bring groups together whose texts are alike; what links there are, used or not.

    Most alike first, and only where every group brought together before is close to every other: so no chain
    forms, whichever entry is the kept one, and the order of entries changes nothing.
    """
    links = sorted(_links(entries, prints, groups, jobs, alike), key=lambda link: _order(entries, link))
    guard = _Guard(entries, groups, texts, links)
    for link in links:
        if link.verdict == "duplicate" and guard.allows(link):
            guard.union(link)
    return links


class _Guard:
    """Knows of each group the cores, groups as they were before texts were looked at, that it was made of.

    Of more than 16 cores, 16 stand for all: else a paper in 2,000 wordings would take two million comparisons.
    """

    def __init__(self, entries: Sequence[Evidence], groups: Groups, texts: Texts, links: Sequence[Link]) -> None:
        self._entries, self._groups, self._texts = entries, groups, texts
        ends = {index for link in links for index in (link.left, link.right)}
        self._core = {index: groups.find(index) for index in ends}
        self._members = {core: canonical(entries, groups.of(core)) for core in self._core.values()}
        self._cores = {core: [core] for core in self._members}
        self._close = {self._key(link): False for link in links}
        self._close |= {self._key(link): True for link in links if link.verdict == "duplicate"}

    def _key(self, link: Link) -> frozenset[int]:
        return frozenset((self._core[link.left], self._core[link.right]))

    def allows(self, link: Link) -> bool:
        """Whether every core of one side is close to every core of the other."""
        ours, theirs = (self._cores[self._groups.find(index)] for index in (link.left, link.right))
        return all(p == q or self._is_close(p, q) for p, q in product(ours, theirs))

    def _is_close(self, p: int, q: int) -> bool:
        """As the links say; where the index did not pair them, as a look at their texts does."""
        key = frozenset((p, q))
        if key not in self._close:
            left, right = self._members[p], self._members[q]
            unlike = _clash([self._entries[i] for i in left], [self._entries[i] for i in right])
            pairs = product(left, right)
            self._close[key] = not unlike and any(self._texts.compare(a, b).verdict == "duplicate" for a, b in pairs)
        return self._close[key]

    def union(self, link: Link) -> None:
        first, second = self._groups.find(link.left), self._groups.find(link.right)
        if first != second and self._groups.union(first, second):
            cores = self._cores.pop(first) + self._cores.pop(second)
            cores.sort(key=lambda core: identity(self._entries[self._members[core][0]]))
            self._cores[self._groups.find(first)] = cores[:16]


def _links(
    entries: Sequence[Evidence], prints: Sequence[str | None], groups: Groups, jobs: int, alike: Alike
) -> Iterator[Link]:
    """A link for every two groups that hold alike texts, between the first bearer of each text in each."""
    bearers: dict[str, dict[int, int]] = defaultdict(dict)
    for index in canonical(entries, range(len(entries))):
        if (key := prints[index]) is not None:
            bearers[key].setdefault(groups.find(index), index)
    texts = list(bearers)
    firsts = [entries[next(iter(bearers[key].values()))].text for key in texts]
    for a, b, compared in alike(firsts, jobs):
        for left, right in product(bearers[texts[a]].values(), bearers[texts[b]].values()):
            ours = [entries[index] for index in groups.of(left)]
            yield _weighed(left, right, compared, ours, [entries[index] for index in groups.of(right)])


def _weighed(left: int, right: int, compared: Comparison, ours: list[Evidence], theirs: list[Evidence]) -> Link:
    """What texts say, with titles: unlike ones stop a merge, equal ones decide where the texts leave it open."""
    link = Link(left, right, compared.verdict, "near", compared.reason, compared.similarity)
    if compared.verdict == "duplicate" and _clash(ours, theirs):
        return replace(link, verdict="undecided", reason=f"{compared.reason} But titles and authors are unlike.")
    known = {people.title_key(entry.title) for entry in ours} & {people.title_key(entry.title) for entry in theirs}
    if compared.verdict == "undecided" and known - {None}:
        return replace(link, verdict="duplicate", reason=f"{compared.reason} And the titles are equal.")
    return link


def _clash(ours: Sequence[Evidence], theirs: Sequence[Evidence]) -> bool:
    titled = list(product((e for e in ours if e.title), [e for e in theirs if e.title]))
    return bool(titled) and all(clash(left, right) for left, right in titled)


def _order(entries: Sequence[Evidence], link: Link) -> tuple[float, list[Identity]]:
    return -(link.similarity or 0), sorted(identity(entries[index]) for index in (link.left, link.right))
