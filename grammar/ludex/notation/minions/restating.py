"""What a position says of the things that some facts speak of: a fact of the same kind for each that would be wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludex.notation.minions import table
from ludex.notation.minions import values as v
from ludex.notation.minions.boards import Board, Unit, board_of
from ludex.notation.minions.claims import KEPT
from ludex.notation.minions.facts import facts_of, standing, zone_of
from ludex.notation.written import NoSentence, json_text, value_of


def restated(position: Any, facts: Sequence[v.Fact]) -> list[list[v.Fact]]:
    """For each fact, what is so in a position of the same things: nothing, of a board that is not there."""
    said: list[list[v.Fact]] = []
    laid = 1
    for fact in facts:
        if isinstance(fact, v.Laid | v.Line):
            laid = fact.board or 1
        if isinstance(fact, v.BoardFact):
            said.append(_on_board(fact, fact.board or laid, position))
        else:
            said.append(_beside(fact, position))
    return said


def _on_board(fact: v.BoardFact, number: int, position: Any) -> list[v.Fact]:
    lines, maps = position["boards"], position["maps"]
    if number > len(lines):
        return []
    on = maps[number - 1]
    if isinstance(fact, v.Line):
        return [v.Line(fact.board, None if fact.map is None else on, lines[number - 1])]
    try:
        board = board_of(lines[number - 1])
    except NoSentence:
        return []
    if isinstance(fact, v.Laid):
        return [v.Laid(fact.board, None if fact.map is None else on, None if fact.state is None else board.state)]
    return _told(fact, board)


def _told(fact: v.BoardFact, board: Board) -> list[v.Fact]:
    match fact:
        case v.State():
            return [v.State(board.state, fact.board)]
        case v.Flag(flag):
            return [v.Flag(flag, flag in board.flags, fact.board)]
        case v.Units():
            return _units(fact, board)
        case v.Rank(rank):
            there = [board.units.get(f"{file}{rank}") for file in v.FILES]
            return [v.Rank(rank, tuple(unit.letter if unit else None for unit in there), fact.board)]
        case v.Marked(hex_, marks):
            return _marked(hex_, marks, board.units.get(hex_), fact.board)
        case v.Empty(hexes):
            return [*_empty(hexes, board, fact.board), *standing(board, hexes, fact.board)]
        case v.Zone(side):
            return [v.Zone(side, zone_of(board, side), fact.board)]
        case v.Used(side):
            return [v.Used(side, tuple(sorted(board.used[side])), fact.board)]
        case _:
            return []


def _marked(hex_: str, marks: v.Marks, unit: Unit | None, number: int | None) -> list[v.Fact]:
    if unit is None:
        return [v.Empty((hex_,), number)]
    return [v.Marked(hex_, _like(marks, unit), number)]


def _empty(hexes: Iterable[str], board: Board, number: int | None) -> list[v.Fact]:
    empty = tuple(hex_ for hex_ in hexes if hex_ not in board.units)
    return [v.Empty(empty, number)] if empty else []


def _units(fact: v.Units, board: Board) -> list[v.Fact]:
    """Who stands on the hexes, with as many marks as were said."""
    alike: dict[tuple[str, str, v.Marks], list[str]] = {}
    for hex_ in fact.hexes:
        if unit := board.units.get(hex_):
            alike.setdefault((unit.side, unit.kind, _like(fact.marks, unit)), []).append(hex_)
    said: list[v.Fact] = [
        v.Units(side, kind, tuple(hexes), marks, fact.board) for (side, kind, marks), hexes in alike.items()
    ]
    return [*said, *_empty(fact.hexes, board, fact.board)]


def _like(marks: v.Marks, unit: Unit) -> v.Marks:
    """The marks of a unit that were spoken of."""
    spawned = unit.spawned if marks.spawned is not None else None
    return v.Marks(
        unit.damage if marks.damage is not None else None,
        unit.moved if marks.moved is not None else None,
        unit.attacked if marks.attacked is not None else None,
        spawned,
    )


def _beside(fact: v.Fact, position: Any) -> list[v.Fact]:
    match fact:
        case v.StandardStart():
            return facts_of(position)
        case v.ToMove():
            return [v.ToMove(position["side"])]
        case v.Amount(side, what):
            return [v.Amount(side, what, _amount(position, side, what))]
        case v.Cards():
            return [v.Cards(position["tech"]["cards"])]
        case v.Tech():
            return _tech(fact, position["tech"])
        case v.Entered():
            return [v.Entered(tuple(index + 1 for index in position["entered"]))]
        case v.Outcome():
            return [v.Outcome(position["winner"])]
        case _:
            return _json(fact, position)


def _amount(position: Any, side: str, what: str) -> int:
    kind, _, spells = what.partition(" ")
    number: int = position["spells"][side][kind] if spells else position[what][side]
    return number


def _tech(fact: v.Tech, tech: Mapping[str, str]) -> list[v.Fact]:
    """What the side has on each of the cards; a spell of this turn may be called a spell."""
    alike: dict[str, list[str]] = {}
    for card in fact.cards:
        place = tech["cards"].find(table.LETTERS[card])
        if place >= 0:
            sign = tech[fact.side][place]
            alike.setdefault(fact.sign if sign in KEPT.get(fact.sign, "") else sign, []).append(card)
    return [v.Tech(fact.side, sign, tuple(cards)) for sign, cards in alike.items()]


def _json(fact: v.Fact, position: Any) -> list[v.Fact]:
    match fact:
        case v.Whole():
            return [v.Whole(json_text(position))]
        case v.With(text):
            names = value_of(text)
            there = {name: position[name] for name in names if name in position}
            missing: list[v.Fact] = [v.Without(name) for name in names if name not in position]
            return [*([v.With(json_text(there))] if there else []), *missing]
        case v.Without(name):
            return [v.With(json_text({name: position[name]}))] if name in position else [fact]
        case _:
            return []
