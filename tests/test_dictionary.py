from __future__ import annotations

from pathlib import Path

import pytest

from pipeline import contract, dictionary
from pipeline.contract import Contract, Field, ForeignKey, Table
from tests import readme
from tests.handmade import ROOT

TABLE = Table(
    "links", "Links", "One row a link.", "clean/links.csv",
    (
        Field("paper_id", "string", "Paper", "The paper.", "0a", None, {}),
        Field("url", "string", "Address", "Code | data.", "https://" + "x" * 60, None,
              {"required": True, "unique": True}),
        Field("kind", "string", "Kind", "The kind.", "code", None, {"enum": ["code", "data"]}),
        Field("start", "integer", "Start", "Where it starts.", "3", "characters", {"required": True}),
    ),
    ("paper_id",), (("paper_id", "url"),), (ForeignKey(("paper_id",), "papers", ("paper_id",)),), {},
)  # fmt: skip
AGREED = Contract({"resources": [{"name": "links", "rows": 1234}]}, {"links": TABLE}, {})


def test_a_section_has_every_column_and_every_key() -> None:
    assert dictionary.dictionary(AGREED) == (
        "### links\n\n"
        "One row a link. File: `clean/links.csv`.\n\n"
        "| column | type | unit | may be empty | what it says | example |\n"
        "| --- | --- | --- | --- | --- | --- |\n"
        "| `paper_id` | string |  | no | The paper. | `0a` |\n"
        f"| `url` | string |  | no | Code \\| data. | `https://{'x' * 52}` … |\n"
        "| `kind` | string: `code`, `data` |  | yes | The kind. | `code` |\n"
        "| `start` | integer | characters | no | Where it starts. | `3` |\n\n"
        "- Primary key: `paper_id`\n"
        "- Unique: `url`\n"
        "- Unique: `paper_id`, `url`\n"
        "- Foreign key: `paper_id` names a row of [`papers`](#papers) by `paper_id`"
    )


def test_the_table_of_tables_counts_the_rows() -> None:
    assert dictionary.tables(AGREED).splitlines()[-1] == (
        "| [`links`](docs/data.md#links) | One row a link. | **`paper_id`**, `url`, `kind`, `start` | 1,234 |"
    )


def test_the_matrix_says_who_caught_what_and_how_much() -> None:
    caught = {"a dangling key": {"one": True, "two": False}, "a BOM": {"one": True, "two": True}}
    assert dictionary.matrix(caught) == (
        "| what was broken | one | two |\n"
        "| --- | --- | --- |\n"
        "| a dangling key | yes |  |\n"
        "| a BOM | yes | yes |\n"
        "| **caught, of 2** | **2** | **1** |"
    )


def test_every_table_and_column_of_the_contract_is_in_the_dictionary() -> None:
    agreed = contract.load(ROOT / "datapackage.json")
    text = dictionary.dictionary(agreed)
    for table in agreed.tables.values():
        section = text.partition(f"### {table.name}\n")[2].partition("\n### ")[0]
        assert [column for column in table.columns if f"\n| `{column}` |" not in section] == []


def test_a_stage_is_shown_with_what_it_makes_of_a_text() -> None:
    assert dictionary.stages([("quotes", "Turns quotes.", "``a''", "“a”")]).splitlines()[-1] == (
        "| quotes | Turns quotes. | `` ``a'' `` | `` “a” `` |"
    )


@pytest.mark.parametrize("path", readme.blocks(), ids=lambda path: str(path.name))
def test_a_page_holds_what_is_made_for_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert readme.filled(text, readme.blocks()[path]) == text, "run `make readme`"


def test_a_part_is_put_between_its_marks_and_nowhere_else() -> None:
    text = "a\n<!-- x -->\nold\n<!-- /x -->\nb\n"
    assert readme.filled(text, {"x": r"new \1"}) == "a\n<!-- x -->\nnew \\1\n<!-- /x -->\nb\n"
    assert readme.filled("<!-- x -->\n<!-- /x -->", {"x": "new"}) == "<!-- x -->\nnew\n<!-- /x -->"


def test_a_part_without_a_place_is_refused() -> None:
    with pytest.raises(ValueError, match="<!-- y -->"):
        readme.filled("text", {"y": "new"})
