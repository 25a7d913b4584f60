from __future__ import annotations

import signal
import threading
from pathlib import Path

import pytest

from pipeline import publish
from pipeline.problems import Refused


def tree(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != ".build.lock")
    return {str(path.relative_to(folder)): path.read_text() for path in files}


def old(out: Path) -> dict[str, str]:
    (out / "clean").mkdir(parents=True)
    (out / "clean/a.csv").write_text("old a")
    (out / "mine.txt").write_text("mine")
    return tree(out)


NEW = {"clean/a.csv": "new a", "clean/b.csv": "new b", "dist/x.json": "{}", "mine.txt": "mine"}


def stage_new(stage: publish.Staging) -> None:
    stage.write("clean/a.csv", b"new a")
    stage.write("clean/b.csv", b"new b")
    stage.path("dist/x.json").write_text("{}")


def test_a_commit_replaces_everything_that_was_staged_and_nothing_else(tmp_path: Path) -> None:
    old(tmp_path)
    with publish.staging(tmp_path) as stage:
        stage_new(stage)
        stage.commit()
    assert tree(tmp_path) == NEW


def test_without_a_commit_nothing_changes_and_nothing_is_left(tmp_path: Path) -> None:
    before = old(tmp_path)
    with pytest.raises(ZeroDivisionError), publish.staging(tmp_path) as stage:
        stage_new(stage)
        raise ZeroDivisionError
    assert tree(tmp_path) == before


@pytest.mark.parametrize("renames", range(4))
def test_a_replacement_cut_short_is_completed_by_the_next_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, renames: int
) -> None:
    old(tmp_path)
    replace, done = Path.replace, []

    def failing(self: Path, target: Path) -> Path:
        if self.parent.name != ".staging":  # the journal's own rename is the point of no return
            if len(done) == renames:
                raise KeyboardInterrupt
            done.append(self)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", failing)
    with publish.staging(tmp_path) as stage:
        stage_new(stage)
        if renames < 3:
            with pytest.raises(KeyboardInterrupt):
                stage.commit()
        else:
            stage.commit()
    monkeypatch.undo()
    with publish.staging(tmp_path):
        assert {name: text for name, text in tree(tmp_path).items() if name[0] != "."} == NEW


def test_a_build_completes_what_another_began_before_it_does_anything_else(tmp_path: Path) -> None:
    publish.complete(tmp_path / "none")
    assert not (tmp_path / "none").exists()
    old(tmp_path)
    (tmp_path / ".staging/outputs/clean").mkdir(parents=True)
    (tmp_path / ".staging/outputs/clean/b.csv").write_text("new b")
    (tmp_path / ".staging/journal.json").write_text('["clean/a.csv", "clean/b.csv"]')
    publish.complete(tmp_path)
    assert tree(tmp_path) == {"clean/a.csv": "old a", "clean/b.csv": "new b", "mine.txt": "mine"}


def test_what_a_dead_build_left_is_cleared_away(tmp_path: Path) -> None:
    before = old(tmp_path)
    (tmp_path / ".staging/outputs/clean").mkdir(parents=True)
    (tmp_path / ".staging/outputs/clean/a.csv").write_text("half")
    with publish.staging(tmp_path):
        pass
    assert tree(tmp_path) == before


@pytest.mark.parametrize("name", ["clean", "dist"])
def test_where_one_file_cannot_be_put_in_its_place_none_is(tmp_path: Path, name: str) -> None:
    old(tmp_path)
    if name == "clean":
        (tmp_path / "clean/b.csv").mkdir()
    else:
        (tmp_path / "dist").write_text("a file")
    before = tree(tmp_path)
    with pytest.raises(OSError), publish.staging(tmp_path) as stage:  # noqa: PT011 which one is the system's business
        stage_new(stage)
        stage.commit()
    assert tree(tmp_path) == before


def test_a_signal_that_comes_while_files_are_replaced_waits_until_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old(tmp_path)
    replace = Path.replace

    def interrupted(self: Path, target: Path) -> Path:
        signal.raise_signal(signal.SIGINT)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", interrupted)
    # Who runs the tests in the background may have it ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.raises(KeyboardInterrupt), publish.staging(tmp_path) as stage:
        stage_new(stage)
        stage.commit()
    signal.signal(signal.SIGINT, before)
    assert tree(tmp_path) == NEW


def test_a_second_build_of_the_same_outputs_says_that_it_waits_for_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = []

    def second() -> None:
        with publish.staging(tmp_path):
            order.append("second")

    with publish.staging(tmp_path):
        thread = threading.Thread(target=second)
        thread.start()
        thread.join(0.3)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]
    assert capsys.readouterr().err == f"{tmp_path}: another build writes there; waiting for it to end\n"


def test_files_of_others_where_the_tables_stand_are_named_and_stay(tmp_path: Path) -> None:
    before = old(tmp_path)
    publish.check(tmp_path, {"clean/a.csv"})
    with pytest.raises(Refused) as caught:
        publish.check(tmp_path, {"clean/b.csv"})
    assert str(caught.value) == (
        f"{tmp_path}/clean/a.csv: the package has no such table; remove it, or move it elsewhere"
    )
    assert tree(tmp_path) == before


def test_a_register_that_another_build_has_written_since_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "paper_ids.csv"
    publish.check_register(path, (b"", b"new"))
    path.write_bytes(b"new")
    publish.check_register(path, (b"", b"new"))
    path.write_bytes(b"another's")
    with pytest.raises(Refused) as caught:
        publish.check_register(path, (b"", b"new"))
    assert str(caught.value) == f"{path}: it changed while the build ran; build again"
