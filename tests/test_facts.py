from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pipeline import contract, facts
from pipeline.facts import Facts, Source
from pipeline.problems import Problem, Refused
from pipeline.read import Author, Entry
from pipeline.read import Facts as Given
from pipeline.reference import Record
from tests.handmade import ROOT

PATH = Path("raw/reference/bibliography.csv")
COLUMNS = contract.load(ROOT / "datapackage.json").inputs["bibliography"].columns
TAKEN = "the latter is taken; correct it if it is wrong"


def record(line: int, listing: str = "x", position: str = "1", **cells: str | None) -> Record:
    return Record(line, {**dict.fromkeys(COLUMNS), "listing": listing, "position": position, **cells})


def row(line: int, **known: Any) -> Source:
    return Source(str(PATH), line, Facts(**known), is_listed=False)


def said(path: str, **known: Any) -> Source:
    return Source(path, 7, Facts(**known), is_listed=True)


def people(*names: str, institution: str | None = None) -> tuple[Author, ...]:
    return tuple(Author(name, institution) for name in names)


def test_facts_of_a_row_are_plain_text() -> None:
    looked_up = facts.looked_up(
        record(
            2, title="Insights from $k$-Parity \\& more", authors=' Ann  Lee;G\\"unter Ö ; ;', decision="oral",
            topic="Applications > Neuroscience, Cognitive Science", title_source="proceedings", arxiv_id="2605.11762",
        ), PATH,
    )  # fmt: skip
    known = Facts(
        title="Insights from k-Parity & more", title_source="proceedings", authors=people("Ann Lee", "Günter Ö"),
        decision="oral", topic_area="Applications", topic="Neuroscience, Cognitive Science", arxiv_id="2605.11762",
    )  # fmt: skip
    assert looked_up == Source(str(PATH), 2, known, is_listed=False)


def test_a_row_that_says_nothing_has_no_facts() -> None:
    assert facts.looked_up(record(2), PATH).facts == Facts()


def test_a_topic_of_one_level_is_an_area() -> None:
    known = facts.looked_up(record(2, topic="Theory"), PATH).facts
    assert (known.topic_area, known.topic) == ("Theory", None)


def test_facts_of_a_listing_are_plain_text_and_name_it_as_the_source_of_the_title() -> None:
    given = Given(title="On $k$ \\& more", authors=(Author('G\\"unter  Ö', "Univ.~of X"), Author(" ")), doi="10.1/x")
    found = facts.listed(Entry("x", 1, 3, 4, "0" * 64, "", None, given), "raw/x.csv")
    authors = (Author("Günter Ö", "Univ. of X"),)
    assert found == Source(
        "raw/x.csv", 3, Facts(title="On k & more", title_source="listing", authors=authors, doi="10.1/x"), True
    )


def test_a_listing_that_gives_no_facts_is_named_all_the_same() -> None:
    entry = Entry("x", 1, None, None, "0" * 64, "text", "/0")
    assert facts.listed(entry, "raw/x.json") == Source("raw/x.json#/0", 0, Facts(), is_listed=True)


def test_rows_reach_their_entries_and_those_that_point_nowhere_are_refused_together() -> None:
    rejected = {("x", 1): False, ("y", 3): True}
    assert facts.by_entry([record(2, title="T", title_source="proceedings")], PATH, rejected) == {
        ("x", 1): Source(str(PATH), 2, Facts(title="T", title_source="proceedings"), is_listed=False)
    }
    with pytest.raises(Refused) as caught:
        facts.by_entry([record(2), record(4, "y", "3"), record(5, "z", "1")], PATH, rejected)
    remedy = "point it to an entry that shows a paper, or remove the row"
    assert list(map(str, caught.value.problems)) == [
        f"{PATH}:4: the row is about entry 3 of y, which was rejected; {remedy}",
        f"{PATH}:5: the row is about entry 1 of z, which does not exist; {remedy}",
    ]


def test_the_first_source_wins_and_the_others_fill_what_it_leaves_empty() -> None:
    merged = facts.merged(
        [
            row(2, title="On Parity", title_source="proceedings", decision="oral"),
            said("raw/a.csv", title="On parity", title_source="listing", decision="oral", doi="10.1/x"),
            said("raw/b.json", authors=people("Ann Lee"), url="https://b.org", doi="10.1/x"),
            said("raw/c.json", url="https://c.org"),
        ]
    )
    assert merged.facts == Facts(
        title="On Parity", title_source="proceedings", decision="oral", doi="10.1/x", url="https://b.org",
        authors=people("Ann Lee"),
    )  # fmt: skip
    assert (merged.disagreements, merged.contradictions) == ((), ())


def test_no_source_has_no_facts() -> None:
    assert facts.merged([]) == facts.Merged(Facts(), (), ())


def test_what_a_listing_says_otherwise_is_reported_and_what_is_known_stays() -> None:
    known = row(2, title="On Parity", authors=people("Ann Lee", "Bo Ek"), decision="oral", arxiv_id="2605.00001")
    other = said("raw/a.csv", title="Of Cats", authors=people("Zoë M"), decision="regular", arxiv_id="2605.00001")
    merged = facts.merged([known, other])
    about = f"in {PATH}:2, which is about the same paper"
    assert merged.facts == known.facts
    assert merged.disagreements == (
        Problem("raw/a.csv", 7, f"title is 'Of Cats', but 'On Parity' {about}", TAKEN),
        Problem("raw/a.csv", 7, f"authors is Zoë M, but Ann Lee; Bo Ek {about}", TAKEN),
        Problem("raw/a.csv", 7, f"decision is 'regular', but 'oral' {about}", TAKEN),
    )
    assert merged.contradictions == ()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"title": "Lumen: Light for All"}, {"title": "Light for all"}),
        ({"authors": people("Ann Lee", "Bo Ek", "Cy Roe")}, {"authors": people("Lee, A.", "B. Ek", "Cy Roe", "D Fu")}),
        ({"url": "https://a.org"}, {"url": "https://b.org"}),
        ({"title": "T", "title_source": "proceedings"}, {"title": "T", "title_source": "listing"}),
    ],
)
def test_a_listing_may_say_the_same_in_other_words(first: dict[str, Any], second: dict[str, Any]) -> None:
    merged = facts.merged([row(2, **first), said("raw/a.csv", **second)])
    assert (merged.facts, merged.disagreements) == (Facts(**first), ())


@pytest.mark.parametrize(
    ("first", "second", "name"),
    [
        ({"title": "Lumen: Light for All"}, {"title": "Light for all"}, "title"),
        ({"title": "T", "title_source": "proceedings"}, {"title": "T", "title_source": "conference schedule"},
         "title_source"),
        ({"authors": people("Ann Lee", "Bo Ek")}, {"authors": people("Bo Ek", "Ann Lee")}, "authors"),
        ({"decision": "oral"}, {"decision": "regular"}, "decision"),
        ({"topic_area": "A", "topic": "B"}, {"topic_area": "C", "topic": "D"}, "topic_area"),
        ({"topic_area": "A", "topic": "B"}, {"topic_area": "A", "topic": "D"}, "topic"),
        ({"icml_url": "https://a"}, {"icml_url": "https://b"}, "icml_url"),
    ],
)  # fmt: skip
def test_two_rows_of_the_bibliography_must_agree_to_the_letter(
    first: dict[str, Any], second: dict[str, Any], name: str
) -> None:
    merged = facts.merged([row(2, **first), row(5, **second)])
    (problem,) = merged.contradictions
    assert merged.disagreements == ()
    assert (problem.path, problem.line, problem.remedy) == (str(PATH), 5, "correct one of the two rows")
    assert problem.what.startswith(f"{name} is ")
    assert problem.what.endswith(f" in {PATH}:2, which is about the same paper")
    assert facts.merged([row(2, **first), row(5, **first)]).contradictions == ()


def test_a_topic_comes_with_its_area_and_a_titles_source_with_its_title() -> None:
    title = facts.merged([row(2, title="T"), said("a", title="T", title_source="listing")])
    assert (title.facts.title_source, title.disagreements) == (None, ())
    other = facts.merged([row(2, topic_area="A"), said("a", topic_area="B", topic="C")])
    assert (other.facts.topic, len(other.disagreements)) == (None, 1)
    same = facts.merged([row(2, topic_area="A"), said("a", topic_area="A", topic="C")])
    assert (same.facts.topic, same.disagreements) == ("C", ())
    listed = facts.merged([row(2, topic_area="A", topic="B"), said("a", topic_area="A", topic="C")])
    assert [problem.what.split(",")[0] for problem in listed.disagreements] == ["topic is 'C'"]


def test_institutions_come_from_whichever_source_lists_the_same_names() -> None:
    names = ("Ann Lee", "Bo Ek")
    other = said("raw/a.json", authors=people("Bo Ek", "Ann Lee", institution="Elsewhere"))
    same = said("raw/b.json", authors=people(*names, institution="Univ. X"))
    merged = facts.merged([row(2, authors=people(*names)), other, same])
    assert merged.facts.authors == people(*names, institution="Univ. X")
    assert facts.merged([row(2, authors=people(*names)), other]).facts.authors == people(*names)


def test_a_paper_is_known_elsewhere_by_its_ids() -> None:
    known = Facts(openreview_url="https://openreview.net/forum?id=AbC&x=1", arxiv_id="2605.1", doi="10.1/x",
                  icml_url="https://icml.cc/1")  # fmt: skip
    assert facts.identifiers(known) == {"openreview:AbC", "arxiv:2605.1", "doi:10.1/x", "icml:https://icml.cc/1"}
    assert facts.identifiers(Facts()) == frozenset()
