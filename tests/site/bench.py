"""How fast the site answers 8 clients at once: `python -m tests.site.bench`.

Each kind of page is asked for by all clients at once: from the site, each address once (`new`) and
again and again (`kept`: then most answers stand in memory); and from a Datasette that serves the same
database with neither the site's templates nor any plugin (`bare`).
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median, quantiles

import httpx

from pipeline import database, site
from tests.package import CONTRACT, Rows, client
from tests.site import made_up
from tests.site.serving import bare, built, served

CLIENTS, EACH = 8, 12
WORDS = ["diffusion", "reinforcement learning", "policy", "benchmark", "论文", "language models", "robust", "Name77"]
DECISIONS = ["regular", "spotlight"]
BASE = "/icml2026"
PAGES = site.metadata(CONTRACT)["databases"][site.DATABASE]
Kinds = dict[str, Callable[[int], str]]


def kinds(tables: Rows) -> tuple[Kinds, Kinds]:
    """The addresses to ask for, by kind: those that every Datasette has, and the site's own."""
    ids = [paper["paper_id"] for paper in tables["papers"]]
    pages = [*CONTRACT.tables, *(path.stem for path in sorted(database.VIEWS.glob("*.sql")))]
    both: Kinds = {
        "first page": lambda n: "/",
        "all data": lambda n: BASE,
        **{f"{name}": _always(f"{BASE}/{name}") for name in pages},
        "papers by a facet": lambda n: f"{BASE}/papers?decision={DECISIONS[n % 2]}",
        "contributions by a facet": lambda n: f"{BASE}/contributions?kind=benchmark",
        "search in papers": lambda n: f"{BASE}/papers?_search={WORDS[n % 8]}",
        "search in authors": lambda n: f"{BASE}/authors?_search=author+{n}",
        "a paper": lambda n: f"{BASE}/papers/{ids[n * 37 % len(ids)]}",
        "an entry": lambda n: f"{BASE}/entries/made_up,{n % len(ids) + 1}",
        "papers as JSON": lambda n: f"{BASE}/papers.json?_shape=array",
        "papers as CSV": lambda n: f"{BASE}/papers.csv",
        **{f"? {name}": _query(name) for name in PAGES["queries"]},
    }
    own: Kinds = {
        "search over all": lambda n: f"/-/search?q={WORDS[n % 8]}",
        "a listing": lambda n: f"{BASE}/listings/made_up",
        "dashboard": lambda n: "/-/dashboards/overview",
        "sitemap": lambda n: "/sitemap.xml",
    }
    return both, own


def _always(address: str) -> Callable[[int], str]:
    return lambda n: address


def _query(name: str) -> Callable[[int], str]:
    """A ready-made query, each of its parameters a common word or a piece of one."""
    asked = {"phrase": WORDS, "author": ["Author 7", "author"], "topic": ["learning", "a"], "id": ["a", "7f"],
             "listing": ["made_up"], "line": ["9", "99"]}  # fmt: skip
    parameters = re.findall(r"(?<!:):(\w+)", re.sub(r"--.*|'[^']*'", "", PAGES["queries"][name]["sql"]))
    return lambda n: (
        f"{BASE}/{name}?" + "&".join(f"{key}={asked[key][n % len(asked[key])]}" for key in dict.fromkeys(parameters))
    )


def _anew(of: Callable[[int], str]) -> Callable[[int], str]:
    """The same pages, each by an address of its own: Datasette passes over arguments that begin with a low line."""
    return lambda n: f"{of(n)}{'&' if '?' in of(n) else '?'}_n={n}"


def measure(address: str, of: Callable[[int], str]) -> list[float]:
    """Seconds that each request took, all clients asking at once."""

    def ask(number: int) -> list[float]:
        found = []
        with client(address) as http:
            http.get("/-/versions.json")
            for n in range(EACH):
                begun = time.perf_counter()
                answer: httpx.Response = http.get(of(number + CLIENTS * n))
                found.append(time.perf_counter() - begun)
                assert answer.status_code == 200, answer.url
        return found

    with ThreadPoolExecutor(CLIENTS) as pool:
        return [second for seconds in pool.map(ask, range(CLIENTS)) for second in seconds]


def said(seconds: list[float]) -> str:
    """Median and 95th percentile in milliseconds."""
    return f"{1000 * median(seconds):6.0f} {1000 * quantiles(seconds, n=20)[-1]:6.0f}"


def main(papers: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name:
        tables = made_up.many(papers)
        folder, (both, own) = built(Path(name), tables), kinds(tables)
        every = {**both, **own}
        with served(folder) as address:
            new = {kind: measure(address, _anew(of)) for kind, of in every.items()}
            kept = {kind: measure(address, of) for kind, of in every.items()}
        with served(folder, command=bare) as address:
            theirs = {kind: measure(address, of) for kind, of in both.items()}
    print(
        f"{papers} papers, {CLIENTS} clients at once; milliseconds\n{'':26}       new: p50 p95      kept: p50 p95      bare: p50 p95"
    )
    for kind in every:
        print(
            f"{kind:26}     {said(new[kind])}     {said(kept[kind])}     {said(theirs[kind]) if kind in theirs else ''}"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.site.bench", description=__doc__)
    parser.add_argument("--papers", type=int, default=6000, help="how many made-up papers the site has")
    main(parser.parse_args().papers)
