from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipeline.formats.text import blocks


@given(st.lists(st.sampled_from(["word", "\n", "\r\n", "\r", " ", "\t", "é", "\u2028"]), max_size=40))
def test_no_character_but_blank_lines_is_lost(parts: list[str]) -> None:
    text = "".join(parts)
    assert "".join("".join(span.text for span in blocks(text)).split()) == "".join(text.split())


def test_an_entry_of_many_lines_is_one_block() -> None:
    lines = 200_000
    span = blocks("word\n" * lines)
    assert [(s.line_start, s.line_end, len(s.text)) for s in span] == [(1, lines, 5 * lines - 1)]
