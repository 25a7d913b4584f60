"""What is nested deeper than any author's stands as it was, but for the signs around it."""

from __future__ import annotations

import pytest

from pipeline.edits import log, replay
from pipeline.normalize import normalize, trace

BRACES = "{" * 100 + "x" + "}" * 100
MATRICES = r"\begin{pmatrix}a & " * 30 + "x" + r"\end{pmatrix}" * 30
ESCAPES = "&" + "amp;" * 40 + "lt;"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (f"We show ${BRACES}$ here.", f"We show {BRACES} here."),
        (f"We show ${MATRICES}$ here.", f"We show {MATRICES} here."),
        (f"We  show {ESCAPES} here.", f"We show {ESCAPES} here."),
    ],
    ids=["braces", "matrices", "escapes"],
)
def test_what_is_nested_too_deeply_stands_as_it_was(source: str, expected: str) -> None:
    assert normalize(source) == expected
    assert normalize(expected) == expected
    assert replay(source, log(trace(source).steps)) == expected
