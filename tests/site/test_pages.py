"""Both Datasettes serve the same pages: the pinned release, and the newest 1.0 alpha from a venv of its own."""

from __future__ import annotations

import asyncio
import json
import os
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import httpx
import pytest
from mcp import Client

from pipeline import site
from tests.package import CONTRACT, client, rows
from tests.site.made_up import hostile
from tests.site.serving import ALPHA, built, plain, served

BASE = f"/{site.DATABASE}"
ODD = ["", " ", '"', '"unclosed', "“curly", "it's", "self-play", "C++", "C#", "pass@1", "$", "*", "a*", "^", "(", "NEAR(",
       "AND", "title:x", "\0", "论文", "，", "🙂", "x" * 5000, "一" * 40, "-", "{a}:b"]  # fmt: skip
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module", params=["stable", "alpha"])
def datasette(request: pytest.FixtureRequest) -> str:
    """Which Datasette: the alpha where there is one; in CI there must be."""
    if request.param == "alpha" and not ALPHA.exists():
        say = pytest.fail if os.environ.get("CI") else pytest.skip
        say("no .venv-alpha (make .venv-alpha/installed)")
    return str(request.param)


@pytest.fixture(scope="module")
def http(datasette: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = built(tmp_path_factory.mktemp(datasette))
    with served(folder, datasette == "alpha") as address, client(address) as opened:
        yield opened


def page(http: httpx.Client, path: str, **query: str) -> str:
    answer = http.get(path, params=query or None, follow_redirects=True)
    assert answer.status_code == 200, (path, query, answer.text[:1500])
    return answer.text


def paper(**wanted: object) -> dict[str, object]:
    return next(row for row in rows()["papers"] if all(row[key] == value for key, value in wanted.items()))


def ld(html: str) -> dict[str, object]:
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)
    assert found
    said: dict[str, object] = json.loads(found[1])
    return said


def test_the_home_page_counts_and_leads_on(http: httpx.Client) -> None:
    html, tables = page(http, "/"), rows()
    merged = sum(entry["status"] == "merged" for entry in tables["entries"])
    for count in (len(tables["papers"]), len(tables["listings"]), merged):
        assert f"<strong>{count}</strong>" in html
    for link in dict.fromkeys(re.findall(r'<a href="(/[^"]*)"', html)):
        answer = http.get(link.replace("&amp;", "&"), follow_redirects=True)
        assert answer.status_code == 200, link
    assert ld(html)["@type"] == "Dataset"
    assert ld(html)["name"] == CONTRACT.descriptor["title"]


def test_every_table_view_and_query_has_its_page(http: httpx.Client) -> None:
    described = site.metadata(CONTRACT)["databases"][site.DATABASE]
    for name, table in CONTRACT.tables.items():
        html = page(http, f"{BASE}/{name}")
        assert f"<h1>{table.title}</h1>" in html
        assert all(f"<code>{field.name}</code>" in html for field in table.fields)
        if rows()[name]:
            assert all(f'data-column="{facet}"' in html for facet in table.site["facets"])
        assert page(http, f"{BASE}/{name}.json", _shape="array")
        assert page(http, f"{BASE}/{name}.csv").startswith(table.columns[0])
    for name, told in described["queries"].items():
        assert told["title"] in page(http, f"{BASE}/{name}")
    assert page(http, f"{BASE}/paper_overview")


def test_every_paper_has_a_page(http: httpx.Client) -> None:
    tables = rows()
    for row in tables["papers"][:6]:
        html = page(http, f"{BASE}/papers/{row['paper_id']}")
        names = [r["name"] for r in tables["contributions"] if r["paper_id"] == row["paper_id"]]
        assert len(re.findall('<mark class="name" title', html)) == len(names)
        for place in (entry for entry in tables["entries"] if entry["paper_id"] == row["paper_id"]):
            assert f"raw/{place['listing_id']}.txt</code>, line" in html
            assert f"line {place['line_start']}" in html
        for near in (near for near in tables["related"] if near["paper_id"] == row["paper_id"]):
            assert f'href="{BASE}/papers/{near["related_paper_id"]}"' in html
        said = ld(html)
        assert (said["@type"], said["abstract"]) == ("ScholarlyArticle", row["abstract"])
        assert f"@inproceedings{{icml2026-{row['paper_id']}" in html


def test_an_id_leads_to_its_paper(http: httpx.Client) -> None:
    key = rows()["papers"][0]["paper_id"]
    assert http.get(f"/paper/{key}").headers["location"] == f"{BASE}/papers/{key}"
    assert http.get(f"/paper/{'0' * 12}").status_code == 404
    assert http.get(f"{BASE}/papers/{'0' * 12}").status_code == 404


def test_a_listing_has_a_page_of_its_entries(http: httpx.Client) -> None:
    for row in rows()["listings"]:
        html = page(http, f"{BASE}/listings/{row['listing_id']}")
        assert len(re.findall(r"<li value=", html)) == row["entries"]
        assert row["path"] in html


@pytest.mark.parametrize("text", ODD)
def test_a_search_for_anything_is_no_error(http: httpx.Client, text: str) -> None:
    html = page(http, "/-/search", q=text)
    assert "Nothing found" in html or 'role="status"' in html or not text.strip()
    assert page(http, f"{BASE}/papers", _search=text)
    assert page(http, f"{BASE}/papers.json", _search=text)


def test_a_search_finds_and_shows_where(http: httpx.Client) -> None:
    found = http.get("/-/search.json", params={"q": "diffusion"}).json()
    assert found["total"] == len(found["papers"]) > 3
    assert "<mark>" in found["papers"][0]["extract"]
    known = {row["paper_id"]: row["abstract"] for row in rows()["papers"]}
    assert all(row["abstract"] == known[row["paper_id"]] for row in found["papers"])
    name = rows()["contributions"][0]
    first = http.get("/-/search.json", params={"q": name["name"]}).json()
    assert first["contributions"][0]["paper_id"] == first["papers"][0]["paper_id"] == name["paper_id"]
    chinese = http.get("/-/search.json", params={"q": "论文"}).json()
    assert [row["title"] for row in chinese["listings"]] == ["ICML 2026 论文列表"]


def test_a_page_behind_the_last_of_a_search_says_how_many_there_are_and_leads_back(http: httpx.Client) -> None:
    total = http.get("/-/search.json", params={"q": "model"}).json()["total"]
    last = -(-total // 20)
    html = page(http, "/-/search", q="model", page=str(last + 7))
    assert f"There are {last} pages." in html
    assert re.findall(r'rel="(?:prev|next)" href="([^"]+)"', html) == [f"?q=model&amp;page={last}"]


def test_headers_let_nothing_of_another_host_in(http: httpx.Client) -> None:
    for path in ("/", f"{BASE}/papers", f"{BASE}/papers.json", "/nothing"):
        policy = http.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "http" not in policy
        assert re.search(r"script-src 'self'(?: 'nonce-[\w-]{20,}')?;", policy)


def test_what_would_write_is_refused(http: httpx.Client) -> None:
    for path in ("/", f"{BASE}/papers", f"{BASE}/-/create", f"{BASE}/papers/-/insert", "/-/search"):
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            answer = http.request(method, path, json={"row": {}})
            assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD"), (method, path)


def test_an_address_that_makes_no_sense_is_told_so(http: httpx.Client) -> None:
    for path in (
        f"{BASE}/papers?_timelimit=abc",
        f"{BASE}/feed?_next=x",
        f"{BASE}/papers?_sort=nope",
        f"{BASE}/entries/a",
    ):
        answer = http.get(path)
        assert answer.status_code in (400, 404), path
        assert 'role="alert"' in answer.text
        assert "<nav" in answer.text
    told = http.get(f"{BASE}/papers.json?_timelimit=abc")
    assert (told.status_code, told.json()["ok"]) == (400, False)


def test_feeds_and_files_for_machines(http: httpx.Client) -> None:
    feed = ET.fromstring(page(http, f"{BASE}/feed.atom", _size="max"))
    assert len(feed.findall(f"{ATOM}entry")) == len(rows()["papers"])
    ids = [entry.findtext(f"{ATOM}id") for entry in feed.findall(f"{ATOM}entry")]
    assert len(set(ids)) == len(ids)
    places = [
        place.text or "" for place in ET.fromstring(page(http, "/sitemap.xml")).iter() if place.tag.endswith("loc")
    ]
    assert sum(f"{BASE}/papers/" in place for place in places) == len(rows()["papers"])
    assert all(place.startswith(str(http.base_url).rstrip("/")) for place in places)
    assert "/sitemap.xml" in page(http, "/robots.txt")
    for name in CONTRACT.tables:
        assert f"{BASE}/{name}.md" in page(http, "/llms.txt")


def test_an_mcp_client_asks_in_sql_and_by_query(http: httpx.Client) -> None:
    async def ask() -> tuple[str, str]:
        async with Client(f"{str(http.base_url).rstrip('/')}/-/mcp") as opened:
            sql = {"database": site.DATABASE, "sql": "SELECT count(*) AS n FROM papers"}
            counted = await opened.call_tool("execute_sql", sql)
            query = {"database": site.DATABASE, "query": "who_releases_code"}
            known = await opened.call_tool("execute_canned_query", query)
            return str(counted.structured_content), str(known.structured_content)

    counted, known = asyncio.run(ask())
    assert f"'n': {len(rows()['papers'])}" in counted
    assert "percent_with_code" in known


def test_the_dashboard_is_there_where_its_plugin_works(http: httpx.Client, datasette: str) -> None:
    answer = http.get("/-/dashboards/overview")
    assert answer.status_code == (404 if datasette == "alpha" else 200)
    assert ("Dashboard</a>" in page(http, "/")) == (datasette == "stable")
    if datasette == "stable":
        for chart in site.metadata(CONTRACT)["plugins"]["datasette-dashboards"]["overview"]["charts"].values():
            assert chart["title"] in answer.text
            assert page(http, f"{BASE}/{chart['rows']}")


def test_hostile_rows_are_text_everywhere(datasette: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    tables, merged = hostile()
    folder = built(tmp_path_factory.mktemp("hostile"), tables, merged)
    first = tables["papers"][0]["paper_id"]
    paths = [
        "/",
        f"{BASE}/papers/{first}",
        f"{BASE}/listings/made_up",
        "/-/search?q=script",
        f"{BASE}/feed.atom",
        "/llms.txt",
    ]
    paths += [f"{BASE}/{name}?_all=1" for name in (*CONTRACT.tables, "paper_overview", "author_overview")]
    paths += [f"{BASE}/authors/{first},1", f"{BASE}/papers_most_alike", f"{BASE}/benchmarks_introduced"]
    with served(folder, datasette == "alpha") as address, client(address) as http:
        for path in paths:
            html = page(http, path)
            assert "<script>document" not in html, path
            assert "<img src=x" not in html, path
            assert "<svg onload" not in html, path
            assert not re.search(r"""(?:href|src)=["']?\s*(?:javascript|data|vbscript):""", html), path
        shown = page(http, f"{BASE}/papers/{first}")
        assert "&lt;script&gt;" in shown
        assert "<ins" in shown
        assert json.dumps(ld(shown)).count("<script>")


def test_the_database_and_its_metadata_are_enough(datasette: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = built(tmp_path_factory.mktemp("plain"))
    with served(folder, datasette == "alpha", plain) as address, client(address) as http:
        assert CONTRACT.descriptor["description"] in page(http, "/")
        assert CONTRACT.tables["papers"].field("words").description in page(http, f"{BASE}/papers")
        assert paper()["title"] in page(http, f"{BASE}/papers", _size="max").replace("&#39;", "'")
