"""What is wrong with an input, said so that a person can find and mend it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

# What a name or a cell may hold and a terminal would obey: controls, other ends of a line, and turned directions.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_LONG = 80


@dataclass(frozen=True, order=True)
class Problem:
    """One fault of an input.

    path: the file, as the user would name it; line: from 1, or 0 where no line is to
    blame; what: the fault in one sentence; remedy: what to do about it.
    """

    path: str
    line: int
    what: str
    remedy: str

    def __str__(self) -> str:
        return escaped(f"{located(self.path, self.line)}: {self.what}; {self.remedy}")


def located(path: str, line: int) -> str:
    """A file, with the line where one is to blame."""
    return f"{path}:{line}" if line else path


def escaped(text: str) -> str:
    """The text on one line, what cannot be seen as Python would write it."""
    return _UNSEEN.sub(lambda match: ascii(match[0])[1:-1], text)


def shown(value: str) -> str:
    """A cell's text as a problem quotes it: of a long one its begin."""
    return repr(value if len(value) <= _LONG else f"{value[:_LONG]}…")


class Refused(Exception):
    """Raised once, with all the problems that were found, when the inputs cannot be built."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(problems)
        super().__init__("\n".join(map(str, self.problems)))


def refuse(problems: Sequence[Problem]) -> None:
    """Refused, where there is a problem."""
    if problems:
        raise Refused(problems)


@contextmanager
def collected(problems: list[Problem]) -> Iterator[None]:
    """Add the problems for which the block is refused to the list, and go on behind it."""
    try:
        yield
    except Refused as refused:
        problems += refused.problems
