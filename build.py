"""Build the data package: read -> normalize -> dedupe -> extract -> check -> write."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pipeline import machine

with machine.loading():
    from tqdm import tqdm

    from pipeline import (
        commands,
        compare,
        contract,
        csvfile,
        database,
        dedupe,
        descriptor,
        engines,
        export,
        facts,
        papers,
        processes,
        publish,
        read,
        review,
        revisions,
        site,
        validate,
    )
    from pipeline.options import parse
    from pipeline.problems import Problem, Refused, refuse
    from pipeline.tables import Rows, mismatches, tables

HOME = Path(__file__).resolve().parent
# frictionless reads 12,000 rows a second; this many take it as long as the rest of the build. It finds
# nothing that the other validators do not (the matrix in docs/testing.md).
FRICTIONLESS_ROWS = 250_000
# 6,000 papers have 120,000 rows, of which the Excel twin takes as long as everything else.
FORMATS_ROWS = 50_000


@dataclass(frozen=True)
class Package:
    """What a build makes, before it is written: the tables, and the register as it was read and as it must stand now.

    warnings: what is to be said of the inputs. undecided: pairs that a person must decide; entries: by SHA-256, what
    that person sees. texts: of each entry, by listing and position.
    """

    tables: dict[str, Rows]
    register_read: bytes
    register: bytes
    warnings: list[Problem]
    undecided: list[Problem]
    pairs: tuple[dedupe.Pair, ...]
    entries: dict[str, review.Shown]
    texts: dict[facts.Key, str]


def make(raw: Path, terms: contract.Contract, running: engines.Engine, jobs: int, quiet: bool) -> Package:
    """The recipe: everything from `raw/` to rows. Refused where the inputs are not fit to be built."""
    listings = papers.listings(raw, terms, running.listings)
    paths = {listing.listing_id: listing.path for listing in listings}
    normalized = normalize([entry for listing in listings for entry in listing.entries], running, quiet)
    good, rejected = papers.parted(normalized)

    known = papers.look_up(raw, terms, normalized, paths)
    resolution, undecided, warnings = papers.tell_apart(raw, terms, good, known, paths, jobs, running.alike)

    found, disagreements = papers.collect(resolution.groups, good, known)
    register = publish.standing(papers.reference_path(raw, "paper_ids"))
    assigned, added = papers.identified(raw, terms, found)

    said = list(read.warnings(listings))
    said += [warning for entry, text in normalized for warning in papers.warnings(paths[entry.listing_id], entry, text)]
    drawn = tables(listings, rejected, found, assigned, resolution.pairs)
    refuse(mismatches(terms, drawn))
    return Package(
        tables=papers.corrected(raw, terms, drawn),
        register_read=register,
        register=csvfile.appended(register, terms.inputs["paper_ids"], [vars(line) for line in added]),
        warnings=said + disagreements + warnings,
        undecided=undecided,
        pairs=resolution.pairs,
        entries=papers.shown(paths, good, known),
        texts={papers.key_of(entry): text.abstract for entry, text in good},
    )


def normalize(entries: list[read.Entry], running: engines.Engine, quiet: bool) -> list[papers.Pair]:
    """Each entry with its text, in order."""
    tqdm.monitor_interval = 0  # its thread, and a warning where there is no memory for one
    bar = tqdm(
        running.texts(papers.sources(entries)),
        "normalizing",
        len(entries),
        delay=1,
        disable=quiet or not sys.stderr.isatty(),
        unit=" abstracts",
    )
    return list(zip(entries, bar, strict=True))


def write(package: Package, terms: contract.Contract, stage: publish.Staging, register: str) -> None:
    """Stage the tables, the descriptor and the register."""
    files = {name: csvfile.encode(table, package.tables[name]) for name, table in terms.tables.items()}
    for name, data in files.items():
        stage.write(terms.tables[name].path, data)
    rows = {name: len(package.tables[name]) for name in files}
    stage.write(descriptor.DESCRIPTOR, descriptor.stamped(terms.descriptor, files, rows))
    stage.write(register, package.register)


def check(
    package: Package,
    stage: publish.Staging,
    raw: Path,
    limit: int,
    rederived: bool = False,
    meanwhile: Callable[[], None] = lambda: None,
) -> list[Problem]:
    """Where what was staged breaks the contract: a fault of the build, not of the inputs.

    rederived: derive every text, link and fact a second time, which costs as much as the build. meanwhile: what else
    is to be done, on a thread; SQLite lets go of the interpreter's lock.
    """
    rows = sum(map(len, package.tables.values()))
    with processes.pool(1) as pool, ThreadPoolExecutor(1) as thread:
        # The process before the thread: what is forked while a thread works may wait for ever for what that held.
        frictionless = pool.submit(validate.frictionless_problems, stage.folder) if rows <= FRICTIONLESS_ROWS else None
        other = thread.submit(meanwhile)
        problems = validate.problems(stage.folder, raw, rederived, limit)
        if frictionless:
            problems += frictionless.result()
        else:
            machine.say(
                f"frictionless was left out: {rows:,} rows would take minutes. `frictionless validate` runs it."
            )
    if not problems:
        other.result()
    return problems


def write_site(package: Package, terms: contract.Contract, stage: publish.Staging) -> None:
    """Stage the database, whose constraints check the tables once more, and the site's metadata."""
    database.build(terms, package.tables, stage.path("dist/icml2026.db"), package.texts)
    stage.write("dist/metadata.json", site.encoded(terms))
    stage.write("dist/datasette.json", site.encoded_configuration(terms))


def write_formats(
    package: Package, terms: contract.Contract, stage: publish.Staging, raw: Path, wanted: bool, quiet: bool
) -> None:
    """Stage Parquet, the Excel twin, Croissant, the bibliographies and the zip."""
    rows = sum(map(len, package.tables.values()))
    if rows <= FORMATS_ROWS or wanted:
        members = export.archive.members(stage.folder, raw, HOME)
        export.write_all(terms, package.tables, stage.folder, stage.path("dist/icml2026.db").parent, members)
    elif not quiet:
        machine.say(
            f"The other formats were left out: {rows:,} rows take them longer than the build; --formats writes them."
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    options = parse(arguments, HOME)
    # The project's folder, as the user would name it.
    here = Path(os.path.relpath(HOME))
    return machine.guarded(lambda: _run(options, here), options.out or here)


def _run(options: argparse.Namespace, here: Path) -> int:
    try:
        terms = validate.agreed(HOME)
        if options.changes is not None:
            return commands.changed(here, options.changes, options.quiet)
        if options.prove:
            return commands.proven(options.prove, options.raw, terms, options.quiet)
        return _build(terms, options, here)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    except revisions.NoRevision as unknown:
        print(f"build.py: {f'--changes {options.changes}'.strip()}: {unknown}", file=sys.stderr)
        return 2


def _build(terms: contract.Contract, options: argparse.Namespace, here: Path) -> int:
    """Make the package, and with it what the options say: review, check or write it."""
    out, register = (options.out, "reference/paper_ids.csv") if options.out else (here, "raw/reference/paper_ids.csv")
    if not (options.check or options.review):
        publish.complete(out)
    with engines.engine(options.engine, options.jobs, options.max_size) as running:
        package = make(options.raw, terms, running, options.jobs, options.quiet)
        if options.review:
            decisions = papers.reference_path(options.raw, "decisions")
            return commands.reviewed(package.pairs, package.entries, len(package.undecided), decisions, options.html)
        if options.strict and package.undecided:
            raise Refused(package.undecided)
        for warning in [*package.warnings, *package.undecided]:
            print(f"warning: {warning}", file=sys.stderr)
        if options.check:
            return _check(package, terms, options, out, register)
        _publish(package, terms, out, register, options)
        if running.write:
            running.write(terms, package.tables, str(out / "dist" / "spark"))
    if not options.quiet:
        machine.say(commands.summary(package.tables, options.out))
    return 0


def _publish(package: Package, terms: contract.Contract, out: Path, register: str, options: argparse.Namespace) -> None:
    """Stage every output, check it, and put all of them in their places together."""
    publish.check(out, {table.path for table in terms.tables.values()})
    with publish.staging(out) as stage:
        known = (package.register_read, package.register)
        publish.check_register(papers.reference_path(options.raw, "paper_ids"), known)
        write(package, terms, stage, register)
        site_written = partial(write_site, package, terms, stage)
        refuse(check(package, stage, options.raw, options.max_size, meanwhile=site_written))
        write_formats(package, terms, stage, options.raw, options.formats, options.quiet)
        stage.commit()


def _check(package: Package, terms: contract.Contract, options: argparse.Namespace, out: Path, register: str) -> int:
    with tempfile.TemporaryDirectory() as folder, publish.staging(Path(folder)) as stage:
        write(package, terms, stage, register)
        found = check(package, stage, options.raw, options.max_size, rederived=True)
        names = [*(table.path for table in terms.tables.values()), descriptor.DESCRIPTOR, register]
        found += list(compare.differences(terms, out, stage.folder, names))
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
