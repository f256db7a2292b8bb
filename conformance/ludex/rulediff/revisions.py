"""Revisions of the repository, laid out in a folder of their own."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ludex.fault import Fault
from ludex.rulediff.sides import Tree

AS_STORED = {"GIT_NO_REPLACE_OBJECTS": "1"}  # an object is what its hash says
FILES = ("100644", "100755")


def _run_git(root: Path, *words: str, said: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            ["git", "-C", str(root), *words],
            input=said,
            capture_output=True,
            check=False,
            env={**os.environ, **AS_STORED},
        )
    except FileNotFoundError:
        raise Fault("git is needed to look at revisions, and is not here", "Install git.") from None


def _git(root: Path, *words: str, said: bytes = b"") -> bytes:
    done = _run_git(root, *words, said=said)
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
    entries = _entries(_git(root, "ls-tree", "-r", "-z", commit_of(root, revision)))
    files = [(path, blob) for mode, blob, path in entries if mode in FILES]
    if not any(path.startswith("reference/") for path, _ in files):
        raise Fault(f"revision {revision} has no reference", "Name a revision of Ludex's own repository.")
    blobs = _git(root, "cat-file", "--batch", said="".join(f"{blob}\n" for _, blob in files).encode())
    with TemporaryDirectory(prefix="ludex-") as folder:
        for (name, _), data in zip(files, _contents(blobs), strict=True):
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        yield Tree(Path(folder), passing=True)


def _entries(listed: bytes) -> Iterator[tuple[str, str, str]]:
    """Mode, hash and path of each entry that git lists: `MODE TYPE HASH\\tPATH`, or `MODE HASH STAGE\\tPATH`."""
    for entry in filter(None, listed.split(b"\0")):
        head, _, path = entry.partition(b"\t")
        mode, *words = head.decode().split()
        yield mode, max(words, key=len), os.fsdecode(path)


def _contents(blobs: bytes) -> Iterator[bytes]:
    """What `git cat-file --batch` gives: `HASH blob SIZE`, a line, and the file as it was committed, a line's end."""
    at = 0
    while at < len(blobs):
        start = blobs.index(b"\n", at) + 1
        end = start + int(blobs[at:start].split()[-1])
        yield blobs[start:end]
        at = end + 1


def files_in(root: Path) -> dict[str, bytes]:
    """The files of a checkout: those that git knows, and those that it would take."""
    listed = _git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split(b"\0")
    paths = {name: root / name for name in map(os.fsdecode, filter(None, listed))}
    return {name: path.read_bytes() for name, path in paths.items() if path.is_file() and not path.is_symlink()}


def unseen_in(root: Path) -> Iterator[str]:
    """What a checkout holds and a comparison of files does not see: links, repositories, code without its text."""
    entries = list(_entries(_git(root, "ls-files", "--stage", "-z")))
    links = {path for mode, _, path in entries if mode not in FILES}
    links |= {name for name in _others(root) if (root / name).is_symlink()}
    yield from (
        f"{path} is a link or a repository of its own: what it leads to is not looked at" for path in sorted(links)
    )
    compiled = sorted(path for _, _, path in entries if path.endswith((".pyc", ".pyo", ".so", ".pyd", ".pth")))
    yield from (f"{path} is run by Python in place of a text that people read" for path in compiled)
    names: dict[str, str] = {}
    for _, _, path in entries:
        if names.setdefault(path.casefold(), path) != path:
            yield f"{path} and {names[path.casefold()]} are one file on some machines"


def _others(root: Path) -> list[str]:
    listed = _git(root, "ls-files", "-z", "--others", "--exclude-standard").split(b"\0")
    return [os.fsdecode(name) for name in listed if name]
