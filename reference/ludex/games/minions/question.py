"""What a check is asked about: an action, in a position, under rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludex.games.minions.actions import Action
from ludex.games.minions.board import Board, Unit
from ludex.games.minions.position import Position
from ludex.games.minions.table import Kind
from ludex.rules import Impossible, Moot, Rules


@dataclass(frozen=True, slots=True)
class Question:
    """An action in question; own and enemy are said from the side to move."""

    position: Position
    action: Action
    rules: Rules

    @property
    def side(self) -> str:
        """The side to move."""
        return self.position.side

    @property
    def index(self) -> int:
        """The number of the board that the action names; what is asked of one that is not there is moot."""
        # mechanical: only says moot where there is no such board; MIN-TRN-2 asks that
        if self.action.board >= len(self.position.boards):
            raise Moot
        return self.action.board

    @property
    def board(self) -> Board:
        """The board that the action names."""
        return self.position.boards[self.index]

    @property
    def kind(self) -> Kind:
        """The unit, necromancer or card that the action names."""
        if self.action.unit is None:
            raise Impossible("this kind of action names a unit")
        return self.action.unit

    def own_on(self, hex_: int) -> Unit | None:
        """The unit of the side to move on a hex, or None."""
        # mechanical: picks by side; what follows from it is up to the checks
        unit = self.board.cells[hex_]
        return unit if unit is not None and unit.side == self.side else None

    def enemy_on(self, hex_: int) -> Unit | None:
        """The enemy's unit on a hex, or None."""
        # mechanical: picks by side; what follows from it is up to the checks
        unit = self.board.cells[hex_]
        return unit if unit is not None and unit.side != self.side else None

    def own(self, hex_: int) -> Unit:
        """The unit of the side to move on a hex; what is asked of one that is not there is moot."""
        # mechanical: only says moot where no own unit stands, for every check that asks
        unit = self.own_on(hex_)
        if unit is None:
            raise Moot
        return unit


Check = Callable[[Question], bool]


def holds_for_each(question: Question, asked: Callable[[Question, int, int], bool]) -> bool:
    """Whether something holds for each pair of a tick: no if one says no, else moot if one cannot be asked."""
    # mechanical: joins what one marked check says of each pair of a tick
    moot = False
    for here, there in question.action.pairs:
        try:
            if not asked(question, here, there):
                return False
        except Moot:
            moot = True
    if moot:
        raise Moot
    return True
