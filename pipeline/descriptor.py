"""Stamping the figures of the built files into the descriptor: bytes, hash, rows; nothing else."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Mapping
from typing import Any

DESCRIPTOR = "datapackage.json"
STAMPS = ("bytes", "hash", "rows")
# What describes, and promises nothing.
TEXTS = {
    "title", "description", "example", "homepage", "keywords", "contributors", "sources", "created", "site", "inputs",
}  # fmt: skip


def stamped(descriptor: Mapping[str, Any], files: Mapping[str, bytes], rows: Mapping[str, int]) -> bytes:
    """The descriptor as JSON, with each resource's figures. files and rows are keyed by table name."""
    result = copy.deepcopy(dict(descriptor))
    for resource in result["resources"]:
        data = files[resource["name"]]
        resource["bytes"] = len(data)
        # The prefix is frictionless' own: without it the hash is taken for an MD5.
        resource["hash"] = f"sha256:{hashlib.sha256(data).hexdigest()}"
        resource["rows"] = rows[resource["name"]]
    return (json.dumps(result, ensure_ascii=False, indent=2) + "\n").encode("utf-8")
