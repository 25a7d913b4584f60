"""Measure the build: `make bench`. Figures are ratios within one run; machines and hours differ.

The corpus is grown from the abstracts of the listings in `raw/` (or of others named on the command line): each
replica speaks another language, its words drawn anew from the vocabulary of all, so that it is another paper.
For duplicates, each is given a copy with a sentence dropped, an end cut off, markup, typing errors or other quotes.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import datasketch
import gaoya
import matplotlib
import numpy as np
import rensa
from pylatexenc.latex2text import LatexNodes2Text

from pipeline import dedupe, normalize, read
from pipeline.dedupe.similarity import CUT, FEWEST_SHARED, SAME_CONTAINMENT, SAME_JACCARD

HOME = Path(__file__).resolve().parent
SIZES = (1_500, 3_000, 6_000)
PAIRS = (20_000, 100_000)
MILLION = 1_000_000
_WORD = re.compile(r"(?<![\\\w/.])[A-Za-z]{3,}(?![\w/.])")
Pairs = set[tuple[int, int]]
# What a measured process has from the one that forked it: the run and its texts.
_HELD: list[Any] = []


def main() -> None:
    """Print the figures as Markdown."""
    parser = argparse.ArgumentParser(prog="bench.py", description=__doc__)
    parser.add_argument("listings", nargs="*", type=Path, default=sorted((HOME / "raw").glob("*.txt")))
    parser.add_argument(
        "--million", action="store_true", help="duplicates among a million texts too: 20 minutes, 12 GB"
    )
    options = parser.parse_args()
    listed = (entry.source for path in options.listings for entry in read.listing(path).entries)
    # Listings overlap, and a paper that stands there twice would be counted as a false find.
    sources = list({dedupe.fingerprint(normalize.normalize(source)): source for source in listed}.values())
    print(normalizing(sources))
    print(telling_apart(sources, [*PAIRS, MILLION] if options.million else PAIRS))
    print(building(sources))


def replicas(sources: Sequence[str], count: int) -> list[str]:
    """As many abstracts of as many papers as asked for, the same ones for the same sources."""
    vocabulary = sorted({word for source in sources for word in _WORD.findall(source)})
    found: list[str] = []
    for number in range(-(-count // len(sources))):
        other = vocabulary[:]
        random.Random(number).shuffle(other)
        spoken = dict(zip(vocabulary, other, strict=True)) if number else {}
        found += [_WORD.sub(lambda m, spoken=spoken: spoken.get(m[0], m[0]), source) for source in sources]
    return found[:count]


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


def telling_apart(sources: Sequence[str], sizes: Sequence[int]) -> str:
    """Throughput, memory and F1 of finding each abstract's changed copy, next to the peers on the same texts.

    All start from folded text; the last row of ours starts from the abstract and ends with the reason of each verdict.
    """
    runs: dict[str, Callable[[Sequence[str]], Pairs]] = {
        "pipeline.dedupe": _own, "gaoya": _gaoya, "rensa": _rensa, "datasketch": _datasketch,
    }  # fmt: skip
    _own(list(map(dedupe.words, replicas(sources, 60_000))))  # numba, loaded from 50,000 texts on, has compiled by then
    rows = []
    for size in sizes:
        papers = replicas(sources, size // 2)
        rng = random.Random(0)
        texts = [normalize.normalize(text) for text in papers + [changed(text, rng) for text in papers]]
        folded = list(map(dedupe.words, texts))
        made = {name: _apart(run, folded) for name, run in runs.items()}
        made["pipeline.dedupe, with folding, numerals and reasons"] = _apart(_explained, texts)
        own = made["pipeline.dedupe"][0]
        rows += [
            f"| {size:,} | {name} | {size / seconds:,.0f} | {seconds / own:.2f} | {memory:,.0f} | {f1:.3f} |"
            for name, (seconds, memory, f1) in made.items()
        ]
    head = "| duplicates: texts | by | texts a second | times as long as ours | MiB at the peak | F1 |"
    return "\n".join([head, "|--:|---|--:|--:|--:|--:|", *rows, ""])


def _apart(run: Callable[[Sequence[str]], Pairs], texts: Sequence[str]) -> tuple[float, float, float]:
    """Seconds, mebibytes beyond those of the texts, and F1, in a process of its own: no run pays for another's memory."""
    with ProcessPoolExecutor(1, get_context("fork"), _hold, (run, texts)) as pool:
        return pool.submit(_measured).result()


def _hold(*held: Any) -> None:
    _HELD[:] = held


def _measured() -> tuple[float, float, float]:
    run, texts = _HELD
    before = _resident()
    began = time.perf_counter()
    found = run(texts)
    seconds = time.perf_counter() - began
    half = len(texts) // 2
    return seconds, _resident("VmHWM") - before, _f1(found, {(number, number + half) for number in range(half)})


def _resident(what: str = "VmRSS") -> float:
    """Mebibytes that this process holds now, or held at the most (VmHWM)."""
    return int(re.findall(rf"{what}:\s+(\d+)", Path("/proc/self/status").read_text())[0]) / 1024


def changed(text: str, rng: random.Random) -> str:
    """A copy as another listing might have it."""
    sentences = re.split(r"(?<=[.!?]) ", text)
    words = text.split(" ")
    return rng.choice([
        lambda: " ".join(sentences[: rng.randrange(len(sentences))] + sentences[1 + rng.randrange(len(sentences)) :]),
        lambda: text[: max(500, len(text) // 2)],
        lambda: " ".join(f"**{word}**" if rng.random() < 0.05 else word for word in words),
        lambda: " ".join(word[1:] if rng.random() < 0.03 else word for word in words),
        lambda: text.replace("-", "–").replace("\"", "“"),
    ])()  # fmt: skip


def _f1(found: Pairs, truth: Pairs) -> float:
    return 2 * len(found & truth) / (len(found) + len(truth))


def _own(folded: Sequence[str]) -> Pairs:
    found = dedupe.overlaps(folded, len(os.sched_getaffinity(0)))
    counts = np.sort(np.stack([found.counts[found.left], found.counts[found.right]]), axis=0)
    (shorter, longer), both = counts, found.shared
    same = both >= SAME_JACCARD * (shorter + longer - both)
    same |= (shorter < CUT * longer) & (both >= SAME_CONTAINMENT * shorter)
    same &= both >= FEWEST_SHARED
    return set(zip(found.left[same].tolist(), found.right[same].tolist(), strict=True))


def _explained(texts: Sequence[str]) -> Pairs:
    alike = dedupe.alike(texts, len(os.sched_getaffinity(0)))
    return {(left, right) for left, right, compared in alike if compared.verdict == "duplicate"}


def _shingles(folded: Sequence[str]) -> Iterator[list[str]]:
    for text in folded:
        words = text.split(" ")
        yield [" ".join(words[at : at + 3]) for at in range(max(1, len(words) - 2))]


def _gaoya(folded: Sequence[str]) -> Pairs:
    index = gaoya.minhash.MinHashStringIndex(32, 0.5, 42, 3, None, "word", True, (3, 3))
    index.par_bulk_insert_docs(list(range(len(folded))), folded)
    near = index.par_bulk_query(folded)
    return {(n, other) if n < other else (other, n) for n, some in enumerate(near) for other in some if other != n}


def _rensa(folded: Sequence[str]) -> Pairs:
    index, made = rensa.RMinHashLSH(0.5, 128, 32), []
    for number, shingles in enumerate(_shingles(folded)):
        made.append(rensa.RMinHash(128, 42))
        made[-1].update(shingles)
        index.insert(number, made[-1])
    near = ((n, other) for n, each in enumerate(made) for other in index.query(each) if other != n)
    return {tuple(sorted(pair)) for pair in near if made[pair[0]].jaccard(made[pair[1]]) >= 0.5}


def _datasketch(folded: Sequence[str]) -> Pairs:
    index = datasketch.MinHashLSH(0.5, 128)
    made = datasketch.MinHash.bulk([[s.encode() for s in shingles] for shingles in _shingles(folded)], num_perm=128)
    for number, each in enumerate(made):
        index.insert(number, each, check_duplication=False)
    near = ((n, other) for n, each in enumerate(made) for other in index.query(each) if other != n)
    return {tuple(sorted(pair)) for pair in near if made[pair[0]].jaccard(made[pair[1]]) >= 0.5}


def building(sources: Sequence[str]) -> str:
    """Seconds and peak memory of the whole build, as the number of abstracts doubles."""
    rows = []
    for size in SIZES:
        seconds, mebibytes = _build(replicas(sources, size))
        rows.append((size, seconds, mebibytes))
    _plot(rows)
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


def _plot(rows: Sequence[tuple[int, float, float]]) -> None:
    """Seconds by abstracts, with the straight line through the first point, as dist/bench.svg."""
    matplotlib.use("svg")
    from matplotlib import pyplot

    sizes, seconds, _ = zip(*rows, strict=True)
    pyplot.plot(sizes, seconds, "o-", label="measured")
    pyplot.plot(sizes, [seconds[0] * size / sizes[0] for size in sizes], "--", label="in proportion to the first")
    pyplot.xlabel("abstracts")
    pyplot.ylabel("seconds, whole build")
    pyplot.legend()
    (HOME / "dist").mkdir(exist_ok=True)
    pyplot.savefig(HOME / "dist" / "bench.svg")


if __name__ == "__main__":
    main()
