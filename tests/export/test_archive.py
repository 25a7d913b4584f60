"""The zip of the data package, and the checksums of `dist/`."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import frictionless

from pipeline.export import archive, checksums, write_all
from tests import package
from tests.export import tiny

NAME = "icml-2026-papers.zip"


def test_frictionless_validates_the_zip_of_the_committed_package(tmp_path: Path) -> None:
    rows = tiny.COMMITTED
    folder = tiny.write(tmp_path, rows)
    write_all(tiny.CONTRACT, rows, folder, folder / "dist", _members(folder))
    report = frictionless.validate(str(folder / "dist" / NAME))
    assert report.valid, report.flatten(["type", "message"])
    assert [task.name for task in report.tasks] == list(tiny.CONTRACT.tables)


def test_frictionless_sees_a_table_in_the_zip_that_is_not_the_one_described(tmp_path: Path) -> None:
    folder = tiny.write(tmp_path, tiny.tables())
    (folder / "clean" / "links.csv").write_bytes((folder / "clean" / "links.csv").read_bytes() + b"\n")
    archive.write(_members(folder), folder / NAME)
    assert not frictionless.validate(str(folder / NAME)).valid


def test_it_holds_the_package_and_what_proves_it_in_the_same_bytes_each_time(tmp_path: Path) -> None:
    folder = tiny.write(tmp_path, tiny.tables())
    members = _members(folder)
    for name in ("1.zip", "2.zip"):
        archive.write(members, tmp_path / name)
    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "1.zip") as opened:
        assert opened.testzip() is None
        infos = opened.infolist()
        assert {info.filename: opened.read(info) for info in infos} == {
            name: path.read_bytes() for name, path in members.items()
        }
    raw = {path.relative_to(package.ROOT).as_posix() for path in (package.ROOT / "raw").rglob("*") if path.is_file()}
    tables = {table.path for table in tiny.CONTRACT.tables.values()}
    assert [info.filename for info in infos] == sorted(
        {"README.md", "LICENSE-DATA.md", "datapackage.json"} | raw | tables
    )
    assert {(info.date_time, info.external_attr >> 16) for info in infos} == {((1980, 1, 1, 0, 0, 0), 0o100644)}


def test_the_register_that_a_build_extended_is_the_one_in_the_archive(tmp_path: Path) -> None:
    folder = tiny.write(tmp_path, tiny.tables())
    (folder / "reference").mkdir()
    (folder / "reference" / "paper_ids.csv").write_text("extended")
    assert _members(folder)["raw/reference/paper_ids.csv"].read_text() == "extended"


def test_hidden_files_stay_out(tmp_path: Path) -> None:
    (tmp_path / "raw" / ".git").mkdir(parents=True)
    for name in ("a.txt", ".DS_Store", ".git/config"):
        (tmp_path / "raw" / name).write_text("x")
    folder = tiny.write(tmp_path / "package", tiny.tables())
    names = archive.members(folder, tmp_path / "raw", package.ROOT)
    assert [name for name in names if name.startswith("raw/")] == ["raw/a.txt"]


def test_sha256sum_takes_the_checksums_of_everything(tmp_path: Path) -> None:
    rows = tiny.tables()
    dist = tiny.write(tmp_path, rows) / "dist"
    dist.mkdir()
    (dist / "icml2026.db").write_bytes(b"made before")
    write_all(tiny.CONTRACT, rows, tmp_path, dist, _members(tmp_path))
    names = [line.split("  ")[1] for line in (dist / checksums.NAME).read_text().splitlines()]
    assert names == sorted(path.name for path in dist.iterdir() if path.name != checksums.NAME)
    assert names == sorted(
        ["icml2026.db", NAME, "icml-2026-papers.xlsx", "croissant.json", "papers.bib", "papers.csl.json"]
        + [f"{table}.parquet" for table in tiny.CONTRACT.tables]
    )
    command = ["sha256sum", "--check", "--strict", checksums.NAME]
    assert subprocess.run(command, cwd=dist, check=False, capture_output=True).returncode == 0
    write_all(tiny.CONTRACT, rows, tmp_path, dist, _members(tmp_path))  # again: SHA256SUMS is not in itself
    assert names == [line.split("  ")[1] for line in (dist / checksums.NAME).read_text().splitlines()]


def _members(folder: Path) -> dict[str, Path]:
    return archive.members(folder, package.ROOT / "raw", package.ROOT)
