"""A few of the machine's faults; `python -m tests.stress.machine` tries all of them, and each many times."""

from __future__ import annotations

import errno
import os
import resource
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from pipeline import machine
from pipeline.problems import Problem
from tests.builds import ROOT
from tests.stress import machine as faults
from tests.stress.ground import Ground, Outcome

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts disks")
MEMORY = "there is not memory enough; use --jobs 1, close other programs, or take a larger machine"


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    return Ground(tmp_path_factory.mktemp("machine") / "ground")


def ended(report: faults.Report) -> list[Outcome]:
    """The builds of a report, of which the next one needed no cleaning."""
    assert all(report.builds_on)
    return report.outcomes


def test_a_build_killed_while_it_replaces_the_outputs_is_completed_by_the_next(ground: Ground) -> None:
    assert len(ended(faults.killed_while_replacing(ground, 3))) == 3


def test_a_signal_ends_the_build_in_a_line_with_the_old_outputs_or_the_new(ground: Ground) -> None:
    for outcome in ended(faults.stopped(ground, 3)):
        assert outcome.stands != "mixed"
        # Before Python has begun, the system itself ends it.
        assert outcome.code in (0, 129, 130, 143, -signal.SIGHUP, -signal.SIGINT, -signal.SIGTERM)
        assert outcome.said in {
            129: [("stopped (Hangup): the outputs are whole, the old ones or the new",)],
            130: [("stopped (Interrupt): the outputs are whole, the old ones or the new",)],
            143: [("stopped (Terminated): the outputs are whole, the old ones or the new",)],
        }.get(outcome.code, [()])


def test_a_killed_worker_is_told(ground: Ground) -> None:
    (outcome,) = ended(faults.worker_killed(ground))
    said = "out: one of the build's processes was killed, as the system does where memory runs out; "
    assert outcome == Outcome(1, (said + MEMORY.partition("; ")[2],), "old")


def test_too_little_memory_is_told_before_a_library_asks_for_it_without_end(ground: Ground) -> None:
    little, enough = ended(faults.starved(ground, resource.RLIMIT_AS, [450 << 20, 1 << 30]))
    said = "the build's libraries cannot be loaded: a process may take 450 MiB here, and a build takes 1024; "
    assert little == Outcome(1, (said + "allow more memory (ulimit -v), and build again",), "old")
    assert enough == Outcome(0, (), "new")


def test_no_more_file_handles_are_told(ground: Ground) -> None:
    for outcome in ended(faults.starved(ground, resource.RLIMIT_NOFILE, [10])):
        assert (outcome.code, outcome.stands, outcome.clear) == (1, "old", True)
        assert outcome.said[0].endswith(": too many open files; allow more open files (ulimit -n), and build again")


def test_a_limit_on_the_size_of_files_is_told(ground: Ground) -> None:
    (outcome,) = ended(faults.starved(ground, resource.RLIMIT_FSIZE, [1 << 12]))
    assert outcome == Outcome(1, ("out: file too large; allow larger files (ulimit -f), and build again",), "old")


@needs_root
def test_a_full_disk_and_a_read_only_one_are_told(ground: Ground) -> None:
    full = ended(faults.disk_full(ground, [0, 800]))
    assert full == [Outcome(1, ("disk/out: no space left on device; make room, and build again",), "old")] * 2
    (outcome,) = ended(faults.disk_read_only(ground))
    assert (outcome.code, outcome.stands, outcome.clear) == (1, "old", True)
    assert outcome.said[0].endswith(": read-only file system; make it writable, or choose another folder with --out")


def test_folders_that_may_not_be_written_to_are_told_before_anything_is_replaced(ground: Ground) -> None:
    outcomes = ended(faults.no_permission(ground))
    remedy = "permission denied; make it writable, or choose another folder with --out"
    places = ["out/.staging", "out/clean", "out/dist", "out/reference"]
    assert outcomes == [Outcome(1, (f"{place}: {remedy}",), "old") for place in places]


def test_two_builds_at_once_wait_for_each_other(ground: Ground) -> None:
    outcomes = ended(faults.at_once(ground, 2))
    waited = "out: another build writes there; waiting for it to end"
    assert [(outcome.code, outcome.stands) for outcome in outcomes][-1] == (0, "new")
    assert {line for outcome in outcomes for line in outcome.said} <= {waited}
    assert {outcome.code for outcome in outcomes} == {0}


def test_a_bare_environment_and_closed_streams_are_no_fault(ground: Ground) -> None:
    assert {(each.code, each.stands, each.said) for each in ended(faults.bare_environment(ground))} == {(0, "new", ())}


def test_where_nobody_reads_the_build_is_done_all_the_same(ground: Ground) -> None:
    (closed,) = ended(faults.Report([ground.build("bash", "-c", '"$@" | head -c 0; exit ${PIPESTATUS[0]}', "bash")]))
    assert closed == Outcome(0, (), "new")


def test_libraries_that_are_not_there_are_told_with_what_to_do() -> None:
    # -S leaves out the environment's own packages.
    command = [sys.executable, "-S", "build.py"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (
        1,
        "the build's libraries cannot be loaded (No module named 'tqdm'): run `make` once, then .venv/bin/python build.py\n",
    )


def sqlite_error(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("something")
    error.sqlite_errorcode = code
    return error


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "x"), "out: no space left on device; make room, and build again"),
        (OSError(errno.EROFS, "x"), "this machine: read-only file system; correct that, and build again"),
        (OSError(errno.EIO, "x", "out/a"), "out/a: input/output error; correct that, and build again"),
        (OSError(errno.ENOMEM, "x"), f"out: {MEMORY}"),
        (RuntimeError("can't start new thread"), f"out: {MEMORY}"),
        (sqlite_error(sqlite3.SQLITE_FULL), "out: no space left on device; make room, and build again"),
        (sqlite_error(sqlite3.SQLITE_IOERR_WRITE), "out: input/output error; correct that, and build again"),
        (caused(ValueError("x"), OSError(errno.EMFILE, "x")), "out: too many open files; allow more open files (ulimit -n), and build again"),
    ],
)  # fmt: skip
def test_what_a_fault_of_the_machine_is_told_as(error: Exception, said: str) -> None:
    assert str(machine.problem(error, Path("out"))) == said


@pytest.mark.parametrize(
    "error", [ValueError("x"), RuntimeError("x"), OSError("x"), sqlite_error(sqlite3.SQLITE_ERROR)]
)
def test_a_fault_of_the_program_is_no_fault_of_the_machine(error: Exception) -> None:
    assert machine.problem(error, Path("out")) is None

    def failing() -> int:
        raise error

    with pytest.raises(type(error)):
        machine.guarded(failing, Path("out"))


def test_a_broken_pool_is_told() -> None:
    found = machine.problem(BrokenProcessPool(), Path("out"))
    assert isinstance(found, Problem)


SAYING = "import sys; from pathlib import Path; from pipeline import machine; "
SAYING += "sys.exit(machine.guarded(lambda: machine.say('done') or 0, Path('out')))"


def test_where_nobody_reads_a_line_or_it_cannot_be_written_the_exit_code_says_what_was_done() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as closed, Path("/dev/full").open("w") as full:
        ended = [
            subprocess.run(
                [sys.executable, "-c", SAYING], cwd=ROOT, stdout=to, stderr=subprocess.PIPE, text=True, check=False
            )
            for to in (closed, full)
        ]
    assert [(each.returncode, each.stderr) for each in ended] == [
        (0, ""),
        (1, "standard output: no space left on device; make room, and build again\n"),
    ]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (KeyboardInterrupt(), 130),
        (ModuleNotFoundError("No module named 'tqdm'"),
         "the build's libraries cannot be loaded (No module named 'tqdm'): run `make` once, then .venv/bin/python build.py"),
        (SystemError("x"), f"the build's libraries cannot be loaded: {MEMORY}"),
    ],
)  # fmt: skip
def test_a_fault_while_libraries_are_loaded_ends_the_build(error: BaseException, code: int | str) -> None:
    with pytest.raises(SystemExit) as ended, machine.loading():
        raise error
    assert ended.value.code == code


def test_a_fault_of_a_librarys_own_is_not_taken_for_the_machines() -> None:
    with pytest.raises(ImportError, match=r"^cannot import name 'x'$"), machine.loading():
        raise ImportError("cannot import name 'x'")
