"""Listings in JSON Lines: an object a line."""

from __future__ import annotations

import json
from pathlib import Path

from pipeline.formats.builder import Builder
from pipeline.formats.entries import Content
from pipeline.formats.files import open_text
from pipeline.formats.json_strict import REMEDY, TOO_DEEP, Strict, fault
from pipeline.problems import Problem, Refused


def read(path: Path, listing_id: str) -> Content:
    """Read a listing in JSON Lines. Refused where it is not one."""
    text, builder, strict = open_text(path), Builder(path, listing_id, "object"), Strict()
    for number, line in enumerate(text.lines(), 1):
        if number == 1 and line.startswith("["):
            what = "this is one list, not an object a line"
            raise Refused([Problem(str(path), 1, what, "name the file .json")])
        if line.strip():
            _add(builder, strict, number, line.rstrip("\r\n"), text.codec)
    return Content(None, builder.done(), text.encoding, passed_over=builder.passed_over)


def _add(builder: Builder, strict: Strict, number: int, line: str, codec: str) -> None:
    start = len(line) - len(line.lstrip(" \t"))
    try:
        value, end, faults = strict.decode(line, start)
    except json.JSONDecodeError as error:
        builder.fault(number, f"is not JSON: {fault(error)} (column {error.pos + 1})", REMEDY)
        return
    except RecursionError:
        builder.fault(number, *TOO_DEEP)
        return
    if line[end:].strip(" \t"):
        faults.append(("more stands behind the end of the object", "write one object a line"))
    if not isinstance(value, dict):
        faults.append(("this line is no object, and so no paper", "write one object a line"))
    for what, remedy in faults:
        builder.fault(number, what, remedy)
    if not faults:
        builder.add(value, line.encode(codec), (number, number))
