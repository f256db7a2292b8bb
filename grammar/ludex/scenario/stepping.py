"""Goes through a scenario step by step, as its rules have it: the position before, the action, what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ludex.rules import Refused, Rules
from ludex.scenario.values import Phrase, Scenario, ScenarioStep
from ludex.seam import Notation, Reference, notation_of, reference_of


class PlayedStep(NamedTuple):
    """One step: what is expected, and the position before and after, in JSON (the same unless an action applied).

    ``data`` is the action as it goes over the wire, and ``by`` sends it; both are None if nothing could be sent.
    ``state`` and ``state_after`` are the reference's own values, or None if it cannot read the position.
    """

    step: ScenarioStep
    then: tuple[Phrase, ...]
    before: Any
    after: Any
    state: Any
    state_after: Any
    data: Any = None
    by: str | None = None
    refusal: Refused | None = None


def reference(scenario: Scenario) -> Reference:
    """The reference of the scenario's game."""
    return reference_of(scenario.setting.game)


def notation(scenario: Scenario) -> Notation:
    """The notation of the scenario's game."""
    return notation_of(scenario.setting.game)


def editions_of(scenario: Scenario) -> tuple[str, ...]:
    """The editions that a scenario speaks of."""
    named = scenario.setting.edition
    return (named,) if named else tuple(reference(scenario).REGISTER.editions)


def rules_for(scenario: Scenario, edition: str) -> Rules:
    """The rules that it is played by; raises UnknownChoice where it names a reading that there is not."""
    chosen = {choice.entry: choice.reading for choice in scenario.under}
    rules: Rules = reference(scenario).REGISTER.rules(edition, chosen)
    return rules


def given_position(scenario: Scenario) -> Any:
    """The position as it is given, in JSON, whether or not the rules can read it."""
    return notation(scenario).compose([phrase.value for phrase in scenario.given])


def turns(scenario: Scenario, edition: str) -> Iterator[PlayedStep]:
    """Each step as it comes out; a position that cannot be read refuses the first, and all after it."""
    game, rules = reference(scenario), rules_for(scenario, edition)
    shown = given_position(scenario)
    try:
        state = game.read_position(shown, rules)
    except Refused as refusal:
        for step in scenario.steps:  # nothing can be sent where nobody can read who is to move
            yield PlayedStep(step, step.then_in(edition), shown, shown, None, None, refusal=refusal)
        return
    for step in scenario.steps:
        before = game.show_position(state)
        data, by = _data_and_sender(scenario, step, rules, before)
        after, refused = _apply(game, state, data, rules, by) if step.when else (state, None)
        yield PlayedStep(
            step, step.then_in(edition), before, game.show_position(after), state, after, data, by, refused
        )
        state = after


def _data_and_sender(scenario: Scenario, step: ScenarioStep, rules: Rules, shown: Any) -> tuple[Any, str | None]:
    """The action of a step as it goes over the wire, and who sends it."""
    if step.when is None:
        return None, None
    sent = step.when.value
    return notation(scenario).data_of(sent.action, rules, shown), sent.by


def _apply(game: Any, state: Any, data: Any, rules: Rules, by: str | None) -> tuple[Any, Refused | None]:
    try:
        return game.apply(state, data, rules, by=by), None
    except Refused as refusal:
        return state, refusal
