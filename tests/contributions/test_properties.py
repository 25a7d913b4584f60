"""What holds for any text: no error, names at their offsets, in order, each once."""

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.contributions import contributions

CASES = [json.loads(line) for line in (Path(__file__).parent / "cases.jsonl").read_text("utf-8").splitlines()]
_PIECES = st.sampled_from(
    [piece for case in CASES for piece in case["text"].split(" ")]
    + [
        "We propose",
        "(",
        ")",
        ":",
        ",",
        ";",
        ".",
        "—",
        "–",
        "\n",
        "and",
        "called",
        "as",
        "a",
        "the",
        "our",
        "X-Net",
        "(i)",
        "",
        "’s",
    ]
)
_TEXTS = st.lists(_PIECES, max_size=60).map(" ".join) | st.text(max_size=300)


@settings(max_examples=400, deadline=None)
@given(_TEXTS)
def test_names_stand_where_their_offsets_say(text: str) -> None:
    found = contributions(text)
    assert [text[c.start : c.end] for c in found] == [c.name for c in found]
    assert [c.start for c in found] == sorted(c.start for c in found)
    assert len({c.name for c in found}) == len(found)
    assert all(c.name and c.name == c.name.strip() for c in found)
    assert all(c.expansion is None or c.expansion in text for c in found)


@settings(max_examples=50, deadline=None)
@given(_TEXTS)
def test_same_text_gives_the_same_result(text: str) -> None:
    assert contributions(text) == contributions(text)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(CASES), st.sampled_from(["It is late. ", "Much has been tried before.\n", "What remains? "]))
def test_a_sentence_before_moves_the_names_and_changes_none(case: dict, before: str) -> None:
    moved = contributions(before + case["text"])
    found = contributions(case["text"])
    shift = len(before)
    assert [(c.name, c.expansion, c.kind, c.role, c.start - shift) for c in moved] == [
        (c.name, c.expansion, c.kind, c.role, c.start) for c in found
    ]
