"""`python -m pipeline.changelog TAG`: the notes of a release, as CHANGELOG.md has them."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from pipeline.descriptor import DESCRIPTOR

HOME = Path(__file__).resolve().parent.parent


def sections(text: str) -> dict[str, str]:
    """What stands below each version's heading, the newest first."""
    parts = re.split(r"^## (\S+)\n", text, flags=re.M)
    return {version: body.strip() for version, body in zip(parts[1::2], parts[2::2], strict=True)}


def notes(text: str, tag: str, version: str) -> str:
    """The section of a release. ValueError, saying what to do, where the tag is not the version or has none."""
    if tag != version:
        raise ValueError(f"the tag is {tag}, but datapackage.json has the version {version}; tag it {version}")
    newest, *_ = [*sections(text), None]
    if newest != version or not sections(text)[version]:
        raise ValueError(f"the newest section of CHANGELOG.md is {newest}; write one for {version} above it")
    return sections(text)[version]


def main(tag: str) -> int:
    """Print the notes; 1 where there are none for this tag."""
    version = json.loads((HOME / DESCRIPTOR).read_text(encoding="utf-8"))["version"]
    try:
        print(notes((HOME / "CHANGELOG.md").read_text(encoding="utf-8"), tag, version))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m pipeline.changelog", description=__doc__)
    parser.add_argument("tag", help="the release's tag, which is its version")
    sys.exit(main(parser.parse_args().tag))
