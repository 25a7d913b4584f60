from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import pytest
import zstandard

from pipeline import read
from pipeline.problems import Refused

TEXT = "ICML 2026 Papers\n\nFirst abstract,\nof two lines.\n\n \t\nSecond – “abstract”.  \n"


def write(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def refused(path: Path) -> list[str]:
    with pytest.raises(Refused) as caught:
        read.listings(path)
    return [str(problem).replace(str(path), "raw") for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("final", [True, False])
def test_every_encoding_and_line_end_gives_the_same_entries(
    tmp_path: Path, encoding: str, mark: bytes, end: str, final: bool
) -> None:
    text = (TEXT if final else TEXT.rstrip("\n")).replace("\n", end)
    listing = read.listing(write(tmp_path, "a.txt", mark + text.encode(encoding)))
    spans = ["First abstract," + end + "of two lines.", "Second – “abstract”.  "]
    assert listing.title == "ICML 2026 Papers"
    assert listing.entries == tuple(
        read.Entry(
            "a", position, start, stop, hashlib.sha256(span.encode(encoding)).hexdigest(), span.replace(end, "\n")
        )
        for position, start, stop, span in [(1, 3, 4, spans[0]), (2, 7, 7, spans[1])]
    )


def test_a_listing_knows_its_encoding_size_and_hash(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf\n\nTitle\nabstract"
    listing = read.listing(write(tmp_path, "b.x.TXT", data))
    assert (listing.listing_id, listing.name, listing.encoding, listing.bytes) == ("b.x", "b.x.TXT", "utf-8-sig", 19)
    assert listing.sha256 == hashlib.sha256(data).hexdigest()
    assert [(entry.line_start, entry.line_end, entry.source) for entry in listing.entries] == [(4, 4, "abstract")]


def test_other_separators_of_unicode_do_not_end_a_line(tmp_path: Path) -> None:
    listing = read.listing(write(tmp_path, "a.txt", "Title\n\none\u2028two\x0bthree\x85four".encode()))
    assert [entry.source for entry in listing.entries] == ["one\u2028two\x0bthree\x85four"]


def test_listings_are_read_in_byte_order_of_their_names(tmp_path: Path) -> None:
    for name in ("b.txt", "C.txt", "é.txt", "a.txt", ".hidden.txt"):
        write(tmp_path, name, b"Title\n\nabstract")
    assert [listing.listing_id for listing in read.listings(tmp_path)] == ["C", "a", "b", "é"]


def test_every_problem_is_named_at_once_with_file_line_and_remedy(tmp_path: Path) -> None:
    write(tmp_path, "bad.txt", b"Title\n\nno caf" + b"\xe9 here")
    write(tmp_path, "empty.txt", b" \n\n")
    write(tmp_path, "latin16.txt", b"\xff\xfeT\x00\x00\xd8x\x00")
    write(tmp_path, "nomark.txt", "Title\n\nabstract".encode("utf-16-le"))
    write(tmp_path, "thirtytwo.txt", "Title\n\nabstract".encode("utf-32"))
    write(tmp_path, "title.txt", b"\nOnly a title\n")
    write(tmp_path, "nul.txt", b"Ti\0tle, which is long enough\n\nabstract")
    write(tmp_path, "paper.pdf", b"%PDF")
    write(tmp_path, "readme", b"Title\n\nabstract")
    write(tmp_path, "same.txt", b"Title\n\nabstract")
    write(tmp_path, "same.TXT", b"Title\n\nabstract")
    write(tmp_path, "new\nline.txt", b"Title\n\nabstract")
    (tmp_path / "folder.txt").mkdir()
    (tmp_path / "link.txt").symlink_to(tmp_path / "nowhere")
    (tmp_path / "loop.txt").symlink_to(tmp_path / "loop.txt")
    mark = "save the file as UTF-8, or UTF-16 with a byte-order mark"
    assert refused(tmp_path) == [
        "raw/bad.txt:3: byte 0xE9 at offset 13 is not UTF-8 (invalid continuation byte); " + mark,
        "raw/empty.txt:1: the file is empty; put the listing's text in it, or remove it",
        "raw/folder.txt: this is a folder, not a file; move it elsewhere",
        "raw/latin16.txt:1: byte 0x00 at offset 4 is not UTF-16-LE (illegal UTF-16 surrogate); " + mark,
        "raw/link.txt: cannot be read (No such file or directory); make it readable, or remove it",
        "raw/loop.txt: cannot be read (Too many levels of symbolic links); make it readable, or remove it",
        "raw/new\\nline.txt: the file's name holds a control character or is not UTF-8; rename it",
        "raw/nomark.txt:1: the bytes look like UTF-32, or UTF-16 without a byte-order mark; save the file as UTF-8",
        "raw/nul.txt:1: the title holds a NUL; type the title anew",
        "raw/paper.pdf: the format .pdf is not known; convert it to one that is (.txt, .json, .jsonl, .ndjson, .csv, "
        ".tsv, .html, .htm, .bib, also packed as .gz or .zst), or move it out of the folder",
        "raw/readme: the format of a file without suffix is not known; convert it to one that is (.txt, .json, .jsonl, "
        ".ndjson, .csv, .tsv, .html, .htm, .bib, also packed as .gz or .zst), or move it out of the folder",
        "raw/same.txt: the listing id 'same' is also that of same.TXT; rename one of the two files",
        "raw/thirtytwo.txt:1: the bytes look like UTF-32, or UTF-16 without a byte-order mark; save the file as UTF-8",
        "raw/title.txt:2: the listing has a title and no entry; add abstracts below the title, parted by blank lines, "
        "or remove the file",
    ]  # fmt: skip


def test_a_folder_without_listings_is_refused(tmp_path: Path) -> None:
    (tmp_path / "reference").mkdir()
    assert refused(tmp_path) == [
        "raw: there is no listing here; put one or more files in it: .txt, .json, .jsonl, .ndjson, "
        ".csv, .tsv, .html, .htm, .bib"
    ]


def test_listings_of_every_format_and_their_faults_stand_together(tmp_path: Path) -> None:
    write(tmp_path, "a.txt", b"Title\n\nFirst.")
    write(tmp_path, "b.json", b'[{"title": "T"}]')
    write(tmp_path, "c.jsonl", b'{"title": "T"}')
    write(tmp_path, "d.csv", b"title\nT\n")
    write(tmp_path, "e.tsv.gz", gzip.compress(b"title\tyear\nT\t2026\n", mtime=0))
    write(tmp_path, "f.html", b"<title>Page</title><h3>T</h3><p class=authors>Ann Ahn</p>")
    write(tmp_path, "g.bib.zst", zstandard.compress(b"@misc{a, title={T}}"))
    found = read.listings(tmp_path)
    assert [(listing.listing_id, listing.title, len(listing.entries)) for listing in found] == [
        ("a", "Title", 1), ("b", "b", 1), ("c", "c", 1), ("d", "d", 1), ("e", "e", 1), ("f", "Page", 1), ("g", "g", 1),
    ]  # fmt: skip
    assert [listing.entries[0].facts.title for listing in found] == [None, *"TTTTTT"]
    write(tmp_path, "b.json", b"[{}]")
    write(tmp_path, "c.txt", b"Title\n\nabstract")
    write(tmp_path, "d.csv", b"year\n2026\n")
    assert refused(tmp_path) == [
        "raw/b.json:1: this object is no paper: it has neither a title nor an abstract; correct it, or take it out",
        "raw/c.txt: the listing id 'c' is also that of c.jsonl; rename one of the two files",
        "raw/d.csv:1: none of its columns is a title or an abstract: year; name them title or name, and abstract, in the "
        "first row",
    ]


def test_a_first_line_as_long_as_an_abstract_is_pointed_out(tmp_path: Path) -> None:
    for name, words in (("a", 25), ("b", 26)):
        (tmp_path / f"{name}.txt").write_text(f"{' '.join(['word'] * words)}\n\nAn abstract.\n", encoding="utf-8")
    assert [str(warning) for warning in read.warnings(read.listings(tmp_path))] == [
        f"{tmp_path}/b.txt:1: the first line is the listing's title, and has 26 words, as an abstract has; "
        "put a title above it if it is an abstract"
    ]


def test_a_field_that_no_entry_has_is_pointed_out_with_those_that_were_passed_over(tmp_path: Path) -> None:
    write(
        tmp_path,
        "a.json",
        b'[{"title": "T", "TLDR": "x", "content": {"keywords": ["k"], "venue": ""}}, {"title": "U"}]',
    )
    write(tmp_path, "b.csv", b"abstract,Thema,Note\nAn abstract.,sets,\n")
    write(tmp_path, "c.jsonl", b'{"title": "T"}\n{"abstract": "An abstract.", "TLDR": "x"}\n')
    write(tmp_path, "d.jsonl", b'{"title": "T"}\n')
    assert [str(warning).replace(str(tmp_path), "raw") for warning in read.warnings(read.listings(tmp_path))] == [
        "raw/a.json: it gives no abstract (passed over: TLDR, keywords); if a field holds it, name it 'abstract'",
        "raw/b.csv: it gives no title (passed over: thema); if a field holds it, name it 'title'",
        "raw/d.jsonl: it gives no abstract; if a field holds it, name it 'abstract'",
    ]
