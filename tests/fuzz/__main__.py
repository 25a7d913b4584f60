"""New texts of the grammars, as many as asked for: `python -m tests.fuzz --examples 100000 --jobs 2`.

Exit code 1 where a property fails: the smallest text that shows it is printed, with the seed to find it again.
"""

from __future__ import annotations

import argparse
import multiprocessing
import secrets
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.fuzz.runs import run


def main() -> int:
    """Share the examples among the processes, each with a seed of its own."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--examples", type=int, default=100_000, help="texts in all")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=None, help="where to start; else by chance")
    args = parser.parse_args()
    start = secrets.randbelow(2**32) if args.seed is None else args.seed
    begun = time.monotonic()
    with ProcessPoolExecutor(args.jobs, multiprocessing.get_context("spawn")) as pool:
        seeds = range(start, start + args.jobs)
        failed = [report for report in pool.map(run, [args.examples // args.jobs] * args.jobs, seeds) if report]
    print(*failed, sep="\n", end="\n" * bool(failed))
    found = "a property fails" if failed else "nothing found"
    print(f"{args.examples:,} texts from seed {start} in {time.monotonic() - begun:.0f} s: {found}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
