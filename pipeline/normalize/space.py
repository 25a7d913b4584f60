"""White space, control characters and the normal form: the first stage and the last.

A line break is a space (TRAPS.md). A paragraph break is one newline. Read again, that
newline must still mean a paragraph, so the rule looks at the text and not at the
number of newlines: a break ends a paragraph where the line before it is longer than
any hard wrap and ends a sentence, and the next line begins one.
"""

import re
import unicodedata

# No listing wraps lines beyond this; the shortest paragraph in the corpora is longer.
_WRAP = 120
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
_BREAK = re.compile("( ?\n\\s*)")
_BLANK_RUN = re.compile("[^\\S\n]+")
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_SENTENCE_END = re.compile("[.!?:;\u2026][\"'\u2019\u201d)\\]]*$")
_SENTENCE_START = re.compile("[\"'\u2018\u201c(\\[]*[A-Z0-9\u00c0-\u00de\u2022]")


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
    """One blank between words, one newline between paragraphs, none at the ends, NFC."""
    text = text.strip()
    if "  " in text or not text.isprintable():
        text = _BLANK_RUN.sub(" ", text)
    if "\n" in text:
        text = _paragraphs(text)
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    return text


def _paragraphs(text: str) -> str:
    # A lone newline is measured by its own line, which hard wrapping keeps short; a blank
    # line by all that was joined so far. Joining only lengthens, so both hold when read again.
    parts: list[str] = []
    length = 0
    pieces = _BREAK.split(text)
    for line, gap in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
        parts.append(line)
        length += len(line) + 1
        measured = length if gap.count("\n") > 1 else len(line)
        following = pieces[2 * (len(parts) // 2) + 2] if gap else ""
        ends = measured > _WRAP and _SENTENCE_END.search(line[-9:]) and _SENTENCE_START.match(following)
        parts.append("\n" if ends else " ")
        length = 0 if ends else length
    return "".join(parts[:-1])
