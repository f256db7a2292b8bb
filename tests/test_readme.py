"""The README says what is so: its commands exist, its links lead somewhere, its scenario passes."""

from __future__ import annotations

import importlib
import re
import shlex
from pathlib import Path

import pytest

from ludex import where
from ludex.cli import _parser
from ludex.mutation.core import read_core
from ludex.mutation.listing import listing_of
from ludex.mutation.mutants import mutants_of
from ludex.rulebook import read_rulebook
from ludex.scenario import read_text, run
from ludex.seam import reference_of

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ \.venv/bin/ludex ([^#\n]+)", README, re.MULTILINE)
LINKS = re.findall(r"\]\(([^)#]+)\)", README)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_is_understood(command: str) -> None:
    ours, _, _ = command.partition(" -- ")
    words = shlex.split(ours)
    assert _parser(words).parse_args(words).subcommand == words[0]


@pytest.mark.parametrize("link", LINKS)
def test_a_link_of_the_readme_leads_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


def test_the_scenario_of_the_readme_passes() -> None:
    (text,) = re.findall(r"^```text\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    results = [result for scenario in read_text(text, "README.md").scenarios for result in run(scenario)]
    assert results
    assert [result for result in results if result.status != "pass"] == []


def test_the_two_commands_are_those_of_the_makefile() -> None:
    assert {"demo", "test"} == set(re.findall(r"^\$ make (\w+)", README, re.MULTILINE))
    assert re.search(r"^demo: setup$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def figures() -> dict[str, dict[str, str]]:
    """The table of the README on how much the suite would notice: for each row, the figures of the games by title."""
    head, _, *rows = re.findall(r"^\|(.*)\|$", README.split("## How much the suite would notice")[1], re.MULTILINE)
    titles = [cell.strip() for cell in head.split("|")][1:-1]  # the last column has the commands
    cells = [[cell.strip() for cell in row.split("|")] for row in rows]
    return {row[0]: dict(zip(titles, row[1:-1], strict=True)) for row in cells if len(row) == len(titles) + 2}


TITLES = {title for cells in figures().values() for title in cells} - {"command"}


def test_each_column_of_the_figures_is_a_game() -> None:
    assert len(TITLES) == len([game for game in where.games() if reference_of(game).TITLE in TITLES]) > 0


@pytest.mark.parametrize("game", [game for game in where.games() if reference_of(game).TITLE in TITLES])
def test_the_figures_of_the_readme_are_those_of_the_lists_and_of_the_core(game: str) -> None:
    """What a whole campaign alone can tell (who is killed, and who told of) is not asked here."""
    title, core = importlib.import_module(f"ludex.games.{game}").TITLE, read_core(game)
    assert core is not None
    shown = {row.split(",")[0]: cells[title] for row, cells in figures().items()}
    own = [mutant for mutant in mutants_of(game) if not mutant.is_shared]
    clauses = read_rulebook(where.spec() / game / "rulebook")
    assert shown["clauses with an accepting and a refusing test"] == str(len(clauses))
    assert shown["mutants of the rules"] == f"{len(own):,}"
    assert shown["the same game by another name"] == str(len(listing_of(game).equivalent))
    assert shown["a core"] == f"{len(core.ids):,} of {core.of:,}"
