"""The page on a game of one's own: each of its steps is done as it stands there, and comes to what it says."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.newcomer.contract import contract
from tests.newcomer.installing import link, run_ludex

PAGE = (Path(__file__).parents[2] / "docs" / "new-game.md").read_text(encoding="utf-8")


ALL = bool(os.environ.get("LUDEX_ALL"))


class Step(NamedTuple):
    """A block of the page: what kind it is, the file that it is about (`long`: what takes long), and its lines."""

    kind: str
    file: str
    text: str


def steps(page: str = PAGE) -> list[Step]:
    """The blocks of a page in their order."""
    return [Step(*found) for found in re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)]


def test_the_table_of_the_contract_is_that_of_the_protocols() -> None:
    assert PAGE.count("| must hold |") == 1
    assert f"\n{contract()}\n" in PAGE


def test_every_step_of_the_page_comes_to_what_it_says(tmp_path: Path) -> None:
    do(steps(), "dawson", tmp_path)


def do(every: list[Step], game: str, folder: Path) -> None:
    """Does the steps of a page on a game in a folder."""
    done = {"console": 0, "diff": 0, "ludex": 0}
    for step in every:
        done[step.kind] += 1
        if step.kind == "console" and step.file == "long" and not ALL:
            continue  # a whole campaign: the same commands are asked of the template, whose core is there
        if step.kind == "console":
            for command, said in commands_of(step.text):
                run(command, said, folder, game)
        elif step.kind == "diff":
            change(folder / game / step.file, step.text)
        else:
            (folder / game / step.file).write_text(step.text, encoding="utf-8")
    assert min(done.values()) > 0


def commands_of(text: str) -> list[tuple[str, str]]:
    """Each command of a block, and what is shown of what it says."""
    return [(command, said.strip()) for command, said in re.findall(r"^\$ (.*)\n((?:[^$].*\n)*)", text, re.MULTILINE)]


def run(command: str, said: str, folder: Path, game: str) -> None:
    """Runs a command of the page; pip is stood for by what it does of `-e`."""
    words = [sys.executable if word == "python3" else word for word in shlex.split(command)]
    if words[0] == "pip":
        link(game, folder / game, folder / "site")
        return
    assert words[0] == "ludex", command
    paths = f"{folder / game}:{folder / 'site'}"
    done = run_ludex(tuple(words[1:]), {"PYTHONPATH": paths}, folder)
    assert said in done.said, (command, done.said)
    assert (done.status == 0) == (is_green(said)), (command, done.said)
    assert "Traceback" not in done.said


def is_green(said: str) -> bool:
    """Whether the page shows a command that ends well: it shows no failure, and no clause that is broken."""
    return not re.search(r"[1-9]\d* (?:fail|cannot be played)|^(?:DAW|PAW)-", said)


def change(file: Path, text: str) -> None:
    """Changes a file as a block shows it: lines that begin with - become those that begin with +."""
    lines = text.splitlines()
    before = "\n".join(line[1:] for line in lines if line[:1] != "+")
    after = "\n".join(line[1:] for line in lines if line[:1] != "-")
    whole = file.read_text(encoding="utf-8")
    assert whole.count(f"{before}\n") == 1, f"{file}: {before}"
    file.write_text(whole.replace(f"{before}\n", f"{after}\n"), encoding="utf-8")


@pytest.mark.parametrize("said", ["1 scenario, 1 with each edition: 0 pass, 1 fail", "DAW-MOV-6"])
def test_what_the_page_shows_of_a_failure_is_taken_for_one(said: str) -> None:
    assert not is_green(said)
    assert is_green("9 scenarios, 9 with each edition: 9 pass, 0 fail")
