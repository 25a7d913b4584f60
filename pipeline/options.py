"""The command line of `build.py`: what it takes, what it says of it, and what it refuses."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline.read import LIMIT

Group = Mapping[str, Mapping[str, Any]]

DESCRIPTION = "Build the data package: listings in raw/ become validated tables in clean/ and a site in dist/."
EPILOG = (
    "Exit code: 0 built and valid; 1 inputs refused, --check found a difference, --changes a version too low, "
    "or --prove a fault; 2 wrong usage."
)
# At most one of these; without one the package is built.
COMMANDS: Group = {
    "--check": {
        "action": "store_true",
        "help": "build into a temporary folder and list what differs from the files that stand; write nothing",
    },
    "--review": {
        "action": "store_true",
        "help": "show the undecided pairs one after the other and append your answers to reference/decisions.csv",
    },
    "--changes": {
        "nargs": "?",
        "const": "",
        "metavar": "REV",
        "help": "write what changed since the git revision REV (default: the last release) to dist/changes.csv, and "
        "check that the version in datapackage.json says so",
    },
    "--prove": {
        "nargs": "?",
        "const": "",
        "metavar": "PACKAGE",
        "help": "check every hash, span, edit and offset of the package in a folder or a zip (default: this folder) "
        "against its raw/; write nothing",
    },
}
FILES: Group = {
    "--raw": {
        "type": Path,
        "metavar": "DIR",
        "help": "read listings, and DIR/reference/ where present, from DIR (default: raw/); needs --out",
    },
    "--out": {
        "type": Path,
        "metavar": "DIR",
        "help": "write clean/, dist/, reference/ and datapackage.json to DIR (default: this folder)",
    },
    "--formats": {"action": "store_true", "help": "write dist/ in all formats, also where that takes long"},
    "--html": {"type": Path, "metavar": "FILE", "help": "with --review: write the undecided pairs as one page instead"},
}
MANNER: Group = {
    "--jobs": {
        "type": int,
        "default": len(os.sched_getaffinity(0)),
        "metavar": "N",
        "help": "normalize on N processes (default: all cores)",
    },
    "--engine": {
        "choices": ["local", "spark"],
        "default": "local",
        "help": "run the steps that grow with the corpus on this machine's cores (default) or on Apache Spark "
        "(docs/big.md)",
    },
    "--max-size": {
        "type": int,
        "default": LIMIT,
        "metavar": "MIB",
        "help": f"refuse a listing that holds more than this once unpacked (default: {LIMIT})",
    },
    "--strict": {"action": "store_true", "help": "refuse where a pair of entries is undecided"},
    "--quiet": {"action": "store_true", "help": "print warnings and errors only"},
}


def parse(arguments: Sequence[str] | None, home: Path) -> argparse.Namespace:
    """The options of one call; ends the process with exit code 2, and says why, where they make no sense.

    home: the project's folder. `raw` is None with --prove where --raw is not given: a package has its own.
    """
    parser = argparse.ArgumentParser(prog="build.py", description=DESCRIPTION, epilog=EPILOG)
    commands = parser.add_argument_group("instead of building").add_mutually_exclusive_group()
    for container, group in (
        (commands, COMMANDS),
        (parser.add_argument_group("files"), FILES),
        (parser.add_argument_group("manner"), MANNER),
    ):
        for name, settings in group.items():
            container.add_argument(name, **settings)
    options = parser.parse_args(arguments)
    if options.prove is not None:
        options.prove = Path(options.prove or os.path.relpath(home))
    elif options.raw is None:
        options.raw = Path(os.path.relpath(home / "raw"))
    elif not (options.out or options.review):
        parser.error("--raw needs --out: the tables of another folder would overwrite clean/")
    fault = _fault(options, home)
    if fault:
        parser.error(fault)
    return options


def _fault(options: argparse.Namespace, home: Path) -> str | None:
    """Why the options make no sense, or None."""
    if sys.getfilesystemencoding() != "utf-8":
        return f"file names would be read as {sys.getfilesystemencoding()} here: set PYTHONUTF8=1"
    if options.raw and not options.raw.is_dir():
        return f"--raw {options.raw}: there is no such folder"
    if options.out and options.out.exists() and not options.out.is_dir():
        return f"--out {options.out}: this is no folder"
    if options.raw and options.out and _mingled(options.raw.resolve(), options.out.resolve()):
        return "--raw and --out: outputs and listings would stand in one folder"
    if options.out and (options.out.resolve() == home or _within(options.out.resolve(), home, ("clean", "dist"))):
        return f"--out {options.out}: this package would be overwritten; leave --out away, or choose another folder"
    if options.prove and not options.prove.exists():
        return f"--prove {options.prove}: there is no such folder or zip"
    if options.out and (options.prove or options.changes is not None):
        return "--out goes with a build: --prove writes nothing, and --changes writes dist/changes.csv"
    if options.html and not options.review:
        return "--html goes with --review"
    if options.max_size < 1:
        return "--max-size: at least 1"
    return "--jobs: at least 1" if options.jobs < 1 else None


def _mingled(raw: Path, out: Path) -> bool:
    """Whether outputs would be read as listings by the next build, or listings be replaced by outputs."""
    return out.is_relative_to(raw) or _within(raw, out, ("clean", "dist", "reference"))


def _within(path: Path, folder: Path, names: Sequence[str]) -> bool:
    return any(path.is_relative_to(folder / name) for name in names)
