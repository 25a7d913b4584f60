"""What every format gives: listings, their entries, and what an entry says of its paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Author:
    """An author as listed; institution: None where the listing gives none."""

    name: str
    institution: str | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What a listing says of a paper beside its abstract, as listed, trimmed; markup still stands.

    decision: `regular`, `spotlight`, `oral` or None. arxiv_id: without version. doi: in lower
    case, as DOIs that differ in case only are one. url: a page of the paper's that is none of
    the others'.
    """

    title: str | None = None
    authors: tuple[Author, ...] = ()
    decision: str | None = None
    topic_area: str | None = None
    topic: str | None = None
    icml_url: str | None = None
    openreview_url: str | None = None
    arxiv_id: str | None = None
    doi: str | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One paper of a listing.

    position, line_start and line_end count from 1. source is its abstract, a line break in the
    file being a line feed; '' where the listing has none. An entry stands on its lines or, in
    JSON, where the JSON Pointer in locator says; what is not told is None. sha256 is that of its
    own bytes: from the first byte of its first line to the last of its last, line end excluded,
    or those of its JSON object, from `{` to `}`; of a conference's pair of files followed by
    those of its abstract, from quotation mark to quotation mark, where the other file has one.
    """

    listing_id: str
    position: int
    line_start: int | None
    line_end: int | None
    sha256: str
    source: str
    locator: str | None = None
    facts: Facts = field(default_factory=Facts)


@dataclass(frozen=True, slots=True)
class File:
    """A file of `raw/` as it stands there: path as the user would name it, name its last part."""

    path: str
    name: str
    encoding: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Listing:
    """One file of `raw/`. path is the file as the user would name it, name its last part.

    encoding is that of the text, unpacked; bytes and sha256 are the file's as it stands.
    partner: the file of abstracts beside it, where a conference's pair of files is the listing.
    passed_over: names of the fields that say nothing of a paper, as the file has them.
    """

    listing_id: str
    path: str
    name: str
    title: str
    encoding: str
    bytes: int
    sha256: str
    entries: tuple[Entry, ...]
    partner: File | None = None
    passed_over: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Content:
    """What a format finds in a file: its title where it has one of its own, its entries, its encoding."""

    title: str | None
    entries: Sequence[Entry]
    encoding: str
    partner: File | None = None
    passed_over: tuple[str, ...] = ()
