from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from pipeline import read
from pipeline.problems import Refused
from tests.formats.shared import proved, write

EVENTS, ABSTRACTS = "icml-2026-orals-posters.json", "icml-2026-abstracts.json"


def event(number: int, kind: str = "Poster", **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "uid": f"uid{number % 100}",
        "name": f"Title {number % 100}",
        "authors": [{"id": 1, "fullname": "Ann Ahn", "institution": "Uni A"}],
        "decision": "Accept (regular)",
        "topic": "Deep Learning->Theory",
        "keywords": [],
        "eventtype": kind,
        "virtualsite_url": f"/virtual/2026/{kind.lower()}/{number}",
        "paper_url": f"https://openreview.net/forum?id=Abcdef{number % 100:04}",
        "paper_pdf_url": None,
        **more,
    }


def results(*events: dict[str, Any]) -> str:
    return json.dumps({"count": len(events), "results": events})


def refused(folder: Path) -> list[str]:
    with pytest.raises(Refused) as caught:
        read.listings(folder)
    return [str(problem).removeprefix(f"{folder}/") for problem in caught.value.problems]


@pytest.mark.parametrize("packed", [False, True])
def test_the_two_files_are_one_listing(tmp_path: Path, packed: bool) -> None:
    events = results(event(101), event(102))
    abstracts = '{"101": "Fir\\u0073t.",\n "999": "A talk\'s.", "102": null}'
    path = write(tmp_path, EVENTS, events)
    beside = gzip.compress(abstracts.encode(), mtime=0) if packed else abstracts.encode()
    other = write(tmp_path, ABSTRACTS + ".gz" * packed, beside)
    (found,) = read.listings(tmp_path)
    proved(path, found)
    own = json.dumps(event(101)) + '"Fir\\u0073t."'
    facts = read.Facts(
        "Title 1", (read.Author("Ann Ahn", "Uni A"),), "regular", "Deep Learning", "Theory",
        "https://icml.cc/virtual/2026/poster/101", "https://openreview.net/forum?id=Abcdef0001",
    )  # fmt: skip
    assert (found.listing_id, found.title, found.name) == ("icml-2026-orals-posters", "icml-2026-orals-posters", EVENTS)
    assert found.partner == read.File(str(other), other.name, "utf-8", len(beside), hashlib.sha256(beside).hexdigest())
    assert found.entries[0] == read.Entry(
        "icml-2026-orals-posters",
        1,
        None,
        None,
        hashlib.sha256(own.encode()).hexdigest(),
        "First.",
        "/results/0",
        facts,
    )
    assert [entry.source for entry in found.entries] == ["First.", ""]


def test_a_changed_abstract_changes_the_entrys_hash(tmp_path: Path) -> None:
    path = write(tmp_path, EVENTS, results(event(101), event(102)))
    write(tmp_path, ABSTRACTS, '{"101": "First.", "102": "Second."}')
    (found,) = read.listings(tmp_path)
    write(tmp_path, ABSTRACTS, '{"101": "First!", "102": "Second."}')
    hashes = list(read.entry_hashes(path, found.entries))
    assert [new == entry.sha256 for new, entry in zip(hashes, found.entries, strict=True)] == [False, True]


@pytest.mark.parametrize(
    "oral",
    [
        event(201, "Oral", paper_url=None, name="Another title"),
        event(201, "Oral", uid=None, paper_url=None),
        event(201, "Oral", uid="other", decision="Accept (oral)", name="TITLE 1"),
    ],
    ids=["by the paper's id", "by title and authors", "by title in capitals"],
)
@pytest.mark.parametrize("oral_first", [False, True])
def test_an_oral_and_its_poster_say_the_same(tmp_path: Path, oral: dict[str, Any], oral_first: bool) -> None:
    events = [oral, event(101)] if oral_first else [event(101), oral]
    write(tmp_path, EVENTS, results(*events, event(102)))
    (found,) = read.listings(tmp_path)
    poster = "https://icml.cc/virtual/2026/poster/101"
    forum = "https://openreview.net/forum?id=Abcdef0001"
    shown = [(e.facts.decision, e.facts.icml_url, e.facts.openreview_url) for e in found.entries]
    assert shown[:2] == [("oral", poster, forum)] * 2
    assert shown[2] == (
        "regular",
        "https://icml.cc/virtual/2026/poster/102",
        "https://openreview.net/forum?id=Abcdef0002",
    )


def test_equal_titles_of_other_authors_are_not_joined(tmp_path: Path) -> None:
    other = event(201, "Oral", uid="x", authors=[{"fullname": "Bob Beh"}])
    write(tmp_path, EVENTS, results(event(101), other))
    (found,) = read.listings(tmp_path)
    assert [entry.facts.decision for entry in found.entries] == ["regular", "regular"]


def test_events_without_abstracts_are_papers(tmp_path: Path) -> None:
    write(tmp_path, EVENTS, results(event(101)))
    (found,) = read.listings(tmp_path)
    assert ([entry.source for entry in found.entries], found.partner) == ([""], None)


def test_an_abstract_of_the_events_own_is_kept(tmp_path: Path) -> None:
    path = write(tmp_path, EVENTS, results(event(101, abstract="Own."), event(102)))
    write(tmp_path, ABSTRACTS, '{"101": "Other.", "102": "Second."}')
    (found,) = read.listings(tmp_path)
    proved(path, found)
    assert [entry.source for entry in found.entries] == ["Own.", "Second."]


def test_without_a_conference_in_the_name_no_host_is_made_up(tmp_path: Path) -> None:
    write(tmp_path, "some-orals-posters.json", results(event(101)))
    (found,) = read.listings(tmp_path)
    assert found.entries[0].facts.icml_url is None


def test_abstracts_without_their_events(tmp_path: Path) -> None:
    write(tmp_path, ABSTRACTS, '{"101": "First."}')
    assert refused(tmp_path) == [
        f"{ABSTRACTS}: it gives abstracts by their event's id, and {EVENTS}, with the events, is not beside it; put that file there"
    ]


@pytest.mark.parametrize(
    ("abstracts", "problem"),
    [
        ('{"7": "x"}', ": none of its ids is that of an event in the file beside it; fetch both files again, of the same conference"),
        ('{"101":\n["x"]}', ':2: /101 is no abstract, but this file has to give each abstract by its event\'s id; make it like {"63652": "abstract"}'),
        ('{"101": "x",\n"101": "y"}', ":2: the name '101' stands twice in one object; leave one of them"),
        ('{"101": "x"', ":1: is not JSON: ',' is missing here (column 12); correct it there, or fetch the file again"),
    ],
)  # fmt: skip
def test_faults_of_the_abstracts(tmp_path: Path, abstracts: str, problem: str) -> None:
    write(tmp_path, EVENTS, results(event(101)))
    write(tmp_path, ABSTRACTS, abstracts)
    assert refused(tmp_path) == [f"{ABSTRACTS}{problem}"]


def test_a_listing_may_be_called_abstracts(tmp_path: Path) -> None:
    write(tmp_path, "my-abstracts.json", '[{"abstract": "First."}]')
    assert [entry.source for entry in read.listings(tmp_path)[0].entries] == ["First."]
