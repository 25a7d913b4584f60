"""The log of what the normalizer changed: replayed over an abstract's source, it yields the abstract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pipeline.normalize import Step, trace

# Two changes with fewer characters between them read better as one: `**FAST-AR**` to `FAST-AR`.
_PROBE = 10
# The stages shorten: what replaces so many characters is seldom longer by more than this.
_LONGER = 16
# A change longer than this is logged as one replacement of all that differs.
_LONGEST = 400


@dataclass(frozen=True)
class Edit:
    """One replacement, of `before` at `start` by `after`.

    The edits of an abstract are applied in the order of `seq`, from 1. `start` counts in the
    text as it stands when the edit's turn comes, after every earlier one was applied:
    text = text[:start] + after + text[start + len(before):].
    No value holds a carriage return, which CSV cannot carry: a source as read has none, and
    one that a stage lays bare (`&#13;`) is logged as the line feed it becomes.
    """

    seq: int
    stage: str
    start: int
    before: str
    after: str


def edits(source: str) -> list[Edit]:
    """What normalizing `source` changes, stage by stage, each stage's changes from left to right."""
    return log(trace(source).steps)


def log(steps: Iterable[Step]) -> list[Edit]:
    """The edits that the steps of a trace amount to."""
    changes = ((step.stage, *change) for step in steps for change in _changes(_fed(step.before), _fed(step.after)))
    return [Edit(seq, *change) for seq, change in enumerate(changes, 1)]


def replay(source: str, log: Iterable[Edit]) -> str:
    """`source` with the edits applied; ValueError where one does not fit the text."""
    text = _fed(source)
    for edit in log:
        if not text.startswith(edit.before, edit.start):
            raise ValueError(
                f"edit {edit.seq} ({edit.stage}) replaces {edit.before!r} at {edit.start}, which is not there"
            )
        text = text[: edit.start] + edit.after + text[edit.start + len(edit.before) :]
    return text


def _fed(text: str) -> str:
    return text.replace("\r", "\n")


def _changes(old: str, new: str) -> Iterator[tuple[int, str, str]]:
    """Replacements that turn `old` into `new`, from left to right: where in the text by then, what, by what.

    A difference ends where the next _PROBE characters of `old` stand in `new` again, close
    by: the work is that of the changes, not of the text.
    """
    tail = _common(old[::-1], new[::-1], 0, 0)
    at = by = 0
    while True:
        same = _common(old, new, at, by)
        at, by = at + same, by + same
        # What both end with may overlap with what they began with.
        tail = min(tail, len(old) - at, len(new) - by)
        skip, put = _difference(old, new, at, by, tail)
        if not skip and not put:
            return
        yield by, old[at : at + skip], new[by : by + put]
        at, by = at + skip, by + put


def _common(old: str, new: str, at: int, by: int) -> int:
    """How many characters agree from old[at] and new[by] on: whole blocks, then halves of one."""
    limit = min(len(old) - at, len(new) - by)
    length, block = 0, 256
    while block:
        if length + block <= limit and old[at + length : at + length + block] == new[by + length : by + length + block]:
            length += block
        else:
            block //= 2
    return length


def _difference(old: str, new: str, at: int, by: int, tail: int) -> tuple[int, int]:
    """How many characters of `old` from `at` on are replaced by how many of `new` from `by` on."""
    end, stop = len(old) - tail, len(new) - tail
    for skip in range(min(end - at, _LONGEST)):
        probe = old[at + skip : at + skip + _PROBE]
        found = new.find(probe, by, by + skip + _LONGER + _PROBE)
        if len(probe) == _PROBE and found >= 0 and (skip or found > by):
            return skip, found - by
    return end - at, stop - by
