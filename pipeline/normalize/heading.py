"""The word “Abstract” before the abstract."""

import re

_MARKED = re.compile(
    r"\s*(?:<p>\s*)?(?:#{1,6}\s+|\*{1,3}|_{1,2}|<(?:b|strong|i|em|h[1-6])>|\\(?:textbf|textit|emph|textsc|section\*?)\{|"
    r"\{\\bf(?:series)?\s)+\s*(?:Abstract|ABSTRACT|abstract)\s*[.:—–-]*\s*"
    r"(?:\*{1,3}|_{1,2}|</(?:b|strong|i|em|h[1-6])>|\}|\n)+\s*[.:—–-]*\s*(?=[^\Wa-z]|[\\$“\"‘'*<(])",
)
_PUNCTUATED = re.compile(
    r"\s*(?:<p>\s*)?(?:Abstract|ABSTRACT)\s?(?:[:.](?=\s|[A-Z“\"‘$\\*])|\s?(?:—|–|---?|-)(?=\s|(?<=[—–-])[A-Z])|\s*\n)\s*(?=\S)"
)
# After these words the heading cannot be the beginning of a phrase ("Abstract Meaning
# Representation", "Abstract reasoning"): they begin a sentence and are no name.
_STARTERS = (
    "We|Our|This|These|Those|The|An|It|Its|They|There|Their|In|On|At|For|To|By|With|From|As|While|Although|Though|"
    "Despite|Given|When|Where|How|What|Why|Can|Is|Are|Do|Does|Recent|Recently|Existing|Many|Most|Several|Since|"
    "Because|Here|However|Current|Traditional|Conventional|Over|Among|Under|Through|Unlike|Such|Both|Each|If|A"
)
_BEFORE_SENTENCE = re.compile(rf"\s*(?:<p>\s*)?(?:Abstract|ABSTRACT)\s+(?=(?:{_STARTERS})(?:\s[a-z$\\]|,\s))")


def abstract_heading(text: str) -> str:
    """A leading “Abstract” that is a heading goes; in doubt it stays, for it may be a word of the text."""
    start = text[:60].lower().find("abstract")
    if start < 0:
        return text
    for pattern in (_MARKED, _PUNCTUATED, _BEFORE_SENTENCE):
        if match := pattern.match(text):
            return text[match.end() :]
    return text
