"""What an engine started is ended with it, wherever it went; what we started ourselves is let be."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from ludex.report.results import Results
from ludex.report.source import read_results
from ludex.runner import ending
from ludex.runner.limits import Limits
from ludex.runner.process import Process
from tests.judge.conftest import command

Judged = Callable[..., Results]
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="orphans can be adopted on Linux only")
LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())")
DOUBLE_FORK = "import os, time\nos.setsid()\nif os.fork(): os._exit(0)\ntime.sleep(300)"


@LINUX
def test_a_process_that_left_its_session_is_ended_with_its_engine(judged: Judged) -> None:
    assert judged("daemon").notes == ("the engine left other processes behind; they were ended",)


@LINUX
def test_our_own_children_are_let_be(judged: Judged) -> None:
    """The judge may run inside of other programs, such as pytest, that have children of their own."""
    mine = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"], start_new_session=True)
    try:
        judged("daemon")
        judged("crash")
        assert mine.poll() is None
    finally:
        mine.kill()
        mine.wait()


@LINUX
def test_engines_side_by_side_do_not_end_each_other(judged: Judged) -> None:
    results = judged("daemon", jobs=3)
    assert results.score.status == 0
    assert results.times.restarts == 0
    assert results.notes == ("the engine left other processes behind; they were ended",)


@LINUX
def test_the_family_of_a_process_is_found() -> None:
    process = Process([sys.executable, "-c", f"import subprocess, sys\n{_starts(DOUBLE_FORK)}"], Limits())
    until = time.monotonic() + 10
    while not process.wait(0.1) and time.monotonic() < until:
        pass
    members = ending.family(ending.process(process._popen.pid))
    assert ending.memory(members) > 1 << 20
    assert ending.cpu(members) >= 0.0
    process.end()
    assert process.left == 1
    assert not [child for child in psutil.Process().children() if ending.token_of(child) == process._token]


def _starts(script: str) -> str:
    return f"subprocess.run([sys.executable, '-c', {script!r}])\nprint(1, flush=True)\nsys.stdin.read()"


HELPER = """
import os, subprocess, sys, time
orphan = "import os, time; os.setsid(); print(os.getpid(), flush=True); time.sleep(300)"
parent = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {orphan!r}])"
time.sleep(float(sys.argv[1]))
subprocess.run([sys.executable, "-c", parent])
print(os.getpid(), flush=True)
time.sleep(300)
"""


@LINUX
@pytest.mark.parametrize("delay", [0, 0.5], ids=["before", "during"])
@pytest.mark.parametrize("engine", ["daemon", "crash"])
def test_a_helper_of_the_script_that_became_the_runner_is_let_be(
    toy_root: Path, tmp_path: Path, engine: str, delay: float
) -> None:
    """By `exec` the runner inherits the children of a script; what they orphan, before or during the run, as well."""
    written, out = tmp_path / "pids", tmp_path / "results.json"
    script = 'python=$1; helper=$2; delay=$3; shift 3; "$python" -c "$helper" "$delay" >pids 2>&1 & exec "$@"'
    check = [*LUDEX, "check", "--game", "nim", "--json", str(out), "--", *command(engine)]
    words = ["sh", "-c", script, "sh", sys.executable, HELPER, str(delay), *check]
    done = subprocess.run(
        words, cwd=tmp_path, env={**os.environ, "LUDEX_VECTORS": str(toy_root)}, capture_output=True, timeout=60
    )
    assert within(10, lambda: len(written.read_text().split()) == 2)
    helpers = [psutil.Process(int(pid)) for pid in written.read_text().split()]
    try:
        assert all(map(ending.runs, helpers))
        left = ("the engine left other processes behind; they were ended",)
        assert read_results(out).notes[:1] == (left if engine == "daemon" else ()), done
    finally:
        for one in helpers:
            one.kill()


DEAF = """
import os, subprocess, sys, time
child = "import os, time; os.setsid(); print(os.getpid(), file=open('pids', 'a'), flush=True); time.sleep(300)"
subprocess.Popen([sys.executable, "-c", child])
print(os.getpid(), file=open("pids", "a"), flush=True)
time.sleep(300)
"""


@pytest.mark.parametrize("shell", [False, True])
def test_engines_end_with_a_runner_that_is_killed(toy_root: Path, tmp_path: Path, shell: bool) -> None:
    """An engine that does not read would never know, nor would what it started."""
    engine = ["sh", "-c", '"$@"; true', "sh", sys.executable, "-c", DEAF] if shell else [sys.executable, "-c", DEAF]
    environment = {**os.environ, "LUDEX_VECTORS": str(toy_root)}
    runner = subprocess.Popen([*LUDEX, "check", "--game", "nim", "--", *engine], cwd=tmp_path, env=environment)
    pids = tmp_path / "pids"
    assert within(10, lambda: pids.is_file() and len(pids.read_text().split()) == 2)
    engines = [psutil.Process(int(pid)) for pid in pids.read_text().split()]
    runner.kill()
    runner.wait()
    assert within(10, lambda: not any(map(ending.runs, engines)))


def test_the_guard_goes_with_the_runner(toy_root: Path, tmp_path: Path) -> None:
    mark = {"LUDEX_TEST": str(tmp_path), "LUDEX_VECTORS": str(toy_root)}
    subprocess.run([*LUDEX, "check", "--game", "nim", "--", *command("right")], env={**os.environ, **mark}, check=True)
    assert not [
        one
        for one in psutil.process_iter(["environ"])
        if (one.info["environ"] or {}).get("LUDEX_TEST") == str(tmp_path)
    ]


def within(seconds: float, holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while not (held := holds()) and time.monotonic() < until:
        time.sleep(0.02)
    return held


def test_what_is_gone_takes_nothing() -> None:
    gone = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    one = psutil.Process(gone.pid)
    assert ending.runs(one)
    assert ending.memory([one]) > 0
    gone.communicate()
    assert not ending.runs(one)
    assert ending.family(one) == [one]
    assert ending.memory([one]) == 0
    assert ending.cpu([one]) == 0.0
    assert ending.process(2**22 + 1) is None


def test_time_in_the_system_is_time_of_the_processor() -> None:
    one: Any = SimpleNamespace(cpu_times=lambda: SimpleNamespace(user=1.5, system=0.25))
    assert ending.cpu([one, one]) == 3.5


def test_a_script_without_its_interpreter_is_named(tmp_path: Path) -> None:
    from ludex.fault import Fault

    script = tmp_path / "engine"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    with pytest.raises(Fault, match="the interpreter that its first line names is not there"):
        Process([str(script)], Limits())
    with pytest.raises(Fault, match="embedded null byte"):
        Process(["\0"], Limits())
