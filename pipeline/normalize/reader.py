"""A place in a source text, and the small readings that both LaTeX parsers share."""

import re

# An emoji of several characters is one: a flag, a skin colour, a joined one.
EMOJI = (
    "[\U0001f1e6-\U0001f1ff]{2}"
    "|[\u2600-\u27bf\U0001f300-\U0001faff][\ufe0f\U0001f3fb-\U0001f3ff]*"
    "(?:\u200d[\u2600-\u27bf\U0001f300-\U0001faff][\ufe0f\U0001f3fb-\U0001f3ff]*)*"
)
_OPTION = re.compile(r"\[([^\[\]\n]{0,80})\]")
LENGTH = re.compile(r"\[\s?-?(?:[\d.]+\s?(?:pt|em|ex|mm|cm|in|mu|pc|bp)|[\d.]*\\[a-z]+skip)\s?\]")
_SENTENCE_END = re.compile(r"[.!?;,)]$")
_UNKNOWN = re.compile(r"\\[A-Za-z]+\*?$|\}$")
_BRACE = re.compile(r"\\[\s\S]|[{}]")
_ARGUMENT = re.compile(r"\s*\{([^{}]*)\}")


class Reader:
    """Reads `source` from `at` on; every reading that succeeds moves `at` behind it."""

    def __init__(self, source: str, at: int = 0) -> None:
        self.source, self.at, self.depth = source, at, 0
        self.opened: list[str] = []  # by `\\left`

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

    def length(self) -> None:
        """Move behind the `[2pt]` of a line break."""
        if match := LENGTH.match(self.source, self.at):
            self.at = match.end()

    def verbatim(self) -> str | None:
        """The raw text of a `{...}` without braces inside, None where none follows."""
        match = _ARGUMENT.match(self.source, self.at)
        if match is None:
            return None
        self.at = match.end()
        return match[1]


def ends_sentence(out: list[str]) -> bool:
    """`first.\\\\Second`: a line break, where `C:\\\\Users` is none."""
    return bool(out) and _SENTENCE_END.search(out[-1]) is not None


def closed_braces(source: str) -> frozenset[int]:
    """Where each `{` stands that has its `}`: known beforehand, so that nothing is read twice."""
    opened: list[int] = []
    closed: set[int] = set()
    for match in _BRACE.finditer(source):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            closed.add(opened.pop())
    return frozenset(closed)


def ends_in_macro(out: list[str]) -> bool:
    """Whether what stands last is a macro that no list knows: the braces after it are its own."""
    return bool(out) and _UNKNOWN.search(out[-1]) is not None
