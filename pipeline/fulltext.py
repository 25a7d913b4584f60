"""Full-text search in SQLite: what is searched, and how Chinese is cut into words that FTS5 sees."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence

from pipeline.contract import Contract, Table
from pipeline.ddl import names

TOKENIZER = "porter unicode61 remove_diacritics 2"
SEARCH_SUFFIX = "_fts"

# Han, kana and Hangul: scripts that unicode61 makes one token of a whole run of.
CJK = "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
CJK += "\U00020000-\U000323af"
CJK_RUN = re.compile(rf"[^\W_]*[{CJK}][^\W_]*")
CJK_UNIT = re.compile(rf"[{CJK}]|[^\W_{CJK}]+")
GRAM_SIZES = range(1, 9)


def searched(table: Table) -> tuple[str, ...]:
    """The columns that full-text search reads: those the contract names, or else the label."""
    label = table.site.get("label_column")
    return tuple(table.site.get("fts", [label] if label else []))


def create_search(table: Table) -> str:
    """The search table of a table, spelled so that Datasette finds it: `content="…"`.

    It keeps no copy of the text. The first key column stands last and carries, beside the key,
    what the table is found by although no cell of it holds it (see `index`); so each
    column can be read back and searched alone.
    """
    columns = (*searched(table), table.primary_key[0])
    return (
        f'CREATE VIRTUAL TABLE "{table.name}{SEARCH_SUFFIX}" USING FTS5 '
        f'({names(columns)}, content="{table.name}", tokenize="{TOKENIZER}")'
    )


def grams(text: str) -> str:
    """The words that unicode61 cannot see in text that is written without blanks.

    Every part of 1 to 8 units of each run that has a Chinese character in it, a unit being such
    a character or a whole word beside one: of `用BERT模型`, also `BERT`, `模型`, `BERT模型`.
    """
    words = []
    for run in CJK_RUN.findall(text):
        units = CJK_UNIT.findall(run)
        starts = range(len(units))
        words += ["".join(units[i : i + n]) for n in GRAM_SIZES for i in starts[: 1 - n or None]]
    return " ".join(words)


def index(connection: sqlite3.Connection, contract: Contract, table: Table) -> None:
    """Fill a table's search table: its texts and, in the last column, what no cell shows.

    That is the key, the texts of the rows that are part of this one (a paper's authors), and
    the Chinese words of all these.
    """
    columns = searched(table)
    if not columns:
        return
    parts = _parts(connection, contract, table)
    name, key = f"{table.name}{SEARCH_SUFFIX}", table.primary_key[0]
    selected = names((*columns, key))
    marks = ", ".join("?" * (len(columns) + 2))
    rows = connection.execute(f'SELECT rowid, {selected} FROM "{table.name}" ORDER BY rowid')
    connection.executemany(
        f'INSERT INTO "{name}" (rowid, {selected}) VALUES ({marks})',
        ((*row[:-1], _beside(row[1:-1], row[-1], parts.get(row[-1], []))) for row in rows),
    )
    connection.execute(f'INSERT INTO "{name}" ("{name}") VALUES (\'optimize\')')


def _beside(texts: Sequence[str | None], key: str, parts: Sequence[str]) -> str:
    # “and”, so that no phrase reaches from one author into the next.
    known = [key, *parts]
    found = [grams(text) for text in (*texts, *known) if text]
    return " and ".join([*known, *filter(None, found)])


def _parts(connection: sqlite3.Connection, contract: Contract, table: Table) -> dict[str, list[str]]:
    """The searched texts of rows whose own key begins with the key of a row of `table`."""
    parts: dict[str, list[str]] = {}
    for other in contract.tables.values():
        belongs = any(
            key.table == table.name and key.columns == other.primary_key[: len(key.columns)] != other.primary_key
            for key in other.foreign_keys
        )
        for column in searched(other) if belongs else ():
            selected = names((other.primary_key[0], column))
            query = f'SELECT {selected} FROM "{other.name}" ORDER BY rowid'
            for key, text in connection.execute(query):
                if text:
                    parts.setdefault(key, []).append(text)
    return parts
