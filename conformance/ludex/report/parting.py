"""Where a wrong replay parts from the right one: at which action, and what stands on the board before and after it.

An answer tells where a game ended, and not how. Where a clause that the answer speaks against, decided the other way,
leads to that very answer, the two games are held side by side; else what was applied tells where they part, or the
last action that touches what differs in the end.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from ludex.judge.weigh import refusal_of
from ludex.protocol.schema import plain
from ludex.report.blame import leaves_of
from ludex.rules import Rules, answering
from ludex.seam import reference_of
from ludex.support import support_of

APPLY, REPLAY = "apply", "replay"
STEPS = "steps"
Answer = dict[str, Any]


class Parting(Struct, frozen=True):
    """The action at which two games part, counted from 1, and the answers to it; `got` is None where nobody knows.

    `is_certain`: it follows from what was answered; else it is the last action that touches what differs.
    """

    number: int
    many: int
    action: Any
    before: Any
    expected: Answer
    got: Answer | None
    is_certain: bool


def parting_of(
    game: str, rules: Rules, asked: Any, expected: Answer, given: Answer, blamed: Sequence[str] = ()
) -> Parting | None:
    """The action at which the game that was given parts from the one expected; None where no game was played.

    `blamed`: the clauses that the answer speaks against, the likeliest first.
    """
    if "position" not in expected or "position" not in given:
        return None
    play = partial(_play, game, rules, asked)
    right = play()[STEPS]
    fields = list(support_of(game).replaying.actions(asked))
    for clause in blamed:
        turned = answering.turned_round(play, clause)
        if turned is not None and leaves_of(_end(turned[STEPS], asked, game)) == leaves_of(given["position"]):
            place = _first_apart(right, turned[STEPS])
            if place is not None:
                return _parting(game, asked, right, fields, place, turned[STEPS][place], True)
    return _by_what_was_applied(game, asked, right, fields, expected, given)


def _by_what_was_applied(
    game: str, asked: Any, right: list[Answer], fields: list[Any], expected: Answer, given: Answer
) -> Parting | None:
    applied, wanted = given.get("applied"), expected["applied"]
    if isinstance(applied, int) and applied != wanted:
        place = min(applied, wanted)
        if not 0 <= place < len(right):
            return None
        refused = given.get("refused") if applied == place else None
        return _parting(game, asked, right, fields, place, {str(refused): {}} if refused else None, True)
    differing = {name for name, _ in leaves_of(expected["position"]) ^ leaves_of(given["position"])}
    positions = [support_of(game).replaying.position(asked), *(one["position"] for one in right if "position" in one)]
    for place in reversed(range(len(positions) - 1)):
        touched = leaves_of(positions[place]) ^ leaves_of(positions[place + 1])
        if differing & {name for name, _ in touched}:
            return _parting(game, asked, right, fields, place, None, False)
    return None


def _parting(
    game: str, asked: Any, right: list[Answer], fields: list[Any], place: int, got: Answer | None, is_certain: bool
) -> Parting:
    before = right[place - 1]["position"] if place else support_of(game).replaying.position(asked)
    return Parting(place + 1, len(fields), fields[place]["action"], before, right[place], got, is_certain)


def _play(game: str, rules: Rules, asked: Any) -> Answer:
    """The answers to the actions of a replay, one after the other, up to the first that is refused."""
    replaying, steps = support_of(game).replaying, list[Answer]()
    position, more = replaying.position(asked), dict(replaying.beside(asked))
    for action in replaying.actions(asked):
        fields = {**action, **more}
        answer = plain(answering.answer(reference_of(game), APPLY, {"position": position, **fields}, rules))
        steps.append(answer)
        if refusal_of(answer):
            break
        more = dict(replaying.carried(position, fields, answer["position"]))
        position = answer["position"]
    return {STEPS: steps}


def _end(steps: list[Answer], asked: Any, game: str) -> Any:
    """The position in which a game ended."""
    reached = [one["position"] for one in steps if "position" in one]
    return reached[-1] if reached else support_of(game).replaying.position(asked)


def _first_apart(one: list[Answer], other: list[Answer]) -> int | None:
    return next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
