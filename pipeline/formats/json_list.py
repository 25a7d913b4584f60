"""Listings in JSON: a list of objects, or an object with such a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from pipeline.formats import pair
from pipeline.formats.builder import Builder
from pipeline.formats.entries import Content
from pipeline.formats.files import open_text
from pipeline.formats.json_walk import Walker
from pipeline.problems import Problem, Refused

LISTS = ("results", "papers", "notes", "records")


def read(path: Path, listing_id: str) -> Content:
    """Read a listing in JSON, with the abstracts beside it where it is one of a conference's pair of files.

    Refused where it is not one.
    """
    text, abstracts = open_text(path), pair.abstracts(path)
    walker, builder, events = Walker(text, LISTS), Builder(path, listing_id, "object"), pair.Events()
    others: dict[str, bool] = {}
    for item in walker.items():
        if not item.listed:
            others[item.pointer] = item.pointer[1:].isdigit() and isinstance(item.value, str)
            continue
        fields, own = item.value, item.raw.encode(text.codec)
        if not isinstance(fields, dict):
            builder.fault(item.line, f"{item.pointer} is no object, and so no paper")
            continue
        if abstracts:
            fields, own = abstracts.joined(fields, own)
        if builder.add(fields, own, (item.line, item.line), item.pointer):
            events.add(fields, builder.entries[-1])
    if shape := list(_shape(path, list(dict.fromkeys(walker.found)), others)):
        raise Refused(walker.problems + builder.problems + shape)
    entries = builder.done(walker.problems + (abstracts.problems() if abstracts else []))
    partner = abstracts.file if abstracts else None
    return Content(None, events.joined(entries), text.encoding, partner, builder.passed_over)


def _shape(path: Path, lists: list[str], others: Mapping[str, bool]) -> Iterator[Problem]:
    names = f"{', '.join(LISTS[:-1])} or {LISTS[-1]}"
    if len(lists) > 1:
        what = f"several of its lists may be the papers: {', '.join(lists)}"
        yield Problem(str(path), 0, what, "leave one of them in the file")
    elif not lists and others and all(others.values()):
        what = f"it gives abstracts by their event's id, and {pair.expected(path)}, with the events, is not beside it"
        yield Problem(str(path), 0, what, "put that file there")
    elif not lists:
        yield Problem(str(path), 0, f"it has no list of papers under {names}", "put the papers into such a list")
