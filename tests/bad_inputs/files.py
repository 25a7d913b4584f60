"""Bad inputs that git can hold: of each case the files of its folder of listings, by their path there.

What is wrong with each, and what the build must say of it, stands in `table.csv`.
"""

from __future__ import annotations

import gzip
import json

import zstandard

_ABSTRACT = "We study " + " ".join(f"word{number}" for number in range(25)) + "."
TEXT = f"Papers\n\n{_ABSTRACT}\n".encode()
_PAPERS = json.dumps([{"title": "One", "abstract": _ABSTRACT}])
_ROW = f"title,abstract\nOne,{_ABSTRACT}\n"
_DEEP = 100_000
_SHA = ("0" * 64, "f" * 64)


def _gz(data: str | bytes) -> bytes:
    return gzip.compress(data.encode() if isinstance(data, str) else data, mtime=0)


def _zst(data: str) -> bytes:
    return zstandard.compress(data.encode())


def _object(**fields: object) -> str:
    return json.dumps([{"title": "One", "abstract": _ABSTRACT, **fields}])


def _reference(name: str, header: str, *rows: str) -> dict[str, bytes]:
    """A good listing, and beside it a bad reference table."""
    return {"a.txt": TEXT, f"reference/{name}.csv": "".join(f"{row}\n" for row in (header, *rows)).encode()}


_DECISIONS = "left_sha256,right_sha256,verdict,reason,reviewer,date"
_CORRECTIONS = "table,key,field,matches,value,reason,source"
_BIBLIOGRAPHY = "listing,position,title,authors,decision,topic,icml_url,openreview_url,arxiv_id,title_source"
_PAPER_IDS = "paper_id,fingerprint,entry_sha256"

_PACKED: dict[str, dict[str, str | bytes]] = {
    "gzip-cut-off": {"a.json.gz": _gz(_PAPERS)[:-9]},
    "gzip-checksum": {"a.json.gz": _gz(_PAPERS)[:-8] + b"0000" + _gz(_PAPERS)[-4:]},
    "gzip-rubbish-behind": {"a.json.gz": _gz(_PAPERS) + b"rubbish"},
    "gzip-that-is-none": {"a.json.gz": _PAPERS},
    "gzip-empty": {"a.json.gz": b""},
    "gzip-of-gzip": {"a.json.gz": _gz(_gz(_PAPERS))},
    "gzip-without-format": {"a.gz": _gz(_PAPERS)},
    "zstd-cut-off": {"a.json.zst": _zst(_PAPERS)[:-4]},
    "zstd-rubbish-behind": {"a.json.zst": _zst(_PAPERS) + b"rubbish"},
    "zstd-that-is-none": {"a.json.zst": _PAPERS},
    "bomb-small": {"a.txt.gz": _gz(b"\n" * (3 << 20)), "b.txt.zst": _zst("\n" * (3 << 20)), "c.txt": b"\n" * 9},
}
_CONTENT: dict[str, dict[str, str | bytes]] = {
    "suffix-gzip": {"a.txt": _gz(TEXT)},
    "suffix-zip": {"a.json": b"PK\x03\x04\x14\x00\x00\x00\x08\x00"},
    "suffix-pdf": {"a.txt": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"},
    "suffix-json": {"a.txt": json.dumps(json.loads(_PAPERS), indent=1)},
    "suffix-html": {"a.txt": f"<!DOCTYPE html>\n<title>Papers</title>\n\n<p>{_ABSTRACT}</p>\n"},
    "suffix-bibtex": {"a.txt": f"@inproceedings{{one,\n title = {{One}},\n\n abstract = {{{_ABSTRACT}}}\n}}\n"},
    "suffix-html-json": {"a.json": "<!DOCTYPE html>\n<h1>404 Not Found</h1>\n"},
    "suffix-csv": {"a.txt": _ROW},
    "suffix-json-csv": {"a.csv": _PAPERS},
    "suffix-json-lines": {
        "a.jsonl": json.dumps(json.loads(_PAPERS), indent=1),
        "b.json": '{"title": "One"}\n{"title": "Two"}\n',
    },
    "suffix-unknown": {"a.docx": b"PK\x03\x04", "b": TEXT},
    "encoding-latin-1": {"a.txt": f"Papers\n\nA café. {_ABSTRACT}\n".encode("latin-1")},
    "encoding-utf-16": {"a.txt": TEXT.decode().encode("utf-16-le")},
    "encoding-utf-16-odd": {"a.txt": b"\xff\xfe" + TEXT.decode().encode("utf-16-le") + b"x"},
    "encoding-utf-32": {"a.txt": TEXT.decode().encode("utf-32")},
    "nul-in-title": {"a.txt": f"Papers of a long\0 title\n\n{_ABSTRACT}\n"},
    "nul-in-entry": {"a.txt": f"Papers\n\nThe first.\0 {_ABSTRACT}\n"},
    "nul-in-csv": {"a.csv": f"title,abstract\nOne,The\0 first. {_ABSTRACT}\n"},
    "nul-in-json": {"a.json": _PAPERS.replace("One", "O\0ne")},
    "empty": {f"{name}": b"" for name in ("a.txt", "b.json", "c.jsonl", "d.csv", "e.tsv", "f.html", "g.bib")},
    "blank": {f"{name}": b" \n\t\r\n" for name in ("a.txt", "b.json", "c.jsonl", "d.csv", "e.tsv", "f.html", "g.bib")},
    "id-twice": {"a.txt": TEXT, "a.json": _PAPERS},
    "title-only": {"a.txt": "\nPapers\n"},
    "line-ends-mixed": {"a.txt": f"Papers\r\r\n{_ABSTRACT}\rend\n", "b.csv": _ROW.replace("\n", "\r")},
}
_JSON: dict[str, dict[str, str | bytes]] = {
    "json-deep": {"a.json.gz": _gz("[" * _DEEP + "]" * _DEEP), "b.jsonl.gz": _gz('{"a":' * _DEEP + "1" + "}" * _DEEP)},
    "json-deep-authors": {
        "a.json": _object().replace(
            "}", ', "authors": [{"name": "Ann", "institution": ' + "[" * 900 + "]" * 900 + "}]}"
        ),
        "b.json": _object().replace("}", ', "authors": ' + '{"value":' * 900 + '"Ann Ahn"' + "}" * 900 + "}"),
        "c.json": _object().replace("}", ', "authors": ' + "[" * 900 + '"Ann Ahn"' + "]" * 900 + "}"),
    },
    "json-name-twice": {
        "a.json": _PAPERS.replace("{", '{"title": "None", '),
        "b.jsonl": '{"title": "A", "title": "B"}\n',
    },
    "json-nan": {"a.json": _PAPERS.replace('"One"', "NaN"), "b.jsonl": '{"title": "A", "year": -Infinity}\n'},
    "json-huge-numbers": {"a.json": _object(year=0, id=1).replace("0}", "9" * 5000 + ', "score": 1e999999}')},
    "json-lone-surrogate": {"a.json": _PAPERS.replace("One", "One \\ud835")},
    "json-mark": {"a.json": b"\xef\xbb\xbf" + _PAPERS.encode()},
    "json-cut-off": {"a.json": _PAPERS[:-5]},
    "json-two-texts": {"a.json": f"{_PAPERS}\n{_PAPERS}\n"},
    "json-no-list": {"a.json": '{"count": 0}', "b.json": '"papers"', "c.json": "[1, null]"},
    "json-no-paper": {"a.json": '[{"id": 1}, {"id": 2}]', "b.json": _object(abstract=["a list"])},
    "json-lines-one-broken": {"a.jsonl": '{"title": "One"}\n{"title": "Two"\n{"title": "Three"} x\n"four"\n'},
    "pair-ids": {
        "icml-2026-orals-posters.json": '{"results": [{"id": 1, "name": "One"}]}',
        "icml-2026-abstracts.json": '{"2": "Two."}',
    },
    "pair-without-abstracts": {"icml-2026-orals-posters.json": '{"results": [{"id": 1, "name": "One"}]}'},
    "pair-without-events": {"icml-2026-abstracts.json": '{"2": "Two."}'},
    "pair-odd-abstracts": {
        "icml-2026-orals-posters.json": '{"results": [{"id": 1, "name": "One"}]}',
        "icml-2026-abstracts.json": '{"1": ["One."], "1": "One."}',
    },
}
_TABLES: dict[str, dict[str, str | bytes]] = {
    "csv-ragged": {"a.csv": f"title,abstract\nOne,First, of all\nTwo\n\nThree,{_ABSTRACT}\n"},
    "csv-stray-quote": {"a.csv": 'title,abstract\n"One" more,First.\n'},
    "csv-unclosed-quote": {"a.csv": f'title,abstract\n"One,{_ABSTRACT}\nTwo,{_ABSTRACT}\n'},
    "csv-column-twice": {"a.csv": f"Title,abstract,title\nOne,{_ABSTRACT},Two\n"},
    "csv-no-column": {"a.csv": "id,year\n1,2026\n", "b.tsv": "title,abstract\nOne,First.\n"},
    "csv-header-only": {"a.csv": "title,abstract\n"},
    "csv-huge-cell": {"a.csv.gz": _gz(f"title,abstract\nOne,{'word ' * 30_000}\n")},
    "html-no-structure": {"a.html": f"<html><body><p>Papers</p><p>{_ABSTRACT}</p></body></html>"},
    "html-none": {"a.html": TEXT},
    "html-deep": {"a.html.gz": _gz("<div>" * _DEEP + "<h3>One</h3>" + "</div>" * _DEEP)},
    "bibtex-unclosed-brace": {
        "a.bib": f"@misc{{one, title = {{One, abstract = {{{_ABSTRACT}}} }}\n@misc{{two, title={{Two}}}}\n"
    },
    "bibtex-field-twice": {"a.bib": "@misc{one, title={One}, title={Two}}\n"},
    "bibtex-key-twice": {
        "a.bib": f"@misc{{one, title={{One}}}}\n@misc{{one, title={{Two}}, abstract={{{_ABSTRACT}}}}}\n"
    },
}
_REFERENCE = {
    "decisions-columns": _reference("decisions", _DECISIONS.replace("verdict", "result")),
    "decisions-cells": _reference("decisions", _DECISIONS, f"{_SHA[0]},1234,same,,,30.11.2026", f"{_SHA[0]},,,,,"),
    "decisions-twice": _reference("decisions", _DECISIONS, *[f"{_SHA[0]},{_SHA[1]},distinct,,,"] * 2),
    "decisions-no-entry": _reference("decisions", _DECISIONS, f"{_SHA[0]},{_SHA[1]},distinct,,,"),
    "corrections-no-row": _reference(
        "corrections", _CORRECTIONS, "papers,000000000000,title,,One,,", "paper,000000000000,title,,One,,",
        "papers,000000000000,,,delete,,",
    ),
    "corrections-no-json": _reference(
        "corrections", _CORRECTIONS, "listings,a,year,,20 26,,", 'links,000000000000,,,"{""url"": ",,',
        "listings,a,year,,NaN,,",
        f"listings,a,year,,{'[' * 2000},,",
        f"""links,000000000000,,,"{'{""a"":' * 2000}",,""",
    ),
    "corrections-odd-value": _reference("corrections", _CORRECTIONS, "listings,a,year,,true,,", "listings,a,title,Papers,,,",
        'quantities,5f78093408f3,,,"{""value_min"": ""many"", ""value_max"": [1], ""unit"": ""percent"", ""qualifier"": null, '
        '""text"": ""word1""}",,',
    ),
    "bibliography-no-entry": _reference("bibliography", _BIBLIOGRAPHY, "a,2,Two,,,,,,,proceedings", "b,1,,,,,,,,"),
    "bibliography-cells": _reference(
        "bibliography", _BIBLIOGRAPHY, "a,0,One,,best,,http://icml.cc,forum?id=1,2605.1,hearsay", "a,one,,,,,,,,"
    ),
    "bibliography-title-source": _reference("bibliography", _BIBLIOGRAPHY, "a,1,One,,,,,,,"),
    "bibliography-nul": _reference("bibliography", _BIBLIOGRAPHY, "a,1,O\0ne,,,,,,,proceedings"),
    "bibliography-ragged": _reference("bibliography", _BIBLIOGRAPHY, "a,1,One, of all", 'a,1,"One" more,,,,,,,'),
    "paper-ids-cells": _reference("paper_ids", _PAPER_IDS, f"0123,{_SHA[0]},{_SHA[1]}", f"0123456789ab,{_SHA[0]},"),
    "paper-ids-twice": _reference(
        "paper_ids", _PAPER_IDS, f"0123456789ab,{_SHA[0]},{_SHA[1]}", f"0123456789ac,{_SHA[0]},{_SHA[1]}"
    ),
    "reference-latin-1": {"a.txt": TEXT, "reference/decisions.csv": f"{_DECISIONS}\ncafé".encode("latin-1")},
    "reference-empty": {"a.txt": TEXT, **{f"reference/{name}.csv": b"" for name in ("corrections", "decisions")}},
    "reference-unknown": {"a.txt": TEXT, "reference/decision.csv": f"{_DECISIONS}\n"},
    "reference-all": {
        "a.txt": TEXT, "b.txt": b"", "reference/decisions.csv": "a,b\n", "reference/corrections.csv": "c,d\n",
        "reference/paper_ids.csv": "e,f\n", "reference/bibliography.csv": "g,h\n",
    },
}  # fmt: skip

FILES: dict[str, dict[str, bytes]] = {
    case: {name: data.encode() if isinstance(data, str) else data for name, data in files.items()}
    for kind in (_PACKED, _CONTENT, _JSON, _TABLES, _REFERENCE)
    for case, files in kind.items()
}
