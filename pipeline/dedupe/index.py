"""Pairs of texts that share enough 3-grams to be worth a look: hash, join, count, verify."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .grams import BITS, Shingles, all_shingles, mapped
from .kernels import PLAIN, Kernels, kernels
from .plain import NONE, Hashes, Indices, runs

# One 3-gram in four is kept (FracMinHash), all of them where a text has fewer than 64: of 18 in four
# too few would be left to count.
_ONE_IN = np.uint64(4 - 1)
_SHORT = 64
# A 3-gram of more documents says nothing (“in this paper we”).
_FREQUENT = 24
# How many must be shared, and what share of the shorter text's. Of pairs with C just above 0.3 a fifth lost 3 %,
# an eighth 0.4 %, for 2 % more pairs to verify.
_SHARED = 2
_SHARE = 8
_DOCUMENT = np.uint64(64 - BITS)
_NUMBER = np.uint64((1 << (64 - BITS)) - 1)
# Parts that the cores share out; by the two highest bits of a 3-gram, and by the two lowest of a text.
_BUCKETS = 4
_TOP = np.uint64(62)
_BATCH = 1 << 14
# Of 256 to 4,096 texts at once the fastest: what a cache holds.
_SLICE = 2048


@dataclass(frozen=True)
class Overlaps:
    """Pairs of texts, `left[i] < right[i]`, with the number of 3-grams they share; `counts` is of each text."""

    left: Indices
    right: Indices
    shared: Indices
    counts: Indices


def overlaps(texts: Sequence[str], jobs: int = 1) -> Overlaps:
    """The candidate pairs among texts as `folding.words` gives them. No number of jobs changes a row."""
    run = kernels(len(texts))
    found = all_shingles(texts, jobs, run)
    left, right = candidates(found, jobs, run)
    return Overlaps(left, right, shared(found, left, right, jobs, run), found.counts)


def candidates(found: Shingles, jobs: int = 1, run: Kernels = PLAIN) -> tuple[Indices, Indices]:
    """Pairs that share at least 2 of the 3-grams kept, and an eighth of the shorter text's, in ascending order."""
    if len(found.counts) > int(_NUMBER):
        raise ValueError(f"{len(found.counts)} texts: above {_NUMBER} the Spark engine is needed")
    keys, kept = _kept(found, jobs)
    parts = [keys[keys >> _TOP == np.uint64(bucket)] for bucket in range(_BUCKETS)]
    del keys
    joined = list(mapped(lambda part: _join(run.sort(part)), parts, jobs))
    del parts
    frequent = np.concatenate([many for _, many in joined])
    pairs = np.concatenate([some for some, _ in joined] + [_starved(frequent, kept)])
    del joined
    parts = [pairs[(pairs >> _DOCUMENT) & np.uint64(_BUCKETS - 1) == np.uint64(bucket)] for bucket in range(_BUCKETS)]
    del pairs
    found_in = list(mapped(lambda part: _enough(run.sort(part), kept), parts, jobs))
    return _split(np.sort(np.concatenate(found_in)))


def _enough(pairs: Hashes, kept: Indices) -> Hashes:
    """Of pairs, ascending, once for each 3-gram shared: those that share enough, once."""
    starts = np.flatnonzero(np.diff(pairs, prepend=NONE))
    times = np.diff(starts, append=len(pairs))
    pairs, times = pairs[starts[times >= _SHARED]], times[times >= _SHARED]
    left, right = _split(pairs)
    return pairs[times * _SHARE >= np.minimum(kept[left], kept[right])]


def _kept(found: Shingles, jobs: int) -> tuple[Hashes, Indices]:
    """The 3-grams kept, each with the number of its text below it; and how many below the bound each text has."""
    order = np.argsort(found.begins, kind="stable")
    slices = [order[at : at + _SLICE] for at in range(0, len(order), _SLICE)]
    kept = np.zeros_like(found.counts)
    keys = [found.values[:0]]
    for some, (made, counts) in zip(slices, mapped(lambda some: _sampled(found, some), slices, jobs), strict=True):
        keys.append(made)
        kept[some] = counts
    return np.concatenate(keys), kept


def _sampled(found: Shingles, some: Indices) -> tuple[Hashes, Indices]:
    """`_kept` of texts whose 3-grams follow one another."""
    counts = found.counts[some]
    begin = found.begins[some[0]]
    values = found.values[begin : begin + counts.sum()]
    below = values & _ONE_IN == 0
    ends = np.cumsum(counts)
    before = np.concatenate([[0], np.cumsum(below)])
    at = np.flatnonzero(below | np.repeat(counts < _SHORT, counts))
    text = some[np.searchsorted(ends, at, side="right")].astype(np.uint64)
    return values[at] << _DOCUMENT | text, before[ends] - before[ends - counts]


def _join(keys: Hashes) -> tuple[Hashes, Hashes]:
    """From ascending keys every pair of texts that share a 3-gram, once for each; and the keys of frequent 3-grams."""
    same = np.zeros(len(keys) + 1, np.bool_)
    same[1:-1] = (keys[1:] ^ keys[:-1]) <= _NUMBER
    starts = np.flatnonzero(~same[:-1] & same[1:])
    sizes = np.flatnonzero(same[:-1] & ~same[1:]) + 1 - starts
    frequent = keys[runs(starts[sizes > _FREQUENT], sizes[sizes > _FREQUENT])]
    starts, sizes = starts[sizes <= _FREQUENT], sizes[sizes <= _FREQUENT]
    pairs = [keys[:0]]
    for size in range(2, _FREQUENT + 1):  # by size, so that the pairs of all runs of a size come at once
        run = keys[starts[sizes == size] + np.arange(size)[:, None]] & _NUMBER
        left, right = np.triu_indices(size, 1)
        pairs.append((run[left] << _DOCUMENT | run[right]).ravel())
    return np.concatenate(pairs), frequent


def _starved(frequent: Hashes, kept: Indices) -> Hashes:
    """A paper in more than 24 wordings: texts most of whose 3-grams are frequent, each with the next of its kind."""
    text = (frequent & _NUMBER).astype(np.int64)
    starved = 2 * np.bincount(text, minlength=len(kept)) > kept
    some = frequent[starved[text]]
    same = np.flatnonzero(some[1:] >> _DOCUMENT == some[:-1] >> _DOCUMENT)
    return ((some[same] & _NUMBER) << _DOCUMENT) | (some[same + 1] & _NUMBER)


def _split(pairs: Hashes) -> tuple[Indices, Indices]:
    return (pairs >> _DOCUMENT).astype(np.int64), (pairs & _NUMBER).astype(np.int64)


def shared(found: Shingles, left: Indices, right: Indices, jobs: int = 1, run: Kernels = PLAIN) -> Indices:
    """How many different 3-grams the two texts of each pair share."""
    batches = [slice(at, at + _BATCH) for at in range(0, len(left), _BATCH)]

    def count(batch: slice) -> Indices:
        return run.shared(found.values, found.begins, found.counts, left[batch], right[batch])

    return np.concatenate([left[:0], *mapped(count, batches, jobs)])
