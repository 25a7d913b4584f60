"""What the steps that grow with the corpus run on: this machine's cores, or Apache Spark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pipeline import dedupe
from pipeline.contract import Contract
from pipeline.read import LIMIT, Listing, listings
from pipeline.tables import Rows
from pipeline.texts import Source, Text, texts


@dataclass(frozen=True)
class Engine:
    """What the steps that grow with the corpus run on. write: further writes the tables to a folder, or None."""

    listings: Callable[[Path], list[Listing]]
    texts: Callable[[Sequence[Source]], Iterator[Text]]
    alike: dedupe.Alike
    write: Callable[[Contract, dict[str, Rows], str], None] | None = None


@contextmanager
def engine(name: str, jobs: int, limit: int = LIMIT) -> Iterator[Engine]:
    """The engine of that name, `local` or `spark`: this machine's cores, or Apache Spark. No row depends on which it is.

    limit: how many MiB a listing may hold.
    """
    if name == "local":
        yield Engine(partial(listings, limit=limit), partial(texts, jobs=jobs), dedupe.alike)
        return
    from pipeline import spark  # pyspark is an extra

    with spark.session() as session:
        yield Engine(
            partial(spark.listings, limit=limit, session=session),
            partial(spark.texts, session=session),
            partial(spark.alike, session=session),
            partial(spark.write, session=session),
        )
