"""What a list of facts claims about each unit and each field of a state, and where it contradicts itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludex.notation.reading import Contradiction, typed
from ludex.notation.tactics import values as v
from ludex.notation.tactics.printer import tile_text
from ludex.notation.tactics.texts import name_text
from ludex.notation.written import value_of

WORDS = {"owner": "who {} is", "tile": "where {} stands", "alive": "whether {} is alive", "hp": "the hp of {}"}
START = {"u1": ("P1", v.Tile(1, 0)), "u2": ("P1", v.Tile(3, 0)), "u3": ("P2", v.Tile(1, 4)), "u4": ("P2", v.Tile(3, 4))}


@dataclass
class Claims:
    """The claims of a list of facts; ``legends`` are the units that are said to be there, in their order."""

    units: dict[str, dict[str, Any]] = field(default_factory=dict)
    legends: list[str] = field(default_factory=list)
    rows: list[tuple[str | None, ...]] = field(default_factory=list)
    empty: set[v.Tile] = field(default_factory=set)
    fields: dict[str, Any] = field(default_factory=dict)
    replaced: dict[str, Any] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)
    whole: Any = None
    said: dict[object, int] = field(default_factory=dict)
    drawn_last: int = -1

    def say(self, topic: object, index: int, what: str) -> None:
        if topic in self.said:
            raise Contradiction(index, f"only one sentence on {what}")
        self.said[topic] = index

    def claim(self, index: int, unit: str, name: str, value: Any) -> None:
        """One value of one unit, which may be said once."""
        self.say((unit, name), index, WORDS.get(name, f"the {name} of {{}}").format(typed(name_text(unit))))
        self.units.setdefault(unit, {})[name] = value

    def put(self, index: int, fact: v.Fact) -> None:
        match fact:
            case v.Row(cells, legends):
                self.draw(index, cells)
                for legend in legends:
                    self.name(index, legend)
            case v.Legend():
                self.name(index, fact)
            case v.Stands(unit, tile):
                self.claim(index, unit, "tile", tile)
            case v.Lives(unit, alive):
                self.claim(index, unit, "alive", alive)
            case v.Hp(unit, hp):
                self.claim(index, unit, "hp", hp)
            case v.Strength(unit, attack):
                self.claim(index, unit, "attack", attack)
            case _:
                self.put_other(index, fact)

    def put_other(self, index: int, fact: v.Fact) -> None:
        match fact:
            case v.Empty(tiles):
                self.empty_all(index, tiles)
            case v.ToMove(player):
                self.say("turn", index, "who is to move")
                self.fields["currentPlayer"] = player
            case v.Outcome(winner):
                self.say("outcome", index, "how the game stands")
                self.fields |= {"isGameOver": winner is not None, "winner": winner}
            case v.StandardStart():
                for name, (owner, tile) in START.items():
                    self.name(index, v.Legend((name,), owner, False, tile, 10, 3))
            case _:
                self.put_json(index, fact)

    def put_json(self, index: int, fact: v.Fact) -> None:
        match fact:
            case v.Whole(text):
                if self.said:
                    raise Contradiction(index, "a whole state before anything else")
                self.say("whole", index, "the whole state")
                self.whole = value_of(text)
            case v.With(text):
                self.say("with", index, "the fields to replace")
                self.replaced = value_of(text)
            case v.Without(name):
                self.say(("without", name), index, f"whether {typed(name)} is missing")
                self.missing.add(name)

    def draw(self, index: int, cells: Sequence[str | None]) -> None:
        """One more row: its units stand there, alive unless they are said to be dead."""
        y = len(self.rows)
        if y == v.SIZE:
            raise Contradiction(index, "five rows; this is the sixth")
        self.drawn_last = index
        self.rows.append(tuple(cells))
        for x, unit in enumerate(cells):
            if unit is None:
                self.empty.add(v.Tile(x, y))
            else:
                self.claim(index, unit, "tile", v.Tile(x, y))

    def name(self, index: int, legend: v.Legend) -> None:
        if legend.at and len(legend.units) > 1:
            raise Contradiction(index, "one unit where a tile is named")
        for unit in legend.units:
            self.claim(index, unit, "owner", legend.owner)
            self.legends.append(unit)
            for name, value in (("tile", legend.at), ("hp", legend.hp), ("attack", legend.attack)):
                if value is not None:
                    self.claim(index, unit, name, value)
            if legend.dead:
                self.claim(index, unit, "alive", False)

    def empty_all(self, index: int, tiles: Iterable[v.Tile]) -> None:
        for tile in tiles:
            self.say(tile, index, f"whether {typed(tile_text(tile))} is empty")
            self.empty.add(tile)

    def close(self) -> None:
        """Ask what can be asked only once all is said."""
        if 0 < len(self.rows) < v.SIZE:
            raise Contradiction(self.drawn_last, f"five rows; there are {len(self.rows)}")
        for unit, claimed in self.units.items():
            tile = claimed.get("tile")
            if tile in self.empty and claimed.get("alive", True):
                index = max(self.said[unit, "tile"], self.said.get(tile, -1))
                raise Contradiction(
                    index, f"{typed(tile_text(tile))} to be empty or to hold {typed(name_text(unit))}, not both"
                )

    def drawn(self) -> set[str]:
        """The units in the drawn board."""
        return {unit for row in self.rows for unit in row if unit is not None}


def claims_of(facts: Iterable[v.Fact]) -> Claims:
    """The claims of a list of facts; raises Contradiction."""
    claims = Claims()
    for index, fact in enumerate(facts):
        claims.put(index, fact)
    claims.close()
    return claims
