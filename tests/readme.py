"""`python -m tests.readme` writes the generated parts of README.md anew."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pipeline import contract, dictionary
from tests import matrix
from tests.handmade import ROOT

README = ROOT / "README.md"


def blocks() -> dict[str, str]:
    """What stands between `<!-- name -->` and `<!-- /name -->`, by name; the matrix is the tests' own work."""
    agreed = contract.load(ROOT / "datapackage.json")
    return {"tables": dictionary.tables(agreed), "dictionary": dictionary.dictionary(agreed)}


def filled(text: str, parts: Mapping[str, str]) -> str:
    """The text with these parts between their marks; ValueError where a part has no place."""
    for name, part in parts.items():
        marks = re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)", re.S)
        if len(marks.findall(text)) != 1:
            raise ValueError(f"README.md must hold <!-- {name} --> and <!-- /{name} --> once")
        before, after = marks.split(text)
        text = f"{before}{part}\n{after}"
    return text


def main() -> None:
    """Fill all parts, the matrix last: breaking the package in every way takes most of a minute."""
    parts = {**blocks(), "matrix": dictionary.matrix(matrix.matrix())}
    README.write_text(filled(README.read_text(encoding="utf-8"), parts), encoding="utf-8")


if __name__ == "__main__":
    main()
