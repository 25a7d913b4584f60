"""Authors in the forms that listings give them in."""

from __future__ import annotations

import re
from typing import Any

from pipeline.formats.entries import Author
from pipeline.formats.values import Unfit, line, plain

_NAMES = ("fullname", "full_name", "name", "author", "preferred_name")
_GIVEN = ("given", "first", "first_name", "firstname", "given_name")
_FAMILY = ("family", "last", "last_name", "lastname", "family_name")
_INSTITUTIONS = ("institution", "affiliation", "institutions", "affiliations")
_SUFFIX = re.compile(r"(?:Jr|Sr)\.?|I{2,3}|IV|V")
_INITIALS = re.compile(r"(?:[^\W\d_]\.[ -]?){1,4}|[A-Z]{1,2}")
_IN_PARENTHESES = re.compile(r"(?P<name>[^()]+?)\s*\((?P<institution>.+)\)")
# What stands between authors rather than inside a name, most telling first.
_SEPARATORS = (";", "·", "•", "|", "\n")


def authors(value: Any) -> tuple[Author, ...]:
    """The authors of a listing's field: a string, a list of strings, or objects with name and institution."""
    value = plain(value)
    if value is None:
        return ()
    if isinstance(value, str):
        return tuple(found for name in split(value) if (found := _author(name)))
    if isinstance(value, list):
        return tuple(found for item in value if (found := _item(item)))
    if isinstance(value, dict):
        return authors([value])
    raise Unfit("its authors are neither text nor a list")


def _item(item: Any) -> Author | None:
    item = plain(item)
    if item is None or isinstance(item, str):
        return _author(item or "")
    if not isinstance(item, dict):
        raise Unfit("an author is neither text nor an object")
    name = _first(item, _NAMES)
    if name is None:
        name = " ".join(filter(None, (_first(item, _GIVEN), _first(item, _FAMILY))))
    found = Author(inverted(line(name)), _first(item, _INSTITUTIONS))
    return found if found.name else None


def _first(item: dict[str, Any], keys: tuple[str, ...]) -> str | None:
    return next((text for key in keys if (text := _text(item.get(key)))), None)


def _text(value: Any) -> str | None:
    """A name or an institution: text, an object with a name, or a list of those."""
    value = plain(value)
    if isinstance(value, list):
        return "; ".join(text for item in value if (text := _text(item))) or None
    if isinstance(value, dict):
        return _first(value, ("name", "fullname"))
    return line(value) or None if isinstance(value, str) else None


def _author(text: str) -> Author | None:
    """An author as `Name`, `Last, First` or `Name (Institution)`."""
    text = line(text)
    match = _IN_PARENTHESES.fullmatch(text)
    name, institution = (match["name"], match["institution"]) if match else (text, None)
    return Author(inverted(name), institution) if name else None


def inverted(name: str) -> str:
    """`Last, First` and `Last, Jr, First` as `First Last` and `First Last, Jr`; any other name, or one in braces, as it stands."""
    if name.startswith("{") and name.endswith("}"):
        return name
    parts = [part.strip() for part in name.split(",")]
    if not all(parts) or len(parts) not in (2, 3) or _SUFFIX.fullmatch(parts[-1]):
        return name
    return ", ".join([f"{parts[-1]} {parts[0]}", *parts[1:-1]])


def split(text: str) -> list[str]:
    """The names of a string, parted by what parts names there."""
    text = text.strip().strip(";,").strip()
    for separator in _SEPARATORS:
        if separator in text:
            return parted(text, re.compile(re.escape(separator)))
    by_and = parted(text, re.compile(r",?\s+(?:and|&)\s+"))
    # In "Smith, John and Doe, Jane" a comma stands inside each name, in "A B, C D and E F" between names.
    if len(by_and) > 1 and all(inverted(name) != name for name in by_and):
        return by_and
    return [name for part in by_and for name in _by_comma(part)]


def _by_comma(text: str) -> list[str]:
    parts: list[str] = []
    for part in parted(text, re.compile(",")):
        if parts and _SUFFIX.fullmatch(part):
            parts[-1] += f", {part}"
        else:
            parts.append(part)
    pairs = list(zip(parts[::2], parts[1::2], strict=False))
    # "Smith, John" and "Smith, J., Doe, J. A." are families and given names by turns.
    one_word = all(" " not in part and part.isascii() for part in parts)
    initials = all(_INITIALS.fullmatch(given) and not _INITIALS.fullmatch(family) for family, given in pairs)
    if pairs and len(parts) % 2 == 0 and (one_word or initials):
        return [f"{family}, {given}" for family, given in pairs]
    return parts


def parted(text: str, separator: re.Pattern[str]) -> list[str]:
    """What stands between separators, trimmed; a separator inside parentheses or braces parts nothing."""
    parts, depth, start, at = [], 0, 0, 0
    while at < len(text):
        depth += (text[at] in "({[") - (text[at] in ")}]")
        match = separator.match(text, at) if depth <= 0 else None
        if match:
            parts.append(text[start:at])
            start = at = match.end()
        else:
            at += 1
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]
