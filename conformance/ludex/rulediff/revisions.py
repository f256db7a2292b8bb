"""Revisions of the repository, laid out in a folder of their own."""

import io
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ludex.fault import Fault
from ludex.rulediff.sides import Tree

# What git has written is safe; later releases of Python want to be told how to take it.
SAFELY: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
PARTS = ("reference", "spec", "vectors", "changes")


def _run_git(root: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", "-C", str(root), *words], capture_output=True, check=False)
    except FileNotFoundError:
        raise Fault("git is needed to look at revisions, and is not here", "Install git.") from None


def _git(root: Path, *words: str) -> bytes:
    done = _run_git(root, *words)
    if done.returncode:
        told = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise Fault(f"git: {told[-1] if told else 'it failed'}", f"Is {root} a clone of the repository?")
    return done.stdout


def commit_of(root: Path, revision: str) -> str:
    """The commit that a revision names; raises Fault."""
    if not revision or revision.startswith("-"):
        raise Fault(f"{revision!r} is no revision", "Name a branch, a tag or a commit.")
    _git(root, "rev-parse", "--git-dir")
    found = _run_git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if found.returncode:
        raise Fault(f"git knows no revision {revision!r} here", _remedy(root))
    return found.stdout.decode().strip()


def _remedy(root: Path) -> str:
    if _git(root, "rev-parse", "--is-shallow-repository").strip() == b"true":
        return "This clone is shallow: `git fetch --unshallow`, or `fetch-depth: 0` for actions/checkout."
    return "Is it misspelt, or a branch that was not fetched (then write origin/BRANCH, or `git fetch` it)?"


@contextmanager
def lay_out(root: Path, revision: str) -> Iterator[Tree]:
    """The tree of a revision, for as long as it is needed; raises Fault."""
    commit = commit_of(root, revision)
    there = _git(root, "ls-tree", "--name-only", commit).decode().split()
    parts = [part for part in PARTS if part in there]
    if "reference" not in parts:
        raise Fault(f"revision {revision} has no reference", "Name a revision of Ludex's own repository.")
    with TemporaryDirectory(prefix="ludex-") as folder:
        archive = _git(root, "archive", "--format=tar", commit, *parts)
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(folder, **SAFELY)
        yield Tree(Path(folder))
