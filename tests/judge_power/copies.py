"""A copy of the tree for each worker, with a Python of its own that finds the copy and nothing of the original."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import venv
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

from tests.judge_power.rooms import ROOT

LAYERS = ("reference", "grammar", "conformance")
SECONDS = count(2)
# A slip in what ends processes could end anybody's: tests run where there are no others.
CAGE = ("unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child", "--")


PLAIN = ("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:hypothesispytest", "-p", "no:faulthandler")


class Copy:
    """A folder with everything that is under version control here, or could be."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.own: dict[str, str] = {}
        self._warm: subprocess.Popen[bytes] | None = None
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        for name in listed.stdout.decode().split("\0"):
            if name and (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        self._make_python()
        subprocess.run([self.python, "-m", "compileall", "-q", *LAYERS, "tests"], cwd=folder, check=True)
        for words in (
            ["init", "-q"],
            ["add", "-A"],
            ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "all"],
        ):
            subprocess.run(["git", *words], cwd=folder, check=True)

    @property
    def python(self) -> Path:
        """The interpreter that runs what is in the copy."""
        return self.folder / ".venv" / "bin" / "python"

    def _make_python(self) -> None:
        venv.create(self.folder / ".venv", symlinks=True)
        packages = next(path for path in map(Path, sys.path) if path.name == "site-packages")
        own = next((self.folder / ".venv").glob("lib/*/site-packages"))
        roots = [str(self.folder / layer) for layer in LAYERS]
        watch = "import os, coverage; os.environ.get('COVERAGE_PROCESS_START') and coverage.process_startup()"
        (own / "copy.pth").write_text("\n".join([*roots, str(packages), watch]) + "\n")
        script = (Path(sys.executable).parent / "ludex").read_text().split("\n", 1)[1]
        ludex = self.folder / ".venv" / "bin" / "ludex"
        ludex.write_text(f"#!{self.python}\n{script}")
        ludex.chmod(0o755)

    @cached_property
    def environment(self) -> dict[str, str]:
        """What the tests see of the world."""
        left = {
            name: value for name, value in os.environ.items() if not name.startswith(("LUDEX_", "COVERAGE", "PYTEST"))
        }
        return {
            **left,
            "PATH": f"{self.python.parent}:{left.get('PATH', '')}",
            "VIRTUAL_ENV": str(self.python.parents[1]),
        }

    def put(self, file: str, text: str | None) -> None:
        """Another text in the place of a file's, or its own again; never with a time that was there before, for Python
        keeps what it compiled by time and length."""
        there = self.folder / file
        own = self.own.setdefault(file, there.read_text(encoding="utf-8"))
        stamp = there.stat().st_mtime + next(SECONDS)
        there.write_text(own if text is None else text, encoding="utf-8")
        os.utime(there, (stamp, stamp))

    def types_refuse(self, file: str) -> bool:
        """Whether the type checker finds fault with what is in the copy."""
        command = [str(self.python), "-m", "mypy", "--no-error-summary", "--no-pretty", file]
        return subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True).returncode == 1

    def tests(self, files: list[str]) -> set[str]:
        """The names of the tests in some files."""
        _, said = self.pytest(["--collect-only", *files], 600.0)
        return {line for line in said.splitlines() if "::" in line}

    def pytest(self, words: list[str], seconds: float) -> tuple[int | None, str]:
        """Run tests here, as trials do; gives the exit status (None: not done in time) and what was said."""
        if self._warm is None:
            self._warm = self._start("-m", "tests.judge_power.warm", stdin=subprocess.PIPE)
        assert self._warm.stdin, "a pipe"
        assert self._warm.stdout, "a pipe"
        self._warm.stdin.write(json.dumps(["-q", *PLAIN, *words]).encode() + b"\n")
        self._warm.stdin.flush()
        try:
            ready, _, _ = select.select([self._warm.stdout], [], [], seconds)
            line = self._warm.stdout.readline() if ready else b""
        except BaseException:
            self.end()
            raise
        if not line:
            self.end()
            return (1, "what tries the slips was ended") if ready else (None, "")
        status, said = json.loads(line)
        return status, said

    def end(self) -> None:
        """End what runs here, and with it everything in its cage."""
        if self._warm is not None:
            self._warm.kill()
            self._warm.wait()
            self._warm = None

    def pytest_alone(self, words: list[str], seconds: float, **more: str) -> tuple[int, str]:
        """Run tests in a Python of their own, with more in its environment."""
        output = {"stdin": subprocess.DEVNULL, "stderr": subprocess.STDOUT}
        process = self._start("-m", "pytest", "-q", *PLAIN, *words, env={**self.environment, **more}, **output)
        try:
            said, _ = process.communicate(timeout=seconds)
        except BaseException:
            process.kill()
            raise
        return process.returncode, said.decode(errors="replace")

    def _start(self, *words: str, **more: Any) -> subprocess.Popen[bytes]:
        settings = {"env": self.environment, "stdout": subprocess.PIPE, "start_new_session": True, **more}
        return subprocess.Popen([*CAGE, str(self.python), *words], cwd=self.folder, **settings)
