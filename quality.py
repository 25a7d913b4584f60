"""How well what is drawn from the abstracts agrees with what people read in them: `make quality`.

Prints precision, recall and F1 of every measure against the labels of tests/gold/, and every
figure, name and address that is missing or too many.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.contributions import contributions
from pipeline.links import links
from pipeline.quantities import quantities

HOME = Path(__file__).resolve().parent
GOLD = HOME / "tests/gold/gold_seeds.json"
PAPERS = HOME / "clean/papers.csv"

Labels = Mapping[str, Any]
Facts = Iterable[tuple[Any, ...]]


@dataclass(frozen=True)
class Score:
    """How one measure came out; `missing` and `extra` hold (paper, fact)."""

    measure: str
    matched: int
    missing: tuple[tuple[str, tuple[Any, ...]], ...]
    extra: tuple[tuple[str, tuple[Any, ...]], ...]

    @property
    def precision(self) -> float:
        """The share of what was found that the labels hold; 1 where nothing was found."""
        return _share(self.matched, self.matched + len(self.extra))

    @property
    def recall(self) -> float:
        """The share of the labels that was found; 1 where there are none."""
        return _share(self.matched, self.matched + len(self.missing))

    @property
    def f1(self) -> float:
        """The harmonic mean of the two."""
        return _share(2 * self.matched, 2 * self.matched + len(self.extra) + len(self.missing))


def found(abstract: str) -> dict[str, Any]:
    """What the rules draw from an abstract, in the form of the labels."""
    return {
        "contributions": [vars(each) for each in contributions(abstract)],
        "links": [vars(each) for each in links(abstract)],
        "quantities": [
            {"min": each.value_min, "max": each.value_max, "unit": each.unit} for each in quantities(abstract)
        ],
    }


# What each measure compares of a paper: repeats count.
MEASURES: dict[str, Callable[[Labels], Facts]] = {
    "names": lambda paper: [(each["name"],) for each in paper["contributions"]],
    "names with kind and role": lambda paper: [
        (each["name"], each["kind"], each["role"]) for each in paper["contributions"]
    ],
    "expansions": lambda paper: [
        (each["name"], each["expansion"]) for each in paper["contributions"] if each["expansion"]
    ],
    "links": lambda paper: [(each["url"], each["kind"]) for each in paper["links"]],
    "quantities": lambda paper: [
        (float(each["min"]), float(each["max"]), each["unit"]) for each in paper["quantities"]
    ],
}


def scores(gold: Sequence[Labels], abstracts: Mapping[str, str]) -> list[Score]:
    """Every measure over the labelled papers; KeyError where a labelled paper has no abstract."""
    pairs = [(paper["id"], paper, found(abstracts[paper["id"]])) for paper in gold]
    return [_score(measure, facts, pairs) for measure, facts in MEASURES.items()]


def _score(measure: str, facts: Callable[[Labels], Facts], pairs: Sequence[tuple[str, Labels, Labels]]) -> Score:
    matched, missing, extra = 0, [], []
    for paper, labelled, drawn in pairs:
        want, got = Counter(facts(labelled)), Counter(facts(drawn))
        matched += (want & got).total()
        missing += [(paper, fact) for fact in (want - got).elements()]
        extra += [(paper, fact) for fact in (got - want).elements()]
    return Score(measure, matched, tuple(missing), tuple(extra))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def report(results: Iterable[Score]) -> str:
    """The scores as a Markdown table, and every miss in a line of its own."""
    results = list(results)
    rows = [
        f"| {score.measure} | {score.precision:.3f} | {score.recall:.3f} | {score.f1:.3f} | {score.matched + len(score.missing)} |"
        for score in results
    ]
    misses = [
        f"{paper} {score.measure}: {what} {' · '.join(map(str, fact))}"
        for score in results
        for what, facts in (("missing", score.missing), ("not in the labels:", score.extra))
        for paper, fact in facts
    ]
    return "\n".join(["| measure | precision | recall | F1 | labels |", "|---|--:|--:|--:|--:|", *rows, "", *misses])


def abstracts(path: Path) -> dict[str, str]:
    """The abstracts of papers.csv by the labels' id: the listing's number and the position in it."""
    with path.open(encoding="utf-8", newline="") as file:
        return {f"{row['listing_id'][:3]}-{int(row['position']):02d}": row["abstract"] for row in csv.DictReader(file)}


def labels(path: Path) -> list[Labels]:
    """The labelled papers."""
    return list(json.loads(path.read_text(encoding="utf-8")))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the report; returns the exit code."""
    parser = argparse.ArgumentParser(prog="quality.py", description=__doc__)
    parser.add_argument("--gold", type=Path, default=GOLD, help="labels (default: tests/gold/gold_seeds.json)")
    parser.add_argument("--papers", type=Path, default=PAPERS, help="papers.csv (default: clean/papers.csv)")
    options = parser.parse_args(arguments)
    print(report(scores(labels(options.gold), abstracts(options.papers))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
