"""Normalizing the entries' texts, on one core or several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from pipeline import dedupe, flags, normalize, words

# Below this a pool of processes costs more than it saves: starting one takes about as long
# as normalizing 1,000 abstracts.
_WORTH_A_POOL = 2_000
_CHUNK = 250
_FEWEST_WORDS = 20


@dataclass(frozen=True)
class Text:
    """A normalized entry. rejected: why it is no abstract, or None. undone: stages the guard undid."""

    abstract: str
    fingerprint: str
    words: int
    flags: list[str]
    undone: tuple[str, ...]
    rejected: str | None


def text(source: str) -> Text:
    """Normalize one entry and say what is to be said of it."""
    trace = normalize.trace(source)
    count = words.count(trace.text)
    return Text(
        abstract=trace.text,
        fingerprint=dedupe.fingerprint(trace.text),
        words=count,
        flags=flags.flags(trace.text, bool(trace.leftover or trace.undone)),
        undone=trace.undone,
        rejected=_rejected(source, trace.text, count),
    )


def _rejected(source: str, abstract: str, count: int) -> str | None:
    if "\0" in source:
        return "It holds a NUL character."
    if not dedupe.fold(abstract):
        return "It is empty once markup is gone."
    if count < _FEWEST_WORDS:
        return f"It has {count} words, fewer than {_FEWEST_WORDS}: a heading, not an abstract."
    return None


def texts(sources: Sequence[str], jobs: int) -> Iterator[Text]:
    """The texts of all sources, in their order, whatever the number of processes."""
    if jobs == 1 or len(sources) < _WORTH_A_POOL:
        yield from map(text, sources)
        return
    with ProcessPoolExecutor(jobs) as pool:
        results: Iterable[Text] = pool.map(text, sources, chunksize=_CHUNK)
        yield from results
