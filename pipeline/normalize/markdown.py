"""Markdown as it occurs in abstracts: lists, headings, code, links, emphasis, escapes.

Not a parser's work: CommonMark reads `*p < 0.05` and `a * b` as its grammar says, and an
abstract that mixes LaTeX in breaks its blocks. Every rule needs both ends of a pair.
"""

import re

from .masks import hold, release
from .names import listed

_MARKER = re.compile(r"(?:^|(?<=\n))[ ]{0,6}(?:#{1,6} +|[*+•] +(?=\S)|> +(?=\S)|(?:[-*_] ?){3,}$)", re.MULTILINE)


def blocks(text: str) -> str:
    """Markers at the start of a line: headings and quotes lose theirs, a list's star is a bullet."""
    if "\n" not in text and text[:1] not in "#*>":
        return text
    if not _MARKER.search(text):
        return text
    several = "\n" in text
    return _MARKER.sub(lambda match: _block(match[0], several), text)


def _block(marker: str, several: bool) -> str:
    sign = marker.strip()
    if sign[:1] == "#":
        return ""
    if sign in ("*", "•"):
        return "• " if several else marker
    if not several:
        return marker
    if len(sign) > 2:
        return ""  # a rule
    return "" if sign == ">" else marker


_FENCE = re.compile(r"```+[ \t]*([^`]*?)```+")
_CODE = re.compile(r"(?<![`\\])`(?![\s`])([^`\n]*[^`\s\\])`(?![`\w])|(?<![`\w\\])`(\w)`(?![`\w])")


def code(text: str) -> str:
    """`code` and fenced code: the marks go, and what is inside is held as it is."""
    if "`" not in text:
        return text
    text = _FENCE.sub(lambda match: " " + hold(match[1].strip()) + " ", text) if "```" in text else text
    return _CODE.sub(lambda match: hold(match[1] or match[2]), text)


_DESTINATION = r"\(\s?<?((?:https?:|www\.|mailto:|/|[\w-]+\.[a-z]{2,})[^\s()<>]*)>?(?:\s\"([^\"]{0,100})\")?\s?\)"
_LINK = re.compile(r"(?:(?<!\\)!)?(?<!\\)\[((?:[^\[\]\n]|\[[^\[\]\n]*\]){0,400})\]\s?" + _DESTINATION)
_AUTOLINK = re.compile(r"<((?:https?://|mailto:|www\.)[^\s<>]+)>")


def links(text: str) -> str:
    """`[words](address)` to `words (address)`; one address where both are the same."""
    if "](" in text or "] (" in text:
        text = _LINK.sub(_link, text)
    if "<" in text:
        text = _AUTOLINK.sub(r"\1", text)
    return text


def _link(match: re.Match[str]) -> str:
    words, address, title = match[1].strip(), match[2], match[3]
    shown, plain = release(words).strip("<>*_` "), release(address)
    if not shown or shown.rstrip("/") in (plain.rstrip("/"), plain.split("://")[-1].rstrip("/")):
        return address
    return f"{words} ({address}{', ' + title if title else ''})"


_BOLD_ITALIC = re.compile(r"(?<!\*)\*{3}(?![\s*])([^*\n]+?)(?<!\s)\*{3}(?!\*)")
# `***Long N**ame*`: bold ends before the italics it began with.
_STAGGERED = re.compile(r"(?<!\*)\*{3}(?![\s*])([^*\n]+)(?:\*\*([^*\n]*)\*|\*([^*\n]*)\*\*)(?!\*)")
# `*a **b***`: italics that end in bold.
_ENDING = re.compile(r"(?<![\w*\\])\*(?![\s*])([^*\n]+)\*\*(?![\s*])([^*\n]*[^*\s])\*{3}(?!\*)")
_FOURFOLD = re.compile(r"(?<!\*)\*{4}(?![\s*])([^*\n]*[^*\s])\*{4}(?!\*)")
# A power (`2**11`) opens and closes nothing.
_BOLD = re.compile(r"(?<!\*)\*\*(?!\*)(?!(?<=\d\*\*)\d)((?:[^*\n]|\*(?!\*))+?)\*\*(?!\*(?!\*))(?!(?<=\d\*\*)\d)")
# What may stand before an opening `*` or `_`: a blank or opening punctuation, no sign of a formula.
_OPENS = r"(?<![^\s(\[{\"'“‘«¿~\-‐–—/,.;:!?>…，。、；：！？（「『【《·•$#@&%*_\u3040-\u30ff\u4e00-\u9fff])"
_ITALIC = re.compile(_OPENS + r"(?<!\*)\*(?=[\w“\"‘'(\[$\\{<À-￿])([^*\n]*?[^\s*\\(\[{])\*(?!\*)")
_UNDER_BOLD = re.compile(r"(?<![\w_\\])__(?![\s_])((?:[^_\n]|(?<=\w)_(?=\w))+)(?<![\s\\])__(?![\w_])")
_UNDER = re.compile(_OPENS + r"(?<!_)_(?=[\w“\"‘'(\[$\\])((?:[^_\n]|(?<=\w)_(?=\w))*[^\s_\\(\[])_(?![\w_(\[{^#∗⋆])")
_STRUCK = re.compile(r"(?<![~\w])~~(?![\s~])([^~\n]+)(?<!\s)~~(?!~)")
_DUNDER = listed("init main call new name file repr len iter next enter exit getitem setitem del doc dict")


def emphasis(text: str) -> str:
    """`*x*`, `**x**`, `***x***`, `_x_`, `__x__`, also inside a word; other stars and bars stay."""
    if "*" in text:
        text = _BOLD_ITALIC.sub(r"\1", text)
        if "***" in text:
            text = _FOURFOLD.sub(r"\1", text)
            text = _STAGGERED.sub(lambda match: match[1] + (match[2] or match[3] or ""), text)
            text = _ENDING.sub(r"\1\2", text)
        text = _ITALIC.sub(_italic, text)
        text = _BOLD.sub(_bold, text)
    if "_" in text:
        text = _UNDER_BOLD.sub(lambda match: match[0] if match[1] in _DUNDER else match[1], text)
        text = _UNDER.sub(r"\1", text)
    if "~~" in text:
        text = _STRUCK.sub(r"\1", text)
    return text


def _bold(match: re.Match[str]) -> str:
    content = match[1]
    before = match.string[match.start() - 1 : match.start()]
    if before.isalnum() and (not content.strip()[:1].isalpha() or content[:1].isspace()):
        # `2**3**4`, `x ** 2`: a power.
        return match[0]
    if len(content) == 1 and before.isalnum() and _alone(match):
        return match[0]  # `a**b**c`
    if not any(char.isalnum() or char > "\u00ff" for char in content):
        return match[0]
    return content.strip() if content[:1].isspace() and content[-1:].isspace() and before in ("", " ") else content


def _alone(match: re.Match[str]) -> bool:
    """Whether a single character stands on either side, as in a product, and no word: `c**A**scaded`."""
    text, start, end = match.string, match.start(), match.end()
    return not text[max(0, start - 2) : start - 1].isalnum() and not text[end + 1 : end + 2].isalnum()


def _italic(match: re.Match[str]) -> str:
    after = match.string[match.end() : match.end() + 1]
    # `*S*teered` is emphasis, `*x*y` with anything but letters is not.
    if after.isalnum() and not match[1].isalpha():
        return match[0]
    return match[1]


_ESCAPE = re.compile(r"\\([*_`#+.!>~|^<'\"\[\]()&$-])")


def escapes(text: str) -> str:
    """Markdown's backslash escapes that are none of LaTeX's."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(r"\1", text)
