"""The three loops that take the time, in numpy; `native` has their twins, and the same values come out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]
Indices = NDArray[np.int64]

NONE = np.uint64((1 << 64) - 1)
FACTOR = np.uint64(0x9E3779B97F4A7C15)
# Which bytes of eight belong to a word of so many letters.
_MASKS = np.array([(1 << 8 * n) - 1 for n in range(9)], dtype=np.uint64)
# Pairs looked at at once: of 128 to 2,048 the fastest, what a cache holds.
_BATCH = 512


def words(data: bytes) -> tuple[Hashes, Indices]:
    """The hash of every word of texts in UTF-8, a line each, and the number of the text in which it stands.

    A word is hashed eight bytes at a time.
    """
    letters = np.frombuffer(data, dtype=np.uint8)
    ends = np.flatnonzero(letters <= 32)
    begins = np.concatenate([[0], ends[:-1] + 1])
    breaks = letters[ends] == 10
    text = np.cumsum(breaks) - breaks
    lengths = ends - begins
    eights = np.ndarray(len(data), dtype="<u8", buffer=data + bytes(8), strides=(1,))
    hashes = mix(eights[begins] & _MASKS[np.minimum(lengths, 8)])
    long = np.flatnonzero(lengths > 8)
    for offset in range(8, int(lengths.max()), 8):
        long = long[lengths[long] > offset]
        piece = eights[begins[long] + offset] & _MASKS[np.minimum(lengths[long] - offset, 8)]
        hashes[long] = mix(hashes[long] ^ piece)
    some = lengths > 0
    return hashes[some], text[some]


def mix(values: Hashes) -> Hashes:
    """Numbers scattered over all 64 bits."""
    values = (values ^ (values >> np.uint64(32))) * FACTOR
    return values ^ (values >> np.uint64(29))


def sort(keys: Hashes) -> Hashes:
    """The keys, ascending; the caller gives up the array."""
    keys.sort()
    return keys


def shared(values: Hashes, begins: Indices, counts: Indices, left: Indices, right: Indices) -> Indices:
    """How many hashes the two texts of each pair share: both in one row, sorted, equal neighbours counted."""
    result = np.zeros(len(left), np.int64)
    order = np.argsort(counts[left] + counts[right], kind="stable")  # rows of like length
    for at in range(0, len(order), _BATCH):
        batch = order[at : at + _BATCH]
        both = np.stack([left[batch], right[batch]], axis=1).ravel()
        rows = table(values[runs(begins[both], counts[both])], counts[both].reshape(-1, 2).sum(axis=1))
        rows.sort(axis=1)
        result[batch] = np.count_nonzero((rows[:, 1:] == rows[:, :-1]) & (rows[:, 1:] != NONE), axis=1)
    return result


def table(values: Hashes, counts: Indices) -> Hashes:
    """Runs of `counts[i]` values as the rows of a table, filled up at the right with the highest number.

    numpy sorts a row of 256 at 1.7 ns a value, and a flat array of a million at 40.
    """
    width = int(counts.max(initial=0))
    made = np.full((len(counts), width), NONE)
    made[np.arange(width) < counts[:, None]] = values
    return made


def runs(starts: Indices, sizes: Indices) -> Indices:
    """The positions of runs, one after the other."""
    ends = np.cumsum(sizes)
    positions: Indices = np.arange(sizes.sum()) + np.repeat(starts - (ends - sizes), sizes)
    return positions
