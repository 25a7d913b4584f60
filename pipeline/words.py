"""How words are counted."""

from __future__ import annotations

import re

# Chinese and Japanese set no blanks between words, so each Han or kana character counts as
# one, as word processors count them; Korean does set blanks.
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]|"
    r"[^\s\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)


def count(text: str) -> int:
    """The number of words: runs of characters between blanks, and each Han or kana character."""
    return len(_WORD.findall(text))
