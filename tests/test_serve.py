"""A real `datasette serve` process: every page, every export, and nothing from another host."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import unquote, urljoin, urlsplit

import httpx
import pytest

from pipeline import fulltext, site
from tests.package import CONTRACT, build, client, rows, served
from tests.site.queries import ODD_TEXTS, PAGES, QUERIES, example, parameters
from tests.test_site import METADATA, TABLES, VIEWS

BASE = f"/{site.DATABASE}"
SEARCHED = [name for name in TABLES if fulltext.searched(CONTRACT.tables[name])]
# Attributes by which a page has the browser load something, unlike <a href>, which is a link.
LOADS = {"script": "src", "img": "src", "iframe": "src", "source": "src", "embed": "src", "link": "href"}


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with served(build(tmp_path_factory.mktemp("served"))) as address, client(address) as opened:
        yield opened


class Loaded(HTMLParser):
    """Collects the addresses that a page has the browser load."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        address = found.get(LOADS.get(tag, ""))
        if address:
            self.addresses.append(address)
        self.addresses += re.findall(r"url\(['\"]?([^'\")]+)", found.get("style") or "")

    def handle_data(self, data: str) -> None:
        # <style> and <script> bodies arrive here: imports and url() of either.
        self.addresses += re.findall(r"(?:@import|url\(|from)\s*['\"]((?:https?:)?//[^'\"]+)", data)


def page(http: httpx.Client, path: str, **query: str) -> str:
    """The HTML of a page that answers 200 and loads nothing but from this server."""
    answer = http.get(path, params=query or None, follow_redirects=True)
    assert answer.status_code == 200, (path, answer.text[:2000])
    parser = Loaded()
    parser.feed(answer.text)
    here = urlsplit(str(answer.url)).netloc
    for address in parser.addresses:
        if address.startswith("data:"):
            continue
        target = urljoin(str(answer.url), address)
        assert urlsplit(target).netloc == here, (path, address)
        assert http.get(target).status_code == 200, (path, address)
    return answer.text


def row_links(html: str, table: str) -> list[str]:
    """The addresses of rows that a table's page leads to."""
    return list(dict.fromkeys(re.findall(rf'href="({BASE}/{table}/[^"?#]+)"', html)))


def test_the_home_page_leads_everywhere(http: httpx.Client) -> None:
    html = page(http, "/")
    assert CONTRACT.descriptor["description"] in html
    for name in ("papers", "listings", "contributions", "who_releases_code", "papers_most_alike"):
        assert f'href="{BASE}/{name}"' in html
    assert f'href="{BASE}"' in html


def test_the_database_page_names_tables_views_and_queries(http: httpx.Client) -> None:
    html = page(http, BASE)
    for name in (*TABLES, *VIEWS, *QUERIES):
        assert f'href="{BASE}/{name}"' in html
    assert not re.findall(rf'href="{BASE}/\w+_fts', html)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_page_says_what_it_holds(http: httpx.Client, name: str) -> None:
    html = page(http, f"{BASE}/{name}")
    count = len(rows()[name])
    assert re.search(rf"\b{count} rows?\b", html)
    assert CONTRACT.tables[name].title in html
    for field in CONTRACT.tables[name].fields:
        assert f"<code>{field.name}</code>" in html
    for facet in CONTRACT.tables[name].site["facets"] if count else ():
        assert f'id="facet-{facet}"' in html or f'data-column="{facet}"' in html


@pytest.mark.parametrize("name", TABLES)
def test_row_pages(http: httpx.Client, name: str) -> None:
    links = row_links(page(http, f"{BASE}/{name}", _all="1"), name)
    assert bool(links) == bool(rows()[name])
    for link in links[:3]:
        assert page(http, link)
        assert len(http.get(f"{link}.json").json()["rows"]) == 1


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_page_says_what_it_holds(http: httpx.Client, name: str) -> None:
    html = page(http, f"{BASE}/{name}")
    assert PAGES["tables"][name]["title"] in html
    assert re.search(r"\b[1-9][0-9]* rows?\b", html)
    for column in PAGES["tables"][name]["columns"]:
        assert f"<code>{column}</code>" in html
        assert page(http, f"{BASE}/{name}", _sort=column)


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_page(http: httpx.Client, name: str) -> None:
    html = page(http, f"{BASE}/{name}")
    for shown in (html, page(http, f"{BASE}/{name}", **example(name))):
        assert PAGES["queries"][name]["title"] in shown
        for parameter in parameters(name):
            assert f'name="{parameter}"' in shown
    answer = http.get(f"{BASE}/{name}.json", params={**example(name), "_shape": "array"})
    assert answer.status_code == 200
    assert isinstance(answer.json(), list)


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_a_query_page_takes_any_text(http: httpx.Client, text: str) -> None:
    for name in filter(parameters, QUERIES):
        answer = http.get(f"{BASE}/{name}", params=dict.fromkeys(parameters(name), text))
        assert answer.status_code == 200, (name, text)


@pytest.mark.parametrize("name", [*TABLES, *VIEWS])
def test_csv_and_json_hold_every_row(http: httpx.Client, name: str) -> None:
    answer = http.get(f"{BASE}/{name}.csv", params={"_stream": "1"})
    table = list(csv.reader(io.StringIO(answer.text, newline="")))
    records = http.get(f"{BASE}/{name}.json", params={"_shape": "array", "_size": "max"}).json()
    count = http.get(f"{BASE}/{name}.json", params={"_size": "0"}).json()["filtered_table_rows_count"]
    assert len(table) - 1 == len(records) == count
    if name in CONTRACT.tables:
        assert count == len(rows()[name])
        assert table[0] == list(CONTRACT.tables[name].columns)


def test_papers_are_exported_as_they_are(http: httpx.Client) -> None:
    records = http.get(f"{BASE}/papers.json", params={"_shape": "array", "_size": "max", "_json": "flags"}).json()
    assert sorted(records, key=lambda row: row["paper_id"]) == rows()["papers"]


@pytest.mark.parametrize("name", SEARCHED)
@pytest.mark.parametrize("words", ["the", "论文", '"unclosed', "“curly”", "C++", "pass@1", "self-play", "*"])
def test_every_searched_table_takes_any_words(http: httpx.Client, name: str, words: str) -> None:
    assert page(http, f"{BASE}/{name}", _search=words)


def test_chinese_words_find_the_chinese_listing(http: httpx.Client) -> None:
    chinese = [row["listing_id"] for row in rows()["listings"] if row["title_language"] == "zh"]
    for words in ("论", "论文", "列表", "论文列表"):
        query = {"_search": words, "_shape": "array"}
        assert [row["listing_id"] for row in http.get(f"{BASE}/listings.json", params=query).json()] == chinese


def test_search_over_all_tables(http: httpx.Client) -> None:
    html = page(http, "/-/search", q="world models")
    assert re.search(r"\b[1-9][0-9]* papers?", html)
    assert "<mark>" in html


def test_the_database_file_can_be_taken_away(http: httpx.Client) -> None:
    assert http.get(f"{BASE}.db").content.startswith(b"SQLite format 3\0")


def test_stylesheets_load_nothing_from_elsewhere(http: httpx.Client) -> None:
    sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page(http, f"{BASE}/papers"))
    assert [sheet for sheet in sheets if sheet.startswith("/static/site.css?")]
    styles = [http.get(sheet).text for sheet in sheets] + [unquote(url) for url in METADATA["extra_css_urls"]]
    for text in styles:
        assert not re.search(r"@import|url\(['\"]?(?:https?:)?//", text)


def test_pages_of_datasette_itself_load_nothing_from_elsewhere(http: httpx.Client) -> None:
    for path in ("/-/metadata", "/-/settings", "/-/plugins", "/-/versions", "/-/databases"):
        assert page(http, path)
    assert page(http, f"{BASE}?_show_hidden=1")
    assert page(http, BASE, sql="select count(*) from papers")
