"""Running the real build in a process of its own."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path

import build

ROOT = Path(__file__).parent.parent
CODE = ("build.py", "datapackage.json", "README.md", "LICENSE-DATA.md", "pipeline", "site", "raw", "clean")


def unmeasured() -> dict[str, str]:
    """The environment without what has coverage measure a process: that takes memory, and writes a file of its own."""
    return {name: value for name, value in os.environ.items() if name != "COVERAGE_PROCESS_CONFIG"}


def run(
    *arguments: str | Path, home: Path = ROOT, cwd: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:
    """`python build.py …` of the project in `home`."""
    command = [sys.executable, str(home / "build.py"), *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, check=False)


def run_here(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The same in this process: one of its own takes as long to load its libraries as to build some papers."""
    words = [str(argument) for argument in arguments]
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        try:
            code = build.main(words)
        except SystemExit as ended:
            code = int(ended.code or 0)
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


def copy_project(to: Path) -> Path:
    """A copy of the project that a test may break."""
    for name in CODE:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache"))
        else:
            to.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, to / name)
    return to


def state(out: Path) -> dict[str, str]:
    """Every output and what it says: the hash of its bytes, of an SQLite file that of its contents."""
    found = {}
    for path in sorted(out.rglob("*")):
        if path.is_file() and path.name != ".build.lock":
            data = _dump(path) if path.suffix == ".db" else path.read_bytes()
            found[str(path.relative_to(out))] = hashlib.sha256(data).hexdigest()
    return found


def _dump(path: Path) -> bytes:
    # The file's header names the library's version, so the contents are compared.
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        return "\n".join(database.iterdump()).encode()


def listing(title: str, *abstracts: str) -> str:
    """A listing's text."""
    return "\n\n".join([title, *abstracts]) + "\n"


def abstract(number: int) -> str:
    """A made-up abstract unlike that of any other number."""
    words = [f"word{number}x{index}" for index in range(25)]
    return f"We study {' '.join(words)} and find that it holds."
