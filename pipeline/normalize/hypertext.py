"""HTML's own tags and entities; anything else in angle brackets is text.

`a < b`, `<think>`, `<image>` and `p<0.05` occur in abstracts as text, so a tag counts only
where it is well formed, its name is on the list, and an inline one has its partner.
"""

import html as _html
import re

from .layout import script
from .masks import hold
from .names import listed

_BLOCKS = listed("p div h1 h2 h3 h4 h5 h6 blockquote ul ol dl table tr section article center pre title")
# Names that no text uses for anything else, so that a partner cut off is not missed.
_LONE = listed("p br hr li div ul ol wbr strong em blockquote h1 h2 h3 h4")
_CELLS = listed("td th dt dd")
_INLINE = listed(
    "b strong i em u strike del ins sub sup small big tt code kbd samp var cite q abbr span font a mark "
    "italic bold sc underline monospace roman"
)
_NAMES = _BLOCKS | _LONE | _CELLS | _INLINE | {"img"}
_TAG = re.compile(
    r"<(/?)(?:jats:)?([A-Za-z][A-Za-z0-9]{0,11})"
    r"((?:\s+[\w:-]{1,40}(?:\s?=\s?(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>=]{1,200}))?){0,8})\s?(/?)>"
)
_SCRIPT = re.compile(r"<su([bp])>([^<>]{1,80})</su\1>", re.IGNORECASE)
# `<s>` and `</s>` by themselves are a language model's tokens.
_STRUCK = re.compile(r"<s>(?=\S)([^<>`${}]{1,200})(?<=\S)</s>", re.IGNORECASE)
_LINK = re.compile(r"<a\s[^<>]*?href\s?=\s?[\"']?([^\"'<>\s]+)[\"']?[^<>]*>([^<>]*)</a>", re.IGNORECASE)
_MACRO_NAME = re.compile(r"\\[A-Za-z]+$")
_ALT = re.compile(r"\balt\s?=\s?[\"']([^\"'<>]*)[\"']", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def tags(text: str) -> str:
    """Tags out, what they set kept: paragraphs, raised and lowered text, links, list items."""
    if "<" not in text or not _TAG.search(text):
        return text
    text = _STRUCK.sub(r"\1", text)
    text = _SCRIPT.sub(lambda match: hold(script(match[2], "_" if match[1].lower() == "b" else "^")[0]), text)
    text = _LINK.sub(_link, text)
    opened: set[str] = set()
    closed: set[str] = set()
    for match in _TAG.finditer(text):
        (closed if match[1] else opened).add(match[2].lower())
    paired = (opened & closed & _NAMES) | _LONE
    return _TAG.sub(lambda match: _replaced(match, paired), text)


def _link(match: re.Match[str]) -> str:
    address, words = match[1], match[2].strip()
    if address.startswith("#") or not words or words.rstrip("/") == address.rstrip("/"):
        return words or (address if not address.startswith("#") else "")
    return f"{words} ({address})"


def _replaced(match: re.Match[str], paired: set[str]) -> str:
    name = match[2].lower()
    if name == "img" and match[3]:
        alt = _ALT.search(match[3])
        return f" {alt[1]} " if alt else " "
    if name not in paired:
        return match[0]
    if name == "li":
        return " " if match[1] else "\n• "
    if name in _BLOCKS:
        return "\n\n"
    # `\\alpha<b>x</b>`: the macro's name ends here.
    ends_name = _MACRO_NAME.search(match.string, max(0, match.start() - 30), match.start())
    return " " if name in _CELLS or name in ("br", "hr") or ends_name else ""


def entities(text: str) -> str:
    """`&lt;`, `&#x27;`, `&mdash;` as the characters they stand for; only with their semicolon."""
    if "&" not in text or ";" not in text:
        return text
    return _ENTITY.sub(lambda match: _html.unescape(match[0]), text)
