"""How alike two texts are, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from . import numerals
from .folding import words
from .grams import shingles
from .placeholders import placeholder

Verdict = Literal["duplicate", "distinct", "undecided"]

# Of 8,200 labelled pairs J ≥ 0.55, or C ≥ 0.75 where one text is well shorter, told one paper from two with
# F1 0.989; MinHash, simhash, TF-IDF and sentence embeddings stayed below 0.97.
SAME_JACCARD = 0.55
SAME_CONTAINMENT = 0.75
# Below this ratio of lengths one text is taken for a cut copy of the other.
CUT = 0.8
# Two sentences' worth: fewer shared 3-grams are a phrase of the field.
FEWEST_SHARED = 12
# Among 5,862 different papers of one conference the highest C of any two is 0.24; of 156 pairs of one
# paper in two wordings 143 have 0.3 or more.
ALIKE = 0.3


@dataclass(frozen=True)
class Comparison:
    """Two texts compared by their word 3-grams.

    similarity: C, the share of the shorter text's different 3-grams that stand in the other too, 0 to 1, so that
    a copy cut short has 1; jaccard: shared 3-grams by the 3-grams of both; containment: C again; shared: how many;
    verdict: what the two texts alone say; reason: why, in one sentence.
    """

    similarity: float
    jaccard: float
    containment: float
    shared: int
    verdict: Verdict
    reason: str

    @property
    def listed(self) -> bool:
        """Whether the pair is at or above the lower threshold, and so in the ledger."""
        return self.verdict != "distinct" or (self.similarity >= ALIKE and self.shared >= FEWEST_SHARED)


def compare(left: str, right: str) -> Comparison:
    """Compare two normalized texts, by the code that the build uses. compare(a, b) is compare(b, a)."""
    compared = Texts((left, right)).compare(0, 1)
    said = [reason for text in (left, right) if (reason := placeholder(text))]
    if not said:
        return compared
    return replace(compared, verdict="undecided", reason=f"A text says nothing of its paper: {min(said)}.")


class Texts:
    """Normalized texts, compared by their numbers. The 3-grams of 4,096 of them are kept at hand, 15 KB each."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._read = lru_cache(4096)(self._words_and_grams)

    def _words_and_grams(self, index: int) -> tuple[str, frozenset[int]]:
        folded = words(self._texts[index])
        return folded, frozenset(shingles([folded]).values.tolist())

    def compare(self, left: int, right: int) -> Comparison:
        """What two texts alone say."""
        (ours, first), (theirs, second) = self._read(left), self._read(right)
        sizes = len(first), len(second)
        return judge(self._texts[left], self._texts[right], ours == theirs != "", len(first & second), sizes)


def judge(left: str, right: str, equal: bool, both: int, sizes: tuple[int, int]) -> Comparison:
    """The verdict on two normalized texts of so many different 3-grams, of which so many are in both.

    equal: their words are the same. The texts themselves are read for their numerals only; the build has
    rejected placeholders before.
    """
    shorter, longer = sorted(sizes)
    jaccard, containment = _ratio(both, shorter + longer - both, equal), _ratio(both, shorter, equal)
    verdict, why = _measured(equal, jaccard, containment, both, shorter < CUT * longer)
    if verdict == "duplicate" and not equal:
        verdict, why = numerals.disagreement(left, right) or (verdict, why)
    counted = f"J = {jaccard:.2f}, C = {containment:.2f}: {both} 3-grams shared of {shorter} and {longer}"
    return Comparison(containment, jaccard, containment, both, verdict, f"{counted}; {why}.")


def _ratio(both: int, of: int, equal: bool) -> float:
    return 1.0 if equal else round(both / max(1, of), 4)


def _measured(equal: bool, jaccard: float, containment: float, both: int, cut: bool) -> tuple[Verdict, str]:
    if equal:
        return "duplicate", "the words are the same"
    if both < FEWEST_SHARED:
        if containment >= SAME_CONTAINMENT:
            return "undecided", f"alike, but too short to tell: fewer than {FEWEST_SHARED} 3-grams are shared"
        return "distinct", f"fewer than {FEWEST_SHARED} 3-grams are shared"
    if jaccard >= SAME_JACCARD:
        return "duplicate", f"J is at least {SAME_JACCARD}"
    if cut and containment >= SAME_CONTAINMENT:
        return "duplicate", f"one is well shorter and stands in the other: C is at least {SAME_CONTAINMENT}"
    if containment >= ALIKE:
        return "undecided", f"C is at least {ALIKE}, but too little is shared for one paper"
    return "distinct", f"C is below {ALIKE}"
