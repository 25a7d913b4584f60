from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.dedupe import Conflict, Evidence, Group, Member, Pair, Resolution, compare, resolve
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
    decision,
    entry,
    matches,
    verdicts,
)


@pytest.mark.parametrize(
    ("left", "right", "match"),
    [
        (entry(TEXT), entry(TEXT.upper()), "exact"),
        (entry(TEXT), entry(EDITED), "near"),
        (entry(TEXT), entry(CUT), "near"),
        (entry(TEXT, TITLE), entry(EDITED), "near"),
        (entry(TEXT, TITLE, PEOPLE), entry(EDITED, ANOTHER, PEOPLE[::-1]), "near"),
        (entry(TEXT, TITLE, PEOPLE), entry(EDITED, TITLE, STRANGERS), "near"),
        (entry(TEXT, TITLE), entry(SIBLING, TITLE), "near"),
        (entry(TEXT, ids="arxiv:1"), entry(REWRITTEN, ids="arxiv:1 doi:2"), "identifier"),
        (entry(TEXT, TITLE, ids="arxiv:1"), entry(REWRITTEN, TITLE + "?", ids="arxiv:1"), "identifier"),
        (entry(TEXT, TITLE, ids="arxiv:1"), entry(EDITED, ANOTHER, ids="arxiv:1"), "identifier"),
        (entry(TEXT, TITLE, ids="arxiv:1"), entry("", ANOTHER, ids="arxiv:1"), "identifier"),
        (entry(TEXT, TITLE, PEOPLE), entry(REWRITTEN, TITLE.upper(), ("Roy, Cy", "A. Ng", "Bo X. Ito")), "title"),
        (entry(TEXT, TITLE, PEOPLE), entry("", TITLE, PEOPLE), "title"),
    ],
)
def test_what_makes_two_entries_one_paper(left: Evidence, right: Evidence, match: str) -> None:
    found = resolve([left, right])
    assert matches(found) == [(0, [(1, match)])]
    assert verdicts(found) == [("duplicate", match)]
    assert found.conflicts == ()


@pytest.mark.parametrize(
    ("left", "right", "pairs"),
    [
        (entry(TEXT), entry(OTHER), []),
        (entry(TEXT), entry(REWRITTEN), []),
        (entry("Abstract unavailable"), entry("Abstract unavailable."), []),
        (entry(""), entry("", note="another"), []),
        (entry("", "Preface", PEOPLE), entry("", "Preface", PEOPLE, note="another"), []),
        (entry(TEXT), entry(SIBLING), [("undecided", "near")]),
        (entry(TEXT, TITLE, PEOPLE), entry(EDITED, ANOTHER, STRANGERS), [("undecided", "near")]),
        (entry(TEXT, TITLE, PEOPLE), entry(REWRITTEN, TITLE, STRANGERS), [("undecided", "title")]),
        (entry(TEXT, TITLE), entry(REWRITTEN, TITLE), [("undecided", "title")]),
        (entry("Part I. " + TEXT), entry("Part II. " + TEXT), [("distinct", "near")]),
        (entry(TEXT), entry(TEXT.replace("two hospitals", "three hospitals")), [("undecided", "near")]),
    ],
)
def test_what_does_not(left: Evidence, right: Evidence, pairs: list[tuple[str, str]]) -> None:
    found = resolve([left, right])
    assert matches(found) == [(0, []), (1, [])]
    assert verdicts(found) == pairs
    assert found.conflicts == ()


def test_one_identifier_with_two_titles_and_unlike_texts_is_reported_and_not_merged() -> None:
    left, right = entry(TEXT, TITLE, ids="doi:10.1/x"), entry(OTHER, ANOTHER, ids="doi:10.1/x")
    found = resolve([left, right])
    assert matches(found) == [(0, []), (1, [])]
    assert verdicts(found) == [("undecided", "identifier")]
    assert [(c.kind, c.entries) for c in found.conflicts] == [
        ("identifier", (0, 1) if left.sha256 < right.sha256 else (1, 0))
    ]
    assert "doi:10.1/x stands for two titles and unlike texts" in found.conflicts[0].what


def test_one_text_under_two_titles_and_author_lists_is_reported_and_not_merged_even_by_a_third() -> None:
    both = [entry(TEXT, TITLE, PEOPLE), entry(TEXT, ANOTHER, STRANGERS)]
    for entries in (both, [*both, entry(TEXT)], [entry(EDITED), *both]):
        found = resolve(entries)
        assert not any({0, 1} <= {g.kept, *(m.index for m in g.members)} for g in found.groups if entries[0] is both[0])
        assert [c.kind for c in found.conflicts] == ["text"]
        assert len(found.groups) == 2
        assert ("undecided", "exact") in verdicts(found)


def test_a_decision_overrides_what_evidence_says() -> None:
    one, two = entry(TEXT), entry(EDITED)
    found = resolve([one, two], [decision(two, one, "distinct")])
    assert matches(found) == [(0, []), (1, [])]
    assert verdicts(found) == [("distinct", "reviewed")]
    one, two = entry(TEXT), entry(OTHER)
    found = resolve([one, two], [decision(one, two, "duplicate")])
    assert matches(found) == [(0, [(1, "reviewed")])]
    assert found.groups[0].members[0].reason == "ada, 2026-11-30: seen"
    conflict = [entry(TEXT, TITLE, PEOPLE), entry(TEXT, ANOTHER, STRANGERS)]
    assert matches(resolve(conflict, [decision(*conflict, "duplicate")])) == [(0, [(1, "reviewed")])]


def test_a_distinct_decision_splits_what_a_third_entry_links() -> None:
    one, two, link = (
        entry(TEXT, ids="arxiv:1"),
        entry(EDITED, ids="arxiv:2"),
        entry(TEXT + " More.", ids="arxiv:1 arxiv:2"),
    )
    together = resolve([one, two, link])
    assert len(together.groups) == 1
    found = resolve([one, two, link], [decision(one, two, "distinct")])
    assert len(found.groups) == 2
    assert not any({0, 1} <= {g.kept, *(m.index for m in g.members)} for g in found.groups)
    assert "undecided" not in {pair.verdict for pair in found.pairs}


def test_a_later_decision_on_the_same_two_wins_and_one_that_matches_nothing_is_reported() -> None:
    one, two = entry(TEXT), entry(EDITED)
    found = resolve([one, two], [decision(one, two, "distinct"), decision(two, one, "duplicate")])
    assert matches(found) == [(0, [(1, "reviewed")])]
    gone = decision(one, entry(OTHER), "distinct")
    found = resolve([one, two], [gone])
    what = f"the decision on {gone.left_sha256} and {gone.right_sha256} matches no two entries"
    assert found.conflicts == (Conflict("decision", (0,), what),)


def test_decisions_that_match_nothing_are_all_reported_and_the_others_hold() -> None:
    one, two = entry(TEXT), entry(EDITED)
    some = [
        decision(entry(OTHER), one, "distinct"),
        decision(entry(OTHER), entry(SIBLING), "duplicate"),
        decision(two, two, "duplicate"),
        decision(one, two, "distinct"),
    ]
    found = resolve([one, two], some)
    reported = [(d, concerned) for d, concerned in zip(some, [(0,), (), (1, 1)], strict=False)]
    what = "the decision on {} and {} matches no two entries"
    assert found.conflicts == tuple(
        sorted(
            (Conflict("decision", n, what.format(d.left_sha256, d.right_sha256)) for d, n in reported),
            key=lambda conflict: conflict.what,
        )
    )
    assert matches(found) == [(0, []), (1, [])]


@pytest.mark.parametrize(("why", "said"), [("", "ada, 2026-11-30"), ("Version X", "ada, 2026-11-30: Version X")])
def test_a_decision_needs_no_reason(why: str, said: str) -> None:
    one, two = entry(TEXT), entry(OTHER)
    found = resolve([one, two], [replace(decision(one, two, "duplicate"), reason=why)])
    assert found.groups[0].members[0].reason == said


def test_of_the_same_bytes_under_two_titles_a_copy_joins_the_same_one_in_any_order() -> None:
    one, copy = entry(TEXT, TITLE), entry(TEXT.upper())
    two = replace(one, title=ANOTHER)
    for entries in ([one, two, copy], [two, one, copy], [copy, two, one]):
        made = [[group.kept, *(member.index for member in group.members)] for group in resolve(entries).groups]
        titles = sorted(sorted(entries[n].title or "" for n in group) for group in made)
        assert titles == [["", TITLE], [ANOTHER]]


def test_a_copy_of_a_near_text_is_told_by_what_told_that_one() -> None:
    reason = compare(TEXT, EDITED).reason
    found = resolve([entry(TEXT), entry(EDITED), entry(EDITED.upper())])
    assert matches(found) == [(0, [(1, "near"), (2, "near")])]
    assert [member.reason for member in found.groups[0].members] == [reason, reason]
    found = resolve([entry(TEXT), entry(TEXT.upper()), entry(EDITED)])
    assert matches(found) == [(0, [(1, "exact"), (2, "near")])]


def test_a_member_that_another_one_leads_to_says_so() -> None:
    kept, between, last = (
        entry("", ids="arxiv:1"),
        entry(TEXT, TITLE, PEOPLE, "arxiv:1"),
        entry(REWRITTEN, TITLE, PEOPLE),
    )
    found = resolve([kept, between, last])
    way = f"By way of {between.sha256[:12]}: The titles are equal and the authors the same."
    assert found.groups == (
        Group(0, (Member(1, "identifier", None, "Both are arxiv:1."), Member(2, "title", None, way))),
    )


def test_what_texts_or_titles_left_open_is_settled_by_stronger_evidence() -> None:
    one, two, third = entry(TEXT, ids="arxiv:1"), entry(SIBLING, ids="doi:2"), entry("", ids="arxiv:1 doi:2")
    found = resolve([one, two, third])
    assert matches(found) == [(0, [(1, "identifier"), (2, "identifier")])]
    compared = compare(TEXT, SIBLING)
    left, right = sorted((one.sha256, two.sha256))
    reason = f"{compared.reason} Other evidence joins them."
    assert Pair(left, right, compared.similarity, "duplicate", "near", reason) in found.pairs
    found = resolve([entry("", TITLE, ids="arxiv:1"), entry(TEXT, TITLE, ids="arxiv:1")])
    assert verdicts(found) == [("duplicate", "identifier")]


def test_two_parts_of_one_title_are_left_to_a_person() -> None:
    found = resolve([entry("Part I. " + TEXT, TITLE), entry("Part II. " + TEXT, TITLE)])
    assert [(pair.verdict, pair.basis, pair.reason) for pair in found.pairs] == [
        ("undecided", "title", "The titles are equal, but the authors of one are not known.")
    ]


def test_decisions_that_contradict_one_another_are_reported() -> None:
    one, two, three = entry(TEXT), entry(OTHER), entry(SIBLING)
    found = resolve(
        [one, two, three],
        [decision(one, two, "duplicate"), decision(two, three, "duplicate"), decision(one, three, "distinct")],
    )
    # Of two decisions of one strength the one of the lower bytes holds.
    entries = (one, two, three)
    refused = max(((0, 1), (1, 2)), key=lambda ends: sorted(entries[n].sha256 for n in ends))
    who = " and ".join(entries[n].sha256[:12] for n in refused)
    what = f"{who} are decided to be one paper, and other decisions or conflicts keep them apart"
    assert found.conflicts == (Conflict("decision", refused, what),)
    assert not any({0, 2} <= {g.kept, *(m.index for m in g.members)} for g in found.groups)


def test_a_chain_is_not_followed() -> None:
    first, second, third = CHAIN
    assert [compare(first, second).verdict, compare(second, third).verdict] == ["duplicate", "duplicate"]
    assert compare(first, third).verdict != "duplicate"
    found = resolve([entry(text) for text in CHAIN])
    assert len(found.groups) == 2
    assert sorted(pair.verdict for pair in found.pairs) == ["duplicate", "undecided", "undecided"]


def test_the_rows_of_a_pair_and_a_member() -> None:
    one, two = entry(TEXT), entry(CUT)
    found = resolve([one, two])
    left, right = sorted((one.sha256, two.sha256))
    reason = compare(TEXT, CUT).reason
    assert found.pairs == (Pair(left, right, 0.9811, "duplicate", "near", reason),)
    member = found.groups[0].members[0]
    assert (member.index, member.match, member.similarity, member.reason) == (1, "near", 0.9811, reason)


def test_the_same_bytes_twice_are_merged_and_make_no_pair() -> None:
    found = resolve([entry(TEXT), entry(TEXT), entry(OTHER)])
    assert matches(found) == [(0, [(1, "exact")]), (2, [])]
    assert found.pairs == ()


def test_the_pairs_of_a_big_exact_group_do_not_grow_with_the_square() -> None:
    found = resolve([entry(TEXT, note=str(n)) for n in range(300)])
    assert len(found.groups) == 1
    assert len(found.pairs) == 299


def test_nothing_comes_of_nothing() -> None:
    assert resolve([]) == Resolution((), (), ())
