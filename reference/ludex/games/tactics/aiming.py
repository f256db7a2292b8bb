"""What an action names: a tile, a unit, or both."""

from __future__ import annotations

from ludex.games.tactics.board import on_board
from ludex.games.tactics.question import Question
from ludex.games.tactics.state import unit_of
from ludex.rules import check


@check("TAC-TGT-1")
def position_is_given(q: Question) -> bool:
    """The target position is given."""
    return q.action.tile is not None


@check("TAC-TGT-2")
def position_is_on_board(q: Question) -> bool:
    """The target position is a tile of the board."""
    return on_board(q.tile())


@check("TAC-TGT-3")
def unit_is_given(q: Question) -> bool:
    """The target unit is given."""
    return q.action.unit is not None


@check("TAC-TGT-4")
def target_exists(q: Question) -> bool:
    """A unit has the id that is given; with none given, there is nothing to look for."""
    return q.action.unit is None or unit_of(q.position, q.action.unit) is not None


@check("TAC-TGT-5")
def target_is_alive(q: Question) -> bool:
    """The target is alive."""
    return q.is_alive(q.target())


@check("TAC-TGT-6")
def target_is_enemy(q: Question) -> bool:
    """The target belongs to the opponent of the acting player."""
    return not q.is_own(q.target())


@check("TAC-TGT-7")
def position_is_the_targets(q: Question) -> bool:
    """Position and unit of an ATTACK agree; what is left to the server is not asked, and so never moot."""
    return q.rules.reads("mismatch-check", "server") or q.tile() == q.target().tile
