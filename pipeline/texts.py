"""What is made of each entry's text, on one core or several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pipeline import dedupe, edits, flags, normalize, processes, words
from pipeline.contributions import Contribution, contributions
from pipeline.links import Link, links
from pipeline.quantities import Quantity, quantities

# Below this a pool of processes costs more than it saves: starting one takes about as long
# as normalizing 1,000 abstracts.
_WORTH_A_POOL = 2_000
_CHUNK = 250
_FEWEST_WORDS = 20


@dataclass(frozen=True)
class Source:
    """An entry's text as listed. titled: whether the listing gives its title, so that it is no stray heading."""

    text: str
    titled: bool


@dataclass(frozen=True)
class Text:
    """A normalized entry, and what it says.

    rejected: why it is no abstract, or None. undone: stages that the guard undid.
    """

    abstract: str
    words: int
    flags: list[str]
    edits: list[edits.Edit]
    contributions: list[Contribution]
    links: list[Link]
    quantities: list[Quantity]
    undone: tuple[str, ...]
    rejected: str | None


def text(source: Source) -> Text:
    """Normalize one entry and draw out what it says."""
    trace = normalize.trace(source.text)
    count = words.count(trace.text)
    return Text(
        abstract=trace.text,
        words=count,
        flags=flags.flags(trace.text, bool(trace.leftover or trace.undone)),
        edits=edits.log(trace.steps),
        contributions=contributions(trace.text),
        links=links(trace.text),
        quantities=quantities(trace.text),
        undone=trace.undone,
        rejected=_rejected(source, trace.text, count),
    )


def _rejected(source: Source, abstract: str, count: int) -> str | None:
    if "\0" in source.text:
        return "It holds a NUL character."
    if source.titled and not source.text.strip():
        return None
    if not dedupe.fold(abstract):
        return "It is empty once markup is gone."
    if why := dedupe.placeholder(abstract):
        return f"{why[0].upper()}{why[1:]}."
    if count < _FEWEST_WORDS and not source.titled:
        return f"It has {count} words, fewer than {_FEWEST_WORDS}: a heading, not an abstract."
    return None


def texts(sources: Sequence[Source], jobs: int) -> Iterator[Text]:
    """The texts of all sources, in their order, whatever the number of processes."""
    if jobs == 1 or len(sources) < _WORTH_A_POOL:
        yield from map(text, sources)
        return
    with processes.pool(jobs) as pool:
        results: Iterable[Text] = pool.map(text, sources, chunksize=_CHUNK)
        yield from results
