"""The macros of a formula that have arguments of their own, and its arrays."""

import re
from abc import abstractmethod

from .layout import Part, fraction, is_sum, join, kind_of, root, script, scripts
from .names import (
    ALPHABETS,
    ARROWS,
    BINOMIALS,
    ENCLOSING,
    FRACTIONS,
    MATH_IDENTITY,
    MATH_SWITCHES,
    SKIPPED_ARGUMENT,
    STACKED,
    UPRIGHT,
    listed,
)
from .reader import LENGTH, Reader
from .symbols import ACCENTS, FONTS, MATH_ONLY, NAMED_OPERATORS, SYMBOLS

DEEPEST = 40
_LONGEST = 6000
# Environments within one: each level is read again by the one around it.
_MOST_INSIDE = 8
_CELLS = listed("array matrix pmatrix bmatrix vmatrix Vmatrix Bmatrix smallmatrix cases tabular")
_BRACKETS = {"pmatrix": "()", "bmatrix": "[]", "vmatrix": "||", "Vmatrix": "‖‖", "Bmatrix": "{}", "matrix": "[]",
             "smallmatrix": "[]"}  # fmt: skip
_VERBATIM = listed("label tag ref eqref cite textcolor begin") | SKIPPED_ARGUMENT
_ROW = re.compile(rf"\\\\(?:{LENGTH.pattern})?")
_ESCAPED = re.compile(r"\\([_%&#$])")
_SLOPPY = re.compile(
    r"-?[0-9]{2,}(?![.,0-9])|-[0-9](?![.,0-9])|-[a-z](?![a-z])"
    r"|[a-z]{3,}(?![A-Za-z])"
)
_KERN = re.compile(r"\s?-?[\d.]+\s?mu")
_RAISED = re.compile(r"[-.\d]*(?:ex|em|pt)")
_MOVES = {"mkern": _KERN, "mskip": _KERN, "raise": _RAISED, "lower": _RAISED}
_ALIGNMENT = re.compile(r"(?<!\\)&(?!(?:amp|lt|gt|quot);)")  # an entity escaped once more is no alignment yet


class TooDeepError(Exception):
    """The formula nests deeper than any author writes; it stays as it is."""


def split(token: str, above: str, below: str) -> Part:
    """What `\\over`, `\\choose` and `\\atop` part."""
    above, below = above.strip(), below.strip()
    if token == r"\over":
        return fraction(above, below)
    return Part(f"({above} choose {below})" if token == r"\choose" else f"({above}; {below})", "ord")


def as_unit(parts: list[Part]) -> list[Part]:
    """A group is one item, so that a script binds to all of it."""
    if len(parts) <= 1:
        return parts
    text = join(parts, False)
    if is_sum(text):
        return [Part(text, "frac")]
    return [Part(text, parts[-1].kind if parts[-1].kind in ("ragged", "close") else "ord")]


def attach(parts: list[Part], mark: str) -> None:
    """Add a prime, or a raised or lowered character, to the item before."""
    if parts and parts[-1].kind != "blank":
        last = parts.pop()
        parts.append(Part(last.text + mark, last.kind))
    else:
        parts.append(Part(mark, "ord"))


def lettered(content: str, alphabet: str) -> Part:
    """`content` in the letters of `alphabet`, as far as it has them."""
    # `\mathcal{O(n)}` means the O.
    head, bracket, rest = content.partition("(")
    return Part("".join(FONTS.get((alphabet, char), char) for char in head) + bracket + rest, "ord")


def is_known(name: str) -> bool:
    """Whether a formula's macro has a meaning here."""
    return (
        name in SYMBOLS
        or name in MATH_ONLY
        or name in NAMED_OPERATORS
        or name in ACCENTS
        or name in ALPHABETS
        or name in UPRIGHT
        or name in MATH_IDENTITY
        or name in MATH_SWITCHES
        or name in FRACTIONS
        or name in ("sqrt", "quad", "qquad")
    )


def in_identifier(source: str, at: int) -> bool:
    """Whether the escaped underscore before `at` stands between two words (`rotation\\_std`)."""
    before = source[max(0, at - 6) : at - 1].rstrip("\\")
    return before[-2:].isalpha() and source[at : at + 2].isalpha() and len(before) > 1 and len(source) > at + 1


def split_outside(mark: re.Pattern[str], body: str) -> list[str]:
    """`body` parted at each `mark` that stands in no environment of its own; TooDeepError where these nest on and on."""
    if r"\begin" not in body:
        return mark.split(body)
    if body.count(r"\begin") > _MOST_INSIDE:
        raise TooDeepError
    pieces, start, inside = [], 0, 0
    for match in re.compile(rf"\\(?:begin|end)\b|{mark.pattern}").finditer(body):
        if match[0] in (r"\begin", r"\end"):
            inside += 1 if match[0] == r"\begin" else -1
        elif inside <= 0:
            pieces.append(body[start : match.start()])
            start = match.end()
    return [*pieces, body[start:]]


class Structures(Reader):
    """The half of the formula parser that knows fractions, roots, stacks and arrays."""

    @abstractmethod
    def argument(self, tight: bool = False) -> str:
        """The next group or item on one line."""

    @abstractmethod
    def inner(self, source: str) -> str:
        """Another formula, that stands inside this one, on one line."""

    def script_argument(self) -> str:
        """What a script holds; `10^-3`, `2^10` and `x_max` mean more than the one sign that TeX takes."""
        match = _SLOPPY.match(self.source, self.at)
        if match is None:
            return self.argument(tight=True)
        self.at = match.end()
        return match[0]

    def words(self, raw: str, name: str) -> list[Part]:
        """Upright text: its blanks count, and a formula inside it is read as one."""
        text = re.sub(r"\s+", " ", raw.replace("~", " "))
        plain = _ESCAPED.sub(r"\1", text)
        # Nothing but escapes: `gpt\_4` is a name with a bar, no subscript.
        is_plain = "\\" not in plain and ("$" not in text or plain != text)
        text = plain if is_plain else self.inner(text.replace("$", ""))
        if name.startswith("operatorname"):
            return [Part(text, "op" if text[-1:].isalpha() else "ord")]
        blank = Part(" ", "blank")
        if not text.strip():
            return [blank] if text else []
        inside = [Part(text.strip(), "ord")]
        return [blank] * text.startswith(" ") + inside + [blank] * text.endswith(" ")

    def structure(self, name: str, parts: list[Part]) -> bool:
        """Macros with arguments that are more than a letter style; False where `name` is none."""
        if name in FRACTIONS:
            parts.append(fraction(self.argument(), self.argument()))
        elif name in BINOMIALS:
            parts.append(split(r"\choose", self.argument(), self.argument()))
        elif name == "sqrt":
            degree = self.option()
            parts.append(root(self.argument(), self.inner(degree) if degree else ""))
        elif name in ENCLOSING and self.source.startswith("{", self.at):
            opening, closing = ENCLOSING[name]
            inside = self.argument()
            if name.startswith("inner"):
                inside += ", " + self.argument()
            parts += [Part(opening, "open"), Part(inside, "ord"), Part(closing, "close")]
        elif name in STACKED:
            above = self.argument(tight=True)
            base = self.argument()
            kind = "op" if base.startswith("arg ") else kind_of(base)
            parts.append(Part(base + script(above, STACKED[name])[0], kind))
        elif name in ARROWS:
            below = self.inner(self.option())
            parts.append(scripts(ARROWS[name], below, self.argument(tight=True))._replace(kind="rel"))
        elif name in _MOVES and (moved := _MOVES[name].match(self.source, self.at)):
            self.at = moved.end()
        elif name in ("pmod", "pod"):
            parts.append(Part(f" ({'mod ' if name == 'pmod' else ''}{self.argument()})", "raw"))
        elif name in _VERBATIM:
            return self.verbatim_macro(name, parts)
        else:
            return False
        return True

    def verbatim_macro(self, name: str, parts: list[Part]) -> bool:
        if name == "begin":
            return self.environment(parts)
        mark = self.at
        content = self.verbatim()
        if content is None:
            self.at = mark
            return False
        if name in ("label", "ref", "eqref", "cite"):
            parts.append(Part(f"[{content}]", "ord"))
        elif name == "tag":
            parts.append(Part(f" ({content})", "raw"))
        elif name == "textcolor":
            parts.append(Part(self.argument(), "ord"))
        return True

    def environment(self, parts: list[Part]) -> bool:
        mark = self.at
        name = self.verbatim()
        end = self.end_of(name) if name else -1
        if name is None or end < 0:
            self.at = mark
            return False
        plain = name.rstrip("*")
        if plain in ("array", "tabular"):
            self.option()
            self.verbatim()
        elif plain in ("alignat", "alignedat"):
            self.verbatim()
        body = self.source[self.at : end]
        self.at = end + len(name) + 6
        parts.append(Part(self.rows(body, plain), "ord"))
        return True

    def end_of(self, name: str) -> int:
        """Where the `\\end` stands of the environment whose `\\begin` was just read; -1 where there is none."""
        inside = 0
        for match in re.compile(rf"\\(begin|end)\{{{re.escape(name)}\}}").finditer(
            self.source, self.at, self.at + _LONGEST
        ):
            inside += 1 if match[1] == "begin" else -1
            if inside < 0:
                return match.start()
        return -1

    def rows(self, body: str, name: str) -> str:
        """The cells of a row parted by commas, the rows by semicolons, in the environment's brackets."""
        if self.depth > DEEPEST // 2:
            raise TooDeepError
        rows = [line for row in split_outside(_ROW, body) if (line := self.row(row, name))]
        rows = [row.rstrip(" ,;") if len(rows) > 1 else row for row in rows]
        text = "; ".join(rows)
        if name == "cases":
            return "{ " + text + " }"
        brackets = _BRACKETS.get(name, "  ")
        return (brackets[0] + text + brackets[1]).strip()

    def row(self, row: str, name: str) -> str:
        """One row; an aligned equation is no array, its `&` says only where to align."""
        cells = split_outside(_ALIGNMENT, row)
        if name not in _CELLS:
            return self.inner(" ".join(cells).strip())
        cells = [self.inner(cell.strip()) for cell in cells]
        return ", ".join(cell.strip(" ,") if name == "cases" else cell for cell in cells if cell)
