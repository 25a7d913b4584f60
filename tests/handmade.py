"""Small packages made by hand, and large ones made up, for tests of the validators."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline import contract, csvfile, dedupe, edits, words
from pipeline.contributions import contributions
from pipeline.descriptor import stamped
from pipeline.links import links
from pipeline.normalize import normalize
from pipeline.quantities import quantities
from pipeline.related import related

ROOT = Path(__file__).parent.parent
AGREED = contract.load(ROOT / "datapackage.json")
FIRST = (
    "We study how small packages break by **up to 12.5%**, and propose BreakBench, a benchmark of what of it "
    "a validator sees. Our code stands at "
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
NEAR = THIRD.replace("ends here", "ends there")
FOURTH = (
    "Pointers lead to entries in $n$ steps. We introduce LocatorNet, a method that follows them 2.5× faster, "
    "with 3.1% fewer errors, over many objects."
)
HEADING = "Oral session"
EXACT = "The texts are the same but for markup, case and punctuation."
TITLE = "The titles are equal and the authors the same."
QUOTED = 'A "quoted" title, with a comma'
POINTED = "LocatorNet: Pointers That Lead"
OBJECTS = [
    {
        "title": POINTED,
        "authors": [{"name": "Ida Ek", "institution": "University of Tests"}, {"name": "Bo Dahl"}],
        "abstract": FOURTH,
        "topic": "Theory",
        "doi": "10.1234/Example.4",
    },
    {"title": QUOTED},
    {"title": POINTED, "authors": ["Ida Ek", "Bo Dahl"], "url": "https://example.org/locatornet"},
    {"abstract": NEAR},
]
A1, A2, A3 = (text.encode() for text in (FIRST, SECOND, HEADING))
B1, B2 = (text.encode("utf-16-le") for text in (FIRST, THIRD))
C1, C2, C3, C4 = (json.dumps(each).encode() for each in OBJECTS)
RAW = {
    "a.txt": f"ICML 2026 Papers\n\n{FIRST}\n\n{SECOND}\n\n{HEADING}\n".encode(),
    "b.txt": b"\xff\xfe" + f"ICML 2026 论文列表\r\n\r\n{FIRST}\r\n\r\n{THIRD}".encode("utf-16-le"),
    "c.json": b'{"papers": [\n' + b",\n".join(json.dumps(each).encode() for each in OBJECTS) + b"\n]}\n",
}
Rows = dict[str, list[dict[str, Any]]]
Key = tuple[str, int]


def write(folder: Path, tables: Rows, raw: Mapping[str, bytes]) -> Path:
    """A package folder of these rows and listings, with the project's own descriptor; its path."""
    files = {name: csvfile.encode(table, tables[name]) for name, table in AGREED.tables.items()}
    counts = {name: len(tables[name]) for name in AGREED.tables}
    for directory in (folder / "clean", folder / "raw" / "reference"):
        directory.mkdir(parents=True)
    for name, table in AGREED.tables.items():
        (folder / table.path).write_bytes(files[name])
    for name, data in raw.items():
        (folder / "raw" / name).write_bytes(data)
    (folder / "raw" / "reference" / "bibliography.csv").write_bytes(_bibliography(tables))
    (folder / "raw" / "reference" / "paper_ids.csv").write_bytes(_register(tables))
    (folder / "datapackage.json").write_bytes(stamped(AGREED.descriptor, files, counts))
    return folder


def completed(tables: Rows, sources: Mapping[Key, str]) -> Rows:
    """These tables with every column, null where a row leaves one out, and with what their texts say.

    sources: the text, as listed, of each entry that shows a paper.
    """
    said: Rows = {name: list(tables.get(name, ())) for name in AGREED.tables}
    for row in tables["papers"]:
        abstract = row["abstract"] or ""
        for name, found in (
            ("contributions", contributions(abstract)),
            ("links", links(abstract)),
            ("quantities", quantities(abstract)),
        ):
            said[name] += [
                {"paper_id": row["paper_id"], "position": n, **vars(each)} for n, each in enumerate(found, 1)
            ]
    said["related"] += related([(row["paper_id"], row["title"], row["abstract"] or "") for row in tables["papers"]])
    for (listing, position), source in sources.items():
        for edit in edits.edits(source):
            texts = {"before": edit.before or None, "after": edit.after or None}
            said["edits"].append({"listing_id": listing, "position": position, **vars(edit), **texts})
    return {
        name: [{column: row.get(column) for column in table.columns} for row in said[name]]
        for name, table in AGREED.tables.items()
    }


def _bibliography(tables: Rows) -> bytes:
    """The reference table that the rows' facts would come from, but for those that a listing gives."""
    names: dict[str, list[str]] = defaultdict(list)
    for row in tables["authors"]:
        names[row["paper_id"]].append(row["name"])
    same = ("position", "title", "decision", "icml_url", "openreview_url", "arxiv_id", "title_source")
    rows = [
        {"listing": row["listing_id"], "authors": "; ".join(names[row["paper_id"]]) or None, "topic": None,
         **{column: row[column] for column in same}}
        for row in tables["papers"] if row["title_source"] != "listing"
    ]  # fmt: skip
    return csvfile.encode(AGREED.inputs["bibliography"], rows)


def _register(tables: Rows) -> bytes:
    """The register, in the order in which the ids were given: those of papers first, whatever they are."""
    given = {(row["listing_id"], row["position"]): row["sha256"] for row in tables["entries"]}
    shown = {row["paper_id"]: given[row["listing_id"], row["position"]] for row in tables["papers"]}
    data = b""
    for row in sorted(tables["identifiers"], key=lambda row: row["paper_id"] not in shown):
        sha256 = shown.get(row["paper_id"]) or shown.get(row["current_paper_id"], "0" * 64)
        line = {"paper_id": row["paper_id"], "fingerprint": row["fingerprint"], "entry_sha256": sha256}
        data = csvfile.appended(data, AGREED.inputs["paper_ids"], [line])
    return data


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
    """Five papers in three listings: each way of merging, a heading, a text on two lines, a paper without abstract."""
    return write(folder, tiny_rows(), RAW)


def tiny_rows() -> Rows:
    """The rows of the tiny package, by table."""
    texts = {"one": FIRST, "two": SECOND, "three": THIRD, "four": FOURTH}
    keys = {name: dedupe.fingerprint(normalize(text)) for name, text in texts.items()}
    keys["five"] = dedupe.fingerprint(f"\n{QUOTED}")
    ids = {name: key[:12] for name, key in keys.items()}
    near = dedupe.compare(normalize(THIRD), normalize(NEAR))
    assert near.verdict == "duplicate"
    tables = {
        "listings": [
            _listing("a.txt", "ICML 2026 Papers", "en", (3, 2, 0, 1), "utf-8", RAW["a.txt"]),
            _listing("b.txt", "ICML 2026 论文列表", "zh", (2, 1, 1, 0), "utf-16", RAW["b.txt"]),
            {**_listing("c.json", "c", "und", (4, 2, 2, 0), "utf-8", RAW["c.json"]), "venue": None, "year": None},
        ],
        "entries": _tiny_entries(ids, near),
        "papers": _tiny_papers(ids),
        "authors": [
            {"paper_id": ids["one"], "position": 1, "name": "Ann O’Hara"},
            {"paper_id": ids["one"], "position": 2, "name": "Zoë Müller"},
            {"paper_id": ids["two"], "position": 1, "name": "王伟"},
            {"paper_id": ids["four"], "position": 1, "name": "Ida Ek", "institution": "University of Tests"},
            {"paper_id": ids["four"], "position": 2, "name": "Bo Dahl"},
        ],
        "duplicate_pairs": _tiny_pairs(near),
        "identifiers": [
            *({"paper_id": ids[name], "current_paper_id": ids[name], "fingerprint": keys[name]} for name in ids),
            {"paper_id": "0" * 12, "current_paper_id": ids["one"], "fingerprint": "0" * 64},
            {"paper_id": "1" * 12, "current_paper_id": None, "fingerprint": "1" * 64},
        ],
    }  # fmt: skip
    sources = {("a", 1): FIRST, ("a", 2): SECOND, ("b", 1): FIRST, ("b", 2): THIRD, ("c", 1): FOURTH, ("c", 4): NEAR}
    return completed(tables, sources)


def _tiny_entries(ids: Mapping[str, str], near: dedupe.Comparison) -> list[dict[str, Any]]:
    heading = "It has 2 words, fewer than 20: a heading, not an abstract."
    return [
        _entry("a", 1, (3, 3), A1, "kept", "first", None, ids["one"], None),
        _entry("a", 2, (5, 6), A2, "kept", "first", None, ids["two"], None),
        _entry("a", 3, (8, 8), A3, "rejected", None, None, None, heading),
        _entry("b", 1, (3, 3), B1, "merged", "exact", 1.0, ids["one"], f"Entry 1 of a is kept. {EXACT}"),
        _entry("b", 2, (5, 5), B2, "kept", "first", None, ids["three"], None),
        _entry("c", 1, "/papers/0", C1, "kept", "first", None, ids["four"], None),
        _entry("c", 2, "/papers/1", C2, "kept", "first", None, ids["five"], None),
        _entry("c", 3, "/papers/2", C3, "merged", "title", None, ids["four"], f"Entry 1 of c is kept. {TITLE}"),
        _entry("c", 4, "/papers/3", C4, "merged", "near", near.similarity, ids["three"],
               f"Entry 2 of b is kept. {near.reason}"),
    ]  # fmt: skip


def _tiny_papers(ids: Mapping[str, str]) -> list[dict[str, Any]]:
    listed = {"title_source": "listing", "topic_area": "Theory", "doi": "10.1234/example.4",
              "url": "https://example.org/locatornet"}  # fmt: skip
    return [
        _paper(ids["one"], FIRST, "a", 1, 2, "NA"),
        _paper(ids["two"], SECOND, "a", 2, 1, QUOTED),
        _paper(ids["three"], THIRD, "b", 2, 2, None),
        {**_paper(ids["four"], FOURTH, "c", 1, 2, POINTED), **listed},
        {**_paper(ids["five"], "", "c", 2, 1, QUOTED), "title_source": "listing", "flags": ["no_abstract"]},
    ]


def _tiny_pairs(near: dedupe.Comparison) -> list[dict[str, Any]]:
    return [
        _pair(A1, B1, 1.0, "duplicate", "exact", EXACT),
        _pair(A2, C2, None, "undecided", "title", "The titles are equal, but the authors of one are not known."),
        _pair(B2, C4, near.similarity, "duplicate", "near", near.reason),
        _pair(C1, C3, None, "duplicate", "title", TITLE),
    ]


def _pair(
    one: bytes, other: bytes, similarity: float | None, verdict: str, basis: str, reason: str
) -> dict[str, Any]:  # fmt: skip
    left, right = sorted(hashlib.sha256(data).hexdigest() for data in (one, other))
    return {"left_sha256": left, "right_sha256": right, "similarity": similarity, "verdict": verdict,
            "basis": basis, "reason": reason}  # fmt: skip


def _listing(
    name: str, title: str, language: str, counts: tuple[int, int, int, int], encoding: str, data: bytes
) -> dict[str, Any]:
    return {
        "listing_id": name.partition(".")[0], "path": f"raw/{name}", "title": title, "title_language": language,
        "venue": "ICML", "year": 2026, **dict(zip(("entries", "kept", "merged", "rejected"), counts, strict=True)),
        "encoding": encoding, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(),
    }  # fmt: skip


def _entry(
    listing: str, position: int, place: tuple[int, int] | str, data: bytes, status: str, match: str | None,
    similarity: float | None, paper_id: str | None, reason: str | None,
) -> dict[str, Any]:  # fmt: skip
    start, end = (None, None) if isinstance(place, str) else place
    return {
        "listing_id": listing, "position": position, "line_start": start, "line_end": end,
        "locator": place if isinstance(place, str) else None,
        "sha256": hashlib.sha256(data).hexdigest(), "status": status, "match": match,
        "similarity": similarity, "paper_id": paper_id, "reason": reason,
    }  # fmt: skip


def _paper(paper_id: str, source: str, listing: str, position: int, shown: int, title: str | None) -> dict[str, Any]:
    abstract = normalize(source)
    return {
        "paper_id": paper_id, "title": title, "abstract": abstract or None, "abstract_source": source or None,
        "words": words.count(abstract), "listing_id": listing, "position": position, "entries": shown,
        "title_source": title and "proceedings", "flags": [],
    }  # fmt: skip


def large(folder: Path, papers: int) -> Path:
    """As many made-up papers in one listing, each with four authors and, every fourth, a link."""
    sources = [_made_up(number) for number in range(papers)]
    raw = ("ICML 2026 Papers\n\n" + "\n\n".join(sources) + "\n").encode()
    return write(folder, _large_rows(sources, raw), {"large.txt": raw})


def _made_up(number: int) -> str:
    words_ = " ".join(f"word{(number + 1) * step % 9973}" for step in range(3, 150))
    code = f"; the code is at https://github.com/example/code{number}, with data" if number % 4 == 0 else ""
    return f"Paper number {number} says “{words_}”{code}."


def _large_rows(sources: Sequence[str], raw: bytes) -> Rows:
    rows: Rows = {name: [] for name in ("entries", "papers", "authors", "identifiers")}
    for position, source in enumerate(sources, 1):
        key = dedupe.fingerprint(normalize(source))
        paper_id, line = key[:12], 2 * position + 1
        rows["entries"].append(
            _entry("large", position, (line, line), source.encode(), "kept", "first", None, paper_id, None)
        )
        rows["papers"].append(_paper(paper_id, source, "large", position, 1, f"Title {position}"))
        rows["authors"] += [{"paper_id": paper_id, "position": n, "name": f"Author {n}"} for n in range(1, 5)]
        rows["identifiers"].append({"paper_id": paper_id, "current_paper_id": paper_id, "fingerprint": key})
    count = len(rows["entries"])
    listing = _listing("large.txt", "ICML 2026 Papers", "en", (count, count, 0, 0), "utf-8", raw)
    tables = {"listings": [listing], **rows}
    return completed(tables, {("large", position): source for position, source in enumerate(sources, 1)})
