"""The data package as one zip: the descriptor, the tables, and the inputs that prove them.

Inside it stands the folder as it stands outside, so that every relative path holds.
"""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from pipeline.descriptor import DESCRIPTOR

DOCUMENTS = ("README.md", "LICENSE-DATA.md")
REGISTER = "reference/paper_ids.csv"
_MODE = 0o100644 << 16
_UNIX = 3


def write(members: Mapping[str, Path], path: Path) -> None:
    """Write a zip of these files, keyed by their names in it: sorted, without times or owners."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(members):
            with members[name].open("rb") as source, archive.open(_info(name, members[name]), "w") as target:
                shutil.copyfileobj(source, target)


def members(package: Path, raw: Path, home: Path) -> dict[str, Path]:
    """What the archive holds, by name in it.

    package: a folder with `datapackage.json`, `clean/` and, where the build wrote it, the
    register of paper ids. raw: the listings it was made from. home: holds the documents.
    """
    tables = {f"clean/{path.name}": path for path in (package / "clean").glob("*.csv")}
    inputs = {f"raw/{path.relative_to(raw).as_posix()}": path for path in _visible(raw)}
    # A build elsewhere puts the register beside its tables, and leaves the one it read as it was.
    registers = [path for path in (package / "raw" / REGISTER, package / REGISTER) if path.is_file()]
    register = {f"raw/{REGISTER}": path for path in registers}
    return {
        **{name: home / name for name in DOCUMENTS},
        DESCRIPTOR: package / DESCRIPTOR,
        **tables,
        **inputs,
        **register,
    }


def _visible(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts):
            yield path


def _info(name: str, path: Path) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)  # of 1980: when the zip was made says nothing of what is in it
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = _MODE
    info.create_system = _UNIX
    info.file_size = path.stat().st_size  # decides whether zip64 is needed
    return info
