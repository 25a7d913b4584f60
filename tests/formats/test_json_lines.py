from __future__ import annotations

from pathlib import Path

import pytest

from tests.formats.shared import listing, places, refused

FIX = "correct it there, or fetch the file again"


@pytest.mark.parametrize("name", ["a.jsonl", "a.ndjson"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_an_object_a_line(tmp_path: Path, name: str, end: str) -> None:
    text = end.join(['{"title": "One", "abstract": "First."}', "", ' {"name": "Two", "decision": "Oral"} ', ""])
    found = listing(tmp_path, name, text)
    assert (found.listing_id, found.title) == ("a", "a")
    assert places(found) == [(1, 1, None, "First."), (3, 3, None, "")]
    assert [(entry.facts.title, entry.facts.decision) for entry in found.entries] == [("One", None), ("Two", "oral")]


def test_utf_16(tmp_path: Path) -> None:
    found = listing(tmp_path, "a.jsonl", b"\xff\xfe" + '{"title": "é"}\n{"title": "b"}'.encode("utf-16-le"))
    assert (found.encoding, places(found)) == ("utf-16", [(1, 1, None, ""), (2, 2, None, "")])


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    lines = [
        '{"title": "x"}',
        '{"title": x}',
        "[1]",
        '{"title": "x"} {}',
        '{"a": NaN}',
        "[" * 100_000,
        '{"abstract": 1, "abstract": 2}',
        "{}",
    ]
    assert refused(tmp_path, "a.jsonl", "\n".join(lines)) == [
        f"a.jsonl:2: is not JSON: expecting value (column 11); {FIX}",
        "a.jsonl:3: this line is no object, and so no paper; write one object a line",
        "a.jsonl:4: more stands behind the end of the object; write one object a line",
        "a.jsonl:5: NaN is no JSON number; write null, or a number",
        "a.jsonl:6: lists or objects stand inside each other too deeply; take this value out",
        "a.jsonl:7: the name 'abstract' stands twice in one object; leave one of them",
        "a.jsonl:8: this object is no paper: it has neither a title nor an abstract; correct it, or take it out",
    ]


def test_an_empty_file(tmp_path: Path) -> None:
    assert refused(tmp_path, "a.jsonl", "\n \n") == [
        "a.jsonl: there is no object in it; put the listing in it, or remove it"
    ]
