from __future__ import annotations

from pathlib import Path

import pytest

from pipeline import read
from pipeline.formats.lines import Lines
from tests.formats.shared import write


def entry(start: int | None, end: int | None, locator: str | None = None) -> read.Entry:
    return read.Entry("a", 1, start, end, "", "", locator)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_of_a_file(tmp_path: Path, end: str) -> None:
    text = end.join(["one", "two ", "", "four"])
    path = write(tmp_path, "a.txt", text)
    spans = [(2, 2), (1, 3), (4, 4), (2, 2), (1, 2), (3, 3)]
    expected = ["two ", f"one{end}two {end}", "four", "two ", f"one{end}two ", ""]
    assert list(read.entry_bytes(path, [entry(*span) for span in spans])) == [own.encode() for own in expected]
    lines = Lines(text, "utf-8")
    assert ([lines.bytes(*span) for span in spans], len(lines)) == ([own.encode() for own in expected], 4)


def test_places_that_a_file_does_not_have(tmp_path: Path) -> None:
    text = "Title\n\nFirst.\n"
    path = write(tmp_path, "a.txt", text)
    places = [entry(0, 1), entry(3, 2), entry(3, 7), entry(None, None), entry(None, None, "/0"), entry(9, 9)]
    assert list(read.entry_bytes(path, places)) == [None] * 6
    assert [Lines(text, "utf-8").bytes(*span) for span in [(0, 1), (3, 2), (3, 7)]] == [None] * 3


def test_objects_of_a_file(tmp_path: Path) -> None:
    path = write(tmp_path, "a.json", '{"n": {"title": "x"}, "papers": [{ "title":"T"}, 3]}')
    places = [entry(None, None, pointer) for pointer in ("/papers/0", "/papers/1", "/papers/2", "/n", "", "/0")]
    assert list(read.entry_bytes(path, places)) == [b'{ "title":"T"}', None, None, None, None, None]
