"""The named checks of `clean/` against the listings in `raw/`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import pandas as pd

from pipeline.checks import Holds, Rule, Tables, values
from pipeline.problems import Problem, Refused
from pipeline.read import decode

_REMEDY = "restore the listing in raw/, or rebuild with `python build.py`"
_LINE_END = re.compile(r"(\r\n|\n|\r)")


@dataclass(frozen=True)
class Listing:
    """A listing's bytes and its text, cut into lines and line ends by turns; codec: that of its lines."""

    data: bytes
    pieces: tuple[str, ...]
    encoding: str
    codec: str

    def text(self, line_start: int, line_end: int) -> str | None:
        """The lines from `line_start` to `line_end`, counted from 1, without the last line's end; None past the end."""
        if not 1 <= line_start <= line_end <= len(self.pieces) // 2 + 1:
            return None
        return "".join(self.pieces[2 * line_start - 2 : 2 * line_end - 1])

    def sha256(self, line_start: int, line_end: int) -> str | None:
        """SHA-256 of the bytes of these lines; None where the file has no such lines."""
        text = self.text(line_start, line_end)
        return None if text is None else hashlib.sha256(text.encode(self.codec)).hexdigest()


def load(raw: Path) -> tuple[dict[str, Listing], list[Problem]]:
    """The listings of a folder by file name, and why those that cannot be read cannot."""
    found: dict[str, Listing] = {}
    problems: list[Problem] = []
    for path in sorted(path for path in raw.iterdir() if path.suffix.lower() == ".txt" and path.name[0] != "."):
        try:
            data = path.read_bytes()
            text, encoding, codec = decode(data, f"raw/{path.name}")
        except Refused as refused:
            problems += refused.problems
        except OSError as error:
            remedy = "make it a readable file, or remove it"
            problems.append(Problem(f"raw/{path.name}", 0, f"cannot be read ({error.strerror})", remedy))
        else:
            found[path.name] = Listing(data, tuple(_LINE_END.split(text)), encoding, codec)
    return found, problems


def unlisted(listings: dict[str, Listing], frame: pd.DataFrame) -> Iterator[Problem]:
    """Files in `raw/` that the table listings leaves out."""
    known = {PurePosixPath(path).name for (path,) in values(frame, "path") if path is not None}
    for name in sorted(listings.keys() - known):
        what = "raw_listing_is_listed: no row of listings names this file"
        yield Problem(f"raw/{name}", 0, what, "rebuild with `python build.py`, or move the file out of raw/")


def rules(listings: dict[str, Listing]) -> tuple[Rule, ...]:
    """The rules that hold the tables to these listings."""
    return (
        Rule("raw_hashes:listings", "listings", "raw/ has no such file, or one of other bytes", _REMEDY,
             ("path", "bytes", "sha256", "encoding"), _listing_matches(listings)),
        Rule("raw_hashes:entries", "entries", "raw/ has other bytes on these lines", _REMEDY,
             ("listing_id", "position", "line_start", "line_end"), _entry_matches(listings), ("listings",)),
        Rule("raw_title", "listings", "the first line of the file that is not blank says otherwise", _REMEDY,
             ("path", "title"), _title_matches(listings)),
        Rule("raw_source", "papers", "abstract_source is not the text of the entry's lines", _REMEDY,
             ("paper_id", "listing_id", "position"), _source_matches(listings), ("listings", "entries")),
    )  # fmt: skip


def _listing_matches(listings: dict[str, Listing]) -> Holds:
    facts = {name: (len(it.data), hashlib.sha256(it.data).hexdigest(), it.encoding) for name, it in listings.items()}
    columns = ("path", "bytes", "sha256", "encoding")
    return lambda frame, _: [
        path is not None and facts.get(PurePosixPath(path).name) == tuple(stated)
        for path, *stated in values(frame, *columns)
    ]


def _title_matches(listings: dict[str, Listing]) -> Holds:
    titles = {name: next((p.strip() for p in it.pieces if p.strip()), None) for name, it in listings.items()}
    return lambda frame, _: [
        path is None or titles.get(PurePosixPath(path).name) == title for path, title in values(frame, "path", "title")
    ]


def _by_id(listings: dict[str, Listing], tables: Tables) -> dict[str, Listing]:
    rows = [(key, PurePosixPath(path or "").name) for key, path in values(tables["listings"], "listing_id", "path")]
    return {key: listings[name] for key, name in rows if name in listings}


def _entry_matches(listings: dict[str, Listing]) -> Holds:
    def holds(frame: pd.DataFrame, tables: Tables) -> list[bool]:
        files = _by_id(listings, tables)
        rows = values(frame, "listing_id", "line_start", "line_end", "sha256")
        return [None in row or (row[0] in files and files[row[0]].sha256(row[1], row[2]) == row[3]) for row in rows]

    return holds


def _source_matches(listings: dict[str, Listing]) -> Holds:
    def holds(frame: pd.DataFrame, tables: Tables) -> list[bool]:
        files = _by_id(listings, tables)
        entries = values(tables["entries"], "listing_id", "position", "line_start", "line_end")
        texts = {
            row[:2]: _LINE_END.sub("\n", files[row[0]].text(row[2], row[3]) or "").strip()
            for row in entries
            if None not in row and row[0] in files
        }
        rows = values(frame, "listing_id", "position", "abstract_source")
        return [None in row or texts.get(row[:2]) == row[2].strip() for row in rows]

    return holds
