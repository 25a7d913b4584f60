"""The parts of the site's plugins that are plain functions."""

from __future__ import annotations

import asyncio
import importlib.util
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from pipeline import site


def plugin(name: str) -> ModuleType:
    """A module of `site/plugins/`, which Datasette loads by its path as well."""
    spec = importlib.util.spec_from_file_location(f"site_{name}", site.SITE / "plugins" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


answers, cells, errors, line, pages, papers, search, security, speed = map(
    plugin, ("answers", "cells", "errors", "line", "pages", "papers", "search", "security", "speed")
)

ADDRESSES = [
    ("https://a.org/x", "https://a.org/x"),
    ("http://a.org", "http://a.org"),
    ("github.com/a/b", "https://github.com/a/b"),
    ("javascript:alert(1)", None),
    ("JavaScript://a.org/%0aalert(1)", None),
    ("data:text/html,x", None),
    ("vbscript:x", None),
    ("ftp://a.org", None),
    ("https://a.org/ x", None),
    ("https://a.org/\nx", None),
    ("//a.org", None),
    ("https://[", None),
    ("", None),
    (None, None),
]


@pytest.mark.parametrize(("address", "link"), ADDRESSES)
def test_links_are_to_the_web_alone(address: Any, link: str | None) -> None:
    assert cells.web(address) == link


def test_marks_cut_the_text_and_lose_nothing() -> None:
    marks = [{"start": 4, "end": 7}, {"start": 5, "end": 9}, {"start": 9, "end": 10}, {"start": 8, "end": 99}]
    pieces = papers.segments("one two three", marks)
    assert "".join(piece["text"] for piece in pieces) == "one two three"
    assert [piece["text"] for piece in pieces if "start" in piece] == ["two", "h"]


def test_a_difference_is_told_word_by_word() -> None:
    same = " ".join(f"w{n}" for n in range(40))
    told = papers.difference(f"{same} old end", f"{same} new words end")
    assert [piece["what"] for piece in told] == ["same", "kept", "merged", "same"]
    assert told[0]["text"].count(" ") == 16
    assert (told[1]["text"], told[2]["text"]) == ("old", "new words")


def test_a_citation_is_a_line_of_text() -> None:
    paper = {"title": "Do 50% of {C#} agree?", "authors": [{"name": "A. Band and Co"}, {"name": "Zoë Müller"}],
             "icml_url": None, "openreview_url": "https://a.org/?a_b=1", "url": "https://b.org"}  # fmt: skip
    told = "A. Band and Co and Zoë Müller. Do 50% of {C#} agree? ICML 2026. https://a.org/?a_b=1"
    assert papers.citation(paper, 2026, "ICML") == told
    bare = {"title": None, "authors": [], "icml_url": None, "openreview_url": None, "url": None}
    assert papers.citation(bare, None, None) == "Untitled."


TERMS = [
    ("world models", '"world" AND "models"', []),
    ('"world model" x', '"world model" AND "x"', []),
    ("“world model”", '"world model"', []),
    ('"unclosed phrase', '"unclosed phrase"', []),
    ("it's self-play", '"it\'s" AND "self-play"', []),
    ("C++", '"C++"', ["c++"]),
    ("pass@1", '"pass@1"', []),
    ("$", "", ["$"]),
    ('"', "", []),
    ("", "", []),
    ("一二三四五六七八九十", '"一二三四五六七八" AND "三四五六七八九十"', []),
    ("a\0b", '"a" AND "b"', []),
]


@pytest.mark.parametrize(("text", "match", "literal"), TERMS)
def test_what_is_asked_of_the_index(text: str, match: str, literal: list[str]) -> None:
    assert search.terms(text) == (match, literal)


def test_an_extract_stands_around_its_hit() -> None:
    text = "before " * 60 + "\x02hit\x03" + " after" * 60
    cut = search.extract(text, [])
    assert "\x02hit\x03" in cut
    assert cut[0] == cut[-1] == "…"
    assert search.extract("x" * 500 + " 论文" + "y" * 500, ["论文"]).count("\x02") == 1
    assert search.marked("<b>\x02&\x03") == "&lt;b&gt;<mark>&amp;</mark>"


@pytest.mark.parametrize(
    ("query", "clean"),
    [
        (b"_search=", b""),
        (b"a=&_search=%20&b=1", b"a=&b=1"),
        (b"_search=x&a=%E8", b"_search=x&a=%E8"),
        (b"_search=%22+%22", b""),
        (b"_search_title=&_sort=words", b"_sort=words"),
        (b"_search=a%00b", b"_search=a+b"),
    ],
)
def test_a_search_for_nothing_is_left_out(query: bytes, clean: bytes) -> None:
    assert search.tidied(query) == clean


SCRIPTS = [
    ("<script>x</script>", '<script nonce="{{ csp_nonce() }}">x</script>'),
    (
        "<script{% if a %} type=module{% endif %}>",
        '<script nonce="{{ csp_nonce() }}"{% if a %} type=module{% endif %}>',
    ),
    ('<script src="a.js">', '<script src="a.js">'),
    ('<script type="application/ld+json">', '<script type="application/ld+json">'),
]


@pytest.mark.parametrize(("template", "with_nonce"), SCRIPTS)
def test_scripts_of_templates_get_a_nonce(template: str, with_nonce: str) -> None:
    assert security.INLINE_SCRIPT.sub('<script nonce="{{ csp_nonce() }}"', template) == with_nonce


def test_which_answers_are_kept() -> None:
    start = {"status": 200, "headers": [(b"content-security-policy", b"script-src 'self'")]}
    body = {"body": b"x"}
    assert answers.may_be_kept([start, body])
    assert not answers.may_be_kept([start | {"status": 404}, body])
    assert not answers.may_be_kept([start | {"headers": [(b"Set-Cookie", b"a=b")]}, body])
    nonced = [(b"content-security-policy", security.policy("abc").encode())]
    assert not answers.may_be_kept([start | {"headers": nonced}, body])
    scope = {"type": "http", "method": "GET", "headers": [(b"host", b"a")], "path": "/", "raw_path": b"/",
             "query_string": b""}  # fmt: skip
    assert answers.key(scope) == (b"a", None, b"/", b"")
    assert answers.key(scope | {"headers": [(b"cookie", b"a=b")]}) is None
    assert answers.key(scope | {"method": "POST"}) is None
    assert answers.key(scope | {"path": "/icml2026.db"}) is None


def test_a_page_is_made_once_and_sent_to_all_who_ask() -> None:
    made = []

    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
        made.append(scope["path"])
        await asyncio.sleep(0.01)
        await send({"type": "http.response.start", "status": 404 if "x" in scope["path"] else 200, "headers": []})
        await send({"type": "http.response.body", "body": b"page"})

    def scope(path: str) -> dict[str, Any]:
        return {"type": "http", "method": "GET", "headers": [], "path": path, "raw_path": path, "query_string": b""}

    async def ask() -> list[bytes]:
        wrapped = answers.asgi_wrapper(SimpleNamespace(databases={}))(app)
        got: list[bytes] = []

        async def send(message: dict[str, Any]) -> None:
            got.append(message.get("body", b""))

        for path in ("/a", "/x"):
            await asyncio.gather(*(wrapped(scope(path), None, send) for _ in range(8)))
        return got

    assert asyncio.run(ask()).count(b"page") == 16
    assert made.count("/a") == 1
    assert made.count("/x") == 8


def test_a_question_is_asked_once_and_its_answer_is_nobody_elses() -> None:
    asked = []

    async def columns(table: str) -> list[str]:
        asked.append(table)
        return [table]

    async def ask() -> list[list[str]]:
        known = speed.remembered(columns)
        (await known("a")).append("changed")
        return [await known("a"), await known("b"), await known("a")]

    assert asyncio.run(ask()) == [["a"], ["b"], ["a"]]
    assert asked == ["a", "b"]


def test_what_somebody_may_do_is_asked_each_time() -> None:
    asked = []

    async def allowed(actor: Any, action: str, resource: Any = None, default: Any = False) -> bool:
        asked.append(actor)
        return actor is not None

    async def ask() -> list[bool]:
        known = speed.of_nobody(allowed)
        return [await known(actor, "view-table", ("a", "b")) for actor in (None, {"id": "root"}, None, {"id": "root"})]

    assert asyncio.run(ask()) == [False, True, False, True]
    assert asked == [None, {"id": "root"}, {"id": "root"}]


def test_rows_are_cells_with_their_headings_and_nothing_in_them_is_markup() -> None:
    row = [
        {"column": "b", "value": "<b>", "value_type": "str"},
        {"column": "two_words", "value": 1, "value_type": "int"},
    ]
    shown = cells.table_body([row], ["two_words", "b"], {"b": 'The "b"'})
    assert shown == (
        '<tr><td class="col-two_words type-int" data-label="Two words">1</td>'
        '<td class="col-b type-str" data-label="The &#34;b&#34;">&lt;b&gt;</td></tr>'
    )
    assert cells.query_body([["x"]], ["a"], {}) == '<tr><td class="col-a" data-label="A">x</td></tr>'


def test_queries_of_peoples_own_wait_in_a_line_of_limited_length() -> None:
    inside, most, told = 0, 0, []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0)
        inside -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        told.extend([message["status"]] if "status" in message else [])

    async def ask() -> None:
        wrapped = line.asgi_wrapper()(app)
        scope = {"type": "http", "path": "/", "query_string": b"sql=select+1"}
        await asyncio.gather(*(wrapped(scope, None, send) for _ in range(line.MOST + 3)))

    asyncio.run(ask())
    assert most == 1
    # One is asking, and as many wait as may.
    assert (told.count(200), told.count(429)) == (line.MOST + 1, 2)


def test_who_reads_slowly_holds_nobody_up() -> None:
    told = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"] == "/slow":
            await asyncio.Event().wait()
        told.append(scope["path"])

    async def send(message: Any) -> None:
        pass

    async def ask() -> None:
        wrapped = line.asgi_wrapper()(app)
        slow, quick = ({"type": "http", "path": path, "query_string": b"sql=x"} for path in ("/slow", "/quick"))
        reader = asyncio.create_task(wrapped(slow, None, send))
        await asyncio.wait_for(wrapped(quick, None, send), 10)
        reader.cancel()

    asyncio.run(ask())
    assert told == ["/quick"]


@pytest.mark.parametrize(
    ("path", "query", "brings"),
    [
        ("/a", b"", False),
        ("/a", b"q=sql", False),
        ("/a", b"sql=x", True),
        ("/a/b", b"x=1&_where=1", True),
        ("/-/mcp", b"", True),
    ],
)
def test_what_brings_sql_of_its_own(path: str, query: bytes, brings: bool) -> None:
    assert line.brings_sql({"type": "http", "path": path, "query_string": query}) == brings


def test_a_fault_of_the_site_is_never_blamed_on_the_address() -> None:
    def fault(of: Any) -> BaseException:
        try:
            of()
        except Exception as error:
            return error
        raise AssertionError

    asked = SimpleNamespace(query_string="x=1", scope={})
    nothing = SimpleNamespace(query_string="", scope={"url_route": {"kwargs": {"format": None}}})
    theirs, ours = fault(lambda: int("x")), fault(lambda: papers.figure({}))
    assert errors.of_the_address(asked, theirs)
    assert not errors.of_the_address(nothing, theirs)
    assert not errors.of_the_address(asked, ours)
