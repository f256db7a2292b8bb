"""Under pytest the judge comes to the same verdicts, with one engine a worker, strict xfails, and boards."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ludex.conformance.bench import Bench
from ludex.runner.checking import check
from ludex.runner.limits import Limits
from ludex.runner.run import Order

Command = Callable[[str], tuple[str, ...]]
Pytest = Callable[..., subprocess.CompletedProcess[str]]
ALONE = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")  # what else is installed here takes a second to load
FAST = Limits(timeout=1, start=5, grace=2)


@pytest.fixture
def under_pytest(vectors: Path, tmp_path: Path, engine_command: Command) -> Pytest:
    """Runs pytest with the plugin in a folder of its own."""

    def run(engine: str, *words: str) -> subprocess.CompletedProcess[str]:
        counted = shlex.join(("sh", "-c", 'echo started >> starts; exec "$@"', "sh", *engine_command(engine)))
        named = ("--ludex-engine", counted, "--ludex-timeout", "1") if engine else ()
        command = [sys.executable, "-m", "pytest", *ALONE, "--pyargs", "ludex.conformance"]
        environment = {**os.environ, "LUDEX_VECTORS": str(vectors), "COLUMNS": "200"}
        return subprocess.run(
            [*command, *named, *words], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    return run


def outcome(done: subprocess.CompletedProcess[str]) -> str:
    """The last line's counts: `6 passed, 1 skipped`."""
    last = done.stdout.strip().splitlines()[-1]
    return re.sub(r" in [0-9.]+s.*", "", last.strip("= "))


def both(engine: str, command: Command, root: Path, backwards: bool) -> tuple[dict[str, str], dict[str, str]]:
    """Verdicts by id: from a run, and from a bench that hears items in some order."""
    order = Order("nim", command(engine), limits=FAST, root=root)
    judged = {case.id: one.verdict for case, one in check(order).settled_vectors()}
    bench = Bench(order)
    assert bench.begin() == ""
    parts = list(bench.parts.values())
    heard = [one for cases in (reversed(parts) if backwards else parts) for one in bench.hear(cases)]
    bench.end()
    return judged, {case.id: one.verdict for case, one in heard}


@pytest.mark.parametrize(
    ("engine", "backwards"),
    [("right", False), ("picky", True), ("wrong_legal", True), ("crash", False), ("crash", True)],
)
def test_the_verdicts_are_those_of_a_run(toy_root: Path, engine_command: Command, engine: str, backwards: bool) -> None:
    judged, heard = both(engine, engine_command, toy_root, backwards)
    assert heard == judged


def test_a_right_engine_passes_item_by_item(under_pytest: Pytest) -> None:
    done = under_pytest("right", "-v", "-rs")
    assert done.returncode == 0, done.stdout
    assert outcome(done) == "6 passed, 1 skipped"
    assert "the hello does not offer `word`" in done.stdout
    assert "ludex 0.1.0" in done.stdout


def test_items_are_named_by_edition_file_and_clause_group(under_pytest: Pytest) -> None:
    done = under_pytest("right", "-q", "--collect-only", "--ludex-all-readings")
    assert "ludex.conformance::one::apply-take::NIM-TAK" in done.stdout.splitlines()
    assert "ludex.conformance::one+max=four::apply-flipped::NIM-TAK" in done.stdout.splitlines()


def test_an_item_can_be_run_by_its_name(under_pytest: Pytest) -> None:
    done = under_pytest("right", "-k", "legal-small and NIM-LEG")
    assert done.returncode == 0, done.stdout
    assert outcome(done) == "1 passed, 6 deselected"


@pytest.mark.parametrize(("words", "workers"), [((), 1), (("-n", "2"), 2)])
def test_failures_are_told_with_boards_and_each_worker_has_one_engine(
    under_pytest: Pytest, tmp_path: Path, words: Sequence[str], workers: int
) -> None:
    done = under_pytest("wrong_legal", *words)
    assert done.returncode == 1
    assert (tmp_path / "starts").read_text().splitlines() == ["started"] * workers
    assert outcome(done) == "3 failed, 3 passed, 1 skipped"
    assert "legal-3@one · fail: actions: 1 missing: 3" in done.stdout
    assert '{"heap":3,"turn":"a"}' in done.stdout
    assert "again: ludex check --game nim --edition one --select legal-3@one -- sh " in done.stdout
    assert "Traceback" not in done.stdout
    assert "nodes.py" not in done.stdout


def expected(folder: Path, *ids: str) -> tuple[str, str]:
    path = folder / "expected.toml"
    path.write_text("".join(f'[[expected]]\nid = "{one}"\nreason = "not yet"\n' for one in ids))
    return "--ludex-expected", str(path)


def test_expected_failures_are_strict_xfails(under_pytest: Pytest, tmp_path: Path) -> None:
    done = under_pytest("picky", "-rx", *expected(tmp_path, "apply-7-1@one", "apply-7-2@one"))
    assert done.returncode == 0, done.stdout
    assert outcome(done) == "5 passed, 1 skipped, 2 xfailed"
    assert "apply-7-1@one: not yet" in done.stdout


def test_a_failure_beside_an_expected_one_fails(under_pytest: Pytest, tmp_path: Path) -> None:
    done = under_pytest("picky", *expected(tmp_path, "apply-7-1@one"))
    assert done.returncode == 1
    assert outcome(done) == "2 failed, 5 passed, 1 skipped"
    assert "apply-7-2@one · error (reported)" in done.stdout


def test_what_passes_unexpectedly_and_what_matches_nothing_fail(under_pytest: Pytest, tmp_path: Path) -> None:
    done = under_pytest("right", *expected(tmp_path, "legal-7@one", "no-such@one"))
    assert done.returncode == 1
    assert outcome(done) == "3 failed, 4 passed, 1 skipped"
    assert "[XPASS(strict)] legal-7@one: not yet" in done.stdout
    assert "no-such@one: no vector has this id" in done.stdout


def test_an_engine_that_does_not_greet_is_one_failure_with_its_log(under_pytest: Pytest) -> None:
    done = under_pytest("exits", "-n", "2")
    assert done.returncode == 1
    assert outcome(done) == "1 failed"
    assert "no hello: the engine exited with status 1" in done.stdout
    assert "no config" in done.stdout


@pytest.mark.parametrize("words", [("--ludex-select", "codec"), ("--ludex-unfinished", "one")])
def test_a_run_in_which_nothing_counts_is_not_green(under_pytest: Pytest, words: Sequence[str]) -> None:
    done = under_pytest("right", *words)
    assert done.returncode == 1
    assert "nothing was judged, and nothing is not a pass" in done.stdout


@pytest.mark.parametrize(
    ("engine", "words", "message", "status"),
    [
        ("", (), 'no engine to judge; say --ludex-engine "COMMAND"', 4),
        ("right", ("--ludex-select", "codex"), "the pattern 'codex' matches no vector", 2),
        ("right", ("--ludex-game", "chess"), "no vectors for 'chess'", 2),
    ],
)
def test_a_wrong_option_is_told(
    under_pytest: Pytest, engine: str, words: Sequence[str], message: str, status: int
) -> None:
    done = under_pytest(engine, *words)
    assert done.returncode == status, done.stdout + done.stderr
    assert message in done.stdout + done.stderr
    assert "INTERNALERROR" not in done.stdout + done.stderr


def test_elsewhere_the_plugin_keeps_quiet(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "def test_it():\n    import sys\n    assert 'ludex.judge' not in sys.modules\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", *ALONE, "test_it.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "ludex" not in done.stdout
