"""Writes the bad inputs that git can hold: `python -m tests.bad_inputs`; all, to a folder: `python -m tests.bad_inputs FOLDER`."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tests.bad_inputs.files import FILES
from tests.bad_inputs.made import MADE, make

CASES = Path(__file__).parent / "cases"

if __name__ == "__main__":
    if sys.argv[1:]:
        for case in (*FILES, *MADE):
            make(case, Path(sys.argv[1]) / case)
    else:
        shutil.rmtree(CASES, ignore_errors=True)
        for case in FILES:
            make(case, CASES / case)
