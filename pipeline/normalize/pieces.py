"""A stage in pieces: where the guard finds that it lost something, only the sentence at fault stays as it was."""

import re
from collections.abc import Callable

from .masks import release

_BREAK = re.compile(r"(?<=[.!?;,]) |\n")


def by_sentence(apply: Callable[[str], str]) -> Callable[[str, Callable[[str, str], bool]], str]:
    """`apply` on each sentence by itself, left out where `keeps` rejects (source and result)."""

    def apply_kept(text: str, keeps: Callable[[str, str], bool]) -> str:
        out = []
        for piece in _pieces(text):
            made = apply(piece)
            out.append(made if keeps(release(piece), release(made)) else piece)
        return "".join(out)

    return apply_kept


def _pieces(text: str) -> list[str]:
    """The clauses of a text, none of which ends within braces, a formula or a pair of stars."""
    pieces: list[str] = []
    start = 0
    for match in _BREAK.finditer(text):
        piece = text[start : match.end()]
        if _is_whole(piece):
            pieces.append(piece)
            start = match.end()
    return [*pieces, text[start:]]


def _is_whole(piece: str) -> bool:
    return (
        piece.count("{") == piece.count("}")
        and not any(piece.count(mark) % 2 for mark in "$*`")
        and (piece.count("\\begin") == piece.count("\\end"))
    )
