"""How people write the race to ten: ``at 3, a to move``, and ``add 2``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ludex.notation import expectations as e
from ludex.notation.reading import Contradiction, NotReadable
from ludex.notation.written import NoSentence

BLANK = {"at": 0, "turn": "a"}


class At(NamedTuple):
    """What was said last."""

    at: int


class Turn(NamedTuple):
    """Whose turn it is."""

    turn: str


class Sent(NamedTuple):
    """An action, and who sends it."""

    action: int
    by: str | None = None


FORMS: dict[str, list[tuple[str, Any]]] = {
    "position": [(r"at (\d+)", lambda at: At(int(at))), (r"([ab]) to move", Turn)],
    "action": [(r"add (-?\d+)", lambda number: Sent(int(number)))],
    "expectation": [(r"refused by ([A-Z0-9-]+)", lambda clause: e.ExpectRefused((clause,)))],
}
FORMS["expectation"] += FORMS["position"]


def read(start: str, text: str) -> Any:
    for form, value in FORMS[start]:
        if found := re.fullmatch(form, text):
            return value(*found.groups())
    raise NotReadable(1, 1, text, f"a sentence of the race as {start}")


def read_position(text: str) -> dict[str, Any]:
    return compose([read("position", part.strip()) for part in text.split(",")])


def compose(facts: Sequence[Any]) -> dict[str, Any]:
    if {type(fact) for fact in facts} != {At, Turn}:
        raise Contradiction(-1, "a number and a player")
    return impose(BLANK, facts)


def impose(position: Any, facts: Iterable[Any]) -> Any:
    for fact in facts:
        position = {**position, **fact._asdict()}
    return position


def data_of(action: int, *_: Any) -> int:
    return action


def show_action(data: int, _: Any = None) -> str:
    return f"add {data}"


def facts_of(position: Any) -> list[Any]:
    try:
        return [At(position["at"]), Turn(position["turn"])]
    except (TypeError, KeyError) as error:
        raise NoSentence(str(error)) from None


def restated(position: Any, facts: Sequence[Any]) -> list[list[Any]]:
    now = {type(fact): fact for fact in facts_of(position)}
    return [[now[type(fact)]] for fact in facts]


def fact_text(fact: Any) -> str:
    return f"at {fact.at}" if isinstance(fact, At) else f"{fact.turn} to move"


def fact_texts(facts: Iterable[Any]) -> list[str]:
    return list(map(fact_text, facts))


def sent_text(sent: Sent) -> str:
    return show_action(sent.action)


def expectation_text(value: Any) -> str:
    return fact_text(value) if isinstance(value, At | Turn) else f"refused by {' or '.join(value.clauses)}"
