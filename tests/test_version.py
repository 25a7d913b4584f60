"""The version says what changed: contract, rows, or text."""

from __future__ import annotations

import dataclasses

import pytest

from pipeline import contract, version
from pipeline.changes import Change, State
from pipeline.version import Level
from tests.builds import ROOT

TERMS = contract.load(ROOT / "datapackage.json")
CELL = Change("papers", "a", "title", "x", "y", "cell changed")
ADDED = Change("papers", "b", "", "", "{}", "row added")
REMOVED = Change("papers", "c", "", "{}", "", "row removed")
TYPE = Change("papers", "", "words", "integer", "number", "type changed")


def state(number: str, name: str = "this folder") -> State:
    terms = dataclasses.replace(TERMS, descriptor={**TERMS.descriptor, "version": number})
    return State(name, terms, lambda name: None)


@pytest.mark.parametrize(
    ("change", "level"),
    [
        (CELL, Level.PATCH),
        (Change("identifiers", "a", "current_paper_id", "x", "y", "cell changed"), Level.PATCH),
        (Change("papers", "", "words", "a", "b", "description changed"), Level.PATCH),
        (Change("papers", "", "", "a", "b", "title changed"), Level.PATCH),
        (Change("papers", "", "", "{}", "", "site changed"), Level.PATCH),
        (Change("", "", "", "[]", "[1]", "sources changed"), Level.PATCH),
        (ADDED, Level.MINOR),
        (Change("identifiers", "b", "", "", "{}", "row added"), Level.MINOR),
        (REMOVED, Level.MINOR),
        (Change("edits", "a/1/1", "", "", "{}", "row added"), Level.PATCH),
        (Change("edits", "a/1/1", "", "{}", "", "row removed"), Level.PATCH),
        (Change("identifiers", "c", "", "{}", "", "row removed"), Level.MAJOR),
        (Change("notes", "", "", "", "", "table added"), Level.MINOR),
        (Change("links", "", "", "", "", "table removed"), Level.MAJOR),
        (Change("papers", "", "pages", "", "", "column added"), Level.MINOR),
        (Change("papers", "", "doi", "", "", "column removed"), Level.MAJOR),
        (Change("papers", "", "", "a, b", "b, a", "columns reordered"), Level.MAJOR),
        (TYPE, Level.MAJOR),
        (Change("papers", "", "words", "{}", '{"minimum": 1}', "constraints changed"), Level.MAJOR),
        (Change("papers", "", "words", "words", "letters", "unit changed"), Level.MAJOR),
        (Change("papers", "", "", "clean/a.csv", "clean/b.csv", "path changed"), Level.MAJOR),
        (Change("papers", "", "", '["a"]', '["b"]', "primaryKey changed"), Level.MAJOR),
        (Change("", "", "", "[]", "[1]", "licenses changed"), Level.MAJOR),
        (Change("papers", "", "", "", "x", "somethingNew changed"), Level.MAJOR),
    ],
)
def test_each_kind_of_change_raises_one_number(change: Change, level: Level) -> None:
    assert version.level(change) == level


@pytest.mark.parametrize(
    ("before", "after", "found", "expected"),
    [
        ("1.2.3", "1.2.3", [], None),
        ("1.2.3", "1.2.4", [], None),
        ("1.2.3", "1.2.4", [CELL], None),
        ("1.2.3", "1.3.0", [CELL], None),
        ("1.2.3", "2.0.0", [CELL, ADDED, TYPE], None),
        ("1.9.9", "1.10.0", [ADDED], None),
        ("0.1.0", "0.1.0", [TYPE], None),
        ("0.1.0", "1.0.0", [TYPE], None),
        ("1.2.3", "1.2.3", [CELL], "version is 1.2.3, but since 1.2.3 cells of papers changed; set it to 1.2.4"),
        ("1.2.3", "1.2.4", [CELL, ADDED], "version is 1.2.4, but since 1.2.3 rows of papers were added; set it to 1.3.0"),
        ("1.2.3", "1.2.9", [REMOVED], "version is 1.2.9, but since 1.2.3 rows of papers were removed; set it to 1.3.0"),
        ("1.2.3", "1.9.0", [ADDED, TYPE], "version is 1.9.0, but since 1.2.3 type of papers.words changed; set it to 2.0.0"),
        ("1.2.3", "1.2.2", [], "version is 1.2.2, but it was 1.2.3 at 1.2.3; set it to 1.2.3"),
        ("1.2.3", "1.1.9", [CELL], "version is 1.1.9, but it was 1.2.3 at 1.2.3; set it to 1.2.4"),
        ("0.2.0", "0.1.0", [], "version is 0.1.0, but it was 0.2.0 at 0.2.0; set it to 0.2.0"),
        ("1.2.3", "1.3", [], "version is '1.3', not three numbers with points; write it like 1.0.0"),
        ("1.2.3", "1.03.0", [], "version is '1.03.0', not three numbers with points; write it like 1.0.0"),
        ("1.2.3", "", [], "version is '', not three numbers with points; write it like 1.0.0"),
        ("one", "1.2.3", [], "version is 'one' at one, not three numbers with points; name another revision"),
    ],
)  # fmt: skip
def test_a_version_that_is_too_low_is_told_with_the_one_to_set(
    before: str, after: str, found: list[Change], expected: str | None
) -> None:
    problem = version.problem(state(before, before), state(after), found)
    assert (problem and str(problem)) == (expected and f"datapackage.json: {expected}")


def test_the_summary_says_every_change_of_the_contract_and_counts_the_others() -> None:
    found = [
        TYPE,
        Change("papers", "", "words", "a", "b", "title changed"),
        Change("", "", "", "a", "b", "sources changed"),
        Change("notes", "", "", "", "", "table added"),
        Change("links", "", "", "", "", "table removed"),
        Change("papers", "", "doi", "", "", "column removed"),
        Change("papers", "", "pages", "", "", "column added"),
        Change("papers", "", "", "a, b", "b, a", "columns reordered"),
        CELL, CELL._replace(key="b"), ADDED, REMOVED,
        Change("identifiers", "b", "", "", "{}", "row added"),
    ]  # fmt: skip
    assert version.summary(state("1.0.0", "1.0.0"), state("1.1.0"), found).splitlines() == [
        "Since 1.0.0 (version 1.0.0):",
        "  type of papers.words changed",
        "  the table notes was added",
        "  the table links was removed",
        "  the column papers.doi was removed",
        "  the column papers.pages was added",
        "  the columns of papers were reordered",
        "  papers: 1 describing text changed, 2 cells of title changed, 1 row added, 1 row removed",
        "  the package: 1 describing text changed",
        "  identifiers: 1 row added",
        "dist/changes.csv lists 13 changes. The greatest is a major one and asks for version 2.0.0 or later; "
        "the version is 1.1.0.",
    ]


def test_the_summary_of_no_change_and_of_a_time_before_any_promise() -> None:
    assert version.summary(state("1.0.0", "1.0.0"), state("1.0.0"), []) == (
        "Since 1.0.0 (version 1.0.0): nothing changed."
    )
    assert version.summary(state("0.1.0", "0.1.0"), state("0.1.0"), [CELL]).splitlines()[-1] == (
        "dist/changes.csv lists 1 change. The greatest is a patch one and asks for nothing before 1.0.0; "
        "the version is 0.1.0."
    )
