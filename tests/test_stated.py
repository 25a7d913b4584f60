"""The lists of hashes that a package states are held to its files, and a hostile or broken one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.export import archive, checksums, write_all
from pipeline.problems import Problem
from tests import handmade
from tests.builds import ROOT
from tests.test_prove import LINES, OURS, REBUILD, proof


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return handmade.tiny(tmp_path / "tiny")


@pytest.fixture
def built(tiny: Path) -> Path:
    """The tiny package with the other formats."""
    members = archive.members(tiny, tiny / "raw", ROOT)
    rows = {name: [dict(row) for row in table] for name, table in handmade.tiny_rows().items()}
    write_all(OURS, rows, tiny, tiny / "dist", members)
    return tiny


def test_the_lists_of_hashes_are_held_to_the_files(built: Path) -> None:
    found = proof(built)
    assert (found.lines[:-2], found.problems) == (LINES, [])
    assert found.lines[-2:] == [
        "dist/SHA256SUMS         16 files: every SHA-256 is that of the file: ok",
        "dist/croissant.json     22 files: every SHA-256 is that of the file: ok",
    ]
    (built / "dist" / "papers.bib").unlink()
    (built / "dist" / "links.parquet").write_bytes(b"x")
    digest = checksums.sha256(built / "dist" / "links.parquet")
    other = f"links.parquet has the SHA-256 {digest}, not the one stated"
    assert proof(built).problems == [
        Problem("dist/SHA256SUMS", 10, other, REBUILD),
        Problem("dist/SHA256SUMS", 12, "papers.bib is not there", REBUILD),
        Problem("dist/croissant.json", 0, other, REBUILD),
    ]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("SHA256SUMS", f"{'0' * 64}  ../../secret\n", ("dist/SHA256SUMS", 1, "../../secret leads out of the package")),
        ("SHA256SUMS", f"{'0' * 64}  /etc/passwd\n", ("dist/SHA256SUMS", 1, "/etc/passwd leads out of the package")),
        ("SHA256SUMS", f"{'0' * 64}  a\0b\n", ("dist/SHA256SUMS", 1, "a\0b leads out of the package")),
        ("SHA256SUMS", "nonsense\n", ("dist/SHA256SUMS", 1, " is not there")),
        ("SHA256SUMS", "\udcff", ("dist/SHA256SUMS", 0, "cannot be read (UnicodeDecodeError: ")),
        ("croissant.json", "{", ("dist/croissant.json", 0, "cannot be read (JSONDecodeError: ")),
        ("croissant.json", "[" * 100_000, ("dist/croissant.json", 0, "cannot be read (RecursionError: ")),
        ("croissant.json", '{"distribution": [1]}', ("dist/croissant.json", 0, "cannot be read (TypeError: ")),
        ("croissant.json", '{"distribution": [{"contentUrl": "https://x.org/a", "sha256": ""}]}',
         ("dist/croissant.json", 0, "https://x.org/a is not there")),
    ],
)  # fmt: skip
def test_a_hostile_or_broken_list_of_hashes_is_told(
    tiny: Path, name: str, text: str, expected: tuple[str, int, str]
) -> None:
    (tiny / "dist").mkdir()
    (tiny / "dist" / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    (problem,) = proof(tiny).problems
    assert (problem.path, problem.line) == expected[:2]
    assert problem.what.startswith(expected[2])
