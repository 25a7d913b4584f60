"""Ways to damage a copy of a package folder."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Rows = list[dict[str, str]]
Damage = Callable[[Path], None]


def table_path(folder: Path, table: str) -> Path:
    return folder / "clean" / f"{table}.csv"


def in_bytes(table: str, change: Callable[[bytes], bytes]) -> Damage:
    def damage(folder: Path) -> None:
        path = table_path(folder, table)
        before = path.read_bytes()
        path.write_bytes(change(before))
        assert path.read_bytes() != before, "the mutation changed nothing"

    return damage


def in_rows(table: str, change: Callable[[Rows], object], columns: Callable[[list[str]], list[str]] = list) -> Damage:
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

    return in_bytes(table, rewrite)


def in_cell(table: str, column: str, change: Callable[[str], str], row: int = 0) -> Damage:
    """Change one cell of the row of that number among those where the column is not empty."""

    def damage(rows: Rows) -> None:
        chosen = [other for other in rows if other[column]][row]
        chosen[column] = change(chosen[column])

    return in_rows(table, damage)


def put(table: str, column: str, value: str, row: int = 0) -> Damage:
    return in_cell(table, column, lambda _: value, row)


def add(table: str, column: str, number: int = 1) -> Damage:
    return in_cell(table, column, lambda text: str(int(text) + number))


def together(*damages: Damage) -> Damage:
    def damage(folder: Path) -> None:
        for one in damages:
            one(folder)

    return damage


def put_file(name: str, data: bytes) -> Damage:
    def damage(folder: Path) -> None:
        (folder / name).write_bytes(data)

    return damage


def in_descriptor(change: Callable[[dict[str, Any]], object]) -> Damage:
    def damage(folder: Path) -> None:
        path = folder / "datapackage.json"
        descriptor = json.loads(path.read_text(encoding="utf-8"))
        change(descriptor)
        path.write_text(json.dumps(descriptor, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")

    return damage


def folder_for_file(folder: Path) -> None:
    table_path(folder, "links").unlink()
    table_path(folder, "links").mkdir()


def first_listing(folder: Path) -> Path:
    return sorted((folder / "raw").glob("*.txt"))[0]


def raw_byte(folder: Path) -> None:
    data = first_listing(folder).read_bytes()
    first_listing(folder).write_bytes(data[:-9] + bytes([data[-9] ^ 1]) + data[-8:])


def first_where(column: str, value: str, **cells: str) -> Callable[[Rows], None]:
    """Set these cells of the first row that has this value in that column; `*` for any value."""

    def change(rows: Rows) -> None:
        next(row for row in rows if row[column] == value or (value == "*" and row[column])).update(cells)

    return change


def current_row(rows: Rows) -> dict[str, str]:
    return next(row for row in rows if row["paper_id"] == row["current_paper_id"])


def lead_elsewhere(rows: Rows) -> None:
    others = [row["paper_id"] for row in rows if row["paper_id"] == row["current_paper_id"]]
    current_row(rows)["current_paper_id"] = others[-1]


def misses(table: str) -> Damage:
    return together(add(table, "start"), add(table, "end"))


def swap_ranks(rows: Rows) -> None:
    """Give the second of a paper's related papers the first rank and the first the second."""
    rows[0]["rank"], rows[1]["rank"] = rows[1]["rank"], rows[0]["rank"]
    rows[0], rows[1] = rows[1], rows[0]


def another_place(rows: Rows) -> None:
    rows[0].update(line_start="", line_end="", locator="/0")


def unflagged(folder: Path) -> None:
    """A paper loses its abstract, and whatever shows it, but not to the flags."""
    lost = {"abstract": "", "abstract_source": "", "words": "0"}
    chosen = ""

    def lose(rows: Rows) -> None:
        nonlocal chosen
        rows[0].update(lost)
        chosen = rows[0]["paper_id"]

    in_rows("papers", lose)(folder)
    for table in ("contributions", "links", "quantities"):
        path = table_path(folder, table)
        kept = [line for line in path.read_bytes().splitlines(keepends=True) if not line.startswith(chosen.encode())]
        path.write_bytes(b"".join(kept))


def only_pair(change: Callable[[str, str], tuple[str, str]], verdict: str) -> Damage:
    """Add a pair, made of the hashes of the first two entries, to the table of pairs."""

    def damage(folder: Path) -> None:
        with table_path(folder, "entries").open(encoding="utf-8", newline="") as file:
            one, two = sorted(row["sha256"] for row in list(csv.DictReader(file))[:2])
        left, right = change(one, two)
        line = f"{left},{right},0.5,{verdict},near,Told by nobody.\n"
        in_bytes("duplicate_pairs", lambda data: data.partition(b"\n")[0] + b"\n" + line.encode())(folder)

    return damage


def correction(line: str) -> Damage:
    """Add a correction of the first contribution that the tables do not have."""

    def damage(folder: Path) -> None:
        with table_path(folder, "contributions").open(encoding="utf-8", newline="") as file:
            row = next(csv.DictReader(file))
        key = f"{row['paper_id']}/{row['position']}"
        path = folder / "raw" / "reference" / "corrections.csv"
        head = path.read_text(encoding="utf-8") if path.exists() else "table,key,field,matches,value,reason,source\n"
        path.write_text(f"{head}contributions,{line.format(key=key, **row)},,\n", encoding="utf-8")

    return damage


def swap_names(rows: Rows) -> None:
    rows[0]["name"], rows[1]["name"] = rows[1]["name"], rows[0]["name"]


def last_cell(text: bytes) -> Callable[[bytes], bytes]:
    """Put other bytes in place of the file's last cell."""
    return lambda data: data.rstrip(b"\n").rpartition(b",")[0] + b"," + text + b"\n"


def first_line(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """Change the first row of data that stands on one line without quotes."""

    def rewrite(data: bytes) -> bytes:
        header, *lines = data.split(b"\n")
        at = next(n for n, line in enumerate(lines) if line and b'"' not in line)
        lines[at] = change(lines[at])
        return b"\n".join([header, *lines])

    return rewrite


def swap_entries(rows: Rows) -> None:
    keys = ("listing_id", "position")
    one, two = rows[0], rows[1]
    for key in keys:
        one[key], two[key] = two[key], one[key]


def nfd_twin(rows: Rows) -> None:
    twins = [{**rows[0], "listing_id": name, "path": f"raw/{name}.txt"} for name in ("zu\u0308", "zü")]
    rows += twins


def another_letter(text: str) -> str:
    """The text with the first letter of its seventh word changed."""
    words = text.split(" ")
    words[6] = ("x" if words[6][0] != "x" else "y") + words[6][1:]
    return " ".join(words)


def reorder(columns: list[str]) -> list[str]:
    return [columns[1], columns[0], *columns[2:]]


def duplicate_first(rows: Rows) -> None:
    rows.insert(0, dict(rows[0]))


def twice(rows: Rows) -> None:
    """A paper's second name is its first once more."""
    at = next(n for n, row in enumerate(rows) if row["position"] == "2")
    rows[at].update(name=rows[at - 1]["name"])


def duplicate_link(rows: Rows) -> None:
    rows.insert(1, {**rows[0], "position": "2"})
