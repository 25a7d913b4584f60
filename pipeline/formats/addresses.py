"""Addresses and ids of a paper, sorted by what they are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote, urljoin

_FORUM = re.compile(
    r"https?://(?:api2?\.|www\.)?openreview\.net/(?:forum|pdf|attachment|notes)\?(?:[^#\s]*&)?id=([\w-]+)"
)
_OPENREVIEW_ID = re.compile(r"[A-Za-z0-9_-]{8,14}")
_VIRTUAL = re.compile(r"https?://(?:www\.)?(icml\.cc/virtual/[0-9]{4}/(?:poster|oral|spotlight)/[0-9]+)/?(?:[?#]\S*)?")
_ARXIV = re.compile(
    r"(?:(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:\s*|(?:https?://(?:dx\.)?doi\.org/|doi:)?10\.48550/arxiv\.)?"
    r"([0-9]{4}\.[0-9]{4,5})(?:v[0-9]+)?(?:\.pdf)?/?(?:[?#]\S*)?",
    re.IGNORECASE,
)
_DOI = re.compile(r"(?:https?://(?:dx\.|www\.)?doi\.org/|doi:\s*)?(10\.[0-9]{4,9}/\S+)", re.IGNORECASE)
_PAGE = re.compile(r"https?://[\w-]+(?:\.[\w-]+)+(?::[0-9]+)?(?:[/?#]\S*)?")
_HOSTS = {"ICML": "https://icml.cc", "ICLR": "https://iclr.cc", "NeurIPS": "https://neurips.cc"}


def site(venue: str | None) -> str | None:
    """The site whose own pages a listing of this conference names without a host."""
    return _HOSTS.get(venue or "")


def sort(values: Iterable[tuple[str, str]], base: str | None) -> dict[str, str]:
    """Addresses by the fact they are: of each the first. values: the field's name, and what it says.

    base: what an address without a host is relative to; such an address is left out where base is None.
    A file (PDF) and what has another purpose (code, project) is no page of the paper.
    """
    found: dict[str, str] = {}
    for key, value in values:
        for fact, address in _facts(key, value, base):
            found.setdefault(fact, address)
    return found


def _facts(key: str, value: str, base: str | None) -> list[tuple[str, str]]:
    arxiv, doi = _ARXIV.fullmatch(value.strip()), _DOI.fullmatch(value.strip())
    facts = [("doi", unquote(doi[1]).lower())] if doi else []
    if arxiv:
        return [*facts, ("arxiv_id", arxiv[1])]
    if facts:
        return facts
    address = _absolute(key, value.strip(), base)
    if match := _FORUM.match(address):
        return [("openreview_url", f"https://openreview.net/forum?id={match[1]}")]
    if match := _VIRTUAL.fullmatch(address):
        return [("icml_url", f"https://{match[1]}")]
    is_file = key.endswith("pdf") or "pdf_url" in key or address.lower().endswith(".pdf")
    return [("url", address)] if _PAGE.fullmatch(address) and not is_file else []


def _absolute(key: str, value: str, base: str | None) -> str:
    # OpenReview's own pages and its API name a paper by its id alone.
    if key in ("forum", "openreview", "openreview_id") and _OPENREVIEW_ID.fullmatch(value):
        return f"https://openreview.net/forum?id={value}"
    if value.startswith(("/forum?id=", "forum?id=")):
        return f"https://openreview.net/{value.lstrip('/')}"
    if value.startswith("//"):
        return f"https:{value}"
    return join(base, value) if base and value.startswith(("/", "./", "../")) else value


def join(base: str, value: str) -> str:
    """The address that a relative one stands for; one that cannot be read, such as `http://[`, as it stands."""
    try:
        return urljoin(base, value)
    except ValueError:
        return value
