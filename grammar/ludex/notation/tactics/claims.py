"""What a list of facts claims about each unit and each field of a state, and where it contradicts itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ludex.notation.reading import Contradiction, as_typed
from ludex.notation.tactics.boards import SIZE, WrittenTile, tile_text
from ludex.notation.tactics.names import name_text
from ludex.notation.wholes import Said

WORDS = {"owner": "who {} is", "tile": "where {} stands", "alive": "whether {} is alive", "hp": "the hp of {}"}


@dataclass
class Claims(Said):
    """The claims of a list of facts; ``legends`` are the units that are said to be there, in their order."""

    units: dict[str, dict[str, Any]] = field(default_factory=dict)
    legends: list[str] = field(default_factory=list)
    rows: list[tuple[str | None, ...]] = field(default_factory=list)
    empty: set[WrittenTile] = field(default_factory=set)
    fields: dict[str, Any] = field(default_factory=dict)
    whole: Any = None
    drawn_last: int = -1

    def claim(self, index: int, unit: str, name: str, value: Any) -> None:
        """One value of one unit, which may be said once."""
        self.say((unit, name), index, WORDS.get(name, f"the {name} of {{}}").format(as_typed(name_text(unit))))
        self.units.setdefault(unit, {})[name] = value

    def draw(self, index: int, cells: tuple[str | None, ...]) -> None:
        """One more row: its units stand there, alive unless they are said to be dead."""
        y = len(self.rows)
        if y == SIZE:
            raise Contradiction(index, "five rows; this is the sixth")
        self.drawn_last = index
        self.rows.append(cells)
        for x, unit in enumerate(cells):
            if unit is None:
                self.empty.add(WrittenTile(x, y))
            else:
                self.claim(index, unit, "tile", WrittenTile(x, y))

    def empty_all(self, index: int, tiles: Iterable[WrittenTile]) -> None:
        """Nobody stands on these tiles."""
        for tile in tiles:
            self.say(tile, index, f"whether {as_typed(tile_text(tile))} is empty")
            self.empty.add(tile)

    def close(self) -> None:
        """Ask what can be asked only once all is said."""
        if 0 < len(self.rows) < SIZE:
            raise Contradiction(self.drawn_last, f"five rows; there are {len(self.rows)}")
        for unit, claimed in self.units.items():
            tile = claimed.get("tile")
            if tile in self.empty and claimed.get("alive", True):
                index = max(self.said[unit, "tile"], self.said.get(tile, -1))
                raise Contradiction(
                    index, f"{as_typed(tile_text(tile))} to be empty or to hold {as_typed(name_text(unit))}, not both"
                )

    def drawn_units(self) -> set[str]:
        """The units in the drawn board."""
        return {unit for row in self.rows for unit in row if unit is not None}

    def said_dead(self) -> set[str]:
        """The units that are said to be dead."""
        return {name for name, claimed in self.units.items() if claimed.get("alive") is False}
