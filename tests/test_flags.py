from __future__ import annotations

import pytest

from pipeline.flags import flags


@pytest.mark.parametrize(
    ("abstract", "leftover", "expected"),
    [
        ("A whole sentence.", False, []),
        ("", False, ["no_abstract"]),
        ("Is it so?”", False, []),
        ("It ends (in brackets.)", False, []),
        ("结束了。", False, []),
        ("Code: https://github.com/a/b", False, []),
        ("See github.com/a/b", False, []),
        ("We propose a method that", False, ["truncated"]),
        ("We propose a meth", False, ["truncated"]),
        ("We propose a method...", False, ["truncated"]),
        ("We propose a method…", False, ["truncated"]),
        ("We have: ", False, ["truncated"]),
        ("A uni- fied view.", False, ["split_word"]),
        ("Both single- and multi-scene, pre- or post-training, short- to long-term.", False, []),
        ("A ﬁeld of un\ufffdcertainty.", False, ["replacement_character"]),
        ("Markup \\foo stands.", True, ["unknown_markup"]),
        ("\ufffd com- pared with", True, ["replacement_character", "split_word", "truncated", "unknown_markup"]),
    ],
)
def test_flags_of_a_text(abstract: str, leftover: bool, expected: list[str]) -> None:
    assert flags(abstract, leftover) == expected
