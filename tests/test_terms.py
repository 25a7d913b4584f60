from __future__ import annotations

import pytest

from pipeline.terms import terms


def counted(texts: list[str]) -> dict[str, list[int]]:
    """How often each text holds each term, by the form that is printed."""
    found = terms(texts)
    printed = found.printed(range(found.counts.shape[1]))
    return {printed[number]: column for number, column in enumerate(found.counts.toarray().T.tolist())}


def test_words_and_pairs_that_two_texts_share_are_counted() -> None:
    texts = ["Sparse graphs, sparse graph kernels.", "A sparse graph.", "Nothing of that."]
    assert counted(texts) == {"graph": [2, 1, 0], "sparse": [2, 1, 0], "sparse graph": [2, 1, 0]}


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("low-rank maps", ["low-rank", "rank maps"]),
        ("low rank, maps", ["low rank"]),
        ("low\nrank", ["low\nrank"]),
        ("low the rank", []),
        ("low https://a.org/rank rank", []),
        ("low 12 rank", []),
        ("扩散模型", ["扩散", "散模", "模型"]),
        ("扩散 模型", ["扩散", "模型"]),
        ("low扩散", ["扩散"]),
    ],
)
def test_pairs_do_not_reach_across_what_ends_a_phrase(text: str, pairs: list[str]) -> None:
    assert sorted(form for form in counted([text, text]) if form not in ("low", "rank", "maps")) == sorted(pairs)


def test_what_a_text_has_to_itself_is_counted_once_each() -> None:
    assert terms(["tactile robots, tactile robots", "cloth robots"]).own.tolist() == [2, 2]


def test_a_term_of_too_many_texts_ties_none() -> None:
    texts = ["graph kernels"] * 60 + ["graph"] * 40
    assert counted(texts) == {}
    assert set(counted(texts[:40])) == {"graph", "kernels", "graph kernels"}


def test_a_term_is_printed_as_it_stands_most_often() -> None:
    assert set(counted(["Robots", "robots", "robots"])) == {"robots"}
    assert set(counted(["robots", "Robots"])) == {"Robots"}
