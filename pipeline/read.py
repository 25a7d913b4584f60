"""Reading listings: bytes in `raw/` to entries that know where they stand."""

from __future__ import annotations

import contextlib
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from pipeline.formats import bibtex, delimited, html_page, json_lines, json_list, pair, text
from pipeline.formats.entries import Author, Content, Entry, Facts, File, Listing
from pipeline.formats.files import LIMIT, check, decode, describe, names, readable, unchanged
from pipeline.formats.proof import entry_bytes, entry_hashes
from pipeline.formats.unpack import PACKED
from pipeline.problems import Problem, Refused, escaped

__all__ = [
    "FORMATS",
    "LIMIT",
    "Author",
    "Entry",
    "Facts",
    "File",
    "Listing",
    "decode",
    "entry_bytes",
    "entry_hashes",
    "listing",
    "listings",
    "place",
    "warnings",
]

Read = Callable[[Path], "Listing | list[Problem]"]
Apply = Callable[[Read, Sequence[Path]], Iterable["Listing | list[Problem]"]]

# Titles of listings have 3 to 10 words, abstracts 30 and more.
_LONGEST_TITLE = 25
_LONGEST_LIST = 200

FORMATS: dict[str, Callable[[Path, str], Content]] = {
    ".txt": text.read,
    ".json": json_list.read,
    ".jsonl": json_lines.read,
    ".ndjson": json_lines.read,
    ".csv": delimited.read_csv,
    ".tsv": delimited.read_tsv,
    ".html": html_page.read,
    ".htm": html_page.read,
    ".bib": bibtex.read,
}


def listings(folder: Path, limit: int = LIMIT, apply: Apply = map) -> list[Listing]:
    """All listings of a folder, in byte order of their names; limit: see `listing`.

    apply: how to read each file; `map`, or what does the same on other machines that see the folder.
    Refused, with every problem found, where a file is no listing or the folder holds none.
    """
    paths = sorted(_candidates(folder), key=lambda path: path.name.encode("utf-8", "surrogateescape"))
    problems = [*_name_problems(paths), *_same_ids(paths)]
    # The file of a conference's abstracts is read with that of its events.
    read = apply(partial(_read, Path.cwd(), limit), [path for path in paths if not pair.holds_abstracts(path)])
    found = []
    for made in read:
        if isinstance(made, Listing):
            found.append(made)
        else:
            problems += made
    if not paths:
        remedy = f"put one or more files in it: {', '.join(FORMATS)}"
        problems.append(Problem(str(folder), 0, "there is no listing here", remedy))
    if problems:
        raise Refused(problems)
    return found


def _read(folder: Path, limit: int, path: Path) -> Listing | list[Problem]:
    """A listing, or why it is none. folder: where `path` begins, for a worker elsewhere."""
    with contextlib.chdir(folder):
        try:
            return listing(path, limit)
        except Refused as refused:
            return refused.problems


def warnings(found: Sequence[Listing]) -> Iterator[Problem]:
    """What is to be said of listings that can be read.

    That a conference's abstracts are in a file that is not there, that no entry has an abstract or none a title, or
    that a first line taken for the title is long.
    """
    for each in found:
        is_text = names(Path(each.path))[1] == ".txt"
        if is_text and (words := len(each.title.split())) > _LONGEST_TITLE:
            what = f"the first line is the listing's title, and has {words} words, as an abstract has"
            yield Problem(each.path, 1, what, "put a title above it if it is an abstract")
        path = Path(each.path)
        if pair.holds_events(path) and not each.partner and not any(entry.source for entry in each.entries):
            what = f"it gives no abstract, and {pair.expected(path)}, with the abstracts, is not beside it"
            yield Problem(each.path, 0, what, "put that file there")
        elif not is_text:
            yield from _missing(each)


def _missing(found: Listing) -> Iterator[Problem]:
    """That no entry has a title, or none an abstract: the field may only have another name."""
    over = f" (passed over: {', '.join(found.passed_over)[:_LONGEST_LIST]})" if found.passed_over else ""
    for name, given in (
        ("title", [entry.facts.title for entry in found.entries]),
        ("abstract", [entry.source for entry in found.entries]),
    ):
        if not any(given):
            yield Problem(found.path, 0, f"it gives no {name}{over}", f"if a field holds it, name it '{name}'")


def place(entry: Entry, path: str) -> tuple[str, int]:
    """An entry's file and line as a problem names them; a JSON Pointer follows the file, with 0 for the line."""
    return (path, entry.line_start) if entry.line_start else (f"{path}#{entry.locator}", 0)


def _candidates(folder: Path) -> list[Path]:
    """What stands in the folder, but for hidden files and the reference tables."""
    with readable(folder):
        return [path for path in folder.iterdir() if path.name != "reference" and path.name[0] != "."]


def _name_problems(paths: list[Path]) -> Iterator[Problem]:
    for path in paths:
        if escaped(path.name) != path.name:
            yield Problem(str(path), 0, "the file's name holds a control character or is not UTF-8", "rename it")
        elif path.name[0] in "=+-@":
            what = f"the file's name begins with {path.name[0]!r}, which a spreadsheet takes for a formula"
            yield Problem(str(path), 0, what, "rename it")
        elif (listing_id := names(path)[0]).strip() != listing_id or "\\" in listing_id:
            what = "the file's name begins or ends with a blank, or holds a backslash: no reference table can name it"
            yield Problem(str(path), 0, what, "rename it")


def _same_ids(paths: list[Path]) -> Iterator[Problem]:
    groups = defaultdict(list)
    for path in paths:
        groups[unicodedata.normalize("NFC", names(path)[0].casefold())].append(path)
    for same in groups.values():
        for path in same[1:]:
            ids = [names(each)[0] for each in (path, same[0])]
            but = "" if ids[0] == ids[1] else ", but for capitals, which not every system tells apart"
            what = f"the listing id {ids[0]!r} is also that of {same[0].name}{but}"
            yield Problem(str(path), 0, what, "rename one of the two files")


def listing(path: Path, limit: int = LIMIT) -> Listing:
    """Read one listing, in the format that its suffix names. Refused where it is not one.

    limit: how many MiB a file may hold once unpacked.
    """
    listing_id, suffix, _ = names(path)
    if suffix not in FORMATS and not path.is_dir():
        known = f"{', '.join(FORMATS)}, also packed as {' or '.join(PACKED)}"
        remedy = f"convert it to one that is ({known}), or move it out of the folder"
        raise Refused(
            [Problem(str(path), 0, f"the format {suffix or 'of a file without suffix'} is not known", remedy)]
        )
    both = [path, *pair.beside(path)]
    for each in both:
        check(each, limit)
    with unchanged(both):
        content = FORMATS[suffix](path, listing_id)
        file = describe(path, content.encoding)
    title = content.title or listing_id
    return Listing(
        listing_id, file.path, file.name, title, file.encoding, file.bytes, file.sha256,
        tuple(content.entries), content.partner, content.passed_over,
    )  # fmt: skip
