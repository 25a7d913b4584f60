"""The examples, options, files and links of the pages are true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests.builds import ROOT, run_here

DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS]


def test_there_are_at_most_five_pages_of_documents() -> None:
    assert 1 <= len(DOCS) <= 5


@pytest.mark.parametrize("name", ["text.md", "duplicates.md"])
def test_the_examples_of_a_page_print_what_they_say(name: str) -> None:
    found = doctest.testfile(str(ROOT / "docs" / name), module_relative=False)
    assert found.attempted > 3
    assert found.failed == 0


def test_every_option_that_a_page_names_is_known() -> None:
    named = {
        option for page in PAGES for option in re.findall(r"build\.py[^`\n]*? (--[a-z]+)", page.read_text("utf-8"))
    }
    known = set(re.findall(r"--[a-z]+", run_here("--help").stdout))
    assert len(named) > 5
    assert named - known == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    text = re.sub(r"(`+).*?\1", "", page.read_text("utf-8"))
    for target in re.findall(r"\]\(([^()\s]+)\)", text):
        if not re.match(r"https?:", target):
            name, _, heading = target.partition("#")
            other = page.parent / name if name else page
            assert other.exists(), target
            assert not heading or heading in _headings(other.read_text("utf-8")), target


def _headings(text: str) -> set[str]:
    return {
        re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-") for line in re.findall(r"^#+ (.*)", text, re.M)
    }
