"""The ready-made queries: their parameters, their examples, and what people may type into them."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qsl

from pipeline import site
from tests.package import CONTRACT

PAGES = site.metadata(CONTRACT)["databases"][site.DATABASE]
QUERIES = sorted(PAGES["queries"])
# What people type and paste: quotation marks, operators of the search language, names, nothing.
ODD_TEXTS = ["", " ", '"', '""', '"unclosed', "“curly quotes”", "’", "it's", "self-play", "-", "--", "C++", "C#", "+",
             "pass@1", "NEAR(a b)", "AND OR NOT", "title:x", "*", "a*", "^a", "(", "{a}:b", "%", "_", "\\", ";", "\x00",
             "a\x00b", "论文", "，", "🙂", "x" * 5000]  # fmt: skip


def parameters(name: str) -> list[str]:
    """The names of a query's parameters, as Datasette finds them."""
    return re.findall(r"(?<!:):(\w+)", re.sub(r"--.*|'[^']*'", "", PAGES["queries"][name]["sql"]))


def example(name: str) -> dict[str, str]:
    """The parameters of the example that a query's page links to."""
    link = re.search(r'href="\?([^"]+)"', PAGES["queries"][name]["description_html"])
    return dict(parse_qsl(unescape(link[1]))) if link else {}
