"""papers.bib and papers.csl.json, read by the parsers that people use."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import bibtexparser
from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON
from pybtex.database import BibliographyData, parse_file
from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db

from pipeline.export import bibliography
from tests.export import tiny

# Three commands of LaTeX's own that pylatexenc does not know, or takes for an accent.
_LATEX = get_default_latex_context_db()
_MISSING = {"textbraceleft": "{", "textbraceright": "}", "textasciicircum": "^"}
_LATEX.add_context_category(
    "missing", [MacroTextSpec(name, simplify_repl=text) for name, text in _MISSING.items()], prepend=True
)


@tiny.WITH_BOTH
def test_pybtex_reads_every_paper_with_its_title_and_text(tmp_path: Path, rows: tiny.Rows) -> None:
    entries = _bibtex(tmp_path, rows).entries
    assert [
        (key, _plain(entry.fields.get("title")), _plain(entry.fields.get("abstract"))) for key, entry in entries.items()
    ] == [(f"icml2026-{row['paper_id']}", _spaced(row["title"]), _spaced(row["abstract"])) for row in _papers(rows)]


@tiny.WITH_BOTH
def test_bibtexparser_reads_the_same_keys_and_reports_nothing(tmp_path: Path, rows: tiny.Rows) -> None:
    bibliography.write(rows, tmp_path)
    library = bibtexparser.parse_file(str(tmp_path / bibliography.BIBTEX))
    assert [entry.key for entry in library.entries] == [f"icml2026-{row['paper_id']}" for row in _papers(rows)]
    assert (library.failed_blocks, library.comments) == ([], [])


@tiny.WITH_BOTH
def test_every_author_is_one_person_to_bibtex(tmp_path: Path, rows: tiny.Rows) -> None:
    entries = _bibtex(tmp_path, rows).entries
    found = {key.removeprefix("icml2026-"): len(entry.persons.get("author", [])) for key, entry in entries.items()}
    names = [row["paper_id"] for row in rows["authors"]]
    assert found == {row["paper_id"]: names.count(row["paper_id"]) for row in rows["papers"]}


def test_an_entry_as_a_whole(tmp_path: Path) -> None:
    paper = dict.fromkeys(tiny.CONTRACT.tables["papers"].columns) | {
        "paper_id": "0123456789ab", "title": "100% of {C_2}: a^b", "abstract": "One.\n\nTwo & three.", "listing_id": "a",
        "arxiv_id": "2605.11760", "doi": "10.1/a_b", "icml_url": "https://icml.cc/a_b?x=%20", "url": "https://other.org",
        "topic": "Robotics",
    }  # fmt: skip
    listing = {"listing_id": "a", "venue": "ICML", "year": 2026}
    authors = [{"paper_id": "0123456789ab", "position": n, "name": name} for n, name in enumerate(tiny.NAMES)][::-1]
    [reference] = bibliography.references({"papers": [paper], "listings": [listing], "authors": authors})
    assert bibliography.bibtex(reference) == (
        "@inproceedings{icml2026-0123456789ab,\n"
        "  title = {{100\\% of \\textbraceleft{}C\\_2\\textbraceright{}: a\\textasciicircum{}b}},\n"
        "  author = {O’Hara, Ann and van der Berg, Ludwig and {李明} and {LiXingYu} and Davis, Jr., Sammy"
        " and {Band and Co}},\n"
        "  booktitle = {{ICML 2026}},\n"
        "  year = {2026},\n"
        "  doi = {10.1/a_b},\n"
        "  url = {https://icml.cc/a_b?x=%20},\n"
        "  eprint = {2605.11760},\n"
        "  archiveprefix = {arXiv},\n"
        "  keywords = {Robotics},\n"
        "  abstract = {One.\n\nTwo \\& three.}\n"
        "}\n"
    )
    assert bibliography.csl(reference) == {
        "id": "icml2026-0123456789ab",
        "type": "paper-conference",
        "title": "100% of {C_2}: a^b",
        "author": [
            {"family": "O’Hara", "given": "Ann"},
            {"family": "Berg", "given": "Ludwig", "non-dropping-particle": "van der"},
            {"literal": "李明"},
            {"literal": "LiXingYu"},
            {"family": "Davis", "given": "Sammy", "suffix": "Jr."},
            {"literal": "Band and Co"},
        ],
        "container-title": "ICML 2026",
        "issued": {"date-parts": [[2026]]},
        "DOI": "10.1/a_b",
        "URL": "https://icml.cc/a_b?x=%20",
        "archive": "arXiv",
        "archive_location": "2605.11760",
        "keyword": "Robotics",
        "abstract": "One.\n\nTwo & three.",
    }


def test_a_paper_without_title_authors_or_venue_is_still_there() -> None:
    paper = dict.fromkeys(tiny.CONTRACT.tables["papers"].columns) | {"paper_id": "0" * 12, "listing_id": "a"}
    listing = {"listing_id": "a", "venue": None, "year": None}
    [reference] = bibliography.references({"papers": [paper], "listings": [listing], "authors": []})
    said = "No source gives this paper's title."
    assert bibliography.bibtex(reference) == f"@misc{{icml2026-000000000000,\n  note = {{{said}}}\n}}\n"
    assert bibliography.csl(reference) == {"id": "icml2026-000000000000", "type": "document", "note": said}


@tiny.WITH_BOTH
def test_citeproc_knows_every_field_and_cites_every_paper(tmp_path: Path, rows: tiny.Rows) -> None:
    bibliography.write(rows, tmp_path)
    items: list[dict[str, Any]] = json.loads((tmp_path / bibliography.CSL).read_bytes())
    assert [(item["id"], item.get("title"), item.get("abstract")) for item in items] == [
        (f"icml2026-{row['paper_id']}", row["title"], row["abstract"]) for row in _papers(rows)
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # citeproc warns of a field that CSL does not know
        source = CiteProcJSON(items)
    cited = CitationStylesBibliography(
        CitationStylesStyle("harvard-cite-them-right", validate=False), source, formatter.plain
    )
    cited.register(Citation([CitationItem(item["id"]) for item in items]))
    printed = {key: str(text) for key, text in zip(cited.keys, cited.bibliography(), strict=True)}
    assert all(item.get("title", "") in printed[item["id"]] for item in items)


def _papers(rows: tiny.Rows) -> list[Any]:
    return sorted(rows["papers"], key=lambda row: str(row["paper_id"]))


def _bibtex(folder: Path, rows: tiny.Rows) -> BibliographyData:
    bibliography.write(rows, folder)
    return parse_file(folder / bibliography.BIBTEX, bib_format="bibtex")


def _plain(field: str | None) -> str | None:
    """A field as LaTeX would set it, but for the curl of its quotation marks."""
    if field is None:
        return None
    return _spaced(LatexNodes2Text(_LATEX, strict_latex_spaces=True).latex_to_text(field))


def _spaced(text: str | None) -> str | None:
    """White space and lone quotation marks as every BibTeX takes them."""
    return text and " ".join(text.replace("’", "'").replace("‘", "`").split())
