"""Undecided pairs before a person: in the terminal, one after the other, or as a page.

shown = {entry.sha256: Shown(entry.text, entry.title, entry.authors, "listing:12") for entry in entries}
review(pairs, shown, terminal(), path, reviewer="ada", date="2026-11-30")
"""

from __future__ import annotations

import csv
import html
import io
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Literal, NamedTuple

from filelock import FileLock
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.dedupe import Decision, Pair

COLUMNS = ("left_sha256", "right_sha256", "verdict", "reason", "reviewer", "date")


@dataclass(frozen=True)
class Shown:
    """What is shown of an entry: its normalized text, and where known its title, authors and place in raw/."""

    text: str
    title: str | None = None
    authors: Sequence[str] = ()
    place: str = ""


class Piece(NamedTuple):
    """Words that stand in both texts (then left is right), or what one has in place of the other's."""

    left: str
    right: str


class Answer(NamedTuple):
    """What a person says of a pair, and why, in the person's words."""

    verdict: Literal["duplicate", "distinct", "skip", "quit"]
    reason: str = ""


Ask = Callable[[Pair, Shown, Shown], Answer]


def undecided(pairs: Iterable[Pair]) -> list[Pair]:
    """The pairs to be decided, most alike first."""
    return sorted((p for p in pairs if p.verdict == "undecided"), key=_most_alike)


def _most_alike(pair: Pair) -> tuple[float, str, str]:
    return -(pair.similarity or 0), pair.left_sha256, pair.right_sha256


def differences(left: str, right: str) -> list[Piece]:
    """Two texts word by word, with the blanks that follow; the pieces put together are the texts."""
    ours, theirs = (re.findall(r"\s*\S+\s*|\s+", text) for text in (left, right))
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    return [Piece("".join(ours[a:b]), "".join(theirs[c:d])) for _, a, b, c, d in matcher.get_opcodes()]


def review(
    pairs: Iterable[Pair], shown: Mapping[str, Shown], ask: Ask, path: Path, *, reviewer: str, date: str
) -> list[Decision]:
    """Ask about one undecided pair after the other and append each answer to `path` (decisions.csv) at once.

    Returns what was decided. Stops where the answer is "quit"; what was answered before stays.
    """
    decided = []
    for pair in undecided(pairs):
        verdict, reason = ask(pair, shown[pair.left_sha256], shown[pair.right_sha256])
        if verdict == "quit":
            break
        if verdict != "skip":
            decision = Decision(pair.left_sha256, pair.right_sha256, verdict, reason, reviewer, date)
            append(path, decision)
            decided.append(decision)
    return decided


def append(path: Path, decision: Decision) -> None:
    """Add one row to decisions.csv, with the header where there is none; no line that stands is touched.

    One write at the end of the file under a lock, so that two people may review at once.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(path.with_name(f".{path.name}.lock")), path.open("ab+") as file:
        end = file.seek(0, os.SEEK_END)
        start = "" if end else _line(COLUMNS)
        if end:
            file.seek(-1, os.SEEK_END)
            start = "" if file.read(1) == b"\n" else "\n"
        cells = [" ".join(str(getattr(decision, column)).split()) for column in COLUMNS]
        file.write((start + _line(cells)).encode("utf-8"))


def _line(cells: Sequence[str]) -> str:
    buffer = io.StringIO(newline="")
    csv.writer(buffer, lineterminator="\n").writerow(cells)
    return buffer.getvalue()


def terminal(console: Console | None = None, read: Callable[[str], str] = input) -> Ask:
    """Shows a pair side by side, words that differ marked, and reads the answer from the keyboard."""
    console = console or Console()
    answers: dict[str, Literal["duplicate", "distinct", "skip", "quit"]] = {
        "d": "duplicate", "n": "distinct", "s": "skip", "q": "quit",
    }  # fmt: skip

    def ask(pair: Pair, left: Shown, right: Shown) -> Answer:
        console.print(side_by_side(pair, left, right))
        while True:
            try:
                said = read("one paper? [d]uplicate, [n]ot the same, [s]kip, [q]uit: ").strip().casefold()
            except EOFError:
                return Answer("quit")
            verdict = answers.get(said[:1])
            if verdict is None:
                continue
            if verdict in ("skip", "quit"):
                return Answer(verdict)
            return Answer(verdict, read("why (may stay empty): ").strip() or "read side by side")

    return ask


def side_by_side(pair: Pair, left: Shown, right: Shown) -> Table:
    """Two entries in two columns; what only one of them has is underlined, too, for terminals without colours."""
    table = Table(title=Text(f"{pair.basis}: {pair.reason}"), expand=True, show_lines=True, title_justify="left")
    for side in ((pair.left_sha256, left), (pair.right_sha256, right)):
        table.add_column(Text(f"{side[1].place} {side[0][:12]}".strip()), ratio=1, overflow="fold")
    texts = [(left.title or "", right.title or ""), ("; ".join(left.authors), "; ".join(right.authors))]
    for ours, theirs in [*(row for row in texts if any(row)), (left.text, right.text)]:
        pieces = differences(ours, theirs)
        cells = Text(), Text()
        for piece in pieces:
            same = piece.left == piece.right
            cells[0].append(piece.left, None if same else "bold red underline")
            cells[1].append(piece.right, None if same else "bold green underline")
        table.add_row(*cells)
    return table


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Pairs to decide: {count}</title>
<style>
:root {{ color-scheme: light dark }}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 80rem; margin: 2rem auto; padding: 0 1rem }}
.sides {{ display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem }}
@media (max-width: 45rem) {{ .sides {{ grid-template-columns: 1fr }} }}
del, ins {{ text-decoration-thickness: 2px }}
del {{ background: #d3312f30; text-decoration-line: underline }}
ins {{ background: #1a8f3c30 }}
code {{ overflow-wrap: anywhere }}
section {{ border-top: 1px solid #8888; padding: 1rem 0 }}
.text {{ white-space: pre-wrap; overflow-wrap: anywhere }}
</style>
</head>
<body>
<h1>Pairs to decide: {count}</h1>
<p>What only the left text has is marked <del>so</del>, what only the right one has <ins>so</ins>. Add the row with your
verdict (<code>duplicate</code> or <code>distinct</code>), reason, name and date to <code>raw/reference/decisions.csv</code>
and build again, or run <code>python build.py --review</code>.</p>
{sections}
</body>
</html>
"""


def review_html(pairs: Iterable[Pair], shown: Mapping[str, Shown]) -> str:
    """The undecided pairs as one page that loads nothing; every text escaped."""
    some = undecided(pairs)
    sections = [_section(n, p, shown[p.left_sha256], shown[p.right_sha256]) for n, p in enumerate(some, 1)]
    return _PAGE.format(count=len(some), sections="\n".join(sections))


def _section(number: int, pair: Pair, left: Shown, right: Shown) -> str:
    sides = "\n".join(_side(side, left, right) for side in (0, 1))
    alike = "no texts to compare" if pair.similarity is None else f"similarity {pair.similarity:.2f}"
    return (
        f'<section id="pair-{number}">\n<h2>{number}. {pair.basis}, {alike}</h2>\n<p>{html.escape(pair.reason)}</p>\n'
        f'<div class="sides">\n{sides}\n</div>\n'
        f"<p><code>{pair.left_sha256},{pair.right_sha256},…,…,…,…</code></p>\n</section>"
    )


def _side(side: int, left: Shown, right: Shown) -> str:
    entry = (left, right)[side]
    title = _marked(side, left.title or "", right.title or "") or "(no title)"
    authors = _marked(side, "; ".join(left.authors), "; ".join(right.authors))
    text = _marked(side, left.text, right.text) or "(no text)"
    place = html.escape(entry.place)
    return f'<div>\n<h3>{title}</h3>\n<p>{authors} {place}</p>\n<p class="text">{text}</p>\n</div>'


def _marked(side: int, left: str, right: str) -> str:
    tag = ("del", "ins")[side]
    found = []
    for piece in differences(left, right):
        words = html.escape(piece[side])
        found.append(words if piece.left == piece.right or not words else f"<{tag}>{words}</{tag}>")
    return "".join(found)
