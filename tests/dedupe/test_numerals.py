from __future__ import annotations

import pytest

from pipeline.dedupe.numerals import disagreement

COUNTS = "alike, but where one counts {} the other counts {}"


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        # A number of a part, whatever else differs.
        ("Part I. We sort.", "Part II. We merge.", ("distinct", "one is part 1, the other part 2")),
        ("chapter twelve on maps", "chapter xi on maps", ("distinct", "one is chapter 12, the other chapter 11")),
        ("Lecture 03 of 9", "Lecture 3 of 9", None),
        ("Task ten for us", "Task ten for all", None),
        ("see track 1 and task 1", "see track 2 and task 2", ("distinct", "one is task 1, the other task 2")),
        ("Volume one", "Volume 2", ("distinct", "one is volume 2, the other volume 1")),
        ("Part 1 and part 2", "Part 1", None),
        ("part of two halves", "part of three halves", ("undecided", COUNTS.format(3, 2))),
        # Counts, and nothing else.
        ("We use two arms.", "We use three arms.", ("undecided", COUNTS.format(3, 2))),
        ("We use 2 arms.", "We use two arms.", None),
        ("We use 0 arms.", "We use 000 arms.", None),
        ("We use 0 arms.", "We use 7 arms.", ("undecided", COUNTS.format(0, 7))),
        ("We use 1000 arms.", "We use 9999 arms.", ("undecided", COUNTS.format(1000, 9999))),
        ("We use 10000 arms.", "We use 99999 arms.", None),
        ("Nine of 5 and 6", "Nine of 6 and 7", ("undecided", COUNTS.format(5, 6))),
        ("two arms", "three arms", ("undecided", COUNTS.format(3, 2))),
        ("arms, two", "arms, three", ("undecided", COUNTS.format(3, 2))),
        ("“One” is not three", "“One” is not four", ("undecided", COUNTS.format(4, 3))),
        ("one arm of seven", "no arm of eight", None),
        # “one” is more often a pronoun than a count.
        ("We use one arm.", "We use two arm.", None),
        # A figure in another place is no swap; another word beside it leaves the texts two.
        ("We use two arms here.", "We use three arms there.", None),
        ("two arms, two legs", "three arms, three legs", ("undecided", COUNTS.format(3, 2))),
        ("of two arms, of two arms we", "of three arms, of three arms they", ("undecided", COUNTS.format(3, 2))),
        ("two arms, six legs", "six arms, two legs", None),
        # A text cut short only lacks.
        ("A summary of part 1 and part 2", "Part 1", None),
        ("of two arms, of two arms", "of three arms", None),
        ("two arms and three legs", "two arms", None),
        ("two arms and three legs", "two arms and legs", None),
        # Measured figures may differ.
        ("gains 5 % on it", "gains 7 % on it", None),
        ("gains 5 points", "gains 7 points", None),
        ("gains 5 dogs", "gains 7 dogs", ("undecided", COUNTS.format(5, 7))),
        ("gains 1.5 dogs", "gains 1.7 dogs", None),
        ("with 5k and 3× speed", "with 7k and 4× speed", None),
        ("gains of 5", "gains of 7", ("undecided", COUNTS.format(5, 7))),
        ("", "", None),
        ("no figure", "", None),
    ],
)
def test_what_numerals_say_against_two_texts(left: str, right: str, expected: tuple[str, str] | None) -> None:
    assert disagreement(left, right) == expected
    assert disagreement(right, left) == expected
