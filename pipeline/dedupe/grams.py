"""The hashed word 3-grams of texts, in flat arrays.

A hash is 40 bits wide: with the number of a text (24 bits) it fits one machine word, so that one plain sort
brings equal 3-grams together. Of the 360 3-grams of a pair two collide once in 17 million pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from .kernels import PLAIN, Kernels
from .plain import NONE, Hashes, Indices, mix, table

_Item = TypeVar("_Item")
_Made = TypeVar("_Made")

BITS = 40
_LOW = np.uint64((1 << BITS) - 1)
_FIRST, _SECOND, _THIRD = (np.uint64(n) for n in (0x9FB21C651E98DF25, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9))
# Characters of text hashed at once: of 2^16 to 2^20 the fastest on two threads, and no time goes to getting memory.
_CHUNK = 1 << 18


@dataclass(frozen=True)
class Shingles:
    """`values[begins[i] : begins[i] + counts[i]]` are the hashes of text i's different 3-grams, ascending."""

    values: Hashes
    begins: Indices
    counts: Indices


def shingles(texts: Sequence[str], run: Kernels = PLAIN) -> Shingles:
    """The 3-grams of texts as `folding.words` gives them; the same for a text whatever stands beside it."""
    hashes, text = run.words(("\n".join(texts) + "\n").encode())
    inside = text[2:] == text[:-2]
    grams = mix(hashes[:-2] * _FIRST + mix(hashes[1:-1] * _SECOND + hashes[2:] * _THIRD))[inside] & _LOW
    rows = table(grams, np.bincount(text[:-2][inside], minlength=len(texts)))
    rows.sort(axis=1)
    different = rows != NONE
    different[:, 1:] &= rows[:, 1:] != rows[:, :-1]
    counts = np.count_nonzero(different, axis=1)
    return Shingles(rows[different], np.cumsum(counts) - counts, counts)


def all_shingles(texts: Sequence[str], jobs: int = 1, run: Kernels = PLAIN) -> Shingles:
    """`shingles` of any number of texts, in chunks of texts of like length."""
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    chunks = list(_chunks(lengths))
    # A word takes two characters at least, and memory that is not written to costs nothing.
    values = np.empty(int((lengths + 1).sum() // 2), np.uint64)
    begins, counts, end = np.zeros_like(lengths), np.zeros_like(lengths), 0
    for chunk, made in zip(chunks, mapped(lambda c: shingles([texts[i] for i in c], run), chunks, jobs), strict=True):
        values[end : end + len(made.values)] = made.values
        begins[chunk], counts[chunk] = made.begins + end, made.counts
        end += len(made.values)
    return Shingles(values[:end], begins, counts)


def mapped(apply: Callable[[_Item], _Made], items: Sequence[_Item], jobs: int) -> Iterator[_Made]:
    """`map` on so many threads: numpy lets go of the interpreter's lock while it works."""
    if jobs == 1 or len(items) < 2:
        yield from map(apply, items)
        return
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(apply, items)


def _chunks(lengths: Indices) -> Iterator[Indices]:
    """Texts by length: a table's rows are as wide as its longest."""
    order = np.argsort(lengths, kind="stable")
    at = 0
    while at < len(order):
        size = max(1, _CHUNK // max(1, int(lengths[order[min(at + 500, len(order) - 1)]])))
        yield order[at : at + size]
        at += size
