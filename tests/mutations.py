"""Every way a table can break: a name, and what does it to a copy of a package folder.

The figures in the descriptor are stamped anew after each, as a careful forger or a faulty
build would, so that a hash gives nothing away; those in STALE are about the figures.
"""

from __future__ import annotations

import unicodedata

from tests.damage import (
    Damage,
    add,
    another_letter,
    another_place,
    correction,
    current_row,
    duplicate_first,
    duplicate_link,
    first_line,
    first_listing,
    first_where,
    folder_for_file,
    in_bytes,
    in_cell,
    in_descriptor,
    in_rows,
    last_cell,
    lead_elsewhere,
    misses,
    nfd_twin,
    only_pair,
    put,
    put_file,
    raw_byte,
    reorder,
    swap_entries,
    swap_names,
    swap_ranks,
    table_path,
    together,
    twice,
    unflagged,
)

KEYS: dict[str, Damage] = {
    "a dangling key": put("links", "paper_id", "0123456789ab"),
    "a dangling key of two columns": put("papers", "position", "999"),
    "a dangling key that may be empty": put("identifiers", "current_paper_id", "0123456789ab"),
    "a duplicate primary key": in_rows("authors", duplicate_first),
    "a duplicate in a unique column": in_rows(
        "identifiers", lambda rows: rows[1].update(fingerprint=rows[0]["fingerprint"])
    ),
    "a violated unique key": in_rows("links", duplicate_link),
    "keys that differ in Unicode form only": in_rows("listings", nfd_twin),
    "an empty primary key": put("papers", "paper_id", ""),
    "rows out of order": in_rows("identifiers", lambda rows: rows.reverse()),
    "a position left out": in_rows("authors", lambda rows: rows[0].update(position="9")),
    "a row left out of entries": in_rows("entries", lambda rows: rows.pop(0)),
    "a row left out of papers": in_rows("papers", lambda rows: rows.pop(0)),
    "a row left out of links": in_rows("links", lambda rows: rows.pop()),
    **{
        f"a row left out of {table}": in_rows(table, lambda rows: rows.pop())
        for table in ("contributions", "quantities", "related", "edits")
    },
    "a place in the order of edits left out": in_rows("edits", lambda rows: rows[0].update(seq="99")),
    "an edit of an unknown entry": in_rows("edits", lambda rows: rows[0].update(position="999")),
    "a related paper that does not exist": put("related", "related_paper_id", "0123456789ab"),
    "a related paper twice": in_rows(
        "related", lambda rows: rows[1].update(related_paper_id=rows[0]["related_paper_id"])
    ),
    "a contribution's name twice": in_rows("contributions", twice),
    "a pair of an unknown entry": only_pair(lambda one, two: ("0" * 64, two), "undecided"),
    "a row left out of identifiers": in_rows("identifiers", lambda rows: rows.remove(current_row(rows))),
}

CELLS: dict[str, Damage] = {
    "`NA` for null in a number": in_rows("entries", first_where("status", "kept", similarity="NA")),
    "`NA` for null in a text with a pattern": in_rows("papers", first_where("paper_id", "*", arxiv_id="NA")),
    "`NA` for null in any text": in_rows("papers", first_where("paper_id", "*", topic="NA")),
    "`NaN` for a number": put("entries", "similarity", "NaN"),
    "a word for an integer": put("papers", "words", "many"),
    "a decimal point in an integer": in_cell("papers", "words", lambda text: text + ".0"),
    "an underscore in an integer": in_cell("listings", "bytes", lambda text: text[0] + "_" + text[1:]),
    "a blank before an integer": in_cell("papers", "words", lambda text: " " + text),
    "a year of two digits": put("listings", "year", "26"),
    "an unknown enum value": put("entries", "status", "lost"),
    "an unknown unit": put("quantities", "unit", "dB"),
    "a word for a number": put("quantities", "value_min", "twelve"),
    "a comma in a number": put("quantities", "value_max", "12,9"),
    "a rank above five": put("related", "rank", "6", 4),
    "a locator that is no JSON Pointer": in_rows("entries", lambda rows: rows[0].update(locator="results/1")),
    "JSON that is no array of terms": put("related", "shared_terms", "navigation"),
    "an enum value in capitals": put("links", "kind", "Code"),
    "a pattern violated": in_cell("entries", "sha256", str.upper),
    "a pattern violated at the end only": in_cell("identifiers", "fingerprint", lambda text: text + "\n"),
    "below the minimum": put("papers", "entries", "0"),
    "above the maximum": put("entries", "similarity", "1.5"),
    "an empty required cell": put("authors", "name", ""),
    "an address with a blank": put("links", "url", "https://a b"),
    "broken JSON": put("papers", "flags", "[split_word]"),
    "a JSON object for an array": put("papers", "flags", "{}"),
    "an unknown flag": put("papers", "flags", '["odd"]'),
    "a flag twice": put("papers", "flags", '["truncated", "truncated"]'),
    "text that is not NFC": in_cell("authors", "name", lambda text: unicodedata.normalize("NFD", text + "é")),
}

CONTENT: dict[str, Damage] = {
    "an offset that misses": misses("links"),
    "an offset that misses in contributions": misses("contributions"),
    "an offset that misses in quantities": misses("quantities"),
    "an offset counted from 1": add("links", "start"),
    "a name that stands elsewhere in the text": in_cell("contributions", "name", str.swapcase),
    "a method called a study": in_rows("contributions", first_where("kind", "method", kind="study")),
    "a component called primary": in_rows("contributions", first_where("role", "component", role="primary")),
    "a least value above the greatest": put("quantities", "value_min", "99999"),
    "a figure with another value than its text": together(
        put("quantities", "value_min", "77"), put("quantities", "value_max", "77")
    ),
    "a figure with another unit than its text": in_rows("quantities", first_where("unit", "percent", unit="point")),
    "an edit that finds nothing to replace": put("edits", "before", "nowhere"),
    "an edit that puts in something else": in_cell("edits", "after", lambda text: text + "x"),
    "an edit in another place": add("edits", "start"),
    "an edit that changes nothing": in_rows("edits", lambda rows: rows[0].update(before=rows[0]["after"])),
    "an edit of another stage": in_cell("edits", "stage", lambda text: "math" if text != "math" else "space"),
    "a related paper that is itself": in_rows(
        "related", lambda rows: rows[0].update(related_paper_id=rows[0]["paper_id"])
    ),
    "ranks out of order": in_rows("related", swap_ranks),
    "a similarity that the texts do not have": put("related", "similarity", "0.99"),
    "a shared term that is none": put("related", "shared_terms", '["cats"]'),
    "a pair whose verdict the entries contradict": only_pair(lambda one, two: (one, two), "duplicate"),
    "a pair with left and right swapped": only_pair(lambda one, two: (two, one), "undecided"),
    "a pair of an entry with itself": only_pair(lambda one, two: (one, one), "undecided"),
    "a pair that nobody found": only_pair(lambda one, two: (one, two), "undecided"),
    "an entry with lines and a locator": in_rows("entries", lambda rows: rows[0].update(locator="/0")),
    "an entry without a place": in_rows("entries", lambda rows: rows[0].update(line_start="", line_end="")),
    "an entry with a locator in a file of lines": in_rows("entries", another_place),
    "a missing abstract not flagged": unflagged,
    "an abstract flagged as missing": put("papers", "flags", '["no_abstract"]'),
    "a file of abstracts without its hash": in_rows("listings", lambda rows: rows[0].update(partner_path="raw/x.json")),
    "a correction that the tables do not have": correction("{key},kind,{kind},study"),
    "a correction that fits no row": correction("{key},kind,odd,study"),
    "a host of another address": put("links", "host", "example.org"),
    "a count that does not add up": add("listings", "entries"),
    "counts that add up but are wrong": together(add("listings", "entries"), add("listings", "kept")),
    "a count of entries that is wrong": add("papers", "entries"),
    "a word count that is wrong": add("papers", "words"),
    "two papers' entries swapped": in_rows("papers", swap_entries),
    "a merged entry without a reason": in_rows("entries", first_where("status", "merged", reason="")),
    "a rejected entry with a paper": in_rows("entries", first_where("status", "kept", status="rejected")),
    "a kept entry called exact": in_rows("entries", first_where("status", "kept", match="exact")),
    "an exact match not wholly alike": put("entries", "similarity", "0.9"),
    "line spans that overlap": in_cell("entries", "line_start", lambda text: "3", 1),
    "a line span that ends before it starts": put("entries", "line_end", "2"),
    "an entry's hash of other bytes": put("entries", "sha256", "0" * 64),
    "a listing's hash of other bytes": put("listings", "sha256", "0" * 64),
    "a listing's title changed": in_cell("listings", "title", lambda text: text + "!"),
    "a listing's year that its title does not say": put("listings", "year", "2025"),
    "a fingerprint that the register does not have": put("identifiers", "fingerprint", "0" * 64),
    "a listing's id that is not its file's name": in_cell(
        "listings", "path", lambda text: text.replace(".txt", "x.txt")
    ),
    "an id that leads to another paper": in_rows("identifiers", lead_elsewhere),
    "a letter changed in an abstract": in_cell("papers", "abstract", another_letter),
    "a letter changed in an abstract as listed": in_cell("papers", "abstract_source", another_letter),
    "a letter changed in a title": in_rows("papers", first_where("title", "*", title="Another title")),
    "two authors swapped": in_rows("authors", swap_names),
    "a title without its source": in_rows("papers", first_where("title", "*", title_source="")),
    "a topic without its area": in_rows("papers", first_where("paper_id", "*", topic_area="", topic="Robotics")),
    "a flag that the text belies": put("papers", "flags", '["replacement_character"]'),
    "a raw byte changed": raw_byte,
    "a raw listing gone": lambda folder: first_listing(folder).unlink(),
    "a raw listing that no row names": put_file("raw/zzz.txt", b"Title\n\nAn abstract.\n"),
}

FILES: dict[str, Damage] = {
    "a missing column": in_rows("links", lambda rows: None, lambda columns: columns[:-1]),
    "an extra column": in_rows("links", lambda rows: None, lambda columns: [*columns, "note"]),
    "reordered columns": in_rows("entries", lambda rows: None, reorder),
    "a column twice": in_rows("links", lambda rows: None, lambda columns: [*columns[:-1], columns[-2]]),
    "a header in capitals": in_bytes("links", lambda data: data[:8].upper() + data[8:]),
    "a byte-order mark": in_bytes("papers", lambda data: b"\xef\xbb\xbf" + data),
    "CRLF line ends": in_bytes("authors", lambda data: data.replace(b"\n", b"\r\n")),
    "a bare CR in a cell": in_bytes("authors", last_cell(b"a\rb")),
    "a quoted CR in a cell": in_bytes("authors", last_cell(b'"a\rb"')),
    "a NUL in a cell": in_bytes("authors", last_cell(b"a\0b")),
    "bytes that are not UTF-8": in_bytes("authors", last_cell(b"a\xe9b")),
    "UTF-16": in_bytes("authors", lambda data: data.decode().encode("utf-16")),
    "a truncated last line": in_bytes("identifiers", lambda data: data[:-30]),
    "no line end at the end": in_bytes("identifiers", lambda data: data.rstrip(b"\n")),
    "a blank line at the end": in_bytes("identifiers", lambda data: data + b"\n"),
    "a blank line between rows": in_bytes("identifiers", lambda data: data.replace(b"\n", b"\n\n", 1)),
    "a row too short": in_bytes("authors", first_line(lambda line: line.rpartition(b",")[0])),
    "a row too long": in_bytes("authors", first_line(lambda line: line + b",x")),
    "a stray quote": in_bytes("authors", first_line(lambda line: line.replace(b",", b',a"', 1))),
    "a quote never closed": in_bytes("identifiers", last_cell(b'"0')),
    "semicolons for commas": in_bytes("identifiers", lambda data: data.replace(b",", b";")),
    "an empty table": in_bytes("entries", lambda data: data.partition(b"\n")[0] + b"\n"),
    "an empty table of links": in_bytes("links", lambda data: data.partition(b"\n")[0] + b"\n"),
    "an empty table of authors": in_bytes("authors", lambda data: data.partition(b"\n")[0] + b"\n"),
    "an empty file": in_bytes("links", lambda data: b""),
    "a missing file": lambda folder: table_path(folder, "links").unlink(),
    "a file that nobody knows": put_file("clean/notes.csv", b"a\n1\n"),
    "a file as a folder": folder_for_file,
}

# Applied without stamping the figures anew.
STALE: dict[str, Damage] = {
    "a stale hash": in_bytes("authors", first_line(lambda line: line[:-1] + b"x,")),
    "a stale number of bytes": in_descriptor(lambda d: d["resources"][0].update(bytes=1)),
    "a stale number of rows": in_descriptor(lambda d: d["resources"][0].update(rows=99)),
    "a hash of another kind": in_descriptor(lambda d: d["resources"][0].update(hash="0" * 32)),
    "a descriptor that is no JSON": put_file("datapackage.json", b"{"),
    "a missing descriptor": lambda folder: (folder / "datapackage.json").unlink(),
    "a constraint that nobody can check": in_descriptor(
        lambda d: d["resources"][0]["schema"]["fields"][0]["constraints"].update(prime=True)
    ),
}

MUTATIONS: dict[str, Damage] = {**KEYS, **CELLS, **CONTENT, **FILES}
