"""The package in the formats that its users' tools take, all made from the contract and the rows.

`write_all` is what the build calls; each module writes one format and can be called alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pipeline.contract import Contract
from pipeline.csvfile import Row
from pipeline.export import archive, bibliography, checksums, croissant, excel, parquet

__all__ = ["archive", "bibliography", "checksums", "croissant", "excel", "parquet", "write_all"]


def write_all(
    contract: Contract,
    tables: Mapping[str, Sequence[Row]],
    package_folder: Path,
    dist_folder: Path,
    members: Mapping[str, Path],
) -> None:
    """Write every format to `dist_folder`, and last the checksums of all that stands there.

    package_folder: holds `clean/`. dist_folder: `dist/` in it. members: what goes into the
    archive beside what is written here, as `archive.members` finds it.
    """
    name = contract.descriptor["name"]
    dist_folder.mkdir(parents=True, exist_ok=True)
    parquet.write(contract, tables, dist_folder)
    excel.write(contract, tables, dist_folder / f"{name}.xlsx")
    bibliography.write(tables, dist_folder)
    croissant.write(contract, package_folder, dist_folder / croissant.NAME)
    described = [dist_folder / croissant.NAME, *(parquet.path(dist_folder, table) for table in contract.tables)]
    own = {f"{dist_folder.name}/{path.name}": path for path in described}
    archive.write({**members, **own}, dist_folder / f"{name}.zip")
    checksums.write(dist_folder)
