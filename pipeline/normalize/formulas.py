"""A formula in TeX's math mode to one line of Unicode.

A small recursive parser of our own (pylatexenc drops text after `%`, raises on `\\href`).
An unknown macro stays as it is, with its arguments converted.
"""

import re
from functools import lru_cache

from .layout import Part, accent, join, kind_of, negated, scripts
from .names import ALPHABETS, MATH_IDENTITY, MATH_SWITCHES, SPACES, STRUCTURAL, UPRIGHT
from .reader import EMOJI
from .structures import DEEPEST, Structures, TooDeepError, as_unit, attach, in_identifier, is_known, lettered, split
from .symbols import ACCENTS, KINDS, MATH_ONLY, NAMED_OPERATORS, SCRIPT_CHARS, SYMBOLS

_TOKEN = re.compile(
    EMOJI + r"|\\\\(?=[{}_%&#|,;!])|\\\\(?=[A-Za-z])|\\[A-Za-z]+|\\[\s\S]|[0-9]+(?:[.,][0-9]+)*|''*|\s+|[\s\S]"
)
_PLAIN = re.compile(r"[A-Za-z0-9.,()+=/|!?:;\[\]-]*$")
_FRACTION = re.compile(r"\s*(?=\\[dt]?frac\{)")


@lru_cache(maxsize=8192)
def formula(source: str, tight: bool = False) -> str:
    """The content of a formula (without its delimiters) as one line of Unicode."""
    if _PLAIN.match(source):
        return source
    try:
        return _Parser(source).all(tight)
    except TooDeepError:
        return source


def convert_at(source: str, at: int) -> tuple[str, int]:
    """One macro of a formula that stands in prose, with its arguments and scripts: text and end."""
    parser = _Parser(source, at)
    try:
        parts: list[Part] = []
        parser.item(parts)
        parser.trailing_scripts(parts)
        if parts and parts[-1].kind == "op" and (below := _FRACTION.match(source, parser.at)):
            parser.at = below.end()
            parser.item(parts)
        return join(parts, False).strip(), parser.at
    except TooDeepError:
        # All that was read stays: to try again inside it would cost the square of its length.
        return source[at : parser.at], parser.at


class _Parser(Structures):
    def inner(self, source: str) -> str:
        return formula(source)

    # -- reading ---------------------------------------------------------------
    def peek(self) -> str:
        match = _TOKEN.match(self.source, self.at)
        return match[0] if match else ""

    def next(self) -> str:
        token = self.peek()
        self.at += len(token)
        return token

    # -- structure -------------------------------------------------------------
    def all(self, tight: bool) -> str:
        parts: list[Part] = []
        while self.at < len(self.source):
            if self.peek() == "}":
                parts.append(Part(self.next(), "close"))
                continue
            parts += self.sequence()
        return join(parts, tight).strip()

    def sequence(self) -> list[Part]:
        """The items up to the end of the group; `\\over` and `\\choose` split it."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooDeepError
        parts: list[Part] = []
        while (token := self.peek()) and token != "}":
            if token in (r"\over", r"\choose", r"\atop"):
                self.next()
                self.skip_blank()
                below = join(self.sequence(), False)
                parts = [split(token, join(parts, False), below)]
                break
            self.item(parts)
        self.depth -= 1
        return parts

    def group(self) -> list[Part]:
        """The parts of `{...}`, whose `{` is next; an unclosed brace stays."""
        self.next()
        parts = self.sequence()
        if self.peek() == "}":
            self.next()
            return parts
        return [Part("{", "raw"), *parts]

    def argument(self, tight: bool = False) -> str:
        self.skip_blank()
        token = self.peek()
        if token == "{":
            return join(self.group(), tight).strip()
        if not token or token in "}$&":
            return ""
        if token[0].isdigit():
            self.at += 1
            return token[0]
        parts: list[Part] = []
        self.item(parts)
        return join(parts, tight).strip()

    # -- items -----------------------------------------------------------------
    def item(self, parts: list[Part]) -> None:
        token = self.next()
        first = token[0]
        if first == "\\":
            self.depth += 1
            if self.depth > DEEPEST:
                raise TooDeepError
            self.macro(token[1:], parts)
            self.depth -= 1
        elif token == "{":
            self.at -= 1
            parts += as_unit(self.group())
        elif first in "^_":
            self.scripts(first, parts)
        elif first == "'":
            attach(parts, {1: "′", 2: "″", 3: "‴"}.get(len(token), "′" * len(token)))
        elif first in SCRIPT_CHARS and parts:
            attach(parts, token)
        elif first.isspace() or first == "~":
            if parts and parts[-1].kind != "blank":
                parts.append(Part(" ", "blank"))
        elif token != "$":  # of a formula in a text in a formula
            parts.append(Part(token, kind_of(token)))

    def scripts(self, sign: str, parts: list[Part]) -> None:
        """Both scripts of the item before, in either order."""
        found = {sign: self.script_argument()}
        other = "^" if sign == "_" else "_"
        if self.peek() == other:
            self.next()
            found[other] = self.script_argument()
        while parts and parts[-1].kind == "blank":
            parts.pop()
        base = parts.pop() if parts else Part("", "ord")
        text = f"({base.text})" if base.kind == "frac" else base.text
        made = scripts(text, found.get("_", ""), found.get("^", ""))
        if base.kind in ("op", "rel", "bin") or (base.kind == "close" and made.kind == "ord"):
            made = made._replace(kind=base.kind)
        parts.append(made)

    def trailing_scripts(self, parts: list[Part]) -> None:
        while (token := self.peek()) in ("^", "_") and self.source[self.at + 1 : self.at + 2] not in ("", " ", token):
            self.item(parts)

    def macro(self, name: str, parts: list[Part]) -> None:
        if name in ("\\", "") or name == "cr":
            self.line_break(name, parts)
        elif name in SPACES:
            if SPACES[name] and parts:
                parts.append(Part(" ", "blank"))
        elif name in "%#&${}_":
            self.escaped(name, parts)
        elif name in MATH_SWITCHES:
            self.switch(name, parts)
        elif name in ACCENTS:
            # An underlined or styled word is an acronym spelled out, not a letter with a mark.
            styled = name == "underline" and self.source.startswith(("{\\text", "{\\mathbf"), self.at)
            content = self.argument()
            parts.append(Part(content, "ord") if styled else accent(content, ACCENTS[name]))
        elif name in ALPHABETS:
            parts += [lettered(self.argument(), ALPHABETS[name])]
        elif name in UPRIGHT or name in MATH_IDENTITY:
            self.styled(name, parts)
        elif not self.structure(name, parts):
            self.symbol(name, parts)

    def line_break(self, name: str, parts: list[Part]) -> None:
        following = self.source[self.at : self.at + 1]
        if name and following and following in "{}_%&#|,;!":
            # Markdown's own escape of a LaTeX escape, `\\{0,1\\}`, `\\_`.
            self.next()
            self.macro(following, parts)
            return
        if name and following.isalpha():
            word = re.compile("[A-Za-z]+").match(self.source, self.at)
            if word and is_known(word[0]):
                self.at = word.end()
                self.macro(word[0], parts)
                return
        if name:
            self.length()
            parts.append(Part("; ", "raw") if parts else Part("", "raw"))
        else:
            parts.append(Part("\\", "raw"))

    def escaped(self, name: str, parts: list[Part]) -> None:
        if name == "_" and not in_identifier(self.source, self.at) and self.source[self.at : self.at + 1].strip():
            # Markdown's escape of a subscript, `\mathsf{TH}\_k`.
            self.scripts("_", parts)
            return
        parts.append(Part(name, {"{": "open", "}": "close"}.get(name, "ord")))

    def switch(self, name: str, parts: list[Part]) -> None:
        if name in ("left", "right", "middle"):
            self.delimiter({"left": "open", "right": "close", "middle": "rel"}[name], parts)
        elif name in MATH_IDENTITY or (parts and self.source[self.at : self.at + 1].isspace()):
            self.skip_blank()

    def delimiter(self, kind: str, parts: list[Part]) -> None:
        made: list[Part] = []
        self.skip_blank()
        if self.peek() in (".", "", "{", "}"):
            self.at += self.peek() == "."
            if kind == "close" and self.opened[-1:] == ["{"]:
                parts.append(Part("}", "close"))
        else:
            self.item(made)
        if kind == "close":
            self.opened = self.opened[:-1]
        elif kind == "open":
            self.opened = [*self.opened, made[0].text if made else ""]
        parts += [Part(made[0].text, kind), *made[1:]] if made else []

    def styled(self, name: str, parts: list[Part]) -> None:
        if self.source.startswith("*", self.at):
            self.at += 1
        upright = name in UPRIGHT
        raw = self.verbatim() if upright else None
        if raw is not None:
            parts += self.words(raw, name)
            return
        if self.peek() == "{" or not upright:
            self.skip_blank()
            if self.peek() == "{" and name in STRUCTURAL:
                parts += as_unit(self.group())
            else:
                parts.append(Part(self.argument(), "ord"))

    def symbol(self, name: str, parts: list[Part]) -> None:
        text = MATH_ONLY.get(name) or SYMBOLS.get(name)
        if name in NAMED_OPERATORS or (text and len(text) > 1 and text.isascii()):
            text = text or name
            if name not in NAMED_OPERATORS and kind_of(text) != "op":
                parts.append(Part(text, "ord"))
            else:
                if self.source.startswith("*", self.at):
                    self.at += 1
                parts.append(Part(text, "op"))
                self.operator_blank()
            return
        if text is None:
            self.unknown(name, parts)
            return
        if text == "\u0338":
            self.negated(parts)
            return
        self.placed(text, parts, KINDS.get(name) or kind_of(text))

    def operator_blank(self) -> None:
        following = re.compile(r"\s*").match(self.source, self.at)
        if following and self.source[following.end() : following.end() + 1] in ("_", "^"):
            self.at = following.end()

    def placed(self, text: str, parts: list[Part], kind: str) -> None:
        """A symbol; the blank that only ends its macro's name is dropped."""
        spaced = bool(parts) and parts[-1].kind == "blank"
        following = re.compile(r"\s+([\s\S]?)").match(self.source, self.at)
        parts.append(Part(text, kind))
        if following is None:
            return
        ends_name = following[1].isalpha() or (text in "∂∇" and following[1] == "\\")
        clings = kind in ("bin", "open") and not spaced and following[1] != "|"
        if clings or (kind == "ord" and ends_name):
            self.skip_blank()

    def negated(self, parts: list[Part]) -> None:
        made: list[Part] = []
        self.skip_blank()
        if self.peek() in ("", "}"):
            parts.append(Part("\\not", "raw"))
            return
        self.item(made)
        if made:
            parts.append(Part(negated(made[0].text), made[0].kind))
            parts += made[1:]

    def unknown(self, name: str, parts: list[Part]) -> None:
        parts.append(Part("\\" + name, "raw"))
        while self.peek() == "{":
            inner = join(self.group(), False)
            parts.append(Part("{" + inner + "}", "raw"))
        if self.source[self.at : self.at + 1].isspace():
            parts.append(Part(" ", "raw"))
            self.skip_blank()
