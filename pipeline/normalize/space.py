"""White space, control characters and the normal form: the first stage and the last.

A line break is a space. Paragraphs, each one line, are parted by a blank line: with a single
line break between them, normalizing a text twice would join them.
"""

import re
import unicodedata

_LOST_BACKSLASH = re.compile(
    "[\t\x07\x08\x0b\x0c\r](?=(?:imes|ilde|heta|au|ext(?:bf|it|tt|sc|rm)?(?=\\{)|o(?=\\\\)|op(?![a-z])|frac|rac|"
    "lpha|pprox|eta|ar(?=\\{)|oldsymbol|arepsilon|arphi|ec(?=\\{)|angle|ight(?=[)|\\]}]))(?![a-z]))"
)
_LETTER_OF = {"\t": "\\t", "\x07": "\\a", "\x08": "\\b", "\x0b": "\\v", "\x0c": "\\f", "\r": "\\r"}
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufff9-\ufffb]+")
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_ENDS_MACRO = re.compile("(\\\\[A-Za-z]+)[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+(?=[A-Za-z])")
# A joiner shapes letters in these scripts and glues emoji; anywhere else it is dirt.
_JOINS = "\u0590-\u08ff\u0900-\u0dff\u0e00-\u109f\u1780-\u18af\u2600-\u27bf\ufe0f\U0001f000-\U0001faff"
_JOINER = re.compile(f"(?<![{_JOINS}])[\u200c\u200d]+|[\u200c\u200d]+(?![{_JOINS}])")
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*")
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")


def repair(text: str) -> str:
    """`\\times` whose backslash a program read as an escape: tab + `imes` is `\\times` again."""
    if text.isprintable():
        return text
    return _LOST_BACKSLASH.sub(lambda match: _LETTER_OF[match[0]], text)


def clean(text: str) -> str:
    """Line ends, control and invisible characters; what remains are words, blanks, newlines."""
    # Line breaks are no dirt, and `isprintable` is the fastest test there is for the rest.
    if not text.replace("\n", "").isprintable():
        text = _CONTROL.sub(" ", _LINE_ENDS.sub("\n", text))
        text = _ENDS_MACRO.sub(r"\1 ", text)
        text = _JOINER.sub("", _INVISIBLE.sub("", text))
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def space(text: str) -> str:
    """One blank between words, one blank line between paragraphs, none at the ends, NFC."""
    text = text.strip()
    if "\n" in text:
        text = "\n\n".join(" ".join(paragraph.split()) for paragraph in _PARAGRAPH.split(text))
    elif "  " in text or not text.isprintable():
        text = " ".join(text.split())
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    return text
