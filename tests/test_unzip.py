"""A zip from anywhere is unpacked as files below one folder, or refused with every reason."""

from __future__ import annotations

import io
import random
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline import unzip
from pipeline.problems import Refused

REMEDY = "do not use this file; fetch the zip again from where it was published"
Members = dict[str, bytes]


def zipped(members: Members, change: Callable[[zipfile.ZipInfo], object] = lambda info: None) -> bytes:
    """A zip of these members, each with its entry in the directory changed."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
        for info in archive.infolist():
            change(info)
    return buffer.getvalue()


def unpacked(folder: Path, data: bytes) -> Members:
    """The files that a zip of these bytes unpacks to, by name; nothing else may come to be."""
    (folder / "x.zip").write_bytes(data)
    (folder / "into").mkdir()
    try:
        unzip.unpack(folder / "x.zip", folder / "into")
    finally:
        assert {path.name for path in folder.iterdir()} == {"x.zip", "into"}
    files = (path for path in (folder / "into").rglob("*") if path.is_file())
    return {path.relative_to(folder / "into").as_posix(): path.read_bytes() for path in files}


def refused(folder: Path, data: bytes) -> list[str]:
    """Why a zip is refused; that nothing of it was unpacked."""
    with pytest.raises(Refused) as caught:
        unpacked(folder, data)
    assert {(each.path, each.line, each.remedy) for each in caught.value.problems} == {
        (str(folder / "x.zip"), 0, REMEDY)
    }
    return [each.what for each in caught.value.problems]


def test_files_and_folders_come_out_as_they_went_in(tmp_path: Path) -> None:
    members = {"datapackage.json": b"{}", "raw/": b"", "raw/论文 (1).txt": b"x" * 100_000, "raw/reference/a.csv": b""}
    assert unpacked(tmp_path, zipped(members)) == {name: data for name, data in members.items() if name != "raw/"}


ELSEWHERE = "has a name that leads elsewhere, or that not every system takes"


@pytest.mark.parametrize(
    "name",
    [
        "../x",
        "raw/../../x",
        "/etc/x",
        "//x",
        "C:/x",
        "raw\\..\\x",
        "./x",
        "raw//x",
        "..",
        "a/./b",
        "line\nend",
        "a\x7fb",
    ],
)
def test_a_name_that_leads_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    assert refused(tmp_path, zipped({"fine.txt": b"", name: b"x"})) == [f"the member {name!a} {ELSEWHERE}"]


def test_a_name_that_is_cut_off_by_a_null_is_refused(tmp_path: Path) -> None:
    data = zipped({"a.txt__.exe": b""}).replace(b"a.txt__", b"a.txt\0_")
    assert refused(tmp_path, data) == [f"the member 'a.txt\\x00_.exe' {ELSEWHERE}"]


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK])
def test_links_and_devices_are_refused(tmp_path: Path, kind: int) -> None:
    data = zipped({"raw/a.txt": b"/etc/passwd"}, lambda info: setattr(info, "external_attr", (kind | 0o777) << 16))
    assert refused(tmp_path, data) == ["the member 'raw/a.txt' is a link or a device, not a file"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("twin", ["raw/é.txt", "RAW/É.TXT", "raw/e\u0301.txt", "raw/é.txt/"])
def test_a_member_that_stands_twice_is_refused(tmp_path: Path, twin: str) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("raw/é.txt", b"one")
        archive.writestr(twin, b"two")
    assert refused(tmp_path, buffer.getvalue()) == [f"the member {twin!a} stands twice, as 'raw/\\xe9.txt'"]


def test_a_file_that_is_a_folder_too_is_refused(tmp_path: Path) -> None:
    data = zipped({"clean": b"", "clean/papers.csv": b""})
    assert refused(tmp_path, data) == ["the member 'clean/papers.csv' stands below another member that is a file"]


def test_a_member_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    said = "the member 'a.txt' is encrypted or packed in a way that is not read here"
    for number, change in enumerate((("flag_bits", 1), ("compress_type", 99), ("compress_type", zipfile.ZIP_LZMA))):
        (tmp_path / str(number)).mkdir()
        data = zipped({"a.txt": b"x"}, lambda info, change=change: setattr(info, *change))
        assert refused(tmp_path / str(number), data) == [said]


def test_a_bomb_is_refused_by_what_it_says_of_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unzip, "MOST_BYTES", 1_000_000)
    data = zipped({"a": b"\0" * 600_000, "b": b"\0" * 600_000})
    assert len(data) < 2_000
    assert refused(tmp_path, data) == ["it unpacks to more than 1,000,000 bytes"]


def test_a_bomb_that_understates_its_size_is_not_unpacked(tmp_path: Path) -> None:
    data = zipped({"a": b"\0" * 60_000_000}, lambda info: setattr(info, "file_size", 10))
    assert refused(tmp_path, data) == ["cannot be unpacked (Bad CRC-32 for file 'a')"]
    assert (tmp_path / "into" / "a").stat().st_size <= 10


def test_a_zip_of_too_many_members_is_refused(tmp_path: Path) -> None:
    data = zipped({f"{number}": b"" for number in range(10_001)})
    assert refused(tmp_path, data) == ["it has 10,001 members, more than 10,000"]


def test_every_reason_is_said_at_once(tmp_path: Path) -> None:
    data = zipped({"../a": b"", "clean": b"", "clean/x": b""})
    assert refused(tmp_path, data) == [
        f"the member '../a' {ELSEWHERE}",
        "the member 'clean/x' stands below another member that is a file",
    ]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "File is not a zip file"),
        (b"PK\x03\x04 and so on", "File is not a zip file"),
        (zipped({"a": b"x" * 99})[:-30], "File is not a zip file"),
        (zipped({"a": b"one"}).replace(b"\x01\x00", b"\x00\x01", 1), None),
        (zipped({"ä": b""}).replace("ä".encode(), b"\xff\xfe"), "'utf-8' codec can't decode byte 0xff in position 0"),
    ],
)  # fmt: skip
def test_what_is_no_sound_zip_is_refused(tmp_path: Path, data: bytes, why: str | None) -> None:
    (what,) = refused(tmp_path, data)
    assert what.startswith(f"cannot be unpacked ({why or ''}")


def test_a_missing_or_unreadable_zip_is_named_without_the_place_it_is_unpacked_to(tmp_path: Path) -> None:
    with pytest.raises(Refused) as caught:
        unzip.unpack(tmp_path / "none.zip", tmp_path)
    assert str(caught.value) == f"{tmp_path}/none.zip: cannot be unpacked (No such file or directory); {REMEDY}"


def test_a_zip_with_any_byte_changed_is_unpacked_or_refused(tmp_path: Path) -> None:
    sound = zipped({"clean/a.csv": b"a,b\n1,2\n" * 20, "raw/b.txt": b"Title\n\nText\n"})
    moments = random.Random(5)
    outcomes = set()
    for number in range(400):
        data = bytearray(sound)
        data[moments.randrange(len(data))] ^= 1 << moments.randrange(8)
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            outcomes.add(len(unpacked(folder, bytes(data))))
        except Refused:
            outcomes.add(-1)
    assert outcomes == {-1, 2}
