"""Bad inputs that git cannot hold, or not on every system, made where a test wants them: of each case, what makes its folder of listings."""

from __future__ import annotations

import gzip
import os
import socket
from collections.abc import Callable
from pathlib import Path

import zstandard

from tests.bad_inputs.files import FILES, TEXT

_GIB = 1 << 30


def write(folder: Path, files: dict[str, bytes]) -> None:
    """Write files by their paths below the folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def make(case: str, folder: Path) -> None:
    """Make the folder of listings of a case."""
    folder.mkdir(parents=True)
    if case in FILES:
        write(folder, FILES[case])
    else:
        MADE[case](folder)


def _sparse(folder: Path) -> None:
    for name in ("a.txt", "b.json"):
        (folder / name).touch()
        os.truncate(folder / name, 2 * _GIB)


def _bombs(folder: Path) -> None:
    # Many packed pieces one behind the other are one packed file, and quickly made.
    piece = b" " * (_GIB // 16)
    (folder / "a.json.gz").write_bytes(gzip.compress(piece, 1) * 33)
    (folder / "b.csv.zst").write_bytes(zstandard.compress(piece) * 33)
    (folder / "c.txt.gz").write_bytes(gzip.compress(gzip.compress(piece, 1), 1))


def _links(folder: Path) -> None:
    (folder / "loop.txt").symlink_to("loop.txt")
    (folder / "nowhere.txt").symlink_to("nowhere")
    (folder / "folder.txt").mkdir()
    (folder / "folder").mkdir()


def _pipes(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    os.mkfifo(folder / "icml-abstracts.json")
    (folder / "icml-orals-posters.json").write_text('[{"id": 1, "title": "One"}]')
    (folder / "null.json").symlink_to("/dev/null")
    (folder / "zero.csv.gz").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as own:
        own.bind(os.path.relpath(folder / "socket.bib"))


def _odd_names(*names: str) -> Callable[[Path], None]:
    return lambda folder: write(folder, dict.fromkeys(names, TEXT))


def _control(folder: Path) -> None:
    for name in (
        b"new\nline.txt",
        b"latin-1 \xe9.txt",
        b"esc\x1b[31m.txt",
        "turned \u202etxt.json".encode(),
        b"empty\r.txt",
    ):
        path = os.fsencode(folder) + b"/" + name
        with open(path, "wb") as file:  # noqa: PTH123 a name that is no text
            file.write(b"" if name.startswith(b"empty") else TEXT)


def _twins(folder: Path) -> None:
    write(
        folder,
        dict.fromkeys(("a.txt", "A.txt", "caf\u00e9.txt", "cafe\u0301.csv", "stra\u00dfe.txt", "STRASSE.txt"), TEXT),
    )


def _unreadable(folder: Path) -> None:
    write(folder, {"a.txt": TEXT, "b.txt": TEXT, "reference/decisions.csv": b""})
    for name in ("b.txt", "reference/decisions.csv"):
        (folder / name).chmod(0)


def _unreadable_folder(folder: Path) -> None:
    write(folder, {"a.txt": TEXT})
    folder.chmod(0o100)


def _reference_kinds(folder: Path) -> None:
    write(folder, {"a.txt": TEXT})
    (folder / "reference/decisions.csv").mkdir(parents=True)
    (folder / "reference/corrections.csv").symlink_to("nowhere.csv")
    os.mkfifo(folder / "reference/bibliography.csv")
    (folder / "reference/paper_ids.csv").symlink_to("/dev/zero")


def _reference_file(folder: Path) -> None:
    write(folder, {"a.txt": TEXT, "reference": b"listing,position\n"})


MADE: dict[str, Callable[[Path], None]] = {
    "sparse": _sparse,
    "bomb": _bombs,
    "no-file": _links,
    "never-ending": _pipes,
    "name-control": _control,
    "name-comma-quote": _odd_names('it\'s, "a".txt'),
    "name-formula": _odd_names("=1+1.txt", "@sum.txt", "-1.txt", "+1.txt"),
    "name-blank": _odd_names(" a.txt", "b .txt", "c\\d.txt"),
    "name-twins": _twins,
    "unreadable": _unreadable,
    "unreadable-folder": _unreadable_folder,
    "reference-no-file": _reference_kinds,
    "reference-is-a-file": _reference_file,
    "no-listing": lambda folder: (folder / "reference").mkdir(),
}
