"""Of any entries in any order: what must hold of the groups that are made of them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.dedupe import Decision, Evidence, Resolution, compare, resolve
from tests.dedupe.made_up import (
    ANOTHER,
    CHAIN,
    CUT,
    EDITED,
    OTHER,
    PEOPLE,
    REWRITTEN,
    SIBLING,
    STRANGERS,
    TEXT,
    TITLE,
    entry,
)

_ENTRIES = st.lists(
    st.builds(
        entry,
        st.sampled_from(
            [
                TEXT,
                TEXT.upper(),
                EDITED,
                CUT,
                SIBLING,
                REWRITTEN,
                OTHER,
                OTHER[:300],
                *CHAIN,
                "",
                "Abstract unavailable",
            ]
        ),
        st.sampled_from([None, TITLE, ANOTHER, "Preface"]),
        st.sampled_from([(), PEOPLE, PEOPLE[:2], STRANGERS]),
        st.sampled_from(["", "", "arxiv:1", "doi:2", "arxiv:1 doi:2"]),
        st.sampled_from(["", "again"]),
    ),
    max_size=8,
)


@settings(max_examples=150, deadline=None)
@given(_ENTRIES, st.randoms(use_true_random=False), st.data())
def test_order_decides_who_is_kept_and_nothing_else(
    entries: list[Evidence], random: object, data: st.DataObject
) -> None:
    hashes = sorted({e.sha256 for e in entries})
    decisions = []
    if len(hashes) > 1:
        two = st.lists(st.sampled_from(hashes), min_size=2, max_size=2, unique=True)
        for left, right in data.draw(st.lists(two, max_size=3)):
            verdict = data.draw(st.sampled_from(["duplicate", "distinct"]))
            decisions.append(Decision(left, right, verdict, "seen", "ada", "2026-11-30"))
    order = data.draw(st.permutations(range(len(entries))))
    found, shuffled = resolve(entries, decisions), resolve([entries[n] for n in order], decisions)
    ours = {frozenset({g.kept, *(m.index for m in g.members)}) for g in found.groups}
    theirs = {frozenset(order[n] for n in (g.kept, *(m.index for m in g.members))) for g in shuffled.groups}
    assert {frozenset(entries[n] for n in g) for g in ours} == {frozenset(entries[n] for n in g) for g in theirs}
    assert found.pairs == shuffled.pairs
    assert {c.what for c in found.conflicts} == {c.what for c in shuffled.conflicts}
    _consistent(entries, decisions, found)


def _consistent(entries: list[Evidence], decisions: list[Decision], found: Resolution) -> None:
    """Every entry is in one group; the first is kept; distinct decisions hold; near members are close to the kept."""
    members = [[g.kept, *(m.index for m in g.members)] for g in found.groups]
    assert sorted(n for group in members for n in group) == list(range(len(entries)))
    assert all(group == sorted(group) for group in members)
    assert [group[0] for group in members] == sorted(group[0] for group in members)
    last = {frozenset((d.left_sha256, d.right_sha256)): d.verdict for d in decisions}
    for group in members:
        for a in group:
            for b in group:
                assert last.get(frozenset((entries[a].sha256, entries[b].sha256))) != "distinct"
    for pair in found.pairs:
        assert pair.left_sha256 < pair.right_sha256
        assert pair.similarity is None or 0 <= pair.similarity <= 1
    if all(not e.title and not e.identifiers for e in entries) and not decisions:
        for group in found.groups:
            for member in group.members:
                assert compare(entries[group.kept].text, entries[member.index].text).verdict == "duplicate"


_TEXTS_ONLY = st.lists(st.sampled_from([TEXT, EDITED, CUT, SIBLING, *CHAIN]).map(entry), max_size=7)


@settings(max_examples=60, deadline=None)
@given(_TEXTS_ONLY)
def test_every_entry_is_close_to_the_kept_one(entries: list[Evidence]) -> None:
    _consistent(entries, [], resolve(entries))
