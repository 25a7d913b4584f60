"""UTF-8 that was read as Latin-1 or Windows-1252 (`â€™`), and letters glued together (`ﬁ`).

ftfy does the repair, but only on the damaged run: on a whole abstract it would
also straighten curly quotes and touch what is not broken.
"""

import re
import unicodedata

# The lead bytes of the sequences that occur (Â Ã â ð Å Ä Î Ï), followed by what a
# continuation byte becomes in Latin-1 or Windows-1252. Without one there is no cause.
_CONTINUATION = (
    "\u0080-\u00bf\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152"
    "\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178"
)
_CAUSE = re.compile(f"[\u00c2-\u00c5\u00ce\u00cf\u00e2\u00ef\u00f0][{_CONTINUATION}]")
_RUN = re.compile(f"(?:[\u00c2-\u00c5\u00ce\u00cf\u00e2\u00ef\u00f0][{_CONTINUATION}]{{1,5}})+")
_LIGATURE = re.compile("[\ufb00-\ufb06]")


def mojibake(text: str) -> str:
    """Repair each run of double-encoded UTF-8; leave every other character alone."""
    if text.isascii():
        return text
    if _CAUSE.search(text):
        text = _RUN.sub(_repaired, text)
    return text


def _repaired(match: re.Match[str]) -> str:
    # Imported here: ftfy costs 30 ms of start-up, and few abstracts need it.
    from ftfy import fix_encoding

    found = match[0]
    if found[0] == "Å" and not _is_inside(match):
        return found  # `5 Å²` is a unit
    if found == "ï¬" and match.string[match.end() : match.end() + 1].isalpha():
        # The last byte of ﬁ is undefined in Windows-1252 and was dropped.
        return "fi"
    fixed = str(fix_encoding(found))
    if fixed == found and found[0] in "ÎÏ":
        fixed = _decoded(found)
    if not fixed.endswith("â€"):
        return fixed
    # The last byte is undefined in Windows-1252 and was dropped. Two of those that it can be
    # occur: the hyphen inside a compound (`highâ€order`), and the closing quotation mark.
    return fixed.removesuffix("â€") + ("‐" if _is_inside(match, both=True) else "”")


def _is_inside(match: re.Match[str], both: bool = False) -> bool:
    """Whether the run stands in a word: a letter on either side, or on both."""
    text, start, end = match.string, match.start(), match.end()
    sides = (start > 0 and text[start - 1].isalpha(), text[end : end + 1].isalpha())
    return all(sides) if both else any(sides)


def _decoded(found: str) -> str:
    """Greek (`Ï€`), which ftfy leaves in doubt, where all of it is one UTF-8 text; `Å³` is a unit."""
    try:
        return found.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return found


def ligatures(text: str) -> str:
    """`ﬁ` and its like as the letters they stand for; other compatibility forms stay."""
    if text.isascii():
        return text
    return _LIGATURE.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
