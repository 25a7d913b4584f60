"""Unpacking a zip that may be hostile: all of it into an empty folder, or nothing and every reason why."""

from __future__ import annotations

import re
import shutil
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from pipeline.problems import Problem, Refused

# Ten kilobytes a paper: ten times the largest zip that the build writes unasked.
MOST_BYTES = 1 << 28
MOST_MEMBERS = 10_000
_REMEDY = "do not use this file; fetch the zip again from where it was published"
_PLAIN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1


def unpack(path: Path, folder: Path) -> None:
    """Unpack a zip into an empty folder. Refused where it is no zip, is damaged, or asks for more than files."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            faults = sorted(set(_faults(members)))
            if faults:
                raise Refused(_problem(path, fault) for fault in faults)
            for member in members:
                _unpack(archive, member, folder / member.filename)
    except OSError as error:  # whose own words would name the folder
        raise Refused([_problem(path, f"cannot be unpacked ({error.strerror})")]) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError) as error:
        raise Refused([_problem(path, f"cannot be unpacked ({error})")]) from error


def _problem(path: Path, what: str) -> Problem:
    return Problem(str(path), 0, what, _REMEDY)


def _unpack(archive: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path) -> None:
    """Unpack one member. No more is read of it than the size that the directory states, whose sum is bounded."""
    (target if member.is_dir() else target.parent).mkdir(parents=True, exist_ok=True)
    if not member.is_dir():
        with archive.open(member) as source, target.open("xb") as file:
            shutil.copyfileobj(source, file)


def _faults(members: Sequence[zipfile.ZipInfo]) -> Iterator[str]:
    """What makes the zip unfit to be unpacked, told by the directory alone."""
    if len(members) > MOST_MEMBERS:
        yield f"it has {len(members):,} members, more than {MOST_MEMBERS:,}"
        return
    if sum(member.file_size for member in members) > MOST_BYTES:
        yield f"it unpacks to more than {MOST_BYTES:,} bytes"
    seen: dict[str, str] = {}
    for member in members:
        shown = ascii(member.orig_filename)
        if not _leads_inside(member.orig_filename):
            yield f"the member {shown} has a name that leads elsewhere, or that not every system takes"
        if stat.S_IFMT(member.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR):
            yield f"the member {shown} is a link or a device, not a file"
        if member.flag_bits & _ENCRYPTED or member.compress_type not in _PLAIN:
            yield f"the member {shown} is encrypted or packed in a way that is not read here"
        # As a file system takes them that tells neither case nor Unicode form apart.
        folded = unicodedata.normalize("NFC", member.orig_filename).casefold().rstrip("/")
        if folded in seen:
            yield f"the member {shown} stands twice, as {seen[folded]!a}"
        seen[folded] = member.orig_filename
    for name in seen:
        if any(str(parent) in seen and not seen[str(parent)].endswith("/") for parent in PurePosixPath(name).parents):
            yield f"the member {seen[name]!a} stands below another member that is a file"


def _leads_inside(name: str) -> bool:
    """Whether a member's name is a path below the folder on every system."""
    parts = name.removesuffix("/").split("/")
    return not re.search(r"[\x00-\x1f\x7f\\:\ud800-\udfff]", name) and not {"", ".", ".."} & {*parts}
