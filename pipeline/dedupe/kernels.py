"""Which of the two makes of the loops is used. No row depends on it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import NamedTuple

from . import plain
from .plain import Hashes, Indices

# At 100,000 texts, two threads: numpy 52,000 to 62,000 a second, numba 78,000 to 122,000 (gaoya 22,000 to 28,000).
# numba takes a second to load, some ten to compile once, which fewer texts would not pay back.
_WORTH = 50_000


class Kernels(NamedTuple):
    """The loops; see `plain`."""

    words: Callable[[bytes], tuple[Hashes, Indices]]
    sort: Callable[[Hashes], Hashes]
    shared: Callable[[Hashes, Indices, Indices, Indices, Indices], Indices]


PLAIN = Kernels(plain.words, plain.sort, plain.shared)


def kernels(texts: int) -> Kernels:
    """The faster ones for so many texts; those of numba where it is installed."""
    if texts < _WORTH or find_spec("numba") is None:
        return PLAIN
    from . import native  # here, because it takes so long

    return Kernels(native.words, native.sort, native.shared)
