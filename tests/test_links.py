from __future__ import annotations

import pytest

from pipeline.links import host_of, links, trimmed
from tests.timing import seconds


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Code: https://github.com/a/b.", [("https://github.com/a/b", "code", "github.com")]),
        ("(see https://github.com/a/b.git)", [("https://github.com/a/b.git", "code", "github.com")]),
        ("this repository (https://gitlab.com/a/b), and", [("https://gitlab.com/a/b", "code", "gitlab.com")]),
        ("https://en.wikipedia.org/wiki/A_(b)", [("https://en.wikipedia.org/wiki/A_(b)", "other", "en.wikipedia.org")]),
        ("at https://a.github.io/x/.", [("https://a.github.io/x/", "project", "a.github.io")]),
        ("Our project page is https://x.org/p", [("https://x.org/p", "project", "x.org")]),
        ("The demo ended. More at https://x.org", [("https://x.org", "other", "x.org")]),
        ("demo: https://huggingface.co/spaces/x", [("https://huggingface.co/spaces/x", "data", "huggingface.co")]),
        ("https://www.kaggle.com/d; https://zenodo.org/r/1",
         [("https://www.kaggle.com/d", "data", "kaggle.com"), ("https://zenodo.org/r/1", "data", "zenodo.org")]),
        ("https://anonymous.4open.science/r/X/?",
         [("https://anonymous.4open.science/r/X/", "code", "anonymous.4open.science")]),
        ("https://x.org/a and again https://x.org/a!", [("https://x.org/a", "other", "x.org")]),
        ("HTTPS://GitHub.com/A", [("HTTPS://GitHub.com/A", "code", "github.com")]),
        ("代码见https://github.com/a/b。谢谢", [("https://github.com/a/b", "code", "github.com")]),
        ("available at github.com/a/b.", [("github.com/a/b", "code", "github.com")]),
        ("at lab.github.io/p and www.x.org",
         [("lab.github.io/p", "project", "lab.github.io"), ("www.x.org", "other", "x.org")]),
        ("More at lab.github.io.", [("lab.github.io", "project", "lab.github.io")]),
        ("see lab.example.ac.uk/p/q). Videos at bit.ly/3xY!",
         [("lab.example.ac.uk/p/q", "other", "lab.example.ac.uk"), ("bit.ly/3xY", "other", "bit.ly")]),
        ("on hf.co/a/b", [("hf.co/a/b", "data", "hf.co")]),
        ("e.g./i.e., and/or, 0.5/1.0, input.in/out, U.S./EU, a.b/c", []),
        ("mail me@github.com, or notgithub.community/x", []),
        ("“https://x.org/~user/a?b=1&c=2#d”", [("https://x.org/~user/a?b=1&c=2#d", "other", "x.org")]),
        ("https://[::1 and http:// and https://localhost", []),
    ],
)  # fmt: skip
def test_addresses_of_an_abstract(text: str, expected: list[tuple[str, str, str]]) -> None:
    found = links(text)
    assert [(link.url, link.kind, link.host) for link in found] == expected
    assert [text[link.start : link.end] for link in found] == [url for url, _, _ in expected]


def test_what_is_all_brackets_and_stops_is_no_address_and_has_no_host() -> None:
    assert [trimmed(text) for text in (").", "https://a.b/(c).", "")] == ["", "https://a.b/(c)", ""]
    assert [host_of(url) for url in ("https://[", "https://a", "www.a.b/c")] == ["", "", "a.b"]


@pytest.mark.parametrize(
    "unit", ["a", "a.", "a-", "www.", "https://", "https://a.b/)", ")", "(", "a.b.c.d.", "x.com/)", "#"]
)
def test_time_grows_with_the_length(unit: str) -> None:
    short = min(_seconds(unit, 6_250) for _ in range(3))
    long = _seconds(unit, 100_000)
    assert long < 0.05 or long / short < 64  # 16 when linear, 256 when quadratic


def _seconds(unit: str, size: int) -> float:
    text = "https://a.b/" + unit * (size // len(unit)) + "".join(f" https://a{n}.b" for n in range(size // 20))
    return seconds(lambda: links(text))
