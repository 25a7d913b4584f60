from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline import contract, read, spark, texts
from pipeline.dedupe import alike, all_shingles, words
from pipeline.problems import Refused
from pipeline.texts import Source
from tests.spark.corpus import sources

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

HOME = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """Two workers, each a process with a core of its own, that share nothing with this one but the disk."""
    # Workers write below SPARK_HOME: a folder of links keeps the installed package clean.
    found = find_spec("pyspark")
    assert found is not None, "make test installs the extra `spark`"
    home = tmp_path_factory.mktemp("spark")
    for path in Path(str(found.origin)).parent.iterdir():
        (home / path.name).symlink_to(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARK_HOME", str(home))
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        # That the workers import what they are sent, not what stands here.
        patch.delenv("PYTHONPATH", raising=False)
        with spark.session("local-cluster[2,1,1024]") as session:
            session.conf.set("spark.sql.shuffle.partitions", "4")
            yield session


def test_two_workers_make_the_rows_of_the_default_engine_of_20_000_abstracts(cluster: SparkSession) -> None:
    listed = [Source(text, titled=False) for text in sources(20_000)]
    expected = list(texts.texts(listed, 2))
    assert list(spark.texts(listed, cluster)) == expected

    # A paper in 60 wordings is among them; so are, for good measure, texts that hardly are any.
    abstracts = [text.abstract for text in expected] + ["", "Two words.", "机器 学习 \ud800 and \0 more"]
    pairs = list(alike(abstracts, 2))
    assert len(pairs) > 5_000
    assert {compared.verdict for _, _, compared in pairs} == {"duplicate", "undecided"}
    assert list(spark.alike(abstracts, session=cluster)) == pairs


def test_workers_read_the_listings_of_a_folder(
    cluster: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    raw = Path("raw")
    raw.mkdir()
    (raw / "a.txt").write_text("Papers of 2026\n\nOne abstract.\n\nAnother one.\n", encoding="utf-8")
    (raw / "b.json").write_text('[{"title": "T", "abstract": "A third one."}]', encoding="utf-8")
    found = spark.listings(raw, read.LIMIT, cluster)
    assert found == read.listings(raw)
    assert [(listing.path, len(listing.entries)) for listing in found] == [("raw/a.txt", 2), ("raw/b.json", 1)]
    (raw / "c.json").write_text("[", encoding="utf-8")
    (raw / "d.jsonl").write_text("{\n", encoding="utf-8")
    with pytest.raises(Refused) as here:
        read.listings(raw)
    with pytest.raises(Refused) as there:
        spark.listings(raw, read.LIMIT, cluster)
    assert there.value.problems == here.value.problems
    assert len(there.value.problems) == 2


def test_tables_are_written_as_parquet_by_primary_key(
    cluster: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spark, "_FILE", 400)
    terms = contract.load(HOME / "datapackage.json")
    links = terms.tables["links"]
    some = replace(terms, tables={"links": links, "authors": terms.tables["authors"]})
    rows = [
        {"paper_id": f"{n:012x}", "position": p, "url": f"https://a.b/{n}", "kind": "code", "host": "a.b", "start": 0, "end": n}
        for n in range(500, 0, -1)
        for p in (1, 2)
    ]  # fmt: skip
    for _ in range(2):  # the second time over the first
        spark.write(some, {"links": rows, "authors": []}, str(tmp_path), cluster)
    files = sorted((tmp_path / "links").glob("*.parquet"))
    assert pa.concat_tables(map(pq.read_table, files)).to_pylist() == sorted(
        ({name: row[name] for name in links.columns} for row in rows),
        key=lambda row: (row["paper_id"], row["position"]),
    )
    assert tuple(pq.read_table(tmp_path / "authors").column_names) == terms.tables["authors"].columns


def test_the_3_grams_of_short_texts_are_all_kept_and_one_in_four_of_longer_ones() -> None:
    texts = ["of one two three four", " ".join(f"word{n}" for n in range(500)), ""]
    batch = pa.record_batch({"doc": pa.array([7, 1 << 40, 9]), "text": [text.encode() for text in texts]})
    (made,) = spark._kept_grams(iter([batch]))
    values = all_shingles([words(text) for text in texts])
    rows = made.to_pylist()
    assert sorted(row["gram"] for row in rows if row["doc"] == 7) == values.values[:3].tolist()
    long = [row for row in rows if row["doc"] == 1 << 40]
    assert {row["gram"] % 4 for row in long} == {0}
    assert len(long) == long[0]["kept"] > 90
    assert len(rows) == 3 + len(long)


def test_a_pair_is_verified_as_the_default_engine_does() -> None:
    left, right = "the quick brown fox jumps over the lazy dog " * 3, "so is it " * 20
    texts = [f"{left}again and again", f"{left}and once more today", right]
    batch = pa.record_batch(
        {
            "right": pa.array([11, 12]),
            "left": pa.array([10, 10]),
            "left_text": [texts[0].encode()] * 2,
            "right_text": [text.encode() for text in texts[1:]],
        }
    )
    (made,) = spark._compared(iter([batch]))
    found = [(row["left"] - 10, row["right"] - 10, pickle.loads(row["compared"])) for row in made.to_pylist()]
    assert found == list(alike(texts))
    assert len(found) == 1


def _refusal(**environment: str) -> str:
    """What the command says where the environment lacks something."""
    code = (
        "import sys; from pipeline import spark; from pipeline.problems import Refused\n"
        "if 'hidden' in sys.argv: spark.find_spec = lambda name: None\n"
        "try:\n    with spark.session('local[1]'): pass\n"
        "except Refused as refused: print(refused)"
    )
    hidden = ["hidden"] if environment.pop("hidden", None) else []
    run = [sys.executable, "-c", code, *hidden]
    return subprocess.run(
        run, env=os.environ | environment, cwd=HOME, capture_output=True, text=True, check=True
    ).stdout


def test_what_is_missing_is_said_with_its_remedy(tmp_path: Path) -> None:
    assert _refusal(hidden="yes") == (
        "--engine spark: pyspark is not installed; "
        "pip install 'pyspark>=4.0,<5', which the extra `spark` of this project names\n"
    )
    absent = _refusal(JAVA_HOME=str(tmp_path))
    assert absent.startswith(
        f"--engine spark: Spark runs on Java, and there is none in JAVA_HOME ({tmp_path}); install "
    )
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text("#!/bin/sh\nexit 1\n")
    java.chmod(0o755)
    broken = _refusal(JAVA_HOME=str(tmp_path))
    assert broken.startswith("--engine spark: Spark did not start: [JAVA_GATEWAY_EXITED]")
    assert "Java 17" in broken


def test_the_default_engine_loads_no_spark() -> None:
    code = "import sys; from pipeline import spark; sys.exit('pyspark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=HOME, check=False).returncode == 0
