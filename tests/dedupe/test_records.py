from __future__ import annotations

import pytest

from pipeline.dedupe import Conflict, Evidence, Pair, Resolution, compare, resolve
from tests.dedupe.made_up import ANOTHER, OTHER, PEOPLE, REWRITTEN, STRANGERS, TEXT, TITLE, entry

TITLES = f"“{TITLE}” and “{ANOTHER}”"
COPIES = "The texts are the same but for markup, case and punctuation."


def rows(entries: list[Evidence], found: Resolution) -> list[tuple[int, int, float | None, str, str, str]]:
    """The pairs, by the entries' numbers, in order of these."""
    number = {entry.sha256: n for n, entry in enumerate(entries)}
    ends = [sorted((number[pair.left_sha256], number[pair.right_sha256])) for pair in found.pairs]
    return sorted(
        (a, b, p.similarity, p.verdict, p.basis, p.reason) for (a, b), p in zip(ends, found.pairs, strict=True)
    )


def named(*entries: Evidence) -> str:
    return " and ".join(sorted(entry.sha256[:12] for entry in entries))


def test_copies_are_told_by_their_letters() -> None:
    one, two = entry(TEXT), entry(TEXT.upper())
    left, right = sorted((one.sha256, two.sha256))
    found = resolve([one, two])
    assert found.pairs == (Pair(left, right, 1.0, "duplicate", "exact", COPIES),)
    (member,) = found.groups[0].members
    assert (member.similarity, member.reason) == (1.0, COPIES)


@pytest.mark.parametrize("identifier", ["", "doi:10.1/x"])
def test_one_text_of_two_papers_is_reported_also_where_they_share_an_identifier(identifier: str) -> None:
    entries = [entry(TEXT, TITLE, PEOPLE, identifier), entry(TEXT, ANOTHER, STRANGERS, identifier)]
    found = resolve(entries)
    what = f"one text stands under two titles, and no authors in common are known: {TITLES}"
    order = (0, 1) if entries[0].sha256 < entries[1].sha256 else (1, 0)
    assert found.conflicts == (Conflict("text", order, f"{named(*entries)}: {what}"),)
    assert rows(entries, found) == [(0, 1, 1.0, "undecided", "exact", f"O{what[1:]}.")]
    assert len(found.groups) == 2


def test_one_identifier_of_two_papers_is_reported() -> None:
    entries = [entry(TEXT, TITLE, ids="doi:10.1/x"), entry(OTHER, ANOTHER, ids="doi:10.1/x")]
    found = resolve(entries)
    what = f"the id doi:10.1/x stands for two titles and unlike texts: {TITLES}"
    order = (0, 1) if entries[0].sha256 < entries[1].sha256 else (1, 0)
    assert found.conflicts == (Conflict("identifier", order, f"{named(*entries)}: {what}"),)
    similarity = compare(TEXT, OTHER).similarity
    assert rows(entries, found) == [(0, 1, similarity, "undecided", "identifier", f"T{what[1:]}.")]


@pytest.mark.parametrize(("title", "text"), [(None, OTHER), (ANOTHER, ""), (ANOTHER, TEXT[:400]), (TITLE + "!", OTHER)])
def test_an_identifier_holds_unless_titles_and_texts_speak_against_it(title: str | None, text: str) -> None:
    entries = [entry(TEXT, TITLE, ids="doi:10.1/x"), entry(text, title, ids="doi:10.1/x")]
    similarity = compare(TEXT, text).similarity if text else None
    for some in (entries, entries[::-1]):
        found = resolve(some)
        assert rows(some, found) == [(0, 1, similarity, "duplicate", "identifier", "Both are doi:10.1/x.")]
        assert found.conflicts == ()


def test_equal_titles_are_weighed_with_the_authors() -> None:
    entries = [
        entry(TEXT, TITLE, PEOPLE),
        entry(REWRITTEN, TITLE, PEOPLE[::-1]),
        entry(OTHER, TITLE, STRANGERS),
        entry("", TITLE),
    ]
    found = resolve(entries)
    first = min(0, 1, key=lambda n: entries[n].sha256)  # the one that stands for both, next to others
    assert [row for row in rows(entries, found) if row[:2] == (0, 1)] == [
        (
            0,
            1,
            compare(TEXT, REWRITTEN).similarity,
            "duplicate",
            "title",
            "The titles are equal and the authors the same.",
        )
    ]
    assert [(a, b, verdict, basis, reason) for a, b, _, verdict, basis, reason in rows(entries, found)][1:] == [
        (first, 2, "undecided", "title", "The titles are equal, but the authors differ."),
        (first, 3, "undecided", "title", "The titles are equal, but the authors of one are not known."),
        (2, 3, "undecided", "title", "The titles are equal, but the authors of one are not known."),
    ]


@pytest.mark.parametrize(("papers", "expected"), [(25, 300), (26, 0)])
def test_a_title_of_more_than_25_papers_names_none(papers: int, expected: int) -> None:
    entries = [entry("", "Learning to Rank", (f"{chr(97 + n)}x {chr(97 + n)}y",)) for n in range(papers)]
    found = resolve(entries)
    assert len(found.groups) == papers
    assert len(found.pairs) == expected
