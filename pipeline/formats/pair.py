"""The conference site's own pair of files: `NAME-orals-posters.json`, and beside it `NAME-abstracts.json`."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pipeline.formats.entries import Entry, Facts, File
from pipeline.formats.files import describe, names, open_text
from pipeline.formats.json_walk import Walker
from pipeline.formats.unpack import PACKED
from pipeline.formats.values import plain
from pipeline.problems import Problem, Refused

_EVENTS, _ABSTRACTS = "-orals-posters", "-abstracts"


def partner(path: Path) -> Path | None:
    """The other file of the pair, packed or not, where the file's name makes it one of a pair and both are there."""
    listing_id, suffix, _ = names(path)
    for own, other in ((_EVENTS, _ABSTRACTS), (_ABSTRACTS, _EVENTS)):
        if suffix == ".json" and listing_id.endswith(own):
            name = f"{listing_id.removesuffix(own)}{other}.json"
            files = [path.with_name(name + packing) for packing in ("", *PACKED)]
            return next((file for file in files if file.exists()), None)
    return None


def holds_abstracts(path: Path) -> bool:
    """Whether the file is the one with the abstracts of a pair that is whole."""
    return names(path)[0].endswith(_ABSTRACTS) and partner(path) is not None


def holds_events(path: Path) -> bool:
    """Whether the file is named as one with a conference's events."""
    return names(path)[0].endswith(_EVENTS)


def expected(path: Path) -> str:
    """What the other file of the pair must be called; one that is not named for events has abstracts."""
    listing_id = names(path)[0]
    if holds_events(path):
        return f"{listing_id.removesuffix(_EVENTS)}{_ABSTRACTS}.json"
    return f"{listing_id.removesuffix(_ABSTRACTS)}{_EVENTS}.json"


class Abstracts:
    """The abstracts of a pair by the id of their event, each as it stands in the file."""

    def __init__(self, path: Path) -> None:
        """Refused where the file is no object of abstracts."""
        self._text = open_text(path)
        self._raw: dict[str, str] = {}
        self._used = 0
        walker = Walker(self._text, ())
        problems = walker.problems
        for item in walker.items():
            if isinstance(item.value, str) and not item.listed:
                self._raw[item.pointer[1:].replace("~1", "/").replace("~0", "~")] = item.raw
            elif item.value is not None:
                what = f"{item.pointer} is no abstract, but this file has to give each abstract by its event's id"
                problems.append(Problem(str(path), item.line, what, 'make it like {"63652": "abstract"}'))
        if problems:
            raise Refused(problems)
        self.file: File = describe(path, self._text.encoding)

    def joined(self, fields: Mapping[str, Any], own: bytes) -> tuple[Mapping[str, Any], bytes]:
        """An event's fields with its abstract, and its own bytes followed by those of the abstract."""
        raw = self._raw.get(str(fields.get("id")))
        if raw is None or plain(fields.get("abstract")):
            return fields, own
        self._used += 1
        return {**fields, "abstract": json.loads(raw)}, own + raw.encode(self._text.codec)

    def problems(self) -> list[Problem]:
        """That none of the abstracts is an event's of the other file."""
        if self._used or not self._raw:
            return []
        what = "none of its ids is that of an event in the file beside it"
        return [Problem(self.file.path, 0, what, "fetch both files again, of the same conference")]


def beside(path: Path) -> list[Path]:
    """The file of abstracts beside a file of events; none where there is none, or this is no file of events."""
    other = partner(path) if holds_events(path) else None
    return [other] if other else []


def abstracts(path: Path) -> Abstracts | None:
    """What stands in the file of abstracts beside a file of events, where there is one."""
    return next(map(Abstracts, beside(path)), None)


class Events:
    """Which entries are events of one paper: its oral and its poster."""

    def __init__(self) -> None:
        self._kinds: dict[int, str] = {}
        self._uids: dict[str, list[int]] = defaultdict(list)

    def add(self, fields: Mapping[str, Any], entry: Entry) -> None:
        """Note what kind of event an entry is, and its paper's own id where there is one."""
        kind = plain(fields.get("eventtype"))
        if isinstance(kind, str) and kind:
            self._kinds[entry.position] = kind.lower()
            if uid := fields.get("uid"):
                self._uids[str(uid)].append(entry.position)

    def joined(self, entries: Sequence[Entry]) -> Sequence[Entry]:
        """The entries; those of one paper, by its own id or by title and authors, say the same of it."""
        same: dict[tuple[Any, ...], list[int]] = defaultdict(list)
        for position in self._kinds:
            facts = entries[position - 1].facts
            if facts.title:
                same[facts.title.casefold(), frozenset(a.name.casefold() for a in facts.authors)].append(position)
        changed = list(entries)
        for positions in (*self._uids.values(), *same.values()):
            if len({self._kinds[position] for position in positions}) > 1:
                self._share(changed, positions)
        return changed

    def _share(self, entries: list[Entry], positions: list[int]) -> None:
        # The poster's page is the paper's: it has one also where it is no oral.
        by_poster = sorted(positions, key=lambda position: self._kinds[position] != "poster")
        known = [entries[position - 1].facts for position in by_poster]
        oral = any(self._kinds[position].startswith("oral") for position in positions)
        page = next((facts.icml_url for facts in known if facts.icml_url), None)
        forum = next((facts.openreview_url for facts in known if facts.openreview_url), None)
        for position in positions:
            facts = entries[position - 1].facts
            shared: Facts = replace(
                facts,
                decision="oral" if oral else facts.decision,
                icml_url=page,
                openreview_url=facts.openreview_url or forum,
            )
            entries[position - 1] = replace(entries[position - 1], facts=shared)
