"""What a sentence says about a position of Tribun: how it is put into one, and what is so instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludex.notation.reading import Contradiction, one_typed
from ludex.notation.sentences import says
from ludex.notation.tribun.boards import (
    COLORS,
    Board,
    Position,
    Tile,
    WrittenUnit,
    board_of,
    position_json,
    require_fields,
    standard_start,
)
from ludex.notation.tribun.compact import compact, read_compact
from ludex.notation.tribun.drafts import PositionDraft, fields_of


@says("units")
@says("also_units")
@dataclass(frozen=True, slots=True)
class Units:
    """Units of one kind stand on these tiles."""

    unit: WrittenUnit
    tiles: tuple[Tile, ...]

    def put(self, draft: PositionDraft, index: int) -> None:
        draft.stand(index, self.tiles, self.unit)

    def instead(self, position: Position) -> list[Fact]:
        return _standing(board_of(position), self.tiles)


@says("empty")
@says("also_empty")
@dataclass(frozen=True, slots=True)
class Empty:
    """Nothing stands on these tiles."""

    tiles: tuple[Tile, ...]

    def put(self, draft: PositionDraft, index: int) -> None:
        draft.stand(index, self.tiles, None)

    def instead(self, position: Position) -> list[Fact]:
        return _standing(board_of(position), self.tiles)


@says("to_move")
@says("also_to_move")
@dataclass(frozen=True, slots=True)
class ToMove:
    """Whose turn it is."""

    color: str

    def put(self, draft: PositionDraft, index: int) -> None:
        draft.say("turn", index, "who is to move", turn=self.color)

    def instead(self, position: Position) -> list[Fact]:
        return [ToMove(position["turn"])]


@says("nobody_offers", color=None)
@says("offers")
@says("also_nobody_offers", color=None)
@says("also_offers")
@dataclass(frozen=True, slots=True)
class Offers:
    """Whose draw offer is pending (None: nobody's)."""

    color: str | None

    def put(self, draft: PositionDraft, index: int) -> None:
        draft.say("offer", index, "who offers a draw", offer=self.color)

    def instead(self, position: Position) -> list[Fact]:
        return [Offers(position["drawOfferBy"])]


@says("both_may_offer", color=None)
@says("may_not_offer")
@says("also_both_may_offer", color=None)
@says("also_may_not_offer")
@dataclass(frozen=True, slots=True)
class MayNotOffer:
    """Who is blocked from offering a draw (None: nobody)."""

    color: str | None

    def put(self, draft: PositionDraft, index: int) -> None:
        draft.say("blocked", index, "who may not offer a draw", blocked=self.color)

    def instead(self, position: Position) -> list[Fact]:
        return [MayNotOffer(position["drawBlocked"])]


@says("still_open", ended=False)
@says("tie", ended=True)
@says("wins", ended=True)
@says("also_tie", ended=True)
@says("also_wins", ended=True)
@dataclass(frozen=True, slots=True)
class Outcome:
    """The game is open, or ended with a winner, or ended as a tie."""

    ended: bool
    winner: str | None = None

    def put(self, draft: PositionDraft, index: int) -> None:
        draft.say("outcome", index, "how the game stands", ended=self.ended, winner=self.winner)

    def instead(self, position: Position) -> list[Fact]:
        return [Outcome(position["status"] == "ended", position["winner"])]


@says("standard_start")
@dataclass(frozen=True, slots=True)
class StandardStart:
    """The units stand as at the start of a game."""

    def put(self, draft: PositionDraft, index: int) -> None:
        draft.lay(index, standard_start())

    def instead(self, position: Position) -> list[Fact]:
        return _units(board_of(position))


@says("whole")
@dataclass(frozen=True, slots=True)
class Whole:
    """A whole position, in the compact form."""

    line: str

    def put(self, draft: PositionDraft, index: int) -> None:
        draft.lay_whole(index, read_compact(self.line))

    def instead(self, position: Position) -> list[Fact]:
        return [Whole(compact(board_of(position), position))]


Fact = Units | Empty | ToMove | Offers | MayNotOffer | Outcome | StandardStart | Whole
BLANK = position_json({}, "black")


def compose(facts: Sequence[Fact]) -> Position:
    """The position that facts describe, everything else being empty; raises Contradiction."""
    draft = _fill(PositionDraft({}, {"turn": None}), facts)
    if draft.fields["turn"] is None:
        raise Contradiction(-1, f"a word on who is to move: {one_typed(f'{color} to move' for color in COLORS)}")
    return draft.position()


def impose(position: Position, facts: Sequence[Fact]) -> Position:
    """The position with these facts put in: the same position exactly if they hold in it; raises Contradiction."""
    return _fill(PositionDraft(board_of(position), fields_of(position)), facts).position()


def _fill(draft: PositionDraft, facts: Sequence[Fact]) -> PositionDraft:
    for index, fact in enumerate(facts):
        fact.put(draft, index)
    return draft


def facts_of(position: Position) -> list[Fact]:
    """The facts that describe a position, in the order in which they are printed; raises NoSentence."""
    require_fields(position)
    said: list[Fact] = [ToMove(position["turn"])]
    said += [Offers(position["drawOfferBy"])] if position["drawOfferBy"] else []
    said += [MayNotOffer(position["drawBlocked"])] if position["drawBlocked"] else []
    said += [Outcome(True, position["winner"])] if position["status"] == "ended" else []
    return said + _units(board_of(position))


def _units(board: Board) -> list[Fact]:
    if board == standard_start():
        return [StandardStart()]
    alike: dict[WrittenUnit, list[Tile]] = {}
    for tile in sorted(board):
        alike.setdefault(board[tile], []).append(tile)
    return [Units(unit, tuple(alike[unit])) for unit in sorted(alike)]


def restated(position: Position, facts: Sequence[Fact]) -> list[list[Fact]]:
    """For each fact, what is so in a position of the same things; raises NoSentence."""
    return [fact.instead(position) for fact in facts]


def _standing(board: Board, tiles: Iterable[Tile]) -> list[Fact]:
    """What stands on these tiles."""
    alike: dict[WrittenUnit | None, list[Tile]] = {}
    for tile in tiles:
        alike.setdefault(board.get(tile), []).append(tile)
    return [Units(unit, tuple(some)) if unit else Empty(tuple(some)) for unit, some in alike.items()]
