"""Web addresses in an abstract."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

# An address ends at a blank, a quotation mark, a bracket that no address holds, or Chinese punctuation.
_ENDS = r"\s<>\"“”‘’„«»{}|\\^`，。；：！？、（）【】《》「」"
_ADDRESS = re.compile(rf"(?i)https?://[^{_ENDS}]+")
# Printed without a scheme: hosts that cannot be anything else, and any host before a path.
_BARE = re.compile(
    r"(?i)(?<![\w./@:-])(?:(?:www\.[a-z0-9-]+\.[a-z0-9.-]*[a-z0-9]|(?:[a-z0-9-]+\.)?(?:github|gitlab)\.(?:com|io)|"
    r"bitbucket\.org|codeberg\.org|anonymous\.4open\.science|huggingface\.co|hf\.co|zenodo\.org|kaggle\.com)"
    rf"(?:/[^{_ENDS}]+|(?![\w-]|\.\w))|"
    r"(?:[a-z0-9-]+\.){1,4}(?:com|org|net|edu|gov|io|ai|co|dev|app|info|tech|page|site|science|ac|uk|de|ch|fr|nl|"
    rf"cn|jp|kr|sg|eu|ca|au|ly|gl)/[^{_ENDS}]+)"
)
# Most abstracts have no dot inside a word, and need no further look.
_DOTTED = re.compile(r"\.[A-Za-z]{2}")
_TRAILING = ".,;:!?'*_~…"
_PAIRS = {")": "(", "]": "["}
_CODE = frozenset({"github.com", "gist.github.com", "raw.githubusercontent.com", "gitlab.com", "bitbucket.org",
                   "anonymous.4open.science", "codeberg.org"})  # fmt: skip
_DATA = frozenset({"huggingface.co", "hf.co", "zenodo.org", "kaggle.com"})
_PAGES = (".github.io", ".gitlab.io")
_PROJECT_WORDS = re.compile(r"(?i)\b(?:(?:project|home|web|demo) ?-?(?:page|site)s?|websites?|demos?)\b")
# How far before the address the words may stand that introduce it, in characters, within its sentence.
_REACH = 80


@dataclass(frozen=True)
class Link:
    """An address and its kind; text[start:end] is the address."""

    url: str
    kind: str
    host: str
    start: int
    end: int


def links(text: str) -> list[Link]:
    """The addresses of a normalized text in order of appearance, each once."""
    if not _DOTTED.search(text):
        return []
    found: dict[str, Link] = {}
    end = 0
    for match in sorted([*_ADDRESS.finditer(text), *_BARE.finditer(text)], key=re.Match.start):
        url, start = trimmed(match.group()), match.start()
        host = host_of(url)
        if host and start >= end:  # not inside the address before
            end = start + len(url)
            kind = _kind(host, text[max(0, start - _REACH) : start])
            found.setdefault(url, Link(url, kind, host, start, end))
    return list(found.values())


def trimmed(address: str) -> str:
    """An address without the sentence's own punctuation and brackets at its end."""
    unopened = {close: address.count(close) - address.count(opens) for close, opens in _PAIRS.items()}
    end = len(address)
    while end:
        last = address[end - 1]
        if last not in _TRAILING and last not in "([" and unopened.get(last, 0) <= 0:
            break
        for close, opens in _PAIRS.items():
            unopened[close] += (last == opens) - (last == close)
        end -= 1
    return address[:end]


def host_of(url: str) -> str:
    """The host in lower case without `www.`; empty where the address has none that can be asked."""
    try:
        host = urlsplit(url if "://" in url else f"https://{url}").hostname or ""
    except ValueError:  # an unfinished [IPv6] host: no address
        return ""
    return host.removeprefix("www.") if "." in host else ""


def _kind(host: str, before: str) -> str:
    if host in _CODE or host.startswith("gitlab."):
        return "code"
    if host in _DATA:
        return "data"
    sentence = re.split(r"[.!?]\s", before)[-1]
    if host.endswith(_PAGES) or _PROJECT_WORDS.search(sentence):
        return "project"
    return "other"
