from __future__ import annotations

from pathlib import Path

import pytest

from pipeline import contract, dictionary, validate
from tests import matrix, mutations, readme
from tests.handmade import ROOT


def test_the_package_that_nobody_broke_passes_every_validator(tmp_path: Path) -> None:
    folder = matrix.copy(tmp_path / "package")
    assert dict(matrix.validators(folder)) == dict.fromkeys(
        ("frictionless", "file checks", "pandera schema", "named checks", "SQLite"), False
    )


def test_no_mutation_escapes_all_validators_and_the_page_shows_who_caught_it() -> None:
    caught = matrix.matrix()
    assert [name for name, seen in caught.items() if not any(seen.values())] == []
    # What the build itself runs must suffice, without SQLite.
    assert [name for name, (_, *ours, _) in ((n, s.values()) for n, s in caught.items()) if not any(ours)] == []
    text = readme.MATRIX.read_text(encoding="utf-8")
    assert readme.filled(text, {"matrix": dictionary.matrix(caught)}) == text, "run `make readme`"


# Seen in a table that refers to the broken one, in its own, not at all, and in the descriptor.
@pytest.mark.parametrize(
    "name",
    ["a row left out of papers", "an unknown unit", "a row left out of links", "a constraint that nobody can check"],
)
def test_frictionless_says_of_all_tables_what_it_says_of_those_it_is_asked_about(name: str, tmp_path: Path) -> None:
    folder = matrix.broken(name, tmp_path / "package")
    assert matrix.frictionless(folder) == bool(validate.frictionless_problems(folder))


def test_frictionless_is_asked_about_what_was_changed_and_what_refers_to_it(tmp_path: Path) -> None:
    assert matrix.concerned(matrix.copy(tmp_path / "whole")) == []
    assert matrix.concerned(matrix.broken("a row left out of links", tmp_path / "links")) == ["links"]
    assert matrix.concerned(matrix.broken("a stale number of rows", tmp_path / "rows")) == [
        "listings",
        "entries",
        "papers",
    ]


@pytest.mark.parametrize("name", [*mutations.KEYS, *mutations.CELLS])
def test_a_change_whose_figures_are_stale_is_caught_by_the_file_checks_alone(name: str, tmp_path: Path) -> None:
    folder = matrix.copy(tmp_path / "package")
    mutations.MUTATIONS[name](folder)
    _, agreed = validate.descriptor_problems(folder)
    assert agreed is not None
    problems, _ = validate.file_problems(folder, agreed)
    assert {problem.what.split()[0] for problem in problems} >= {"hash"}


@pytest.mark.parametrize("name", [*mutations.FILES, *mutations.STALE])
def test_a_problem_names_a_file_that_is_there_or_should_be(name: str, tmp_path: Path) -> None:
    folder = matrix.broken(name, tmp_path / "package")
    known = {table.path for table in contract.load(ROOT / "datapackage.json").tables.values()}
    known |= {"datapackage.json", "clean/notes.csv"} | {f"raw/{path.name}" for path in (folder / "raw").iterdir()}
    problems = validate.problems(folder, folder / "raw")
    assert problems
    for problem in problems:
        assert Path(problem.path).is_relative_to(folder / "raw") or problem.path in known
        assert problem.what
        assert problem.remedy
