"""What the sentences of 5x5 Tactics say, as frozen values: facts about a state, and the actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

PLAYERS = ("P1", "P2")
SIZE = 5


class Tile(NamedTuple):
    """A place by its column and its row, on the board or not."""

    x: int
    y: int

    @property
    def is_on_board(self) -> bool:
        """Whether the place is one of the twenty-five tiles."""
        return 0 <= self.x < SIZE and 0 <= self.y < SIZE


@dataclass(frozen=True, slots=True)
class Legend:
    """Who some units are; what is None, or not dead, was left unsaid."""

    units: tuple[str, ...]
    owner: str
    dead: bool = False
    at: Tile | None = None
    hp: int | None = None
    attack: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the drawn board (None: no living unit on the tile), and the legends that stand beside it."""

    cells: tuple[str | None, ...]
    legends: tuple[Legend, ...] = ()


@dataclass(frozen=True, slots=True)
class Stands:
    """A unit is on this tile."""

    unit: str
    tile: Tile


@dataclass(frozen=True, slots=True)
class Lives:
    """A unit is marked alive, or dead."""

    unit: str
    alive: bool


@dataclass(frozen=True, slots=True)
class Hp:
    """A unit has so many hit points."""

    unit: str
    hp: int


@dataclass(frozen=True, slots=True)
class Strength:
    """A unit has this attack."""

    unit: str
    attack: int


@dataclass(frozen=True, slots=True)
class Empty:
    """No living unit stands on these tiles."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class ToMove:
    """Whose turn it is."""

    player: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who has won (None: the game is still open)."""

    winner: str | None


@dataclass(frozen=True, slots=True)
class StandardStart:
    """The units are those of the playable start."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole state, as JSON."""

    json: str


@dataclass(frozen=True, slots=True)
class With:
    """Fields of the state as JSON, in place of what they would be."""

    json: str


@dataclass(frozen=True, slots=True)
class Without:
    """A field of the state is missing."""

    field: str


Fact = Row | Legend | Stands | Lives | Hp | Strength | Empty | ToMove | Outcome | StandardStart | Whole | With | Without


@dataclass(frozen=True, slots=True)
class Move:
    """A unit steps to a tile (None: nowhere); it may be named. ``by`` None is the player on turn, here and below."""

    to: Tile | None
    unit: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """A unit (None: nobody) is attacked, at a position (None: nowhere) or, if that is implied, where it stands."""

    unit: str | None
    at: Tile | None = None
    implied: bool = False
    by: str | None = None


@dataclass(frozen=True, slots=True)
class MoveAndAttack:
    """A unit steps to a tile (None: nowhere) and attacks a unit (None: nobody)."""

    to: Tile | None
    unit: str | None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn is given up."""

    by: str | None = None


@dataclass(frozen=True, slots=True)
class Raw:
    """An action as JSON, whatever it says."""

    json: str


Action = Move | Attack | MoveAndAttack | EndTurn | Raw


@dataclass(frozen=True, slots=True)
class Sent:
    """An action as it is sent; it says itself who acts, so ``by`` is left open."""

    action: Action
    by: None = None
