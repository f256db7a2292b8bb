"""Scenarios that are printed from their values are read again as what they were, and print the same."""

import importlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.notation import Place
from ludex.scenario import File, Phrase, Scenario, ScenarioStep, read_file, read_text
from ludex.scenario.formatting import format_text, meaning
from ludex.scenario.printing import file_text
from ludex.scenario.values import Choice, GameLine
from ludex.where import spec
from tests.notation import made as tribun_made
from tests.tactics_notation import made as tactics_made

# Made-up facts of one step may contradict each other, and then the reader says so; nothing else may be wrong.
CONTRADICTIONS = (
    "only one",
    "or to hold",
    "before",
    "five rows",
    "a word on",
    "where a tile is named",
    "units with names",
)
HERE = Place(1, 1, "")
GAMES: dict[str, tuple[Any, tuple[str, ...], str]] = {
    "tribun": (tribun_made, ("2026-01", "2026-04"), "standard start, black to move"),
    "tactics": (tactics_made, ("v1",), "standard start, P1 to move"),
}
words = st.from_regex("[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,3})?", fullmatch=True)
names = st.text(st.characters(categories=("L", "N", "P", "S"), exclude_characters='"'), min_size=1, max_size=12)


def phrase(value: Any, edition: str | None = None, exact: bool = False) -> Phrase:
    return Phrase("", HERE, value, edition, exact)


@st.composite
def files(draw: st.DrawFn) -> File:
    """Scenarios of a game as values."""
    game = draw(st.sampled_from(sorted(GAMES)))
    named = draw(st.lists(names, min_size=1, max_size=3, unique=True))
    return File("", tuple(draw(scenarios(game, name)) for name in named), ())


@st.composite
def scenarios(draw: st.DrawFn, game: str, name: str) -> Scenario:
    made, editions, start = GAMES[game]
    start_facts = importlib.import_module(f"ludex.notation.{game}")
    position = tuple(phrase(start_facts.read("position", text)) for text in start.split(", "))
    edition = draw(st.none() | st.sampled_from(editions))
    only = st.none() | st.sampled_from(editions if edition is None else (edition,))
    then = st.lists(st.builds(phrase, made.expectations, only), min_size=1, max_size=3)
    steps = [ScenarioStep(None, tuple(draw(then)))] if draw(st.booleans()) else []
    for _ in range(draw(st.integers(0, 2))):
        steps.append(ScenarioStep(phrase(draw(made.sent)), tuple(draw(then))))
    steps.append(ScenarioStep(phrase(draw(made.sent)), (phrase(draw(made.expectations)), *whole(draw, position))))
    why = " ".join(draw(st.lists(words, max_size=3)))
    under = tuple(Choice(entry, draw(words), HERE) for entry in draw(st.lists(words, max_size=2, unique=True)))
    cites = draw(made.clauses | st.just(()))
    tags = tuple(draw(st.lists(words, max_size=2, unique=True)))
    return Scenario(name, HERE, GameLine(game, edition, HERE), why, cites, under, position, tuple(steps), tags)


def whole(draw: st.DrawFn, position: tuple[Phrase, ...]) -> list[Phrase]:
    return [phrase(one.value, exact=True) for one in position] if draw(st.booleans()) else []


@given(files())
@settings(max_examples=80, deadline=None)
def test_what_is_printed_is_read_again_and_prints_the_same(file: File) -> None:
    text = file_text(file)
    read = read_text(text)
    assert all(any(one in problem.expected for one in CONTRADICTIONS) for problem in read.problems)
    kept = {scenario.name for scenario in read.scenarios}
    rest = File("", tuple(one for one in file.scenarios if one.name in kept), ())
    assert meaning(read) == meaning(rest)
    assert file_text(read) == file_text(rest)
    assert format_text(text) == text


@pytest.mark.parametrize("path", sorted(spec().glob("*/scenarios/*.ludex")), ids=lambda path: path.stem)
def test_what_ships_says_the_same_when_it_is_printed(path: Path) -> None:
    file = read_file(path)
    read = read_text(file_text(file))
    assert read.problems == ()
    assert [_without_outline(one) for one in read.scenarios] == [_without_outline(one) for one in file.scenarios]
    assert file_text(read) == file_text(file)


def _without_outline(scenario: Scenario) -> list[object]:
    return meaning(File("", (replace(scenario, outline=None),), ()))
