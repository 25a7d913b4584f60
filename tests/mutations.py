"""Every way a table can break: a name, and what does it to a copy of a package folder.

The figures in the descriptor are stamped anew after each, as a careful forger or a faulty
build would, so that a hash gives nothing away; those in STALE are about the figures.
"""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

Rows = list[dict[str, str]]
Damage = Callable[[Path], None]


def _path(folder: Path, table: str) -> Path:
    return folder / "clean" / f"{table}.csv"


def _bytes(table: str, change: Callable[[bytes], bytes]) -> Damage:
    def damage(folder: Path) -> None:
        path = _path(folder, table)
        before = path.read_bytes()
        path.write_bytes(change(before))
        assert path.read_bytes() != before, "the mutation changed nothing"

    return damage


def _rows(table: str, change: Callable[[Rows], object], columns: Callable[[list[str]], list[str]] = list) -> Damage:
    """Change the rows in place; columns: the header written, from the header read."""

    def rewrite(data: bytes) -> bytes:
        reader = csv.DictReader(io.StringIO(data.decode(), newline=""))
        rows = list(reader)
        change(rows)
        buffer = io.StringIO(newline="")
        writer = csv.DictWriter(buffer, columns(list(reader.fieldnames or ())), "", "ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return buffer.getvalue().encode()

    return _bytes(table, rewrite)


def _cell(table: str, column: str, change: Callable[[str], str], row: int = 0) -> Damage:
    """Change one cell of the row of that number among those where the column is not empty."""

    def damage(rows: Rows) -> None:
        chosen = [other for other in rows if other[column]][row]
        chosen[column] = change(chosen[column])

    return _rows(table, damage)


def _set(table: str, column: str, value: str, row: int = 0) -> Damage:
    return _cell(table, column, lambda _: value, row)


def _plus(table: str, column: str, number: int = 1) -> Damage:
    return _cell(table, column, lambda text: str(int(text) + number))


def _each(*damages: Damage) -> Damage:
    def damage(folder: Path) -> None:
        for one in damages:
            one(folder)

    return damage


def _file(name: str, data: bytes) -> Damage:
    def damage(folder: Path) -> None:
        (folder / name).write_bytes(data)

    return damage


def _descriptor(change: Callable[[dict[str, Any]], object]) -> Damage:
    def damage(folder: Path) -> None:
        path = folder / "datapackage.json"
        descriptor = json.loads(path.read_text(encoding="utf-8"))
        change(descriptor)
        path.write_text(json.dumps(descriptor, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")

    return damage


def _folder_for_file(folder: Path) -> None:
    _path(folder, "links").unlink()
    _path(folder, "links").mkdir()


def _listing(folder: Path) -> Path:
    return sorted((folder / "raw").glob("*.txt"))[0]


def _raw_byte(folder: Path) -> None:
    data = _listing(folder).read_bytes()
    _listing(folder).write_bytes(data[:-9] + bytes([data[-9] ^ 1]) + data[-8:])


def _where(column: str, value: str, **cells: str) -> Callable[[Rows], None]:
    """Set these cells of the first row that has this value in that column; `*` for any value."""

    def change(rows: Rows) -> None:
        next(row for row in rows if row[column] == value or (value == "*" and row[column])).update(cells)

    return change


def _current(rows: Rows) -> dict[str, str]:
    return next(row for row in rows if row["paper_id"] == row["current_paper_id"])


def _lead_elsewhere(rows: Rows) -> None:
    others = [row["paper_id"] for row in rows if row["paper_id"] == row["current_paper_id"]]
    _current(rows)["current_paper_id"] = others[-1]


def _swap_names(rows: Rows) -> None:
    rows[0]["name"], rows[1]["name"] = rows[1]["name"], rows[0]["name"]


def _last_cell(text: bytes) -> Callable[[bytes], bytes]:
    """Put other bytes in place of the file's last cell."""
    return lambda data: data.rstrip(b"\n").rpartition(b",")[0] + b"," + text + b"\n"


def _first_line(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """Change the first row of data that stands on one line without quotes."""

    def rewrite(data: bytes) -> bytes:
        header, *lines = data.split(b"\n")
        at = next(n for n, line in enumerate(lines) if line and b'"' not in line)
        lines[at] = change(lines[at])
        return b"\n".join([header, *lines])

    return rewrite


def _swap_entries(rows: Rows) -> None:
    keys = ("listing_id", "position")
    one, two = rows[0], rows[1]
    for key in keys:
        one[key], two[key] = two[key], one[key]


def _nfd_twin(rows: Rows) -> None:
    twins = [{**rows[0], "listing_id": name, "path": f"raw/{name}.txt"} for name in ("zu\u0308", "zü")]
    rows += twins


def _another_letter(text: str) -> str:
    """The text with the first letter of its seventh word changed."""
    words = text.split(" ")
    words[6] = ("x" if words[6][0] != "x" else "y") + words[6][1:]
    return " ".join(words)


def _reorder(columns: list[str]) -> list[str]:
    return [columns[1], columns[0], *columns[2:]]


def _duplicate_first(rows: Rows) -> None:
    rows.insert(0, dict(rows[0]))


def _duplicate_link(rows: Rows) -> None:
    rows.insert(1, {**rows[0], "position": "2"})


KEYS: dict[str, Damage] = {
    "a dangling key": _set("links", "paper_id", "0123456789ab"),
    "a dangling key of two columns": _set("papers", "position", "999"),
    "a dangling key that may be empty": _set("identifiers", "current_paper_id", "0123456789ab"),
    "a duplicate primary key": _rows("authors", _duplicate_first),
    "a duplicate in a unique column": _rows(
        "identifiers", lambda rows: rows[1].update(fingerprint=rows[0]["fingerprint"])
    ),
    "a violated unique key": _rows("links", _duplicate_link),
    "keys that differ in Unicode form only": _rows("listings", _nfd_twin),
    "an empty primary key": _set("papers", "paper_id", ""),
    "rows out of order": _rows("identifiers", lambda rows: rows.reverse()),
    "a position left out": _rows("authors", lambda rows: rows[0].update(position="9")),
    "a row left out of entries": _rows("entries", lambda rows: rows.pop(0)),
    "a row left out of papers": _rows("papers", lambda rows: rows.pop(0)),
    "a row left out of links": _rows("links", lambda rows: rows.pop()),
    "a row left out of identifiers": _rows("identifiers", lambda rows: rows.remove(_current(rows))),
}

CELLS: dict[str, Damage] = {
    "`NA` for null in a number": _rows("entries", _where("status", "kept", similarity="NA")),
    "`NA` for null in a text with a pattern": _rows("papers", _where("paper_id", "*", arxiv_id="NA")),
    "`NA` for null in any text": _rows("papers", _where("paper_id", "*", topic="NA")),
    "`NaN` for a number": _set("entries", "similarity", "NaN"),
    "a word for an integer": _set("papers", "words", "many"),
    "a decimal point in an integer": _cell("papers", "words", lambda text: text + ".0"),
    "an underscore in an integer": _cell("listings", "bytes", lambda text: text[0] + "_" + text[1:]),
    "a blank before an integer": _cell("papers", "words", lambda text: " " + text),
    "a year of two digits": _set("listings", "year", "26"),
    "an unknown enum value": _set("entries", "status", "lost"),
    "an enum value in capitals": _set("links", "kind", "Code"),
    "a pattern violated": _cell("entries", "sha256", str.upper),
    "a pattern violated at the end only": _cell("identifiers", "fingerprint", lambda text: text + "\n"),
    "below the minimum": _set("papers", "entries", "0"),
    "above the maximum": _set("entries", "similarity", "1.5"),
    "an empty required cell": _set("authors", "name", ""),
    "an address with a blank": _set("links", "url", "https://a b"),
    "broken JSON": _set("papers", "flags", "[split_word]"),
    "a JSON object for an array": _set("papers", "flags", "{}"),
    "an unknown flag": _set("papers", "flags", '["odd"]'),
    "a flag twice": _set("papers", "flags", '["truncated", "truncated"]'),
    "text that is not NFC": _cell("authors", "name", lambda text: unicodedata.normalize("NFD", text + "é")),
}

CONTENT: dict[str, Damage] = {
    "an offset that misses": _each(_plus("links", "start"), _plus("links", "end")),
    "an offset counted from 1": _plus("links", "start"),
    "a host of another address": _set("links", "host", "example.org"),
    "a count that does not add up": _plus("listings", "entries"),
    "counts that add up but are wrong": _each(_plus("listings", "entries"), _plus("listings", "kept")),
    "a count of entries that is wrong": _plus("papers", "entries"),
    "a word count that is wrong": _plus("papers", "words"),
    "two papers' entries swapped": _rows("papers", _swap_entries),
    "a merged entry without a reason": _rows("entries", _where("status", "merged", reason="")),
    "a rejected entry with a paper": _rows("entries", _where("status", "kept", status="rejected")),
    "a kept entry called exact": _rows("entries", _where("status", "kept", match="exact")),
    "an exact match not wholly alike": _set("entries", "similarity", "0.9"),
    "line spans that overlap": _cell("entries", "line_start", lambda text: "3", 1),
    "a line span that ends before it starts": _set("entries", "line_end", "2"),
    "an entry's hash of other bytes": _set("entries", "sha256", "0" * 64),
    "a listing's hash of other bytes": _set("listings", "sha256", "0" * 64),
    "a listing's title changed": _cell("listings", "title", lambda text: text + "!"),
    "a listing's year that its title does not say": _set("listings", "year", "2025"),
    "a fingerprint that the register does not have": _set("identifiers", "fingerprint", "0" * 64),
    "a listing's id that is not its file's name": _cell("listings", "path", lambda text: text.replace(".txt", "x.txt")),
    "an id that leads to another paper": _rows("identifiers", _lead_elsewhere),
    "a letter changed in an abstract": _cell("papers", "abstract", _another_letter),
    "a letter changed in an abstract as listed": _cell("papers", "abstract_source", _another_letter),
    "a letter changed in a title": _rows("papers", _where("title", "*", title="Another title")),
    "two authors swapped": _rows("authors", _swap_names),
    "a title without its source": _rows("papers", _where("title", "*", title_source="")),
    "a topic without its area": _rows("papers", _where("paper_id", "*", topic_area="", topic="Robotics")),
    "a flag that the text belies": _set("papers", "flags", '["replacement_character"]'),
    "a raw byte changed": _raw_byte,
    "a raw listing gone": lambda folder: _listing(folder).unlink(),
    "a raw listing that no row names": _file("raw/zzz.txt", b"Title\n\nAn abstract.\n"),
}

FILES: dict[str, Damage] = {
    "a missing column": _rows("links", lambda rows: None, lambda columns: columns[:-1]),
    "an extra column": _rows("links", lambda rows: None, lambda columns: [*columns, "note"]),
    "reordered columns": _rows("entries", lambda rows: None, _reorder),
    "a column twice": _rows("links", lambda rows: None, lambda columns: [*columns[:-1], columns[-2]]),
    "a header in capitals": _bytes("links", lambda data: data[:8].upper() + data[8:]),
    "a byte-order mark": _bytes("papers", lambda data: b"\xef\xbb\xbf" + data),
    "CRLF line ends": _bytes("authors", lambda data: data.replace(b"\n", b"\r\n")),
    "a bare CR in a cell": _bytes("authors", _last_cell(b"a\rb")),
    "a quoted CR in a cell": _bytes("authors", _last_cell(b'"a\rb"')),
    "a NUL in a cell": _bytes("authors", _last_cell(b"a\0b")),
    "bytes that are not UTF-8": _bytes("authors", _last_cell(b"a\xe9b")),
    "UTF-16": _bytes("authors", lambda data: data.decode().encode("utf-16")),
    "a truncated last line": _bytes("identifiers", lambda data: data[:-30]),
    "no line end at the end": _bytes("identifiers", lambda data: data.rstrip(b"\n")),
    "a blank line at the end": _bytes("identifiers", lambda data: data + b"\n"),
    "a blank line between rows": _bytes("identifiers", lambda data: data.replace(b"\n", b"\n\n", 1)),
    "a row too short": _bytes("authors", _first_line(lambda line: line.rpartition(b",")[0])),
    "a row too long": _bytes("authors", _first_line(lambda line: line + b",x")),
    "a stray quote": _bytes("authors", _first_line(lambda line: line.replace(b",", b',a"', 1))),
    "a quote never closed": _bytes("identifiers", _last_cell(b'"0')),
    "semicolons for commas": _bytes("identifiers", lambda data: data.replace(b",", b";")),
    "an empty table": _bytes("entries", lambda data: data.partition(b"\n")[0] + b"\n"),
    "an empty table of links": _bytes("links", lambda data: data.partition(b"\n")[0] + b"\n"),
    "an empty table of authors": _bytes("authors", lambda data: data.partition(b"\n")[0] + b"\n"),
    "an empty file": _bytes("links", lambda data: b""),
    "a missing file": lambda folder: _path(folder, "links").unlink(),
    "a file that nobody knows": _file("clean/notes.csv", b"a\n1\n"),
    "a file as a folder": _folder_for_file,
}

# Applied without stamping the figures anew.
STALE: dict[str, Damage] = {
    "a stale hash": _bytes("authors", _first_line(lambda line: line[:-1] + b"x,")),
    "a stale number of bytes": _descriptor(lambda d: d["resources"][0].update(bytes=1)),
    "a stale number of rows": _descriptor(lambda d: d["resources"][0].update(rows=99)),
    "a hash of another kind": _descriptor(lambda d: d["resources"][0].update(hash="0" * 32)),
    "a descriptor that is no JSON": _file("datapackage.json", b"{"),
    "a missing descriptor": lambda folder: (folder / "datapackage.json").unlink(),
    "a constraint that nobody can check": _descriptor(
        lambda d: d["resources"][0]["schema"]["fields"][0]["constraints"].update(prime=True)
    ),
}

MUTATIONS: dict[str, Damage] = {**KEYS, **CELLS, **CONTENT, **FILES}
