from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.dedupe import Groups

_TWO = st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda two: two[0] != two[1])


def test_unions_make_groups_and_what_was_parted_stays_apart() -> None:
    groups = Groups(6)
    groups.part(1, 5)
    assert [groups.union(3, 1), groups.union(4, 3), groups.union(1, 4)] == [True, True, True]
    assert groups.all() == [[0], [1, 3, 4], [2], [5]]
    assert (sorted(groups.of(4)), groups.of(0)) == ([1, 3, 4], [0])
    assert groups.union(5, 2)
    assert groups.parted(2, 4)
    assert not groups.parted(2, 0)
    assert not groups.union(4, 2)
    assert groups.all() == [[0], [1, 3, 4], [2, 5]]


@settings(deadline=None)
@given(st.lists(st.tuples(st.booleans(), _TWO), max_size=20))
def test_whatever_is_joined_and_parted_in_whatever_order(steps: list[tuple[bool, tuple[int, int]]]) -> None:
    groups, sets, apart = Groups(7), [{n} for n in range(7)], set[frozenset[int]]()
    for is_part, (left, right) in steps:
        ours, theirs = (next(some for some in sets if item in some) for item in (left, right))
        parted = any(frozenset((a, b)) in apart for a in ours for b in theirs)
        assert groups.parted(left, right) is groups.parted(right, left) is parted
        if is_part:
            groups.part(left, right)
            apart.add(frozenset((left, right)))
            continue
        assert groups.union(left, right) is (ours is theirs or not parted)
        if ours is not theirs and not parted:
            sets.remove(theirs)
            ours |= theirs
    assert groups.all() == sorted(sorted(some) for some in sets)
    assert [set(groups.of(n)) for n in range(7)] == [next(s for s in sets if n in s) for n in range(7)]
