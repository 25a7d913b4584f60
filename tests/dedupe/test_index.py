from __future__ import annotations

import random
import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline.dedupe import (
    Overlaps,
    Shingles,
    all_shingles,
    candidates,
    grams,
    index,
    kernels,
    overlaps,
    plain,
    shared,
    shingles,
)
from tests.dedupe.test_compare import CASES

_WORDS = st.text(alphabet="abcdeéжо机", min_size=1, max_size=30)
_TEXTS = st.lists(st.lists(_WORDS, max_size=12).map(" ".join), max_size=8)


def three_grams(text: str) -> set[tuple[str, ...]]:
    tokens = text.split(" ")
    return {tuple(tokens[n : n + 3]) for n in range(len(tokens) - 2)}


def corpus(papers: int) -> list[str]:
    """Made-up papers of words by Zipf's law, each in one to four versions: edited, cut short, extended."""
    rng = random.Random(1)
    vocabulary = [f"w{n}" for n in range(5_000)]
    weights = [1 / (n + 3) for n in range(5_000)]
    found = []
    for _ in range(papers):
        text = rng.choices(vocabulary, weights, k=rng.randint(30, 330))
        for version in range(rng.randint(1, 4)):
            other = list(text)
            for _ in range(4 * version):
                other[rng.randrange(len(other))] = rng.choice(vocabulary)
            found.append(" ".join(other[: max(25, int(len(other) * rng.uniform(0.3, 1)))] if version == 2 else other))
    rng.shuffle(found)
    return found


TEXTS = corpus(250)


def rows(found: Overlaps) -> list[tuple[int, int, int]]:
    return list(zip(found.left.tolist(), found.right.tolist(), found.shared.tolist(), strict=True))


@settings(deadline=None)
@given(_TEXTS)
@example([" ".join("机器人与人共享走廊而不相撞")])
def test_as_many_hashes_as_different_3_grams_and_as_many_shared(texts: list[str]) -> None:
    found = all_shingles(texts)
    assert found.counts.tolist() == [len(three_grams(text)) for text in texts]
    assert len(found.values) == found.counts.sum()
    pairs = list(combinations(range(len(texts)), 2))
    if pairs:
        left, right = map(np.array, zip(*pairs, strict=True))
        expected = [len(three_grams(texts[a]) & three_grams(texts[b])) for a, b in pairs]
        assert shared(found, left, right).tolist() == expected


@settings(deadline=None)
@given(_TEXTS)
def test_the_hashes_of_a_text_do_not_depend_on_its_neighbours(texts: list[str]) -> None:
    found = all_shingles(texts)
    for n, text in enumerate(texts):
        alone = shingles([text])
        some = slice(found.begins[n], found.begins[n] + found.counts[n])
        assert found.values[some].tolist() == alone.values.tolist() == sorted(set(alone.values.tolist()))


def _mixed(value: int) -> int:
    value = (value ^ value >> 32) * 0x9E3779B97F4A7C15 % 2**64
    return value ^ value >> 29


def _hash(first: str, second: str, third: str) -> int:
    """A 3-gram's hash, worked out with Python's own numbers: what any other engine has to come to."""
    made = list(map(_word, (first, second, third)))
    last = _mixed((made[1] * 0xC2B2AE3D27D4EB4F + made[2] * 0x165667B19E3779F9) % 2**64)
    return _mixed((made[0] * 0x9FB21C651E98DF25 + last) % 2**64) % 2**40


def _word(word: str) -> int:
    data, hashed = word.encode(), 0
    for at in range(0, len(data), 8):
        hashed = _mixed(hashed ^ int.from_bytes(data[at : at + 8], "little"))
    return hashed


def test_each_word_is_hashed_with_the_number_of_its_text() -> None:
    some = ["a", "eightlet", "nineletter", "wait!", "机器人", "internationalization", "b"]
    hashes, text = plain.words("a eightlet nineletter\nwait!\n\n机器人  internationalization b\n".encode())
    assert hashes.tolist() == list(map(_word, some))
    assert text.tolist() == [0, 0, 0, 1, 3, 3, 3]


def test_no_texts_have_no_3_grams() -> None:
    found = shingles([])
    assert [part.tolist() for part in (found.values, found.begins, found.counts)] == [[], [], []]


def test_hashes_are_the_same_on_every_machine_and_day() -> None:
    assert shingles(["机 器 internationalization of"]).values.tolist() == sorted(
        [_hash("机", "器", "internationalization"), _hash("器", "internationalization", "of")]
    )
    assert shingles(["robots in corridors"]).values.tolist() == [36171309668]


def paired(texts: list[list[int]]) -> list[tuple[int, int]]:
    """The candidates among texts of these hashes."""
    counts = np.array([len(text) for text in texts])
    values = np.array([value for text in texts for value in sorted(text)], np.uint64)
    left, right = candidates(Shingles(values, np.cumsum(counts) - counts, counts))
    return list(zip(left.tolist(), right.tolist(), strict=True))


def own(text: int, count: int) -> list[int]:
    """So many hashes that no other text has. Those that 4 divides are kept; by the highest bits they are shared out."""
    return [4 * (1000 * text + n) + (n % 4 << 38) for n in range(count)]


@pytest.mark.parametrize(("same", "others", "expected"), [(2, 14, [(0, 1)]), (2, 15, []), (1, 0, []), (1, 7, [])])
def test_a_pair_shares_two_3_grams_and_an_eighth(same: int, others: int, expected: list[tuple[int, int]]) -> None:
    assert paired([own(0, same) + own(1, others), own(0, same) + own(2, others)]) == expected
    assert paired([own(0, same) + own(1, others), own(0, same) + own(2, others + 99)]) == expected


@pytest.mark.parametrize(("size", "expected"), [(63, [(0, 1)]), (64, [])])
def test_of_a_short_text_every_3_gram_is_looked_at(size: int, expected: list[tuple[int, int]]) -> None:
    odd = [4 * n + 1 for n in range(size)]
    assert paired([odd, odd]) == expected


@pytest.mark.parametrize("others", [2, 3])
def test_a_3_gram_of_24_texts_makes_pairs_and_one_of_25_none(others: int) -> None:
    some = [own(0, 2) + own(n, others) for n in range(1, 26)]
    assert paired(some[:24]) == list(combinations(range(24), 2))
    assert paired(some) == []


def test_texts_most_of_whose_3_grams_are_in_25_texts_are_paired_with_the_next() -> None:
    some = [own(0, 2) + own(n, 1) for n in range(1, 26)]
    chain = [(n, n + 1) for n in range(24)]
    assert paired(some) == chain
    others = [own(50, 2) + own(n, 1) for n in range(51, 75)]
    assert paired(some + others) == chain + list(combinations(range(25, 49), 2))


def test_more_texts_than_a_number_has_room_for_are_refused() -> None:
    many = np.broadcast_to(np.int64(0), 1 << 24)
    with pytest.raises(ValueError, match=r"^16777216 texts: above 16777215 the Spark engine is needed$"):
        candidates(Shingles(np.zeros(0, np.uint64), many, many))


def test_the_candidates_hold_every_pair_that_is_alike() -> None:
    expected = set()
    grams_of = [three_grams(text) for text in TEXTS]
    for a, b in combinations(range(len(TEXTS)), 2):
        if len(grams_of[a] & grams_of[b]) >= max(12, 0.5 * min(len(grams_of[a]), len(grams_of[b]))):
            expected.add((a, b, len(grams_of[a] & grams_of[b])))
    assert len(expected) > 300
    assert expected <= set(rows(overlaps(TEXTS)))


def test_neither_threads_nor_chunks_nor_order_change_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    found = overlaps(TEXTS)
    assert [part.dtype for part in (found.left, found.right, found.shared, found.counts)] == [np.int64] * 4
    expected = rows(found)
    assert rows(overlaps(TEXTS, jobs=3)) == expected
    monkeypatch.setattr(grams, "_CHUNK", 2_000)
    monkeypatch.setattr(index, "_BATCH", 7)
    monkeypatch.setattr(plain, "_BATCH", 3)
    monkeypatch.setattr(index, "_SLICE", 11)
    assert rows(overlaps(TEXTS, jobs=2)) == expected
    turned = rows(overlaps(TEXTS[::-1]))
    last = len(TEXTS) - 1
    assert sorted((last - b, last - a, n) for a, b, n in turned) == expected


def test_the_loops_that_numba_compiles_change_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    texts = [*TEXTS, "", "one", "机 器 人 " + "x" * 99, "exactly8 sixteen_letters_ 7letter"]
    expected = rows(overlaps(texts))
    monkeypatch.setattr(kernels, "_WORTH", 0)
    assert kernels.kernels(len(texts)) != kernels.PLAIN
    assert rows(overlaps(texts)) == expected
    assert rows(overlaps(texts, jobs=2)) == expected


def test_each_loop_that_numba_compiles_gives_what_its_twin_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(kernels, "_WORTH", 0)
    run = kernels.kernels(1)
    long = "a eightlet nineletter seventeenletters!\nwait! !\n\n机器人  internationalization b\n".encode()
    for data in (long, b"b a c d e f\n", b"\nb\n"):
        for ours, theirs in zip(run.words(data), plain.words(data), strict=True):
            assert (ours.dtype, ours.tolist()) == (theirs.dtype, theirs.tolist())
    rng = random.Random(3)
    keys = [rng.getrandbits(rng.choice([8, 40, 64])) for _ in range(999)]
    assert run.sort(np.array(keys, np.uint64)).tolist() == sorted(keys)
    values = np.array([1, 2, 3, 4, 9, 3, 9], np.uint64)  # three texts, the first ends before what the third has
    begins, counts = np.array([0, 2, 5]), np.array([2, 3, 2])
    for loops in (run, kernels.PLAIN):
        left, right = np.array([0, 1, 2, 1]), np.array([2, 2, 0, 0])
        found = loops.shared(values, begins, counts, left, right)
        assert (found.dtype, found.tolist()) == (np.int64, [0, 2, 0, 0])


def test_numba_is_not_loaded_for_a_build_of_three_listings() -> None:
    code = (
        "import sys; from pipeline.dedupe import overlaps; overlaps(['a b c d'] * 57); sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_phrase_of_every_text_makes_no_candidates() -> None:
    some = [text for text in TEXTS if len(text.split()) > 80][:100]
    texts = [f"{text} in this paper we show that the state of the art" for text in some]
    assert len(overlaps(texts).left) == len(overlaps(some).left)


def test_a_paper_in_more_wordings_than_a_phrase_has_texts_is_found_still() -> None:
    rng = random.Random(2)
    base = CASES[0]["left"].lower().replace(".", "").replace(",", "").split()
    texts = []
    for _ in range(80):
        other = list(base)
        other[rng.randrange(len(other))] = f"x{rng.random()}"
        texts.append(" ".join(other).replace(".", ""))
    left, right = candidates(all_shingles(texts))
    reached = {0}
    for a, b in sorted(zip(left.tolist(), right.tolist(), strict=True)):
        if a in reached:
            reached.add(b)
    assert reached == set(range(80))
    assert len(left) < 80 * 24
