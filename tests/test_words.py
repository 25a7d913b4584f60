from __future__ import annotations

import pytest

from pipeline.words import count


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("one", 1),
        ("state-of-the-art methods,  two lines\nof text", 6),
        ("我们提出 NavOL 方法", 7),
        ("한국어 초록", 2),
    ],
)
def test_words_are_runs_between_blanks_and_single_han_characters(text: str, expected: int) -> None:
    assert count(text) == expected
