"""The examples that read vectors without the wire run, pass, and fail when the implementation is wrong."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludex import where

EXAMPLES = Path(__file__).parents[2] / "conformance" / "examples"
BREAK = {
    "pytest_vectors": ("tribun_units.py", "2 * p >= s", "2 * p > s"),
    "node_vectors": ("tribun-units.js", "2 * p >= s", "2 * p > s"),
}

OTHERWISE = {
    "pytest_vectors": ("tribun_units.py", "cid % 11 - 5", "float(cid % 11 - 5)"),
    "node_vectors": ("tribun-units.js", "(cid % 11) - 5", "-(5 - (cid % 11))"),
}


@pytest.fixture(params=sorted(BREAK))
def example(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of an example."""
    if request.param == "node_vectors" and shutil.which("node") is None:
        missing("node is not on PATH")
    return Path(shutil.copytree(EXAMPLES / request.param, tmp_path / request.param))


def missing(what: str) -> None:
    if os.environ.get("LUDEX_CI"):
        pytest.fail(what)
    pytest.skip(what)


def run(example: Path) -> subprocess.CompletedProcess[str]:
    quiet = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    command = ("node", "--test") if example.name == "node_vectors" else (sys.executable, "-m", "pytest", *quiet)
    environment = {**os.environ, "LUDEX_VECTORS": str(where.vectors())}
    return subprocess.run(command, cwd=example, env=environment, capture_output=True, text=True, check=False)


def test_it_passes(example: Path) -> None:
    done = run(example)
    assert done.returncode == 0, done.stdout[-2000:]
    counted = re.search(r"(\d+) passed", done.stdout) or re.search(r"# pass (\d+)", done.stdout)
    assert counted is not None
    assert int(counted.group(1)) >= 6


def change(example: Path, name: str, old: str, new: str) -> None:
    path = example / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def test_a_number_is_a_number_as_a_float_and_with_a_sign_before_nothing(example: Path) -> None:
    change(example, *OTHERWISE[example.name])
    assert run(example).returncode == 0


def test_a_wrong_implementation_fails_by_id(example: Path) -> None:
    change(example, *BREAK[example.name])
    done = run(example)
    assert done.returncode == 1
    assert re.search(r"normalize-[0-9a-f]{8}", done.stdout)
    assert re.search(r"unit-[0-9a-f]{2}-[0-9a-f]{8}", done.stdout)


def test_it_says_so_when_there_are_no_vectors(example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.where.vectors", lambda: tmp_path / "none")
    assert run(example).returncode != 0
