"""croissant.json: the package as Croissant 1.1, which machine-learning tools load datasets by.

It stands in `dist/` beside the Parquet files, and names the CSV files in `clean/` too. The
records come from Parquet, because mlcroissant reads a CSV file with pandas' guesses: the arXiv
id 2605.11760 becomes 2605.1176, and the title “NA” null.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipeline.contract import Contract, Field, Table
from pipeline.export import parquet
from pipeline.export.checksums import sha256

NAME = "croissant.json"
VERSION = "http://mlcommons.org/croissant/1.1"
DATA_TYPES = {
    "string": "sc:Text",
    "integer": "sc:Integer",
    "year": "sc:Integer",
    "number": "sc:Float",
    "boolean": "sc:Boolean",
    "array": "sc:Text",
}
# Croissant's own terms; mlcroissant warns where one of the standard's is missing.
_CR = (
    "arrayShape citeAs column containedIn equivalentProperty extract field fileObject fileProperty fileSet format "
    "includes isArray isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace "
    "samplingRate separator source subField transform"
)
_LANGUAGE_MAP = {"@container": "@language"}
CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "description": _LANGUAGE_MAP,
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "name": _LANGUAGE_MAP,
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    **{term: f"cr:{term}" for term in _CR.split()},
}


def write(contract: Contract, package_folder: Path, path: Path) -> None:
    """Write the description of `clean/` in the package's folder and of the Parquet files beside `path`.

    OSError where one of these files is missing; KeyError where the descriptor lacks what
    Croissant asks for (`created` is its date of publication).
    """
    files = [
        file
        for table in contract.tables.values()
        for file in (
            _file(table, package_folder / table.path, f"../{table.path}", "text/csv"),
            _file(table, parquet.path(path.parent, table.name), f"{table.name}.parquet", "application/x-parquet"),
        )
    ]
    document = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": VERSION,
        **_package(contract.descriptor),
        "distribution": files,
        "recordSet": [_record_set(contract, table) for table in contract.tables.values()],
    }
    path.write_bytes((json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode("utf-8"))


def _package(descriptor: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": descriptor["name"],
        "alternateName": descriptor["title"],
        "description": descriptor["description"],
        "version": descriptor["version"],
        "url": descriptor["homepage"],
        "keywords": descriptor["keywords"],
        "license": [_licence(licence) for licence in descriptor["licenses"]],
        "creator": [_creator(name) for name in _creators(descriptor)],
        "datePublished": descriptor["created"][:10],
        "citeAs": _citation(descriptor),
        "isBasedOn": [{"@type": "sc:CreativeWork", "name": source["title"]} for source in descriptor["sources"]],
    }


def _licence(licence: Mapping[str, str]) -> str | dict[str, str]:
    """A licence's address; the words of one that has none but a file of the package."""
    if licence["path"].startswith("https://"):
        return licence["path"]
    return {"@type": "sc:CreativeWork", "name": licence["title"]}


def _creators(descriptor: Mapping[str, Any]) -> list[str]:
    return [person["title"] for person in descriptor["contributors"] if "creator" in person["roles"]]


def _creator(name: str) -> dict[str, str]:
    return {"@type": "sc:Organization", "name": name}


def _citation(descriptor: Mapping[str, Any]) -> str:
    """The package as BibTeX, in one line."""
    authors = " and ".join(f"{{{name}}}" for name in _creators(descriptor))
    return (
        f"@misc{{{descriptor['name']}, title = {{{{{descriptor['title']}}}}}, author = {{{authors}}}, "
        f"year = {{{descriptor['created'][:4]}}}, note = {{Version {descriptor['version']}}}, "
        f"url = {{{descriptor['homepage']}}}}}"
    )


def _file(table: Table, path: Path, url: str, encoding: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": path.name,
        "name": path.name,
        "description": table.description,
        "contentUrl": url,
        "encodingFormat": encoding,
        "contentSize": f"{path.stat().st_size} B",
        "sha256": sha256(path),
    }


def _record_set(contract: Contract, table: Table) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": table.description,
        "key": [{"@id": f"{table.name}/{column}"} for column in table.primary_key],
        "field": [_field(contract, table, field) for field in table.fields],
    }


def _field(contract: Contract, table: Table, field: Field) -> dict[str, Any]:
    description = field.description if field.unit is None else f"{field.description} Unit: {field.unit}."
    return {
        "@type": "cr:Field",
        "@id": f"{table.name}/{field.name}",
        "name": field.name,
        "description": description,
        "dataType": DATA_TYPES[field.type],
        **({"isArray": True, "arrayShape": "-1"} if field.type == "array" else {}),
        "source": _source(table.name, field.name),
        **_references(contract, table, field),
    }


def _references(contract: Contract, table: Table, field: Field) -> dict[str, Any]:
    """The foreign key of a field alone, where it names a row by that row's whole key.

    Croissant has no reference of two fields, and mlcroissant joins the records of both sides: by
    half of a key, it would yield a record once for every row that shares that half.
    """
    for key in table.foreign_keys:
        if key.columns == (field.name,) and key.references == contract.tables[key.table].primary_key:
            return {"references": _source(key.table, key.references[0])}
    return {}


def _source(table: str, column: str) -> dict[str, Any]:
    return {"fileObject": {"@id": f"{table}.parquet"}, "extract": {"column": column}}
