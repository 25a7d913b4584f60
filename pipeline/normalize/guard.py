"""What a stage lost: a reading of both texts that shares no code with the stages.

It knows nothing of grammar. Each text becomes a bag of words, figures and symbols: tags,
formatting macros and delimiters read as nothing, a symbol's macro or entity as the
symbol, letters without case, accents and typographic form.
"""

import html
import re
import unicodedata
from collections import Counter

from .names import ARROWS, FORMATTING, GLUED_STYLES, PLACED
from .symbols import MATH_ONLY, SYMBOLS

_TAG = re.compile(
    r"</?(?:jats:)?(?:p|br|hr|div|span|b|strong|i|em|u|s|strike|del|ins|sub|sup|small|big|tt|code|kbd|samp|var|cite|q|abbr|"
    r"font|a|mark|h[1-6]|ul|ol|li|dl|dt|dd|table|tr|td|th|blockquote|pre|center|title|img|wbr|section|article|italic|bold|"
    r"sc|underline|monospace|roman)(?:\s+[\w:-]+\s?=\s?(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>]+))*\s?/?>",
    re.IGNORECASE,
)
_SETTING = re.compile(
    rf"\\begin\s*\{{(?:{'|'.join(sorted(PLACED))})\}}(?:\[[^\]]{{0,80}}\])?(?:\{{[lcr|@p\d. ]*\}})?|\\(?:begin|end)\s*\{{[^{{}}]*\}}"
    r"|\\m(?:kern|skip)\s?-?[\d.]+\s?mu|\\(?:raise|lower)[-.\d]*(?:ex|em|pt)|\\(?:text|page)?color\s*\{[^{}]*\}|\\colorbox\s*\{[^{}]*\}|\\[vh]space\*?\s*\{[^{}]*\}|\\\\\[\s?-?(?:[\d.]+\s?(?:pt|em|ex|mm|cm|in|mu|pc|bp)|[\d.]*\\[a-z]+skip)\s?\]"
)
_VERBATIM = re.compile(r"\\(?:verb|lstinline)\*?([^\w\s{])([^\n]{0,200}?)\1")
# `cf.\@`, `{\em if\/}`, and the tilde of an address.
_SILENT = re.compile(r"(?<=\.)\\@|\\@(?=\.)|\\/(?![\w\\/])|(?<=/)\$?\\sim\$?(?=\w)")
_AUTOLINK = re.compile(r"<((?:https?|ftp|mailto):[^\s<>]*|www\.[^\s<>]*)>")
_HEADING = re.compile(r"^\s*#{1,6} |^> ", re.MULTILINE)
_ALIGNMENT = re.compile(r"(?<!\\)&(?!(?:amp|lt|gt|quot);)")
_ACCENT_MACRO = re.compile(r"\\(?:[cvHkurdbt](?=\s?\{|\s[A-Za-z])|['`\"^~=.](?=\s?[A-Za-z{\\]))")
_MACRO = re.compile(r"\\([A-Za-z]+)\*?|\\([|%&#@])")
_MOJIBAKE = re.compile(
    "[\u00c2-\u00c5\u00ce\u00cf\u00e2\u00ef\u00f0][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]+"
)
# `[https://a](https://a)` and `\\href{https://a}{a}` hold one address.
_ESCAPED = re.compile(r"\\+([_%&#])")
_TWICE = re.compile(
    r"\[(?:https?://)?([^\[\]\s]+?)/?\]\s?(?=\(<?(?:https?://)?\1/?>?\))"
    r"|\\href\{(?:https?://)?([^{}\s]+?)/?\}\s?(?=\{(?:\\(?:text[a-z]{2}|url|emph|underline|mbox|textcolor\{\w+\})\{){0,3}(?:https?://)?\2/?\})"
)
_JOINED = re.compile(r"[*_`{}$^\\\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+")
_MARKS = re.compile("[\u0300-\u036f\u20d0-\u20ef]+")
_DASH = re.compile("[-\u2010-\u2015\u2212]+")
_ITEM = re.compile("[^\\W\\d_]+|\\d+|[^\\w\\s\x00-\x1f\x7f-\x9f\ufdd0-\ufdef]")
_EATEN = re.compile("([\t\x07\x08\x0b\x0c\r])([a-z]{2,10})")
_EATEN_LETTER = {"\t": "t", "\x07": "a", "\x08": "b", "\x0b": "v", "\x0c": "f", "\r": "r"}
# Delimiters and punctuation that markup is made of, or that typesetting replaces.
_MARKUP = frozenset("$*_`~^\\{}[]()'\"‘’“”«».,;:!?•′″‴´¨|‖∥⁄\ufffc")
_FOLD = {"ı": "i", "ȷ": "j", "°": "∘", "∗": "*", "∛": "3√", "∜": "4√"}
_OTHERS = {**ARROWS, "pmod": "mod", "pod": "", "%": "%", "&": "&", "#": "#", "@": "@", "P": ""}


def lost(before: str, after: str) -> list[str]:
    """The words, figures and symbols of `before` that `after` has fewer of, sorted."""
    if before.split() == after.split():
        return []
    before, after = _window(before, after)
    # Double-encoded letters are no words; what a stage makes of them are, and so is `Å³`.
    wanted, found = _read(_MOJIBAKE.sub("", before) if not before.isascii() else before), _read(after)
    if wanted == found:
        return []
    first, second = Counter(wanted), Counter(found)
    missing = first - second
    if not missing:
        return []
    if _begins_with_heading(wanted, found):
        missing -= Counter(["abstract"])
    return sorted(_unexplained(list(missing.elements()), second - first))


def _window(before: str, after: str) -> tuple[str, str]:
    """Both texts without the words that they share at the start and at the end."""
    start = _shared(before, after)
    start = before.rfind(" ", 0, start) + 1
    # What stands within a line is no heading: `AUC > 0.9`.
    inside = "\ufffc" if before[:start].strip(" ") and before[start - 1] != "\n" else ""
    before, after = inside + before[start:], inside + after[start:]
    end = _shared(before[::-1], after[::-1])
    end = end and len(before) - 1 - before.find(" ", len(before) - end) if " " in before[len(before) - end :] else 0
    return (before[:-end], after[:-end]) if end > 0 else (before, after)


def _shared(left: str, right: str) -> int:
    """Length of the common prefix, by bisection: slices compare in C."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _read(text: str) -> list[str]:
    if "\\" in text:
        text = _ESCAPED.sub(r"\1", text)
    if "(" in text or "}{" in text:
        text = _TWICE.sub("", text)
    if "&" in text:
        text = html.unescape(html.unescape(text))
    if "#" in text or ">" in text:
        text = _HEADING.sub("", text)
    if "<" in text:
        text = _AUTOLINK.sub(r"\1", text)
        text = _TAG.sub(" ", text)
    if not text.isprintable():
        text = _EATEN.sub(_uneaten, text)
    if "\\" in text:
        if "\\begin" in text:
            text = _ALIGNMENT.sub("", text)
        text = _SILENT.sub("", _VERBATIM.sub(r"\2", text))
        text = _ACCENT_MACRO.sub("", _SETTING.sub(" ", text))
        text = _MACRO.sub(lambda match: _named(match[1] or match[2]), text)
    if not text.isascii():
        text = _MARKS.sub("", unicodedata.normalize("NFKD", text))
        for char, plain in _FOLD.items():
            text = text.replace(char, plain)
    text = _DASH.sub("-", _JOINED.sub("", text.casefold()))
    return [item for item in _ITEM.findall(text) if item not in _MARKUP and item != "-"]


def _uneaten(match: re.Match[str]) -> str:
    """A tab and `imes` is what a program made of `\\times`."""
    name = _EATEN_LETTER[match[1]] + match[2]
    return "\\" + name if name in SYMBOLS or name in FORMATTING else match[0]


def _named(name: str) -> str:
    if name in FORMATTING:
        return ""
    for style in GLUED_STYLES:
        if name.startswith(style) and name not in SYMBOLS:
            return name.removeprefix(style)
    if name in _OTHERS:
        return _OTHERS[name]
    symbol = MATH_ONLY.get(name) or SYMBOLS.get(name)
    return symbol if symbol is not None else f" {name} "


def _unexplained(missing: list[str], extra: Counter[str]) -> list[str]:
    """The missing items whose characters the other text's new items do not hold.

    `α x` set as `αx` and `d\\sqrt{mn}` set as `d√(mn)` part and join words; no character goes.
    """
    room = Counter("".join(extra.elements()))
    gone = []
    for item in sorted(missing, key=len, reverse=True):
        needed = Counter(item)
        if needed <= room:
            room -= needed
        else:
            gone.append(item)
    return gone


def _begins_with_heading(wanted: list[str], found: list[str]) -> bool:
    return wanted[:1] == ["abstract"] and wanted.count("abstract") == found.count("abstract") + 1
