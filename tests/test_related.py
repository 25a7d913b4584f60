from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, TfidfTransformer

from pipeline import related as module
from pipeline.related import Paper, related
from pipeline.stop_words import STOP_WORDS
from pipeline.terms import terms

HOME = Path(__file__).resolve().parents[1]
PAPERS: list[Paper] = [
    ("a1", "Low-rank pretraining", "Low-rank weights keep the spectrum of a transformer stable."),
    ("b2", None, "We prune a transformer with low-rank weights; the spectrum stays."),
    ("c3", None, "Robots grasp soft fruit with tactile fingers."),
    ("d4", None, "Tactile fingers let robots fold cloth."),
    ("e5", None, "A theory of auctions."),
    ("f6", None, "我们提出扩散模型的加速方法。"),
    ("g7", None, "扩散模型的采样很慢。"),
]


def test_nearest_papers_with_the_terms_that_tie_them() -> None:
    low = ["Low", "Low-rank", "rank", "rank weights", "spectrum"]
    tactile = ["fingers", "Robots", "Tactile", "Tactile fingers"]
    chinese = ["型的", "扩散", "散模", "模型"]
    assert [tuple(row.values()) for row in related(PAPERS)] == [
        ("a1", 1, "b2", 0.628079, low),
        ("b2", 1, "a1", 0.628079, low),
        ("c3", 1, "d4", 0.298201, tactile),
        ("d4", 1, "c3", 0.298201, tactile),
        ("f6", 1, "g7", 0.323316, chinese),
        ("g7", 1, "f6", 0.323316, chinese),
    ]
    assert list(related(PAPERS)[0]) == ["paper_id", "rank", "related_paper_id", "similarity", "shared_terms"]


def test_two_papers_of_one_text_are_as_near_as_can_be() -> None:
    row = related([("a", None, PAPERS[0][2]), ("b", None, PAPERS[0][2]), PAPERS[2]])[0]
    assert (row["related_paper_id"], row["similarity"]) == ("b", 1.0)


@pytest.mark.parametrize("papers", [[], PAPERS[:1], [PAPERS[0], PAPERS[2]], [("a", None, ""), ("b", "", "the of and")]])
def test_papers_without_a_common_term_have_no_rows(papers: list[Paper]) -> None:
    assert related(papers) == []


def test_equally_near_papers_stand_in_the_order_of_their_ids() -> None:
    same = [(f"p{number}", None, "Tactile robots fold cloth.") for number in (3, 1, 7, 2, 6, 5, 4)]
    assert [row["related_paper_id"] for row in related(same) if row["paper_id"] == "p2"] == [
        "p1",
        "p3",
        "p4",
        "p5",
        "p6",
    ]


def corpus(count: int) -> list[Paper]:
    """Made-up papers whose words follow few topics; the same ones for the same count."""
    rng = random.Random(count)
    words = ["".join(rng.choices("bcdfglmnprst", k=3)) + rng.choice("aeiou") + rng.choice("lnr") for _ in range(400)]
    topics = [rng.sample(words, 30) for _ in range(20)]
    return [
        (f"{number:06d}", None, " ".join(rng.choices(rng.choice(topics), k=25) + rng.choices(words, k=10)))
        for number in range(count)
    ]


def test_rows_are_the_same_in_any_order_and_in_blocks_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    papers = corpus(300)
    rows = related(papers)
    assert len(rows) == 1_500
    assert related(papers[::-1]) == rows
    monkeypatch.setattr(module, "_ROWS", 7)
    assert related(papers) == rows


def test_rows_are_the_same_for_any_hash_seed_and_number_of_threads() -> None:
    code = (
        "import hashlib, json; from tests.test_related import corpus; from pipeline.related import related; "
        "print(hashlib.sha256(json.dumps(related(corpus(300))).encode()).hexdigest())"
    )
    hashes = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=HOME, capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads},
        ).stdout.strip()
        for seed, threads in (("1", "1"), ("2", "4"))
    }  # fmt: skip
    assert hashes == {hashlib.sha256(json.dumps(related(corpus(300))).encode()).hexdigest()}


def test_weights_and_stop_words_are_those_of_scikit_learn() -> None:
    found = terms([abstract for _, _, abstract in corpus(300)])
    expected = TfidfTransformer(norm=None, sublinear_tf=True).fit_transform(found.counts.astype(float))
    idf = np.log((1 + 300) / (1 + 1)) + 1  # of a term that one text has to itself
    lengths = np.sqrt(expected.multiply(expected).sum(axis=1).A1 + found.own * idf**2)
    weights = module._weights(found)
    assert (weights.indices.tolist(), weights.indptr.tolist()) == (expected.indices.tolist(), expected.indptr.tolist())
    np.testing.assert_allclose(weights.data, expected.data / np.repeat(lengths, np.diff(expected.indptr)), rtol=1e-12)
    assert STOP_WORDS == ENGLISH_STOP_WORDS
