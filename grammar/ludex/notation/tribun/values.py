"""What the sentences of Tribun say, as frozen values: facts about a position, and the actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

COLORS = ("black", "white")
HEIGHTS = (0, 1, 2, 3, 4, 6, 8)
DIRECTIONS = ("up", "left-up", "right-up", "down", "right-down", "left-down")
RADIUS = 5
GRID = 2 * RADIUS + 1


class Tile(NamedTuple):
    """A tile by its coordinates."""

    x: int
    y: int

    @property
    def cid(self) -> int:
        """The number of the tile in words and boards."""
        return (self.x + RADIUS) * GRID + self.y + RADIUS

    @property
    def is_on_board(self) -> bool:
        """Whether the tile is one of the 91."""
        return max(abs(self.x), abs(self.y), abs(self.x - self.y)) <= RADIUS


def tile_of(cid: int) -> Tile:
    """The tile of a number in 0..120."""
    return Tile(cid // GRID - RADIUS, cid % GRID - RADIUS)


TILES = tuple(tile for tile in map(tile_of, range(GRID * GRID)) if tile.is_on_board)


class Unit(NamedTuple):
    """A unit as it stands on a tile."""

    color: str
    tribun: bool
    p: int
    s: int = 0


@dataclass(frozen=True, slots=True)
class Units:
    """Units of one kind stand on these tiles."""

    unit: Unit
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Empty:
    """Nothing stands on these tiles."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class ToMove:
    """Whose turn it is."""

    color: str


@dataclass(frozen=True, slots=True)
class Offers:
    """Whose draw offer is pending (None: nobody's)."""

    color: str | None


@dataclass(frozen=True, slots=True)
class MayNotOffer:
    """Who is blocked from offering a draw (None: nobody)."""

    color: str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The game is open, or ended with a winner, or ended as a tie."""

    ended: bool
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class StandardStart:
    """The units stand as at the start of a game."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole position, in the compact form."""

    line: str


Fact = Units | Empty | ToMove | Offers | MayNotOffer | Outcome | StandardStart | Whole


@dataclass(frozen=True, slots=True)
class Move:
    """A unit goes: its primary alone, or the whole stack by the slave's pattern."""

    origin: Tile
    to: Tile
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Kill:
    """An attack empties the target, and an attacker moves in."""

    mover: Tile
    target: Tile
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Liberate:
    """An attack frees the slave of the target."""

    target: Tile


@dataclass(frozen=True, slots=True)
class Damage:
    """An attack lowers the target's primary."""

    target: Tile
    amount: int


@dataclass(frozen=True, slots=True)
class Enslave:
    """An attack that would empty the target takes it as a slave."""

    mover: Tile
    target: Tile


class Share(NamedTuple):
    """A height given to, or taken from, the neighbour in one direction."""

    direction: int
    amount: int


@dataclass(frozen=True, slots=True)
class Combine:
    """Two donors make a unit on an empty tile."""

    center: Tile
    first: Share
    second: Share


@dataclass(frozen=True, slots=True)
class Symmetric:
    """Six donors (config 0) or three (1: 3+, 2: 3-) make a unit on an empty tile."""

    center: Tile
    config: int
    giving: int


@dataclass(frozen=True, slots=True)
class Split:
    """A unit spreads its primary over empty neighbours."""

    actor: Tile
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class Backstab:
    """A unit kills its slave and steps aside."""

    actor: Tile
    direction: int


@dataclass(frozen=True, slots=True)
class AttackTribun:
    """The enemy tribun is attacked (winner None: the side to move)."""

    attacker: Tile
    tribun: Tile
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """A word of the draw protocol: 0 offer, 1 retract, 2 accept, 3 decline."""

    step: int
    actor: str


@dataclass(frozen=True, slots=True)
class End:
    """The game ends: 0 resigned, 1 no legal turn, 2 out of time, 3 total time."""

    reason: int
    loser: str


@dataclass(frozen=True, slots=True)
class Word:
    """An action word as it is, whatever it says."""

    word: int


Action = (
    Move
    | Kill
    | Liberate
    | Damage
    | Enslave
    | Combine
    | Symmetric
    | Split
    | Backstab
    | AttackTribun
    | Draw
    | End
    | Word
)


@dataclass(frozen=True, slots=True)
class Sent:
    """An action and who sends it (None: whoever must)."""

    action: Action
    by: str | None = None
