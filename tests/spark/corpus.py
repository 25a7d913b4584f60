"""Abstracts made up of words by Zipf's law, some marked up, and copies of them as other listings would have them."""

from __future__ import annotations

import random
from itertools import accumulate

_LETTERS = "aeioubdfgklmnprst"
_MARKED = [
    r"\textbf{{{}}}",
    "*{}*",
    "${}_1$",
    "`{}`",
    "<i>{}</i>",
    "{} & {{}}",
    "{} 12.5%",
    "{} (https://github.com/a/{})",
]


def sources(count: int) -> list[str]:
    """So many listed abstracts, the same ones every time; two in five are copies, one paper has 60 wordings."""
    rng = random.Random(4)
    vocabulary = ["".join(rng.choices(_LETTERS, k=rng.randint(3, 9))) for _ in range(20_000)]
    weights = list(accumulate(1 / (n + 5) for n in range(len(vocabulary))))

    def some(words: int) -> list[str]:
        return rng.choices(vocabulary, cum_weights=weights, k=words)

    found = [some(rng.randint(25, 60)) for _ in range(count * 3 // 5)]
    found += [_perturbed(rng, found[0]) for _ in range(60)]
    found += [_perturbed(rng, rng.choice(found)) for _ in range(count - len(found))]
    rng.shuffle(found)
    return [_listed(rng, words) for words in found]


def _perturbed(rng: random.Random, words: list[str]) -> list[str]:
    other = list(words)
    kind = rng.randrange(4)
    if kind == 0:
        return other[: max(21, int(len(other) * rng.uniform(0.4, 0.9)))]
    for _ in range(kind * kind):
        other[rng.randrange(len(other))] = f"v{rng.randrange(10_000)}"
    return other


def _listed(rng: random.Random, words: list[str]) -> str:
    at = rng.randrange(len(words))
    marked = rng.choice(_MARKED).format(words[at], words[at])
    head, tail = words[:at], words[at + 1 :]
    return f"In this paper we show that {' '.join([*head, marked, *tail])}."
