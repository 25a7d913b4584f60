from __future__ import annotations

from pathlib import Path

import pytest

from pipeline import facts
from pipeline.problems import Refused
from pipeline.reference import Record

PATH = Path("raw/reference/bibliography.csv")
PAPERS = {("x", 1): 0, ("y", 2): 0, ("y", 1): 1, ("y", 3): None}


def record(line: int, listing: str, position: str, **cells: str | None) -> Record:
    return Record(line, {"listing": listing, "position": position, **cells})


def test_facts_reach_a_paper_through_any_entry_that_shows_it() -> None:
    records = [record(2, "y", "2", title="T", topic=None), record(3, "x", "1", title="T", topic="A > B")]
    assert facts.by_paper(records, PATH, PAPERS) == {0: {"title": "T", "topic": "A > B"}}


def test_rows_that_point_nowhere_or_disagree_are_refused_together() -> None:
    records = [
        record(2, "x", "1", title="T"),
        record(3, "y", "2", title="U"),
        record(4, "y", "3", title="V"),
        record(5, "z", "1", title="W"),
    ]
    with pytest.raises(Refused) as caught:
        facts.by_paper(records, PATH, PAPERS)
    remedy = "point it to an entry that shows a paper, or remove the row"
    assert list(map(str, caught.value.problems)) == [
        f"{PATH}:3: title 'U' disagrees with line 2, which is about the same paper; correct one of the two rows",
        f"{PATH}:4: the row is about entry 3 of y, which was rejected; {remedy}",
        f"{PATH}:5: the row is about entry 1 of z, which does not exist; {remedy}",
    ]


def test_facts_fill_the_columns_of_a_paper_as_plain_text() -> None:
    known = {"title": "Insights from $k$-Parity \\& more", "topic": "Applications > Neuroscience, Cognitive Science"}
    assert facts.columns(known) == {
        "title": "Insights from k-Parity & more",
        "decision": None,
        "topic_area": "Applications",
        "topic": "Neuroscience, Cognitive Science",
        "icml_url": None,
        "openreview_url": None,
        "arxiv_id": None,
        "title_source": None,
    }


def test_a_topic_of_one_level_is_an_area() -> None:
    columns = facts.columns({"topic": "Theory"})
    assert (columns["topic_area"], columns["topic"]) == ("Theory", None)


def test_authors_stand_in_order_without_blanks_or_empty_names() -> None:
    assert facts.authors({"authors": ' Ann  Lee;G\\"unter Ö ; ;'}) == ["Ann Lee", "Günter Ö"]
    assert facts.authors({}) == []
