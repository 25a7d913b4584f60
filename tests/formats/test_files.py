from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import pytest
import zstandard

from pipeline.formats import files
from tests.formats.shared import listing, places, refused

TEXT = b"ICML 2026 Papers\n\nFirst abstract.\n\nSecond.\n"
JSON = b'[{"title": "One", "abstract": "First."}]'
AGAIN = "fetch the file again, or pack it again"


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress], ids=["gz", "zst"])
@pytest.mark.parametrize("name", ["a.b.txt", "a.b.TXT"])
def test_a_packed_listing(tmp_path: Path, pack: type, name: str) -> None:
    data = pack(TEXT)
    suffix = {gzip.compress: ".gz", zstandard.compress: ".ZST"}[pack]
    found = listing(tmp_path, name + suffix, data)
    assert (found.listing_id, found.title, found.name) == ("a.b", "ICML 2026 Papers", name + suffix)
    assert (found.bytes, found.sha256, found.encoding) == (len(data), hashlib.sha256(data).hexdigest(), "utf-8")
    assert places(found) == [(3, 3, None, "First abstract."), (5, 5, None, "Second.")]


def test_several_frames_are_one_file(tmp_path: Path) -> None:
    for name, pack in (("g.json.gz", gzip.compress), ("z.json.zst", zstandard.compress)):
        assert places(listing(tmp_path, name, pack(JSON[:9]) + pack(JSON[9:]))) == [(None, None, "/0", "First.")]


GZ, ZST = gzip.compress(JSON, mtime=0), zstandard.compress(JSON)


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("a.json.gz", GZ[:-9], "Compressed file ended before the end-of-stream marker was reached"),
        ("a.json.gz", GZ[:5], "Compressed file ended before the end-of-stream marker was reached"),
        ("a.json.gz", b"", "the file is empty"),
        ("a.json.gz", JSON, "Not a gzipped file (b'[{')"),
        ("a.json.gz", GZ[:-8] + b"0000" + GZ[-4:], None),
        ("a.json.zst", ZST[:-4], "the file ended before the end-of-frame marker was reached"),
        ("a.json.zst", b"", "the file ended before the end-of-frame marker was reached"),
        ("a.json.zst", JSON, None),
    ],
)
def test_files_that_cannot_be_unpacked(tmp_path: Path, name: str, data: bytes, why: str | None) -> None:
    (problem,) = refused(tmp_path, name, data)
    start, end = f"{name}: cannot be unpacked (", f"); {AGAIN}"
    assert (problem.startswith(start), problem.endswith(end)) == (True, True)
    assert why in (None, problem[len(start) : -len(end)])


@pytest.mark.parametrize(
    ("name", "data", "unpacked"),
    [("a.txt", TEXT, ""), ("a.txt.gz", gzip.compress(TEXT, mtime=0), " once unpacked"), ("a.json.zst", zstandard.compress(JSON), " once unpacked")],
)  # fmt: skip
def test_a_file_beyond_the_limit(
    tmp_path: Path, name: str, data: bytes, unpacked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LIMIT", 39)
    assert refused(tmp_path, name, data) == [
        f"{name}: it holds more than 39 bytes{unpacked}; cut it into several listings"
    ]


def test_a_bomb_is_never_in_memory_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LIMIT", 100 << 20)
    for pack, name in ((gzip.compress, "a.json.gz"), (zstandard.compress, "a.json.zst")):
        path = tmp_path / name
        path.write_bytes(pack(b"[" + b" " * (200 << 20)))
        sizes = []
        with pytest.raises(files.Refused, match="more than"):
            sizes += [len(block) for block in files.blocks(path)]
        assert max(map(len, _until_refused(path))) <= 32 << 20


def _until_refused(path: Path) -> list[bytes]:
    found = []
    blocks = files.blocks(path)
    with pytest.raises(files.Refused):
        while True:
            found.append(next(blocks))
    return found


def test_names() -> None:
    shown = [files.names(Path(name)) for name in ("a.txt", "a.b.JSON.GZ", "a.gz", "a", "e\u0301.csv.zst")]
    assert shown == [("a", ".txt", ""), ("a.b", ".json", ".gz"), ("a", "", ".gz"), ("a", "", ""), ("é", ".csv", ".zst")]


def test_bytes_that_are_no_text_in_a_later_block(tmp_path: Path) -> None:
    good = b'{"title": "One"}\n' * 70_000
    (problem,) = refused(tmp_path, "a.jsonl", good + b'{"title": "\xff"}')
    assert problem.startswith("a.jsonl:70001: byte 0xFF at offset 1190011 is not UTF-8 (invalid start byte)")
