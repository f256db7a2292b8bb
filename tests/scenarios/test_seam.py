"""What the scenario language asks of a game's notation is what CONTRIBUTING says, and every game has it."""

import importlib
import re
from pathlib import Path

import pytest

from ludex.scenario.reader import games

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## How a game is added")[1].split("\n## ")[0]
ROWS = re.findall(r"^\| (`[^|]+) \|", TEXT, re.MULTILINE)
NAMES = sorted({name for row in ROWS for name in re.findall(r"`(\w+)", row)} | {"Contradiction", "NoSentence"})


def test_the_names_are_those_that_are_used() -> None:
    used = set()
    for path in (ROOT / "grammar" / "ludex" / "scenario").glob("*.py"):
        source = path.read_text(encoding="utf-8")
        used |= set(re.findall(r"\b(?:notation|game)(?:\([^()]*\))?\.([A-Za-z_]+)", source))
    others = {"REGISTER", "apply", "legal", "read_position", "show_position", "reading", "expectations", "__path__"}
    assert used - others == set(NAMES)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_them(game: str, name: str) -> None:
    assert hasattr(importlib.import_module(f"ludex.notation.{game}"), name)
