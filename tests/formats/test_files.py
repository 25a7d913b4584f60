from __future__ import annotations

import gzip
import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from pipeline.formats import files
from pipeline.problems import Refused
from tests.formats.shared import listing, places, refused, write

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
        ("a.json.gz", GZ[:-9], "it is cut off"),
        ("a.json.gz", GZ[:5], "it is cut off"),
        ("a.json.gz", GZ + GZ[:-1], "it is cut off"),
        ("a.json.gz", b"", "the file is empty"),
        ("a.json.gz", JSON, "incorrect header check"),
        ("a.json.gz", GZ[:-8] + b"0000" + GZ[-4:], "incorrect data check"),
        ("a.json.gz", GZ + b"\0rubbish", "more stands behind its end"),
        ("a.json.zst", ZST[:-4], "it is cut off"),
        ("a.json.zst", b"", "the file is empty"),
        ("a.json.zst", JSON, "Unknown frame descriptor"),
        ("a.json.zst", ZST + b"rubbish", "more stands behind its end"),
    ],
)
def test_files_that_cannot_be_unpacked(tmp_path: Path, name: str, data: bytes, why: str) -> None:
    assert refused(tmp_path, name, data) == [f"{name}: cannot be unpacked ({why}); {AGAIN}"]


def test_zeros_that_fill_a_packed_file_up_are_no_rubbish(tmp_path: Path) -> None:
    assert places(listing(tmp_path, "a.json.gz", GZ + bytes(2000))) == [(None, None, "/0", "First.")]


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress], ids=["gz", "zst"])
def test_a_text_packed_a_byte_at_a_time_is_told_by_its_mark_and_begin(tmp_path: Path, pack: type) -> None:
    suffix = {gzip.compress: ".gz", zstandard.compress: ".zst"}[pack]
    data = b"\xff\xfe" + "Title\n\nabstract".encode("utf-16-le")
    found = listing(tmp_path, f"a.txt{suffix}", b"".join(pack(data[at : at + 1]) for at in range(len(data))))
    assert (found.title, found.encoding) == ("Title", "utf-16")


MIB = b"\n" * (1 << 20)


@pytest.mark.parametrize(
    ("name", "pack", "unpacked"),
    [("a.txt", bytes, ""), ("a.txt.gz", gzip.compress, " once unpacked"), ("a.json.zst", zstandard.compress, " once unpacked")],
)  # fmt: skip
def test_a_file_beyond_the_limit(tmp_path: Path, name: str, pack: Callable[[bytes], bytes], unpacked: str) -> None:
    path = write(tmp_path, name, pack(MIB))
    files.check(path, 1)
    path.write_bytes(pack(MIB + b"\n"))
    with pytest.raises(Refused) as caught:
        files.check(path, 1)
    what = f"{path}: it holds more than 1 MiB{unpacked}; cut it into several listings, or allow more with --max-size"
    assert str(caught.value) == what


@pytest.mark.parametrize(("name", "pack"), [("a.json.gz", gzip.compress), ("a.json.zst", zstandard.compress)])
def test_a_bomb_is_never_in_memory_as_a_whole(tmp_path: Path, name: str, pack: Callable[[bytes], bytes]) -> None:
    path = write(tmp_path, name, pack(MIB * 100))
    assert max(map(len, files.blocks(path))) <= 32 << 20


@pytest.mark.parametrize(
    "change", [lambda path: path.write_bytes(b"Other"), lambda path: os.utime(path, (0, 0)), Path.unlink]
)
def test_files_that_change_meanwhile_are_refused(tmp_path: Path, change: Callable[[Path], object]) -> None:
    paths = [write(tmp_path, name, b"Title") for name in ("a.txt", "b.txt")]
    with pytest.raises(Refused) as caught, files.unchanged(paths):
        change(paths[1])
        raise Refused([])
    assert [problem.path for problem in caught.value.problems] == [str(paths[1])]


def test_names() -> None:
    shown = [files.names(Path(name)) for name in ("a.txt", "a.b.JSON.GZ", "a.gz", "a", "e\u0301.csv.zst")]
    assert shown == [("a", ".txt", ""), ("a.b", ".json", ".gz"), ("a", "", ".gz"), ("a", "", ""), ("é", ".csv", ".zst")]


def test_bytes_that_are_no_text_in_a_later_block(tmp_path: Path) -> None:
    good = b'{"title": "One"}\n' * 70_000
    (problem,) = refused(tmp_path, "a.jsonl", good + b'{"title": "\xff"}')
    assert problem.startswith("a.jsonl:70001: byte 0xFF at offset 1190011 is not UTF-8 (invalid start byte)")
