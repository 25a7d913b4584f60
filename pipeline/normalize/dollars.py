"""Where a formula begins and ends: `$…$`, `$$…$$`, `\\(…\\)`, `\\[…\\]` and environments.

The dollar rule is pandoc's (no blank after the opening one, none before the closing
one, no digit after it), with two tolerances seen in listings: `$ x $` where what is
inside is plainly math, and `$\\sim$30k`. Money stays money.
"""

import re
from collections.abc import Callable

from .formulas import convert_at, formula
from .layout import script
from .masks import hold
from .names import listed

_DELIMITER = re.compile(r"\\[\s\S]|\$\$?|\n\s*\n")
_CLOSING = {"$$": "$$", r"\(": r"\)", r"\[": r"\]"}
_LONGEST = 6000
_ESCAPED_TWICE = re.compile(r"\\\\(?:\((?!\s)([^\n]{1,200}?)\\\\\)|\[([^\n]{1,400}?)\\\\\])")
_BLANK = re.compile(r"(?:\\[,;: ]|~|\\q?quad|\s)+$")
_MOST_NESTED = 4
_STRONG = re.compile(r"\\(?!text|emph|url|href|cite|footnote)[A-Za-z]+|\\[{}|,;!_]|[_^{}]|[^\x00-\x7f\u2010-\u201f]")
_MACRO = re.compile(r"\\(?!text|emph|url|href|cite|footnote|item|ref|verb)[A-Za-z]+")
_OPERATORS = re.compile(r"[-+<>=~*/.,:±×≤≥≈∼|'()\[\]%]+$")
_MONEY = re.compile(r"\d[\d,.]*\s?(?:[kKMBT]|bn|million|billion|trillion|USD|US)?\b")
_PROSE = re.compile(r"[A-Za-z]{2,}[,;:.]?\s|\s[A-Za-z]{2,}")
_WORD = re.compile("[A-Za-z]{3,}$")
# `$L$2` and `$N=$16`, but `$5` is money, and so is what follows `US`.
_LETTER = re.compile(r"[A-Za-z]{1,2}\s?[=<>]?$")
_CURRENCY = re.compile(r"(?<![A-Za-z])(?:US|AU|CA|HK|NZ|SG|CAD|USD)$")
_OPEN_TEXT = re.compile(r"\\(?:text|mbox|hbox|fbox|emph|operatorname|underset|overset|stackrel)[a-z]*\{")
# What begins no formula, but goes on behind a price: `814$. The set {0,1}^n costs 253$`; and what none holds,
# another's delimiter: `$5 for \(k\) or $6`.
_ENDED = re.compile(r"[.,;:!?)\]]\s")
_OTHER = re.compile(r"(?<!\\)\\[(\[]")
_SHORT = 40
_ENVIRONMENT = re.compile(
    r"\\begin\{((?:equation|align|alignat|gather|multline|eqnarray|displaymath|math|flalign|aligned|split|gathered|"
    r"array|cases|[pbvVB]?matrix|smallmatrix)\*?)\}"
)
_WRAPPERS = listed("equation displaymath math gather multline")


def environments(text: str) -> str:
    """`\\begin{equation}…\\end{equation}` and its like, outside of dollars, to Unicode."""
    if r"\begin{" not in text or not _ENVIRONMENT.search(text):
        return text
    out: list[str] = []
    at = seen = marks = 0
    total = _open_marks(text)
    for match in _ENVIRONMENT.finditer(text):
        # An odd number of dollars, or an open `\\[`, before it and behind it (a price alone stands before it
        # only): the math stage reads it with its formula.
        marks += _open_marks(text[seen : match.start()])
        seen = match.start()
        if match.start() < at or (marks % 2 == 1 and (total - marks) % 2 == 1):
            continue
        closing = f"\\end{{{match[1]}}}"
        end = text.find(closing, match.end(), match.end() + _LONGEST)
        if end < 0:
            continue
        if match[1].rstrip("*") in _WRAPPERS:
            made, stop = formula(text[match.end() : end].strip()), end + len(closing)
        else:
            made, stop = convert_at(text, match.start())
        if stop > end:
            out += [text[at : match.start()], " ", hold(made), " "]
            at = stop
    return "".join(out) + text[at:]


def _open_marks(text: str) -> int:
    return text.count("$") - text.count(r"\$") + text.count(r"\[") + text.count(r"\]")


def dollars(text: str, keeps: Callable[[str, str], bool] | None = None) -> str:
    """Each formula between delimiters as one line of Unicode, its characters held from Markdown.

    A formula that `keeps` rejects (source and result) stays as it is.
    """
    if "$" not in text and r"\(" not in text and r"\[" not in text:
        return text
    if (r"\\(" in text and r"\\)" in text) or (r"\\[" in text and r"\\]" in text):
        text = _ESCAPED_TWICE.sub(lambda match: rf"\({match[1]}\)" if match[1] else rf"\[{match[2]}\]", text)
    return _Scanner(text, keeps).convert()


class _Scanner:
    """One walk over the delimiters; every step goes on from where it stopped, so it is linear."""

    def __init__(self, text: str, keeps: Callable[[str, str], bool] | None) -> None:
        self.text, self.keeps = text, keeps
        self.marks = [(match[0], match.start()) for match in _DELIMITER.finditer(text)]
        self.out: list[str] = []
        self.at = 0

    def convert(self) -> str:
        index = 0
        while index < len(self.marks):
            mark, start = self.marks[index]
            if start < self.at:
                # The second half of a `$$` that closed one formula opens the next.
                index = self.inline(index, self.at)
            elif mark == "$" and not self.is_currency(start):
                index = self.inline(index, start)
            elif mark in _CLOSING:
                index = self.paired(index, start, mark)
            else:
                index += 1
        return "".join(self.out) + self.text[self.at :]

    def is_currency(self, start: int) -> bool:
        """`10 US$, 5 US$`: the sign of a currency opens no formula, unless it is one's script (`US$^2$`)."""
        before = self.text[max(0, start - 4) : start]
        return _CURRENCY.search(before) is not None and self.text[start + 1 : start + 2] in ("", *" ,.;:)-/")

    def paired(self, index: int, start: int, mark: str) -> int:
        end = self.find(index + 1, (_CLOSING[mark],), mark)
        if end < 0:
            return index + 1
        content = self.text[start + 2 : self.marks[end][1]]
        if not _is_math(content, mark):
            return index + 1
        self.emit(start, self.marks[end][1] + 2, content, mark != r"\(")
        return end + 1

    def inline(self, index: int, start: int) -> int:
        later = index
        for _ in range(_MOST_NESTED):
            later = self.find(later + 1, ("$", "$$"), "")
            if later < 0:
                return index + 1
            end = self.marks[later][1]
            content = self.text[start + 1 : end]
            # `\text{if $x$}`: a dollar inside of a text's braces does not close.
            if "{" not in content or len(content) > _LONGEST or not _is_open(content):
                break
        if not _is_formula(content, self.text[end + 1 : end + 2]):
            return index + 1
        self.emit(start, end + 1, content, False)
        return later if self.marks[later][0] == "$$" else later + 1

    def find(self, index: int, closing: tuple[str, ...], opening: str) -> int:
        """The next closing mark, or -1 where a new opening or a paragraph comes first."""
        for later in range(index, len(self.marks)):
            mark = self.marks[later][0]
            if mark in closing:
                return later
            if mark == opening or mark[0] == "\n":
                return -1
        return -1

    def emit(self, start: int, end: int, content: str, display: bool) -> None:
        made = _made(content)
        if self.keeps and not self.keeps(content, made):
            return
        made = hold(made)
        if display:
            before, after = self.text[start - 1 : start], self.text[end : end + 1]
            made = " " * before.isalnum() + made + " " * after.isalnum()
        # `\\ours$k$`: the macro's name ends here.
        gap = " " * (made[:1].isalpha() and _MACRO_NAME.search(self.text, max(0, start - 30), start) is not None)
        self.out += [self.text[self.at : start], gap, made]
        self.at = end


_MACRO_NAME = re.compile(r"\\[A-Za-z]+$")
_QUOTED = re.compile(r"\s*(?:''|``)([^'`]+)''\s*$")


def _made(content: str) -> str:
    if quoted := _QUOTED.match(content):
        return f"“{quoted[1]}”"
    return formula(content.strip()) or " " * (_BLANK.match(content) is not None)


def _is_math(content: str, mark: str) -> bool:
    """Whether a bracketed formula is one: `\\[1\\]` and `\\(see below\\)` are Markdown's escapes."""
    inner = content.strip()
    if not inner or len(inner) > _LONGEST:
        return False
    if _STRONG.search(inner):
        return True
    if len(inner) > _SHORT or _PROSE.search(inner) or _WORD.match(inner):
        return False
    return mark != r"\[" or any(char in "=<>+" for char in inner)


def _is_formula(content: str, after: str) -> bool:
    inner = content.strip()
    if not inner or len(content) > _LONGEST or _ENDED.match(content) or _OTHER.search(content):
        return False
    strong = _STRONG.search(inner) is not None
    # Among words only a macro tells a formula from what stands between two prices.
    macro = _MACRO.search(inner) is not None
    prose = _PROSE.search(inner) is not None
    if _MONEY.match(inner) and _is_money(content, after, prose, macro):
        return False
    blank = content[0].isspace() or content[-1].isspace()
    if blank and prose:
        return macro
    if after.isdigit() and not _LETTER.match(content):
        return _OPERATORS.match(inner) is not None or (macro if prose else strong)
    if not blank:
        return True
    return strong or (len(inner) <= _SHORT and content[0].isspace() == content[-1].isspace()) or len(inner) == 1


def _is_open(content: str) -> bool:
    """Whether a text's brace is still open where `content` ends."""
    plain = content.replace(r"\{", "").replace(r"\}", "")
    return plain.count("{") > plain.count("}") and _OPEN_TEXT.search(content) is not None


def _is_money(content: str, after: str, prose: bool, macro: bool) -> bool:
    """Whether a content that begins with a figure runs on as prose, or up to an open bracket."""
    if after.isdigit() and not macro:
        return True
    if content[-1].isspace() and not content[0].isspace() and not macro:
        return True
    if prose:
        return not macro or content[-1].isspace() or content[-1] in "([" or after.isdigit()
    return not macro and content.count("(") > content.count(")")


_BARE = re.compile(r"(?<=[^\s_^{(\[,$\\])([_^])\{([^{}\n]{1,60})\}")
_BARE_OK = re.compile(r"[^\s]*(?:\s?[-+=,<>≤≥∈→×/:|]\s?[^\s]*)*$")


def bare_scripts(text: str) -> str:
    """`x_{i}` and `d^{2}` that stand outside of every formula."""
    if "_{" not in text and "^{" not in text:
        return text
    return _BARE.sub(_bare_script, text)


def _bare_script(match: re.Match[str]) -> str:
    if " " in match[2] and not _BARE_OK.match(match[2]):
        return match[0]
    return hold(script(formula(match[2], tight=True), match[1])[0])
