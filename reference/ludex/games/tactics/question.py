"""What a check is asked about: an action, in a position, under rules."""

from __future__ import annotations

from dataclasses import dataclass

from ludex.games.tactics.actions import Action
from ludex.games.tactics.board import Tile, neighbours
from ludex.games.tactics.state import Position, Unit, is_alive, living, unit_of
from ludex.rules import Moot, Rules


@dataclass(frozen=True, slots=True)
class Question:
    """Own and enemy are said from the player whom the action names, also out of turn."""

    position: Position
    action: Action
    rules: Rules

    def tile(self) -> Tile:
        """The target position; what is asked of one that is not given is moot."""
        # mechanical: only says moot where no position is given, for every check that asks
        if self.action.tile is None:
            raise Moot
        return self.action.tile

    def target(self) -> Unit:
        """The unit that the action names; what is asked of one that is not there is moot."""
        # mechanical: only says moot where the unit is not there, for every check that asks
        unit = unit_of(self.position, self.action.unit)
        if unit is None:
            raise Moot
        return unit

    def own_beside(self, tile: Tile) -> tuple[Unit, ...]:
        """The acting player's units that are alive and one step from a place."""
        # mechanical: picks units by owner and place for the relations of TAC-SEL-1 to TAC-SEL-3
        player = self.action.player
        return living(tuple(unit for unit in self.anybody_beside(tile) if unit.owner == player))

    def anybody_beside(self, tile: Tile) -> tuple[Unit, ...]:
        """All units one step from a place, dead and alive, own and enemy."""
        # mechanical: picks units by place; what they are asked is up to the checks
        beside = neighbours(tile)
        return tuple([unit for unit in self.position.units if unit.tile in beside])

    def is_own(self, unit: Unit) -> bool:
        """Whether a unit belongs to the acting player."""
        return unit.owner == self.action.player

    def is_alive(self, unit: Unit) -> bool:
        """Whether a unit is alive."""
        return is_alive(unit)
