"""Each named check passes the tiny package and fails one change of it, on the line that was changed."""

from __future__ import annotations

import copy
import hashlib
import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from pipeline import checks, contract, csvfile, rawrules, rederive, rules, schemas, validate
from pipeline.checks import Rule
from pipeline.problems import Problem
from tests import handmade
from tests.handmade import ROOT, Rows

AGREED = contract.load(ROOT / "datapackage.json")
Change = Callable[[Rows], object]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return handmade.tiny(tmp_path_factory.mktemp("tiny") / "package")


def tiny_rows(package: Path) -> Rows:
    return copy.deepcopy(handmade.tiny_rows(*((package / "raw" / f"{name}.txt").read_bytes() for name in "ab")))


def failed(package: Path, change: Change) -> set[tuple[str, str, int]]:
    """Name, table and line of each check that fails after the change; lines count the header."""
    rows = tiny_rows(package)
    for name, table in AGREED.tables.items():
        rows[name].sort(key=lambda row, table=table: [row[column] for column in table.primary_key])
    change(rows)
    tables = {name: frame(name, rows) for name in AGREED.tables}
    problems = validate.check_problems(AGREED, tables, package / "raw", rederived=True)
    return {
        (problem.what.split(": ")[0], problem.path.removeprefix("clean/").removesuffix(".csv"), problem.line)
        for problem in problems
    }


def frame(name: str, rows: Rows) -> pd.DataFrame:
    """The rows as a typed frame, in the order given, two lines on from their index."""
    table = AGREED.tables[name]
    cells = [[csvfile.cell(field, row[field.name]).replace("\r", "") for field in table.fields] for row in rows[name]]
    parsed = [schemas.rfc4180.Row(line, row) for line, row in enumerate(cells, 2)]
    typed, mistyped = schemas.typed(table, table.columns, parsed)
    assert mistyped == []
    return typed


def put(table: str, row: int, **cells: Any) -> Change:
    return lambda rows: rows[table][row].update(cells)


def shift_start(rows: Rows) -> None:
    rows["links"][0]["start"] += 1


def test_the_tiny_package_passes_every_check(package: Path) -> None:
    assert failed(package, lambda rows: None) == set()
    assert validate.problems(package, package / "raw") == []


# Which rows stand where: entries a1 a2 a3 (rejected) b1 (merged into a1) b2; identifiers 000… 111… then three
# papers, and papers, by fingerprint.
@pytest.mark.parametrize(
    ("name", "table", "line", "change"),
    [
        ("foreign_key:entries.listing_id->listings.listing_id", "entries", 2, put("entries", 0, listing_id="A")),
        ("foreign_key:entries.paper_id->papers.paper_id", "entries", 2, put("entries", 0, paper_id="f" * 12)),
        ("foreign_key:papers.listing_id+position->entries.listing_id+position", "papers", 3,
         put("papers", 1, position=9)),
        ("foreign_key:authors.paper_id->papers.paper_id", "authors", 4, put("authors", 2, paper_id="f" * 12)),
        ("foreign_key:links.paper_id->papers.paper_id", "links", 2, put("links", 0, paper_id="f" * 12)),
        ("foreign_key:identifiers.current_paper_id->papers.paper_id", "identifiers", 2,
         put("identifiers", 0, current_paper_id="f" * 12)),
        ("keys_unique_after_nfc:listings.listing_id", "listings", 3,
         lambda rows: (rows["listings"][0].update(listing_id="é"), rows["listings"][1].update(listing_id="e\u0301"))),
        ("sorted_by_primary_key:identifiers", "identifiers", 3, lambda rows: rows["identifiers"].reverse()),
        ("positions_run_from_1:entries", "entries", 4, put("entries", 2, position=4)),
        ("positions_run_from_1:authors", "authors", 4, put("authors", 2, position=2)),
        ("positions_run_from_1:links", "links", 2, put("links", 0, position=0)),
        ("no_carriage_return:papers.abstract", "papers", 2, put("papers", 0, abstract="a\0b")),
        ("text_is_nfc:authors.name", "authors", 3, put("authors", 1, name="Zoe\u0308")),
        ("listing_id_is_file_name", "listings", 2, put("listings", 0, path="raw/b.txt")),
        ("listing_id_is_file_name", "listings", 2, put("listings", 0, path="a.txt")),
        ("entries_add_up", "listings", 2, put("listings", 0, entries=4)),
        ("counts_match_entries", "listings", 2, put("listings", 0, kept=1, merged=1)),
        ("line_spans_ascend", "entries", 3, put("entries", 1, line_start=3)),
        ("line_spans_ascend", "entries", 2, put("entries", 0, line_start=1)),
        ("line_spans_ascend", "entries", 2, put("entries", 0, line_end=2)),
        ("rejected_entry_is_no_paper", "entries", 4, put("entries", 2, reason=None)),
        ("rejected_entry_is_no_paper", "entries", 4, put("entries", 2, similarity=1.0)),
        ("kept_entry_is_first", "entries", 2, put("entries", 0, match="exact")),
        ("kept_entry_is_first", "entries", 2, put("entries", 0, reason="because")),
        ("kept_entry_is_first", "entries", 2, put("entries", 0, paper_id=None)),
        ("merged_entry_says_why", "entries", 5, put("entries", 3, reason=None)),
        ("merged_entry_says_why", "entries", 5, put("entries", 3, match="first")),
        ("exact_is_wholly_alike", "entries", 5, put("entries", 3, similarity=0.99)),
        ("paper_has_one_kept_entry", "entries", 2, put("entries", 3, status="kept")),
        ("paper_has_one_kept_entry", "entries", 5, put("entries", 0, status="merged")),
        ("first_entry_is_kept", "entries", 5,
         lambda rows: (rows["entries"][0].update(status="merged"), rows["entries"][3].update(status="kept"))),
        ("same_bytes_same_paper", "entries", 3,
         lambda rows: rows["entries"][1].update(sha256=rows["entries"][0]["sha256"])),
        ("kept_entry_is_papers_entry", "papers", 3,
         lambda rows: rows["papers"][1].update(listing_id="b", position=1)),
        ("paper_entries_counted", "papers", 2, put("papers", 0, entries=5)),
        ("words_counted", "papers", 2, put("papers", 0, words=5)),
        ("one_line_a_paragraph", "papers", 2, put("papers", 0, abstract="a \nb")),
        ("one_line_a_paragraph", "papers", 2, put("papers", 0, abstract=" a")),
        ("title_has_source", "papers", 2,
         lambda rows: rows["papers"][0].update(title_source=None if rows["papers"][0]["title"] else "proceedings")),
        ("topic_has_area", "papers", 2, put("papers", 0, topic="Robotics")),
        ("replacement_character_flagged", "papers", 2, put("papers", 0, flags=["replacement_character"])),
        ("replacement_character_flagged", "papers", 2, put("papers", 0, abstract="a \ufffd b")),
        ("current_paper_is_identified", "papers", 2, lambda rows: rows["identifiers"].pop(2)),
        ("identifier_leads_to_current_paper", "identifiers", 2, put("identifiers", 0, current_paper_id="1" * 12)),
        ("offsets_hit_their_text", "links", 2, shift_start),
        ("offsets_hit_their_text", "links", 2, put("links", 0, url="https://github.com/example/break")),
        ("offsets_hit_their_text", "links", 2, put("links", 0, start=5000, end=5001)),
        ("offsets_ascend", "links", 3,
         lambda rows: rows["links"].append({**rows["links"][0], "position": 2})),
        ("host_is_of_url", "links", 2, put("links", 0, host="www.github.com")),
        ("raw_hashes:listings", "listings", 3, put("listings", 1, bytes=7)),
        ("raw_hashes:listings", "listings", 3, put("listings", 1, sha256="0" * 64)),
        ("raw_hashes:listings", "listings", 3, put("listings", 1, encoding="utf-8")),
        ("raw_hashes:listings", "listings", 3, put("listings", 1, path="raw/other.txt")),
        ("raw_hashes:entries", "entries", 6, put("entries", 4, sha256="0" * 64)),
        ("raw_hashes:entries", "entries", 6, put("entries", 4, line_end=6)),
        ("raw_hashes:entries", "entries", 6, put("entries", 4, line_start=900, line_end=900)),
        ("raw_title", "listings", 3, put("listings", 1, title="ICML 2026 论文列 表")),
        ("raw_source", "papers", 2, put("papers", 0, abstract_source="Another text.")),
        ("raw_listing_is_listed", "raw/b.txt", 0, lambda rows: rows["listings"].pop(1)),
        ("text_is_that_of_source", "papers", 2,
         lambda rows: rows["papers"][0].update(abstract=rows["papers"][0]["abstract"].replace("text", "test")
                                               .replace("small", "smell"))),
        ("text_is_that_of_source", "papers", 2, put("papers", 0, flags=["truncated"])),
        ("links_are_the_abstracts", "papers", None, lambda rows: rows["links"].clear()),
        ("links_are_the_abstracts", "papers", None, put("links", 0, kind="data")),
        ("title_says_so", "listings", 2, put("listings", 0, year=2025)),
        ("title_says_so", "listings", 3, put("listings", 1, title_language="und")),
        ("fingerprint_is_the_registers", "identifiers", 3, put("identifiers", 1, fingerprint="2" * 64)),
        ("no_id_is_lost", "identifiers", 0, lambda rows: rows["identifiers"].pop(1)),
        ("facts_are_the_references", "papers", 2, put("papers", 0, decision="oral")),
        ("facts_are_the_references", "papers", None, lambda rows: rows["authors"].clear()),
    ],
)  # fmt: skip
def test_each_check_fails_on_the_line_that_breaks_it(
    package: Path, name: str, table: str, line: int | None, change: Change
) -> None:
    found = failed(package, change)
    assert [(n, t) for n, t, at in found if (n, t) == (name, table) and line in (None, at)], sorted(found)


def test_every_check_is_shown_to_fail() -> None:
    (mark,) = test_each_check_fails_on_the_line_that_breaks_it.pytestmark
    shown = {case[0] for case in mark.args[1]}
    own = [*rules.RULES, *rawrules.rules({}), *rederive.rules()]
    assert {rule.name for rule in own} - shown == set()
    # Those made from the contract are shown once a kind, not once a column.
    kinds = {rule.name.split(":")[0] for rule in checks.contract_rules(AGREED)}
    assert kinds - {name.split(":")[0] for name in shown} == set()


def test_names_are_stable_and_none_stands_twice() -> None:
    own = [*rules.RULES, *rawrules.rules({}), *rederive.rules()]
    names = [rule.name for rule in [*checks.contract_rules(AGREED), *own]]
    assert len(names) == len(set(names))
    assert {
        "foreign_key:papers.listing_id+position->entries.listing_id+position",
        "keys_unique_after_nfc:links.paper_id+url",
        "sorted_by_primary_key:papers",
        "positions_run_from_1:authors",
        "text_is_nfc:papers.abstract",
        "no_carriage_return:papers.abstract_source",
        "offsets_hit_their_text",
    } <= set(names)
    assert not {f"text_is_nfc:{table}.{column}" for table, column in checks.AS_FOUND} & set(names)


def test_a_problem_shows_the_values_that_disagree(package: Path) -> None:
    rows = tiny_rows(package)
    rows["listings"][0]["entries"] = 9
    found = checks.failures(
        [rule for rule in rules.RULES if rule.name == "entries_add_up"],
        {"listings": frame("listings", rows)},
        {"listings": "clean/listings.csv"},
    )
    what = "entries_add_up: entries is not kept + merged + rejected (entries 9, kept 2, merged 0, rejected 1)"
    assert found == [Problem("clean/listings.csv", 2, what, "rebuild with `python build.py`")]


def test_offsets_count_code_points() -> None:
    papers = pd.DataFrame({"paper_id": ["p"], "abstract": ["𝒪𝒪 https://a.org."]})
    links = pd.DataFrame({"paper_id": ["p"] * 2, "start": [3, 5], "end": [16, 18], "url": ["https://a.org"] * 2})
    holds = rules.span_hits("url", operator.eq)
    assert list(holds(links, {"papers": papers})) == [True, False]


def test_files_are_ordered_by_name_where_their_ids_are_not() -> None:
    # "a-b.txt" comes before "a.txt", though "a" comes before "a-b".
    listings = pd.DataFrame({"listing_id": ["a", "a-b"], "path": ["raw/a.txt", "raw/a-b.txt"]})
    entries = pd.DataFrame(
        {"listing_id": ["a", "a-b"], "position": [1, 1], "status": ["merged", "kept"], "paper_id": ["p", "p"]}
    )
    assert list(rules._first_is_kept(entries, {"listings": listings})) == [True, True]
    entries["status"] = ["kept", "merged"]
    assert list(rules._first_is_kept(entries, {"listings": listings})) == [False, True]


def test_a_check_whose_other_table_is_missing_is_left_to_the_problem_that_says_so() -> None:
    rule = Rule("r", "papers", "", "", (), lambda frame, tables: [False] * len(frame), ("entries",))
    assert checks.failures([rule], {"papers": pd.DataFrame({"a": [1]})}, {"papers": "p"}) == []


def test_a_check_that_breaks_is_not_taken_for_one_that_passed_or_failed() -> None:
    rule = Rule("r", "papers", "", "", (), lambda frame, tables: [1 / 0])
    with pytest.raises(RuntimeError, match="the check r broke"):
        checks.failures([rule], {"papers": pd.DataFrame({"a": [1]})}, {"papers": "p"})


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(("encoding", "mark"), [("utf-8", b""), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")])
def test_an_entrys_bytes_run_to_its_last_line_without_the_line_end(
    tmp_path: Path, end: str, encoding: str, mark: bytes
) -> None:
    text = f"Title{end}{end}one 𝒪{end}two{end}{end}three{end}"
    (tmp_path / "x.txt").write_bytes(mark + text.encode(encoding))
    listings, problems = rawrules.load(tmp_path)
    assert problems == []
    own = f"one 𝒪{end}two".encode(encoding)
    assert listings["x.txt"].sha256(3, 4) == hashlib.sha256(own).hexdigest()


def test_a_listing_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"Title\n\nno caf\xe9 here")
    (tmp_path / "folder.txt").mkdir()
    listings, problems = rawrules.load(tmp_path)
    assert (listings, [(problem.path, problem.line) for problem in problems]) == (
        {}, [("raw/bad.txt", 3), ("raw/folder.txt", 0)],
    )  # fmt: skip
