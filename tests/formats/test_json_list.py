from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline import read
from pipeline.formats import json_walk
from tests.formats.shared import listing, people, places, refused

PAPERS = '[{"title": "One", "abstract": "First."},\n {"title": "Two"}\n]'
FIX = "correct it there, or fetch the file again"
TAKE_OUT = "correct it, or take it out"


@pytest.mark.parametrize("key", ["results", "papers", "notes", "records"])
def test_an_object_with_a_list(tmp_path: Path, key: str) -> None:
    text = f'{{"count": 2, "x": [1, {{}}], "{key}": {PAPERS}, "y": null}}'
    found = listing(tmp_path, "icml-2026.json", text)
    own = '{"title": "One", "abstract": "First."}'
    assert (found.listing_id, found.title, found.encoding) == ("icml-2026", "icml-2026", "utf-8")
    assert (found.bytes, found.sha256, found.partner) == (len(text), hashlib.sha256(text.encode()).hexdigest(), None)
    assert found.entries[0] == read.Entry(
        "icml-2026", 1, None, None, hashlib.sha256(own.encode()).hexdigest(), "First.", f"/{key}/0", read.Facts("One")
    )
    assert places(found)[1] == (None, None, f"/{key}/1", "")


@pytest.mark.parametrize(("encoding", "mark"), [("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")])  # fmt: skip
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_encoding_and_line_end(tmp_path: Path, encoding: str, mark: bytes, end: str) -> None:
    text = json.dumps(
        [{"title": "Öne", "abstract": "中文 \U0001d4aa", "authors": ["Ann"]}, {"title": "b"}],
        indent=1,
        ensure_ascii=False,
    )
    found = listing(tmp_path, "a.json", mark + text.replace("\n", end).encode(encoding))
    assert places(found) == [(None, None, "/0", "中文 \U0001d4aa"), (None, None, "/1", "")]
    assert found.entries[0].facts == read.Facts("Öne", people("Ann"))


def test_text_of_an_abstract(tmp_path: Path) -> None:
    found = listing(
        tmp_path, "a.json", r'[{"title": "T\ud800", "abstract": " a\r\nb\rc\n\nd\u0000e \ud83d\ude00 \udfff "}]'
    )
    assert [(e.source, e.facts.title) for e in found.entries] == [("a\nb\nc\n\nd\0e 😀 �", "T�")]


@given(st.lists(st.dictionaries(st.text(max_size=3), st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5),
       lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3)), max_size=3), max_size=4),
       st.integers(1, 9), st.sampled_from([None, 1]))  # fmt: skip
def test_any_list_is_walked_in_pieces_of_any_size(
    tmp_path_factory: pytest.TempPathFactory, papers: list[Any], chunk: int, indent: int | None
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_walk, "_CHUNK", chunk)
        papers = [{**paper, "title": "T", "content": 1, "authors": ["A"]} for paper in papers] + [{"title": "T"}]
        for paper in papers:
            for name in [name for name in paper if name.strip().lower() not in ("title", "content", "authors")]:
                paper[f"x{name}"] = paper.pop(name)
        found = listing(
            tmp_path_factory.mktemp("walk"), "a.json", json.dumps({"n": 1, "papers": papers}, indent=indent)
        )
        assert [entry.locator for entry in found.entries] == [f"/papers/{n}" for n in range(len(papers))]
        own = read.entry_bytes(Path(found.path), found.entries)
        assert [json.loads(data or b"") for data in own] == papers


FAULTS = [
    ("", ":1: the file is empty; put the listing in it, or remove it"),
    ("[]", ": there is no object in it; put the listing in it, or remove it"),
    ('{"papers": []}', ": there is no object in it; put the listing in it, or remove it"),
    ("[\n {\"title\": 'x'}]", f":2: is not JSON: expecting value (column 12); {FIX}"),
    ('[{"title": "x"}\n {"title": "y"}]', f":2: is not JSON: ',' is missing here (column 2); {FIX}"),
    ('[{"title": "x"},\n]', f":2: is not JSON: expecting value (column 1); {FIX}"),
    ('[{"title": "x', f":1: is not JSON: unterminated string starting at (column 12); {FIX}"),
    ('[{"title": "x"}', f":1: is not JSON: ',' is missing here (column 16); {FIX}"),
    ('[{"title": "x\ny"}]', f":1: is not JSON: invalid control character at (column 14); {FIX}"),
    ("{title: 1}", f":1: is not JSON: a name in quotation marks is missing here (column 2); {FIX}"),
    ("<html>", f":1: is not JSON: expecting value (column 1); {FIX}"),
    ("12", ":1: it is neither a list nor an object; make it a list of papers"),
    ('[{"title": "x"}]\n{}', ":2: more stands behind the end of the JSON text; leave one JSON text in the file; "
     "one object a line is the format .jsonl"),
    ('[\n{"title": "x", "title": "y"}]', ":2: the name 'title' stands twice in one object; leave one of them"),
    ('{"papers": [{"title": "x"}],\n"papers": []}', ":2: the name 'papers' stands twice in one object; leave one of them"),
    ('[{"title": "x", "n": NaN, "m": -Infinity}]', ":1: -Infinity is no JSON number; write null, or a number"),
    ('[{"title": "x", "n": ' + "[" * 100_000 + "]" * 100_000 + "}]",
     ":1: lists or objects stand inside each other too deeply; take this value out"),
    ('[{"title": "x"}, 3]', f":1: /1 is no object, and so no paper; {TAKE_OUT}"),
    ('[{"title": "x"},\n{"abstract": ""}]', f":2: this object is no paper: it has neither a title nor an abstract; {TAKE_OUT}"),
    ('[{"title": ["x"]}]', f":1: this object is no paper: its title is a list, not text; {TAKE_OUT}"),
    ('[{"a": 1}, {"b": 1}, {}]', ":1: none of its 3 objects has a title or an abstract; name them title or name, and abstract"),
    ('{"data": [1], "count": 1}', ": it has no list of papers under results, papers, notes or records; put the papers into such a list"),
    ('{"papers": [{"title": "x"}], "notes": [{"title": "y"}]}',
     ": several of its lists may be the papers: /papers, /notes; leave one of them in the file"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "problem"), FAULTS, ids=[problem[:60] for _, problem in FAULTS])
def test_faults(tmp_path: Path, text: str, problem: str) -> None:
    assert refused(tmp_path, "a.json", text)[0] == f"a.json{problem}"


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    text = '[{"title": "x"},\n{},\n3,\n{"title": "y", "a": NaN, "a": 1}]'
    assert refused(tmp_path, "a.json", text) == [
        f"a.json:2: this object is no paper: it has neither a title nor an abstract; {TAKE_OUT}",
        f"a.json:3: /2 is no object, and so no paper; {TAKE_OUT}",
        "a.json:4: NaN is no JSON number; write null, or a number",
        "a.json:4: the name 'a' stands twice in one object; leave one of them",
    ]


def test_a_number_of_any_length_is_read(tmp_path: Path) -> None:
    assert listing(tmp_path, "a.json", '[{"title": "T", "id": ' + "9" * 10_000 + "}]").entries[0].facts.title == "T"


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    assert refused(tmp_path, "a.json", b'[{"title":\n"caf\xe9"}]') == [
        "a.json:2: byte 0xE9 at offset 15 is not UTF-8 (invalid continuation byte); save the file as UTF-8, or UTF-16 "
        "with a byte-order mark"
    ]
