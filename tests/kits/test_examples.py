"""The examples that read vectors without the wire run, pass, and fail when the implementation is wrong."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludex import where
from ludex.kits import kit_of

EXAMPLES = Path(__file__).parents[2] / "conformance" / "examples"
BREAK = {
    "pytest_vectors": ("tribun_units.py", "2 * p >= s", "2 * p > s"),
    "node_vectors": ("tribun-units.js", "2 * p >= s", "2 * p > s"),
    "cargo_vectors": ("src/lib.rs", "2 * p >= s", "2 * p > s"),
    "go_vectors": ("units.go", "2*p >= s", "2*p > s"),
    "junit_vectors": ("TribunUnits.java", "2 * p >= s", "2 * p > s"),
    "nunit_vectors": ("TribunUnits.cs", "2 * p >= s", "2 * p > s"),
}
OTHERWISE = {
    "pytest_vectors": ("tribun_units.py", "cid % 11 - 5", "float(cid % 11 - 5)"),
    "node_vectors": ("tribun-units.js", "(cid % 11) - 5", "-(5 - (cid % 11))"),
}
PROMISE = {
    "pytest_vectors": ("test_vectors.py", "PROMISES: tuple[str, ...] = ()", 'PROMISES = ("well-formed",)'),
    "node_vectors": ("vectors.test.js", "PROMISES = []", "PROMISES = ['well-formed']"),
}
COMMANDS = {
    "pytest_vectors": (
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-p",
        "no:hypothesispytest",
    ),
    "node_vectors": ("node", "--test"),
    "cargo_vectors": ("cargo", "test"),
    "go_vectors": ("go", "test", "-v", "./..."),
    "junit_vectors": ("./run",),
    "nunit_vectors": ("./run",),
}
NEEDS = {
    "node_vectors": "node",
    "cargo_vectors": "cargo",
    "go_vectors": "go",
    "junit_vectors": "javac",
    "nunit_vectors": "nunit-console",
}
COUNTED = re.compile(
    r"(\d+) passed|# pass (\d+)|test result: ok. ([1-9]\d*) passed|(\d+) tests successful|"
    r"Tests run: (\d+), Errors: 0, Failures: 0"
)
JUNIT = Path("/usr/share/java/junit-jupiter-api.jar")


@pytest.fixture(params=sorted(BREAK))
def example(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of an example, with the kits where a checkout has them."""
    tool = NEEDS.get(request.param)
    if tool is not None and shutil.which(tool) is None:
        missing(f"{tool} is not on PATH")
    if request.param == "cargo_vectors" and (lacking := kit_of("rust").lacking):
        missing(lacking)
    if request.param == "junit_vectors" and not JUNIT.exists() and "JUNIT" not in os.environ:
        missing("JUnit 5 is not installed")
    (tmp_path / "conformance").mkdir()
    (tmp_path / "conformance" / "ludex").symlink_to(EXAMPLES.parent / "ludex")
    return Path(shutil.copytree(EXAMPLES / request.param, tmp_path / "conformance" / "examples" / request.param))


def missing(what: str) -> None:
    if os.environ.get("LUDEX_CI"):
        pytest.fail(what)
    pytest.skip(what)


def run(example: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LUDEX_VECTORS": str(where.vectors())}
    command = COMMANDS[example.name]
    return subprocess.run(command, cwd=example, env=environment, capture_output=True, text=True, check=False)


def count_passed(done: subprocess.CompletedProcess[str]) -> int:
    """How many tests passed, by what the test runner says."""
    counts = [int(one) for found in COUNTED.findall(done.stdout) for one in found if one]
    return max([*counts, done.stdout.count("--- PASS: ")])


def test_it_passes(example: Path) -> None:
    done = run(example)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert count_passed(done) >= 3


def change(example: Path, name: str, old: str, new: str) -> None:
    path = example / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


@pytest.mark.parametrize("example", OTHERWISE, indirect=True)
def test_a_number_is_a_number_as_a_float_and_with_a_sign_before_nothing(example: Path) -> None:
    change(example, *OTHERWISE[example.name])
    assert run(example).returncode == 0


@pytest.mark.parametrize("example", PROMISE, indirect=True)
def test_what_is_promised_away_is_not_asked(example: Path) -> None:
    """Of a promise that there is no malformed input less is asked, and what would read it may be wrong."""
    before = count_passed(run(example))
    change(example, *PROMISE[example.name])
    done = run(example)
    assert done.returncode == 0
    assert 3 <= count_passed(done) < before


def test_a_wrong_implementation_fails_by_id(example: Path) -> None:
    change(example, *BREAK[example.name])
    done = run(example)
    assert done.returncode != 0
    said = done.stdout + done.stderr
    assert re.search(r"normalize-[0-9a-f]{8}", said)
    assert re.search(r"unit-[0-9a-f]{2}-[0-9a-f]{8}", said)


def test_it_says_so_when_there_are_no_vectors(example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.where.vectors", lambda: tmp_path / "none")
    assert run(example).returncode != 0
