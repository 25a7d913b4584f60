"""Pools of processes that end with the build."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor

from pipeline import machine


def pool(jobs: int) -> ProcessPoolExecutor:
    """A pool whose processes end within a second of a build that was killed: on their own they would wait for ever."""
    return ProcessPoolExecutor(jobs, initializer=_follow, initargs=(os.getpid(),))


def _follow(parent: int) -> None:
    # The build's own handlers are for the build; a stopped worker has nothing to say. What the build ignores, as
    # under nohup, its workers ignore too.
    for number in machine.SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
