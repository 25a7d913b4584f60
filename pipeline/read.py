"""Reading listings: bytes in `raw/` to entries that know where they stand."""

from __future__ import annotations

import contextlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from pipeline.formats import bibtex, delimited, html_page, json_lines, json_list, pair, text
from pipeline.formats.entries import Author, Content, Entry, Facts, File, Listing
from pipeline.formats.files import PACKED, decode, describe, names
from pipeline.formats.proof import entry_bytes, entry_hashes
from pipeline.problems import Problem, Refused

__all__ = [
    "FORMATS",
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
]

Read = Callable[[Path], "Listing | list[Problem]"]
Apply = Callable[[Read, Sequence[Path]], Iterable["Listing | list[Problem]"]]

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


def listings(folder: Path, apply: Apply = map) -> list[Listing]:
    """All listings of a folder, in byte order of their names.

    apply: how to read each file; `map`, or what does the same on other machines that see the folder.
    Refused, with every problem found, where a file is no listing or the folder holds none.
    """
    paths = sorted(_candidates(folder), key=lambda path: path.name.encode("utf-8", "surrogateescape"))
    problems = [*_name_problems(paths), *_same_ids(paths)]
    # The file of a conference's abstracts is read with that of its events.
    read = apply(partial(_read, Path.cwd()), [path for path in paths if not pair.holds_abstracts(path)])
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


def _read(folder: Path, path: Path) -> Listing | list[Problem]:
    """A listing, or why it is none. folder: where `path` begins, for a worker elsewhere."""
    with contextlib.chdir(folder):
        try:
            return listing(path)
        except Refused as refused:
            return refused.problems


def place(entry: Entry, path: str) -> tuple[str, int]:
    """An entry's file and line as a problem names them; a JSON Pointer follows the file, with 0 for the line."""
    return (path, entry.line_start) if entry.line_start else (f"{path}#{entry.locator}", 0)


def _candidates(folder: Path) -> Iterator[Path]:
    """What stands in the folder, but for hidden files and the reference tables."""
    return (path for path in folder.iterdir() if path.name != "reference" and path.name[0] != ".")


def _name_problems(paths: list[Path]) -> Iterator[Problem]:
    for path in paths:
        if re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", path.name):
            shown = ascii(str(path))[1:-1]
            yield Problem(shown, 0, "the file's name holds a control character or is not UTF-8", "rename it")


def _same_ids(paths: list[Path]) -> Iterator[Problem]:
    groups = defaultdict(list)
    for path in paths:
        groups[names(path)[0]].append(path)
    for listing_id, same in groups.items():
        for path in same[1:]:
            what = f"the listing id {listing_id!r} is also that of {same[0].name}"
            yield Problem(str(path), 0, what, "rename one of the two files")


def listing(path: Path) -> Listing:
    """Read one listing, in the format that its suffix names. Refused where it is not one."""
    listing_id, suffix, _ = names(path)
    if suffix not in FORMATS:
        known = f"{', '.join(FORMATS)}, also packed as {' or '.join(PACKED)}"
        remedy = f"convert it to one that is ({known}), or move it out of the folder"
        raise Refused(
            [Problem(str(path), 0, f"the format {suffix or 'of a file without suffix'} is not known", remedy)]
        )
    if path.is_dir():
        raise Refused([Problem(str(path), 0, "this is a folder, not a listing", "move it elsewhere")])
    content = FORMATS[suffix](path, listing_id)
    file = describe(path, content.encoding)
    title = content.title or listing_id
    return Listing(
        listing_id, file.path, file.name, title, file.encoding, file.bytes, file.sha256,
        tuple(content.entries), content.partner,
    )  # fmt: skip
