"""Small git repositories for tests."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

# Whatever the machine's own settings are.
ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "GIT_AUTHOR_NAME": "a", "GIT_COMMITTER_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_EMAIL": "a@example.org",
}  # fmt: skip


def git(folder: Path, *arguments: str) -> str:
    """What a git command prints; it must succeed."""
    command = ["git", "-C", str(folder), *arguments]
    done = subprocess.run(command, env=os.environ | ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def created(folder: Path) -> Path:
    """An empty repository; its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    return folder


def commit(folder: Path, tag: str | None = None, **files: str | None) -> str:
    """Commit everything in a repository, after writing files (`a__b` for a/b, None to remove); the commit."""
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink() if text is None else path.write_text(text, encoding="utf-8", newline="")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", tag or "a change")
    if tag:
        git(folder, "tag", tag)
    return git(folder, "rev-parse", "HEAD")
