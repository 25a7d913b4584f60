"""The guard can fail: it names what a stage lost, and the build undoes that stage."""

import pytest

import pipeline.normalize as package
from pipeline.normalize import Stage, trace
from pipeline.normalize.guard import lost

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
        ("$\\sqrt[3]{n}$ and $a \\not\\in B$", "∛n and a ∉ B"),
    ],
)
def test_guard_takes_markup_for_nothing(before: str, after: str) -> None:
    assert lost(before, after) == []


def test_stage_that_loses_a_word_is_undone_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    thief = Stage("thief", lambda text: text.replace("baselines ", ""))
    monkeypatch.setattr(package, "STAGES", (*package.STAGES, thief))
    result = trace(SENTENCE)
    assert result.text == "The method gains 5.2% over 3 baselines with α ≤ 0.1 at low cost."
    assert result.undone == ("thief",)
