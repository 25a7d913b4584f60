"""`python -m tests.readme` writes the generated parts of README.md and docs/ anew."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pipeline import contract, dictionary, normalize
from tests import matrix
from tests.handmade import ROOT
from tests.normalize.test_cases import STAGE_CASES

README = ROOT / "README.md"
MATRIX = ROOT / "docs" / "testing.md"


def blocks() -> dict[Path, dict[str, str]]:
    """What stands between `<!-- name -->` and `<!-- /name -->`, by file and name; the matrix is the tests' own work."""
    agreed = contract.load(ROOT / "datapackage.json")
    return {
        README: {"tables": dictionary.tables(agreed)},
        ROOT / "docs" / "data.md": {"dictionary": dictionary.dictionary(agreed)},
        ROOT / "docs" / "text.md": {"stages": dictionary.stages(_stages())},
    }


def _stages() -> Iterator[tuple[str, str, str, str]]:
    """Each stage with the first of its cases that changes, or the first where all are of what stays."""
    for stage in normalize.STAGES:
        cases = [(source, expected) for name, source, expected, _ in STAGE_CASES if name == stage.name]
        before, after = next((case for case in cases if case[0] != case[1]), cases[0])
        yield stage.name, str(stage.apply.__doc__).splitlines()[0], _shown(before), _shown(after)


def _shown(text: str) -> str:
    """What cannot be seen is written out, as in the tables of cases."""
    return "".join(char if char.isprintable() else f"⟦{ord(char):04X}⟧" for char in text)


def filled(text: str, parts: Mapping[str, str]) -> str:
    """The text with these parts between their marks; ValueError where a part has no place."""
    for name, part in parts.items():
        marks = re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)", re.S)
        if len(marks.findall(text)) != 1:
            raise ValueError(f"the page must hold <!-- {name} --> and <!-- /{name} --> once")
        before, after = marks.split(text)
        text = f"{before}{part}\n{after}"
    return text


def main() -> None:
    """Fill all parts, the matrix last: breaking the package in every way takes most of a minute."""
    for path, parts in {**blocks(), MATRIX: {"matrix": dictionary.matrix(matrix.matrix())}}.items():
        path.write_text(filled(path.read_text(encoding="utf-8"), parts), encoding="utf-8")


if __name__ == "__main__":
    main()
