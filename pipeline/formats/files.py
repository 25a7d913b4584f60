"""From a file to text, a piece at a time: unpacked, within bounds, and decoded."""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import unicodedata
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import zstandard

from pipeline.formats.entries import File
from pipeline.problems import Problem, Refused

LINE_END = re.compile(r"\r\n|\n|\r")
PACKED = (".gz", ".zst")
# Unpacked bytes: a hundred conferences' worth. What is larger is taken for a bomb.
LIMIT = 1 << 30
_BLOCK = 1 << 20
# A block of zstd unpacks to at most 128 KiB from 4 bytes: a kilobyte never to more than 32 MiB.
_ZSTD_BLOCK = 1 << 10
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig", "utf-8"), (b"\xff\xfe", "utf-16", "utf-16-le"),
         (b"\xfe\xff", "utf-16", "utf-16-be"))  # fmt: skip
_UTF_32 = (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")


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


def blocks(path: Path) -> Iterator[bytes]:
    """The file's bytes, unpacked. Refused where it cannot be read or unpacked, or is too large."""
    packing, size = names(path)[2], 0
    try:
        for block in {"": _plain, ".gz": _gzip, ".zst": _zstd}[packing](path):
            size += len(block)
            if size > LIMIT:
                what = f"it holds more than {LIMIT:,} bytes" + (" once unpacked" if packing else "")
                raise Refused([Problem(str(path), 0, what, "cut it into several listings")])
            yield block
    except OSError as error:
        if packing and error.errno is None:
            raise _unpackable(path, str(error)) from error
        remedy = "make it a readable file, or remove it"
        raise Refused([Problem(str(path), 0, f"cannot be read ({error.strerror})", remedy)]) from error
    except (EOFError, zlib.error, zstandard.ZstdError) as error:
        raise _unpackable(path, str(error)) from error


def _unpackable(path: Path, why: str) -> Refused:
    what = f"cannot be unpacked ({why.rstrip('.')})"
    return Refused([Problem(str(path), 0, what, "fetch the file again, or pack it again")])


def _plain(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            yield block


def _gzip(path: Path) -> Iterator[bytes]:
    with gzip.open(path) as stream:
        while block := stream.read(_BLOCK):
            yield block
    if not path.stat().st_size:
        raise EOFError("the file is empty")


def _zstd(path: Path) -> Iterator[bytes]:
    # Not `stream_reader`: it takes a file cut off in the middle for a whole one.
    unpacker = zstandard.ZstdDecompressor().decompressobj()
    with path.open("rb") as stream:
        while packed := stream.read(_ZSTD_BLOCK):
            while packed:
                if unpacker.eof:
                    unpacker = zstandard.ZstdDecompressor().decompressobj()
                yield unpacker.decompress(packed)
                packed = unpacker.unused_data
    if not unpacker.eof:
        raise EOFError("the file ended before the end-of-frame marker was reached")


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
    source = blocks(path)
    first = next(source, b"")
    encoding, codec, skip = _encoding(first, str(path))
    stream = io.BufferedReader(_Stream(chain([first[skip:]], source)), _BLOCK)
    return Text(path, io.TextIOWrapper(stream, encoding=codec, newline=""), encoding, codec)


def data(path: Path) -> bytes:
    """All of a file's bytes, unpacked."""
    return b"".join(blocks(path))


def _encoding(data: bytes, path: str) -> tuple[str, str, int]:
    """The encoding's name, the codec of the bytes after the byte-order mark, and the mark's length."""
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
