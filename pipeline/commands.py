"""What build.py does beside building; each command returns its exit code."""

from __future__ import annotations

import datetime
import getpass
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from pipeline import changes, contract, descriptor, machine, prove, publish, review, revisions, version
from pipeline.dedupe import Pair
from pipeline.export import checksums
from pipeline.tables import Rows


def reviewed(
    pairs: Sequence[Pair], entries: Mapping[str, review.Shown], undecided: int, path: Path, page: Path | None
) -> int:
    """Ask about the undecided pairs in the terminal, or write them as one page."""
    if page:
        page.write_text(review.review_html(pairs, entries), encoding="utf-8")
        machine.say(f"{_numbered(undecided, 'undecided pair')}: {page}")
        return 0
    if not undecided:
        machine.say("No pair is undecided.")
        return 0
    today = datetime.date.today().isoformat()
    made = review.review(pairs, entries, review.terminal(), path, reviewer=getpass.getuser(), date=today)
    machine.say(f"{len(made)} of {_numbered(undecided, 'pair')} decided in {path}. Now build again.")
    return 0


def changed(home: Path, name: str, quiet: bool) -> int:
    """Write what changed since a revision, or the last release; 1 where the version does not say so."""
    present = changes.standing(home)
    found = (
        revisions.revision(home, name) if name else revisions.last_release(home, present.read(descriptor.DESCRIPTOR))
    )
    before = changes.state(found.name, found.read) if found else None
    listed = changes.changes(before, present) if before else []
    with publish.staging(home) as stage:
        data = changes.encoded(listed)
        stage.write(changes.NAME, data)
        if (sums := home / "dist" / checksums.NAME).exists():
            stage.write(f"dist/{sums.name}", checksums.added(sums.read_bytes(), Path(changes.NAME).name, data))
        stage.commit()
    if not quiet:
        machine.say(version.summary(before, present, listed) if before else "There is no release before this state.")
    problem = version.problem(before, present, listed) if before else None
    if problem:
        print(problem, file=sys.stderr)
    return 1 if problem else 0


def proven(package: Path, raw: Path | None, terms: contract.Contract, quiet: bool) -> int:
    """Prove a package, and say so table by table."""
    proof = prove.prove(package, raw, terms)
    if not quiet:
        machine.say("\n".join(proof.lines))
    for problem in proof.problems:
        print(problem, file=sys.stderr)
    return 1 if proof.problems else 0


def summary(tables: Mapping[str, Rows], out: Path | None) -> str:
    """What a build made, in a line."""
    rows, papers = tables["listings"], tables["papers"]
    total = {name: sum(row[name] for row in rows) for name in ("entries", "kept", "merged", "rejected")}
    entries = _numbered(total["entries"], "entry", "entries")
    told = [
        f"{_numbered(len(rows), 'listing')}, {entries} ({total['kept']} kept, {total['merged']} merged, "
        f"{total['rejected']} rejected), {_numbered(len(papers), 'paper')}",
        *(f"{missing} without {name}" for name, missing in _missing(papers).items() if missing),
        f"{sum('unknown_markup' in row['flags'] for row in papers)} with markup left as it stood",
    ]
    return (
        f"{', '.join(told)}. Written and validated: {'' if out is None else f'{out}/'}clean/, datapackage.json, dist/"
    )


def _missing(papers: Rows) -> dict[str, int]:
    return {name: sum(not row[name] for row in papers) for name in ("title", "abstract")}


def _numbered(count: int, one: str, more: str = "") -> str:
    """`1 paper`, `44 papers`."""
    return f"{count} {one if count == 1 else more or f'{one}s'}"
