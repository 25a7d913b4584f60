"""Build the data package: read -> normalize -> dedupe -> extract -> check -> write."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tqdm import tqdm

from pipeline import (
    compare,
    contract,
    csvfile,
    database,
    dedupe,
    descriptor,
    facts,
    ids,
    publish,
    read,
    reference,
    site,
    validate,
)
from pipeline.problems import Problem, Refused
from pipeline.tables import Paper, Rows, group, tables
from pipeline.texts import Text, texts

HOME = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Package:
    """What a build makes, before it is written: the tables, and the register as it must stand now."""

    tables: dict[str, Rows]
    register: bytes
    warnings: list[Problem]


def make(raw: Path, terms: contract.Contract, jobs: int, quiet: bool) -> Package:
    """The recipe: everything from `raw/` to rows. Refused where the inputs are not fit to be built."""
    listings = read.listings(raw)
    entries = [entry for listing in listings for entry in listing.entries]
    bar = tqdm(texts([entry.source for entry in entries], jobs), "normalizing", len(entries), delay=1,
               disable=quiet or not sys.stderr.isatty(), unit=" abstracts")  # fmt: skip
    normalized = list(zip(entries, bar, strict=True))

    good = [pair for pair in normalized if pair[1].rejected is None]
    rejected = [pair for pair in normalized if pair[1].rejected is not None]
    groups = [[good[i] for i in same] for same in dedupe.groups([text.fingerprint for _, text in good])]

    known = _facts(raw, terms, groups, [(entry.listing_id, entry.position) for entry, _ in rejected])
    papers = [Paper(same, known.get(number, {})) for number, same in enumerate(groups)]

    path = raw / "reference" / "paper_ids.csv"
    given = [ids.Given(*map(str, record.cells.values())) for record in reference.read(path, terms.inputs["paper_ids"])]
    assigned = ids.assign([group(paper) for paper in papers], given)
    added = [vars(line) for line in assigned.register[len(given) :]]
    register = csvfile.appended(path.read_bytes() if path.exists() else b"", terms.inputs["paper_ids"], added)

    paths = {listing.listing_id: listing.path for listing in listings}
    warnings = [warning for entry, text in normalized for warning in _warnings(paths[entry.listing_id], entry, text)]
    return Package(tables(listings, rejected, papers, assigned), register, warnings)


def _facts(
    raw: Path, terms: contract.Contract, groups: list[list[tuple[read.Entry, Text]]], rejected: list[tuple[str, int]]
) -> dict[int, facts.Facts]:
    path = raw / "reference" / "bibliography.csv"
    shown: dict[tuple[str, int], int | None] = dict.fromkeys(rejected)
    shown |= {(entry.listing_id, entry.position): n for n, same in enumerate(groups) for entry, _ in same}
    return facts.by_paper(reference.read(path, terms.inputs["bibliography"]), path, shown)


def _warnings(path: str, entry: read.Entry, text: Text) -> list[Problem]:
    found = []
    if text.rejected:
        what = f"entry {entry.position} was rejected. {text.rejected}".rstrip(".")
        found.append(Problem(path, entry.line_start, what, "correct the listing if it is an abstract"))
    if text.undone:
        what = f"entry {entry.position} would have lost text, so these stages were undone: {', '.join(text.undone)}"
        found.append(Problem(path, entry.line_start, what, "read its abstract; its markup stands as listed"))
    return found


def write(package: Package, terms: contract.Contract, stage: publish.Staging, register: str) -> None:
    """Stage the tables, the descriptor and the register."""
    files = {name: csvfile.encode(table, package.tables[name]) for name, table in terms.tables.items()}
    for name, data in files.items():
        stage.write(terms.tables[name].path, data)
    rows = {name: len(package.tables[name]) for name in files}
    stage.write("datapackage.json", descriptor.stamped(terms.descriptor, files, rows))
    stage.write(register, package.register)


def check(stage: publish.Staging, raw: Path, rederived: bool) -> None:
    """Refused where what was staged breaks the contract: a fault of the build, not of the inputs.

    rederived: derive every text, link and fact a second time, which costs as much as the build.
    """
    problems = validate.problems(stage.folder, raw, rederived) or validate.frictionless_problems(stage.folder)
    if problems:
        raise Refused(problems)


def write_site(package: Package, terms: contract.Contract, stage: publish.Staging) -> None:
    """Stage the database, whose constraints check the tables once more, and the site's metadata."""
    database.build(terms, package.tables, stage.path("dist/icml2026.db"))
    stage.write("dist/metadata.json", site.encoded(terms))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    options = _options(arguments)
    out, register = (options.out, "reference/paper_ids.csv") if options.out else (HOME, "raw/reference/paper_ids.csv")
    terms = contract.load(HOME / "datapackage.json")
    try:
        package = make(options.raw, terms, options.jobs, options.quiet)
        for warning in package.warnings:
            print(f"warning: {warning}", file=sys.stderr)
        if options.check:
            return _check(package, terms, options.raw, out, register)
        with publish.staging(out) as stage:
            write(package, terms, stage, register)
            check(stage, options.raw, rederived=False)
            write_site(package, terms, stage)
            stage.commit(_stale(out, terms))
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    if not options.quiet:
        print(_summary(package, options.out))
    return 0


def _check(package: Package, terms: contract.Contract, raw: Path, out: Path, register: str) -> int:
    with tempfile.TemporaryDirectory() as folder, publish.staging(Path(folder)) as stage:
        write(package, terms, stage, register)
        check(stage, raw, rederived=True)
        names = [*(table.path for table in terms.tables.values()), "datapackage.json", register]
        found = list(compare.differences(terms, out, stage.folder, names))
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


def _stale(out: Path, terms: contract.Contract) -> list[str]:
    """Tables of an earlier contract that stand in `clean/` still."""
    names = {table.path for table in terms.tables.values()}
    return [f"clean/{path.name}" for path in (out / "clean").glob("*.csv") if f"clean/{path.name}" not in names]


def _summary(package: Package, out: Path | None) -> str:
    rows = package.tables["listings"]
    total = {name: sum(row[name] for row in rows) for name in ("entries", "kept", "merged", "rejected")}
    papers = package.tables["papers"]
    flagged = sum("unknown_markup" in row["flags"] for row in papers)
    return (
        f"{len(rows)} listings, {total['entries']} entries ({total['kept']} kept, {total['merged']} merged, "
        f"{total['rejected']} rejected), {len(papers)} papers, {flagged} with markup left as it stood. "
        f"Written and validated: {'' if out is None else f'{out}/'}clean/, datapackage.json, dist/"
    )


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="build.py",
        description="Build the data package: listings in raw/ become validated tables in clean/ and a site in dist/.",
        epilog="Exit code: 0 built and valid; 1 inputs refused, or --check found a difference; 2 wrong usage.",
    )
    parser.add_argument(
        "--raw",
        type=Path,
        metavar="DIR",
        help="read listings, and DIR/reference/ where present, from DIR (default: raw/); needs --out",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write clean/, dist/, reference/ and datapackage.json to DIR (default: this folder)",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="build into a temporary folder and list what differs from the files that stand; write nothing",
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=len(os.sched_getaffinity(0)),
        metavar="N",
        help="normalize on N processes (default: all cores)",
    )
    parser.add_argument("--quiet", action="store_true", help="print warnings and errors only")
    options = parser.parse_args(arguments)
    if options.raw and not options.out:
        parser.error("--raw needs --out: the tables of another folder would overwrite clean/")
    options.raw = options.raw or Path(os.path.relpath(HOME / "raw"))
    if not options.raw.is_dir():
        parser.error(f"--raw {options.raw}: there is no such folder")
    if options.jobs < 1:
        parser.error("--jobs: at least 1")
    return options


if __name__ == "__main__":
    sys.exit(main())
