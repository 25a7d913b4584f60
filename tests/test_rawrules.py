"""Listings are read again as they stand in `raw/`, entry by entry."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pandas as pd
import pytest

from pipeline import rawrules


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
    first, second = listings["raw/x.txt"].entries
    assert (first.line_start, first.line_end, first.sha256) == (3, 4, hashlib.sha256(own).hexdigest())
    rows = [{"listing_id": "x", "position": n, "line_start": each.line_start, "line_end": each.line_end,
             "locator": None, "sha256": each.sha256} for n, each in enumerate((first, second), 1)]  # fmt: skip
    tables = {"listings": pd.DataFrame({"listing_id": ["x"], "path": ["raw/x.txt"]})}
    for name in ("raw_hashes:entries", "raw_place"):
        (rule,) = [rule for rule in rawrules.rules(listings) if rule.name == name]
        assert list(rule.holds(pd.DataFrame(rows), tables)) == [True, True]


def test_a_listing_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"Title\n\nno caf\xe9 here")
    (tmp_path / "folder.txt").mkdir()
    listings, problems = rawrules.load(tmp_path)
    assert (listings, [(problem.path, problem.line) for problem in problems]) == (
        {}, [(str(tmp_path / "bad.txt"), 3), (str(tmp_path / "folder.txt"), 0)],
    )  # fmt: skip
