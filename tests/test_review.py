from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from pipeline.dedupe import Decision, Evidence, Pair, resolve
from pipeline.review import Answer, Piece, Shown, append, differences, review, review_html, terminal, undecided

A, B, C, D = ("a" * 64, "b" * 64, "c" * 64, "d" * 64)
PAIRS = [
    Pair(A, B, 0.41, "undecided", "near", "J = 0.24, C = 0.41."),
    Pair(A, C, 0.62, "undecided", "near", "J = 0.42, C = 0.62."),
    Pair(B, C, 0.9, "duplicate", "near", "J = 0.80, C = 0.90."),
    Pair(A, D, None, "undecided", "title", "The titles are equal, but the authors of one are not known."),
]
SHOWN = {
    A: Shown("Robots in narrow corridors stop.", "Robots", ("Ada Ng",), "one:3"),
    B: Shown("Robots in wide corridors stop & <b>go</b>.", "Robots", (), "two:1"),
    C: Shown("Robots in corridors go.", None, (), "two:2"),
    D: Shown("", "Robots", (), "two:3"),
}
HEADER = "left_sha256,right_sha256,verdict,reason,reviewer,date\n"


def test_pairs_to_decide_stand_with_the_most_alike_first() -> None:
    assert undecided(PAIRS) == [PAIRS[1], PAIRS[0], PAIRS[3]]


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("a b c", "a b c", [("a b c", "a b c")]),
        ("a b c", "a x c", [("a ", "a "), ("b ", "x "), ("c", "c")]),
        ("a c", "a b c", [("a ", "a "), ("", "b "), ("c", "c")]),
        ("", "a", [("", "a")]),
        ("", "", []),
    ],
)
def test_differences_are_told_word_by_word(left: str, right: str, expected: list[tuple[str, str]]) -> None:
    assert differences(left, right) == [Piece(*piece) for piece in expected]


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_pieces_put_together_are_the_texts(left: str, right: str) -> None:
    pieces = differences(left, right)
    assert "".join(piece.left for piece in pieces) == left
    assert "".join(piece.right for piece in pieces) == right


def answering(*answers: Answer) -> Iterator[Answer]:
    return iter(answers)


def test_answers_are_appended_and_no_line_is_rewritten(tmp_path: Path) -> None:
    path = tmp_path / "reference" / "decisions.csv"
    answers = answering(Answer("distinct", 'other figures, "new" method'), Answer("skip"), Answer("duplicate", "same"))
    made = review(PAIRS, SHOWN, lambda *_: next(answers), path, reviewer="ada", date="2026-11-30")
    first = f'{A},{C},distinct,"other figures, ""new"" method",ada,2026-11-30\n'
    second = f"{A},{D},duplicate,same,ada,2026-11-30\n"
    assert path.read_bytes().decode() == HEADER + first + second
    assert [d.verdict for d in made] == ["distinct", "duplicate"]
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    append(path, Decision(B, D, "distinct", "line\r\nbreak", "bo", "2026-12-01"))
    assert path.read_bytes().decode() == HEADER + first + second + f"{B},{D},distinct,line break,bo,2026-12-01\n"


def test_quit_keeps_what_was_answered_before(tmp_path: Path) -> None:
    path = tmp_path / "decisions.csv"
    answers = answering(Answer("duplicate", "same"), Answer("quit"))
    review(PAIRS, SHOWN, lambda *_: next(answers), path, reviewer="ada", date="2026-11-30")
    assert path.read_bytes().decode() == HEADER + f"{A},{C},duplicate,same,ada,2026-11-30\n"


def test_nothing_is_written_where_nothing_is_decided(tmp_path: Path) -> None:
    review(PAIRS, SHOWN, lambda *_: Answer("skip"), tmp_path / "decisions.csv", reviewer="ada", date="2026-11-30")
    assert list(tmp_path.iterdir()) == []


def test_two_people_may_review_at_once(tmp_path: Path) -> None:
    path = tmp_path / "decisions.csv"
    decisions = [Decision(A, f"{n:064x}", "distinct", "x" * 500, "ada", "2026-11-30") for n in range(60)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda decision: append(path, decision), decisions))
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline="")))
    assert sorted(row["right_sha256"] for row in rows) == sorted(d.right_sha256 for d in decisions)


def test_a_decision_made_in_review_settles_the_next_build(tmp_path: Path) -> None:
    text = " ".join(f"word{n}" for n in range(100))
    half = " ".join([*(f"word{n}" for n in range(50)), *(f"other{n}" for n in range(50))])
    entries = [Evidence(text, A), Evidence(half, B)]
    before = resolve(entries)
    assert [pair.verdict for pair in before.pairs] == ["undecided"]
    shown = {entry.sha256: Shown(entry.text) for entry in entries}
    answer = Answer("duplicate", "same")
    made = review(before.pairs, shown, lambda *_: answer, tmp_path / "d.csv", reviewer="ada", date="2026-11-30")
    after = resolve(entries, made)
    assert [(pair.verdict, pair.basis) for pair in after.pairs] == [("duplicate", "reviewed")]
    assert len(after.groups) == 1


def test_the_terminal_shows_both_texts_and_asks_until_it_understands() -> None:
    page = io.StringIO()
    keys = iter(["what", "", "N", "other figures"])
    ask = terminal(Console(file=page, width=100, force_terminal=False), lambda _: next(keys))
    assert ask(PAIRS[0], SHOWN[A], SHOWN[B]) == Answer("distinct", "other figures")
    shown = page.getvalue()
    for expected in (
        "near: J = 0.24, C = 0.41.",
        "one:3 aaaaaaaaaaaa",
        "two:1 bbbbbbbbbbbb",
        "narrow",
        "<b>go</b>",
        "Ada Ng",
    ):
        assert expected in shown


def test_the_terminal_takes_the_end_of_input_for_quit() -> None:
    def end(_: str) -> str:
        raise EOFError

    assert terminal(Console(file=io.StringIO()), end)(PAIRS[0], SHOWN[A], SHOWN[B]) == Answer("quit")


def test_text_that_looks_like_rich_markup_is_shown_as_it_is() -> None:
    page = io.StringIO()
    ask = terminal(Console(file=page, width=100), lambda _: "s")
    ask(PAIRS[0], Shown("uses [bold] and [/]"), Shown("uses [red] and [/]"))
    assert "[bold]" in page.getvalue()
    assert "[red]" in page.getvalue()


def test_the_page_loads_nothing_and_escapes_every_text() -> None:
    page = review_html([*PAIRS, Pair(B, D, None, "undecided", "title", "<script>")], SHOWN)
    assert "Pairs to decide: 4" in page
    assert "<script" not in page
    assert "<b>" not in page
    assert not re.search(r"\b(?:src|href|url)\s*[=(]|https?:", page)
    assert "Robots in <del>narrow </del>corridors <del>stop.</del>" in page
    assert "Robots in <ins>wide </ins>corridors <ins>stop &amp; &lt;b&gt;go&lt;/b&gt;.</ins>" in page
    assert f"{A},{C}," in page


def test_a_page_without_pairs_says_so() -> None:
    assert "Pairs to decide: 0" in review_html([PAIRS[2]], SHOWN)
