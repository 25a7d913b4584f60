"""Text as it must stand in a BibTeX field: shown as it is, never run as LaTeX."""

from __future__ import annotations

import re

# Braces as commands, since BibTeX counts braces even behind a backslash.
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    **{character: f"\\{character}" for character in "&%$#_"},
}
_SPECIAL = re.compile(f"[{re.escape(''.join(_ESCAPES))}]")
# Doubled, these become one character in LaTeX: --, ``, '', ,,, <<, >>.
_LIGATURE = re.compile(r"([-`',<>])(?=\1)")


def escape(text: str) -> str:
    """The text for BibTeX and LaTeX; what is not special there, all of Unicode included, stays."""
    return _SPECIAL.sub(lambda match: _ESCAPES[match[0]], _LIGATURE.sub("\\1\x00", text)).replace("\x00", "{}")
