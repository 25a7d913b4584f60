"""A folder on which the build is made to fail: listings before and after a change, and what each of them gives."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.builds import ROOT, abstract, listing, run_here, state, unmeasured

_LONGEST = 120  # seconds; a build here takes 4
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Outcome:
    """How a build ended: its exit code, what it said, and which outputs stand: `old`, `new` or `mixed`."""

    code: int
    said: tuple[str, ...]
    stands: str
    hung: bool = False

    @property
    def clear(self) -> bool:
        """Whether it said what the matter is in one line."""
        return not self.hung and len(self.said) == 1 and "Traceback" not in self.said[0]


def kept(out: Path) -> dict[str, str]:
    """The outputs, without what a dead build left beside them."""
    return {name: digest for name, digest in state(out).items() if not name.startswith(".staging")}


class Ground:
    """`raw/` holds what gives the new outputs; `out/` can be put back to the old ones."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.raw, self.out = folder, folder / "raw", folder / "out"
        self.raw.mkdir(parents=True)
        (self.raw / "a.txt").write_text(listing("Papers", *map(abstract, range(3))))
        self._made("old")
        (self.raw / "b.txt").write_text(listing("More papers", *map(abstract, range(2, 6))))
        self._made("new")
        self._states = {name: kept(folder / name) for name in ("old", "new")}

    def _made(self, name: str) -> None:
        result = run_here("--raw", self.raw, "--out", self.folder / name)
        assert result.returncode == 0, result.stderr

    def reset(self, out: Path | None = None) -> Path:
        """Put the old outputs in their place."""
        out = out or self.out
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(self.folder / "old", out)
        return out

    def stands(self, out: Path | None = None) -> str:
        """Which outputs stand."""
        found = kept(out or self.out)
        return next((name for name, whole in self._states.items() if whole == found), "mixed")

    def start(
        self,
        *prefix: str,
        out: Path | None = None,
        limits: Callable[[], None] | None = None,
        environment: Mapping[str, str] | None = None,
        arguments: Sequence[str] = (),
    ) -> subprocess.Popen[str]:
        """Start a build in a session of its own."""
        # A limit is for the build, not for what measures it.
        environment = unmeasured() if limits and environment is None else environment
        command = [*prefix, sys.executable, str(ROOT / "build.py"), "--raw", "raw"]
        command += ["--out", os.path.relpath(out or self.out, self.folder), "--jobs", "2", "--quiet", *arguments]
        return subprocess.Popen(
            command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True, preexec_fn=limits,
        )  # fmt: skip

    def end(self, process: subprocess.Popen[str], out: Path | None = None) -> Outcome:
        """Wait for a build to end, but not for ever."""
        try:
            _, said = process.communicate(timeout=_LONGEST)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            _, said = process.communicate()
            return Outcome(124, tuple(said.splitlines()), self.stands(out), hung=True)
        return Outcome(process.returncode, tuple(said.splitlines()), self.stands(out))

    def build(self, *prefix: str, out: Path | None = None, limits: Callable[[], None] | None = None) -> Outcome:
        """Run a build."""
        return self.end(self.start(*prefix, out=out, limits=limits), out)

    def builds_on(self, out: Path | None = None) -> bool:
        """Whether the next build makes the new outputs of what stands, without any cleaning."""
        out = out or self.out
        if self.stands(out) != "mixed" and not (out / ".staging").exists():
            return True  # as any folder of outputs
        outcome = self.build(out=out)
        return (outcome.code, outcome.stands) == (0, "new") and not (out / ".staging").exists()
