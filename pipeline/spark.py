"""The steps that grow with the corpus, on Apache Spark: listings, texts, near duplicates, tables.

The functions of one entry are the default engine's own and run in Spark's Python workers; Spark joins and counts.
No row depends on which engine made it. See docs/big.md.
"""

from __future__ import annotations

import os
import pickle
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from zipfile import ZipFile

import numpy as np
import pyarrow as pa

from pipeline import read
from pipeline import texts as one
from pipeline.contract import Contract
from pipeline.csvfile import Row
from pipeline.dedupe import Comparison, all_shingles, index, judge, shared, words
from pipeline.dedupe.similarity import ALIKE
from pipeline.export import parquet
from pipeline.export.values import canonical, ordered
from pipeline.problems import Problem, Refused

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_Item = TypeVar("_Item")
_Made = TypeVar("_Made")
_Batches = Iterator[pa.RecordBatch]

_HOME = Path(__file__).resolve().parent.parent
# Rows of one task: half a second of normalizing, so that a slow worker holds up no one.
_TASK = 500
# Rows of one Parquet file.
_FILE = 1_000_000
_WHO = "--engine spark"
_PYSPARK = "pip install 'pyspark>=4.0,<5', which the extra `spark` of this project names"
_JAVA = "install Java 17 or 21 (apt-get install openjdk-17-jre-headless) and put it on the PATH or in JAVA_HOME"


@contextmanager
def session(master: str | None = None) -> Iterator[SparkSession]:
    """A Spark session whose workers can import the pipeline; stopped at the end.

    master: where to run; None for the one that spark-submit names, else all cores of this machine.
    Refused where Spark is not installed or does not start.
    """
    with tempfile.TemporaryDirectory() as folder:
        spark = _start(master)
        try:
            spark.sparkContext.addPyFile(str(_packed(Path(folder))))
            yield spark
        finally:
            spark.stop()


def _start(master: str | None) -> SparkSession:
    _check_installed()
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    # The workers' Python must be this one, with all that the pipeline imports. Spark takes `python3` otherwise.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    # It is said at every call with pandas 3, and nothing here hands Spark a pandas frame.
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas")
    builder = SparkSession.builder.appName("papers").config("spark.ui.showConsoleProgress", "false")
    # The recipe holds every text anyway; Spark would refuse to hand over more than a gigabyte.
    builder = builder.config("spark.driver.maxResultSize", "0")
    # Else Spark cuts what has less than 48 MB into as many parts as there are cores, whatever `_frame` says.
    builder = builder.config("spark.sql.execution.arrow.localRelationThreshold", "0")
    try:
        return (builder.master(master) if master else builder).getOrCreate()
    except (PySparkException, Py4JError) as error:
        why = " ".join(str(error).split("\n\tat ")[0].split())
        raise Refused([Problem(_WHO, 0, f"Spark did not start: {why}", f"check the master; {_JAVA}")]) from error


def _check_installed() -> None:
    if find_spec("pyspark") is None:
        raise Refused([Problem(_WHO, 0, "pyspark is not installed", _PYSPARK)])
    home = os.environ.get("JAVA_HOME")
    # Under spark-submit Java runs already.
    if "PYSPARK_GATEWAY_PORT" not in os.environ and not shutil.which("java", path=f"{home}/bin" if home else None):
        where = f"JAVA_HOME ({home})" if home else "the PATH"
        raise Refused([Problem(_WHO, 0, f"Spark runs on Java, and there is none in {where}", _JAVA)])


def _packed(folder: Path) -> Path:
    """The pipeline as a zip that Spark sends to every worker."""
    path = folder / "pipeline.zip"
    with ZipFile(path, "w") as archive:
        for module in sorted((_HOME / "pipeline").rglob("*.py")):
            archive.write(module, module.relative_to(_HOME))
    return path


def texts(sources: Sequence[one.Source], session: SparkSession) -> Iterator[one.Text]:
    """`pipeline.texts.texts` on Spark: the texts of all sources, in their order."""
    return mapped(one.text, sources, session)


def listings(folder: Path, limit: int, session: SparkSession) -> list[read.Listing]:
    """`pipeline.read.listings` on Spark, each file a task of its own. folder: one that every worker sees."""
    return read.listings(folder, limit, lambda apply, paths: mapped(apply, paths, session, task=1))


def mapped(
    apply: Callable[[_Item], _Made], items: Sequence[_Item], session: SparkSession, task: int = _TASK
) -> Iterator[_Made]:
    """`map` on Spark, in order. apply: a pure function that the pipeline or the caller's module has by name.

    task: how many items a task has.
    """
    if not items:
        return iter(())
    frame = _frame({"item": list(map(pickle.dumps, items))}, session, task)
    made = frame.mapInArrow(partial(_applied, apply), "made binary").toArrow()
    return (pickle.loads(value.as_py()) for value in made["made"])


def _applied(apply: Callable[[Any], Any], batches: _Batches) -> _Batches:
    # Pickled, because an Arrow schema of texts, edits and figures would be a second description of them.
    for batch in batches:
        made = [pickle.dumps(apply(pickle.loads(value.as_py()))) for value in batch["item"]]
        yield pa.record_batch({"made": pa.array(made, pa.binary())})


def _frame(columns: Mapping[str, Iterable[Any]], session: SparkSession, task: int = _TASK) -> DataFrame:
    """Rows as a DataFrame of `task` a partition: Spark makes one of every batch of the Arrow table."""
    return session.createDataFrame(pa.Table.from_batches(pa.table(dict(columns)).to_batches(task)))


def alike(texts: Sequence[str], jobs: int = 1, *, session: SparkSession) -> Iterator[tuple[int, int, Comparison]]:
    """`dedupe.alike` on Spark: the same pairs in the same order. jobs: not looked at, the cluster has as many as it has."""
    if not texts:
        return
    data = [text.encode("utf-8", "surrogatepass") for text in texts]
    listed = _frame({"doc": np.arange(len(texts)), "text": data}, session)
    # Read three times, and most 3-grams are gone from it: those that stand in one text.
    met = _met(listed.mapInArrow(_kept_grams, "gram long, doc long, kept long")).persist()
    try:
        made = _verified(_candidates(met), listed).toArrow()
    finally:
        met.unpersist()
    found = made.sort_by([("left", "ascending"), ("right", "ascending")])
    for left, right, compared in zip(*(found[name].to_pylist() for name in found.column_names), strict=True):
        yield left, right, pickle.loads(compared)


def _kept_grams(batches: _Batches) -> _Batches:
    """The hashes of each text that the index keeps, each with the text's number and how many lie below the bound."""
    for batch in batches:
        keys, kept = index._kept(all_shingles([words(text) for text in _read(batch["text"])]), 1)
        at = (keys & index._NUMBER).astype(np.int64)
        doc = batch["doc"].to_numpy()
        gram = (keys >> index._DOCUMENT).astype(np.int64)
        yield pa.record_batch({"gram": gram, "doc": doc[at], "kept": kept[at]})


def _read(column: pa.Array) -> list[str]:
    return [value.as_py().decode("utf-8", "surrogatepass") for value in column]


def _met(grams: DataFrame) -> DataFrame:
    """The 3-grams that stand in more than one text, each with their number as `texts`."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F  # noqa: N812 the name that Spark's own documents give it

    return grams.withColumn("texts", F.count("*").over(Window.partitionBy("gram"))).where(F.col("texts") > 1)


def _candidates(met: DataFrame) -> DataFrame:
    """`dedupe.candidates` as a join on the 3-gram, with its bounds. met: gram, doc, kept, texts; made: left, right."""
    from pyspark.sql import functions as F  # noqa: N812

    usual = met.where(F.col("texts") <= index._FREQUENT)
    left, right = (usual.select("gram", *_named(side, F.col("doc"), F.col("kept"))) for side in ("left", "right"))
    joined = left.join(right, "gram").where(F.col("left") < F.col("right"))
    pairs = joined.drop("gram").unionByName(_starved(met.where(F.col("texts") > index._FREQUENT)))
    shorter = F.least("left_kept", "right_kept").alias("shorter")
    times = pairs.groupBy("left", "right", shorter).agg(F.count("*").alias("times"))
    enough = (F.col("times") >= index._SHARED) & (F.col("times") * index._SHARE >= F.col("shorter"))
    return times.where(enough).select("left", "right")


def _starved(frequent: DataFrame) -> DataFrame:
    """A paper in many wordings: texts most of whose 3-grams are frequent, each with the next of its kind."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F  # noqa: N812

    times = F.count("*").over(Window.partitionBy("doc"))
    some = frequent.withColumn("times", times).where(2 * F.col("times") > F.col("kept"))
    after = Window.partitionBy("gram").orderBy("doc")
    follower = _named("right", F.lead("doc").over(after), F.lead("kept").over(after))
    return some.select(*_named("left", F.col("doc"), F.col("kept")), *follower).where(F.col("right").isNotNull())


def _named(side: str, doc: Any, kept: Any) -> tuple[Any, Any]:
    return doc.alias(side), kept.alias(f"{side}_kept")


def _verified(pairs: DataFrame, listed: DataFrame) -> DataFrame:
    """The pairs that are listed, with what the texts say, each measured where its texts meet."""
    left, right = (listed.toDF(side, f"{side}_text") for side in ("left", "right"))
    both = pairs.join(left, "left").join(right, "right")
    return both.mapInArrow(_compared, "left long, right long, compared binary")


def _compared(batches: _Batches) -> _Batches:
    for batch in batches:
        size = len(batch)
        texts = _read(batch["left_text"]) + _read(batch["right_text"])
        folded = [words(text) for text in texts]
        found = all_shingles(folded)
        both = shared(found, np.arange(size), np.arange(size, 2 * size)).tolist()
        counts = found.counts.tolist()
        some, made = [], []
        for a, b in zip(range(size), range(size, 2 * size), strict=True):
            compared = judge(texts[a], texts[b], folded[a] == folded[b], both[a], (counts[a], counts[b]))
            # `near.alike` looks at no pair below this, whatever rounding makes of its similarity.
            if both[a] >= ALIKE * min(counts[a], counts[b]) and compared.listed:
                some.append(a)
                made.append(pickle.dumps(compared))
        ends = batch.select(["left", "right"]).take(pa.array(some, pa.int64()))
        yield pa.record_batch({"left": ends["left"], "right": ends["right"], "compared": pa.array(made, pa.binary())})


def write(contract: Contract, tables: Mapping[str, Sequence[Row]], where: str, session: SparkSession) -> None:
    """Write each table as Parquet to `<where>/<table>/`, each file a range of its primary key.

    where: a folder, or an address that Spark's workers can write to (hdfs://, s3a://).
    """
    for table in contract.tables.values():
        rows = ordered(table, tables[table.name])
        schema = parquet.schema(contract, table)
        columns = [
            pa.array([canonical(field, row[field.name]) for row in rows], schema.field(field.name).type)
            for field in table.fields
        ]
        frame = session.createDataFrame(pa.Table.from_arrays(columns, schema=schema))
        # Neighbouring partitions become one, and the order stands.
        frame.coalesce(1 + len(rows) // _FILE).write.mode("overwrite").parquet(f"{where}/{table.name}")
