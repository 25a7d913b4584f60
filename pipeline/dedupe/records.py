"""Links by what entries say of themselves: the same text, an identifier, a title with its authors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations

from . import people
from .evidence import Conflict, Evidence, Link, identity, short
from .folding import fingerprint
from .placeholders import placeholder
from .similarity import compare

Found = Iterator[Link | Conflict]
_Two = tuple[int, int]
# So many pairs of author lists under one title (“Welcome”): it names no paper.
_COMMON = 300


def fingerprints(entries: Sequence[Evidence]) -> list[str | None]:
    """Of each entry's text; None where it has none that says anything."""
    return [None if placeholder(entry.text) else fingerprint(entry.text) for entry in entries]


def clash(left: Evidence, right: Evidence) -> bool:
    """Both have titles and these are unlike, and nothing says that the authors are the same."""
    if not left.title or not right.title or people.titles_alike(left.title, right.title):
        return False
    return people.authors_agree(left.authors, right.authors) is not True


def exact(entries: Sequence[Evidence], prints: Sequence[str | None]) -> Found:
    """Entries of one text. Under two titles and author lists it is nobody's to merge."""
    for same in _buckets(entries, prints):
        together, strangers = _classes(same, lambda a, b: not clash(entries[a], entries[b]))
        for a, b in together:
            yield Link(a, b, "duplicate", "exact", "The texts are the same but for markup, case and punctuation.")
        for a, b in strangers:
            what = f"one text stands under two titles, and no authors in common are known: {_titles(entries[a], entries[b])}"
            yield Conflict("text", (a, b), f"{short((entries[a], entries[b]))}: {what}")
            yield Link(a, b, "undecided", "exact", _sentence(what))


def identifiers(entries: Sequence[Evidence]) -> Found:
    """Entries that share an identifier, but where both titles and texts are unlike."""
    bearers: dict[str, list[int]] = defaultdict(list)
    for index, entry in enumerate(entries):
        for identifier in entry.identifiers:
            bearers[identifier].append(index)
    for identifier in sorted(bearers):
        same = canonical(entries, bearers[identifier])
        together, strangers = _classes(same, lambda a, b: _one_paper(entries[a], entries[b]))
        for a, b in together:
            yield Link(a, b, "duplicate", "identifier", f"Both are {identifier}.")
        for a, b in strangers:
            what = f"the id {identifier} stands for two titles and unlike texts: {_titles(entries[a], entries[b])}"
            yield Conflict("identifier", (a, b), f"{short((entries[a], entries[b]))}: {what}")
            yield Link(a, b, "undecided", "identifier", _sentence(what))


def _one_paper(left: Evidence, right: Evidence) -> bool:
    """Nothing speaks against the identifier: titles alike or not known, or texts alike or not known."""
    if not left.title or not right.title or people.titles_alike(left.title, right.title):
        return True
    return compare(left.text, right.text).verdict != "distinct"


def titles(entries: Sequence[Evidence]) -> Found:
    """Entries of one title: duplicates where the authors agree, else candidates."""

    def agree(a: int, b: int) -> bool:
        left, right = entries[a], entries[b]
        # The same bytes twice are one paper, also where they name no authors.
        return left.sha256 == right.sha256 or people.authors_agree(left.authors, right.authors) is True

    for same in _buckets(entries, [people.title_key(entry.title) for entry in entries]):
        together, strangers = _classes(same, agree)
        for a, b in together:
            yield Link(a, b, "duplicate", "title", "The titles are equal and the authors the same.")
        for a, b in strangers if len(strangers) <= _COMMON else ():
            known = entries[a].authors and entries[b].authors
            why = "the authors differ" if known else "the authors of one are not known"
            yield Link(a, b, "undecided", "title", f"The titles are equal, but {why}.")


def _sentence(what: str) -> str:
    return f"{what[0].upper()}{what[1:]}."


def _titles(left: Evidence, right: Evidence) -> str:
    return " and ".join(sorted(f"“{entry.title}”" for entry in (left, right)))


def canonical(entries: Sequence[Evidence], some: Iterable[int]) -> list[int]:
    """In an order that the order of listings does not change; those with a title, which can clash, first."""
    return sorted(some, key=lambda index: identity(entries[index]))


def _buckets(entries: Sequence[Evidence], keys: Sequence[Hashable | None]) -> Iterator[list[int]]:
    found: dict[Hashable, list[int]] = defaultdict(list)
    for index, key in enumerate(keys):
        if key is not None:
            found[key].append(index)
    for same in found.values():
        yield canonical(entries, same)


def _classes(same: Sequence[int], agree: Callable[[int, int], bool]) -> tuple[list[_Two], list[_Two]]:
    """Each entry with the first one that it agrees with (a star: rows do not grow with the square), and the
    first ones of any two stars."""
    firsts: list[int] = []
    together = []
    for index in same:
        home = next((first for first in firsts if agree(first, index)), None)
        if home is None:
            firsts.append(index)
        else:
            together.append((home, index))
    return together, list(combinations(firsts, 2))
