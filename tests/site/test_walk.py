"""No address, whatever is in it, breaks the site, and none changes anything."""

from __future__ import annotations

import hashlib
import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from datasette.app import Datasette

from pipeline import site
from tests.package import rows
from tests.site import walk
from tests.site.serving import ALPHA, built, served

# Of each kind of request; `python -m tests.site.stress` asks many more.
SAMPLE = 100


@pytest.fixture(scope="module", params=["stable", "alpha"])
def served_from(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of a site, and the folder that it serves."""
    if request.param == "alpha" and not ALPHA.exists():
        say = pytest.fail if os.environ.get("CI") else pytest.skip
        say("no .venv-alpha (make .venv-alpha/installed)")
    folder = built(tmp_path_factory.mktemp(str(request.param)))
    with served(folder, request.param == "alpha") as address:
        yield address, folder


def sha256(folder: Path) -> str:
    return hashlib.sha256((folder / "dist" / f"{site.DATABASE}.db").read_bytes()).hexdigest()


def walked(address: str, asked: list[walk.Asked]) -> list[str]:
    """What is wrong with the answers."""

    def look(request: walk.Asked) -> list[str]:
        found = walk.faults(request, walk.ask(address, request))
        return [f"{fault}: {request.method} {request.path[:200]}" for fault in found]

    with ThreadPoolExecutor(4) as pool:
        return [fault for found in pool.map(look, asked) for fault in found]


def test_no_address_breaks_the_site_and_none_changes_it(served_from: tuple[str, Path]) -> None:
    address, folder = served_from
    before, chance = sha256(folder), random.Random(1)
    kinds = list(map(list, walk.kinds(rows()).values()))
    asked = [request for kind in kinds for request in (kind if len(kind) < SAMPLE else chance.sample(kind, SAMPLE))]
    assert walked(address, asked) == []
    assert sha256(folder) == before
    databases = walk.ask(address, walk.Asked("/-/databases.json")).body
    assert b'"is_mutable": false' in databases
    assert b'"is_mutable": true' not in databases


def test_sql_that_runs_for_ever_ends_and_holds_nobody_up(served_from: tuple[str, Path]) -> None:
    address, folder = served_from
    end = "/-/query" if folder.name.startswith("alpha") else ""
    endless = [walk.sql(f"{walk.FOREVER} -- {number}", end) for number in range(4)]
    with ThreadPoolExecutor(len(endless)) as pool:
        asked = [pool.submit(walk.ask, address, request) for request in endless]
        time.sleep(0.5)
        begun = time.monotonic()
        page = walk.ask(address, walk.Asked(f"{walk.BASE}/papers?_size=5"))
        waited = time.monotonic() - begun
        assert not any(answer.done() for answer in asked)
        assert [answer.result().status for answer in asked] == [400] * len(endless)
    assert page.status == 200
    # Behind four such queries, of three seconds each on three threads, it would wait for two and a half at least.
    assert waited < 2


def test_every_route_is_walked() -> None:
    # The pinned Datasette with its plugins, as the other tests' processes have it.
    datasette = Datasette(plugins_dir=str(site.SITE / "plugins"), memory=True)
    paths = {request.path.partition("?")[0] for kind in walk.kinds(rows()).values() for request in kind}
    unknown = [pattern.pattern for pattern, _ in datasette._routes() if not any(map(pattern.match, paths))]
    assert unknown == []
