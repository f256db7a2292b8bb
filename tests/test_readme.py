"""The README says what is so: its commands exist, its links lead somewhere, its scenario passes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from ludex.cli import _parser
from ludex.scenario import read_text, run

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
