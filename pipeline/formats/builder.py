"""From objects to entries, with every fault kept."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipeline.formats import addresses, objects
from pipeline.formats.entries import Entry
from pipeline.formats.files import sha256
from pipeline.formats.values import Unfit
from pipeline.problems import Problem, Refused
from pipeline.titles import parse

_REMEDY = "correct it, or take it out"


class Builder:
    """Entries of one listing, in their order, and what is wrong with those that could not be read."""

    def __init__(self, path: Path, listing_id: str, thing: str, base: str | None = None) -> None:
        """thing: what an entry is in this format, such as `object`; base: what addresses are relative to."""
        self.entries: list[Entry] = []
        self.problems: list[Problem] = []
        self._path, self._listing_id, self._thing = path, listing_id, thing
        self._base = base or addresses.site(parse(listing_id).venue)
        self._seen = 0
        self._passed_over: dict[str, None] = {}

    def add(self, fields: Mapping[str, Any], own: bytes, lines: tuple[int, int], locator: str | None = None) -> bool:
        """Add what fields say; False where they are no paper's. own: the entry's own bytes; lines: where they stand."""
        self._seen += 1
        self._passed_over |= dict.fromkeys(objects.passed_over(fields))
        try:
            source, facts = objects.paper(fields, self._base)
        except Unfit as unfit:
            what = f"this {self._thing} is no paper: {unfit}"
            self.problems.append(Problem(str(self._path), lines[0], what, _REMEDY))
            return False
        start, end = (None, None) if locator is not None else lines
        position = len(self.entries) + 1
        self.entries.append(Entry(self._listing_id, position, start, end, sha256(own), source, locator, facts))
        return True

    def fault(self, line: int, what: str, remedy: str = _REMEDY) -> None:
        """Keep a fault of an entry that has no fields to add."""
        self._seen += 1
        self.problems.append(Problem(str(self._path), line, what, remedy))

    @property
    def passed_over(self) -> tuple[str, ...]:
        """The names of fields that no entry was made of, in the order in which they came."""
        return tuple(self._passed_over)

    def done(self, problems: list[Problem] | None = None) -> list[Entry]:
        """The entries. Refused, with all problems, where one could not be read or there is none."""
        problems = [*(problems or []), *self.problems]
        if not self._seen:
            what = f"there is no {self._thing} in it"
            problems.append(Problem(str(self._path), 0, what, "put the listing in it, or remove it"))
        elif not self.entries and len(problems) > 1 and all("no paper: it has neither" in p.what for p in problems):
            what = f"none of its {self._seen} {self._thing}s has a title or an abstract"
            remedy = f"name them {' or '.join(objects.TITLES[:2])}, and {objects.ABSTRACTS[0]}"
            problems = [Problem(str(self._path), problems[0].line, what, remedy)]
        if problems:
            raise Refused(problems)
        return self.entries
