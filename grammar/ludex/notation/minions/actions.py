"""What a sentence says about an action of Minions, and how that goes over the wire.

Boards, which people count from 1, go over the wire counted from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from ludex.notation.minions import table
from ludex.notation.minions.boards import HEXES, MOST_BOARDS
from ludex.notation.sentences import says
from ludex.notation.written import json_text, value_of

MOST_PAIRS_OF_HEXES = 200
CALLED = {"kind": "unit"}
Pairs = tuple[tuple[str, str], ...]


class OneAction:
    """An action that is no turn; its fields go over the wire by their names, or as ``CALLED`` says."""

    __slots__ = ()
    kind_on_wire: ClassVar[str]

    @classmethod
    def names(cls) -> dict[str, str]:
        """What its fields are called on the wire, the board first."""
        own = [one.name for one in fields(cls)]  # type: ignore[arg-type]
        return {name: CALLED.get(name, name) for name in sorted(own, key=lambda name: name != "board")}

    def data(self) -> dict[str, Any]:
        """What goes over the wire for it."""
        said = {called: _to_wire(name, getattr(self, name)) for name, called in self.names().items()}
        return {"kind": self.kind_on_wire, **said}


def _to_wire(name: str, value: Any) -> Any:
    if name == "board":
        return value - 1
    return list(map(list, value)) if isinstance(value, tuple) else value


def _from_wire(name: str, value: Any) -> Any:
    if name == "board":
        return value + 1
    return tuple((here, there) for here, there in value) if isinstance(value, list) else value


@says("move")
@dataclass(frozen=True, slots=True)
class Move(OneAction):
    """A tick of moves, each from a hex to a hex."""

    kind_on_wire = "move"
    moves: Pairs
    board: int = 1


@says("attack")
@dataclass(frozen=True, slots=True)
class Attack(OneAction):
    """A tick of attacks, each from a hex on a hex."""

    kind_on_wire = "attack"
    attacks: Pairs
    board: int = 1


@says("buy")
@says("also_buy")
@dataclass(frozen=True, slots=True)
class Buy(OneAction):
    """A unit is bought into the zone."""

    kind_on_wire = "buy"
    kind: str
    board: int = 1


@says("spawn")
@dataclass(frozen=True, slots=True)
class Spawn(OneAction):
    """A unit of the zone is put on a hex."""

    kind_on_wire = "spawn"
    kind: str
    to: str
    board: int = 1


@says("choose_only", keep=None)
@says("choose")
@dataclass(frozen=True, slots=True)
class Choose(OneAction):
    """A necromancer is chosen, and a unit of the zone kept (None: none)."""

    kind_on_wire = "choose"
    necromancer: str
    keep: str | None
    board: int = 1


@says("resign")
@dataclass(frozen=True, slots=True)
class Resign(OneAction):
    """A board is given up."""

    kind_on_wire = "resign"
    board: int = 1


@says("buy_spell")
@dataclass(frozen=True, slots=True)
class BuySpell(OneAction):
    """A spell is bought."""

    kind_on_wire = "buy-spell"


@says("march")
@dataclass(frozen=True, slots=True)
class March(OneAction):
    """A spell is put on the first card without one of one's own."""

    kind_on_wire = "march"


@says("tech")
@says("also_tech")
@dataclass(frozen=True, slots=True)
class TechCard(OneAction):
    """A second spell is put on a card."""

    kind_on_wire = "tech"
    card: str


@says("end_turn")
@dataclass(frozen=True, slots=True)
class EndTurn(OneAction):
    """The turn is ended."""

    kind_on_wire = "end-turn"


Single = Move | Attack | Buy | Spawn | Choose | Resign | BuySpell | March | TechCard | EndTurn
KINDS: dict[str, type[Single]] = {kind.kind_on_wire: kind for kind in Single.__args__}


@says("turn")
@says("whole_turn")
@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn, or the rest of one."""

    actions: tuple[Single, ...] = ()

    def data(self) -> dict[str, Any]:
        """What goes over the wire for it."""
        return {"kind": "turn", "actions": [action.data() for action in self.actions]}


@says("raw")
@dataclass(frozen=True, slots=True)
class Raw:
    """An action as JSON, whatever it says."""

    json: str

    def data(self) -> Any:
        """What goes over the wire for it."""
        return value_of(self.json)


Action = Single | Turn | Raw


@says("action")
@dataclass(frozen=True, slots=True)
class Sent:
    """An action as it is sent; the side to move sends it, so ``by`` is left open."""

    action: Action
    by: None = None


def action_of(data: Any) -> Action:
    """The action that a JSON object asks for; one that no other sentence says is a ``Raw``."""
    return _turn_of(data) or single_of(data) or Raw(json_text(data))


def _turn_of(data: Any) -> Turn | None:
    if not isinstance(data, Mapping) or data.get("kind") != "turn" or data.keys() != {"kind", "actions"}:
        return None
    parts = data["actions"]
    if not isinstance(parts, list) or len(parts) > MOST_PAIRS_OF_HEXES:
        return None
    actions = [single_of(part) for part in parts]
    return Turn(tuple(action for action in actions if action)) if all(actions) else None


def single_of(data: Any) -> Single | None:
    """The single action that a JSON object asks for in the words of the notation, or None."""
    if not isinstance(data, Mapping) or not isinstance(data.get("kind"), str) or data["kind"] not in KINDS:
        return None
    kind = KINDS[data["kind"]]
    names = kind.names()
    if data.keys() != {"kind", *names.values()} or not all(_FITS[name](data[name]) for name in names.values()):
        return None
    return kind(**{name: _from_wire(name, data[called]) for name, called in names.items()})


def _is_board(value: Any) -> bool:
    return type(value) is int and 0 <= value < MOST_BOARDS


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and value in HEXES


def _is_kind(value: Any) -> bool:
    return isinstance(value, str) and value in table.LETTERS


def _are_pairs(value: Any) -> bool:
    return isinstance(value, list) and 0 < len(value) <= MOST_PAIRS_OF_HEXES and all(map(_is_pair, value))


def _is_pair(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(map(_is_hex, value))


_FITS: dict[str, Callable[[Any], bool]] = {
    "board": _is_board,
    "moves": _are_pairs,
    "attacks": _are_pairs,
    "unit": _is_kind,
    "to": _is_hex,
    "necromancer": _is_kind,
    "keep": lambda value: value is None or _is_kind(value),
    "card": _is_kind,
}
