"""Packed files, unpacked a piece at a time."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO, Protocol

import zstandard

# A block of zstd unpacks to at most 128 KiB from 4 bytes, and gzip a thousandfold: a kilobyte never to more than 32 MiB.
_BLOCK = 1 << 10


class Broken(Exception):
    """Raised where a file cannot be unpacked; says why."""


class _Unpacker(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, packed: bytes, /) -> bytes: ...


_MAKE: dict[str, Callable[[], _Unpacker]] = {
    ".gz": lambda: zlib.decompressobj(wbits=31),
    # Not `stream_reader`: it takes a file cut off in the middle for a whole one.
    ".zst": lambda: zstandard.ZstdDecompressor().decompressobj(),
}
PACKED = tuple(_MAKE)


def unpacked(stream: BinaryIO, packing: str) -> Iterator[bytes]:
    """The bytes of a packed file, which may be several such files one behind the other. Broken where it is none."""
    unpacker, first, begun = _MAKE[packing](), True, False
    while packed := stream.read(_BLOCK):
        while packed:
            if unpacker.eof:
                # gzip itself lets zeros fill a file up to a whole block.
                if not (packed := packed.lstrip(b"\0")):
                    break
                unpacker, first, begun = _MAKE[packing](), False, False
            try:
                data = unpacker.decompress(packed)
            except (zlib.error, zstandard.ZstdError) as error:
                rubbish = not (first or begun)
                raise Broken("more stands behind its end" if rubbish else str(error).rpartition(": ")[2]) from error
            begun, packed = begun or bool(data), unpacker.unused_data
            yield data
    if not unpacker.eof:
        raise Broken("it is cut off" if stream.tell() else "the file is empty")
