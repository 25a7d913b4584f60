"""Tables derived again: legitimate listings pass every check, and corrections count."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from pipeline import schemas, validate
from tests import handmade
from tests.checked import AGREED, derived, frame, tiny_rows


def words(seed: int) -> str:
    """A made-up text of sixty words."""
    return "We propose " + " ".join(f"word{(seed + 2) * step % 9973}" for step in range(1, 61)) + "."


def paper(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


def listed(*papers: bytes) -> bytes:
    return b"[" + b", ".join(papers) + b"]"


def hashes(*entries: bytes) -> str:
    return ",".join(sorted(hashlib.sha256(entry).hexdigest() for entry in entries))


BIBLIOGRAPHY = "listing,position,title,authors,decision,topic,icml_url,openreview_url,arxiv_id,title_source\n"
DECISIONS = "left_sha256,right_sha256,verdict,reason,reviewer,date\n"
LEE, NG = ({"name": name, "institution": "X"} for name in ("Ann Lee", "Bob Ng"))


@pytest.mark.parametrize(
    "files",
    [
        {"a.json": listed(paper(title="On Cats", authors=["Ann Lee"])),
         "b.json": listed(paper(title="On Cats", authors=["Lee, Ann"], abstract=words(1)))},
        {"a.json": listed(paper(title="On Cats", authors=["Ann Lee"]), paper(title="On cats", authors=["Ann Lee"]))},
        {"a.json": listed(paper(title="On Cats", authors=["Ann Lee"], abstract=words(1)),
                          paper(title="Of Dogs", authors=["Bob Ng"], abstract=words(1)))},
        {"a.txt": f"ICML 2026\n\n{words(1)}\n\n{words(1)}\n".encode(),
         "reference/bibliography.csv": f"{BIBLIOGRAPHY}a,1,On Cats,Ann Lee,,,,,,proceedings\n"
                                       f"a,2,Of Dogs,Bob Ng,,,,,,proceedings\n".encode()},
        {"a.txt": f"ICML 2026\n\n{words(1)}\n\n{words(2)}\n".encode(),
         "b.txt": f"ICML 2026\n\n**{words(2)}**\n".encode(),
         "reference/decisions.csv": f"{DECISIONS}{hashes(words(1).encode(), words(2).encode())},"
                                    "duplicate,gleich,Mo\u0308,2026-01-01\n".encode()},
        {"a.txt": f"ICML 2026\n\n{words(1)}\n".encode(),
         "b.txt": f"ICML 2026\n\n**{words(1)}**\n\n{words(2)}\n".encode(),
         "reference/decisions.csv": f"{DECISIONS}{hashes(f'**{words(1)}**'.encode(), words(2).encode())},"
                                    "duplicate,same,Me,2026-01-01\n".encode()},
        {"a.html": "".join(f"<div class='paper'><h3>Title number {n} {n * 7}</h3><p class='authors'>Ann Lee, Bob Ng "
                           f"{'I' * n}</p><p class='abstract'>{words(n)}</p></div>" for n in (1, 2, 3)).encode()},
        {"a.json": listed(paper(title="On Cats", authors=[LEE, NG], abstract=words(1), url="https://a.org/e\u0301")),
         "a-b.json": listed(paper(title="On Cats", authors=["Ann Lee", "Bob Ng"], abstract=words(1), topic="A > B")),
         "a-c.json": listed(paper(title="On cats", authors=["Ann Lee"], abstract=words(1), doi="10.1234/X"))},
        {"icml-2026-orals-posters.json": b'{"results": [{"id": 1, "name": "On Cats", "authors": [{"fullname": '
                                         b'"Ann Lee", "institution": "X"}], "eventtype": "Poster"}]}',
         "icml-2026-abstracts.json": json.dumps({"1": words(1)}).encode()},
        {"a.json": listed(paper(title="On Cats", abstract=words(1) + "\r\n\r\n" + words(2)))},
        {"a.txt": f"ICML 2026\n\n{words(1)}\n\nTBA\n\nTBA\n".encode()},
    ],
    ids=["text in the later listing", "no text at all", "one text, two titles", "the same bytes, two titles",
         "decided, with an exact copy", "an exact copy, with one decided", "entries on one line",
         "files in another order than ids", "a conference's pair of files", "two paragraphs", "rejected twice"],
)  # fmt: skip
def test_no_check_cries_wolf(tmp_path: Path, files: dict[str, bytes]) -> None:
    (tmp_path / "reference").mkdir()
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    again = derived(tmp_path)
    rows = {name: sorted(again[name].values(), key=lambda row, table=table: tuple(row[k] for k in table.primary_key))
            for name, table in AGREED.tables.items()}  # fmt: skip
    tables = {name: frame(name, rows) for name in AGREED.tables}
    assert validate.check_problems(AGREED, tables, tmp_path, rederived=True) == []
    for name, schema in schemas.schemas(AGREED).items():
        schema.validate(tables[name])


CORRECTIONS = "table,key,field,matches,value,reason,source\n"


def test_a_row_must_be_as_its_correction_has_it(tmp_path: Path) -> None:
    package = handmade.tiny(tmp_path / "package")
    raw, rows = package / "raw", tiny_rows()
    name, quantity = rows["contributions"][0], rows["quantities"][1]
    (raw / "reference" / "corrections.csv").write_text(
        f"{CORRECTIONS}contributions,{name['paper_id']}/1,kind,benchmark,dataset,,\n"
        f"quantities,{quantity['paper_id']}/1,,2.5×,delete,,\n"
        f"papers,{name['paper_id']},decision,,oral,,\n",
        encoding="utf-8",
    )

    def problems() -> list[str]:
        tables = {table: frame(table, rows) for table in AGREED.tables}
        found = validate.check_problems(AGREED, tables, raw, rederived=True)
        return sorted(problem.what.split(": ")[0] for problem in found)

    assert problems() == ["derived:contributions.kind", "derived:papers.decision",
                          *(f"derived:quantities.{column}" for column in ("end", "start", "text", "unit", "value_max", "value_min")),
                          "row_is_derived:quantities"]  # fmt: skip
    name["kind"] = "dataset"
    rows["papers"][0]["decision"] = "oral"
    rows["quantities"].remove(quantity)
    rows["quantities"][1]["position"] = 1
    assert problems() == []


def test_a_correction_that_fits_nothing_is_a_problem_of_its_file(tmp_path: Path) -> None:
    package = handmade.tiny(tmp_path / "package")
    path = package / "raw" / "reference" / "corrections.csv"
    path.write_text(f"{CORRECTIONS}papers,{'f' * 12},decision,,oral,,\n", encoding="utf-8")
    (problem,) = validate.problems(package, package / "raw")
    assert (problem.path, problem.line) == (str(path), 2)
