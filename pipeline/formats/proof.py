"""An entry's own bytes, found again in its file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Protocol, TypeVar

from pipeline.formats import json_list, pair
from pipeline.formats.files import names, open_text, sha256
from pipeline.formats.json_walk import Walker

_T = TypeVar("_T")
_Span = tuple[int | None, int | None]


class Place(Protocol):
    """Where an entry stands: what `Entry` and a row of the table entries say of it."""

    @property
    def line_start(self) -> int | None: ...
    @property
    def line_end(self) -> int | None: ...
    @property
    def locator(self) -> str | None: ...


def entry_bytes(path: Path, places: Iterable[Place]) -> Iterator[bytes | None]:
    """The bytes of which `Entry.sha256` is the hash, place by place; None where the file has no such place.

    Refused where the file cannot be read.
    """
    return _found(path, places, bytes)


def entry_hashes(path: Path, places: Iterable[Place]) -> Iterator[str | None]:
    """The same bytes' SHA-256, place by place, without keeping the bytes of a whole file."""
    return _found(path, places, sha256)


def _found(path: Path, places: Iterable[Place], make: Callable[[bytes], _T]) -> Iterator[_T | None]:
    wanted = list(places)
    pointers = {place.locator for place in wanted if place.locator is not None}
    objects = {pointer: make(own) for pointer, own in _objects(path) if pointer in pointers} if pointers else {}
    spans = {(place.line_start, place.line_end) for place in wanted if place.locator is None}
    lines = dict(_lines(path, spans, make)) if spans else {}
    for place in wanted:
        if place.locator is None:
            yield lines.get((place.line_start, place.line_end))
        else:
            yield objects.get(place.locator)


def _lines(path: Path, spans: Collection[_Span], make: Callable[[bytes], _T]) -> Iterator[tuple[_Span, _T]]:
    """What is made of the bytes of each span of lines, the last line's end left out; a file is read a line at a time."""
    text = open_text(path)
    begins: dict[int | None, list[_Span]] = defaultdict(list)
    for span in spans:
        begins[span[0]].append(span)
    begun: dict[_Span, list[str]] = {}
    for number, line in enumerate(text.lines(), 1):
        begun |= {span: [] for span in begins[number]}
        for span, own in list(begun.items()):
            own.append(line)
            if span[1] == number:
                whole = "".join(begun.pop(span))
                yield span, make(whole.removesuffix("\n").removesuffix("\r").encode(text.codec))


def _objects(path: Path) -> Iterator[tuple[str, bytes]]:
    """Each object of a JSON listing by its pointer; in other formats none has one."""
    if names(path)[1] != ".json":
        return
    text, abstracts = open_text(path), pair.abstracts(path)
    for item in Walker(text, json_list.LISTS).items():
        own = item.raw.encode(text.codec)
        if item.listed and isinstance(item.value, dict):
            yield item.pointer, abstracts.joined(item.value, own)[1] if abstracts else own
