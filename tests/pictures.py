"""`make pictures` takes the README's pictures anew: the first page, a paper's page, the dashboard."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from pipeline import site
from tests.package import ROOT, rows
from tests.site.serving import built, served
from tests.test_browser import ARGUMENTS, CHROMIUM

FOLDER = ROOT / "docs" / "pictures"


def pages() -> dict[str, str]:
    """The address of each picture's page, by the picture's name."""
    shown = next(row for row in rows()["papers"] if str(row["title"]).startswith("DecoVer"))
    return {
        "home": "/",
        "paper": f"/{site.DATABASE}/papers/{shown['paper_id']}",
        "dashboard": "/-/dashboards/overview",
    }


def take(folder: Path) -> None:
    """Write each picture as a PNG of 1,200 by 900 pixels."""
    with tempfile.TemporaryDirectory() as at, served(built(Path(at))) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1200, "height": 900}, color_scheme="light")
        for name, path in pages().items():
            page.goto(address + path, wait_until="networkidle")
            page.screenshot(path=str(folder / f"{name}.png"))
        browser.close()


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit("no Chromium on this machine: apt-get install chromium fonts-noto-cjk")
    take(FOLDER)
