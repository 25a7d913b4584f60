"""Running sites: of the pinned Datasette and of the newest 1.0 alpha, with the site's plugins or without."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pipeline import database, site
from tests.package import CONTRACT, ROOT, Rows, rows

# `make .venv-alpha/installed` makes it.
ALPHA = Path(os.environ.get("ALPHA_PYTHON") or ROOT / ".venv-alpha" / "bin" / "python")


def built(folder: Path, tables: Rows | None = None, merged: Mapping[tuple[str, int], str] | None = None) -> Path:
    """A folder with a `dist/` that either Datasette can serve; its path."""
    (folder / "dist").mkdir()
    database.build(CONTRACT, rows() if tables is None else tables, folder / "dist" / f"{site.DATABASE}.db", merged)
    (folder / "dist" / "metadata.json").write_bytes(site.encoded(CONTRACT))
    (folder / "dist" / "datasette.json").write_bytes(site.encoded_configuration(CONTRACT))
    return folder


def plain(folder: Path, port: int) -> list[str]:
    """As someone serves it who has the database and its metadata alone."""
    return [
        "serve", str(folder / "dist" / f"{site.DATABASE}.db"), "--metadata", str(folder / "dist" / "metadata.json"),
        "--host", "127.0.0.1", "--port", str(port),
    ]  # fmt: skip


def bare(folder: Path, port: int) -> list[str]:
    """As `make serve` does, but for the site's templates, plugins and files."""
    words = site.serve_arguments(folder, port, alpha=False)
    for option in ("--template-dir", "--plugins-dir", "--static"):
        at = words.index(option)
        del words[at : at + 2]
    return words


@contextmanager
def served(folder: Path, alpha: bool = False, command: Callable[[Path, int], list[str]] | None = None) -> Iterator[str]:
    """The address of a `datasette serve` process. A command of one's own is run without any plugin."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = command(folder, port) if command else site.serve_arguments(folder, port, alpha)
    unset = {name: value for name, value in os.environ.items() if not name.startswith("DATASETTE_")}
    environment = unset | ({"DATASETTE_LOAD_PLUGINS": ""} if command else {})
    log = folder / f"datasette-{port}.log"
    with log.open("wb") as output:
        python = str(ALPHA) if alpha else sys.executable
        process = subprocess.Popen(
            [python, "-m", "datasette", *words], stdout=output, stderr=output, cwd=ROOT, env=environment
        )
        try:
            _wait(process, port, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(timeout=30)


def _wait(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert process.poll() is None, log.read_text(encoding="utf-8")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"datasette did not start:\n{log.read_text(encoding='utf-8')}")
