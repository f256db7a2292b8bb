"""Scenarios printed from their values, in the usual layout: read again they say the same, and print the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from ludex.scenario.values import File, Phrase, Scenario, ScenarioStep
from ludex.seam import notation_of

KEYWORD_COLUMNS = 6  # of a keyword and the space after it, so that bodies stand below each other


def file_text(file: File) -> str:
    """A file that says what this one says: outlines as the scenarios of their rows, and nothing included or shared."""
    texts: list[str] = [f"ludex {file.version}\n"]
    head = ""
    for scenario in file.scenarios:
        setting = scenario.setting
        before, head = head, f"game {setting.game}{f' edition {setting.edition}' if setting.edition else ''}\n"
        texts += [head] * (head != before)
        texts.append(scenario_text(scenario))
    return "\n".join(texts)


def scenario_text(scenario: Scenario) -> str:
    """One scenario, without its game line."""
    return "".join(f"{line}\n" for line in _lines(scenario))


def _lines(scenario: Scenario) -> Iterator[str]:
    game = notation_of(scenario.setting.game)
    yield f'scenario "{scenario.name}"'
    yield from _part("why", scenario.why)
    yield from _part("cites", " ".join(scenario.cites))
    yield from _part("tags", " ".join(scenario.tags))
    yield from _part("under", ", ".join(f"{choice.entry} = {choice.reading}" for choice in scenario.under))
    yield "  given"
    yield from (f"    {text}" for text in game.fact_texts([phrase.value for phrase in scenario.given]))
    for step in scenario.steps:
        yield from _step(step, game)


def _part(keyword: str, body: str) -> Iterator[str]:
    if body:
        yield f"  {keyword.ljust(KEYWORD_COLUMNS)} {body}"


def _step(step: ScenarioStep, game: Any) -> Iterator[str]:
    if step.when is not None:
        yield from _part("when", game.sent_text(step.when.value))
    for (edition, exact), said in groupby(step.then, key=lambda phrase: (phrase.edition, phrase.exact)):
        yield from _then(list(said), " ".join([*([f"in {edition}"] if edition else []), *["exactly"] * exact]), game)


def _then(said: Sequence[Phrase], header: str, game: Any) -> Iterator[str]:
    yield f"  {'then'.ljust(KEYWORD_COLUMNS)} {header}".rstrip()
    yield from (f"    {game.expectation_text(phrase.value)}" for phrase in said)
