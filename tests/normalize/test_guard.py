"""The guard can fail: it names what a stage lost, and the build undoes that stage."""

from collections.abc import Callable

import pytest

import pipeline.normalize as package
from pipeline.normalize import Stage, trace
from pipeline.normalize.addresses import addresses
from pipeline.normalize.dollars import dollars
from pipeline.normalize.guard import lost
from pipeline.normalize.latex import macros
from pipeline.normalize.masks import release
from pipeline.normalize.pieces import by_sentence

SENTENCE = "The **method** gains $5.2\\%$ over 3 baselines with $\\alpha \\leq 0.1$ at <b>low</b> cost."


WORDS = ["method", "gains", "5.2", "baselines", "\\alpha", "\\leq", "0.1", "low", "cost", "\\%"]


@pytest.mark.parametrize("word", WORDS)
def test_guard_names_a_word_figure_or_symbol_that_went(word: str) -> None:
    assert lost(SENTENCE, SENTENCE.replace(word, "", 1))


def test_guard_counts() -> None:
    assert lost("a model of a model", "a model of a") == ["model"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (SENTENCE, "The method gains 5.2% over 3 baselines with α ≤ 0.1 at low cost."),
        ("**Spectr**al $x_{i}^{2}$", "Spectral xᵢ²"),
        ("&lt; &amp; <p>x</p>", "< & x"),
        ("[https://x.org](https://x.org)", "https://x.org"),
        ("\\href{https://x.org}{page}", "page (https://x.org)"),
        ("\\begin{tabular}{lc} a & b \\end{tabular}", "a b"),
        ("the modelâ€™s eﬃcient cafe\u0301", "the model’s efficient café"),
        ("Abstract: We study", "We study"),
        ("a\nb  c", "a b c"),
        ("AUC $>$ 0.9", "AUC > 0.9"),
        ("Å$^3$ and $\\AA$", "Å³ and Å"),
        ("\\href{https://x.org/a_b}{https://x.org/a\\_b}", "https://x.org/a_b"),
        ("\\textitsafe rules", "safe rules"),
        ("$\\sqrt[3]{n}$ and $a \\not\\in B$", "∛n and a ∉ B"),
    ],
)
def test_guard_takes_markup_for_nothing(before: str, after: str) -> None:
    assert lost(before, after) == []


def _keeps(before: str, after: str) -> bool:
    return "bad" not in before


def test_only_the_formula_that_loses_something_stays_as_it_was() -> None:
    text = dollars(r"$\alpha$ and $\beta_{bad}$ and $x^2$", _keeps)
    assert text == r"α and $\beta_{bad}$ and x²"


def test_only_the_address_that_loses_something_stays_as_it_was() -> None:
    text = release(addresses(r"https://x.org/a\_b and https://x.org/bad\_c", _keeps))
    assert text == r"https://x.org/a_b and https://x.org/bad\_c"


def test_only_the_sentence_that_loses_something_stays_as_it_was() -> None:
    text = by_sentence(macros)(r"One \emph{a. b}. A \emph{bad} one. \textbf{Two}.", _keeps)
    assert text == r"One a. b. A \emph{bad} one. Two."


def test_stage_that_loses_a_word_in_one_piece_is_undone_there_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def thief(text: str, keeps: Callable[[str, str], bool] = lambda before, after: True) -> str:
        return " ".join(word[:2] if keeps(word, word[:2]) else word for word in text.split(" "))

    monkeypatch.setattr(package, "STAGES", (Stage("thief", thief, piecewise=thief),))
    result = trace("of a method *** and")
    assert result.text == "of a method ** and"
    assert result.undone == ("thief",)


@pytest.mark.parametrize("place", [0, 5, len(package.STAGES)])
def test_stage_that_loses_a_word_is_undone_and_named_and_the_others_work(
    place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    thief = Stage("thief", lambda text: text.replace("baselines ", ""))
    monkeypatch.setattr(package, "STAGES", (*package.STAGES[:place], thief, *package.STAGES[place:]))
    result = trace(SENTENCE)
    assert result.text == "The method gains 5.2% over 3 baselines with α ≤ 0.1 at low cost."
    assert result.undone == ("thief",)
