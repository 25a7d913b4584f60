"""The command line takes what makes sense together, and says why where it does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pipeline import options
from tests.builds import ROOT

ZIP = "raw/000_c2db795eaaf0389e.txt"  # any file will do: what it is shows when it is read


def parsed(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> dict[str, Any]:
    monkeypatch.chdir(ROOT)
    return vars(options.parse(arguments, ROOT))


def test_without_arguments_the_folder_is_built_on_all_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = options.MANNER["--jobs"]["default"]
    assert jobs >= 1
    assert parsed(monkeypatch) == {
        "check": False, "review": False, "changes": None, "prove": None, "raw": Path("raw"), "out": None,
        "formats": False, "html": None, "jobs": jobs, "engine": "local", "max_size": 1024, "strict": False, "quiet": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--changes"], {"changes": "", "raw": Path("raw")}),
        (["--changes", "1.0.0"], {"changes": "1.0.0"}),
        (["--prove"], {"prove": Path(), "raw": None}),
        (["--prove", ZIP], {"prove": Path(ZIP), "raw": None}),
        (["--prove", "clean", "--raw", "raw"], {"prove": Path("clean"), "raw": Path("raw")}),
        (["--raw", "raw", "--out", "new"], {"raw": Path("raw"), "out": Path("new")}),
        (["--raw", "raw", "--review", "--html", "x.html"], {"raw": Path("raw"), "html": Path("x.html")}),
    ],
)
def test_what_makes_sense_is_taken(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], expected: dict[str, Any]
) -> None:
    found = parsed(monkeypatch, *arguments)
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--raw", "nowhere", "--out", "out"], "--raw nowhere: there is no such folder"),
        (["--raw", "raw"], "--raw needs --out: the tables of another folder would overwrite clean/"),
        (["--raw", "raw", "--check"], "--raw needs --out: the tables of another folder would overwrite clean/"),
        (["--raw", "raw", "--changes"], "--raw needs --out: the tables of another folder would overwrite clean/"),
        (["--jobs", "0"], "--jobs: at least 1"),
        (["--max-size", "0"], "--max-size: at least 1"),
        (["--raw", "raw", "--out", "README.md"], "--out README.md: this is no folder"),
        (["--raw", "raw", "--out", "raw"], "--raw and --out: outputs and listings would stand in one folder"),
        (["--raw", "raw", "--out", "raw/new"], "--raw and --out: outputs and listings would stand in one folder"),
        (["--raw", "clean", "--out", "."], "--raw and --out: outputs and listings would stand in one folder"),
        (
            ["--raw", "raw", "--out", "."],
            "--out .: this package would be overwritten; leave --out away, or choose another",
        ),
        (["--raw", "raw", "--out", "clean"], "--out clean: this package would be overwritten; leave --out away"),
        (["--raw", "raw", "--out", "dist/x"], "--out dist/x: this package would be overwritten; leave --out away"),
        (["--html", "x"], "--html goes with --review"),
        (["--prove", "nothing.zip"], "--prove nothing.zip: there is no such folder or zip"),
        (["--prove", "--out", "new"], "--out goes with a build: --prove writes nothing, and --changes writes dist/"),
        (["--changes", "--out", "new"], "--out goes with a build: --prove writes nothing, and --changes writes dist/"),
        (["--prove", "--changes"], "argument --changes: not allowed with argument --prove"),
        (["--check", "--review"], "argument --review: not allowed with argument --check"),
    ],
)
def test_what_makes_no_sense_ends_with_exit_code_2_and_the_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        parsed(monkeypatch, *arguments)
    assert ended.value.code == 2
    assert f"build.py: error: {said}" in capsys.readouterr().err


def test_the_help_says_what_every_option_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parsed(monkeypatch, "--help")
    text = " ".join(capsys.readouterr().out.split())
    assert ended.value.code == 0
    for name, settings in (options.COMMANDS | options.FILES | options.MANNER).items():  # type: ignore[operator]
        assert name in text
        assert " ".join(settings["help"].split()) in text
    assert text.endswith(options.EPILOG)
