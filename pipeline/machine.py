"""Where the machine, not an input, is at fault, or somebody stops the build: one line and an exit code, no traceback."""

from __future__ import annotations

import errno
import os
import resource
import signal
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

from pipeline.problems import Problem

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_MEMORY = ("there is not memory enough", "use --jobs 1, close other programs, or take a larger machine")
_STOPPED = "stopped ({}): the outputs are whole, the old ones or the new"
_LIBRARIES = "the build's libraries cannot be loaded"
# What Python and the system's loader say where there is no memory for a thread or a library.
_SAID_OF_MEMORY = ("can't start new thread", "failed to map segment from shared object")
# Bytes of addresses: with less than 725 MiB the smallest build failed, in one of 25 limits without an end or a word.
_LEAST_MEMORY = 1 << 30
_AGAIN = "correct that, and build again"
_REMEDIES = {
    errno.ENOSPC: "make room, and build again",
    errno.EDQUOT: "make room, and build again",
    errno.EFBIG: "allow larger files (ulimit -f), and build again",
    errno.EROFS: "make it writable, or choose another folder with --out",
    errno.EACCES: "make it writable, or choose another folder with --out",
    errno.EPERM: "make it writable, or choose another folder with --out",
    errno.EMFILE: "allow more open files (ulimit -n), and build again",
    errno.ENFILE: "close other programs, and build again",
}
# What a file is at fault for, and not only the outputs may be it: /dev/shm, where processes meet, for one.
_PLACED = (errno.EROFS, errno.EACCES, errno.EPERM)
# What only a mistake of the program ends in.
_OURS = (errno.EBADF, errno.EINVAL)
_SQLITE = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_NOMEM: errno.ENOMEM,
}


@contextmanager
def loading() -> Iterator[None]:
    """Around the imports, which are half of a small build: exit with a line where one fails or somebody stops them."""
    # Nothing here uses more; each thread of OpenBLAS takes 32 MiB of addresses for itself, on 64 cores 4 GiB.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _enough_memory()
    try:
        yield
    except KeyboardInterrupt:
        print(_STOPPED.format(signal.strsignal(signal.SIGINT)), file=sys.stderr)
        sys.exit(128 + signal.SIGINT)
    except ModuleNotFoundError as error:
        sys.exit(f"{_LIBRARIES} ({error.msg}): run `make` once, then .venv/bin/python build.py")
    except (ImportError, MemoryError, OSError, SystemError) as error:
        # A SystemError is what Python's own code ends in where it asked for memory and got none.
        fault = problem(MemoryError() if isinstance(error, SystemError) else error, Path())
        if fault is None:
            raise
        sys.exit(f"{_LIBRARIES}: {fault.what}; {fault.remedy}")


def _enough_memory() -> None:
    """Exit with a line where a limit leaves too little: OpenBLAS asks again for ever for what it does not get."""
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if 0 <= limit < _LEAST_MEMORY:
        what = f"a process may take {limit >> 20} MiB here, and a build takes {_LEAST_MEMORY >> 20}"
        sys.exit(f"{_LIBRARIES}: {what}; allow more memory (ulimit -v), and build again")


class Stopped(KeyboardInterrupt):
    """Raised where a signal asks the build to end."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(signal.strsignal(number))


def guarded(step: Callable[[], int], place: Path) -> int:
    """The step's exit code; where the machine is at fault 1, and where a signal stops it 128 and its number.

    place: the folder that is written to, for faults that name no file.
    """
    _open_standard_streams()
    try:
        with _handling(_stop):
            return step()
    except Stopped as stopped:
        print(_STOPPED.format(stopped), file=sys.stderr)
        return 128 + stopped.number
    except Exception as error:
        fault = problem(error, place)
        if fault is None:
            raise
        print(fault, file=sys.stderr)
        return 1


def say(text: str) -> None:
    """Print a line. Where nobody reads on, as in `| head`, the build is no worse for it."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        # The interpreter writes what is left when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        raise OSError(error.errno, error.strerror, "standard output") from error


def _open_standard_streams() -> None:
    """Where a caller has closed them, a file that is opened later would get their numbers, and what is printed."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    sys.stdout = sys.stdout or os.fdopen(1, "w")
    sys.stderr = sys.stderr or os.fdopen(2, "w")


def problem(error: BaseException, place: Path) -> Problem | None:
    """The machine's fault as a problem; None where the program is at fault."""
    if isinstance(error, MemoryError) or any(said in str(error) for said in _SAID_OF_MEMORY):
        return Problem(str(place), 0, *_MEMORY)
    if isinstance(error, BrokenProcessPool):
        what = "one of the build's processes was killed, as the system does where memory runs out"
        return Problem(str(place), 0, what, _MEMORY[1])
    number = _number(error)
    if number == errno.ENOMEM:
        return Problem(str(place), 0, *_MEMORY)
    if number is None:
        return None
    named = getattr(error, "filename", None)
    path = os.path.relpath(named, Path.cwd()) if named and not place.is_absolute() else named
    why = os.strerror(number)
    if not path and number in _PLACED:
        return Problem("this machine", 0, f"{why[0].lower()}{why[1:]}", _AGAIN)
    return Problem(str(path or place), 0, f"{why[0].lower()}{why[1:]}", _REMEDIES.get(number, _AGAIN))


def _number(error: BaseException) -> int | None:
    """The system's number of a fault; that of what it was raised for where it has none of its own."""
    if isinstance(error, OSError) and error.errno:
        return None if error.errno in _OURS else error.errno
    if isinstance(error, sqlite3.OperationalError):
        # The lower eight bits are the kind.
        return _SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    return _number(error.__cause__) if error.__cause__ else None


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    # A second one ends the build at once.
    signal.signal(number, signal.SIG_DFL)
    raise Stopped(number)


@contextmanager
def _handling(handler: Callable[[int, FrameType | None], object]) -> Iterator[None]:
    """Within the block the handler has the signals that would end the build, but for those that are ignored."""
    mine = threading.current_thread() is threading.main_thread()
    before = {number: signal.getsignal(number) for number in SIGNALS if mine}
    for number, old in before.items():
        if old is not signal.SIG_IGN:
            signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


@contextmanager
def held() -> Iterator[None]:
    """Signals that would end the build wait until the block is done."""
    came: list[int] = []
    with _handling(lambda number, _: came.append(number)):
        yield
    for number in came:
        signal.raise_signal(number)
