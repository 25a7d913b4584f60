from __future__ import annotations

import pytest

from pipeline.titles import Title, parse


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("ICML 2026 Papers", Title("en", "ICML", 2026)),
        ("ICML 2026 论文列表", Title("zh", "ICML", 2026)),
        ("Accepted papers, NeurIPS 2025", Title("en", "NeurIPS", 2025)),
        ("ICLR2026 录用论文", Title("zh", "ICLR", 2026)),
        ("AISTATS 2026 — accepted papers", Title("en", "AISTATS", 2026)),
        ("icml 2026 papers", Title("en", "ICML", 2026)),
        ("ＩＣＭＬ　２０２６　论文", Title("zh", "ICML", 2026)),
        ("Proceedings of the 43rd International Conference on Machine Learning", Title("en", "ICML", None)),
        ("第43届国际机器学习大会论文", Title("zh", "ICML", None)),
        ("ICML 2026 論文一覧 (ポスター)", Title("und", "ICML", 2026)),
        ("Articles acceptés à ICML 2026", Title("und", "ICML", 2026)),
        ("ICML 2026", Title("und", "ICML", 2026)),
        ("2026", Title("und", None, 2026)),
        ("Papers", Title("en", None, None)),
        ("Papers of ICML 2026 and NeurIPS 2026", Title("en", None, 2026)),
        ("ICML papers 2025-2026", Title("en", "ICML", None)),
        ("Papers on alternative rss feeds 20260101", Title("en", None, None)),
        ("Accepted papers at RSS 2026", Title("en", "RSS", 2026)),
        ("MICML 2026 and ICMLA 2026 papers", Title("en", None, 2026)),
        ("Listing 12026", Title("en", None, None)),
    ],
)
def test_a_title_says_language_venue_and_year_or_nothing(title: str, expected: Title) -> None:
    assert parse(title) == expected
