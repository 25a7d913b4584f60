"""Listings in BibTeX, with `abstract` fields."""

from __future__ import annotations

import logging
import re
from pathlib import Path

from bibtexparser.library import Library
from bibtexparser.middlewares.parsestack import default_parse_stack
from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry, ParsingFailedBlock
from bibtexparser.splitter import Splitter

from pipeline.formats import people
from pipeline.formats.builder import Builder
from pipeline.formats.entries import Content
from pipeline.formats.files import LINE_END, open_text
from pipeline.formats.lines import Lines

# It logs what is a problem here.
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())
_AND = re.compile(r"\s+and\s+")
_NO_PAPERS = ("proceedings", "collection", "mvproceedings")


def read(path: Path, listing_id: str) -> Content:
    """Read a listing in BibTeX. Refused where it is not one."""
    text = open_text(path)
    whole = text.read()
    builder, lines = Builder(path, listing_id, "entry"), Lines(whole, text.codec)
    for block in _parsed(LINE_END.sub("\n", whole)).blocks:
        # Its lines count from 0.
        start = (block.start_line or 0) + 1
        if isinstance(block, ParsingFailedBlock):
            builder.fault(start, *_fault(block))
        elif isinstance(block, Entry) and block.entry_type.lower() not in _NO_PAPERS:
            end = start + (block.raw or "").rstrip("\n").count("\n")
            builder.add(_fields(block), lines.bytes(start, end) or b"", (start, end))
    return Content(None, builder.done(), text.encoding, passed_over=builder.passed_over)


def _parsed(text: str) -> Library:
    """The blocks of a file. Two papers may have one key here: nothing is cited from a listing."""
    library = Splitter(text).split()
    for number, block in enumerate(library.blocks):
        if isinstance(block, DuplicateBlockKeyBlock) and isinstance(entry := block.ignore_error_block, Entry):
            entry.key += f" {number}"
            library.replace(block, entry)
    for step in default_parse_stack():
        library = step.transform(library)
    return library


def _fields(entry: Entry) -> dict[str, object]:
    fields: dict[str, object] = {field.key.lower(): str(field.value) for field in entry.fields}
    if authors := fields.get("author"):
        names = people.parted(" ".join(str(authors).split()), _AND)
        fields["author"] = [name for name in names if name != "others"]
    return fields


def _fault(block: ParsingFailedBlock) -> tuple[str, str]:
    if isinstance(block, DuplicateFieldKeyBlock):
        return f"a field stands twice in one entry: {', '.join(sorted(block.duplicate_keys))}", "leave one of them"
    why = getattr(block.error, "abort_reason", None) or str(block.error)
    return f"is not BibTeX ({' '.join(why.split()).rstrip('.')})", "close each brace and quotation mark"
