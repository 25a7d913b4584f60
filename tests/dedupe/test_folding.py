from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.dedupe import fingerprint, fold, groups, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We propose “NavOL”, a 2× faster…", "weproposenavola2faster"),
        ("ﬁne Straße É É", "finestrasseéé"),
        ("𝒪(n²) ＡＢＣ", "on2abc"),
        ("论文 列表。", "论文列表"),
        ("— … ·", ""),
        ("half \ud83d an emoji", "halfanemoji"),
    ],
)
def test_a_folded_text_is_its_letters_and_digits(text: str, expected: str) -> None:
    assert fold(text) == expected


def test_markup_case_and_punctuation_do_not_change_a_fingerprint_and_a_word_does() -> None:
    assert fingerprint("A fast-AR method.") == fingerprint("a FAST AR method")
    assert fingerprint("A fast-AR method.") != fingerprint("A fast-AR methods.")


def test_groups_stand_in_order_of_their_first_entry() -> None:
    assert groups(["b", "a", "b", "c", "a"]) == [[0, 2], [1, 4], [3]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We propose “NavOL”, a 2× faster…", "we propose navol a 2 faster"),
        ("state-of-the-art; naïve façades, Straße", "state of the art naive facades strasse"),
        ("ﬁne 𝒪(n²) ＡＢＣ snake_case", "fine o n2 abc snake case"),
        ("hos- pitals", "hospitals"),
        ("hos-\npitals", "hospitals"),
        ("hos\u2010 pitals", "hospitals"),
        ("hos\u00adpitals", "hospitals"),
        ("hos(cid:173) pitals", "hospitals"),
        ("half \ud83d an emoji", "half an emoji"),
        ("3- 4 and - or", "3 4 and or"),
        ("机器人走廊 with AI", "机 器 人 走 廊 with ai"),
        ("がく", "か く"),
        (" — … ·", ""),
    ],
)
def test_the_words_of_a_text(text: str, expected: str) -> None:
    assert words(text) == expected


@settings(deadline=None)
@given(st.text())
def test_words_are_letters_and_digits_with_one_blank_between_and_stay_as_they_are(text: str) -> None:
    made = words(text)
    assert made == " ".join(made.split())
    assert all(char.isalnum() for char in made.replace(" ", ""))
    assert words(made) == made


@settings(deadline=None)
@given(st.text())
def test_the_form_of_unicode_does_not_change_words(text: str) -> None:
    assert words(unicodedata.normalize("NFD", text)) == words(unicodedata.normalize("NFC", text))
