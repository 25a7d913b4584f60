"""How fast the site answers 8 clients at once: `python -m tests.site.bench [papers]`.

Each kind of page is asked for by all clients at once, first with the site's templates and plugins,
then with neither, from the same database. Addresses repeat in all kinds but “a paper”, so that most
of the site's answers are kept ones; `first time` says how long the addresses take that do not repeat.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median, quantiles

import httpx

from tests.package import Rows, client
from tests.site import made_up
from tests.site.serving import bare, built, served

CLIENTS, EACH = 8, 12
WORDS = ["diffusion", "reinforcement learning", "policy", "benchmark", "论文", "language models", "robust", "Name77"]
BASE = "/icml2026"
FRESH = ("first page", "papers", "papers by a facet", "search in papers")
Kinds = dict[str, Callable[[int], str]]


def kinds(tables: Rows) -> tuple[Kinds, Kinds]:
    """The addresses to ask for, by kind: those that every Datasette has, and the site's own."""
    ids = [paper["paper_id"] for paper in tables["papers"]]
    both: Kinds = {
        "first page": lambda n: "/",
        "papers": lambda n: f"{BASE}/papers",
        "papers by a facet": lambda n: f"{BASE}/papers?decision={['regular', 'spotlight'][n % 2]}",
        "search in papers": lambda n: f"{BASE}/papers?_search={WORDS[n % 8]}",
        "contributions by a facet": lambda n: f"{BASE}/contributions?kind=benchmark",
        "a paper": lambda n: f"{BASE}/papers/{ids[n * 37 % len(ids)]}",
        "entries": lambda n: f"{BASE}/entries",
        "a query": lambda n: f"{BASE}/search_phrase?phrase={WORDS[n % 8]}",
        "papers as JSON": lambda n: f"{BASE}/papers.json?_shape=array",
    }
    own: Kinds = {
        "search over all": lambda n: f"/-/search?q={WORDS[n % 8]}",
        "a listing": lambda n: f"{BASE}/listings/made_up",
        "dashboard": lambda n: "/-/dashboards/overview",
    }
    return both, own


def _anew(of: Callable[[int], str]) -> Callable[[int], str]:
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
        with served(folder) as address:
            # Datasette takes no notice of an argument that begins with a low line.
            fresh = {f"{kind}, first time": _anew(of) for kind, of in both.items() if kind in FRESH}
            ours = {kind: measure(address, of) for kind, of in {**both, **own, **fresh}.items()}
        with served(folder, command=bare) as address:
            theirs = {kind: measure(address, of) for kind, of in both.items()}
    print(f"{papers} papers, {CLIENTS} clients at once; milliseconds\n{'':26}   site: p50 p95   bare: p50 p95")
    for kind, seconds in ours.items():
        print(f"{kind:26}     {said(seconds)}     {said(theirs[kind]) if kind in theirs else ''}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 6000)
