"""The named things that a paper introduces, read from its normalized abstract.

Rules only: cues find where a text introduces (`cues`), `objects` and `abbreviations` read the names behind them,
`parts` reads lists and what is defined within a method, `evidence` finds what no verb introduces, `neighbours` tells
what others made, `kinds` says what a thing is. The words the rules know stand in `lexicon`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pipeline.contributions.abbreviations import abbreviated, defined_parts, short_forms
from pipeline.contributions.cues import Cue, cues_of, sentence_start
from pipeline.contributions.evidence import stated, winners
from pipeline.contributions.kinds import Kind, Role, is_part, kind_of
from pipeline.contributions.named import Named
from pipeline.contributions.names import first_mention
from pipeline.contributions.neighbours import further, is_cited, is_foreign, is_notion, names_notion, noun_before
from pipeline.contributions.objects import objects_of
from pipeline.contributions.parts import listed

__all__ = ["Contribution", "contributions"]


@dataclass(frozen=True)
class Contribution:
    """A name that the paper gives its own thing; text[start:end] is the name at its first mention."""

    name: str
    expansion: str | None
    kind: Kind
    role: Role
    start: int
    end: int


@dataclass(frozen=True)
class _Find:
    """A name, where it is introduced, where the text first has it, and whether as a part of something else."""

    named: Named
    at: int
    first: int
    part: bool


def contributions(text: str) -> list[Contribution]:
    """The named contributions of a normalized abstract, in order of first appearance."""
    cues, shorts = cues_of(text), short_forms(text)
    found: dict[str, _Find] = {}
    for named, at, part in _introduced(text, shorts, cues):
        _keep(text, found, named, at, part)
    for named in stated(text) if found else (*stated(text), *winners(text)):
        _keep(text, found, named, named.end, part=False)
    own_from = min((find.at for find in found.values()), default=cues[0].start if cues else len(text))
    first_cue = next((cue.start for cue in cues if cue.sort == "introduce"), own_from)
    for named in [*listed(text, own_from), *defined_parts(text, shorts, min(own_from, first_cue), set(found))]:
        _keep(text, found, named, named.end, part=True)
    return _described(text, _own(text, found))


def _introduced(text: str, shorts: list[re.Match[str]], cues: list[Cue]) -> Iterator[tuple[Named, int, bool]]:
    """The names behind the cues, those in brackets first, as they bring their full words; where, and whether a part."""
    pairs = [*abbreviated(text, shorts, cues), *((cue, named) for cue in cues for named in objects_of(text, cue))]
    for cue, named in pairs:
        if cue.sort == "name" and names_notion(text, cue):
            continue
        if cue.sort in ("introduce", "name"):
            for second in further(text, named.end):
                yield second, cue.start, False
        if not _borrowed(text, cue, named):
            if cue.sort == "name" and not named.noun:
                named = replace(named, noun=noun_before(text, cue))
            yield named, cue.start, cue.sort in ("part", "cast")


def _borrowed(text: str, cue: Cue, named: Named) -> bool:
    """Whether an earlier sentence spells the name out, or speaks of it and the cue is a weak one."""
    first = first_mention(text, named.name)
    spelled = text.startswith("(", first - 1) and text.startswith(")", first + len(named.name))
    return 0 < first < cue.sentence and (cue.sort != "introduce" or spelled)


def _keep(text: str, found: dict[str, _Find], named: Named, at: int, part: bool) -> None:
    """Add a find; of two of one name the one with full words stays, and the name is a part only where both say so."""
    known = found.get(named.name)
    if known is None:
        first = first_mention(text, named.name)
        if first >= 0:
            found[named.name] = _Find(named, at, first, part)
        return
    better = named if named.expansion and not known.named.expansion else known.named
    found[named.name] = replace(known, named=better, part=known.part and part)


def _own(text: str, found: dict[str, _Find]) -> list[_Find]:
    """The finds that are the paper's own, in order of first mention."""
    spelled = [
        (at, at + len(full))
        for find in found.values()
        if (full := find.named.expansion) and (at := text.find(full)) >= 0
    ]
    return sorted(
        (
            find
            for name, find in found.items()
            if (find.part or not any(start <= find.first and find.first + len(name) <= end for start, end in spelled))
            and not is_foreign(text, name)
            and not is_notion(text, find.named)
            and not is_cited(text, find.named)
        ),
        key=lambda find: find.first,
    )


def _described(text: str, finds: list[_Find]) -> list[Contribution]:
    """The finds with kind and role: a part shares the kind of the first thing where nothing tells its own."""
    rows: list[Contribution] = []
    main: tuple[Kind, int] | None = None
    for find in finds:
        named, kind = find.named, kind_of(find.named, text)
        later = main is not None and sentence_start(text, find.at) > main[1]
        part = find.part or (later and is_part(text, named))
        kind = kind or (main[0] if part and main else "method")
        if main is None and not part:
            main = kind, find.at
        role: Role = "component" if part else "primary"
        rows.append(Contribution(named.name, named.expansion, kind, role, find.first, find.first + len(named.name)))
    return rows
