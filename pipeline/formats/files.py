"""From a file to text, a piece at a time: unpacked, within bounds, and decoded."""

from __future__ import annotations

import hashlib
import io
import re
import stat
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from pipeline.formats.entries import File
from pipeline.formats.unpack import PACKED, Broken, unpacked
from pipeline.problems import Problem, Refused

LINE_END = re.compile(r"\r\n|\n|\r")
# MiB once unpacked: a hundred conferences' worth. What is larger is taken for a bomb.
LIMIT = 1024
_BLOCK = 1 << 20
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig", "utf-8"), (b"\xff\xfe", "utf-16", "utf-16-le"),
         (b"\xfe\xff", "utf-16", "utf-16-be"))  # fmt: skip
_UTF_32 = (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")
# How files begin that are often met under the name of a text format.
_NO_TEXT = ((b"\x1f\x8b", "packed by gzip"), (b"\x28\xb5\x2f\xfd", "packed by zstd"), (b"BZh", "packed by bzip2"),
            (b"\xfd7zXZ\x00", "packed by xz"), (b"PK\x03\x04", "a zip, or an Excel or Word file"), (b"%PDF-", "a PDF"),
            (b"\x89PNG", "a picture"), (b"\xff\xd8\xff", "a picture"), (b"SQLite format 3\x00", "a database"),
            (b"PAR1", "Parquet"))  # fmt: skip
_KINDS = {stat.S_IFDIR: "folder", stat.S_IFIFO: "pipe", stat.S_IFSOCK: "socket"}


def names(path: Path) -> tuple[str, str, str]:
    """A listing's id, the suffix of its format, and that of its packing or ''; suffixes in lower case."""
    packing = path.suffix.lower() if path.suffix.lower() in PACKED else ""
    inner = path.with_suffix("") if packing else path
    return unicodedata.normalize("NFC", inner.stem), inner.suffix.lower(), packing


def describe(path: Path, encoding: str) -> File:
    """The file's size and hash as it stands, packed or not."""
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
        return File(str(path), path.name, encoding, stream.tell(), digest)


def check(path: Path, limit: int) -> None:
    """Refused where the path is no file that can be read, or holds more than so many MiB once unpacked."""
    packing, size = names(path)[2], 0
    # A plain file's size is known without reading it: one of 2 GB may take up a kilobyte on the disk.
    for length in map(len, blocks(path)) if packing else [_size(path)]:
        size += length
        if size > limit << 20:
            what = f"it holds more than {limit:,} MiB" + (" once unpacked" if packing else "")
            remedy = "cut it into several listings, or allow more with --max-size"
            raise Refused([Problem(str(path), 0, what, remedy)])


@contextmanager
def unchanged(paths: Sequence[Path]) -> Iterator[None]:
    """Refused where a file is another after the block than before it: what was read may be half of each."""
    before = [_stamp(path) for path in paths]
    try:
        yield
    finally:
        # Also where the block failed: a file half written is refused for what it lacks.
        changed = [path for path, stamp in zip(paths, before, strict=True) if _stamp(path) != stamp]
        if changed:
            what, remedy = "it changed while it was read", "build again once nothing writes to it"
            raise Refused(Problem(str(path), 0, what, remedy) for path in changed)


def _stamp(path: Path) -> tuple[int, File]:
    with readable(path):
        return path.stat().st_mtime_ns, describe(path, "")


def _size(path: Path) -> int:
    with readable(path):
        found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        # To open a pipe may wait for ever, and a device may never end.
        kind = _KINDS.get(stat.S_IFMT(found.st_mode), "device")
        raise Refused([Problem(str(path), 0, f"this is a {kind}, not a file", "move it elsewhere")])
    return found.st_size


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Refused where the system does not let a file or a folder be read."""
    try:
        yield
    except OSError as error:
        remedy = "make it readable, or remove it"
        raise Refused([Problem(str(path), 0, f"cannot be read ({error.strerror})", remedy)]) from error


def blocks(path: Path) -> Iterator[bytes]:
    """The file's bytes, unpacked. Refused where it is no file, or cannot be read or unpacked."""
    _size(path)
    packing = names(path)[2]
    try:
        with readable(path), path.open("rb") as stream:
            yield from unpacked(stream, packing) if packing else iter(lambda: stream.read(_BLOCK), b"")
    except Broken as broken:
        remedy = "fetch the file again, or pack it again"
        raise Refused([Problem(str(path), 0, f"cannot be unpacked ({broken})", remedy)]) from broken


class _Stream(io.RawIOBase):
    """Blocks of bytes as a stream."""

    def __init__(self, source: Iterator[bytes]) -> None:
        self._source = source
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._rest:
            block = next(self._source, None)
            if block is None:
                return 0
            self._rest = block
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


@dataclass(frozen=True, slots=True)
class Text:
    """A file opened as text, line ends as they stand; codec: that of the bytes after the mark."""

    path: Path
    stream: io.TextIOWrapper
    encoding: str
    codec: str

    def read(self, size: int = -1) -> str:
        """The next characters. Refused, naming the byte, where the bytes are no text."""
        try:
            return self.stream.read(size)
        except UnicodeDecodeError:
            decode(data(self.path), str(self.path))
            raise

    def lines(self) -> Iterator[str]:
        """Line after line with its end; LF, CRLF and CR end a line, nothing else does."""
        try:
            yield from self.stream
        except UnicodeDecodeError:
            decode(data(self.path), str(self.path))
            raise


def open_text(path: Path) -> Text:
    """Open a listing, packed or not, as text in UTF-8 or, with a byte-order mark, UTF-16."""
    raw = io.BufferedReader(_Stream(blocks(path)), _BLOCK)
    first = raw.read(_BLOCK)
    encoding, codec, skip = _encoding(first, str(path))
    rest = iter(lambda: raw.read(_BLOCK), b"")
    stream = io.BufferedReader(_Stream(chain([first[skip:]], rest)), _BLOCK)
    return Text(path, io.TextIOWrapper(stream, encoding=codec, newline=""), encoding, codec)


def data(path: Path) -> bytes:
    """All of a file's bytes, unpacked."""
    return b"".join(blocks(path))


def _encoding(data: bytes, path: str) -> tuple[str, str, int]:
    """The encoding's name, the codec of the bytes after the byte-order mark, and the mark's length."""
    for begin, kind in _NO_TEXT:
        if data.startswith(begin):
            what = f"the bytes are no text: the file is {kind}"
            raise Refused([Problem(path, 0, what, "name it for what it is, unpack it, or convert it")])
    encoding, codec, skip = "utf-8", "utf-8", 0
    for mark, name, of_rest in _BOMS:
        if data.startswith(mark):
            encoding, codec, skip = name, of_rest, len(mark)
    # UTF-16 without a mark is mostly valid UTF-8: half its bytes are NUL in Latin text.
    if data.startswith(_UTF_32) or (encoding == "utf-8" and data.count(0) * 4 > len(data)):
        what = "the bytes look like UTF-32, or UTF-16 without a byte-order mark"
        raise Refused([Problem(path, 1, what, "save the file as UTF-8")])
    return encoding, codec, skip


def decode(data: bytes, path: str) -> tuple[str, str, str]:
    """The text without byte-order mark, the encoding's name, and the codec of the bytes after the mark.

    Refused, naming the byte, where the bytes are no text in UTF-8 or, with a byte-order mark, UTF-16.
    """
    encoding, codec, skip = _encoding(data, path)
    try:
        return data[skip:].decode(codec), encoding, codec
    except UnicodeDecodeError as error:
        offset = error.start + skip
        line = len(LINE_END.findall(data[skip:offset].decode(codec, "replace"))) + 1
        what = f"byte 0x{data[offset]:02X} at offset {offset} is not {codec.upper()} ({error.reason})"
        raise Refused(
            [Problem(path, line, what, "save the file as UTF-8, or UTF-16 with a byte-order mark")]
        ) from error


def sha256(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
