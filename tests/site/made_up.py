"""Papers made up for the site: many, to see how fast it is, and hostile ones, to see that they stay text."""

from __future__ import annotations

import hashlib
import random
from typing import Any

from tests.package import CONTRACT, Rows, rows

Row = dict[str, Any]


def empty() -> Rows:
    """No rows at all."""
    return {name: [] for name in CONTRACT.tables}


def whole(table: str, **cells: Any) -> Row:
    """A row with every column of its table; those not given are null."""
    return dict.fromkeys(CONTRACT.tables[table].columns) | cells


def many(count: int) -> Rows:
    """As many papers, of sentences of the real ones put together by chance, with all that belongs to a paper."""
    real, tables = rows(), empty()
    sentences = [s for paper in real["papers"] for s in paper["abstract"].split(". ") if len(s) > 40]
    words = sorted({word for paper in real["papers"] for word in (paper["title"] or "").split()})
    ids = [_sha(number)[:12] for number in range(count)]
    for number, paper_id in enumerate(ids):
        chance = random.Random(number)
        model = real["papers"][number % len(real["papers"])]
        name = f"Name{number}"
        abstract = (
            f"We propose {name}, up to {number % 90 + 2}% better. " + ". ".join(chance.sample(sentences, 7)) + "."
        )
        facts = {key: model[key] for key in ("decision", "topic_area", "topic", "icml_url", "openreview_url")}
        _paper(tables, number, paper_id, abstract, {**facts, "title": " ".join(chance.sample(words, 8))})
        tables["contributions"].append(
            whole("contributions", paper_id=paper_id, position=1, name=name, role="primary", start=11,
                  end=11 + len(name), kind=chance.choice(["method", "method", "benchmark", "dataset"]))
        )  # fmt: skip
        text, start = f"{number % 90 + 2}%", len(f"We propose {name}, up to ")
        tables["quantities"].append(
            whole("quantities", paper_id=paper_id, position=1, value_min=number % 90 + 2, value_max=number % 90 + 2,
                  unit="percent", qualifier="up to", text=text, start=start, end=start + len(text))
        )  # fmt: skip
        near = [ids[n] for n in chance.sample(range(count), min(6, count)) if n != number][:5]
        for rank, other in enumerate(near, 1):
            tables["related"].append(
                whole("related", paper_id=paper_id, rank=rank, related_paper_id=other,
                      similarity=0.5 - rank / 20, shared_terms=["policy", "learning"])
            )  # fmt: skip
    tables["listings"] = [_listing("made_up", "ICML 2026 论文列表", count)]
    return tables


def _paper(tables: Rows, number: int, paper_id: str, abstract: str, facts: Row) -> None:
    """A paper, its entry, its authors and its id."""
    line, place = 2 * number + 3, {"listing_id": "made_up", "position": number + 1}
    tables["papers"].append(
        whole("papers", paper_id=paper_id, abstract=abstract, abstract_source=abstract, words=len(abstract.split()),
              entries=1, title_source="proceedings", flags=[], **place, **facts)
    )  # fmt: skip
    tables["entries"].append(
        whole("entries", line_start=line, line_end=line, sha256=_sha(number), status="kept", match="first",
              paper_id=paper_id, **place)
    )  # fmt: skip
    tables["authors"] += [
        whole("authors", paper_id=paper_id, position=n, name=f"Author {number % 997} {n}") for n in range(1, 5)
    ]
    tables["identifiers"].append(
        whole("identifiers", paper_id=paper_id, current_paper_id=paper_id, fingerprint=_sha(number))
    )
    tables["edits"].append(whole("edits", seq=1, stage="dashes", start=3, before="--", after="–", **place))


def _listing(key: str, title: str, entries: int) -> Row:
    return whole(
        "listings", listing_id=key, path=f"raw/{key}.txt", title=title, title_language="zh", venue="ICML", year=2026,
        entries=entries, kept=entries, merged=0, rejected=0, encoding="utf-8", bytes=1, sha256=_sha(key),
    )  # fmt: skip


def _sha(text: Any) -> str:
    return hashlib.sha256(str(text).encode()).hexdigest()


HOSTILE = (
    "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
    " javascript:alert(1) data:text/html,<b>x</b> </script></title></textarea>'\"><svg onload=alert(1)>"
    " {{ 7*7 }} {% raw %} ]]> \u202e &lt;b&gt;"
)
# What an address may have in it and still be one to the contract.
ADDRESS = "\"><svg/onload=alert(1)><script>document.title='owned'</script>{{7*7}}#javascript:alert(1)"


def hostile() -> tuple[Rows, dict[tuple[str, int], str]]:
    """Three papers with markup in every column that takes text, and the text of an entry that was merged."""
    tables = many(3)
    for name, table in tables.items():
        for field in CONTRACT.tables[name].fields:
            free = field.type == "string" and not {"enum", "pattern", "unique"} & set(field.constraints)
            for number, row in enumerate(table):
                if free and field.name not in ("listing_id", "partner_path"):
                    row[field.name] = f"{number} {HOSTILE}"
                elif field.constraints.get("pattern") == r"https://\S+":
                    row[field.name] = f"https://example.org/{number}/{ADDRESS}"
    for row in tables["related"]:
        row["shared_terms"] = [HOSTILE]
    for row in tables["papers"]:
        row["doi"] = None
    first = tables["papers"][0]
    key = {"paper_id": first["paper_id"], "position": 1}
    tables["links"] = [whole("links", **key, url="https://example.org/x", kind="code", host=HOSTILE, start=0, end=1)]
    tables["entries"].append(
        whole("entries", listing_id="made_up", position=9, line_start=9, line_end=9, sha256=_sha("merged"),
              status="merged", match="near", similarity=0.9, paper_id=first["paper_id"], reason=HOSTILE)
    )  # fmt: skip
    return tables, {("made_up", 9): first["abstract"] + " and <script>more</script> words"}
