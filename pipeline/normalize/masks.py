"""Characters held back from the later stages.

What stands in an address, in code or in the result of a formula must not be read
as markup by a later stage. Such a character is held as one of Unicode's
noncharacters (U+FDD0 to U+FDEF), which no text may hold, and released at the end
of the pass, so that a stage stays a pure `str -> str`.
"""

import re

_HELD = "$*_`~^#&[]()-'{}<>\\%\"|!+"
_FIRST = 0xFDD0
_HOLD = {ord(char): chr(_FIRST + index) for index, char in enumerate(_HELD)}
_RELEASE = {chr(_FIRST + index): char for index, char in enumerate(_HELD)}
_MASKED = re.compile("[\ufdd0-\ufdef]")


def hold(text: str) -> str:
    """`text` with every character that could be markup held back."""
    return text.translate(_HOLD)


def release(text: str) -> str:
    """`text` with every held character back in its place."""
    if not _MASKED.search(text):
        return text
    return _MASKED.sub(lambda match: _RELEASE.get(match[0], ""), text)
