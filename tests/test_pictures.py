from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests import pictures
from tests.test_browser import CHROMIUM


def test_the_pictures_of_the_readme_can_be_taken(tmp_path: Path) -> None:
    if CHROMIUM is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no Chromium on this machine")
    pictures.take(tmp_path)
    names = {path.name for path in pictures.FOLDER.iterdir()}
    assert {path.name for path in tmp_path.iterdir()} == names
    readme = (pictures.ROOT / "README.md").read_text(encoding="utf-8")
    assert {name for name in names if f"docs/pictures/{name}" in readme} == names
    # A page that did not load is one colour, and its picture a few kilobytes.
    assert all(path.stat().st_size > 20_000 for path in tmp_path.iterdir())
