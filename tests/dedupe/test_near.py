from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from pipeline.dedupe import Comparison, Evidence, alike, compare, resolve
from tests.dedupe.made_up import (
    ANOTHER,
    CHAIN,
    EDITED,
    PEOPLE,
    SIBLING,
    STRANGERS,
    TEXT,
    TITLE,
    decision,
    entry,
    matches,
)  # fmt: skip
from tests.dedupe.test_records import rows

SHUFFLED = ". ".join(TEXT.rstrip(".").split(". ")[::-1]) + "."


def only(*pairs: tuple[str, str]) -> Callable[[Sequence[str], int], Iterator[tuple[int, int, Comparison]]]:
    """An index that finds these pairs of texts and misses all others."""

    def found(texts: Sequence[str], jobs: int) -> Iterator[tuple[int, int, Comparison]]:
        for a, left in enumerate(texts):
            for b in range(a + 1, len(texts)):
                if (left, texts[b]) in pairs or (texts[b], left) in pairs:
                    yield a, b, compare(left, texts[b])

    return found


def test_pairs_at_the_lower_threshold_and_above_are_found() -> None:
    same = "we study how small robots share one narrow corridor with many people"
    left = f"{same} and {' '.join(f'l{n}' for n in range(29))}"
    right = f"{same} but {' '.join(f'r{n}' for n in range(29))}"
    enough = [f"{same} who walk {text[len(same) :]}" for text in (left, right)]
    found = compare(*enough)
    assert (found.shared, found.similarity) == (12, 0.2857)
    enough = [text.rsplit(" ", 2)[0] for text in enough]
    found = compare(*enough)
    assert (found.shared, found.similarity, found.verdict) == (12, 0.3, "undecided")
    assert list(alike(enough)) == [(0, 1, found)]
    assert list(alike([left, right])) == []


def test_texts_of_the_same_words_are_called_so() -> None:
    accented = TEXT.replace("existing", "éxisting").replace("Existing", "Éxisting")
    assert list(alike([TEXT, accented])) == [(0, 1, compare(TEXT, accented))]
    assert compare(TEXT, accented).reason.endswith("the words are the same.")


@pytest.mark.parametrize("note", "abcdefgh")
def test_the_most_alike_are_joined_first(note: str) -> None:
    """Whatever their bytes: of a chain of three the two that are more alike become one paper."""
    assert compare(CHAIN[0], CHAIN[1]).similarity > compare(CHAIN[1], CHAIN[2]).similarity
    entries = [entry(text, note=note) for text in CHAIN]
    found = resolve(entries)
    assert matches(found) == [(0, [(1, "near")]), (2, [])]
    ours, theirs, ends = (compare(CHAIN[a], CHAIN[b]) for a, b in ((0, 1), (1, 2), (0, 2)))
    assert rows(entries, found) == [
        (0, 1, ours.similarity, "duplicate", "near", ours.reason),
        (0, 2, ends.similarity, "undecided", "near", ends.reason),
        (1, 2, theirs.similarity, "undecided", "near",
         f"{theirs.reason} But others of their groups are unlike."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        ((entry(TEXT), entry(SHUFFLED)), 1),
        ((entry(TEXT, TITLE), entry(SHUFFLED, TITLE)), 1),
        ((entry(TEXT, TITLE, PEOPLE), entry(SHUFFLED, ANOTHER, STRANGERS)), 2),
        ((entry(TEXT), entry(SIBLING)), 2),
    ],
)
def test_what_the_index_did_not_pair_is_looked_at_before_it_comes_together(
    ends: tuple[Evidence, Evidence], expected: int
) -> None:
    between = entry(EDITED)
    index = only((ends[0].text, EDITED), (EDITED, ends[1].text))
    assert len(resolve([ends[0], between, ends[1]], alike=index).groups) == expected
    assert len(resolve([ends[1], between, ends[0]], alike=index).groups) == expected


def test_another_index_can_stand_in_for_the_built_in_one() -> None:
    assert len(resolve([entry(TEXT), entry(EDITED)], alike=only()).groups) == 2


def test_in_a_paper_of_many_wordings_one_with_a_title_has_a_say_wherever_it_is_listed() -> None:
    first, middle, last = CHAIN
    wordings = [entry(middle.replace("hospitals", f"hospitals of area {chr(97 + n)}x")) for n in range(17)]
    entries = [*wordings, entry(first, TITLE), entry(last)]
    assert [len(group.members) for group in resolve(entries).groups] == [17, 0]
    turned = resolve(entries[::-1])
    assert [(group.kept, len(group.members)) for group in turned.groups] == [(0, 0), (1, 17)]


@pytest.mark.parametrize("title", [None, ANOTHER])
def test_texts_that_leave_it_open_are_not_decided_by_the_title_of_one(title: str | None) -> None:
    entries = [entry(TEXT, TITLE), entry(SIBLING, title)]
    found = compare(TEXT, SIBLING)
    assert rows(entries, resolve(entries)) == [(0, 1, found.similarity, "undecided", "near", found.reason)]


def test_what_titles_and_authors_do_to_a_link_is_said() -> None:
    found = compare(TEXT, SIBLING)
    entries = [entry(TEXT, TITLE), entry(SIBLING, TITLE)]
    (row,) = rows(entries, resolve(entries))
    assert row == (0, 1, found.similarity, "duplicate", "near", f"{found.reason} And the titles are equal.")
    found = compare(TEXT, EDITED)
    entries = [entry(TEXT, TITLE, PEOPLE), entry(EDITED, ANOTHER, STRANGERS)]
    (row,) = rows(entries, resolve(entries))
    assert row == (0, 1, found.similarity, "undecided", "near", f"{found.reason} But titles and authors are unlike.")


def test_a_text_that_two_papers_bear_is_linked_with_both() -> None:
    entries = [entry(TEXT), entry(TEXT.upper()), entry(EDITED)]
    found = resolve(entries, [decision(entries[0], entries[1], "distinct")])
    near = compare(TEXT, EDITED)
    joined, kept_apart = sorted((0, 1), key=lambda n: entries[n].sha256)
    expected = [
        (0, 1, 1.0, "distinct", "reviewed", "ada, 2026-11-30: seen"),
        (joined, 2, near.similarity, "duplicate", "near", near.reason),
        (kept_apart, 2, near.similarity, "distinct", "near", f"{near.reason} A decision keeps them apart."),
    ]
    assert rows(entries, found) == sorted(expected)
