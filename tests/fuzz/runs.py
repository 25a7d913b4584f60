"""One process's share of the texts that `python -m tests.fuzz` tries."""

from __future__ import annotations

import traceback

from hypothesis import HealthCheck, given, seed, settings

from tests.fuzz import grammar, properties

# Of every 1,000 texts, about half stand apart and half are glued; a few are repeated to see how the time grows.
_RUNS = (
    (grammar.mixed, properties.check_apart, 450),
    (grammar.priced, properties.check_apart, 98),
    (grammar.hostile, properties.check_glued, 450),
    (grammar.hostile, properties.check_growth, 2),
)


def run(examples: int, start: int) -> str:
    """Try so many texts from the seed `start`; what failed and for which text, or an empty string."""
    for pieces, check, share in _RUNS:
        chosen = settings(
            max_examples=max(1, examples * share // 1_000),
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        try:
            seed(start)(chosen(given(pieces)(check)))()
        except Exception:
            return f"seed {start}: {traceback.format_exc()}"
    return ""
