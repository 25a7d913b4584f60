from __future__ import annotations

import os
import subprocess
import sys
import time

from tests.builds import ROOT

CODE = """
import os, time
from pipeline import processes
pool = processes.pool(1)
print(pool.submit(os.getpid).result(), flush=True)
time.sleep(60)
"""


def test_the_processes_of_a_killed_build_end_too() -> None:
    with subprocess.Popen([sys.executable, "-c", CODE], cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        os.kill(worker, 0)
        parent.kill()
    deadline = time.monotonic() + 30
    while _runs(worker) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert not _runs(worker)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
