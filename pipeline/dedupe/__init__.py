"""Which entries are one paper.

`compare` says it of two texts, `resolve` of all entries by all evidence. Hash (`shingles`), join on the hash
(`candidates`), verify a pair (`judge`) and connect (`Groups`) are apart, so that another engine can run them.
"""

from .connect import Groups
from .evidence import Basis, Conflict, Decision, Evidence, Group, Member, Pair, Resolution
from .folding import fingerprint, fold, groups, words
from .grams import Shingles, all_shingles, shingles
from .index import Overlaps, candidates, overlaps, shared
from .near import Alike, alike
from .placeholders import placeholder
from .resolution import resolve
from .similarity import Comparison, Verdict, compare, judge

__all__ = [
    "Alike", "Basis", "Comparison", "Conflict", "Decision", "Evidence", "Group", "Groups", "Member", "Overlaps", "Pair",
    "Resolution", "Shingles", "Verdict", "alike", "all_shingles", "candidates", "compare", "fingerprint", "fold",
    "groups", "judge", "overlaps", "placeholder", "resolve", "shared", "shingles", "words",
]  # fmt: skip
