from __future__ import annotations

from pathlib import Path

import pytest

from pipeline import read
from tests.formats.shared import listing, people, places, refused

BIB = r"""% A comment.
@string{conf = "ICML"}
@Proceedings{all, title = {All of it}}
@InProceedings{ahn26,
  title = {One {BERT} with $x$},
  author = {van Ahn, Ann and {The Team, Inc.} and Beh, Bob and others},
  abstract = {First,
of two lines, {50\%}.},
  booktitle = conf,
  eprint = {2605.11762},
  url = "https://proceedings.mlr.press/v1/ahn26.html"
}

@article{ahn26, title="Two", author="Cy Ce", doi={10.1145/AB}}
"""


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_entries(tmp_path: Path, end: str) -> None:
    found = listing(tmp_path, "icml-2026.bib", BIB.replace("\n", end))
    assert (found.listing_id, found.title) == ("icml-2026", "icml-2026")
    assert places(found) == [(4, 12, None, "First,\nof two lines, {50\\%}."), (14, 14, None, "")]
    assert [entry.facts for entry in found.entries] == [
        read.Facts("One {BERT} with $x$", people("Ann van Ahn", "{The Team, Inc.}", "Bob Beh"),
                   arxiv_id="2605.11762", url="https://proceedings.mlr.press/v1/ahn26.html"),
        read.Facts("Two", people("Cy Ce"), doi="10.1145/ab"),
    ]  # fmt: skip


def test_an_author_of_several_words(tmp_path: Path) -> None:
    found = listing(tmp_path, "a.bib", "@misc{a, title={T}, author={van der Berg, Jan}}")
    assert found.entries[0].facts.authors == people("Jan van der Berg")


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    text = "@misc{a, title={x}}\n@misc{b, title={x}, title={y}}\n@misc{c, title={open }\n@misc{d, year=2026}\n"
    close = "close each brace and quotation mark"
    assert refused(tmp_path, "a.bib", text) == [
        "a.bib:2: a field stands twice in one entry: title; leave one of them",
        "a.bib:3: is not BibTeX (Unexpected block start: `@misc`. Was still looking for field-value closing `,` or `}`); "
        + close,
        "a.bib:4: this entry is no paper: it has neither a title nor an abstract; correct it, or take it out",
    ]


@pytest.mark.parametrize("text", ["", "just text", "@string{a = 1}"])
def test_no_entry(tmp_path: Path, text: str) -> None:
    assert refused(tmp_path, "a.bib", text) == ["a.bib: there is no entry in it; put the listing in it, or remove it"]
