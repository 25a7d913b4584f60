from __future__ import annotations

import pytest

from pipeline.dedupe.people import authors_agree, title_key, titles_alike


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (["John Smith"], ["J. Smith"], True),
        (["John Smith"], ["Smith, John"], True),
        (["John Q. Smith"], ["John Smith"], True),
        (["John Q. Smith"], ["Smith, J. Q."], True),
        (["John Q. Smith"], ["John R. Smith"], False),
        (["John Smith"], ["Jane Smith"], False),
        (["John Smith"], ["John Smythe"], False),
        (["Günther Müller"], ["Gunther Muller"], True),
        (["Jian-Wei Zhang"], ["Jianwei Zhang"], True),
        (["Yue Lu"], ["Lu Yue"], True),
        (["Lu Y."], ["Yue Lu"], True),
        (["Ada Lu"], ["Lu A."], True),
        (["Zhang Jian Wei"], ["Jianwei Zhang"], True),
        (["Chen Xiao Yu"], ["Xiaoyu Chen"], True),
        (["Maria De La Cruz"], ["Maria Delacruz"], True),
        (["van Dyke, Ann"], ["A. van Dyke"], True),
        (["van Dyke, A., Jr."], ["Ann van Dyke"], True),
        (["Ann O’Neil"], ["A. ONeil"], True),
        (["Jo Smith"], ["John Smith"], False),
        (["Jy Smith"], ["John Smith"], False),
        (["Plato"], ["Ann Plato"], False),
        (["John Smith Jr."], ["John Smith"], True),
        (["李 雷"], ["李雷"], True),
        (["A. Ng", "B. Ito", "C. Roy"], ["C. Roy", "A. Ng", "B. Ito"], True),
        (["A. Ng", "B. Ito", "C. Roy"], ["A. Ng", "B. Ito"], True),
        (["A. Ng", "B. Ito"], ["A. Ng", "C. Roy"], False),
        (["A. Ng", "A. Ng"], ["A. Ng", "C. Roy", "D. Day"], False),
        (["A. Ng"], [], None),
        ([], [], None),
        (["—"], ["A. Ng"], None),
    ],
)
def test_whether_two_lists_name_the_same_authors(left: list[str], right: list[str], expected: bool | None) -> None:
    assert authors_agree(left, right) is expected
    assert authors_agree(right, left) is expected


@pytest.mark.parametrize(
    ("left", "right", "equal", "alike"),
    [
        ("CorridorPact: Robots in Corridors", "Corridorpact — robots in corridors", True, True),
        ("Naïve Corridors", "Naive corridors", True, True),
        ("CorridorPact: Robots in Narrow Corridors", "CorridorPact: Robots in Corridors", False, True),
        ("Co-Training on Graphs", "Cotraining ongraphs", True, True),
        ("Two Robots Meet", "Two Robots", False, True),
        ("Two Robots Meet Now", "Two Robots", False, False),
        ("Robots in Corridors", "Stakes on Glaciers", False, False),
    ],
)
def test_titles(left: str, right: str, equal: bool, alike: bool) -> None:
    assert (title_key(left) == title_key(right)) is equal
    assert titles_alike(left, right) is titles_alike(right, left) is alike


def test_two_titles_that_name_no_paper_are_not_alike_for_that() -> None:
    assert not titles_alike("Preface", "Foreword")


@pytest.mark.parametrize("title", [None, "", "—", "Preface", "Invited Talk"])
def test_a_title_that_names_no_paper_is_no_key(title: str | None) -> None:
    assert title_key(title) is None
