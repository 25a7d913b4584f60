"""The committed package as rows, as a built site in a folder, and as a running site."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pandas as pd

from pipeline import contract, database, schemas, site

ROOT = Path(__file__).parent.parent
CONTRACT = contract.load(ROOT / "datapackage.json")
Rows = dict[str, list[dict[str, Any]]]


def rows(agreed: contract.Contract = CONTRACT) -> Rows:
    """The rows of `clean/`, by table."""
    return {table.name: _rows(schemas.read(table, ROOT / table.path)) for table in agreed.tables.values()}


def _rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    records = frame.astype(object).to_dict("records")
    return [{str(name): None if value is pd.NA else value for name, value in row.items()} for row in records]


def build(folder: Path, tables: Mapping[str, list[dict[str, Any]]] | None = None) -> Path:
    """A folder with a `dist/` that Datasette can serve; its path."""
    (folder / "dist").mkdir()
    database.build(CONTRACT, rows() if tables is None else tables, folder / "dist" / f"{site.DATABASE}.db")
    (folder / "dist" / "metadata.json").write_bytes(site.encoded(CONTRACT))
    return folder


@contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the database of such a folder, its rows by column."""
    with closing(sqlite3.connect(folder / "dist" / f"{site.DATABASE}.db")) as connection:
        connection.row_factory = sqlite3.Row
        yield connection


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a `datasette serve` process that serves a folder as `make serve` does."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "datasette", *site.serve_arguments(folder, port)]
    log = folder / "datasette.log"
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, cwd=folder, env=_environment())
        try:
            address = f"http://127.0.0.1:{port}"
            _wait(process, address, log)
            yield address
        finally:
            process.terminate()
            process.wait(timeout=30)


def _environment() -> dict[str, str]:
    """Without the Datasette settings of whoever runs the tests."""
    return {name: value for name, value in os.environ.items() if not name.startswith("DATASETTE_")}


def _wait(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert process.poll() is None, log.read_text(encoding="utf-8")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", int(address.rpartition(":")[2]))) == 0:
                return
        time.sleep(0.1)
    raise AssertionError(f"datasette did not start:\n{log.read_text(encoding='utf-8')}")


def client(address: str) -> httpx.Client:
    """An HTTP client that asks this machine, whatever proxy the environment names."""
    return httpx.Client(base_url=address, trust_env=False, timeout=60)
