"""Answers a request from the rules of a game: the one place that knows what every game can be asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ludex.rules.clauses import Inputs, recording
from ludex.rules.refusal import Refused
from ludex.rules.replaying import counted, replayed

Answer = dict[str, Any]
Fields = Mapping[str, Any]
Operation = Callable[[Fields, Any], Answer]


def answer(game: Any, operation: str, fields: Fields, rules: Any) -> Answer:
    """What a game answers to a request that it can be asked; a field that is missing raises KeyError with its name."""
    return answer_by(_operation_of(game, operation), fields, rules)


def answer_by(operation: Operation, fields: Fields, rules: Any) -> Answer:
    """What an operation answers; a refusal is an answer, too."""
    try:
        return operation(fields, rules)
    except Refused as refused:
        return {type(refused).__name__.lower(): {"broken": list(refused.broken), "moot": list(refused.moot)}}


def turned_round(
    ask: Callable[[], Answer],
    clause: str,
    about_reading: bool = False,
    inputs: Inputs | None = None,
    as_read: Answer | None = None,
) -> Answer | None:
    """What is answered if one clause decides the other way; None where the rules fall apart.

    Where the input can then not be read, and the question is not about reading, the clause is turned round where it
    decides, and the input is read as ever. ``inputs`` is what was read of it before, ``as_read`` the answer then, where
    it is known.
    """
    turned = _turned_round(ask, clause, False, inputs)
    if turned is not None and "unreadable" in turned and not about_reading:
        return as_read or _turned_round(ask, clause, True, inputs)
    return turned


def _turned_round(ask: Callable[[], Answer], clause: str, spares_reading: bool, inputs: Inputs | None) -> Answer | None:
    with recording(invert=clause, keep_steps=False, spares_reading=spares_reading, inputs=inputs):
        try:
            return ask()
        except Exception:  # whatever rules do that contradict themselves
            return None


def operations_of(game: Any) -> list[str]:
    """The names of all that a game can be asked: what every game can, and then its own."""
    return [*(name for name in _COMMON if name not in game.OPERATIONS), *game.OPERATIONS]


def _operation_of(game: Any, name: str) -> Operation:
    """What a game says itself to a request of this name, or else what every game says."""
    stated: Operation | None = game.OPERATIONS.get(name)
    return stated or partial(_COMMON[name], game)


def _legal(game: Any, fields: Fields, rules: Any) -> Answer:
    position = game.read_position(fields["position"], rules)
    return {"actions": list(game.legal(position, rules))}


def _apply(game: Any, fields: Fields, rules: Any) -> Answer:
    position = game.read_position(fields["position"], rules)
    after = game.apply(position, fields["action"], rules, by=fields.get("by"))
    return {"position": game.show_position(after)}


_COMMON: Mapping[str, Callable[[Any, Fields, Any], Answer]] = {
    "legal": _legal,
    "apply": _apply,
    "perft": counted,
    "replay": replayed,
}
