from __future__ import annotations

import pytest

from pipeline.formats.addresses import join, site, sort

ICML = "https://icml.cc"
CASES = [
    ("url", "https://openreview.net/forum?id=Ab-_cdefgh", {"openreview_url": "https://openreview.net/forum?id=Ab-_cdefgh"}),
    ("url", "http://openreview.net/pdf?id=Abcdefghij#x", {"openreview_url": "https://openreview.net/forum?id=Abcdefghij"}),
    ("url", "https://openreview.net/forum?noteId=a&id=Abcdefghij", {"openreview_url": "https://openreview.net/forum?id=Abcdefghij"}),
    ("forum", "Abcdefghij", {"openreview_url": "https://openreview.net/forum?id=Abcdefghij"}),
    ("forum", "/forum?id=Abcdefghij", {"openreview_url": "https://openreview.net/forum?id=Abcdefghij"}),
    ("pdf", "https://openreview.net/pdf/0123abcd.pdf", {}),
    ("site", "https://icml.cc/virtual/2026/poster/63652", {"icml_url": "https://icml.cc/virtual/2026/poster/63652"}),
    ("site", "http://www.icml.cc/virtual/2026/oral/7/", {"icml_url": "https://icml.cc/virtual/2026/oral/7"}),
    ("virtualsite_url", "/virtual/2026/poster/63652", {"icml_url": "https://icml.cc/virtual/2026/poster/63652"}),
    ("site", "https://iclr.cc/virtual/2026/poster/1", {"url": "https://iclr.cc/virtual/2026/poster/1"}),
    ("arxiv", "2605.11762", {"arxiv_id": "2605.11762"}),
    ("arxiv", "arXiv:2605.11762v2", {"arxiv_id": "2605.11762"}),
    ("arxiv_url", "http://arxiv.org/abs/2605.11762v11", {"arxiv_id": "2605.11762"}),
    ("pdf", "https://arxiv.org/pdf/2605.11762.pdf", {"arxiv_id": "2605.11762"}),
    ("doi", "10.1145/AB.12", {"doi": "10.1145/ab.12"}),
    ("url", "https://doi.org/10.1145/ab%2812%29", {"doi": "10.1145/ab(12)"}),
    ("doi", "https://doi.org/10.48550/arXiv.2605.11762", {"doi": "10.48550/arxiv.2605.11762", "arxiv_id": "2605.11762"}),
    ("url", "https://proceedings.mlr.press/v1/a26a.html", {"url": "https://proceedings.mlr.press/v1/a26a.html"}),
    ("url", "https://somewhere.org/a.pdf", {}),
    ("paper_pdf_url", "https://somewhere.org/a", {}),
    ("url", "javascript:alert(1)", {}),
    ("url", "not an address", {}),
    ("url", "//somewhere.org/a", {"url": "https://somewhere.org/a"}),
    ("url", "", {}),
    ("url", "http://[1", {}),
    ("url", "/a]//[b", {"url": "https://icml.cc/a]//[b"}),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value", "expected"), CASES)
def test_an_address_is_what_it_is(key: str, value: str, expected: dict[str, str]) -> None:
    assert sort([(key, value)], ICML) == expected


def test_the_first_address_of_a_kind_is_taken() -> None:
    values = [
        ("arxiv", "2605.00001"),
        ("url", "https://a.org/1"),
        ("url", "https://arxiv.org/abs/2605.00002"),
        ("url", "https://a.org/2"),
    ]
    assert sort(values, None) == {"arxiv_id": "2605.00001", "url": "https://a.org/1"}


def test_without_a_host_no_address_is_made_up() -> None:
    assert sort([("virtualsite_url", "/virtual/2026/poster/1")], None) == {}


def test_sites_of_conferences() -> None:
    assert [site(venue) for venue in ("ICML", "NeurIPS", "COLT", None)] == [ICML, "https://neurips.cc", None, None]


def test_an_address_that_cannot_be_read_is_not_joined() -> None:
    assert [join("https://a.org/b/", value) for value in ("c", "http://[1")] == ["https://a.org/b/c", "http://[1"]
    assert join("http://[1", "c") == "c"
