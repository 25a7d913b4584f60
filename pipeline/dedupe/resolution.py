"""Which entries are one paper: all evidence together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from . import near, records
from .connect import Groups
from .evidence import (
    STRENGTH,
    Conflict,
    Decision,
    Evidence,
    Group,
    Identity,
    Link,
    Member,
    Pair,
    Resolution,
    identity,
    short,
)
from .similarity import Texts


def resolve(
    entries: Sequence[Evidence],
    decisions: Sequence[Decision] = (),
    jobs: int = 1,
    alike: near.Alike = near.alike,
) -> Resolution:
    """Group the entries by paper. The order of the entries decides which of a group is kept, and nothing else.

    decisions: rows of decisions.csv, as they stand. jobs: threads; no number of them changes a row.
    """
    prints = records.fingerprints(entries)
    decided, conflicts = _decided(entries, decisions)
    found = [*records.exact(entries, prints), *records.identifiers(entries), *records.titles(entries)]
    conflicts += [item for item in found if isinstance(item, Conflict)]
    links = [*decided, *(item for item in found if isinstance(item, Link))]

    groups = Groups(len(entries))
    for left, right in _apart(decided, conflicts):
        groups.part(left, right)
    for link in sorted(links, key=lambda link: _rank(entries, link)):
        if link.verdict == "duplicate" and not groups.union(link.left, link.right) and link.basis == "reviewed":
            conflicts.append(_contradiction(entries, link))
    texts = Texts([entry.text for entry in entries])
    links += near.join(entries, prints, groups, texts, jobs, alike)

    links.sort(key=lambda link: _rank(entries, link))
    measured = _Similarity(texts, prints, links)
    made = tuple(_group(entries, group, some, measured) for group, some in _by_group(groups, links))
    pairs = _pairs(entries, list(_settled(links, groups)), measured)
    return Resolution(made, pairs, tuple(sorted(conflicts, key=lambda c: (c.kind, c.what))))


def _decided(entries: Sequence[Evidence], decisions: Sequence[Decision]) -> tuple[list[Link], list[Conflict]]:
    """A link for every two entries that a decision speaks of; a conflict for a decision that speaks of none."""
    bearers: dict[str, list[int]] = defaultdict(list)
    for index, entry in enumerate(entries):
        bearers[entry.sha256].append(index)
    last = {frozenset((d.left_sha256, d.right_sha256)): d for d in decisions}
    links, conflicts = [], []
    for decision in last.values():
        left, right = bearers.get(decision.left_sha256, []), bearers.get(decision.right_sha256, [])
        if not left or not right or decision.left_sha256 == decision.right_sha256:
            what = f"the decision on {decision.left_sha256} and {decision.right_sha256} matches no two entries"
            conflicts.append(Conflict("decision", (*left, *right), what))
            continue
        why = f"{decision.reviewer}, {decision.date}: {decision.reason}".rstrip(": ")
        links += [Link(a, b, decision.verdict, "reviewed", why) for a, b in product(left, right)]
    return links, conflicts


def _apart(decided: Sequence[Link], conflicts: Sequence[Conflict]) -> set[tuple[int, int]]:
    """Pairs that nothing may bring together: decided so, or in conflict and not decided otherwise."""
    said = {frozenset((link.left, link.right)) for link in decided}
    apart = {(link.left, link.right) for link in decided if link.verdict == "distinct"}
    pairs = [(c.entries[0], c.entries[1]) for c in conflicts if c.kind != "decision"]
    return apart | {pair for pair in pairs if frozenset(pair) not in said}


def _contradiction(entries: Sequence[Evidence], link: Link) -> Conflict:
    two = (link.left, link.right)
    what = f"{short(entries[i] for i in two)} are decided to be one paper, and other decisions or conflicts keep them apart"
    return Conflict("decision", two, what)


def _settled(links: Sequence[Link], groups: Groups) -> Iterator[Link]:
    """The links with their last verdicts: what the groups became."""
    parted = {frozenset((groups.find(k.left), groups.find(k.right))) for k in links if _refused(k)}
    for link in links:
        ends = frozenset((groups.find(link.left), groups.find(link.right)))
        if len(ends) == 1:
            if link.basis == "title" and link.verdict == "undecided":
                continue  # only a candidate, and what has joined the two says more
            why = link.reason if link.verdict == "duplicate" else f"{link.reason} Other evidence joins them."
            yield replace(link, verdict="duplicate", reason=why)
        elif ends in parted and not _refused(link):
            yield replace(link, verdict="distinct", reason=f"{link.reason} A decision keeps them apart.")
        elif link.verdict == "duplicate":
            yield replace(link, verdict="undecided", reason=f"{link.reason} But others of their groups are unlike.")
        else:
            yield link


def _refused(link: Link) -> bool:
    return link.basis == "reviewed" and link.verdict == "distinct"


def _rank(entries: Sequence[Evidence], link: Link) -> tuple[int, list[Identity], str]:
    """Strongest first; then in an order that the order of entries does not change."""
    ends = sorted(identity(entries[index]) for index in (link.left, link.right))
    return STRENGTH.index(link.basis), ends, link.reason


class _Similarity:
    """Of two entries, 1 where the texts are equal, None where one has no text. Remembers what was measured."""

    def __init__(self, texts: Texts, prints: Sequence[str | None], links: Sequence[Link]) -> None:
        self._texts, self._prints = texts, prints
        known = ((self._key(k.left, k.right), k.similarity) for k in links if k.basis == "near")
        self._known = {key: value for key, value in known if value is not None}

    def _key(self, left: int, right: int) -> frozenset[str | None]:
        return frozenset((self._prints[left], self._prints[right]))

    def __call__(self, left: int, right: int) -> float | None:
        key = self._key(left, right)
        if None in key:
            return None
        if len(key) == 1:
            return 1.0
        if key not in self._known:
            self._known[key] = self._texts.compare(left, right).similarity
        return self._known[key]


def _by_group(groups: Groups, links: Sequence[Link]) -> Iterator[tuple[list[int], list[Link]]]:
    inside: dict[int, list[Link]] = defaultdict(list)
    for link in links:
        if link.verdict == "duplicate" and groups.find(link.left) == groups.find(link.right):
            inside[groups.find(link.left)].append(link)
    for group in groups.all():
        yield group, inside[groups.find(group[0])]


def _group(entries: Sequence[Evidence], group: list[int], links: Sequence[Link], measured: _Similarity) -> Group:
    """The strongest links that hold the group together, as a tree: an entry's match is the link towards the kept one."""
    place = {index: n for n, index in enumerate(group)}
    joined, tree = Groups(len(group)), defaultdict(list)
    for link in links:
        if joined.find(place[link.left]) != joined.find(place[link.right]):
            joined.union(place[link.left], place[link.right])
            tree[link.left].append((link.right, link))
            tree[link.right].append((link.left, link))
    kept = group[0]
    reached: dict[int, tuple[int, Link]] = {}
    waiting = [kept]
    for parent in waiting:
        for index, link in tree[parent]:
            if index != kept and index not in reached:
                # The text of one that is no copy of the kept: told by what told that one.
                reached[index] = reached[parent] if link.basis == "exact" and parent != kept else (parent, link)
                waiting.append(index)
    return Group(kept, tuple(_member(entries, kept, i, *reached[i], measured) for i in sorted(reached)))


def _member(
    entries: Sequence[Evidence], kept: int, index: int, parent: int, link: Link, measured: _Similarity
) -> Member:
    way = "" if parent == kept else f"By way of {entries[parent].sha256[:12]}: "
    return Member(index, link.basis, measured(kept, index), way + link.reason)


def _pairs(entries: Sequence[Evidence], links: Sequence[Link], measured: _Similarity) -> tuple[Pair, ...]:
    """One row for two hashes, of the strongest evidence on them; none for the same bytes in two listings."""
    rows: dict[tuple[str, str], Pair] = {}
    for link in links:
        left, right = sorted((entries[link.left].sha256, entries[link.right].sha256))
        if left != right and (left, right) not in rows:
            value = measured(link.left, link.right)
            rows[left, right] = Pair(left, right, value, link.verdict, link.basis, link.reason)
    return tuple(rows[key] for key in sorted(rows))
