"""Questions of people's own wait in one line, so that pages need not wait for them.

Datasette has three threads for SQL. Three queries that run until they are stopped would keep everybody out.
"""

from __future__ import annotations

from asyncio import Semaphore
from collections.abc import Awaitable, Callable
from typing import Any

from datasette import hookimpl

# The most that may wait; at three seconds each the last of them waits for a minute.
MOST = 20
# By what an address brings SQL of its own. A question to the MCP server may too.
OWN = (b"sql=", b"_where=")
MCP = "/-/mcp"


def brings_sql(scope: dict[str, Any]) -> bool:
    """Whether a request may bring SQL of its own."""
    if scope["type"] != "http":
        return False
    return scope["path"].endswith(MCP) or any(name in scope.get("query_string", b"") for name in OWN)


@hookimpl(tryfirst=True)
def asgi_wrapper() -> Callable[..., Any]:
    """Let one such request in at a time. Inside all other wrappers, which put headers on its answers too."""
    line, waiting = Semaphore(1), 0

    def wrap(app: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        async def in_line(scope: dict[str, Any], receive: Any, send: Any) -> None:
            nonlocal waiting
            if not brings_sql(scope):
                await app(scope, receive, send)
            elif waiting >= MOST:
                await send_away(send)
            else:
                waiting += 1
                try:
                    await line.acquire()
                finally:
                    waiting -= 1
                await answered(app, scope, receive, send, line)

        return in_line

    return wrap


async def answered(app: Any, scope: dict[str, Any], receive: Any, send: Any, line: Semaphore) -> None:
    """Let the next one in as soon as the answer begins: who reads it slowly holds nobody up."""
    here = True

    def gone() -> None:
        nonlocal here
        if here:
            line.release()
        here = False

    async def sent(message: dict[str, Any]) -> None:
        gone()
        await send(message)

    try:
        await app(scope, receive, sent)
    finally:
        gone()


async def send_away(send: Any) -> None:
    """Say that too many are waiting."""
    headers = [(b"retry-after", b"60"), (b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": b"Too many queries are waiting. Please ask again in a minute."})
