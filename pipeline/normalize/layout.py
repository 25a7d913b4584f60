"""How a formula's parts are set on one line: scripts, fractions, roots, accents, blanks.

A part is a text and a kind. The forms are chosen so that they read aloud without doubt
and are plain text when normalized again:
scripts are Unicode where every character has a form (`xᵢ²`, `10⁻³`, `Σᵢ₌₁ⁿ`), else `_`
or `^` before one word or sign (`x_max`, `π_θ`), else before parentheses (`x_(1,2)`,
`T^(1/3)`); a fraction's or root's content is in parentheses where it is more than one
term.
"""

import re
import unicodedata
from typing import NamedTuple

from .reader import EMOJI
from .symbols import BINARY, CLOSERS, NAMED_OPERATORS, OPENERS, RELATIONS, SCRIPT_CHARS, SUBSCRIPTS, SUPERSCRIPTS

# Signs that are raised by themselves; ∘ as a superscript is the degree sign.
_RAISED = {"*": "*", "∗": "∗", "⋆": "⋆", "†": "†", "‡": "‡", "∘": "°", "°": "°", "′": "′", "″": "″", "‴": "‴"}
_LONGEST_SCRIPT = 6
_PAIR = 2
_WORDS = frozenset(["ord", "op", "ragged", "rel"])
_FACTORS = frozenset(["ord", "open", "ragged"])
_GLUED = frozenset(["ord", "open", "ragged", "frac", "op"])
_LIMITS = ("min", "max", "sup", "inf", "lim", "arg")
# Longer runs of small raised or lowered letters are harder to read than `x_max`.
_LETTERS = re.compile("[A-Za-z]{3}")
_SIMPLE_ATOM = re.compile("\\w[\u0300-\u036f\u20d0-\u20dc′″*⋆†]*$|[0-9]+(?:\\.[0-9]+)?$")
_COMPOUND = re.compile("[-+/ ,;|=<>]|[" + re.escape("".join(sorted(RELATIONS | BINARY))) + "]")
_TERM = re.compile("[-+/,;=<>]|[" + re.escape("".join(sorted(RELATIONS | BINARY))) + "]")

_BIG_OPERATORS = frozenset(["lim sup", "lim inf", "mod", *"∑∏∫∮∬∭∐⋃⋂⋁⋀⨁⨂"])


class Part(NamedTuple):
    """One item of a formula: its text and what it is, which decides the blanks around it."""

    text: str
    kind: str  # ord, op, rel, bin, open, close, blank, frac, ragged, raw


def kind_of(text: str) -> str:
    """The kind of a symbol that stands alone."""
    if text in NAMED_OPERATORS or text in _BIG_OPERATORS:
        return "op"
    if text in RELATIONS:
        return "rel"
    if text in BINARY:
        return "bin"
    if text in OPENERS:
        return "open"
    return "close" if text in CLOSERS else "ord"


def script(content: str, sign: str) -> tuple[str, bool]:
    """`content` as a script (`sign` is `_` or `^`), and whether its end is ragged (runs into a letter)."""
    content = content.strip()
    if not content:
        return "", False
    if sign == "^" and all(char in _RAISED for char in content):
        return "".join(_RAISED[char] for char in content), False
    forms = SUBSCRIPTS if sign == "_" else SUPERSCRIPTS
    called = "(" in content and not _is_wrapped(content)
    if (
        len(content) <= _LONGEST_SCRIPT
        and not called
        and not _LETTERS.search(content)
        and all(char in forms for char in content)
    ):
        return "".join(forms[char] for char in content), False
    if _is_word(content):
        return sign + content, True
    return sign + (content if _is_wrapped(content) else f"({content})"), False


def _is_word(content: str) -> bool:
    if len(content) == 1:
        return content not in "()[]{}|‖.,:;"
    # `e^(iθ)`, but `x_max`: a Greek letter among others is a factor.
    return content.isalnum() and content.isascii()


def _is_wrapped(content: str) -> bool:
    """Whether one pair of parentheses encloses all of `content`."""
    if content[0] != "(" or content[-1] != ")":
        return False
    depth = 0
    for char in content[:-1]:
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return False
    return True


def scripts(base: str, sub: str, sup: str) -> Part:
    """`base` with both scripts, the lower one first."""
    if (not sub or not sup) and (sub + sup)[:1] in ("±", "∓") and (not base or base[-1] in "0123456789%"):
        # `91.2_{\\pm 0.3}` sets an error small, it has no index.
        return Part(base + sub + sup, "ord")
    low, low_ragged = script(sub, "_")
    high, high_ragged = script(sup, "^")
    # `x_max²` is `x_max` squared: a power of the script itself stands in parentheses, `x_(k²)`.
    return Part(base + low + high, "ragged" if high_ragged or (low_ragged and not high) else "ord")


def wrap(content: str) -> str:
    """`content` in parentheses unless it already is, or is one atom."""
    if _SIMPLE_ATOM.match(content) or (content and _is_wrapped(content)):
        return content
    return f"({content})"


def is_sum(text: str) -> bool:
    """Whether `text` is more than one term, so that a script or factor beside it needs parentheses."""
    return _TERM.search(_outside(text).lstrip("+-")) is not None


def fraction(top: str, bottom: str) -> Part:
    """`top/bottom`; the top is wrapped where it is a sum, the bottom where it is more than one factor."""
    top, bottom = top.strip(), bottom.strip()
    if _DIFFERENTIAL.match(bottom) and top[:1] == bottom[:1] and not _TERM.search(top):
        return Part(f"{top}/{bottom}", "frac")
    if _TERM.search(_outside(top)):
        top = f"({top})"
    inner = _outside(bottom)
    if _COMPOUND.search(inner) or not (_one_factor(bottom) or _is_call(bottom)):
        bottom = f"({bottom})" if not (bottom and _is_wrapped(bottom)) else bottom
    return Part(f"{top}/{bottom}", "frac")


_DIFFERENTIAL = re.compile("[d∂δ][txyzsuvτθρμ][" + "".join(SCRIPT_CHARS) + "]*$")
_FACTOR = re.compile(
    "[√∂∇Δ]?\\w[\u0300-\u036f\u20d0-\u20dc]*["
    + "".join(SCRIPT_CHARS)
    + "*′″⋆†]*(?:[_^](?:\\w+|\\([^()]*\\)))?$|√?[0-9.]+$"
)
_CALL = re.compile("√?[\\w\u0300-\u036f\u20d0-\u20dc]{0,8}[([⌈⌊]|[|‖][^|‖]*[|‖][" + "".join(SCRIPT_CHARS) + "]*$")


def _one_factor(text: str) -> bool:
    return bool(_FACTOR.match(text)) or not text


def _is_call(text: str) -> bool:
    # `f(x)`, `√(log n)`, `‖x‖`: one pair of brackets, at the end of the text.
    if text[:1] in "|‖":
        return bool(_CALL.match(text))
    return bool(_CALL.match(text)) and not _outside(text)[-1:].isalnum() and text.count("(") <= 1


def _outside(text: str) -> str:
    """What of `text` stands outside of every pair of brackets."""
    out, depth = [], 0
    for bar in "‖|":
        if text.count(bar) == _PAIR:
            before, inside, after = text.split(bar)
            text = f"{before}({inside}){after}"
    for char in text:
        if char in CLOSERS:
            depth = max(0, depth - 1)
        if depth == 0:
            out.append(char)
        if char in OPENERS:
            depth += 1
    return "".join(out)


def root(content: str, degree: str) -> Part:
    """`√T`, `√(2n)`, `∛x`; another degree is a raised figure before the sign."""
    sign = {"": "√", "2": "√", "3": "∛", "4": "∜"}.get(degree)
    if sign is None:
        sign = script(degree, "^")[0] + "√"
    return Part(sign + wrap(content.strip()), "ragged")


_LETTER = re.compile("(?:" + EMOJI + "|.)[\u0300-\u036f\u20d0-\u20dc]*")
_MARKABLE = re.compile("(" + _LETTER.pattern + ")([" + re.escape("".join(SCRIPT_CHARS)) + "]*)$")


def negated(content: str) -> str:
    """A stroke through the first letter, NFC: `\\not=` is ≠; an emoji of several characters is one letter."""
    letter = _LETTER.match(content)
    end = letter.end() if letter else 0
    return unicodedata.normalize("NFC", content[:end] + "\u0338" + content[end:])


def accent(content: str, mark: str) -> Part:
    """A combining mark on one letter, a line over or under each letter, else on a bracket."""
    if match := _MARKABLE.match(content):
        return Part(match[1] + mark + match[2], "ord")
    if mark == "\u0332":
        # A word or figure is underlined to be seen, not to be another one.
        return Part(content, "ord")
    if mark == "\u0305" and content.isalnum():
        return Part("".join(char + mark for char in content), "ord")
    # TeX's \tilde{O(x)} means the O.
    if re.match("[A-Z\U0001d49c-\U0001d4cf]\\(", content):
        return Part(content[0] + mark + content[1:], "close")
    return Part(f"({content}){mark}" if content else "", "close")


def join(parts: list[Part], tight: bool) -> str:
    """The parts on one line; `tight` (in a script) leaves out the blanks around relations."""
    out: list[str] = []
    if sum(part.text[:1] == "‖" for part in parts) == _PAIR:
        parts = _paired(parts)
    parts = [_factor(parts, index) for index in range(len(parts)) if not _is_gap_at_fraction(parts, index)]
    last = len(parts) - 1
    for index, part in enumerate(parts):
        before = parts[index - 1] if index else None
        after = parts[index + 1] if index < last else None
        out.append(_placed(part, before, after, tight))
    return re.sub(" {2,}", " ", "".join(out))


def _paired(parts: list[Part]) -> list[Part]:
    """The bars of one norm as its opening and closing bracket."""
    kinds = iter(("open", "close"))
    return [part._replace(kind=next(kinds)) if part.text[:1] == "‖" else part for part in parts]


def _is_gap_at_fraction(parts: list[Part], index: int) -> bool:
    """The blank of `\\log \\frac{1}{x}`, set as `log(1/x)`, and of `\\frac{1}{n} \\sum`, set as `(1/n) ∑`."""
    if parts[index].kind != "blank" or not 0 < index < len(parts) - 1:
        return False
    return {parts[index - 1].kind, parts[index + 1].kind} == {"op", "frac"}


def _factor(parts: list[Part], index: int) -> Part:
    """`\\frac{1}{2} x` is `(1/2) x`: without parentheses the x would be read as below the line."""
    part = parts[index]
    if part.kind != "frac" or index + 2 >= len(parts) or parts[index + 1].kind != "blank":
        return part
    text = parts[index + 2].text
    is_word = len(text) >= _PAIR and text[:2].isascii() and text[:2].isalpha()
    if parts[index + 2].kind in _FACTORS and not is_word and (text[:1].isalnum() or text[:1] in "(‖√∇"):
        return Part(f"({part.text})", "close")
    return part


def _placed(part: Part, before: Part | None, after: Part | None, tight: bool) -> str:
    text, kind = part
    if kind == "blank":
        return _blank(before, after, tight)
    if kind == "rel" and before and after and not tight and _is_spaced(text):
        # `⊥⊥` is one sign.
        return " " * (before.text != text) + text + " " * (after.text != text)
    if kind == "op":
        apart = before and before.kind in ("ord", "ragged", "close", "frac") and before.text[-1:] not in "/|-+,‖"
        lead = " " if apart else ""
        tail = " " if after and _is_apart(text, after) else ""
        return lead + text + tail
    if kind == "frac":
        return _fraction_placed(text, before, after)
    if kind == "ragged" and after and after.kind in ("ord", "ragged", "frac") and (after.text[:1].isalnum()):
        return text + " "
    return text


def _is_spaced(relation: str) -> bool:
    return relation not in ("=", "<", ">") and (len(relation) == 1 or relation[0] in RELATIONS)


def _is_apart(operator: str, after: Part) -> bool:
    """Whether a blank follows the operator: after `min_(x∈X)` a bracket is no argument, after `log` it is."""
    if after.kind == "frac" or after.kind == "open":
        indexed = operator[-1] == ")" or "_" in operator or not operator.isascii()
        limits = operator.startswith(_LIMITS) and (after.kind == "frac" or indexed)
        return limits or operator[0] in _BIG_OPERATORS or after.text[0] == "‖"
    return after.kind in _WORDS or after.text[:1].isalnum()


def _blank(before: Part | None, after: Part | None, tight: bool) -> str:
    """TeX ignores every blank of a formula; the author's are kept where they part two terms."""
    if (before and before.kind == "open") or (after and after.kind == "close"):
        return ""
    if (
        after
        and after.text == "("
        and before
        and before.kind == "ord"
        and before.text[:1].isalpha()
        and len(before.text) < 3
    ):
        return ""
    if before and before.kind == "op":
        return " " if after is None or after.kind != "open" or _is_apart(before.text, after) else ""
    if after and after.kind == "op":
        return "" if before is None or (before.kind == "rel" and tight) else " "
    return "" if tight else " "


def _fraction_placed(text: str, before: Part | None, after: Part | None) -> str:
    """In parentheses where a neighbour would be read into it."""
    glued = before is not None and before.kind in ("ord", "op", "close", "frac") and before.text[-1:] not in "-+,;:/=|("
    glued = glued or (after is not None and after.kind in _GLUED and after.text[:1] not in ",.;:|)-+/=")
    return f"({text})" if glued else text
