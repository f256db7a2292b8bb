"""Games that are installed as packages, for tests: where they are put, and commands that find them there."""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import NamedTuple

from ludex import where

MAIN = "import sys; from ludex.cli import main; sys.exit(main())"


class Done(NamedTuple):
    """How a command ended, and all that it said."""

    status: int
    said: str


class Installed(NamedTuple):
    """A game as a package of its own: its folder, the one that it is installed in, and the Python there."""

    name: str
    folder: Path
    site: Path
    python: str = sys.executable

    @property
    def spec(self) -> Path:
        """Its rulebook and scenarios, as they are installed."""
        return self.site / f"ludex_{self.name}" / "games" / self.name / "spec"

    @property
    def engine(self) -> tuple[str, str]:
        """The command of its foreign engine."""
        return sys.executable, str(self.folder / "engine" / "engine.py")

    def ludex(self, *words: str, cwd: Path | None = None) -> Done:
        """Runs a command where the game is installed."""
        return run_ludex(words, {}, cwd or self.site, python=self.python)


def run_ludex(
    words: tuple[str, ...], env: dict[str, str], cwd: Path, script: str = MAIN, python: str = sys.executable
) -> Done:
    """Runs a command in a process of its own."""
    given = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **env}
    done = subprocess.run(
        [python, "-c", script, *words], cwd=cwd, env=given, capture_output=True, text=True, check=False
    )
    return Done(done.returncode, done.stdout + done.stderr)


def install(name: str, folder: Path, place: Path) -> Installed:
    """Installs the package in a folder with pip into a new virtual environment, which has from here what it needs."""
    venv.create(place)
    python = place / "bin" / "python"
    (own,) = (place / "lib").glob("python*/site-packages")
    here = (f"import site; site.addsitedir({path!r})\n" for path in site.getsitepackages())
    (own / "here.pth").write_text("".join(here), encoding="utf-8")
    offline = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check")
    command = (sys.executable, "-m", "pip", "--python", str(python), "install", *offline, str(folder))
    subprocess.run(command, check=True, capture_output=True)
    return Installed(name, folder, own, str(python))


def link(name: str, folder: Path, place: Path) -> None:
    """What `pip install -e` does: says where the game is found, which stays where it is."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [
        "\n".join([f"[{group}]", *(f"{entry} = {package}" for entry, package in entries.items())])
        for group, entries in project["entry-points"].items()
    ]
    about = place / f"ludex_{name}-{project['version']}.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    (about / "entry_points.txt").write_text("\n\n".join(groups))


def copied_template(folder: Path) -> Installed:
    """A copy of the template that is linked, to be changed or to be played."""
    shutil.copytree(where.template(), folder / "template", ignore=shutil.ignore_patterns("__pycache__"))
    link("hexapawn", folder / "template", folder / "site")
    return Installed("hexapawn", folder / "template", folder / "template")
