from __future__ import annotations

import pytest

from pipeline.dedupe import fingerprint, fold, groups


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We propose “NavOL”, a 2× faster…", "weproposenavola2faster"),
        ("ﬁne Straße É É", "finestrasseéé"),
        ("𝒪(n²) ＡＢＣ", "on2abc"),
        ("论文 列表。", "论文列表"),
        ("— … ·", ""),
    ],
)
def test_a_folded_text_is_its_letters_and_digits(text: str, expected: str) -> None:
    assert fold(text) == expected


def test_markup_case_and_punctuation_do_not_change_a_fingerprint_and_a_word_does() -> None:
    assert fingerprint("A fast-AR method.") == fingerprint("a FAST AR method")
    assert fingerprint("A fast-AR method.") != fingerprint("A fast-AR methods.")


def test_groups_stand_in_order_of_their_first_entry() -> None:
    assert groups(["b", "a", "b", "c", "a"]) == [[0, 2], [1, 4], [3]]
