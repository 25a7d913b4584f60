"""What a browser may do with a page: load from this server alone, and run no script of the data.

Datasette's own templates, and those of its plugins, have scripts in the page. They are let
through by a nonce that is put into the templates as they are compiled: a template's `<script>`
gets it, and one that a row smuggled into a page never can.
"""

from __future__ import annotations

import re
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any

from datasette import hookimpl
from jinja2 import Environment
from jinja2.ext import Extension

# A script of the template's own text: no file, and no data that is only to be read.
INLINE_SCRIPT = re.compile(r"<script(?![^>]*(?:\bsrc=|ld\+json))(?=[\s>{])")
POLICY = (
    "default-src 'none'; script-src 'self'{nonce}; connect-src 'self'; img-src 'self' data:; font-src 'self'; "
    # Vega and Datasette's own pages set styles in the page.
    "style-src 'self' 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
OTHER = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
# The site is only read. An MCP client posts its questions, and they too only read.
READS = ("GET", "HEAD")
POSTS = "/-/mcp"
# The longest text, in bytes, that a query may make. No abstract comes near; printf('%.*c', 900000000, 'x') does.
LONGEST = 2_000_000
_nonces: ContextVar[list[str] | None] = ContextVar("nonces", default=None)


class Nonces(Extension):
    """Gives each script that stands in a template the nonce of its page."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template's text with the nonces in it."""
        return INLINE_SCRIPT.sub('<script nonce="{{ csp_nonce() }}"', source)


def csp_nonce() -> str:
    """The nonce of the page that is being made: drawn where a template first asks for it."""
    drawn = _nonces.get()
    if drawn is None:
        return ""
    if not drawn:
        drawn.append(secrets.token_urlsafe(16))
    return drawn[0]


def policy(nonce: str | None) -> str:
    """The Content-Security-Policy of a page that has this nonce, if any."""
    return POLICY.format(nonce=f" 'nonce-{nonce}'" if nonce else "")


@hookimpl
def prepare_connection(conn: sqlite3.Connection) -> None:
    """Let no query fill the memory with one value."""
    conn.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)


@hookimpl
def prepare_jinja2_environment(env: Environment) -> None:
    """Teach the templates the nonce."""
    env.add_extension(Nonces)
    env.globals["csp_nonce"] = csp_nonce


async def refused(send: Any) -> None:
    """Say that the site takes nothing from anybody."""
    allowed = [(b"allow", ", ".join(READS).encode()), (b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": 405, "headers": allowed})
    await send({"type": "http.response.body", "body": b"This site is only read."})


@hookimpl
def asgi_wrapper() -> Callable[..., Any]:
    """Put the headers on every answer."""

    def wrap(app: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        async def guarded(scope: dict[str, Any], receive: Any, send: Any) -> None:
            drawn: list[str] = []
            _nonces.set(drawn)

            async def sent(message: dict[str, Any]) -> None:
                if message["type"] == "http.response.start":
                    said = (b"content-security-policy", policy(next(iter(drawn), None)).encode())
                    message = {**message, "headers": [*message.get("headers", ()), said, *OTHER]}
                await send(message)

            if scope["type"] == "http" and scope["method"] not in READS and not scope["path"].endswith(POSTS):
                await refused(sent)
            else:
                await app(scope, receive, sent if scope["type"] == "http" else send)

        return guarded

    return wrap
