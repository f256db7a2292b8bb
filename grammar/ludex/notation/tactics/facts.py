"""What a sentence says about a state of 5x5 Tactics: how it is put into one, and what is so instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from ludex.notation.reading import Contradiction
from ludex.notation.sentences import Sentences, says
from ludex.notation.tactics.boards import PLAYERS, SIZE, Unit, WrittenTile, drawn_units, tile_of
from ludex.notation.tactics.claims import Claims
from ludex.notation.tactics.names import name_text
from ludex.notation.wholes import Found, With, Without
from ludex.notation.written import json_text, value_of

GAP = "   "


@dataclass
class State(Found):
    """A state that was found where facts were expected, with its units by their names."""

    units: Mapping[str, Unit]
    said_dead: set[str]
    rows: Iterator[int] = field(default_factory=lambda: iter(range(SIZE)))  # those that no drawn row was met for yet


@says("legend")
@says("also_legend")
@dataclass(frozen=True, slots=True)
class Legend:
    """Who some units are; what is None, or not dead, was left unsaid."""

    units: tuple[str, ...]
    owner: str
    dead: bool = False
    at: WrittenTile | None = None
    hp: int | None = None
    attack: int | None = None

    def put(self, claims: Claims, index: int) -> None:
        if self.at and len(self.units) > 1:
            raise Contradiction(index, "one unit where a tile is named")
        said = {"tile": self.at, "hp": self.hp, "attack": self.attack, "alive": False if self.dead else None}
        for unit in self.units:
            claims.claim(index, unit, "owner", self.owner)
            claims.legends.append(unit)
            for name, value in said.items():
                if value is not None:
                    claims.claim(index, unit, name, value)

    def instead(self, found: State) -> list[Legend]:
        """A legend for each unit that is there, which says as much as this one."""
        return [self._like(unit) for name in self.units if (unit := found.units.get(name))]

    def _like(self, unit: Unit) -> Legend:
        tile = tile_of(unit) if self.at else None
        hp = None if self.hp is None else unit["hp"]
        attack = None if self.attack is None else unit["attack"]
        return Legend((unit["id"],), unit["owner"], not unit["alive"], tile, hp, attack)


def legend_of(unit: Unit, placed: bool = True) -> Legend:
    """All that a legend may say of a unit."""
    tile = tile_of(unit) if placed else None
    return Legend((unit["id"],), unit["owner"], not unit["alive"], tile, unit["hp"], unit["attack"])


@says("row")
@dataclass(frozen=True, slots=True)
class Row:
    """One row of the drawn board (None: no living unit on the tile), and the legends that stand beside it."""

    cells: tuple[str | None, ...]
    legends: tuple[Legend, ...] = ()

    def put(self, claims: Claims, index: int) -> None:
        claims.draw(index, self.cells)
        for legend in self.legends:
            legend.put(claims, index)

    def instead(self, found: State) -> list[Row]:
        y = next(found.rows)
        cells = tuple(self._cell(found, WrittenTile(x, y), written) for x, written in enumerate(self.cells))
        return [Row(cells, tuple(one for legend in self.legends for one in legend.instead(found)))]

    def _cell(self, found: State, tile: WrittenTile, written: str | None) -> str | None:
        """Who stands there, or who lies there dead and was said to."""
        if standing := drawn_units(found.units.values()).get(tile):
            return str(standing["id"])
        lying = written in found.said_dead and written in found.units and tile_of(found.units[written]) == tile
        return written if lying else None

    def write_with(self, sentences: Sentences, widths: Sequence[int] = (1,) * SIZE) -> str:
        """Each tile in so many letters, and the legends beside it."""
        cells = " ".join(cell_text(cell).ljust(width) for cell, width in zip(self.cells, widths, strict=True))
        return GAP.join([cells, *map(sentences.write, self.legends)]).rstrip()


def cell_text(cell: str | None) -> str:
    """What stands on a tile: a unit's name, or a point."""
    return "." if cell is None else name_text(cell)


@says("stands")
@says("also_stands")
@dataclass(frozen=True, slots=True)
class Stands:
    """A unit is on this tile."""

    unit: str
    tile: WrittenTile

    def put(self, claims: Claims, index: int) -> None:
        claims.claim(index, self.unit, "tile", self.tile)

    def instead(self, found: State) -> list[Stands]:
        unit = found.units.get(self.unit)
        tile = tile_of(unit) if unit else None
        return [Stands(self.unit, tile)] if tile else []


class Valued:
    """A unit has a value, of the name that the class says."""

    __slots__ = ()
    name: ClassVar[str]
    unit: str

    def put(self, claims: Claims, index: int) -> None:
        claims.claim(index, self.unit, self.name, getattr(self, self.name))

    def instead(self, found: State) -> list[Valued]:
        unit = found.units.get(self.unit)
        return [type(self)(self.unit, unit[self.name])] if unit else []  # type: ignore[call-arg]


@says("dead", alive=False)
@says("alive", alive=True)
@says("also_dead", alive=False)
@says("also_alive", alive=True)
@dataclass(frozen=True, slots=True)
class Lives(Valued):
    """A unit is marked alive, or dead."""

    name = "alive"
    unit: str
    alive: bool


@says("hp")
@says("also_hp")
@dataclass(frozen=True, slots=True)
class Hp(Valued):
    """A unit has so many hit points."""

    name = "hp"
    unit: str
    hp: int


@says("strength")
@says("also_strength")
@dataclass(frozen=True, slots=True)
class Strength(Valued):
    """A unit has this attack."""

    name = "attack"
    unit: str
    attack: int


@says("empty")
@says("also_empty")
@dataclass(frozen=True, slots=True)
class Empty:
    """No living unit stands on these tiles."""

    tiles: tuple[WrittenTile, ...]

    def put(self, claims: Claims, index: int) -> None:
        claims.empty_all(index, self.tiles)

    def instead(self, found: State) -> list[Fact]:
        living = {tile: unit["id"] for tile, unit in drawn_units(found.units.values()).items()}
        empty = tuple(tile for tile in self.tiles if tile not in living)
        standing = [Stands(living[tile], tile) for tile in self.tiles if tile in living]
        return [*([Empty(empty)] if empty else []), *standing]


@says("to_move")
@says("also_to_move")
@dataclass(frozen=True, slots=True)
class ToMove:
    """Whose turn it is."""

    player: str

    def put(self, claims: Claims, index: int) -> None:
        claims.say("turn", index, "who is to move")
        claims.fields["currentPlayer"] = self.player

    def instead(self, found: State) -> list[ToMove]:
        player = found.position.get("currentPlayer")
        return [ToMove(player)] if player in PLAYERS else []


@says("still_open", winner=None)
@says("won")
@dataclass(frozen=True, slots=True)
class Outcome:
    """Who has won (None: the game is still open)."""

    winner: str | None

    def put(self, claims: Claims, index: int) -> None:
        claims.say("outcome", index, "how the game stands")
        claims.fields |= {"isGameOver": self.winner is not None, "winner": self.winner}

    def instead(self, found: State) -> list[Outcome]:
        winner = found.position.get("winner")
        return [Outcome(winner)] if winner in (None, *PLAYERS) else []


@says("standard_start")
@dataclass(frozen=True, slots=True)
class StandardStart:
    """The units are those of the playable start."""

    def put(self, claims: Claims, index: int) -> None:
        for legend in START:
            legend.put(claims, index)

    def instead(self, found: State) -> list[Legend]:
        return [legend_of(unit) for unit in found.units.values()]


START = (
    Legend(("u1",), "P1", False, WrittenTile(1, 0), 10, 3),
    Legend(("u2",), "P1", False, WrittenTile(3, 0), 10, 3),
    Legend(("u3",), "P2", False, WrittenTile(1, 4), 10, 3),
    Legend(("u4",), "P2", False, WrittenTile(3, 4), 10, 3),
)


@says("whole")
@says("also_whole")
@dataclass(frozen=True, slots=True)
class Whole:
    """A whole state, as JSON."""

    json: str

    def put(self, claims: Claims, index: int) -> None:
        if claims.said:
            raise Contradiction(index, "a whole state before anything else")
        claims.say("whole", index, "the whole state")
        claims.whole = value_of(self.json)

    def instead(self, found: State) -> list[Whole]:
        return [Whole(json_text(found.position))]


Fact = Row | Legend | Stands | Lives | Hp | Strength | Empty | ToMove | Outcome | StandardStart | Whole | With | Without
