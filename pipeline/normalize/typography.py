"""LaTeX's typing of prose: quotes, dashes, ties, accented letters."""

import re
import unicodedata

from .masks import hold

_DOUBLE_OPEN = "``"
_DOUBLE = re.compile(r"(?<!`)``(?!`)([^`]*?)(?:''|(?<!\\)\"\"?|(?<!\s)``(?![`\w])|”)", re.DOTALL)
_DOUBLE_LONE = re.compile(r"(?<!`)``(?=\w)")
_STRAIGHT = re.compile(r"(?<![\w'`“])''(?=[\w\\])([^'`\n]{1,80}?)(?<=\w)''(?![\w'])")
_CLOSE_LONE = re.compile(r"(?:(?<=\w\w)|(?<=[.,;:!?)\]}%]))''(?![\w'])")
_SINGLE = re.compile(r"(?<![`\w\\])`(?=[\w“(\\$])([^`'’\n]{1,120})(?:'|’)(?!\w)")


def quotes(text: str) -> str:
    """``…'' and ``…" to “…”; before the code stage, which would take them for code."""
    if _DOUBLE_OPEN in text:
        text = _DOUBLE.sub(lambda match: "“" + match[1].strip() + "”", text)
        text = _DOUBLE_LONE.sub("“", text)
    if "''" in text:
        text = _STRAIGHT.sub(r"“\1”", text)
        text = _CLOSE_LONE.sub("”", text)
    return text


def single_quotes(text: str) -> str:
    """`…' to ‘…’; after the code stage, so that only lone backticks are left."""
    if "`" not in text:
        return text
    return _SINGLE.sub("‘\\1’", text)


_DASHES = re.compile(r"(?<!-)(?<!<!)(?<!<)(---?)(?![->])")


def dashes(text: str) -> str:
    """`---` to —, `--` to –; a `--flag` and an arrow stay."""
    if "--" not in text:
        return text
    return _DASHES.sub(_dash, text)


def _dash(match: re.Match[str]) -> str:
    if len(match[1]) == 3:
        return "—"
    text, start, end = match.string, match.start(), match.end()
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    if after.isalpha() and (not before or before in " \n([{`'\"“="):
        # ` --aside-- ` has a closing dash nearby, `--flag` has none; nor has `<!--`.
        closed = re.compile(r"[^\s!-]--(?=[\s,;.)]|$)").search(text, end, end + 300)
        return "–" if closed and before == " " else match[0]
    return "–"


_TIE = re.compile(
    r"(?<=\\S)~(?=\d)|(?<=[A-Za-z][A-Za-z.,)\]}$'’:;])~(?=[\w\\$(\[{“‘`\"'])|(?<=[$)\]}.,:;])~(?=[\w\\$(\[{“‘`])"
    # `a~new`, `10~GB`; but `x~Uniform` is a distribution and `5~10` a range.
    r"|(?<=[\s(][aAI])~(?=[A-Za-z]{2})|(?<!~\d)(?<=[\d%])~(?=[^\W\d_])|(?<=\s)~(?=\\(?:[cC]ite|[cC]?ref|eqref))"
)
_RANGE = re.compile(r"(?<=[%$\d])~(?=[\d$])")


def ties(text: str) -> str:
    """LaTeX's `~` between words is a blank; `~10%`, `5~10%` and an address keep theirs."""
    if "~" not in text:
        return text
    kept = {match.start() for match in _RANGE.finditer(text)}
    return _TIE.sub(lambda match: "~" if match.start() in kept and text[match.start() - 1] != "$" else " ", text)


_ACCENT_CAUSE = re.compile(r"\\(?:['`\"^~=.]|[cvHkurd][\s{])")
_ACCENT = re.compile(
    r"(?P<open>\{?)\\(?:(?P<sign>['`\"^~=.])(?:\{\\?(?P<a>[A-Za-z])\}|\\(?P<b>[ij])(?:\s(?=[a-z])|(?![A-Za-z]))|(?P<c>[A-Za-z]))"
    r"|(?P<name>[cvHkurd])(?:\s?\{\\?(?P<d>[A-Za-z])\}|\s(?P<e>[A-Za-z])))(?P<close>\}?)"
)
_MARKS = {"'": "\u0301", "`": "\u0300", '"': "\u0308", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307",
          "c": "\u0327", "v": "\u030c", "H": "\u030b", "k": "\u0328", "u": "\u0306", "r": "\u030a", "d": "\u0323",
          }  # fmt: skip


def accents(text: str) -> str:
    """`\\'e`, `\\"{o}`, `\\c{c}`: one composed letter; where none exists the text stays."""
    if "\\" not in text or not _ACCENT_CAUSE.search(text):
        return text
    return _ACCENT.sub(_accented, text)


def _accented(match: re.Match[str]) -> str:
    letter = match["a"] or match["b"] or match["c"] or match["d"] or match["e"]
    braced = match["a"] or match["d"]
    made = unicodedata.normalize("NFC", letter + _MARKS[match["sign"] or match["name"]])
    if len(made) != 1 or (not braced and _is_quote(match)):
        return match[0]
    if match["open"] and match["close"]:
        return made
    return match["open"] + made + match["close"]


def _is_quote(match: re.Match[str]) -> bool:
    """`it\\'s` and `\\"a word\\"` are a program's escapes of quotation marks, `i\\.e\\.` Markdown's of full stops."""
    text, end = match.string, match.end("c") if match["c"] else match.end()
    if match["sign"] == ".":
        return text.startswith("\\.", end)
    if match["sign"] == "'":
        return match["c"] in ("s", "t") and not text[end : end + 1].isalpha()
    if match["sign"] != '"':
        return False
    before = text[match.start() - 1 : match.start()]
    return not before.isalpha() and re.compile(r'\w[.,;:!?]?\\"').search(text, end, end + 80) is not None


def held_backslashes(text: str) -> str:
    """A literal `\\n` between quotation marks is text about a newline, not a macro."""
    if "\\" not in text or ("\\n" not in text and "\\t" not in text):
        return text
    return _ESCAPED_NEWLINES.sub(lambda match: hold(match[0]), text)


_ESCAPED_NEWLINES = re.compile(r"(?<=['\"“‘`])(?:\\[nrt])+(?=['\"”’`])")
