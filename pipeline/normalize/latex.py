"""LaTeX that sets prose: styles, links, citations, lists, escapes, and symbols outside of dollars.

One walk with a recursion per brace. A macro on none of the lists stays as it is, and so
do braces that belong to no macro.
"""

import re

from .formulas import convert_at
from .layout import script
from .masks import hold, release
from .names import (
    ABBREVIATIONS,
    COLOURED,
    FRACTIONS,
    GLUED_STYLES,
    LETTERS,
    MATH_ARGUMENTS,
    SETTINGS,
    STYLES,
    SWITCHES,
)
from .reader import closed_braces, ends_in_macro, ends_sentence
from .references import CITE, References
from .symbols import ACCENTS, BINARY, MATH_ONLY, NAMED_OPERATORS, RELATIONS, SYMBOLS

_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\[\s\S]|[{}\\]|[_^](?=\\[A-Za-z])|[_^]|[^\\{}_^]+")
_DEEPEST = 40
_ESCAPES = frozenset("%&$#_{}")
# Macros for letters; in TeX the blank after one only ends its name.
# Signs that cling to what follows, so that the blank only ended the macro's name.
_CLINGING = frozenset("“‘°<{∖")
_CLOSING = frozenset(")]}")
_WORD = re.compile("[a-z]{2,}$")
_FACTOR = re.compile(r"\\[A-Za-z|]|\w|\(")
_NEXT_WORD = re.compile(r"\s*[A-Za-z]{2,}")
_NEXT_PART = re.compile(r"[\w\\/]")
_NEXT_TERM = re.compile(r"\s*[\w\\({\[+-]")
# But ħ and ı, which are signs of formulas too: `\\{\\hbar\\}` keeps its braces.
_LETTER_IN_BRACES = re.compile("[À-ÖØ-öø-Ħĩ-İĲ-ɏḀ-ỿ][\u0300-\u036f]?$|[A-Za-z][\u0300-\u036f]$")


def macros(text: str) -> str:
    """Macros of prose out, what they set kept; symbols and escapes as their characters."""
    if "\\" not in text and "{" not in text:
        return text
    return _Prose(text).all()


class _Prose(References):
    def __init__(self, source: str) -> None:
        super().__init__(source)
        self.closed = closed_braces(source)
        # A pair of `\\|` is a norm; a lone one is Markdown's escape of a bar.
        self.is_latex = re.search(r"\\[A-Za-z]{2}", source) is not None
        self.norms = self.is_latex or source.count("\\|") % 2 == 0

    def all(self) -> str:
        out: list[str] = []
        while self.at < len(self.source):
            out.append(self.run())
            if self.at < len(self.source):
                out.append("}")
                self.at += 1
        return "".join(out)

    def run(self) -> str:
        """Everything up to the brace that closes the group, or the end."""
        out: list[str] = []
        while match := _TOKEN.match(self.source, self.at):
            token = match[0]
            if token == "}":
                break
            self.at = match.end()
            if token == "{":
                self.group(out)
            elif token[0] == "\\" and len(token) > 1:
                self.macro(token[1:], out)
            else:
                out.append(token)
        return "".join(out)

    def group(self, out: list[str]) -> None:
        """`{…}` that belongs to no macro: `{\\em x}` sets x, any other keeps its braces."""
        opening = self.at
        if self.depth > _DEEPEST or opening - 1 not in self.closed:
            out.append("{")
            return
        self.depth += 1
        content = self.run()
        self.depth -= 1
        if self.at >= len(self.source):
            out.append("{" + content)
            return
        self.at += 1
        out.append(content.strip("\n") if self.is_transparent(opening, content, out) else "{" + content + "}")

    def is_transparent(self, opening: int, content: str, out: list[str]) -> bool:
        if ends_in_macro(out) and out[-1][-1] != "}":
            return False
        raw = self.source[opening : self.at - 1].lstrip()
        if raw.startswith("\\"):
            name = re.match(r"\\([A-Za-z]+)", raw)
            if name and (name[1] in SWITCHES or name[1] in STYLES or name[1] in SYMBOLS or name[1] in SETTINGS):
                return True
        if (
            content == ","
            or (_LETTER_IN_BRACES.match(content) and not ends_in_macro(out))
            or (not content and self.is_latex and self.source[opening - 2 : opening - 1].isspace())
        ):
            return True
        # `{positive} violation` beside real LaTeX is a macro that a listing lost.
        if self.is_latex and _WORD.match(content) and not self.source[max(0, opening - 2) : opening - 1].strip():
            return True
        # `{B}ayesian`, `{DNA}s`: BibTeX's way to keep a capital.
        following = self.source[self.at : self.at + 1]
        return bool(re.match("[A-Z]{1,6}$", content)) and (following.isalpha() and following.islower())

    # -- arguments -------------------------------------------------------------
    def argument(self) -> str | None:
        """The text of the `{…}` that follows, None where none does."""
        match = re.compile(r"\s*\{").match(self.source, self.at)
        if match is None or self.depth > _DEEPEST or match.end() - 1 not in self.closed:
            return None
        mark, self.at = self.at, match.end()
        self.depth += 1
        content = self.run()
        self.depth -= 1
        if self.at >= len(self.source):
            self.at = mark
            return None
        self.at += 1
        return content

    def skip_braces(self) -> None:
        if self.source.startswith("{}", self.at):
            self.at += 2

    # -- macros ----------------------------------------------------------------
    def macro(self, token: str, out: list[str]) -> None:
        name = token.rstrip("*") if token[0].isalpha() else token
        if not name[0].isalpha():
            self.character(token, out)
        elif not self.style(name, out) and not self.reference(name, out) and not self.block(name, out):
            # A star is part of the name only for the macros above.
            self.at -= len(token) - len(name)
            self.symbol(name, out)

    def style(self, name: str, out: list[str]) -> bool:
        if name in STYLES:
            content = self.argument()
            if content is None:
                # Cut off before its closing brace, or no brace at all: the style goes, the text stays.
                self.skip_blank()
                self.at += self.source.startswith("{", self.at)
            else:
                glued = content[:1].isalpha() and ends_in_macro(out) and out[-1][-1] != "}"
                out.append(" " * glued + content)
        elif name in SWITCHES:
            if name != "xspace":
                self.skip_blank()
            self.skip_braces()
        elif name in COLOURED:
            return self.coloured(out)
        elif name in ("textsuperscript", "textsubscript"):
            content = self.argument()
            if content is None:
                return False
            out.append(hold(script(release(content), "^" if "super" in name else "_")[0]))
        else:
            return False
        return True

    def coloured(self, out: list[str]) -> bool:
        mark = self.at
        self.option()
        content = self.argument() if self.verbatim() is not None else None
        if content is None:
            self.at = mark
            return False
        out.append(content)
        return True

    def character(self, token: str, out: list[str]) -> None:
        """`\\%`, `\\ `, `\\,`, `\\\\` and the like."""
        if token in _ESCAPES:
            out.append(hold(token) if token in "{}" else token)
        elif token in " ,;:\n":
            out.append(" ")
        elif token == "@":
            # After or before a full stop it tells TeX about spaces.
            near = (out[-1][-1:] if out else "") + self.source[self.at : self.at + 1]
            out.append("" if "." in near else "@")
        elif token == "/":
            # `{\\em if\\/}` sets the blank right; `and\\/or` is a program's escape.
            out.append("/" if _NEXT_PART.match(self.source, self.at) else "")
        elif token == "!":
            # Between letters it is a thin space back; after a word Markdown's escape of `!`.
            out.append("!" if self.source[self.at : self.at + 1] in ("", " ", "[") else "")
        elif token == "-":
            out.append("" if out and out[-1][-1:].islower() and self.source[self.at : self.at + 1].islower() else "-")
        elif token == "|":
            out.append("‖" if self.norms else "|")
        elif token in "~^" and self.source.startswith("{}", self.at):
            self.at += 2
            out.append(hold(token))
        elif token == "\\":
            self.line_break(out)
        else:
            out.append("\\" + token)

    def line_break(self, out: list[str]) -> None:
        following = self.source[self.at : self.at + 1]
        if following and following in "_%&#$*{}":
            # `\\_`: a LaTeX escape that Markdown escaped once more.
            return
        word = re.compile("[A-Za-z]+").match(self.source, self.at)
        if word and (word[0] in SYMBOLS or word[0] in STYLES or CITE.match(word[0]) or word[0] in ("url", "href")):
            self.at = word.end()
            self.macro(word[0], out)
            return
        if following in "\"'" or (following.isalpha() and not ends_sentence(out)):
            out.append("\\\\")
            return
        self.length()
        out.append(" ")

    def symbol(self, name: str, out: list[str]) -> None:
        """A macro for a sign or a term; `\\in` between two terms has blanks around it, as in a formula."""
        start = self.at - len(name) - 1
        sign = out[-1][-1:] if out else ""
        if name in LETTERS:
            self.letter(name, out)
        elif name in ABBREVIATIONS:
            self.abbreviation(name, out)
        elif len(name) == 1 and name in SYMBOLS:
            out.append(SYMBOLS[name])
        elif self.is_math(name):
            made, end = convert_at(self.source, start)
            if name in FRACTIONS and (sign.isalnum() or sign in _CLOSING or _FACTOR.match(self.source, end)):
                made = f"({made})"
            if sign in ("_", "^") and sign and len(out[-1]) == 1 and len(out) > 1 and out[-2][-1:].strip():
                out[-1] = hold(script(made, sign)[0])
            else:
                out.append(hold(made))
            self.at = end
            between = sign.isalnum() or sign in _CLOSING
            if made in RELATIONS and not made.isascii() and sign and between and _NEXT_TERM.match(self.source, end):
                out[-1] = f" {out[-1]} "
                self.skip_blank()
            elif (
                made in BINARY and sign.strip() and not (sign.isdigit() and _NEXT_WORD.match(self.source, end))
            ) or made in _CLINGING:
                self.skip_blank()
            elif self.source[end - 1 : end].isspace() or (
                made in NAMED_OPERATORS and self.source.startswith("\\", end)
            ):
                out.append(" ")
            self.skip_braces()
        else:
            style = next((style for style in GLUED_STYLES if name.startswith(style)), "\\")
            out.append(name.removeprefix(style) if style != "\\" else "\\" + name)

    def is_math(self, name: str) -> bool:
        if name in SYMBOLS or name in ACCENTS or name in MATH_ARGUMENTS:
            return True
        if name in NAMED_OPERATORS:
            return True
        following = self.source[self.at : self.at + 1]
        return name in MATH_ONLY and (len(name) > 2 or following in ("_", "^"))

    def letter(self, name: str, out: list[str]) -> None:
        out.append(SYMBOLS[name])
        if self.source.startswith("{}", self.at):
            self.at += 2
        elif self.source[self.at : self.at + 1] == " ":
            self.at += 1

    def abbreviation(self, name: str, out: list[str]) -> None:
        self.skip_braces()
        if self.source.startswith(".", self.at):
            self.at += 1
        out.append(SYMBOLS[name])
