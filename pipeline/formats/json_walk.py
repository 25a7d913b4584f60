"""Walking through a JSON text an object at a time: each with its JSON Pointer, its line and its own characters.

A file of 100,000 papers is never in memory as a whole.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from pipeline.formats.files import Text
from pipeline.formats.json_strict import REMEDY, TOO_DEEP, Strict, fault, twice
from pipeline.problems import Problem, Refused

_CHUNK = 1 << 20
_BLANKS = re.compile(r"[ \t\n\r]*")


@dataclass(frozen=True, slots=True)
class Item:
    """A value: pointer as in RFC 6901, line from 1, raw its characters as they stand. listed: it is a list's."""

    pointer: str
    line: int
    raw: str
    value: Any
    listed: bool


class Walker:
    """The items of a JSON text. found: pointers of its lists; problems: what is wrong with items otherwise read."""

    def __init__(self, text: Text, lists: tuple[str, ...]) -> None:
        self.found: list[str] = []
        self.problems: list[Problem] = []
        self._file = text
        self._lists = lists
        self._cursor = _Cursor(text)

    def items(self) -> Iterator[Item]:
        """Each item of the list that the text is, or each member of the object; of a member in `lists` each item.

        Refused, by line and column, where the text is not JSON.
        """
        opening = self._cursor.peek()
        if opening == "[":
            yield from self._list("")
        elif opening == "{":
            yield from self._object()
        elif opening:
            self._item("", False)
            self._cursor.refuse("it is neither a list nor an object", "make it a list of papers")
        else:
            self._cursor.refuse("the file is empty", "put the listing in it, or remove it")
        if self._cursor.peek():
            remedy = "leave one JSON text in the file; one object a line is the format .jsonl"
            self._cursor.refuse("more stands behind the end of the JSON text", remedy)

    def _list(self, pointer: str) -> Iterator[Item]:
        self.found.append(pointer)
        self._cursor.take("[")
        number = 0
        while self._cursor.peek() != "]":
            if number:
                self._cursor.take(",")
            yield self._item(f"{pointer}/{number}", True)
            number += 1
        self._cursor.take("]")

    def _object(self) -> Iterator[Item]:
        self._cursor.take("{")
        seen: Counter[str] = Counter()
        while self._cursor.peek() != "}":
            if seen:
                self._cursor.take(",")
            if self._cursor.peek() != '"':
                self._cursor.refuse("is not JSON: a name in quotation marks is missing here", REMEDY)
            line = self._cursor.line
            name = self._item("", False).value
            self._cursor.take(":")
            seen[name] += 1
            if seen[name] == 2:
                self._problem(line, *twice(name))
            pointer = "/" + name.replace("~", "~0").replace("/", "~1")
            if name in self._lists and self._cursor.peek() == "[":
                yield from self._list(pointer)
            else:
                yield self._item(pointer, False)
        self._cursor.take("}")

    def _item(self, pointer: str, listed: bool) -> Item:
        line, raw, value, faults = self._cursor.value()
        for what, remedy in faults:
            self._problem(line, what, remedy)
        return Item(pointer, line, raw, value, listed)

    def _problem(self, line: int, what: str, remedy: str) -> None:
        self.problems.append(Problem(str(self._file.path), line, what, remedy))


class _Cursor:
    """A place in a JSON text, of which only what lies before it a little way is read. line and column from 1."""

    def __init__(self, text: Text) -> None:
        self.line = self.column = 1
        self._file = text
        self._text = ""
        self._at = 0
        self._whole = False
        self._strict = Strict()

    def peek(self) -> str:
        """The next character that is not blank; '' at the end."""
        while True:
            match = _BLANKS.match(self._text, self._at)
            self._to(match.end() if match else self._at)
            if self._at < len(self._text):
                return self._text[self._at]
            if self._whole:
                return ""
            self._fill()

    def take(self, char: str) -> None:
        """Step over a character; refused where another stands."""
        if self.peek() != char:
            self.refuse(f"is not JSON: {char!r} is missing here", REMEDY)
        self._to(self._at + 1)

    def value(self) -> tuple[int, str, Any, list[tuple[str, str]]]:
        """The next value: its first line, its characters, the value, and what is wrong with it."""
        self.peek()
        while True:
            try:
                value, end, faults = self._strict.decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if self._whole or not self._cut_off(error):
                    self._to(error.pos)
                    self.refuse(f"is not JSON: {fault(error)}", REMEDY)
            except RecursionError:
                self.refuse(*TOO_DEEP)
            else:
                if self._whole or end < len(self._text):
                    break
            self._fill()
        line, raw = self.line, self._text[self._at : end]
        self._to(end)
        return line, raw, value, faults

    def _cut_off(self, error: json.JSONDecodeError) -> bool:
        """Whether the fault may be that no more of the text is read yet. Of an escape or a name at most 12 characters."""
        return error.msg.startswith("Unterminated string") or error.pos > len(self._text) - 16

    def _fill(self) -> None:
        """Read as much again as a value needs so far: its end is found in time proportional to its length."""
        rest = self._text[self._at :]
        more = self._file.read(max(_CHUNK, len(rest)))
        # CR and LF of one line end are not to be counted twice.
        more += self._file.read(1) if more.endswith("\r") else ""
        self._text, self._at, self._whole = rest + more, 0, not more

    def _to(self, at: int) -> None:
        text, start = self._text, self._at
        ends = text.count("\n", start, at) + text.count("\r", start, at)
        if ends:
            self.line += ends - text.count("\r\n", start, at)
            self.column = at - max(text.rfind("\n", start, at), text.rfind("\r", start, at))
        else:
            self.column += at - start
        self._at = at

    def refuse(self, what: str, remedy: str) -> NoReturn:
        """Refused at this line and column."""
        where = f"{what} (column {self.column})" if what.startswith("is not JSON") else what
        raise Refused([Problem(str(self._file.path), self.line, where, remedy)])
