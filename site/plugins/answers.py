"""Answers kept in memory: of a database that cannot change, a page made once is right until the server stops."""

from __future__ import annotations

from asyncio import Event, wait_for
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from datasette import hookimpl

# At most this many, each at most this large: 50 MB.
MOST, LARGEST = 256, 200_000
# Seconds that a request waits for another that makes the same page.
PATIENCE = 2
Message = dict[str, Any]


def key(scope: Message) -> tuple[Any, ...] | None:
    """What two requests must share to get one answer; None where none may be kept."""
    if scope["type"] != "http" or scope["method"] != "GET" or scope["path"].endswith((".db", ".csv")):
        return None
    headers = dict(scope["headers"])
    if b"cookie" in headers or b"authorization" in headers or b"range" in headers:
        return None
    # Pages name themselves by their whole address.
    return headers.get(b"host"), scope.get("scheme"), scope.get("raw_path"), scope["query_string"]


def may_be_kept(messages: list[Message]) -> bool:
    """Whether it is a whole page that went well, small, and without a nonce, which is good for one page."""
    start = messages[0]
    size = sum(len(message.get("body", b"")) for message in messages[1:])
    named = {name.lower(): value for name, value in start.get("headers", ())}
    return (
        start["status"] == 200
        and size <= LARGEST
        and b"set-cookie" not in named
        and b"'nonce-" not in named.get(b"content-security-policy", b"")
    )


@hookimpl(trylast=True)
def asgi_wrapper(datasette: Any) -> Callable[..., Any]:
    """Around everything else, so that an answer is kept with all its headers."""
    kept: OrderedDict[tuple[Any, ...], list[Message]] = OrderedDict()
    making: dict[tuple[Any, ...], Event] = {}

    def wrap(app: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        if any(database.is_mutable and not database.is_memory for database in datasette.databases.values()):
            return app

        async def answered(scope: Message, receive: Any, send: Any) -> None:
            asked = key(scope)
            if asked in making and asked not in kept:
                # Who asks for a page that is being made waits for it, but not for long.
                with suppress(TimeoutError):
                    await wait_for(making[asked].wait(), PATIENCE)
            if asked is None:
                await app(scope, receive, send)
            elif asked in kept:
                kept.move_to_end(asked)
                for message in kept[asked]:
                    await send(message)
            else:
                made = making[asked] = Event()
                try:
                    if said := await _made(app, scope, receive, send):
                        kept[asked] = said
                finally:
                    made.set()
                    making.pop(asked, None)
                if len(kept) > MOST:
                    kept.popitem(last=False)

        return answered

    return wrap


async def _made(app: Any, scope: Message, receive: Any, send: Any) -> list[Message]:
    """Let the page be made and sent; what was sent where it may be kept, else nothing."""
    said: list[Message] = []
    size = 0

    async def heard(message: Message) -> None:
        nonlocal size
        size += len(message.get("body", b""))
        if size <= LARGEST:
            said.append(message)
        await send(message)

    await app(scope, receive, heard)
    return said if said and size <= LARGEST and may_be_kept(said) else []
