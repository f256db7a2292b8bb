"""Bad input at every door gets a clear message and the exit status of the design: 1 theirs, 2 ours, 130 interrupted."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludex.fault import Fault
from ludex.vectors import open_suite
from ludex.vectors.selection import Selection, choose

Command = Callable[[str], tuple[str, ...]]
LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())")


def ludex(root: Path, *words: str, seconds: float = 60, **more: Any) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LUDEX_VECTORS": str(root)}
    return subprocess.run(
        [*LUDEX, *words], env=environment, capture_output=True, text=True, timeout=seconds, check=False, **more
    )


def test_a_right_engine_is_0(toy_root: Path, engine_command: Command) -> None:
    done = ludex(toy_root, "check", "--", *engine_command("right"))
    assert done.returncode == 0
    assert "All 205 selected vectors pass." in done.stdout


@pytest.mark.parametrize("engine", ["exits", "wrong_legal"])
def test_an_engine_at_fault_is_1(toy_root: Path, engine_command: Command, engine: str) -> None:
    assert ludex(toy_root, "check", "--", *engine_command(engine)).returncode == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("check", "--", "no-such-command-anywhere"), "no such command: no-such-command-anywhere"),
        (("check",), "no engine to check"),
        (("check", "--select", "appli-7-2", "--", "true"), "matches no vector"),
        (("check", "--game", "chess", "--", "true"), "no vectors for 'chess'"),
        (("check", "--reading", "max", "--", "true"), "is not R=C"),
        (("check", "--timeout", "0", "--", "true"), "--timeout: '0' is not a number of seconds above 0"),
        (("fuzz", "--minutes", "-1", "--", "true"), "--minutes: '-1' is not a number of minutes above 0"),
        (("check", "--failed", "/no/such/file", "--", "true"), "cannot read /no/such/file"),
        (("explain", "NIM-TAK-77"), "neither a clause nor a vector"),
        (("smoke",), "no engine to try"),
        (("chek",), "invalid choice: 'chek'"),
        (("chek",), "Did you mean `check`?"),
        (("check", "--gaem", "tribun", "--", "x"), "unrecognized arguments: --gaem tribun\n  Did you mean `--game`?"),
    ],
)
def test_a_wrong_command_line_is_2(toy_root: Path, words: tuple[str, ...], message: str) -> None:
    done = ludex(toy_root, *words)
    assert done.returncode == 2, done.stdout + done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_an_engine_that_is_not_executable_is_2(toy_root: Path, tmp_path: Path) -> None:
    plain, odd = tmp_path / "plain", tmp_path / "odd"
    plain.write_text("#!/bin/sh\n")
    odd.write_text("no program")
    odd.chmod(0o755)
    assert "may not be executed" in ludex(toy_root, "check", "--", str(plain)).stderr
    done = ludex(toy_root, "check", "--", str(odd))
    assert done.returncode == 2
    assert "Exec format error" in done.stderr


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (("check", "--", "no-such-command-anywhere"), "Check the path after `--`."),
        (("check",), "Usage: ludex check [--game G] [options] -- COMMAND"),
        (("check", "--reading", "max", "--", "true"), "For example: --reading kill-mover=attack"),
        (("check", "--resume", "--", "true"), "Name it with --journal FILE, or the results with --json FILE."),
    ],
)
def test_a_wrong_command_line_is_told_with_a_remedy(toy_root: Path, words: tuple[str, ...], remedy: str) -> None:
    assert remedy in ludex(toy_root, *words).stderr


def test_a_pattern_that_matches_nothing_suggests_one(toy_root: Path) -> None:
    assert "Did you mean 'NIM-TAK'?" in ludex(toy_root, "check", "--select", "NIM-TAC", "--", "true").stderr


def test_a_selection_may_be_listed(toy_root: Path) -> None:
    done = ludex(toy_root, "check", "--select", "perft", "--list")
    assert done.returncode == 0
    assert done.stdout == "perft-5-3@one+max=three  perft  perft-small  NIM-LEG-1\n"


@pytest.mark.parametrize(
    ("pattern", "count"),
    [("NIM-APP", 174), ("NIM-APP-1", 174), ("apply-7-*", 3), ("codec", 1), ("tiny", 6), ("one", 207), ("*@one", 207)],
)
def test_patterns_match_ids_clauses_groups_kinds_editions_and_tags(toy_root: Path, pattern: str, count: int) -> None:
    chosen = choose(open_suite("nim", toy_root), ["one"], Selection((pattern,)))
    assert sum(map(len, chosen.values())) == count


def test_failures_can_be_run_again(toy_root: Path, tmp_path: Path, engine_command: Command) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    ludex(toy_root, "check", "--json", str(first), "--", *engine_command("wrong_legal"))
    done = ludex(toy_root, "check", "--failed", str(first), "--json", str(second), "--", *engine_command("right"))
    assert done.returncode == 0, done.stdout + done.stderr
    failed = [one["id"] for one in json.loads(first.read_text())["results"] if one["verdict"] == "fail"]
    assert sorted(one["id"] for one in json.loads(second.read_text())["results"]) == sorted(failed)


def spoil(root: Path, change: Callable[[bytes], bytes]) -> Path:
    path = root / "nim" / "topics" / "apply-take.json"
    path.write_bytes(change(path.read_bytes()))
    return path


def test_a_vector_file_cut_in_half_is_2_and_names_the_place(own_root: Path, engine_command: Command) -> None:
    path = spoil(own_root, lambda data: data[: len(data) // 2])
    line = path.read_bytes().count(b"\n") + 1
    done = ludex(own_root, "check", "--", *engine_command("right"))
    assert done.returncode == 2
    assert f"{path}:{line}: the file ends in the middle" in done.stderr
    assert "in or after vector apply-" in done.stderr
    assert "ludex generate" in done.stderr


def test_a_breach_of_the_schema_names_line_and_vector(own_root: Path) -> None:
    spoil(own_root, lambda data: data.replace(b'"id":"apply-4-1","why":', b'"id":"apply-4-1","wy":'))
    with pytest.raises(Fault, match=r"line 8, vector apply-4-1: Object (contains unknown|missing required) field"):
        list(open_suite("nim", own_root).topics("one"))


def test_a_file_that_was_edited_is_not_the_one_the_manifest_vouches_for(own_root: Path) -> None:
    spoil(own_root, lambda data: data.replace(b'"heap":59', b'"heap":58', 1))
    with pytest.raises(Fault, match="is not the file that"):
        list(open_suite("nim", own_root).topics("one"))


def test_a_file_that_the_manifest_does_not_know_is_a_fault(own_root: Path) -> None:
    (own_root / "nim" / "topics" / "apply-more.json").write_text("{}")
    with pytest.raises(Fault, match="is not in the manifest"):
        open_suite("nim", own_root)


def _until_greeted(out: Path, size: int = 1) -> None:
    """Waits until the journal of a run shows that its engine is there (and has answered so much)."""
    journal = out.with_name(out.name + ".journal")
    while not journal.is_file() or journal.stat().st_size < size:
        time.sleep(0.02)


def test_an_interruption_is_130_with_a_complete_report(toy_root: Path, tmp_path: Path, engine_command: Command) -> None:
    out = tmp_path / "results.json"
    words = ("check", "--json", str(out), "--timeout", "60", "--", *engine_command("mute"))
    environment = {**os.environ, "LUDEX_VECTORS": str(toy_root)}
    running = subprocess.Popen([*LUDEX, *words], env=environment, stdout=subprocess.PIPE, text=True)
    _until_greeted(out)
    running.send_signal(signal.SIGINT)
    said, _ = running.communicate(timeout=10)
    assert running.returncode == 130
    assert "Interrupted. 0 of 205 selected vectors pass; 205 not run." in said
    results = json.loads(out.read_text())
    assert len(results["results"]) == 206
    assert results["interrupted"] is True


def test_a_file_that_breaks_in_the_middle_of_a_run_is_2_with_a_partial_report(
    own_root: Path, tmp_path: Path, engine_command: Command
) -> None:
    broken = own_root / "nim" / "topics" / "legal-small.json"
    broken.write_bytes(broken.read_bytes()[:900])
    out = tmp_path / "results.json"
    done = ludex(own_root, "check", "--json", str(out), "--", *engine_command("right"))
    assert done.returncode == 2, done.stdout + done.stderr
    assert f"{broken}:6: the file ends in the middle" in done.stderr
    assert (
        "The vectors are at fault, not the engine. 184 of 185 vectors that could be read pass; 1 not run."
        in done.stdout
    )
    results = json.loads(out.read_text())
    assert results["score"]["status"] == 2
    assert results["fault"].startswith(str(broken))
    assert results["score"]["counts"]["pass"] == 184


def test_an_interruption_in_the_middle_of_answers_keeps_them(
    toy_root: Path, tmp_path: Path, engine_command: Command
) -> None:
    out = tmp_path / "results.json"
    words = ("check", "--json", str(out), "-j", "2", "--timeout", "60", "--", *engine_command("medley"))
    environment = {**os.environ, "LUDEX_VECTORS": str(toy_root), "NIM_PAUSE": "0.02"}
    running = subprocess.Popen([*LUDEX, *words], env=environment, stdout=subprocess.PIPE, text=True)
    _until_greeted(out, 1000)
    running.send_signal(signal.SIGINT)
    said, _ = running.communicate(timeout=10)
    assert running.returncode == 130
    assert "Interrupted." in said
    assert json.loads(out.read_text())["score"]["counts"]["pass"] > 0
