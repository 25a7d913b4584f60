from __future__ import annotations

import pytest

from pipeline.problems import Problem, Refused, collected, shown


def test_a_problem_is_one_line_whatever_a_name_holds() -> None:
    problem = Problem("raw/new\nline\x1b[31m \u202e\udce9.txt", 3, "‘café’ is wrong", "mend it")
    assert str(problem) == "raw/new\\nline\\x1b[31m \\u202e\\udce9.txt:3: ‘café’ is wrong; mend it"
    assert str(Problem("a.txt", 0, "is wrong", "mend it")) == "a.txt: is wrong; mend it"


def test_a_long_cell_is_shown_by_its_begin() -> None:
    assert [shown("it's"), shown("x" * 80), shown("x" * 81)] == ['"it\'s"', f"'{'x' * 80}'", f"'{'x' * 80}…'"]


def test_what_several_steps_are_refused_for_is_collected_and_every_other_fault_goes_on() -> None:
    found: list[Problem] = []
    for number in (2, 1):
        with collected(found):
            raise Refused([Problem("a.txt", number, "is wrong", "mend it")])
    assert [problem.line for problem in found] == [2, 1]
    with pytest.raises(ZeroDivisionError), collected(found):
        raise ZeroDivisionError
