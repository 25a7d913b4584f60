"""No pattern can be made slow: on twice the text each takes about twice the time, as does the whole."""

import importlib
import pkgutil
import re
from collections.abc import Callable
from inspect import getsource

import pytest

import pipeline.contributions as package
from pipeline.contributions import contributions
from tests.timing import seconds

SMALL, LARGE = 50_000, 100_000
# Twice the text may take this much more; a quadratic pattern takes four times as long. Below the floor time is noise.
FACTOR, FLOOR = 3.4, 0.02

MODULES = [
    importlib.import_module(f"{package.__name__}.{found.name}") for found in pkgutil.iter_modules(package.__path__)
]
PATTERNS = {
    f"{module.__name__.rpartition('.')[2]}.{name}": (
        value,
        bool(re.search(rf"\b{name}\.(?!(?:full)?match\b)", getsource(module))),
    )
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(value, re.Pattern)
}
# What makes backtracking: long runs of what a pattern repeats, without the end it asks for.
HOSTILE = (
    "a", "A", "a ", "A ", "Aa-", "-", "--a", "1", "1.", "(", "(a", "(A-", "[", ", ", ", a ", ",a", ";", ": ", ":\n", "\n", ". ",
    " and ", " and a", "and and ", " the ", "the a ", "of ", " as ", "—", " – ", '"', "“", "A, a ", "A (", "A (A", "A B ", "a-b ",
    "paper and ", "work ly ", "two ", "two a ", "two parts ", "(i) ", "(i) A (", " is a new ", ", our new ", "bench1", "-1", "x.y.",
    "A outperforms ", " aly outperforms", "for a ", " for A", "with X, a ", "https://a/", "né", "α", "²",
)  # fmt: skip
# And what makes the rules themselves work: cue after cue, name after name.
SENTENCES = (
    "We propose X-Net, a model. ", "we propose ", "We propose Anchored Self Play (ASP), ", "which we call ", "(ABC) ", "A B C (ABC) ",
    "We introduce A and B, a ", "three components: A; B; ", "three parts: (1) A (AB), (2) ", "our X-Net model ", "X-Net outperforms ",
    "with X-Net, a ", "a novel Foo Bar (FB) ", "We present the A B C D E F ", "called ", "We term it as ", "We propose a method for a (",
)  # fmt: skip


def _seconds(call: Callable[[str], object], piece: str, size: int) -> float:
    text = (piece * (size // len(piece) + 1))[:size]
    return seconds(lambda: call(text))


def _grows_too_fast(call: Callable[[str], object], piece: str) -> bool:
    """Measured again before it is said: a busy machine must not fail a sound pattern."""
    for _ in range(3):
        large = _seconds(call, piece, LARGE)
        if large < FLOOR or large < FACTOR * max(_seconds(call, piece, SMALL), FLOOR / 4):
            return False
    return True


def _uses(pattern: re.Pattern[str], searched: bool) -> Callable[[str], object]:
    """A pattern as the package uses it: only matched at a place, or searched for."""
    return (lambda text: sum(1 for _ in pattern.finditer(text))) if searched else pattern.match


@pytest.mark.parametrize("name", PATTERNS)
def test_pattern_grows_with_its_text_and_no_faster(name: str) -> None:
    call = _uses(*PATTERNS[name])
    assert [piece for piece in HOSTILE if _grows_too_fast(call, piece)] == []


@pytest.mark.parametrize("piece", [*SENTENCES, *HOSTILE])
def test_extraction_grows_with_its_text_and_no_faster(piece: str) -> None:
    assert not _grows_too_fast(contributions, piece)


def test_distinct_names_by_the_thousand_do_not_slow_the_extraction() -> None:
    names = "".join(f"We propose Abc{i}Net, a model. " for i in range(4000))
    assert not _grows_too_fast(contributions, names)
