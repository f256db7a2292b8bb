"""Where a count of lines of play starts: the position that one word of the command line names, and its rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ludex.authoring.failures import clauses_in_words
from ludex.authoring.subjects import LINE, VECTOR, plays_of, scenario_at, vectors_of_id
from ludex.fault import Fault
from ludex.judge.settings import Setting
from ludex.judge.weigh import refusal_of
from ludex.protocol.server import perform
from ludex.scenario.stepping import editions_of, given_position
from ludex.seam import reference_of


class StartingPoint(NamedTuple):
    """A position with what goes beside it in a question, the rules, and the depth where the word says one.

    `name` says which one of several it is that a word may stand for.
    """

    game: str
    setting: Setting
    fields: dict[str, Any]
    depth: int | None = None
    name: str = ""


def starting_point(subject: str, game: str | None, edition: str | None, named: Mapping[str, str]) -> StartingPoint:
    """What a position, `FILE:LINE` of a scenario or a vector's id stands for; `named` readings go before its own.

    A Fault says where there is none, or none that the rules can count from."""
    start = _starting_point(subject, game, edition, named)
    _check_that_rules_read(start)
    return start


def _check_that_rules_read(start: StartingPoint) -> None:
    """A Fault names the clauses that a position, or what goes beside it, breaks under its rules."""
    named = {"game": start.game, "edition": start.setting.edition, "readings": start.setting.choices}
    result = perform("perft", {**named, **start.fields, "depth": 1})
    if kind := refusal_of(result):
        broken = ", ".join(result[kind]["broken"])
        told = [f"nothing can be counted from here: under {start.setting.label} it breaks {broken}"]
        words = "\n".join([*told, *clauses_in_words(start.game, broken)])
        raise Fault(words, "Mend the position, or choose the --edition or --reading that allows it.")


def _starting_point(subject: str, game: str | None, edition: str | None, named: Mapping[str, str]) -> StartingPoint:
    if VECTOR.fullmatch(subject):
        return _of_vector(subject, game, named)
    if match := LINE.fullmatch(subject):
        scenario = scenario_at(Path(match["path"]), match["line"])
        own = {choice.entry: choice.reading for choice in scenario.under}
        setting = _setting(scenario.setting.game, edition or editions_of(scenario)[-1], {**own, **named})
        name = f'"{scenario.name}", {match["path"]}:{scenario.place.line}'
        return StartingPoint(scenario.setting.game, setting, {"position": given_position(scenario)}, name=name)
    (play,) = plays_of(subject, game, edition).plays
    wanted = edition or reference_of(play.game).REGISTER.editions[-1]
    return StartingPoint(play.game, _setting(play.game, wanted, named), {"position": play.scenes[0].position})


def _of_vector(wanted: str, game: str | None, named: Mapping[str, str]) -> StartingPoint:
    from ludex.authoring.explain import choices_for

    suite, topic, vector = vectors_of_id(wanted, game)[0]
    asked = msgspec.json.decode(vector.input)
    fields = {name: value for name, value in asked.items() if name not in ("depth", "action", "by")}
    if "position" not in fields:
        raise Fault(f"{wanted} is about no position to count from", "Name one that asks for a perft, or a position.")
    setting = _setting(suite.game, topic.edition, {**choices_for(suite, vector, topic.edition), **named})
    depth = asked.get("depth")
    return StartingPoint(suite.game, setting, fields, depth if type(depth) is int else None)


def _setting(game: str, edition: str, named: Mapping[str, str]) -> Setting:
    """The rules of an edition with these readings; a Fault says which of them there is not."""
    register = reference_of(game).REGISTER
    if edition not in register.editions:
        raise Fault(f"no edition {edition!r} of {game}", f"Editions: {', '.join(register.editions)}.")
    try:
        choices, usual = register.rules(edition, dict(named)).choices, register.rules(edition).choices
    except (LookupError, ValueError) as unknown:
        raise Fault(str(unknown).strip("'\"")) from None
    flipped = {entry: choice for entry, choice in choices.items() if usual.get(entry) != choice}
    return Setting(edition, dict(choices), flipped)
