"""From normalized entries to papers: what is known of each, which are one, and what is to be said of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pipeline import contract, corrections, dedupe, evidence, facts, ids, read, reference, review
from pipeline.problems import Problem, Refused, collected, located, refuse
from pipeline.tables import Paper, Rows, marks
from pipeline.texts import Source, Text

Pair = tuple[read.Entry, Text]


def listings(raw: Path, terms: contract.Contract, read_all: Callable[[Path], list[read.Listing]]) -> list[read.Listing]:
    """The listings. Refused, with the problems of all files together, where one of them or a reference table is bad."""
    problems: list[Problem] = []
    with collected(problems):
        found = read_all(raw)
    with collected(problems):
        reference.check(raw / "reference", terms.inputs)
    refuse(problems)
    return found


def sources(entries: Sequence[read.Entry]) -> list[Source]:
    """The entries' texts as the normalizer takes them."""
    return [Source(entry.source, entry.facts.title is not None) for entry in entries]


def parted(normalized: Sequence[Pair]) -> tuple[list[Pair], list[Pair]]:
    """The entries that show papers, and the rejected ones."""
    # Entries with a text first: where one of a paper's entries has none, another's is shown.
    good = sorted((pair for pair in normalized if pair[1].rejected is None), key=lambda pair: not pair[1].abstract)
    return good, [pair for pair in normalized if pair[1].rejected is not None]


def identified(raw: Path, terms: contract.Contract, found: Sequence[Paper]) -> tuple[ids.Ids, Sequence[ids.Given]]:
    """The ids of the papers, and the lines that the register does not have yet."""
    given = [ids.Given(*map(str, record.cells.values())) for record in reference_rows(raw, terms, "paper_ids")]
    assigned = ids.assign([marks(paper) for paper in found], given)
    return assigned, assigned.register[len(given) :]


def corrected(raw: Path, terms: contract.Contract, drawn: dict[str, Rows]) -> dict[str, Rows]:
    """The tables with what people corrected in them."""
    records = reference_rows(raw, terms, "corrections")
    return corrections.apply(drawn, records, reference_path(raw, "corrections"), terms.tables)


def look_up(
    raw: Path, terms: contract.Contract, normalized: list[Pair], paths: dict[str, str]
) -> dict[facts.Key, list[facts.Source]]:
    """The facts of each entry: those of `bibliography.csv` first, then its listing's own."""
    fate = {key_of(entry): text.rejected is not None for entry, text in normalized}
    table = reference_rows(raw, terms, "bibliography")
    looked_up = facts.by_entry(table, reference_path(raw, "bibliography"), fate)
    own = {key_of(entry): facts.listed(entry, paths[entry.listing_id]) for entry, _ in normalized}
    return {key: [looked_up[key], own[key]] if key in looked_up else [own[key]] for key in own}


def tell_apart(
    raw: Path,
    terms: contract.Contract,
    good: list[Pair],
    known: dict[facts.Key, list[facts.Source]],
    paths: dict[str, str],
    jobs: int,
    alike: dedupe.Alike = dedupe.alike,
) -> tuple[dedupe.Resolution, list[Problem], list[Problem]]:
    """Which entries are one paper, the pairs that a person must decide, and the evidence that disagrees."""
    seen = [evidence.evidence(entry, text, known[key_of(entry)]) for entry, text in good]
    decided = evidence.decisions(reference_rows(raw, terms, "decisions"))
    resolution = dedupe.resolve(seen, decided, jobs, alike)
    entries = [entry for entry, _ in good]
    fatal, said = evidence.conflicts(resolution, entries, paths, reference_path(raw, "decisions"))
    if fatal:
        raise Refused(fatal)
    return resolution, evidence.undecided(resolution, evidence.places(entries, paths)), said


def collect(
    groups: Sequence[dedupe.Group], good: list[Pair], known: dict[facts.Key, list[facts.Source]]
) -> tuple[list[Paper], list[Problem]]:
    """Each group as a paper with its facts, and what its sources disagree on."""
    papers: list[Paper] = []
    said: list[Problem] = []
    fatal: list[Problem] = []
    for group in groups:
        pairs = [good[group.kept], *(good[member.index] for member in group.members)]
        # Looked-up facts of any of its entries come before what the listings say.
        sources = sorted(
            (source for entry, _ in pairs for source in known[key_of(entry)]), key=lambda source: source.is_listed
        )
        merged = facts.merged(sources)
        members = tuple((*good[member.index], member) for member in group.members)
        papers.append(Paper(good[group.kept], members, merged.facts))
        said += merged.disagreements
        fatal += merged.contradictions
    if fatal:
        raise Refused(fatal)
    return papers, said


def key_of(entry: read.Entry) -> facts.Key:
    """How an entry is named in `raw/reference/`."""
    return entry.listing_id, entry.position


def reference_path(raw: Path, name: str) -> Path:
    """The file of a reference table."""
    return raw / "reference" / f"{name}.csv"


def reference_rows(raw: Path, terms: contract.Contract, name: str) -> list[reference.Record]:
    """The rows of a reference table, none where there is no such file. Refused where it breaks its contract."""
    return reference.read(reference_path(raw, name), terms.inputs[name])


def shown(
    paths: dict[str, str], good: Sequence[Pair], known: dict[facts.Key, list[facts.Source]]
) -> dict[str, review.Shown]:
    """The entries as a person sees them who decides on duplicates, the first of each SHA-256."""
    found: dict[str, review.Shown] = {}
    place = evidence.places([entry for entry, _ in good], paths)
    for entry, text in good:
        if entry.sha256 not in found:
            said = facts.merged(known[key_of(entry)]).facts
            authors = [author.name for author in said.authors]
            found[entry.sha256] = review.Shown(text.abstract, said.title, authors, located(*place[entry.sha256]))
    return found


def warnings(path: str, entry: read.Entry, text: Text) -> list[Problem]:
    """What is to be said of an entry: that it was rejected, or that a stage was undone for it."""
    found = []
    path, line = read.place(entry, path)
    if text.rejected:
        what = f"entry {entry.position} was rejected. {text.rejected}".rstrip(".")
        found.append(Problem(path, line, what, "correct the listing if it is an abstract"))
    if text.undone:
        what = f"entry {entry.position} would have lost text, so these stages were undone: {', '.join(text.undone)}"
        found.append(Problem(path, line, what, "read its abstract; its markup stands as listed"))
    return found
