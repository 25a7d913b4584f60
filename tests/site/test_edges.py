"""What the site's plugins do where something is not there, or not as on this site."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace

from datasette.app import Datasette
from datasette.plugins import pm

from pipeline import site
from tests import package
from tests.site.test_plugins import answers, cells, pages, papers, security, speed


def test_a_cell_that_is_no_list_stands_as_it_is() -> None:
    assert [cells._list(value) for value in ("{", "{}", "[]", '["a<b"]')] == [
        None, None, "", '<span class="chip">a&lt;b</span>',
    ]  # fmt: skip
    assert cells.render_cell(None, "x", "title", "papers", "icml2026", None) is None


def test_a_paper_or_a_listing_that_is_not_there_has_no_page(tmp_path: Path) -> None:
    folder = package.build(tmp_path)
    with package.opened(folder) as connection:
        assert papers.load(connection, "nope") is None
        assert pages.listing(connection, "nope") is None
    datasette = Datasette(immutables=[str(folder / "dist" / f"{site.DATABASE}.db")])
    request = SimpleNamespace(url_vars={"pks": "nope"})
    found = papers.extra_template_vars("row-icml2026-papers.html", site.DATABASE, request, datasette)
    assert asyncio.run(found()) == {}


def test_a_page_has_one_nonce_and_what_is_no_page_none() -> None:
    assert security.csp_nonce() == ""
    token = security._nonces.set([])
    first, second = security.csp_nonce(), security.csp_nonce()
    security._nonces.reset(token)
    assert len(first) >= 20
    assert first == second


def test_answers_of_a_database_that_may_change_are_not_kept(tmp_path: Path) -> None:
    app = object()
    (tmp_path / "x.db").touch()
    assert answers.asgi_wrapper(Datasette([str(tmp_path / "x.db")]))(app) is app


def test_so_many_answers_are_remembered_and_no_more() -> None:
    asked = []

    async def ask(number: int) -> int:
        asked.append(number)
        return number

    async def twice() -> None:
        remembered = speed.remembered(ask)
        for number in [*range(speed.MOST + 1)] * 2:
            assert await remembered(number) == number

    asyncio.run(twice())
    assert asked == [*range(speed.MOST + 1), speed.MOST]


def test_where_datasette_asks_otherwise_what_somebody_may_do_it_is_left_alone() -> None:
    datasette = SimpleNamespace(databases={})
    markdown = pm.get_plugin(speed.MARKDOWN)
    for _ in range(2):
        asyncio.run(speed.startup(datasette)())
        assert not pm.has_plugin(speed.MARKDOWN)
    if markdown:
        pm.register(markdown, speed.MARKDOWN)
    assert vars(datasette) == {"databases": {}}
