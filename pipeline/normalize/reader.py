"""A place in a source text, and the small readings that both LaTeX parsers share."""

import re

_OPTION = re.compile(r"\[([^\[\]\n]{0,80})\]")
_ARGUMENT = re.compile(r"\s*\{([^{}]*)\}")


class Reader:
    """Reads `source` from `at` on; every reading that succeeds moves `at` behind it."""

    def __init__(self, source: str, at: int = 0) -> None:
        self.source, self.at, self.depth = source, at, 0

    def skip_blank(self) -> None:
        """Move to the next character that is no white space."""
        while self.at < len(self.source) and self.source[self.at].isspace():
            self.at += 1

    def option(self) -> str:
        """The content of `[...]`, empty where none follows."""
        match = _OPTION.match(self.source, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match[1]

    def verbatim(self) -> str | None:
        """The raw text of a `{...}` without braces inside, None where none follows."""
        match = _ARGUMENT.match(self.source, self.at)
        if match is None:
            return None
        self.at = match.end()
        return match[1]
