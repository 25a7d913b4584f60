"""How a figure is written: numbers in digits and words, signs, ranges and units.

Quantifiers are possessive or bounded, and every pattern is matched at one place, so that no
text makes one slow.
"""

from __future__ import annotations

import re

# fmt: off
_SMALL = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
          "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"]
_TENS = ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred"]
# fmt: on
WORDS = {
    **{word: float(value) for value, word in enumerate(_SMALL, 1)},
    **{word: float(value * 10) for value, word in enumerate(_TENS, 3)},
    "thousand": 1000.0,
    "one hundred": 100.0,
}
_ENDINGS = tuple(WORDS)
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")

# Where a number may begin; what it is, the patterns below tell.
DIGITS = re.compile(r"[0-9]++(?:\.[0-9]++)*+")
_WORD = rf"(?:{'|'.join(sorted(WORDS, key=len, reverse=True))})"
_WORDED = rf"(?:(?:twenty|{'|'.join(_TENS[:-1])})-(?:{'|'.join(_SMALL[:9])})|{_WORD})"
NUMBER = (
    r"(?:10\^\d{1,2}+|10[⁰¹²³⁴-⁹]{1,2}+|\d{1,3}+(?:,\d{3}){1,4}+(?:\.\d++)?+|\d{1,15}+(?!\d)(?:\.\d++)?+|\.\d++|"
    rf"(?i:{_WORDED}(?=\b|fold)))"
)
DASH = r"[–—‒‑~∼～−-]"
_TO = r"(?:-?\s?to[\s-])"
# A sign of multiplication counts where nothing is multiplied: `32×32`, `8 × 10⁴` and `n×d` are no factors.
_FREE = r"(?=[\s.,;:!?)\]}/'\"”’~∼～≈–—-]|[\u3000-\u9fff\uff00-\uffef]|$)(?!\s\d|\s[b-zB-Z]\b)"
# Counted things, and a maker, that follow such an x and are not multiplied.
_COUNTED = r"(?!\s(?:NVIDIA|Nvidia|[AHVBTL]\d{1,3}\b|RTX|GTX|GPUs?\b|TPUs?\b|CPUs?\b|Genomics|Visium|Chromium|Xenium))"
_SHARE = r"[%％](?![A-Za-z0-9])"
UNIT = (
    rf"(?P<percentage_point>\s?{_SHARE}[\s-]points?\b|[\s-](?:absolute\s)?per ?cent(?:age)?[\s-]points?\b"
    r"|\s?(?:p\.p\.|pp\b|PP\b)|\sabsolute(?:\sper ?cent(?:age)?)?[\s-]points?\b|\s?个?百分点)"
    rf"|(?P<percent>\s?{_SHARE}|[\s-]per ?cents?\b)"
    rf"|(?P<multiplier>(?:\s?[×✕✖]{_FREE}|[xX]{_FREE}(?!\w|\s?[+=<>≤≥*^])|\sx(?=\s[a-z]{{2}}|[.,;)])){_COUNTED}|\s?倍)"
    r"|(?P<fold>[\s-]?fold\b)|(?P<times>[\s-]times\b)"
    r"|(?P<point>[\s-](?:(?:(?=[a-z@]{0,9}[A-Z\d])[\w@.-]{1,20}+|accuracy|absolute|score|relative|average|success|rate|additional|"
    r"perplexity|quality|overall|mean|full)\s){0,3}(?:points?|pts)\b)"
)
_OWN = rf"(?:\s?{_SHARE}|\s?[×xX]|[\s-]per ?cent|-?fold)?"
_DEVIATION = rf"(?:\s?±\s?{NUMBER}\)?)?"


def _figure(separator: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?P<low>{NUMBER})(?:(?P<own>{_OWN}){separator}[+−]?[x×]?(?P<high>{NUMBER}))?{_DEVIATION}\+?(?:{UNIT})"
    )


FIGURE = _figure(rf"(?P<separator>\s?{DASH}\s?|{_TO})")
# After `between`, the word that makes two figures of it elsewhere makes one.
BETWEEN = _figure(r"(?P<separator>\sand\s)")
# `×3`, `x5–x10`: the sign first.
LEADING = re.compile(
    rf"[xX×]\s?(?P<low>{NUMBER})(?:\s?(?:{DASH}|to)\s?[xX×]?\s?(?P<high>{NUMBER}))?(?![\w%]|\s?[×xX]\s?\d|\.\d)"
)
BARE = re.compile(rf"(?P<low>{NUMBER})(?:(?:\s?{DASH}\s?|\sto\s)(?P<high>{NUMBER}))?(?![\w%^×°]|\.\d|\s?%)")
# A written-out number, or a range of them, before one of the words that may follow one.
ANCHORS = ("fold", "times", "percent", "per cent", "point")
_WORDED_BEFORE = re.compile(rf"(?i)(?<![\w-])(?:{_WORDED}(?:-?\sto\s|{DASH}))?{_WORDED}[\s-]?$")
# The rest of a list up to its last number: `, 2.1, and `, `/2.1/`.
LIST_AHEAD = re.compile(rf"(?:(?:,\s{NUMBER}){{0,4}}+,?\s(?:and|or)\s|(?:/{NUMBER}(?=/)){{0,4}}+/)(?={NUMBER})")


def value(number: str) -> float:
    """The value of what NUMBER matched."""
    if number[:2] == "10" and len(number) > 2 and number[2] in "^⁰¹²³⁴⁵⁶⁷⁸⁹":
        return float(10 ** int(number[2:].lstrip("^").translate(_SUPERSCRIPT)))
    word = number.lower()
    if word[0].isalpha():
        tens, _, ones = word.partition("-")
        return WORDS[tens] + (WORDS[ones] if ones else 0.0)
    return float(number.replace(",", ""))


def worded(before: str) -> int | None:
    """Where the written-out number begins that ends `before`, if one does."""
    if not before.rstrip(" -").lower().endswith(_ENDINGS):
        return None
    match = _WORDED_BEFORE.search(before)
    return match.start() if match else None
