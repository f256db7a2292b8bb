"""What the wheel holds, so that what is installed can do what a checkout can."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from ludex import where

ROOT = where.spec().parent
VALUE = '"id": "zombie",\n   "letter": "Z",\n   "card": null,\n   "attack": "normal",\n   "value": '


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel holds."""
    folder = tmp_path_factory.mktemp("wheel")
    command = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder))
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "installed")
    return folder / "installed"


@pytest.mark.parametrize("part", ["spec", "vectors"])
def test_the_wheel_holds_every_file_of_the_rulebooks_and_vectors(part: str, installed: Path) -> None:
    names = {path.relative_to(ROOT) for path in (ROOT / part).rglob("*") if path.is_file()}
    assert names
    assert {name for name in names if not (installed / "ludex" / name).is_file()} == set()


def test_the_wheel_holds_no_benchmarks_and_speaks_of_no_tests(installed: Path) -> None:
    """Hostile engines and the table of what must be said of them lie with the tests, which are not installed."""
    modules = list((installed / "ludex").rglob("*.py"))
    assert len(modules) > 1
    assert [one for one in modules if "bench" in one.parts] == []
    speak = re.compile(r"""["'/ ]tests/|/ ["']tests["']|\btests\.[a-z]|ludex\.bench""")
    of_a_checkout = {"rulediff/beside.py"}  # the gate looks at the tests of the checkout that it judges
    speaking = {
        one.relative_to(installed / "ludex").as_posix() for one in modules if speak.search(one.read_text("utf-8"))
    }
    assert speaking == of_a_checkout


def test_the_installed_rules_read_the_figures_of_the_installed_rulebook(installed: Path) -> None:
    table = installed / "ludex" / "spec" / "minions" / "data" / "initiate.json"
    text = table.read_text(encoding="utf-8")
    assert text.count(f"{VALUE}1") == 1
    table.write_text(text.replace(f"{VALUE}1", f"{VALUE}7"), encoding="utf-8")
    ask = "from ludex.games.minions import REGISTER; print(REGISTER.rules('initiate').fact('table').zombie.value)"
    command = (sys.executable, "-S", "-c", ask)  # -S: the checkout that is installed here stays out of it
    told = subprocess.run(command, cwd=installed, env={"PYTHONPATH": str(installed)}, capture_output=True, text=True)
    assert told.stdout == "7\n", told.stderr


LUDEX = "import sys; from ludex.cli import main; sys.exit(main())"
REFERENCE = (sys.executable, "-S", "-c", LUDEX, "engine")
PROMISES = {
    "the versions": (("--version",), "vectors of tribun: "),
    "the smoke test": (("smoke", "--", *REFERENCE), "The adapter is ready for `ludex check`."),
    "a check": (("check", "--game", "tactics", "--core", "--", *REFERENCE), "selected vectors pass"),
    "a clause": (("explain", "TRB-MOV-4"), "TRB-MOV-4"),
    "a scenario to begin with": (("new", "TAC-WIN-1", "-o", "made.ludex"), "made.ludex"),
    "a kit": (("kit", "go", "--game", "minions", "made"), "wrote made/lines.go"),
}


@pytest.mark.parametrize("promise", PROMISES)
def test_what_the_readme_promises_holds_in_an_empty_folder(promise: str, installed: Path, tmp_path: Path) -> None:
    """The packages that Ludex needs are there, the checkout is not: no .pth file is read."""
    words, said = PROMISES[promise]
    paths = [str(installed), *(path for path in sys.path if path.endswith("site-packages"))]
    env = {"PYTHONPATH": os.pathsep.join(paths), "PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    command = (sys.executable, "-S", "-c", LUDEX, *words)
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert said in done.stdout
    asks = (sys.executable, "-S", "-c", "from ludex import where; print(where.spec())")
    where_from = subprocess.run(asks, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    assert where_from.stdout.startswith(str(installed))
