"""Whole builds in which entries are one paper by other evidence than equal words."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from pipeline import read
from tests.builds import abstract, listing, run_here

TITLES = {1: "A first title", 2: "A second title"}


def rows(out: Path, table: str) -> list[dict[str, str]]:
    with (out / f"clean/{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def paper(number: int, text: str, **facts: Any) -> dict[str, Any]:
    return {"title": TITLES[number], "authors": ["Ann Lee", "Bo Wu"], "abstract": text, **facts}


def revised(number: int) -> str:
    """The abstract with some words changed: alike, not equal."""
    return abstract(number).replace("x3 ", "x3 and so ").replace("We study", "Here we study")


def fill(folder: Path, text: str, *papers: dict[str, Any]) -> Path:
    folder.mkdir(parents=True)
    (folder / "a.txt").write_text(text, encoding="utf-8")
    (folder / "b-icml-2026.json").write_text(json.dumps(list(papers)), encoding="utf-8")
    return folder


def decide(raw: Path, verdict: str) -> None:
    left, right = sorted(entry.sha256 for each in read.listings(raw) for entry in each.entries)
    (raw / "reference").mkdir(exist_ok=True)
    header = "left_sha256,right_sha256,verdict,reason,reviewer,date\n"
    row = f"{left},{right},{verdict},I know them.,ada,2026-11-30\n"
    (raw / "reference/decisions.csv").write_text(header + row)


def test_a_revised_abstract_merges_and_brings_its_facts(tmp_path: Path) -> None:
    url = "https://openreview.net/forum?id=abc"
    facts = {"url": url, "decision": "Accept (spotlight)", "doi": "10.1234/X.5"}
    raw = fill(tmp_path / "raw", listing("ICML 2026 Papers", abstract(1)), paper(1, revised(1), **facts))
    result = run_here("--raw", raw, "--out", tmp_path / "out")
    assert (result.returncode, result.stderr) == (0, "")
    kept, merged = rows(tmp_path / "out", "entries")
    assert (kept["status"], merged["status"], merged["match"]) == ("kept", "merged", "near")
    assert 0.5 < float(merged["similarity"]) < 1
    assert (kept["locator"], merged["locator"], merged["line_start"]) == ("", "/0", "")
    (found,) = rows(tmp_path / "out", "papers")
    names = ("title", "title_source", "decision", "openreview_url", "doi", "abstract")
    assert [found[name] for name in names] == [TITLES[1], "listing", "spotlight", url, "10.1234/x.5", abstract(1)]
    assert [row["name"] for row in rows(tmp_path / "out", "authors")] == ["Ann Lee", "Bo Wu"]
    (pair,) = rows(tmp_path / "out", "duplicate_pairs")
    assert (pair["verdict"], pair["basis"], pair["similarity"]) == ("duplicate", "near", merged["similarity"])


def test_copies_of_a_revised_abstract_merge_as_it_does(tmp_path: Path) -> None:
    raw = fill(tmp_path / "raw", listing("Papers", abstract(1), revised(1)), paper(1, revised(1).upper()))
    assert run_here("--raw", raw, "--out", tmp_path / "out").returncode == 0
    found = [(row["match"], row["similarity"]) for row in rows(tmp_path / "out", "entries")]
    assert found[0] == ("first", "")
    assert found[1] == found[2]
    assert found[1][0] == "near"


def test_a_shared_identifier_merges_texts_that_are_unlike(tmp_path: Path) -> None:
    raw = fill(
        tmp_path / "raw",
        listing("Papers", abstract(9)),
        paper(1, abstract(1), arxiv_url="https://arxiv.org/abs/2601.00001v2"),
        paper(1, abstract(2), arxiv_url="http://arxiv.org/pdf/2601.00001"),
    )
    assert run_here("--raw", raw, "--out", tmp_path / "out").returncode == 0
    assert [row["match"] for row in rows(tmp_path / "out", "entries")] == ["first", "first", "identifier"]


def test_a_paper_without_an_abstract_is_kept_and_flagged_and_takes_the_text_of_another_listing(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    raw.mkdir()
    (raw / "a.json").write_text(json.dumps([paper(1, ""), paper(2, "")]))
    (raw / "b.json").write_text(json.dumps([paper(2, abstract(2))]))
    result = run_here("--raw", raw, "--out", tmp_path / "out")
    said = f"warning: {raw}/a.json: it gives no abstract; if a field holds it, name it 'abstract'\n"
    assert (result.returncode, result.stderr) == (0, said)
    assert result.stdout.startswith(
        "2 listings, 3 entries (2 kept, 1 merged, 0 rejected), 2 papers, 1 without abstract,"
    )
    entries = [
        (row["listing_id"], row["position"], row["status"], row["match"]) for row in rows(tmp_path / "out", "entries")
    ]
    assert entries == [("a", "1", "kept", "first"), ("a", "2", "merged", "title"), ("b", "1", "kept", "first")]
    papers = {row["title"]: (row["abstract"], row["flags"]) for row in rows(tmp_path / "out", "papers")}
    assert papers == {TITLES[1]: ("", '["no_abstract"]'), TITLES[2]: (abstract(2), "[]")}


def test_one_text_under_two_titles_is_two_papers_and_a_warning_or_with_strict_an_error(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    raw.mkdir()
    two = [paper(1, abstract(1)), {**paper(2, abstract(1)), "authors": ["Cy Ng"]}]
    (raw / "a.json").write_text(json.dumps(two))
    loose = run_here("--raw", raw, "--out", tmp_path / "out")
    assert loose.returncode == 0
    assert loose.stderr.count("\n") == loose.stderr.lower().count("one text stands under two titles") == 1
    papers = rows(tmp_path / "out", "papers")
    assert len({row["paper_id"] for row in papers}) == len(papers) == 2
    strict = run_here("--raw", raw, "--out", tmp_path / "strict", "--strict")
    assert (strict.returncode, "; say which with the same command and `--review`\n" in strict.stderr) == (1, True)
    assert not (tmp_path / "strict").exists()


@pytest.mark.parametrize(("verdict", "papers", "match"), [("distinct", 2, "first"), ("duplicate", 1, "reviewed")])
def test_a_decision_overrides_all_other_evidence(tmp_path: Path, verdict: str, papers: int, match: str) -> None:
    text = {"distinct": revised(1), "duplicate": abstract(7)}[verdict]
    raw = fill(tmp_path / "raw", listing("Papers", abstract(1)), paper(1, text))
    decide(raw, verdict)
    result = run_here("--raw", raw, "--out", tmp_path / "out", "--strict")
    assert (result.returncode, result.stderr) == (0, "")
    assert len(rows(tmp_path / "out", "papers")) == papers
    assert rows(tmp_path / "out", "entries")[1]["match"] == match
    (pair,) = rows(tmp_path / "out", "duplicate_pairs")
    assert (pair["verdict"], pair["basis"], pair["reason"]) == (verdict, "reviewed", "ada, 2026-11-30: I know them.")


def test_a_decision_that_matches_nothing_fails_the_build(tmp_path: Path) -> None:
    raw = fill(tmp_path / "raw", listing("Papers", abstract(1)), paper(1, abstract(2)))
    decide(raw, "distinct")
    (raw / "a.txt").write_text(listing("Papers", abstract(3)))
    result = run_here("--raw", raw, "--out", tmp_path / "out")
    assert result.returncode == 1
    assert result.stderr.startswith(f"{raw}/reference/decisions.csv: the decision on ")


def test_a_listing_that_disagrees_with_the_bibliography_is_reported_and_the_bibliography_taken(tmp_path: Path) -> None:
    raw = fill(tmp_path / "raw", listing("Papers", abstract(1)), paper(1, abstract(1), decision="Oral"))
    (raw / "reference").mkdir()
    header = "listing,position,title,authors,decision,topic,icml_url,openreview_url,arxiv_id,title_source\n"
    (raw / "reference/bibliography.csv").write_text(header + "a,1,,,regular,,,,,\n")
    result = run_here("--raw", raw, "--out", tmp_path / "out")
    assert result.stderr.splitlines() == [
        f"warning: {raw}/b-icml-2026.json#/0: decision is 'oral', but 'regular' in {raw}/reference/bibliography.csv:2, "
        "which is about the same paper; the latter is taken; correct it if it is wrong"
    ]
    assert rows(tmp_path / "out", "papers")[0]["decision"] == "regular"


def test_two_rows_of_the_bibliography_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    raw = fill(tmp_path / "raw", listing("Papers", abstract(1)), paper(1, abstract(1)))
    (raw / "reference").mkdir()
    header = "listing,position,title,authors,decision,topic,icml_url,openreview_url,arxiv_id,title_source\n"
    rows_ = "a,1,,,regular,,,,,\nb-icml-2026,1,,,oral,,,,,\n"
    (raw / "reference/bibliography.csv").write_text(header + rows_)
    path = f"{raw}/reference/bibliography.csv"
    result = run_here("--raw", raw, "--out", tmp_path / "out")
    assert (result.returncode, result.stderr.splitlines()) == (
        1,
        [
            f"{path}:3: decision is 'oral', but 'regular' in {path}:2, which is about the same paper; correct one of the two rows"
        ],
    )
    assert not (tmp_path / "out").exists()


def test_a_correction_mends_a_row_and_one_that_matches_nothing_fails_the_build(tmp_path: Path) -> None:
    text = abstract(1) + " We introduce FooBench, a benchmark of foos."
    raw = fill(tmp_path / "raw", listing("Papers", text), paper(1, text))
    assert run_here("--raw", raw, "--out", tmp_path / "out").returncode == 0
    (row,) = rows(tmp_path / "out", "contributions")
    assert (row["name"], row["kind"]) == ("FooBench", "benchmark")
    key = f"{row['paper_id']}/1"
    (raw / "reference").mkdir()
    header = "table,key,field,matches,value,reason,source\n"
    (raw / "reference/corrections.csv").write_text(f"{header}contributions,{key},kind,benchmark,dataset,It says so.,\n")
    assert run_here("--raw", raw, "--out", tmp_path / "out").returncode == 0
    assert rows(tmp_path / "out", "contributions")[0]["kind"] == "dataset"
    (raw / "reference/corrections.csv").write_text(f"{header}contributions,{key},kind,study,dataset,It says so.,\n")
    result = run_here("--raw", raw, "--out", tmp_path / "out")
    assert (result.returncode, result.stderr.split(":")[1]) == (1, "2")


def test_the_review_page_shows_what_is_undecided(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    raw.mkdir()
    (raw / "a.json").write_text(json.dumps([paper(1, abstract(1)), {**paper(2, abstract(1)), "authors": ["Cy <Ng>"]}]))
    page = tmp_path / "pairs.html"
    result = run_here("--raw", raw, "--review", "--html", page)
    assert (result.returncode, result.stdout) == (0, f"1 undecided pair: {page}\n")
    text = page.read_text(encoding="utf-8")
    assert ("A first title" in text, "Cy &lt;Ng&gt;" in text, "<Ng>" in text, "://" in text) == (
        True,
        True,
        False,
        False,
    )


def test_a_review_of_nothing_says_so(tmp_path: Path) -> None:
    raw = fill(tmp_path / "raw", listing("Papers", abstract(1)), paper(1, abstract(1)))
    result = run_here("--raw", raw, "--review")
    assert (result.returncode, result.stdout, result.stderr) == (0, "No pair is undecided.\n", "")


def test_a_pair_that_stands_in_two_listings_is_named_by_its_first_place_everywhere(tmp_path: Path) -> None:
    both = json.dumps([paper(1, abstract(1)), {**paper(2, abstract(1)), "authors": ["Cy Ng"]}])
    raw = tmp_path / "raw"
    raw.mkdir()
    for name in ("a", "b"):
        (raw / f"{name}.json").write_text(both)
    page = tmp_path / "pairs.html"
    assert run_here("--raw", raw, "--review", "--html", page).returncode == 0
    said = run_here("--raw", raw, "--out", tmp_path / "out").stderr
    for shown in (page.read_text(encoding="utf-8"), said):
        assert set(re.findall(r"raw/\w\.json#/\d", shown)) == {"raw/a.json#/0", "raw/a.json#/1"}
