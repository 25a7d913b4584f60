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
_CAUSE = re.compile(f"[\u00c2-\u00c5\u00ce\u00cf\u00e2\u00f0][{_CONTINUATION}]")
_RUN = re.compile(f"(?:[\u00c2-\u00c5\u00ce\u00cf\u00e2\u00f0][{_CONTINUATION}]{{1,5}})+")
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

    fixed = str(fix_encoding(match[0]))
    if not fixed.endswith("â€"):
        return fixed
    # The last byte is undefined in Windows-1252 and was dropped. Two of those that it can be
    # occur: the hyphen inside a compound (`highâ€order`), and the closing quotation mark.
    inside = match.string[match.end() : match.end() + 1].isalpha() and match.string[match.start() - 1].isalpha()
    return fixed.removesuffix("â€") + ("‐" if inside and match.start() else "”")


def ligatures(text: str) -> str:
    """`ﬁ` and its like as the letters they stand for; other compatibility forms stay."""
    if text.isascii():
        return text
    return _LIGATURE.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
