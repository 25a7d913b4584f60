"""The documents' generated parts as Markdown: the tables, their dictionary, the matrix of validators, the stages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pipeline.contract import Contract, Field, ForeignKey, Table

# Longer examples would make a column of the README wider than a screen.
_LONGEST = 60


def tables(contract: Contract) -> str:
    """One line a table: what a row is, its columns (those of the primary key in bold) and its rows."""
    rows = {resource["name"]: resource["rows"] for resource in contract.descriptor["resources"]}
    body = (
        (f"[`{name}`](docs/data.md#{name})", table.description, _columns(table), f"{rows[name]:,}")
        for name, table in contract.tables.items()
    )
    return _markdown(("table", "what it holds", "columns", "rows"), body)


def _columns(table: Table) -> str:
    return ", ".join(f"**`{name}`**" if name in table.primary_key else f"`{name}`" for name in table.columns)


def dictionary(contract: Contract) -> str:
    """A section a table: each column with type, unit, whether it may be empty, meaning and example; the keys."""
    return "\n\n".join(_section(table) for table in contract.tables.values())


def matrix(caught: Mapping[str, Mapping[str, bool]]) -> str:
    """One line a mutation, one column a validator: who saw it."""
    validators = next(iter(caught.values())).keys()
    body = [(name, *("yes" if seen[validator] else "" for validator in validators)) for name, seen in caught.items()]
    counts = [sum(seen[validator] for seen in caught.values()) for validator in validators]
    total = (f"**caught, of {len(caught)}**", *(f"**{count}**" for count in counts))
    return _markdown(("what was broken", *validators), [*body, total])


def stages(said: Iterable[tuple[str, str, str, str]]) -> str:
    """One line a stage of the normalizer: its name, what it does, and a case's text before and after."""
    code = ((name, does, f"`` {before} ``", f"`` {after} ``") for name, does, before, after in said)
    return _markdown(("stage", "what it does", "from", "to"), code)


def _section(table: Table) -> str:
    body = (
        (
            f"`{field.name}`", _type(field), field.unit or "", "no" if _filled(table, field) else "yes",
            field.description, _example(field.example),
        )
        for field in table.fields
    )  # fmt: skip
    head = ("column", "type", "unit", "may be empty", "what it says", "example")
    keys = "\n".join(f"- {line}" for line in _keys(table))
    return f"### {table.name}\n\n{table.description} File: `{table.path}`.\n\n{_markdown(head, body)}\n\n{keys}"


def _filled(table: Table, field: Field) -> bool:
    return field.required or field.name in table.primary_key


def _type(field: Field) -> str:
    allowed = field.constraints.get("enum")
    return f"{field.type}: {', '.join(f'`{value}`' for value in allowed)}" if allowed else field.type


def _example(text: str) -> str:
    return f"`{text}`" if len(text) <= _LONGEST else f"`{text[:_LONGEST].rstrip()}` …"


def _keys(table: Table) -> Iterator[str]:
    yield f"Primary key: {_names(table.primary_key)}"
    for field in table.fields:
        if field.constraints.get("unique"):
            yield f"Unique: {_names([field.name])}"
    for columns in table.unique_keys:
        yield f"Unique: {_names(columns)}"
    yield from map(_foreign_key, table.foreign_keys)


def _foreign_key(key: ForeignKey) -> str:
    target = f"[`{key.table}`](#{key.table}) by {_names(key.references)}"
    return f"Foreign key: {_names(key.columns)} names a row of {target}"


def _names(columns: Iterable[str]) -> str:
    return ", ".join(f"`{column}`" for column in columns)


def _markdown(head: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *body]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
