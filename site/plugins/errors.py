"""What is said of an address that asks for what cannot be: 400 with the reason, where Datasette would have failed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from typing import Any

from datasette import hookimpl
from datasette.utils.asgi import Request, Response

HERE = Path(__file__).parent


def of_the_address(request: Request, exception: BaseException) -> bool:
    """Whether it is an address's arguments or names that Datasette stumbles over: `_timelimit=abc`, `entries/a`.

    The file never changes and all that is asked of it is read, so what else could it be; unless
    the address has neither, or a plugin of this site is among those that failed.
    """
    own = any(Path(frame.f_code.co_filename).parent == HERE for frame, _ in walk_tb(exception.__traceback__))
    names = request.scope.get("url_route", {}).get("kwargs", {})
    return bool(request.query_string or any(names.values())) and not own and getattr(exception, "status", 500) == 500


@hookimpl
def handle_exception(
    datasette: Any, request: Request, exception: BaseException
) -> Callable[[], Awaitable[Response | None]]:
    """Answer 400; what Datasette itself would say goes into its log all the same."""

    async def answered() -> Response | None:
        if not of_the_address(request, exception):
            return None
        error = f"This address makes no sense here: {exception or type(exception).__name__}"
        said = {"ok": False, "error": error, "status": 400, "title": None}
        if request.path.endswith(".json"):
            return Response.json(said, status=400)
        return Response.html(await datasette.render_template("error.html", said, request=request), status=400)

    return answered


@hookimpl
def startup() -> None:
    """Let no error be drawn with all its variables, metadata among them: a 404 took up to 6 seconds for that."""
    import_module("datasette.handle_exception").rich = None  # type: ignore[attr-defined]
