from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pipeline import read
from tests.formats.shared import listing, people, refused

PAGES = Path(__file__).parent / "pages"
NONE = (
    ": no paper can be told on this page: no titles with authors, an abstract or a paper's address beside them; "
    "save the page when its papers are shown, or give the listing in another format"
)

# Made up after the structure of real pages: the file, the page's title, and of each entry its lines, abstract and facts.
CASES: list[tuple[str, str, list[Any]]] = [
    # a volume of proceedings
    ('proceedings.html', 'Proceedings of Machine Learning Research | Proceedings of Somewhere 2026', [
        (4, 11, '',
         read.Facts('A First Made-Up Title', people('Ann Ahn', 'Bob Beh', 'Cy Ce'), openreview_url='https://openreview.net/forum?id=abcdefghij', url='https://proceedings.mlr.press/v999/ahn26a.html')),
        (12, 20, '',
         read.Facts('A Second with $O(n^2)$ &amp; More', people('Dee Deh'), url='https://proceedings.mlr.press/v999/deh26a.html')),
    ]),
    # cards of a conference's site
    ('site_cards.html', 'ICML 2026 Papers', [
        (5, 13, 'We do a thing with 10<sup>5</sup> items and a &lt; b.\n\nSecond paragraph.',
         read.Facts('One Title', people('Ann Ahn', 'Bob Beh', 'Cy Ce'), icml_url='https://icml.cc/virtual/2026/poster/63652')),
        (14, 20, 'Another text.',
         read.Facts('Two Title', people('Dee Deh'), decision='oral', icml_url='https://icml.cc/virtual/2026/oral/63653')),
    ]),
    # cards with plain classes
    ('plain_cards.html', 'NeurIPS 2025 Posters', [
        (2, 2, 'Abstract one text.',
         read.Facts('Old One', people('Ann Ahn', 'Bob Beh'))),
        (3, 3, 'Abstract two text.',
         read.Facts('Old Two', people('Cy Ce', 'Dee Deh'))),
    ]),
    # paragraphs, each followed by its abstract
    ('followed_by_abstract.html', 'Findings of Nothing (2026) - ACL Anthology', [
        (3, 9, 'First abstract here.',
         read.Facts('Title One', people('Ann Ahn', 'Bob Beh'), url='https://aclanthology.org/2026.x-long.1/')),
        (10, 13, 'Second abstract here, x_i.',
         read.Facts('Title Two', people('Cy Ce'), url='https://aclanthology.org/2026.x-long.2/')),
    ]),
    # a definition list
    ('definition_list.html', 'CVPR 2026 Open Access Repository', [
        (3, 16, '',
         read.Facts('Title One', people('Ann Ahn', 'Bob Beh'), arxiv_id='2601.00001')),
        (17, 22, '',
         read.Facts('Title Two', people('Cy Ce'))),
    ]),
    # notes with labelled fields
    ('labelled_notes.html', 'ICML 2026 Conference | OpenReview', [
        (2, 5, 'The first abstract.',
         read.Facts('Title One', people('Ann Ahn', 'Bob Beh'), openreview_url='https://openreview.net/forum?id=AbCdEfGhIj')),
        (6, 8, 'The second abstract.',
         read.Facts('Title Two', people('Cy Ce'), openreview_url='https://openreview.net/forum?id=ZbCdEfGhIj')),
    ]),
    # a list with names in italics
    ('paper_links.html', 'NeurIPS 2025 papers', [
        (2, 2, '',
         read.Facts('Title One', people('Ann Ahn', 'Bob Beh'), url='https://neurips.cc/paper_files/paper/2025/hash/0001-Abstract-Conference.html')),
        (3, 3, '',
         read.Facts('Title Two', people('Cy Ce', 'Dee Deh'), url='https://neurips.cc/paper_files/paper/2025/hash/0002-Abstract-Conference.html')),
    ]),
    # a list of links
    ('links.html', 'ICML 2026 Papers', [
        (2, 2, '',
         read.Facts('Title One', people(), icml_url='https://icml.cc/virtual/2026/poster/1')),
        (3, 3, '',
         read.Facts('Title Two', people(), icml_url='https://icml.cc/virtual/2026/poster/2')),
    ]),
    # a table
    ('table.html', 'table', [
        (2, 2, 'First.',
         read.Facts('Title One', people('Ann Ahn', 'Bob Beh'), openreview_url='https://openreview.net/forum?id=abcdefghij')),
        (3, 3, 'Second &amp; last.',
         read.Facts('Title Two', people('Cy Ce'))),
    ]),


]  # fmt: skip


@pytest.mark.parametrize(("name", "title", "entries"), CASES, ids=[name for name, *_ in CASES])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_pages(tmp_path: Path, name: str, title: str, entries: list[Any], end: str) -> None:
    found = listing(tmp_path, name, (PAGES / name).read_text().replace("\n", end))
    shown = [(entry.line_start, entry.line_end, entry.source, entry.facts) for entry in found.entries]
    assert (found.title, shown) == (title, entries)


TEXTS = [
    ("<p>One\n two.</p><p>Three<br>four.</p>", "One two.\n\nThree\nfour.", "paragraphs and line breaks"),
    (
        "10<sup>5</sup> and H<sub>2</sub>O, <i>in</i> <b>bold</b>",
        "10<sup>5</sup> and H<sub>2</sub>O, in bold",
        "exponents stay",
    ),
    ("a &lt; b &amp;&nbsp;c", "a &lt; b &amp;\xa0c", "what is no tag does not become one"),
    ("x<script>bad()</script><style>p{}</style><button>Show</button><!-- c -->y", "xy", "what is not seen"),
    (
        '<span class="MathJax">x2</span><script type="math/tex">x < y^2</script> holds',
        "$x &lt; y^2$ holds",
        "drawn math",
    ),
    (
        '<span class="katex"><math><annotation encoding="application/x-tex">x^2</annotation></math><span>x2</span></span>.',
        "$x^2$.",
        "other drawn math",
    ),
    ("<h5>Abstract</h5>We do.", "We do.", "a heading in the abstract"),
    ("Abstract Meaning is kept.", "Abstract Meaning is kept.", "a word that is no label"),
]


@pytest.mark.parametrize(("inner", "expected", "why"), TEXTS, ids=[why for *_, why in TEXTS])
def test_the_text_of_an_abstract(tmp_path: Path, inner: str, expected: str, why: str) -> None:
    page = f"<h3>One</h3><div class=abstract>{inner}</div><h3>Two</h3><div class=abstract>Second.</div>"
    assert [entry.source for entry in listing(tmp_path, "a.html", page).entries] == [expected, "Second."]


def test_headings_and_footers_are_no_papers(tmp_path: Path) -> None:
    page = """<nav><h3>Menu</h3><a href=/x>x</a></nav><main><section><h3>Session 1</h3>
<div class=p><h3>One</h3><span class=authors>Ann Ahn</span></div></section><section><h3>Session 2</h3>
<div class=p><h3>Two</h3><span class=authors>Bob Beh<sup>1,2</sup>, Cy Ce</span></div></section></main>
<footer><h3>Contact</h3><p class=other>Us</p></footer>"""
    entries = listing(tmp_path, "a.html", page).entries
    assert [(entry.facts.title, entry.facts.authors) for entry in entries] == [
        ("One", people("Ann Ahn")),
        ("Two", people("Bob Beh", "Cy Ce")),
    ]


def test_lines_beyond_what_a_parser_counts(tmp_path: Path) -> None:
    paper = "<h3>One</h3>\n<div class=abstract>\n\n\n\n\nFirst.</div>\n"
    last = listing(tmp_path, "a.html", paper * 10_000).entries[-1]
    assert (last.position, last.line_start, last.line_end, last.source) == (10_000, 69_994, 70_000, "First.")


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("", ":1: there is no HTML element in it; save the page as HTML"),
        ("just text", ":1: there is no HTML element in it; save the page as HTML"),
        ("<div id=root></div><script>draw()</script>", NONE),
        ("<h2>About</h2><p>us</p><h2>Contact</h2><a href=/x>x</a>", NONE),
        ("<!-- <h3>One</h3> -->", ":1: there is no HTML element in it; save the page as HTML"),
    ],
)
def test_pages_without_papers(tmp_path: Path, page: str, problem: str) -> None:
    assert refused(tmp_path, "a.html", page) == [f"a.html{problem}"]


def test_a_page_nested_deeply(tmp_path: Path) -> None:
    page = "<div>" * 5_000 + "<h3>One</h3><p class=authors>Ann Ahn</p>"
    assert refused(tmp_path, "a.html", page) == [
        "a.html: is not HTML that can be read as a whole (Excessive depth in document: 2048); save the page anew"
    ]


def test_names_in_a_tables_cell(tmp_path: Path) -> None:
    row = "<tr><td>A &amp; B<td>Ann Ahn &amp; Bob Beh<td>Oral</tr><tr><td>x</tr>"
    (entry,) = listing(tmp_path, "a.html", f"<table><tr><th>Name<th>Authors<th>Status</tr>{row}</table>").entries
    assert entry.facts == read.Facts("A &amp; B", people("Ann Ahn", "Bob Beh"), "oral")


def test_other_links_and_headings_of_a_paper_are_no_titles(tmp_path: Path) -> None:
    paper = """<div><h3><a href="/virtual/2026/poster/{0}">Title {0}</a></h3><p class=authors>Ann Ahn</p>
<h4>Abstract</h4><div class=abstract>Text {0}.</div>
<a href="https://openreview.net/forum?id=abcdefgh{0}">Forum of {0}</a> <a href="https://arxiv.org/abs/2601.0000{0}">Preprint</a>
<h4>Links</h4><h4>Poster</h4></div>"""
    found = listing(tmp_path, "icml-2026.html", paper.format(1) + "\n" + paper.format(2))
    assert [(entry.source, entry.facts) for entry in found.entries] == [
        (f"Text {n}.", read.Facts(f"Title {n}", people("Ann Ahn"), None, None, None, f"https://icml.cc/virtual/2026/poster/{n}",
                                  f"https://openreview.net/forum?id=abcdefgh{n}", f"2601.0000{n}"))
        for n in (1, 2)
    ]  # fmt: skip


def test_a_page_whose_title_is_blank_has_that_of_its_heading(tmp_path: Path) -> None:
    page = "<title> </title><h1>Papers</h1>\n<h3>One</h3><div class=abstract>First.</div>\n \n\n"
    found = listing(tmp_path, "a.html", page)
    assert found.title == "Papers"
    assert [(entry.line_start, entry.line_end, entry.source) for entry in found.entries] == [(2, 2, "First.")]
