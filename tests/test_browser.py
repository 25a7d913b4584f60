"""The site in a real browser. Without a Chromium these tests skip and say so; with CI set they fail."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from pipeline import site
from tests.package import build, rows, served

BASE = f"/{site.DATABASE}"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
# No sandbox: CI runs as root. The rest keeps Chromium from asking hosts of its own.
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync"]  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        say = pytest.fail if os.environ.get("CI") else pytest.skip
        say("no Chromium on this machine (Debian: apt-get install chromium fonts-noto-cjk)")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(build(tmp_path_factory.mktemp("browsed"))) as at:
        yield at


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page that may ask this machine alone, and whose console stays silent."""
    context = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900})
    opened, complaints, asked = context.new_page(), [], []
    opened.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    context.on("request", lambda request: asked.append(urlsplit(request.url)))
    opened.set_default_timeout(20_000)
    yield opened
    context.close()
    assert complaints == []
    assert {url.hostname for url in asked if url.scheme != "data"} == {"127.0.0.1"}


def rows_shown(page: Page) -> int:
    """How many rows the page shows, once it shows any."""
    shown = page.locator("table.rows-and-columns tbody tr")
    shown.first.wait_for()
    return shown.count()


def test_english_search_from_the_home_page_to_a_paper(page: Page) -> None:
    page.goto("/")
    page.fill("#search-all-q", "reasoning")
    page.press("#search-all-q", "Enter")
    page.locator("h2", has_text=f"in {site.DATABASE}: papers").get_by_role("link").click()
    page.wait_for_url("**_search=reasoning**")
    stem = re.compile("reason", re.IGNORECASE)
    expected = [paper for paper in rows()["papers"] if stem.search(f"{paper['title']} {paper['abstract']}")]
    assert 0 < rows_shown(page) <= len(expected)


def test_chinese_search_from_the_home_page_to_the_listing(page: Page) -> None:
    page.goto("/")
    page.fill("#search-all-q", "论文")
    page.press("#search-all-q", "Enter")
    page.get_by_role("link", name="1 result").click()
    page.wait_for_url("**/listings?**")
    assert rows_shown(page) == 1
    assert page.locator("td.col-title").inner_text() == "ICML 2026 论文列表"


def test_a_facet_narrows_the_papers(page: Page) -> None:
    spotlights = [paper for paper in rows()["papers"] if paper["decision"] == "spotlight"]
    page.goto(f"{BASE}/papers")
    page.locator(".facet-info").get_by_role("link", name="spotlight", exact=True).click()
    page.wait_for_url("**decision=spotlight**")
    assert rows_shown(page) == len(spotlights)


def test_a_filter_without_a_search_is_no_error(page: Page) -> None:
    page.goto(f"{BASE}/papers")
    page.select_option("select[name=_filter_column]", "decision")
    page.fill("input[name=_filter_value]", "spotlight")
    page.click("form.filters input[type=submit]")
    page.wait_for_url("**decision__exact=spotlight**")
    assert rows_shown(page) == sum(paper["decision"] == "spotlight" for paper in rows()["papers"])


def test_from_a_paper_to_its_entries_to_its_listing(page: Page) -> None:
    page.goto(f"{BASE}/papers")
    link = page.locator("td.type-pk a").first
    paper_id = link.inner_text()
    link.click()
    page.wait_for_url(f"**/papers/{paper_id}")
    assert paper_id in page.locator("h1").inner_text()
    page.locator("li", has_text="in entries").get_by_role("link").click()
    entry = next(entry for entry in rows()["entries"] if entry["paper_id"] == paper_id)
    page.locator("td.col-listing_id a").first.click()
    page.wait_for_url(f"**/listings/{entry['listing_id']}")
    assert page.locator("td.col-path").inner_text() == f"raw/{entry['listing_id']}.txt"


def test_a_phrase_is_typed_into_its_query(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Search by phrase").click()
    page.get_by_role("link", name="phrase = ").click()
    page.wait_for_url("**phrase=**")
    assert rows_shown(page) > 0
    page.get_by_label("phrase").fill("“unclosed")
    page.get_by_role("button", name="Run SQL").click()
    page.wait_for_url("**unclosed**")
    assert page.locator(".message-error").count() == 0


@pytest.mark.parametrize("path", ["/", BASE, f"{BASE}/papers", f"{BASE}/paper_overview", f"{BASE}/search_phrase"])
def test_a_telephone_shows_the_page_in_its_width(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(path)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 360
