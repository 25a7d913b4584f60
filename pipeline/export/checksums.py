"""SHA256SUMS of a folder, as `sha256sum --check` takes it."""

from __future__ import annotations

import hashlib
from pathlib import Path

NAME = "SHA256SUMS"


def write(folder: Path) -> None:
    """Write the checksum of every other file in a folder, sorted by name. Not for names with a line end in them."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path != folder / NAME)
    lines = [f"{sha256(path)}  {path.relative_to(folder).as_posix()}\n" for path in paths]
    (folder / NAME).write_bytes("".join(lines).encode("utf-8"))


def added(sums: bytes, name: str, data: bytes) -> bytes:
    """SHA256SUMS with the line of one file put in, or put in place of its old one."""
    lines = dict(line.split("  ", 1)[::-1] for line in sums.decode("utf-8").splitlines())
    lines[name] = hashlib.sha256(data).hexdigest()
    return "".join(f"{digest}  {path}\n" for path, digest in sorted(lines.items())).encode("utf-8")


def sha256(path: Path) -> str:
    """SHA-256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
