from __future__ import annotations

import pytest

import quality

# What the 44 papers must keep; below it a rule was broken.
BOUNDS = {
    "names": 1.0,
    "names with kind and role": 0.97,
    "expansions": 1.0,
    "links": 1.0,
    "quantities": 1.0,
}


@pytest.fixture(scope="module")
def results() -> dict[str, quality.Score]:
    scores = quality.scores(quality.labels(quality.GOLD), quality.abstracts(quality.PAPERS))
    return {score.measure: score for score in scores}


@pytest.mark.parametrize("measure", BOUNDS)
def test_the_labelled_papers_are_read_as_people_read_them(results: dict[str, quality.Score], measure: str) -> None:
    assert results[measure].f1 >= BOUNDS[measure], quality.report([results[measure]])


def test_every_miss_is_counted_and_named() -> None:
    gold = [{"id": "000-01", "contributions": [], "links": [{"url": "https://a.org", "kind": "other"}],
             "quantities": [{"min": 5, "max": 10, "unit": "percent"}, {"min": 2, "max": 2, "unit": "multiplier"}]}]  # fmt: skip
    scores = {score.measure: score for score in quality.scores(gold, {"000-01": "It is 2× faster and 7% better."})}
    assert (scores["links"].precision, scores["links"].recall, scores["links"].f1) == (1.0, 0.0, 0.0)
    assert (scores["quantities"].precision, scores["quantities"].recall, scores["quantities"].f1) == (0.5, 0.5, 0.5)
    assert quality.report([scores["quantities"]]).splitlines() == [
        "| measure | precision | recall | F1 | labels |",
        "|---|--:|--:|--:|--:|",
        "| quantities | 0.500 | 0.500 | 0.500 | 2 |",
        "",
        "000-01 quantities: missing 5.0 · 10.0 · percent",
        "000-01 quantities: not in the labels: 7.0 · 7.0 · percent",
    ]


def test_a_measure_without_labels_and_finds_is_whole() -> None:
    score = quality.Score("names", 0, (), ())
    assert (score.precision, score.recall, score.f1) == (1.0, 1.0, 1.0)


def test_the_command_prints_the_report(results: dict[str, quality.Score], capsys: pytest.CaptureFixture[str]) -> None:
    assert quality.main([]) == 0
    assert capsys.readouterr().out == f"{quality.report(list(results.values()))}\n"
