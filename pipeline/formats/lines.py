"""Lines of a text as the bytes that they are in the file."""

from __future__ import annotations

from pipeline.formats.files import LINE_END


class Lines:
    """A text by its lines, counted from 1; LF, CRLF and CR end a line, nothing else does."""

    def __init__(self, text: str, codec: str) -> None:
        self._text, self._codec = text, codec
        self._starts, self._ends = [0], []
        for match in LINE_END.finditer(text):
            self._ends.append(match.start())
            self._starts.append(match.end())
        self._ends.append(len(text))

    def __len__(self) -> int:
        return len(self._ends)

    def bytes(self, start: int, end: int) -> bytes | None:
        """The bytes of these lines, the last line's end left out; None where the text has no such lines."""
        if not 1 <= start <= end <= len(self._ends):
            return None
        return self._text[self._starts[start - 1] : self._ends[end - 1]].encode(self._codec)
