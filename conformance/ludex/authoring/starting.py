"""Where a count of lines of play starts: the position that one word of the command line names, and its rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ludex import where
from ludex.authoring.subjects import LINE, VECTOR, plays_of, scenario_at, suite_of
from ludex.fault import Fault
from ludex.judge.settings import Setting
from ludex.scenario.stepping import editions_of, given_position
from ludex.seam import reference_of
from ludex.vectors.suite import available


class StartingPoint(NamedTuple):
    """A position with what goes beside it in a question, the rules, and the depth where the word says one."""

    game: str
    setting: Setting
    fields: dict[str, Any]
    depth: int | None = None


def starting_point(subject: str, game: str | None, edition: str | None, named: Mapping[str, str]) -> StartingPoint:
    """What a position, `FILE:LINE` of a scenario or a vector's id stands for; `named` readings go before its own."""
    if VECTOR.fullmatch(subject):
        return _of_vector(subject, game, named)
    if match := LINE.fullmatch(subject):
        scenario = scenario_at(Path(match["path"]), match["line"])
        own = {choice.entry: choice.reading for choice in scenario.under}
        setting = _setting(scenario.setting.game, edition or editions_of(scenario)[-1], {**own, **named})
        return StartingPoint(scenario.setting.game, setting, {"position": given_position(scenario)})
    (play,) = plays_of(subject, game, edition).plays
    wanted = edition or reference_of(play.game).REGISTER.editions[-1]
    return StartingPoint(play.game, _setting(play.game, wanted, named), {"position": play.scenes[0].position})


def _of_vector(wanted: str, game: str | None, named: Mapping[str, str]) -> StartingPoint:
    from ludex.authoring.explain import choices_for, find

    found = find(wanted, [suite_of(name, where.vectors_of(name)) for name in available() if game in (None, name)])
    if not found:
        raise Fault(f"no vector {wanted!r}", "`ludex check --list` shows them all.")
    suite, topic, vector = found[0]
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
