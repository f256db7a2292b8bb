"""Positions of Tribun in sentences: a list of facts becomes a position, and a position becomes a list of facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ludex.notation.reading import Contradiction, one_typed, typed
from ludex.notation.tribun import values as v
from ludex.notation.tribun.boards import Board, Position, board_of, position_json, require_fields, standard_start
from ludex.notation.tribun.compact import compact


@dataclass
class _Draft:
    """A position that is being put together, and what was said about it so far."""

    board: Board
    fields: dict[str, str | bool | None]
    said: set[object] = field(default_factory=set)

    def say(self, topic: object, index: int, what: str) -> None:
        if topic in self.said:
            raise Contradiction(index, f"only one sentence on {what}")
        self.said.add(topic)

    def put(self, index: int, fact: v.Fact) -> None:
        match fact:
            case v.Units(unit, tiles):
                self.stand(index, tiles, unit)
            case v.Empty(tiles):
                self.stand(index, tiles, None)
            case v.StandardStart():
                self.lay(index, standard_start())
            case v.Whole(line):
                self.lay_whole(index, line)
            case _:
                self.set(index, fact)

    def stand(self, index: int, tiles: Iterable[v.Tile], unit: v.Unit | None) -> None:
        for tile in tiles:
            self.say(tile, index, f"what stands at {typed(f'({tile.x},{tile.y})')}")
            self.board.pop(tile, None)
            if unit:
                self.board[tile] = unit

    def lay(self, index: int, board: Board) -> None:
        if self.said & set(v.TILES):
            raise Contradiction(index, "a whole board before the single tiles")
        self.say("board", index, "the whole board")
        self.board = dict(board)

    def lay_whole(self, index: int, line: str) -> None:
        from ludex.notation.tribun.compact_reader import read_compact

        whole = read_compact(line)
        self.lay(index, board_of(whole))
        if self.said & _TOPICS:
            raise Contradiction(index, "a whole position before the other facts")
        self.fields = _fields_of(whole)

    def set(self, index: int, fact: v.Fact) -> None:
        match fact:
            case v.ToMove(color):
                self.say("turn", index, "who is to move")
                self.fields["turn"] = color
            case v.Offers(color):
                self.say("offer", index, "who offers a draw")
                self.fields["offer"] = color
            case v.MayNotOffer(color):
                self.say("blocked", index, "who may not offer a draw")
                self.fields["blocked"] = color
            case v.Outcome(ended, winner):
                self.say("outcome", index, "how the game stands")
                self.fields |= {"ended": ended, "winner": winner}


_TOPICS: set[object] = {"turn", "offer", "blocked", "outcome"}


def _fields_of(position: Position) -> dict[str, str | bool | None]:
    return {
        "turn": position["turn"],
        "offer": position["drawOfferBy"],
        "blocked": position["drawBlocked"],
        "ended": position["status"] == "ended",
        "winner": position["winner"],
    }


def compose(facts: Sequence[v.Fact]) -> Position:
    """The position that facts describe, everything else being empty; raises Contradiction."""
    draft = _Draft({}, {"turn": None})
    _put_all(draft, facts)
    if draft.fields["turn"] is None:
        raise Contradiction(-1, f"a word on who is to move: {one_typed(f'{color} to move' for color in v.COLORS)}")
    return position_json(draft.board, **draft.fields)  # type: ignore[arg-type]


BLANK = position_json({}, "black")


def impose(position: Position, facts: Sequence[v.Fact]) -> Position:
    """The position with these facts put in: the same position exactly if they hold in it; raises Contradiction."""
    draft = _Draft(board_of(position), _fields_of(position))
    _put_all(draft, facts)
    return position_json(draft.board, **draft.fields)  # type: ignore[arg-type]


def _put_all(draft: _Draft, facts: Sequence[v.Fact]) -> None:
    for index, fact in enumerate(facts):
        draft.put(index, fact)


def facts_of(position: Position) -> list[v.Fact]:
    """The facts that describe a position, in the order in which they are printed; raises NoSentence."""
    require_fields(position)
    said: list[v.Fact] = [v.ToMove(position["turn"])]
    said += [v.Offers(position["drawOfferBy"])] if position["drawOfferBy"] else []
    said += [v.MayNotOffer(position["drawBlocked"])] if position["drawBlocked"] else []
    said += [v.Outcome(True, position["winner"])] if position["status"] == "ended" else []
    return said + _units(board_of(position))


def _units(board: Board) -> list[v.Fact]:
    if board == standard_start():
        return [v.StandardStart()]
    alike: dict[v.Unit, list[v.Tile]] = {}
    for tile in sorted(board):
        alike.setdefault(board[tile], []).append(tile)
    return [v.Units(unit, tuple(alike[unit])) for unit in sorted(alike)]


def restated(position: Position, facts: Sequence[v.Fact]) -> list[list[v.Fact]]:
    """For each fact, what is so in a position of the same things; raises NoSentence."""
    return [_restated(position, fact) for fact in facts]


def _restated(position: Position, fact: v.Fact) -> list[v.Fact]:
    fields = _fields_of(position)
    match fact:
        case v.Units(_, tiles) | v.Empty(tiles):
            return _standing(board_of(position), tiles)
        case v.StandardStart():
            return _units(board_of(position))
        case v.Whole():
            return [v.Whole(compact(board_of(position), position))]
        case v.ToMove():
            return [v.ToMove(position["turn"])]
        case v.Offers():
            return [v.Offers(position["drawOfferBy"])]
        case v.MayNotOffer():
            return [v.MayNotOffer(position["drawBlocked"])]
        case v.Outcome():
            return [v.Outcome(bool(fields["ended"]), position["winner"])]


def _standing(board: Board, tiles: Iterable[v.Tile]) -> list[v.Fact]:
    """What stands on these tiles."""
    alike: dict[v.Unit | None, list[v.Tile]] = {}
    for tile in tiles:
        alike.setdefault(board.get(tile), []).append(tile)
    return [v.Units(unit, tuple(some)) if unit else v.Empty(tuple(some)) for unit, some in alike.items()]
