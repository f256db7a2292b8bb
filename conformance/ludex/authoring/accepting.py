"""A scenario's ``then`` rewritten to what came out, and kept only if the scenario comes further with it."""

from __future__ import annotations

from collections.abc import Sequence

from ludex.scenario import File, Scenario, ScenarioResult, read_text, run
from ludex.scenario.accepting import NotAccepted, Rewriting, rewriting


def play(text: str, path: str, name: str) -> tuple[File, tuple[ScenarioResult, ...]]:
    """What a text says, and how the scenario of this name goes; no results where there is none."""
    file = read_text(text, path)
    found: list[Scenario] = [scenario for scenario in file.scenarios if scenario.name == name]
    return file, run(found[0]) if found else ()


def acceptance_of(text: str, path: str, results: Sequence[ScenarioResult]) -> tuple[Rewriting, str]:
    """How a scenario that fails is rewritten, and the text with that; raises NotAccepted.

    ``results`` are all of the scenario, one for each edition."""
    change = rewriting(text, results)
    anew = change.apply_to(text)
    before, _ = play(text, path, results[0].scenario.name)
    file, later = play(anew, path, results[0].scenario.name)
    if len(file.problems) > len(before.problems) or not later:
        raise NotAccepted("what came out cannot be put into these words: change it by hand")
    if [one.failures for one in later] == [one.failures for one in results]:
        raise NotAccepted("it would fail as before: change it by hand")
    return change, anew
