"""Small packages made by hand, and large ones made up, for tests of the validators."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline import contract, csvfile, dedupe, words
from pipeline.descriptor import stamped

ROOT = Path(__file__).parent.parent
FIRST = (
    "We study how small packages break, and what of it a validator sees. Our code stands at "
    "https://github.com/example/breaks and everything said here, 𝒪(n) included, is made up for the tests."
)
SECOND = (
    "A second text says other things altogether, in more than twenty words, so that nobody takes it for\n"
    "a heading above a list of texts."
)
THIRD = (
    "The third text of all is shown by the second listing alone; it is as long as the two others, and as true, "
    "and it ends here."
)
HEADING = "Oral session"
Rows = dict[str, list[dict[str, Any]]]


def write(folder: Path, tables: Mapping[str, Sequence[Mapping[str, Any]]], raw: Mapping[str, bytes]) -> Path:
    """A package folder of these rows and listings, with the project's own descriptor; its path."""
    agreed = contract.load(ROOT / "datapackage.json")
    files = {name: csvfile.encode(table, tables[name]) for name, table in agreed.tables.items()}
    counts = {name: len(tables[name]) for name in agreed.tables}
    for directory in (folder / "clean", folder / "raw"):
        directory.mkdir(parents=True)
    for name, table in agreed.tables.items():
        (folder / table.path).write_bytes(files[name])
    for name, data in raw.items():
        (folder / "raw" / name).write_bytes(data)
    (folder / "raw" / "reference").mkdir()
    (folder / "raw" / "reference" / "bibliography.csv").write_bytes(_bibliography(agreed, tables))
    (folder / "raw" / "reference" / "paper_ids.csv").write_bytes(_register(agreed, tables))
    (folder / "datapackage.json").write_bytes(stamped(agreed.descriptor, files, counts))
    return folder


def _bibliography(agreed: contract.Contract, tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> bytes:
    """The reference table that the rows' facts would come from."""
    names: dict[str, list[str]] = defaultdict(list)
    for row in tables["authors"]:
        names[row["paper_id"]].append(row["name"])
    same = ("position", "title", "decision", "icml_url", "openreview_url", "arxiv_id", "title_source")
    rows = [
        {"listing": row["listing_id"], "authors": "; ".join(names[row["paper_id"]]) or None, "topic": None,
         **{column: row[column] for column in same}}
        for row in tables["papers"]
    ]  # fmt: skip
    return csvfile.encode(agreed.inputs["bibliography"], rows)


def _register(agreed: contract.Contract, tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> bytes:
    same = ("paper_id", "fingerprint")
    rows = [{"entry_sha256": "0" * 64, **{column: row[column] for column in same}} for row in tables["identifiers"]]
    return csvfile.encode(agreed.inputs["paper_ids"], rows)


def stamp(folder: Path) -> None:
    """Write the figures of the files, as they are now, into the folder's descriptor."""
    path = folder / "datapackage.json"
    descriptor = json.loads(path.read_text(encoding="utf-8"))
    files = {
        resource["name"]: (folder / resource["path"]).read_bytes() if (folder / resource["path"]).is_file() else b""
        for resource in descriptor["resources"]
    }
    # Rows as the csv module sees them: a line feed may stand inside a cell.
    texts = {name: io.StringIO(data.decode("utf-8", "replace"), newline="") for name, data in files.items()}
    counts = {name: max(0, sum(1 for _ in csv.reader(text)) - 1) for name, text in texts.items()}
    path.write_bytes(stamped(descriptor, files, counts))


def tiny(folder: Path) -> Path:
    """Three papers in two listings: one shown twice, one heading rejected, one text on two lines."""
    first = f"ICML 2026 Papers\n\n{FIRST}\n\n{SECOND}\n\n{HEADING}\n".encode()
    second = b"\xff\xfe" + f"ICML 2026 论文列表\r\n\r\n{FIRST}\r\n\r\n{THIRD}".encode("utf-16-le")
    return write(folder, tiny_rows(first, second), {"a.txt": first, "b.txt": second})


def tiny_rows(first: bytes, second: bytes) -> Rows:
    """The rows of the tiny package, by table."""
    texts = {name: text.replace("\n", " ") for name, text in (("one", FIRST), ("two", SECOND), ("three", THIRD))}
    keys = {name: dedupe.fingerprint(text) for name, text in texts.items()}
    ids = {name: key[:12] for name, key in keys.items()}
    start = texts["one"].index("https://")
    url = "https://github.com/example/breaks"
    wide = "utf-16-le"
    return {
        "listings": [
            _listing("a", "ICML 2026 Papers", "en", (3, 2, 0, 1), "utf-8", first),
            _listing("b", "ICML 2026 论文列表", "zh", (2, 1, 1, 0), "utf-16", second),
        ],
        "entries": [
            _entry("a", 1, (3, 3), FIRST.encode(), "kept", "first", None, ids["one"], None),
            _entry("a", 2, (5, 6), SECOND.encode(), "kept", "first", None, ids["two"], None),
            _entry("a", 3, (8, 8), HEADING.encode(), "rejected", None, None, None, "It has 2 words."),
            _entry("b", 1, (3, 3), FIRST.encode(wide), "merged", "exact", 1.0, ids["one"], "Same words."),
            _entry("b", 2, (5, 5), THIRD.encode(wide), "kept", "first", None, ids["three"], None),
        ],
        "papers": [
            _paper(ids["one"], FIRST, "a", 1, 2, "NA"),
            _paper(ids["two"], SECOND, "a", 2, 1, 'A "quoted" title, with a comma'),
            _paper(ids["three"], THIRD, "b", 2, 1, None),
        ],
        "authors": [
            {"paper_id": ids["one"], "position": 1, "name": "Ann O’Hara", "institution": None},
            {"paper_id": ids["one"], "position": 2, "name": "Zoë Müller", "institution": "null"},
            {"paper_id": ids["two"], "position": 1, "name": "王伟", "institution": None},
        ],
        "links": [
            {"paper_id": ids["one"], "position": 1, "url": url, "kind": "code", "host": "github.com",
             "start": start, "end": start + len(url)},
        ],
        "identifiers": [
            *({"paper_id": ids[name], "current_paper_id": ids[name], "fingerprint": keys[name]} for name in ids),
            {"paper_id": "0" * 12, "current_paper_id": ids["one"], "fingerprint": "0" * 64},
            {"paper_id": "1" * 12, "current_paper_id": None, "fingerprint": "1" * 64},
        ],
    }  # fmt: skip


def _listing(
    name: str, title: str, language: str, counts: tuple[int, int, int, int], encoding: str, data: bytes
) -> dict[str, Any]:
    return {
        "listing_id": name, "path": f"raw/{name}.txt", "title": title, "title_language": language,
        "venue": "ICML", "year": 2026, **dict(zip(("entries", "kept", "merged", "rejected"), counts, strict=True)),
        "encoding": encoding, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(),
    }  # fmt: skip


def _entry(
    listing: str, position: int, lines: tuple[int, int], data: bytes, status: str, match: str | None,
    similarity: float | None, paper_id: str | None, reason: str | None,
) -> dict[str, Any]:  # fmt: skip
    return {
        "listing_id": listing, "position": position, "line_start": lines[0], "line_end": lines[1],
        "sha256": hashlib.sha256(data).hexdigest(), "status": status, "match": match,
        "similarity": similarity, "paper_id": paper_id, "reason": reason,
    }  # fmt: skip


def _paper(paper_id: str, source: str, listing: str, position: int, shown: int, title: str | None) -> dict[str, Any]:
    abstract = source.replace("\n", " ")
    facts = dict.fromkeys(("decision", "topic_area", "topic", "icml_url", "openreview_url", "arxiv_id"))
    return {
        "paper_id": paper_id, "title": title, "abstract": abstract, "abstract_source": source,
        "words": words.count(abstract), "listing_id": listing, "position": position, "entries": shown, **facts,
        "title_source": title and "proceedings", "flags": [],
    }  # fmt: skip


def large(folder: Path, papers: int) -> Path:
    """As many made-up papers in one listing, each with four authors and, every fourth, a link."""
    sources = [_made_up(number) for number in range(papers)]
    raw = ("ICML 2026 Papers\n\n" + "\n\n".join(sources) + "\n").encode()
    return write(folder, _large_rows(sources, raw), {"large.txt": raw})


def _made_up(number: int) -> str:
    words_ = " ".join(f"word{number * step % 9973}" for step in range(3, 150))
    code = f"; the code is at https://github.com/example/code{number}, with data" if number % 4 == 0 else ""
    return f"Paper number {number} says “{words_}”{code}."


def _large_rows(sources: Iterable[str], raw: bytes) -> Rows:
    rows: Rows = {name: [] for name in ("entries", "papers", "authors", "links", "identifiers")}
    for position, source in enumerate(sources, 1):
        key = dedupe.fingerprint(source)
        paper_id, line = key[:12], 2 * position + 1
        rows["entries"].append(
            _entry("large", position, (line, line), source.encode(), "kept", "first", None, paper_id, None)
        )
        rows["papers"].append(_paper(paper_id, source, "large", position, 1, f"Title {position}"))
        rows["authors"] += [
            {"paper_id": paper_id, "position": n, "name": f"Author {n}", "institution": None} for n in range(1, 5)
        ]
        if "https" in source:
            start, url = source.index("https"), f"https://github.com/example/code{position - 1}"
            rows["links"].append({"paper_id": paper_id, "position": 1, "url": url, "kind": "code",
                                  "host": "github.com", "start": start, "end": start + len(url)})  # fmt: skip
        rows["identifiers"].append({"paper_id": paper_id, "current_paper_id": paper_id, "fingerprint": key})
    count = len(rows["entries"])
    return {"listings": [_listing("large", "ICML 2026 Papers", "en", (count, count, 0, 0), "utf-8", raw)], **rows}
