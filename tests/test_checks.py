"""Each named check passes the tiny package and fails one change of it, on the line that was changed."""

from __future__ import annotations

import dataclasses
import operator
from pathlib import Path

import pandas as pd
import pytest

from pipeline import checks, rawrules, rederive, rules, validate
from pipeline.checks import Rule
from pipeline.contract import Table
from pipeline.problems import Problem
from tests import handmade
from tests.checked import AGREED, Change, failed, frame, more, put, swapped, tiny_rows


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return handmade.tiny(tmp_path_factory.mktemp("tiny") / "package")


def test_the_tiny_package_passes_every_check(package: Path) -> None:
    assert failed(package, lambda rows: None) == set()
    assert validate.problems(package, package / "raw") == []


# Which rows stand where: entries a1 a2 a3 (rejected) b1 (exactly a1) b2 c1 c2 (without abstract) c3 (titled as c1)
# c4 (near b2); papers by fingerprint: those of a1, b2, c2, c1, a2; identifiers 000… 111… then these;
# pairs c3-c1, b2-c4, a2-c2 (undecided), b1-a1; edits a1 a1 a2 b1 b1 c1; related of b2, c2, a2, a2.
@pytest.mark.parametrize(
    ("name", "table", "line", "change"),
    [
        ("foreign_key:entries.listing_id->listings.listing_id", "entries", 2, put("entries", 0, listing_id="A")),
        ("foreign_key:entries.paper_id->papers.paper_id", "entries", 2, put("entries", 0, paper_id="f" * 12)),
        ("foreign_key:papers.listing_id+position->entries.listing_id+position", "papers", 3,
         put("papers", 1, position=9)),
        *((f"foreign_key:{table}.paper_id->papers.paper_id", table, 3, put(table, 1, paper_id="f" * 12))
          for table in ("authors", "contributions", "quantities", "related")),
        ("foreign_key:links.paper_id->papers.paper_id", "links", 2, put("links", 0, paper_id="f" * 12)),
        ("foreign_key:related.related_paper_id->papers.paper_id", "related", 2,
         put("related", 0, related_paper_id="f" * 12)),
        ("foreign_key:identifiers.current_paper_id->papers.paper_id", "identifiers", 2,
         put("identifiers", 0, current_paper_id="f" * 12)),
        ("foreign_key:edits.listing_id+position->entries.listing_id+position", "edits", 4, put("edits", 2, position=9)),
        ("keys_unique_after_nfc:listings.listing_id", "listings", 3,
         lambda rows: (rows["listings"][0].update(listing_id="é"), rows["listings"][1].update(listing_id="e\u0301"))),
        ("sorted_by_primary_key:identifiers", "identifiers", 3, lambda rows: rows["identifiers"].reverse()),
        ("positions_run_from_1:entries", "entries", 4, put("entries", 2, position=4)),
        ("positions_run_from_1:authors", "authors", 6, put("authors", 4, position=2)),
        ("positions_run_from_1:links", "links", 2, put("links", 0, position=0)),
        ("positions_run_from_1:quantities", "quantities", 4, put("quantities", 2, position=3)),
        ("positions_run_from_1:related", "related", 5, put("related", 3, rank=3)),
        ("positions_run_from_1:edits", "edits", 3, put("edits", 1, seq=3)),
        ("no_carriage_return:papers.abstract", "papers", 2, put("papers", 0, abstract="a\0b")),
        ("text_is_nfc:authors.name", "authors", 3, put("authors", 1, name="Zoe\u0308")),
        ("listing_id_is_file_name", "listings", 2, put("listings", 0, path="raw/b.txt")),
        ("listing_id_is_file_name", "listings", 2, put("listings", 0, path="a.txt")),
        ("partner_has_hash", "listings", 4, put("listings", 2, partner_path="raw/c-abstracts.json")),
        ("partner_has_hash", "listings", 4, put("listings", 2, partner_sha256="0" * 64)),
        ("entries_add_up", "listings", 2, put("listings", 0, entries=4)),
        ("counts_match_entries", "listings", 2, put("listings", 0, kept=1, merged=1)),
        ("line_spans_ascend", "entries", 3, put("entries", 1, line_start=2)),
        ("line_spans_ascend", "entries", 2, put("entries", 0, line_end=2)),
        ("entry_has_a_place", "entries", 2, put("entries", 0, locator="/0")),
        ("entry_has_a_place", "entries", 2, put("entries", 0, line_end=None)),
        ("entry_has_a_place", "entries", 7, put("entries", 5, locator=None)),
        ("entry_has_a_place", "entries", 7, put("entries", 5, line_start=2)),
        ("rejected_entry_is_no_paper", "entries", 4, put("entries", 2, reason=None)),
        ("rejected_entry_is_no_paper", "entries", 4, put("entries", 2, similarity=1.0)),
        ("kept_entry_is_first", "entries", 2, put("entries", 0, match="exact")),
        ("kept_entry_is_first", "entries", 2, put("entries", 0, reason="because")),
        ("kept_entry_is_first", "entries", 2, put("entries", 0, paper_id=None)),
        ("merged_entry_says_why", "entries", 5, put("entries", 3, reason=None)),
        ("merged_entry_says_why", "entries", 5, put("entries", 3, match="first")),
        ("merged_entry_says_why", "entries", 5, put("entries", 3, similarity=None)),
        ("merged_entry_says_why", "entries", 10, put("entries", 8, similarity=None)),
        ("exact_is_wholly_alike", "entries", 5, put("entries", 3, similarity=0.99)),
        ("paper_has_one_kept_entry", "entries", 2, put("entries", 3, status="kept")),
        ("paper_has_one_kept_entry", "entries", 5, put("entries", 0, status="merged")),
        ("first_entry_is_kept", "entries", 5,
         lambda rows: (rows["entries"][0].update(status="merged", similarity=1.0), rows["entries"][3].update(status="kept"))),
        ("same_bytes_same_paper", "entries", 3,
         lambda rows: rows["entries"][1].update(sha256=rows["entries"][0]["sha256"])),
        ("merged_entry_has_pairs", "entries", 9, lambda rows: rows["duplicate_pairs"].pop(0)),
        ("merged_entry_has_pairs", "entries", 10, put("duplicate_pairs", 1, verdict="distinct")),
        ("kept_entry_is_papers_entry", "papers", 3,
         lambda rows: rows["papers"][1].update(listing_id="b", position=1)),
        ("paper_entries_counted", "papers", 2, put("papers", 0, entries=5)),
        ("words_counted", "papers", 2, put("papers", 0, words=5)),
        ("words_counted", "papers", 4, put("papers", 2, words=5)),
        ("one_line_a_paragraph", "papers", 2, put("papers", 0, abstract="a \nb")),
        ("one_line_a_paragraph", "papers", 2, put("papers", 0, abstract="a\nb")),
        ("one_line_a_paragraph", "papers", 2, put("papers", 0, abstract="a\n\n\nb")),
        ("one_line_a_paragraph", "papers", 2, put("papers", 0, abstract=" a")),
        ("missing_abstract_flagged", "papers", 4, put("papers", 2, flags=[])),
        ("missing_abstract_flagged", "papers", 4, put("papers", 2, abstract="An abstract.")),
        ("missing_abstract_flagged", "papers", 2, put("papers", 0, flags=["no_abstract"])),
        ("missing_abstract_flagged", "papers", 2, put("papers", 0, abstract=None)),
        ("edits_replay", "papers", 2, put("edits", 0, before="__")),
        ("edits_replay", "papers", 2, put("edits", 1, after="!")),
        ("edits_replay", "papers", 2, more("edits", 1, start=1)),
        ("edits_replay", "papers", 5, lambda rows: rows["edits"].pop(5)),
        ("edits_replay", "papers", 4, put("papers", 2, abstract_source="An abstract.")),
        ("title_has_source", "papers", 2,
         lambda rows: rows["papers"][0].update(title_source=None if rows["papers"][0]["title"] else "proceedings")),
        ("topic_has_area", "papers", 2, put("papers", 0, topic="Robotics")),
        ("replacement_character_flagged", "papers", 2, put("papers", 0, flags=["replacement_character"])),
        ("replacement_character_flagged", "papers", 2, put("papers", 0, abstract="a \ufffd b")),
        ("replacement_character_flagged", "papers", 4, put("papers", 2, flags=["no_abstract", "replacement_character"])),
        ("current_paper_is_identified", "papers", 2, lambda rows: rows["identifiers"].pop(2)),
        ("identifier_leads_to_current_paper", "identifiers", 2, put("identifiers", 0, current_paper_id="1" * 12)),
        *((f"offsets_hit_their_text:{table}", table, 2, change)
          for table in ("contributions", "links", "quantities")
          for change in (more(table, 0, start=1), more(table, 0, start=1, end=1), more(table, 0, end=-1),
                         put(table, 0, start=5000, end=5001))),
        ("offsets_hit_their_text:contributions", "contributions", 2, put("contributions", 0, name="BreaksBench")),
        ("offsets_hit_their_text:links", "links", 2, put("links", 0, url="https://github.com/example/break")),
        ("offsets_hit_their_text:quantities", "quantities", 2, put("quantities", 0, text="12.5 %")),
        *((f"offsets_ascend:{table}", table, 3,
           lambda rows, table=table: rows[table].insert(1, {**rows[table][0], "position": 2}))
          for table in ("contributions", "links", "quantities")),
        ("range_is_in_order", "quantities", 2, put("quantities", 0, value_min=13.0)),
        ("nearest_first", "related", 5, put("related", 3, similarity=0.9)),
        ("related_to_another", "related", 2, lambda rows: rows["related"][0].update(
            related_paper_id=rows["related"][0]["paper_id"])),
        ("left_before_right", "duplicate_pairs", 2, swapped("duplicate_pairs", 0, "left_sha256", "right_sha256")),
        ("left_before_right", "duplicate_pairs", 2, lambda rows: rows["duplicate_pairs"][0].update(
            right_sha256=rows["duplicate_pairs"][0]["left_sha256"])),
        ("pairs_are_entries", "duplicate_pairs", 2, put("duplicate_pairs", 0, left_sha256="0" * 64)),
        ("pairs_are_entries", "duplicate_pairs", 5, lambda rows: rows["duplicate_pairs"][3].update(
            right_sha256=rows["entries"][2]["sha256"])),
        ("pairs_agree_with_entries", "duplicate_pairs", 2, put("duplicate_pairs", 0, verdict="undecided")),
        ("pairs_agree_with_entries", "duplicate_pairs", 3, put("duplicate_pairs", 1, verdict="distinct")),
        ("pairs_agree_with_entries", "duplicate_pairs", 4, put("duplicate_pairs", 2, verdict="duplicate")),
        ("edit_changes_something", "edits", 2, put("edits", 0, before=None)),
        ("edit_changes_something", "edits", 2, put("edits", 0, after="**")),
        ("host_is_of_url", "links", 2, put("links", 0, host="www.github.com")),
        ("raw_hashes:listings", "listings", 3, put("listings", 1, bytes=7)),
        ("raw_hashes:listings", "listings", 3, put("listings", 1, sha256="0" * 64)),
        ("raw_hashes:listings", "listings", 3, put("listings", 1, encoding="utf-8")),
        ("raw_hashes:listings", "listings", 3, put("listings", 1, path="raw/other.txt")),
        ("raw_hashes:listings", "listings", 4,
         put("listings", 2, partner_path="raw/c-abstracts.json", partner_sha256="0" * 64)),
        ("raw_hashes:entries", "entries", 6, put("entries", 4, sha256="0" * 64)),
        ("raw_hashes:entries", "entries", 6, put("entries", 4, line_end=6)),
        ("raw_hashes:entries", "entries", 6, put("entries", 4, line_start=900, line_end=900)),
        ("raw_hashes:entries", "entries", 7, put("entries", 5, locator="/papers/1")),
        ("raw_place", "entries", 7, lambda rows: rows["entries"][5].update(
            locator="/papers/1", sha256=rows["entries"][6]["sha256"])),
        ("raw_place", "entries", 6, put("entries", 4, position=3)),
        ("raw_entries", "listings", 2, put("listings", 0, entries=2, kept=1)),
        ("raw_title", "listings", 3, put("listings", 1, title="ICML 2026 论文列 表")),
        ("raw_source", "papers", 2, put("papers", 0, abstract_source="Another text.")),
        ("raw_source", "papers", 4, put("papers", 2, abstract_source="Another text.")),
        ("raw_edits", "edits", 5, put("edits", 3, before="nowhere")),
        ("raw_edits", "edits", 6, put("edits", 4, start=900)),
        ("raw_listing_is_listed", "raw/b.txt", 0, lambda rows: rows["listings"].pop(1)),
        ("derived:papers.abstract", "papers", 2,
         lambda rows: rows["papers"][0].update(abstract=rows["papers"][0]["abstract"].replace("small", "smell"))),
        ("derived:papers.flags", "papers", 2, put("papers", 0, flags=["truncated"])),
        ("derived:papers.decision", "papers", 2, put("papers", 0, decision="oral")),
        ("derived:papers.doi", "papers", 5, put("papers", 3, doi=None)),
        ("derived:authors.institution", "authors", 4, put("authors", 2, institution=None)),
        ("derived:contributions.kind", "contributions", 2, put("contributions", 0, kind="method")),
        ("derived:links.kind", "links", 2, put("links", 0, kind="data")),
        ("derived:quantities.value_max", "quantities", 2, put("quantities", 0, value_max=13.0)),
        ("derived:related.similarity", "related", 2, put("related", 0, similarity=0.25)),
        ("derived:related.shared_terms", "related", 2, put("related", 0, shared_terms=[])),
        ("derived:duplicate_pairs.basis", "duplicate_pairs", 2, put("duplicate_pairs", 0, basis="identifier")),
        ("derived:entries.similarity", "entries", 10, put("entries", 8, similarity=0.95)),
        ("derived:entries.reason", "entries", 4, put("entries", 2, reason="It is odd.")),
        ("derived:edits.stage", "edits", 5, put("edits", 3, stage="math")),
        ("derived:listings.year", "listings", 2, put("listings", 0, year=2025)),
        ("derived:listings.title_language", "listings", 3, put("listings", 1, title_language="und")),
        ("derived:identifiers.fingerprint", "identifiers", 3, put("identifiers", 1, fingerprint="2" * 64)),
        ("row_is_derived:edits", "edits", 8,
         lambda rows: rows["edits"].append({**rows["edits"][5], "seq": 2, "before": None, "after": "x"})),
        ("row_is_derived:duplicate_pairs", "duplicate_pairs", 2, put("duplicate_pairs", 0, left_sha256="0" * 64)),
        *((f"row_is_missing:{table}", table, 0, lambda rows, table=table: rows[table].pop())
          for table in ("authors", "contributions", "links", "quantities", "related", "duplicate_pairs", "edits",
                        "identifiers")),
    ],
)  # fmt: skip
def test_each_check_fails_on_the_line_that_breaks_it(
    package: Path, name: str, table: str, line: int | None, change: Change
) -> None:
    found = failed(package, change)
    assert [(n, t) for n, t, at in found if (n, t) == (name, table) and line in (None, at)], sorted(found)


def test_an_edit_without_a_place_is_replayed_by_nobody(package: Path) -> None:
    # The schema asks for one, and says so.
    assert failed(package, put("edits", 1, start=None)) == {("derived:edits.start", "edits", 3)}


def own_rules() -> list[Rule]:
    return [*rules.RULES, *rawrules.rules({})]


def general_rules() -> list[Rule]:
    """Those made of any table, by the contract."""
    return [*checks.contract_rules(AGREED), *rederive.rules(AGREED, {name: {} for name in AGREED.tables})]


def test_every_check_is_shown_to_fail() -> None:
    (mark,) = test_each_check_fails_on_the_line_that_breaks_it.pytestmark
    shown = {case[0] for case in mark.args[1]}
    assert {rule.name for rule in own_rules()} - shown == set()
    # Those made from the contract are shown once a kind, not once a column.
    kinds = {rule.name.split(":")[0] for rule in general_rules()}
    assert kinds - {name.split(":")[0] for name in shown} == set()


def test_names_are_stable_and_none_stands_twice() -> None:
    names = [rule.name for rule in [*general_rules(), *own_rules()]]
    assert len(names) == len(set(names))
    assert {
        "foreign_key:papers.listing_id+position->entries.listing_id+position",
        "keys_unique_after_nfc:links.paper_id+url",
        "sorted_by_primary_key:papers",
        "positions_run_from_1:authors",
        "text_is_nfc:papers.abstract",
        "no_carriage_return:papers.abstract_source",
        "offsets_hit_their_text:quantities",
        "derived:papers.abstract",
        "row_is_derived:related",
    } <= set(names)
    assert not {f"text_is_nfc:{table}.{column}" for table, column in checks.AS_FOUND} & set(names)


def test_keys_that_are_numbers_have_no_twins_in_unicode() -> None:
    number = AGREED.tables["entries"].field("position")
    numbers = Table("numbers", "Numbers", "", "clean/numbers.csv", (number,), ("position",), (), (), {})
    agreed = dataclasses.replace(AGREED, tables={"numbers": numbers})
    assert [rule.name for rule in checks.contract_rules(agreed)] == ["sorted_by_primary_key:numbers"]


def test_a_problem_shows_the_values_that_disagree() -> None:
    rows = tiny_rows()
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
        {"listing_id": ["a", "a-b"], "position": [1, 1], "status": ["merged", "kept"], "paper_id": ["p", "p"],
         "similarity": [1.0, None]}
    )  # fmt: skip
    tables = {"listings": listings, "papers": pd.DataFrame({"paper_id": ["p"], "abstract": ["text"]})}
    (rule,) = [rule for rule in rules.RULES if rule.name == "first_entry_is_kept"]
    assert list(rule.holds(entries, tables)) == [True, True]
    entries["status"], entries["similarity"] = ["kept", "merged"], [None, 1.0]
    assert list(rule.holds(entries, tables)) == [False, True]
    # An entry without a text is not shown for a paper that has one, wherever it stands.
    entries["similarity"] = [None, None]
    assert list(rule.holds(entries, tables)) == [True, True]
    tables["papers"]["abstract"] = [None]
    assert list(rule.holds(entries, tables)) == [False, True]


def test_a_check_whose_other_table_is_missing_is_left_to_the_problem_that_says_so() -> None:
    rule = Rule("r", "papers", "", "", (), lambda frame, tables: [False] * len(frame), ("entries",))
    assert checks.failures([rule], {"papers": pd.DataFrame({"a": [1]})}, {"papers": "p"}) == []


def test_a_check_that_breaks_is_not_taken_for_one_that_passed_or_failed() -> None:
    rule = Rule("r", "papers", "", "", (), lambda frame, tables: [1 / 0])
    with pytest.raises(RuntimeError, match="the check r broke"):
        checks.failures([rule], {"papers": pd.DataFrame({"a": [1]})}, {"papers": "p"})
