"""The macros of prose that have arguments or begin a block: addresses, citations, notes, lists."""

import re
from abc import abstractmethod

from .masks import hold, release
from .names import (
    ADDRESSES,
    BREAKS,
    ENUMERATIONS,
    NOTES,
    PLACED,
    SECTIONS,
    SETTINGS,
    STATEMENTS,
    TEXT_ENVIRONMENTS,
)
from .reader import Reader

CITE = re.compile(r"(?:[A-Za-z]{0,8}cite[A-Za-z]{0,10}|[cCvV]?ref|eqref|autoref|pageref|nameref|label|Citet|Citep)$")


class References(Reader):
    """The half of the prose parser that knows what leads elsewhere or stands apart.

    Each method adds to `out` and tells whether it knew the macro; where not, nothing moved.
    """

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self.counters: list[int | None] = []

    @abstractmethod
    def argument(self) -> str | None:
        """The text of the `{…}` that follows, None where none does."""

    def reference(self, name: str, out: list[str]) -> bool:
        mark = self.at
        if name == "href":
            return self.href(out, mark)
        if name in ADDRESSES:
            content = self.verbatim()
            if content is None:
                self.skip_blank()
            out.append(" " if out and out[-1][-1:].isalnum() else "")
            out.append((content or "").strip() + " " * self.source[self.at : self.at + 1].isalnum())
        elif name in NOTES:
            content = self.argument()
            if content is None:
                return False
            out.append(f" ({content.strip()})")
        elif CITE.match(name):
            notes = [self.option(), self.option()]
            keys = self.verbatim()
            if keys is None:
                self.at = mark
                return False
            out.append("[" + ", ".join([*(note for note in notes if note), keys.strip()]) + "]")
        else:
            return False
        return True

    def href(self, out: list[str], mark: int) -> bool:
        address = self.verbatim()
        words = self.argument() if address is not None else None
        if address is None or words is None:
            self.at = mark
            return False
        plain, shown = release(address).strip(), release(words).strip()
        if not shown or shown.rstrip("/") in (plain.rstrip("/"), plain.split("://")[-1].rstrip("/")):
            out.append(address.strip())
        else:
            out.append(f"{words.strip()} ({address.strip()})")
        return True

    def block(self, name: str, out: list[str]) -> bool:
        mark = self.at
        if name in ("begin", "end"):
            return self.environment(name, out)
        if name == "item":
            label = self.option()
            out.append(f" {label or self.marker()} ")
            self.skip_blank()
        elif name in SECTIONS:
            content = self.argument()
            if content is None:
                return False
            out.append(f" {content.strip()} ")
        elif name in SETTINGS:
            if self.verbatim() is None:
                self.at = mark
                return False
            self.skip_blank()
        elif name in ("verb", "lstinline"):
            return self.code(out)
        elif name in BREAKS:
            out.append(" ")
        else:
            return False
        return True

    def marker(self) -> str:
        if self.counters and self.counters[-1] is not None:
            self.counters[-1] += 1
            return f"({self.counters[-1]})"
        return "•"

    def environment(self, kind: str, out: list[str]) -> bool:
        mark = self.at
        name = self.verbatim()
        if name is None or name.rstrip("*") not in TEXT_ENVIRONMENTS:
            self.at = mark
            return False
        plain = name.rstrip("*")
        note = ""
        if kind == "begin":
            if plain in PLACED:
                self.option()
            elif plain in STATEMENTS and (named := self.option()):
                note = f"({named}) "
            if plain == "tabular":
                self.verbatim()
            self.counters.append(0 if plain in ENUMERATIONS else None)
        elif self.counters:
            self.counters.pop()
        out.append(" " + note)
        return True

    def code(self, out: list[str]) -> bool:
        delimiter = self.source[self.at : self.at + 1]
        closing = "}" if delimiter == "{" else delimiter
        end = self.source.find(closing, self.at + 1, self.at + 300) if delimiter and not delimiter.isspace() else -1
        if end < 0 or delimiter.isalnum():
            return False
        out.append(hold(self.source[self.at + 1 : end]))
        self.at = end + 1
        return True
