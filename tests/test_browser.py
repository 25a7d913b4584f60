"""The site in a real browser. Without a Chromium these tests skip and say so; with CI set they fail."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from urllib.parse import quote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright

from pipeline import site
from tests.package import CONTRACT, rows
from tests.site.made_up import HOSTILE, hostile
from tests.site.serving import built, served

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
    with served(built(tmp_path_factory.mktemp("browsed"))) as at:
        yield at


@pytest.fixture(params=["1440 light", "360 dark"])
def page(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page on a desk by day or a telephone by night; each test is run on both."""
    width, scheme = request.param.split()
    size = {"width": int(width), "height": 900}
    context = browser.new_context(base_url=address, viewport=size, color_scheme=scheme)
    yield from watched(context)


def watched(context: BrowserContext, also: str | None = None) -> Iterator[Page]:
    """A page that may ask this machine alone, and whose console stays silent, but for what is `also` expected of it."""
    opened, complaints, asked = context.new_page(), [], []
    opened.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    context.on("request", lambda request: asked.append(urlsplit(request.url)))
    opened.set_default_timeout(20_000)
    yield opened
    context.close()
    assert [told for told in complaints if not (also and also in told)] == []
    assert {url.hostname for url in asked if url.scheme != "data"} == {"127.0.0.1"}


def reads_well(page: Page) -> None:
    """What holds of every page: no sideways scroll, and nothing serious that axe finds."""
    width = page.viewport_size
    assert width is not None
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width["width"], page.url
    found = Axe().run(page).response["violations"]
    serious = [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] in ("serious", "critical")]
    assert serious == [], page.url


def search(page: Page, text: str) -> None:
    page.get_by_role("searchbox").first.fill(text)
    page.keyboard.press("Enter")
    page.wait_for_url("**/-/search?**")


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))


def test_from_home_by_search_to_a_paper_to_its_kin_to_its_listing(page: Page) -> None:
    page.goto("/")
    reads_well(page)
    search(page, "diffusion")
    reads_well(page)
    hits = page.locator("ol.hits > li")
    stems = [row for row in rows()["papers"] if "diffusi" in f"{row['title']} {row['abstract']}".lower()]
    assert 3 < hits.count() <= len(stems)
    assert hits.first.locator("mark").count() > 0
    hits.first.get_by_role("link").click()
    page.wait_for_url("**/papers/*")
    reads_well(page)
    assert "diffusion" in page.locator(".abstract").inner_text().lower()
    kin = page.locator(".related a").first
    title = kin.inner_text()
    kin.click()
    page.get_by_role("heading", level=1, name=title).wait_for()
    page.locator(".entries a.listing").first.click()
    page.wait_for_url("**/listings/*")
    reads_well(page)
    assert page.locator("ol.papers > li").count() == 19


def test_a_facet_narrows_the_papers(page: Page) -> None:
    spotlights = [paper for paper in rows()["papers"] if paper["decision"] == "spotlight"]
    page.goto(f"{BASE}/papers")
    reads_well(page)
    page.locator("#facet-decision").get_by_role("link", name="spotlight", exact=True).click()
    page.wait_for_url("**decision=spotlight**")
    assert page.locator("table.rows-and-columns tbody tr").count() == len(spotlights)
    reads_well(page)


def test_a_filter_without_a_search_is_no_error(page: Page) -> None:
    page.goto(f"{BASE}/papers")
    page.get_by_text("Filter and sort").click()
    page.select_option("select[name=_filter_column]", "decision")
    page.fill("input[name=_filter_value]", "spotlight")
    page.get_by_role("button", name="Apply").click()
    page.wait_for_url("**decision__exact=spotlight**")
    shown = sum(paper["decision"] == "spotlight" for paper in rows()["papers"])
    assert page.locator("table.rows-and-columns tbody tr").count() == shown
    reads_well(page)


def test_chinese_in_the_search_box_finds_the_chinese_listing(page: Page) -> None:
    page.goto("/")
    search(page, "论文")
    # Where no paper is found, what is found stands in the papers' place, not beside nothing.
    left = page.get_by_role("link", name="ICML 2026 论文列表").bounding_box()
    heading = page.locator("h1").bounding_box()
    assert left
    assert heading
    assert abs(left["x"] - heading["x"]) < 40
    page.get_by_role("link", name="ICML 2026 论文列表").click()
    page.wait_for_url("**/listings/*")
    assert page.locator("h1").inner_text() == "ICML 2026 论文列表"


def colours(picture: Locator) -> int:
    """How many colours a screenshot of it has, told by the browser that draws it again."""
    shot = picture.screenshot()
    return int(
        picture.page.evaluate(
            """async bytes => {
              const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
              const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext("2d")
              pen.drawImage(image, 0, 0)
              const seen = new Map(), data = pen.getImageData(0, 0, image.width, image.height).data
              for (let i = 0; i < data.length; i += 4) {
                const colour = data.slice(i, i + 3).join()
                seen.set(colour, (seen.get(colour) || 0) + 1)
              }
              // Bars are plain faces, unlike the edges of letters.
              return [...seen].filter(([c, n]) => n > 300 && Math.max(...c.split(",")) - Math.min(...c.split(",")) > 30).length
            }""",
            list(shot),
        )
    )


def test_the_dashboard_draws_its_charts(page: Page) -> None:
    page.goto("/-/dashboards/overview")
    charts = page.locator(".chart")
    assert charts.count() == 6
    for number in range(6):
        drawing = charts.nth(number).locator(".drawing")
        drawing.locator("svg .mark-rect path").first.wait_for()
        assert colours(drawing) >= 1, charts.nth(number).locator("h2").inner_text()
    assert colours(charts.nth(0).locator(".drawing")) >= 2
    reads_well(page)
    charts.nth(5).get_by_role("link", name="The rows behind").click()
    page.wait_for_url("**/links?**")
    code = sum(link["kind"] == "code" for link in rows()["links"])
    assert page.locator("table.rows-and-columns tbody tr").count() == code


def test_a_phrase_is_typed_into_its_query(page: Page) -> None:
    page.goto(f"{BASE}/search_phrase")
    page.get_by_role("link", name="phrase = ").click()
    page.wait_for_url("**phrase=**")
    assert page.locator("table.rows-and-columns tbody tr").count() > 0
    page.get_by_label("Phrase").fill("“unclosed")
    page.get_by_role("button", name="Run").click()
    page.wait_for_url("**unclosed**")
    page.get_by_text("Nothing found").wait_for()
    reads_well(page)


def test_the_citation_is_copied_by_a_click(page: Page, address: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    page.goto(f"{BASE}/papers/{rows()['papers'][0]['paper_id']}")
    page.get_by_role("button", name="Copy BibTeX").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("@inproceedings{icml2026-")


def test_the_keyboard_alone_reaches_the_content_and_the_search(page: Page) -> None:
    page.goto(f"{BASE}/papers")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") in ("A", "INPUT")


def test_dark_is_dark_and_light_is_light(page: Page) -> None:
    page.goto("/")
    shown = [int(part) for part in background(page)[4:-1].split(",")]
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert max(shown) < 60 if dark else min(shown) > 200


@pytest.mark.parametrize("path", [BASE, f"{BASE}/entries", f"{BASE}/paper_overview", f"{BASE}/papers_most_alike",
                                  f"{BASE}?sql=select+1", f"{BASE}/related?_all=1"])  # fmt: skip
def test_the_other_pages_read_well(page: Page, path: str) -> None:
    page.goto(path)
    reads_well(page)


def test_hostile_rows_run_nothing(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    tables, merged = hostile()
    first = tables["papers"][0]["paper_id"]
    pages = site.metadata(CONTRACT)["databases"][site.DATABASE]
    shown = [f"{BASE}/{name}?_all=1" for name in pages["tables"] if not name.endswith("_fts")]
    shown += [
        f"{BASE}/{name}?phrase=script&author=script&topic=script&id=&listing=made_up&line=9"
        for name in pages["queries"]
    ]
    shown += [
        f"{BASE}/{name}/{key}" for name, key in (("papers", first), ("listings", "made_up"), ("entries", "made_up,9"))
    ]
    shown += [f"{BASE}/{name}/{first},1" for name in ("authors", "contributions", "links", "related")]
    shown += ["/", BASE, "/-/search?q=script", f"/-/search?q={quote(HOSTILE)}", f"{BASE}/papers?_search={quote(HOSTILE)}",
              f"{BASE}/papers?topic={quote(HOSTILE)}&_facet=topic", f"{BASE}?sql={quote('select ' + repr_sql(HOSTILE))}",
              f"{BASE}/nothing{quote(HOSTILE)}", "/-/dashboards/overview"]  # fmt: skip
    with served(built(tmp_path_factory.mktemp("hostile"), tables, merged)) as at:
        context = browser.new_context(base_url=at, viewport={"width": 360, "height": 900})
        for opened in watched(context, also="404 (Not Found)"):
            opened.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
            for path in shown:
                opened.goto(path)
                if "dashboards" in path:
                    opened.locator("svg .mark-rect path").first.wait_for()
                assert opened.title() != "owned"
                assert opened.evaluate("document.scrollingElement.scrollWidth") <= 360, path
                # Nothing of the text became an element, and no link leads where a script would run.
                assert opened.locator("main :is(img, svg[onload], iframe, object), [onerror], [onload]").count() == 0, (
                    path
                )
                assert opened.locator(":is([href], [src], [action])").evaluate_all(
                    "all => all.filter(e => /^(javascript|data|vbscript):/i.test(e.href || e.src || e.action)).length"
                ) == 0, path  # fmt: skip
            opened.goto(f"{BASE}/papers/{first}")
            text = opened.locator("main").inner_text()
            for piece in (
                "<script>document.title=",
                "{{ 7*7 }}",
                "javascript:alert(1)",
                "<svg onload=alert(1)>",
                "\u202e",
            ):
                assert piece in text
            assert "49" not in opened.locator(".abstract").inner_text()


def repr_sql(text: str) -> str:
    """A text as SQL."""
    return "'" + text.replace("'", "''") + "'"
