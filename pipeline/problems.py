"""What is wrong with an input, said so that a person can find and mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


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
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.what}; {self.remedy}"


class Refused(Exception):
    """Raised once, with all the problems that were found, when the inputs cannot be built."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(problems)
        super().__init__("\n".join(map(str, self.problems)))
