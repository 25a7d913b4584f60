"""The loops of `plain`, compiled by numba: two to seven times as fast, and a second to load."""

from __future__ import annotations

import numba  # type: ignore[import-untyped,import-not-found,unused-ignore]
import numpy as np
from numpy.typing import NDArray

from .plain import FACTOR, Hashes, Indices

_compiled = numba.njit(cache=True, nogil=True)
_DIGIT = 11


def words(data: bytes) -> tuple[Hashes, Indices]:
    """`plain.words`."""
    most = len(data) // 2 + 1
    hashes, text = np.empty(most, np.uint64), np.empty(most, np.int64)
    count = _words(np.frombuffer(data, np.uint8), hashes, text)
    return hashes[:count], text[:count]


def _plain_mix(value: np.uint64) -> np.uint64:
    value = (value ^ (value >> np.uint64(32))) * FACTOR
    return value ^ (value >> np.uint64(29))


_mix = _compiled(_plain_mix)


def _plain_words(data: NDArray[np.uint8], hashes: Hashes, text: Indices) -> int:
    count, number, letters = 0, 0, 0
    hashed, piece, shift = np.uint64(0), np.uint64(0), np.uint64(0)
    for byte in data:
        if byte > 32:
            piece |= np.uint64(byte) << shift
            shift += np.uint64(8)
            letters += 1
            if shift == 64:
                hashed, piece, shift = _mix(hashed ^ piece), np.uint64(0), np.uint64(0)
            continue
        if letters:
            hashes[count] = _mix(hashed ^ piece) if shift else hashed
            text[count] = number
            count += 1
        hashed, piece, shift, letters = np.uint64(0), np.uint64(0), np.uint64(0), 0
        number += byte == 10
    return count


_words = _compiled(_plain_words)


def _radix_sort(keys: Hashes) -> Hashes:
    """By eleven bits at a time, from the lowest."""
    other = np.empty_like(keys)
    low = np.uint64((1 << _DIGIT) - 1)
    for shift in range(0, 64, _DIGIT):
        places = np.zeros(1 << _DIGIT, np.int64)
        for key in keys:
            places[(key >> np.uint64(shift)) & low] += 1
        at = 0
        for digit in range(len(places)):
            at, places[digit] = at + places[digit], at
        for key in keys:
            digit = (key >> np.uint64(shift)) & low
            other[places[digit]] = key
            places[digit] += 1
        keys, other = other, keys
    return keys


def _walk(values: Hashes, begins: Indices, counts: Indices, left: Indices, right: Indices) -> Indices:
    """Both texts' hashes, which ascend, side by side."""
    result = np.zeros(len(left), np.int64)
    for pair in range(len(left)):
        a, b = begins[left[pair]], begins[right[pair]]
        last, end = a + counts[left[pair]], b + counts[right[pair]]
        same = 0
        while a < last and b < end:
            one, two = values[a], values[b]
            same += one == two
            a += one <= two
            b += two <= one
        result[pair] = same
    return result


sort = _compiled(_radix_sort)
shared = _compiled(_walk)
