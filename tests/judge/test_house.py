"""What an engine started is ended with it, wherever it went; what we started ourselves is let be."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.judge import house
from ludex.judge.limits import Limits
from ludex.judge.process import Process
from ludex.judge.results import Results

Judged = Callable[..., Results]
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="orphans can be adopted on Linux only")
DOUBLE_FORK = "import os, time\nos.setsid()\nif os.fork(): os._exit(0)\ntime.sleep(300)"


def gone(pid: int) -> bool:
    return not house.alive(pid)


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
    assert house.memory(process._popen.pid) > 1 << 20
    assert house.cpu(process._popen.pid) >= 0.0
    process.end()
    assert process.left == 1
    assert not [child for child in house.children(os.getpid()) if house._token(child) == process._token]


def _starts(script: str) -> str:
    return f"subprocess.run([sys.executable, '-c', {script!r}])\nprint(1, flush=True)\nsys.stdin.read()"


def test_what_is_gone_takes_nothing() -> None:
    assert gone(2**22 + 1)
    assert house.memory(2**22 + 1) == 0
    assert house.cpu(2**22 + 1) == 0.0
    assert house.descendants(2**22 + 1) == []


def test_a_script_without_its_interpreter_is_named(tmp_path: Path) -> None:
    from ludex.fault import Fault

    script = tmp_path / "engine"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    with pytest.raises(Fault, match="the interpreter that its first line names is not there"):
        Process([str(script)], Limits())
    with pytest.raises(Fault, match="embedded null byte"):
        Process(["\0"], Limits())
