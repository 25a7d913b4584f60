from __future__ import annotations

from typing import Any

import pytest

from pipeline.formats import objects
from pipeline.formats.entries import Author, Facts
from pipeline.formats.json_strict import Number
from pipeline.formats.values import Unfit

DECISIONS = [
    ("Accept (poster)", "regular"), ("Poster", "regular"), ("ICML 2026 regular", "regular"),
    ("Accept (spotlight)", "spotlight"), ("Accept (spotlight poster)", "spotlight"), ("ICML 2026 spotlight", "spotlight"),
    ("oral", "oral"), ("Accept (Oral)", "oral"), ("Oral and poster", "oral"), ("Orals", "oral"),
    ("Accepted", None), ("Accept", None), ("Reject", None), ("Withdrawn", None), ("Desk rejected", None), ("", None),
    ("Temporal", None), ("Submitted to ICML 2026", None), ("Withdraw (oral)", None), ("Rejected poster", None),
]  # fmt: skip


@pytest.mark.parametrize(("said", "expected"), DECISIONS)
@pytest.mark.parametrize("key", ["decision", "status", "presentation", "venue"])
def test_decisions(said: str, expected: str | None, key: str) -> None:
    assert objects.paper({"title": "T", key: said})[1].decision == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"decision": None, "eventtype": "Poster"}, None),
        ({"decision": None, "eventtype": "Oral"}, "oral"),
        ({"status": "accepted", "presentation": "Poster"}, "regular"),
        ({"status": "Rejected", "presentation": "Poster"}, None),
        ({"decision": "Accept (spotlight)", "eventtype": "Poster"}, "spotlight"),
    ],
)
def test_decisions_of_several_fields(fields: dict[str, Any], expected: str | None) -> None:
    assert objects.paper({"title": "T", **fields})[1].decision == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"topic": "Deep Learning->Large Language Models"}, ("Deep Learning", "Large Language Models")),
        ({"topic": "Applications > Robotics"}, ("Applications", "Robotics")),
        ({"topic": "A → B → C"}, ("A", "B > C")),
        ({"primary_area": "optimization"}, ("optimization", None)),
        ({"topic": "Robotics", "topic_area": "Applications"}, ("Applications", "Robotics")),
        ({"topic": ["Theory"]}, ("Theory", None)),
        ({"keywords": ["a", "b"]}, (None, None)),
        ({"topic": ""}, (None, None)),
        ({"topic": " -> "}, (None, None)),
    ],
)
def test_topics(fields: dict[str, Any], expected: tuple[str | None, str | None]) -> None:
    facts = objects.paper({"title": "T", **fields})[1]
    assert (facts.topic_area, facts.topic) == expected


def test_a_note_of_openreview() -> None:
    note = {
        "id": "Abcdefghij",
        "number": "7",
        "content": {
            "title": {"value": "A Title"},
            "abstract": {"value": " One.\r\n\r\nTwo. "},
            "authors": {"value": ["Ann Ahn", "Bob Beh"]},
            "keywords": {"value": ["a"]},
            "primary_area": {"value": "deep_learning->llm"},
            "venue": {"value": "ICML 2026 spotlight"},
            "pdf": {"value": "/pdf/0123.pdf"},
        },
    }
    facts = Facts("A Title", (Author("Ann Ahn"), Author("Bob Beh")), "spotlight", "deep_learning", "llm",
                  openreview_url="https://openreview.net/forum?id=Abcdefghij")  # fmt: skip
    assert objects.paper(note) == ("One.\n\nTwo.", facts)


def test_a_field_is_trimmed_and_loses_nothing_else() -> None:
    source, facts = objects.paper({"Title": " A\n B\0 \ud800", "summary": "a\0b\rc\r\n\r\nd \ud800 <i>$x$</i> "})
    assert (source, facts.title) == ("a\0b\nc\n\nd � <i>$x$</i>", "A B� �")


def test_names_are_looked_up_whatever_their_case() -> None:
    assert objects.paper({"Paper Title": "T", "Author Names": "Ann Ahn"})[1] == Facts("T", (Author("Ann Ahn"),))


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "it has neither a title nor an abstract"),
        ({"title": " ", "abstract": None}, "it has neither a title nor an abstract"),
        ({"title": ["T"]}, "its title is a list, not text"),
        ({"title": "T", "abstract": {"a": "b"}}, "its abstract is an object or a truth value, not text"),
        ({"title": "T", "abstract": Number("5")}, "its abstract is a number, not text"),
        ({"title": Number("7"), "abstract": "A."}, "its title is a number, not text"),
        ({"title": "T", "authors": True}, "its authors are neither text nor a list"),
    ],
)
def test_what_is_no_paper(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(Unfit, match=f"^{why}$"):
        objects.paper(fields)
