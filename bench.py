"""Measure the build: `make bench`. Figures are ratios within one run; machines and hours differ.

The corpus is grown by replicas of the abstracts of the listings in `raw/` (or of other listings
named on the command line), each with its sentences in another order and a word of its own, so that
no two have one fingerprint.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from pylatexenc.latex2text import LatexNodes2Text

from pipeline import normalize, read

HOME = Path(__file__).resolve().parent
SIZES = (1_250, 2_500, 5_000)


def main() -> None:
    """Print the figures as Markdown."""
    parser = argparse.ArgumentParser(prog="bench.py", description=__doc__)
    parser.add_argument("listings", nargs="*", type=Path, default=sorted((HOME / "raw").glob("*.txt")))
    sources = [entry.source for path in parser.parse_args().listings for entry in read.listing(path).entries]
    print(normalizing(sources))
    print(building(sources))


def replicas(sources: Sequence[str], count: int) -> list[str]:
    """As many abstracts as asked for, the same ones for the same sources."""
    rng = random.Random(0)
    found = []
    for number in range(count):
        sentences = re.split(r"(?<=\.) ", sources[number % len(sources)].replace("\n", " "))
        rng.shuffle(sentences)
        found.append(" ".join([f"Study {number}.", *sentences]))
    return found


def normalizing(sources: Sequence[str]) -> str:
    """Throughput on one core, next to pylatexenc and to twenty regular expressions, interleaved."""
    texts = replicas(sources, 2_000)
    peer = LatexNodes2Text(math_mode="text")
    runs: dict[str, tuple[Callable[[str], str], Sequence[str]]] = {
        "pipeline.normalize": (normalize.normalize, texts),
        "pylatexenc": (lambda text: str(peer.latex_to_text(_fenced(text))), texts[:400]),
        "twenty regular expressions": (_crude, texts),
    }
    seconds = {name: min(_seconds(run, some) / len(some) for _ in range(3)) for name, (run, some) in runs.items()}
    own = seconds["pipeline.normalize"]
    rows = [f"| {name} | {1 / each:,.0f} | {own / each:.2f} |" for name, each in seconds.items()]
    return "\n".join(["| normalizing, one core | abstracts a second | ratio to ours |", "|---|--:|--:|", *rows, ""])


def _fenced(text: str) -> str:
    """Without what pylatexenc stumbles on: an unescaped % is a comment to it, \\href an IndexError."""
    return re.sub(r"(?<!\\)%", r"\\%", re.sub(r"\\href\{([^{}]*)\}\{([^{}]*)\}", r"\2 (\1)", text))


def _seconds(run: Callable[[str], str], texts: Sequence[str]) -> float:
    began = time.perf_counter()
    for text in texts:
        run(text)
    return time.perf_counter() - began


_CRUDE = [
    (re.compile(pattern), to)
    for pattern, to in [
        (r"<[^>]+>", ""), (r"&amp;", "&"), (r"&lt;", "<"), (r"&gt;", ">"), (r"``|''", '"'), (r"---", "—"), (r"--", "–"),
        (r"\\(?:textbf|textit|emph|texttt)\{([^{}]*)\}", r"\1"), (r"\\href\{([^{}]*)\}\{([^{}]*)\}", r"\2 (\1)"),
        (r"\\url\{([^{}]*)\}", r"\1"), (r"\\cite\w*\{([^{}]*)\}", r"[\1]"), (r"\\([%&_#$])", r"\1"),
        (r"\\times", "×"), (r"\\sim", "∼"), (r"\\[a-zA-Z]+", ""), (r"\$", ""), (r"[{}]", ""), (r"\*\*|__", ""),
        (r"`", ""), (r"\s+", " "),
    ]
]  # fmt: skip


def _crude(text: str) -> str:
    for pattern, to in _CRUDE:
        text = pattern.sub(to, text)
    return text


def building(sources: Sequence[str]) -> str:
    """Seconds and peak memory of the whole build, as the number of abstracts doubles."""
    rows = []
    for size in SIZES:
        seconds, mebibytes = _build(replicas(sources, size))
        rows.append((size, seconds, mebibytes))
    first = rows[0]
    lines = [
        f"| {size:,} | {seconds:.1f} | {size / seconds:,.0f} | {memory:,.0f} "
        f"| {size / first[0]:.0f} | {seconds / first[1]:.2f} |"
        for size, seconds, memory in rows
    ]
    head = "| whole build: abstracts | seconds | abstracts a second | MiB at the peak | times as many | times as long |"
    return "\n".join([head, "|--:|--:|--:|--:|--:|--:|", *lines, ""])


def _build(texts: Sequence[str]) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "raw"
        raw.mkdir()
        (raw / "bench.txt").write_text("\n\n".join(["Made-up papers", *texts]), encoding="utf-8")
        # A process of its own for each size: the peak of all children only ever grows.
        code = (
            "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True);"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
        )
        command = [sys.executable, str(HOME / "build.py"), "--raw", str(raw), "--out", f"{folder}/out", "--quiet"]
        began = time.perf_counter()
        done = subprocess.run([sys.executable, "-c", code, *command], check=True, capture_output=True, text=True)
        return time.perf_counter() - began, float(done.stdout)


if __name__ == "__main__":
    main()
