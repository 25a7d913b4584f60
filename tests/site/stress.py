"""The site under attack: `python -m tests.site.stress`.

First so many requests, drawn from all that `tests.site.walk` lists; then 64 clients at once for so many seconds,
at 6,000 papers: pages, searches and facets, each a little other than the last, one in twenty a hostile request,
one in a hundred SQL that runs for ever. Says what went wrong, and exits 1 where anything did.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.parse import quote

from pipeline import site
from tests.package import rows
from tests.site import bench, made_up, walk
from tests.site.serving import built, served

CLIENTS = 64


def wrong(address: str, asked: walk.Asked) -> list[str]:
    """What is wrong with the answer to a request, or that there is none."""
    try:
        return walk.faults(asked, walk.ask(address, asked))
    except OSError as error:
        return [f"no answer: {error!r}"]


def walked(address: str, count: int) -> Counter[str]:
    """Every path, method, encoding and query, and of the arguments as many as are left of `count`."""
    kinds = {name: list(kind) for name, kind in walk.kinds(rows()).items()}
    chance, arguments = random.Random(0), kinds.pop("arguments")
    asked = [request for kind in kinds.values() for request in kind]
    asked = asked[:count] + chance.sample(arguments, min(len(arguments), max(0, count - len(asked))))
    found: Counter[str] = Counter()
    with ThreadPoolExecutor(8) as pool:
        for request, faults in zip(asked, pool.map(lambda one: wrong(address, one), asked), strict=True):
            found.update(f"{fault}: {request.method} {request.path[:150]}" for fault in faults)
    print(f"{len(asked)} requests walked, {found.total()} faults")
    return found


def client(
    address: str, number: int, until: float, pages: list[str], hostile: list[walk.Asked]
) -> Iterator[tuple[str, float, list[str]]]:
    """What one client asks until its time is up: the kind, the seconds it took, and what was wrong."""
    chance = random.Random(number)
    while time.monotonic() < until:
        kind = chance.choices(["page", "hostile", "endless"], [94, 5, 1])[0]
        asked = {
            "page": walk.Asked(f"{chance.choice(pages)}{chance.random()}"),
            "hostile": chance.choice(hostile),
            "endless": walk.sql(f"{walk.FOREVER} -- {chance.random()}", ""),
        }[kind]
        begun = time.monotonic()
        faults = wrong(address, asked)
        yield kind, time.monotonic() - begun, [f"{fault}: {asked.method} {asked.path[:150]}" for fault in faults]


def crowded(address: str, tables: dict[str, list[dict[str, Any]]], seconds: int) -> Counter[str]:
    """Let 64 clients ask at once, and print how long each kind of request took."""
    both, own = bench.kinds(tables)
    # Each ends with an argument of which no notice is taken, but that makes it another address.
    pages = [
        f"{quote(of(n), safe='/?&=,')}{'&' if '?' in of(n) else '?'}_n="
        for of in (both | own).values()
        for n in range(8)
    ]
    hostile = [request for name, kind in walk.kinds(rows()).items() if name != "SQL" for request in kind]
    until = time.monotonic() + seconds
    with ThreadPoolExecutor(CLIENTS) as pool:
        clients = pool.map(lambda number: list(client(address, number, until, pages, hostile)), range(CLIENTS))
        took = list(chain.from_iterable(clients))
    print(f"{CLIENTS} clients for {seconds} s: {len(took)} requests, {sum(len(faults) for *_, faults in took)} faults")
    for kind in ("page", "hostile", "endless"):
        times = sorted(second for what, second, _ in took if what == kind)
        if len(times) > 1:
            cut = quantiles(times, n=100)
            print(
                f"  {kind:8} {len(times):6} requests; seconds: p50 {cut[49]:.2f}, p95 {cut[94]:.2f}, p99 {cut[98]:.2f}"
            )
    return Counter(fault for *_, faults in took for fault in faults)


def main(count: int, seconds: int) -> int:
    """The walk, then the crowd; 1 where a fault was found or the file is not what it was."""
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        small, large = (Path(name) / size for size in ("small", "large"))
        small.mkdir()
        large.mkdir()
        tables = made_up.many(6000)
        for folder, under in ((built(small), walked), (built(large, tables), crowded)):
            file = folder / "dist" / f"{site.DATABASE}.db"
            before = hashlib.sha256(file.read_bytes()).hexdigest()
            with served(folder) as address:
                found += walked(address, count) if under is walked else crowded(address, tables, seconds)
            if hashlib.sha256(file.read_bytes()).hexdigest() != before:
                found["the database has changed"] += 1
    for fault, times in found.most_common(40):
        print(f"{times:6} {fault}")
    return 1 if found else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.site.stress", description=__doc__)
    parser.add_argument("--requests", type=int, default=20_000, help="how many hostile requests, one after the other")
    parser.add_argument("--seconds", type=int, default=60, help=f"how long {CLIENTS} clients ask at once")
    options = parser.parse_args()
    sys.exit(main(options.requests, options.seconds))
