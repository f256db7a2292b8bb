"""What the sentences of Minions say, as frozen values: facts about a position, and the actions.

Boards are counted from 1, as people do. A fact whose ``board`` is None names none: it speaks of the board laid last
before it, else of board 1. Hexes are their names, "a0" to "j9"; sides are "yellow" and "blue"; kinds are the ids of
the table.
"""

from __future__ import annotations

from dataclasses import dataclass

SIDES = ("yellow", "blue")
FILES = "abcdefghij"
HEXES = tuple(f"{file}{rank}" for rank in range(10) for file in FILES)
MOST_BOARDS, MOST_DIGITS = 99, 18
STATES = {"f": "first turn", "n": "normal", "0": "reset+0", "1": "reset+1", "2": "reset+2"}
AMOUNTS = ("money", "owed", "points", "free spells", "bought spells")
FLAGS = "pqrw"
SIGNS = "012mt"


@dataclass(frozen=True, slots=True)
class StandardStart:
    """The position in which a game on these maps begins, one board for each."""

    maps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """A board lies on this map (a name, or ten rows), in this state; what is None, one of the two, was left unsaid."""

    board: int | None
    map: str | None
    state: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A board by its line; ``map`` None was left unsaid."""

    board: int | None
    map: str | None
    line: str


@dataclass(frozen=True, slots=True)
class State:
    """A board is in this state: a letter of STATES."""

    state: str
    board: int | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """A flag of a board (a letter of FLAGS) is there, or is not."""

    flag: str
    there: bool
    board: int | None = None


@dataclass(frozen=True, slots=True)
class Marks:
    """What happened to a unit in this turn; what is None was left unsaid."""

    damage: int | None = None
    moved: int | None = None
    attacked: int | None = None
    spawned: bool | None = None


@dataclass(frozen=True, slots=True)
class Units:
    """A unit of this kind and side stands on each of these hexes."""

    side: str
    kind: str
    hexes: tuple[str, ...]
    marks: Marks = Marks()
    board: int | None = None


@dataclass(frozen=True, slots=True)
class Rank:
    """One rank of a drawn board: the letter of the unit on each of its ten hexes, None where nobody stands.

    The letter N is that of every necromancer: of whichever is there, else of the basic one."""

    rank: int
    cells: tuple[str | None, ...]
    board: int | None = None


@dataclass(frozen=True, slots=True)
class Marked:
    """The unit on a hex has these marks."""

    hex: str
    marks: Marks
    board: int | None = None


@dataclass(frozen=True, slots=True)
class Empty:
    """Nobody stands on these hexes."""

    hexes: tuple[str, ...]
    board: int | None = None


@dataclass(frozen=True, slots=True)
class Zone:
    """These units, and so many of each, are in the reinforcement zone of a side, and no others."""

    side: str
    units: tuple[tuple[str, int], ...]
    board: int | None = None


@dataclass(frozen=True, slots=True)
class Used:
    """A side has taken these necromancers on a board, and no others."""

    side: str
    kinds: tuple[str, ...]
    board: int | None = None


@dataclass(frozen=True, slots=True)
class ToMove:
    """Whose turn it is."""

    side: str


@dataclass(frozen=True, slots=True)
class Amount:
    """A side has so much of something (one of AMOUNTS)."""

    side: str
    what: str
    number: int


@dataclass(frozen=True, slots=True)
class Cards:
    """The techline: the letters of its cards in their order."""

    letters: str


@dataclass(frozen=True, slots=True)
class Tech:
    """What a side has on each of these cards: a sign of SIGNS."""

    side: str
    sign: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entered:
    """The boards on which the side to move has acted in this turn, in their order."""

    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who has won the game (None: it is still open)."""

    winner: str | None


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole position, as JSON."""

    json: str


@dataclass(frozen=True, slots=True)
class With:
    """Fields of the position as JSON, in place of what they would be."""

    json: str


@dataclass(frozen=True, slots=True)
class Without:
    """A field of the position is missing."""

    field: str


BoardFact = Laid | Line | State | Flag | Units | Rank | Marked | Empty | Zone | Used
Fact = BoardFact | StandardStart | ToMove | Amount | Cards | Tech | Entered | Outcome | Whole | With | Without

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A tick of moves, each from a hex to a hex."""

    moves: Pairs
    board: int = 1


@dataclass(frozen=True, slots=True)
class Attack:
    """A tick of attacks, each from a hex on a hex."""

    attacks: Pairs
    board: int = 1


@dataclass(frozen=True, slots=True)
class Buy:
    """A unit is bought into the zone."""

    kind: str
    board: int = 1


@dataclass(frozen=True, slots=True)
class Spawn:
    """A unit of the zone is put on a hex."""

    kind: str
    to: str
    board: int = 1


@dataclass(frozen=True, slots=True)
class Choose:
    """A necromancer is chosen, and a unit of the zone kept (None: none)."""

    necromancer: str
    keep: str | None
    board: int = 1


@dataclass(frozen=True, slots=True)
class Resign:
    """A board is given up."""

    board: int = 1


@dataclass(frozen=True, slots=True)
class BuySpell:
    """A spell is bought."""


@dataclass(frozen=True, slots=True)
class March:
    """A spell is put on the first card without one of one's own."""


@dataclass(frozen=True, slots=True)
class TechCard:
    """A second spell is put on a card."""

    card: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn is ended."""


Single = Move | Attack | Buy | Spawn | Choose | Resign | BuySpell | March | TechCard | EndTurn


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn, or the rest of one."""

    actions: tuple[Single, ...]


@dataclass(frozen=True, slots=True)
class Raw:
    """An action as JSON, whatever it says."""

    json: str


Action = Single | Turn | Raw


@dataclass(frozen=True, slots=True)
class Sent:
    """An action as it is sent; the side to move sends it, so ``by`` is left open."""

    action: Action
    by: None = None
