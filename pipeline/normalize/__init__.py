"""An abstract as listed (LaTeX, Markdown, HTML and Unicode in one string) to plain text.

`normalize` is what the build calls, `trace` tells what each stage did. The stages run in
order, over and over until nothing changes: an escape undone may lay bare other markup, and
so the result normalizes to itself. After each stage the guard reads both texts; a stage
that lost a word, a figure or a symbol is undone for that text.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from .addresses import addresses
from .dollars import bare_scripts, dollars, environments
from .guard import lost
from .heading import abstract_heading
from .hypertext import entities, tags
from .latex import macros
from .markdown import blocks, code, emphasis, escapes, links
from .masks import release
from .mojibake import ligatures, mojibake
from .pieces import by_sentence
from .space import clean, repair, space
from .typography import accents, dashes, held_backslashes, quotes, single_quotes, ties

__all__ = ["STAGES", "Stage", "Step", "Trace", "normalize", "normalize_title", "trace"]


class Stage(NamedTuple):
    """A named rule of text; `apply` is pure and returns its argument where it finds no cause.

    Where the guard finds a loss, `piecewise` leaves out only the pieces that lose something.
    """

    name: str
    apply: Callable[[str], str]
    guarded: bool = True
    piecewise: Callable[[str, Callable[[str, str], bool]], str] | None = None


class Step(NamedTuple):
    """What one stage changed: the text before it and after it."""

    stage: str
    before: str
    after: str


@dataclass(frozen=True)
class Trace:
    """How a text was normalized.

    `steps` lead from the source to `text`; `undone` names the stages that the guard undid;
    `leftover` lists markup in `text` that no stage understood.
    """

    text: str
    steps: tuple[Step, ...]
    undone: tuple[str, ...]
    leftover: tuple[str, ...]


STAGES: tuple[Stage, ...] = (
    Stage("repair", repair),  # before `clean` takes the control character for dirt
    # Unguarded, like `space`: they move no word, and the result must have neither control
    # characters nor stray blanks, whatever a macro glued to one reads as without it.
    Stage("clean", clean, guarded=False),
    Stage("mojibake", mojibake),
    Stage("ligatures", ligatures),
    Stage("abstract_heading", abstract_heading),  # while its markup is still there to tell
    Stage("html_tags", tags),
    Stage("html_entities", entities),  # after the tags, so that `&lt;b&gt;` is no tag in this pass
    Stage("addresses", addresses, piecewise=addresses),  # holds every address from here on
    Stage("markdown_blocks", blocks),  # needs the line breaks
    Stage("latex_quotes", quotes),  # before the code spans they look like
    Stage("literal_newlines", held_backslashes),
    Stage("markdown_code", code),
    Stage("single_quotes", single_quotes),
    Stage("accents", accents),
    Stage("ties", ties),
    Stage("environments", environments),
    Stage("math", dollars, piecewise=dollars),
    Stage("macros", macros, piecewise=by_sentence(macros)),
    Stage("bare_scripts", bare_scripts),
    Stage("dashes", dashes),
    Stage("markdown_links", links),
    Stage("emphasis", emphasis, piecewise=by_sentence(emphasis)),
    Stage("markdown_escapes", escapes),
    Stage("space", space, guarded=False),
)
_TITLE_STAGES = tuple(stage for stage in STAGES if stage.name != "abstract_heading")
# Real abstracts are stable after two passes; each level of escaping takes one more.
_PASSES = 12
_LEFTOVER = re.compile(r"\\(?!n\b)(?:[A-Za-z]+|[^\sA-Za-z])|(?<![A-Z0-9])\$(?!\d)|\*\*+(?=[^\W\d])|``+|\]\(http|[_^]\{")
# What makes another pass worth its time: nothing else can be read as markup.
_SUSPECTS = (*"\\$*_`~&<#[{", "--", "''", "> ", "://", "www.", "Abstract", "ABSTRACT")


def normalize(source: str) -> str:
    """`source` as a reader would have typed it: Unicode, NFC, one line a paragraph, blank lines between."""
    return _run(source, STAGES, None, None)


def normalize_title(source: str) -> str:
    """A title by the same stages, but for the one that drops a leading “Abstract”."""
    return _run(source, _TITLE_STAGES, None, None)


def trace(source: str) -> Trace:
    """`normalize(source)` with what each stage did to get there."""
    steps: list[Step] = []
    undone: list[str] = []
    text = _run(source, STAGES, steps, undone)
    return Trace(text, tuple(steps), tuple(dict.fromkeys(undone)), _leftover(text))


def _leftover(text: str) -> tuple[str, ...]:
    """Fragments that look like markup; an address may hold any character."""
    shown = addresses(text)
    found = [match[0] for match in _LEFTOVER.finditer(shown)]
    if shown.count("{") != shown.count("}"):
        found.append("{" if shown.count("{") > shown.count("}") else "}")
    return tuple(found)


def _run(source: str, stages: tuple[Stage, ...], steps: list[Step] | None, undone: list[str] | None) -> str:
    text = source
    for _ in range(_PASSES):
        made = _pass(text, stages, steps, undone)
        if made == text or (made.isascii() and not any(suspect in made for suspect in _SUSPECTS)):
            return made
        text = made
    # Escapes nested deeper than any author's. The text stays as it was, but for white space:
    # that is what the same passes make of it again.
    plain = _plain(source)
    if steps is not None:
        steps[:] = [Step("space", source, plain)]
    return plain


def _pass(text: str, stages: tuple[Stage, ...], steps: list[Step] | None, undone: list[str] | None) -> str:
    shown = text
    for name, apply, guarded, piecewise in stages:
        made = apply(text)
        if made == text:
            continue
        plain = release(made)
        if plain != shown:
            if guarded and lost(shown, plain):
                if undone is not None:
                    undone.append(name)
                if piecewise is None:
                    continue
                made = piecewise(text, _keeps)
                plain = release(made)
                if plain == shown or lost(shown, plain):
                    continue
            if steps is not None:
                steps.append(Step(name, shown, plain))
        text, shown = made, plain
    return shown


def _keeps(before: str, after: str) -> bool:
    return not lost(before, after)


def _plain(source: str) -> str:
    return space(clean(repair(source)))
