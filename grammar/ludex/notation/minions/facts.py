"""Positions of Minions in sentences: a list of facts becomes a position, and a position becomes a list of facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ludex.notation.minions import table
from ludex.notation.minions import values as v
from ludex.notation.minions.boards import Board, Unit, board_of, line_of
from ludex.notation.minions.claims import Position, blank, claims_of, standard_start
from ludex.notation.reading import Contradiction, one_typed, typed
from ludex.notation.written import NoSentence, json_text

BLANK: Position = blank([table.USUAL_MAP])


def compose(facts: Iterable[v.Fact]) -> Position:
    """The position that facts describe; raises Contradiction."""
    listed = list(facts)
    claims = claims_of(blank(), listed, given=True)
    if not {"side", "whole"} & claims.said.keys() and "side" not in claims.replaced:
        raise Contradiction(-1, f"a word on who is to move: {one_typed(f'{side} to move' for side in v.SIDES)}")
    _require_each_board(listed)
    return claims.close()


def _require_each_board(facts: list[v.Fact]) -> None:
    """Boards are counted from 1 without a gap, and there is one at least."""
    if any(isinstance(fact, v.StandardStart | v.Whole | v.With | v.Without) for fact in facts):
        return
    named = {fact.board or 1 for fact in facts if isinstance(fact, v.BoardFact)}
    missing = set(range(1, 1 + max(named, default=1))) - named
    if missing:
        raise Contradiction(-1, f"a sentence about board {min(missing)}, such as {typed(_example(min(missing)))}")


def _example(number: int) -> str:
    return f"board {number} {table.USUAL_MAP} normal"


def impose(position: Position, facts: Iterable[v.Fact]) -> Position:
    """The position with these facts put in: the same position exactly if they hold in it; raises Contradiction."""
    return claims_of(position, facts).close()


def facts_of(position: Any) -> list[v.Fact]:
    """The facts that describe a position, boards in words; raises NoSentence.

    What has no words of its own is said in JSON: ``position with {...}``."""
    return _facts_of(position, lambda line: in_words(line, several=len(position["boards"]) > 1))


def line_facts_of(position: Any) -> list[v.Fact]:
    """The facts that describe a position in the order in which they are printed, boards by their lines; raises
    NoSentence."""
    return _facts_of(position, lambda line: [line])


def _facts_of(position: Any, told: Callable[[v.Line], list[v.Fact]]) -> list[v.Fact]:
    if not isinstance(position, Mapping):
        raise NoSentence("a position is an object")
    boards = _boards(position)
    start = v.StandardStart(tuple(fact.map or "" for fact in boards))
    if boards and _same(standard_start(start.maps), position):
        return [start]
    side = position.get("side")
    said: list[v.Fact] = [v.ToMove(side if side in v.SIDES else "yellow")]
    said += [fact for line in boards for fact in told(line)]
    said += [*_amounts(position), *_techline(position), *_rest(position)]
    return _completed(said, position)


def in_words(line: v.Line, several: bool) -> list[v.Fact]:
    """A board in words, each fact with its number where there are several; by its line where words do not do."""
    try:
        board = board_of(line.line)
    except NoSentence:
        return [line]
    if line_of(board) != line.line or line.map is None:
        return [line]
    number = line.board if several else None
    said: list[v.Fact] = [v.Laid(line.board, line.map, board.state)]
    said += standing(board, v.HEXES, number)
    said += [v.Zone(side, zone_of(board, side), number) for side in v.SIDES if zone_of(board, side)]
    said += [v.Used(side, tuple(sorted(board.used[side])), number) for side in v.SIDES if board.used[side]]
    return said + [v.Flag(flag, True, number) for flag in v.FLAGS if flag in board.flags]


def zone_of(board: Board, side: str) -> tuple[tuple[str, int], ...]:
    """The kinds in a zone in their order, and how many of each."""
    return tuple(sorted(board.zones[side].items()))


def standing(board: Board, hexes: Iterable[str], number: int | None) -> list[v.Fact]:
    """Who stands on hexes: like units together, with all their marks."""
    alike: dict[Unit, list[str]] = {}
    for hex_ in hexes:
        if hex_ in board.units:
            alike.setdefault(board.units[hex_], []).append(hex_)
    return [v.Units(one.side, one.kind, tuple(on), marks_of(one), number) for one, on in alike.items()]


def marks_of(unit: Unit) -> v.Marks:
    """The marks of a unit, those that it does not have left unsaid."""
    return v.Marks(unit.damage or None, unit.moved or None, unit.attacked or None, unit.spawned or None)


def _boards(position: Mapping[str, Any]) -> list[v.Line]:
    """The boards by their lines, or none where the notation has no words for some."""
    lines, maps = position.get("boards"), position.get("maps")
    if not isinstance(lines, list) or not isinstance(maps, list) or len(lines) != len(maps):
        return []
    if len(lines) > v.MOST_BOARDS or not all(isinstance(text, str) for text in (*lines, *maps)):
        return []
    return [v.Line(number, on, line) for number, (on, line) in enumerate(zip(maps, lines, strict=True), start=1)]


def _amounts(position: Mapping[str, Any]) -> Iterator[v.Fact]:
    for what in v.AMOUNTS:
        kind, _, spells = what.partition(" ")
        for side in v.SIDES:
            number = _within(position, "spells", side, kind) if spells else _within(position, what, side)
            if type(number) is int and 0 < number < 10**v.MOST_DIGITS:
                yield v.Amount(side, what, number)


def _within(value: Any, *names: str) -> Any:
    for name in names:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _techline(position: Mapping[str, Any]) -> Iterator[v.Fact]:
    cards = _within(position, "tech", "cards")
    if not isinstance(cards, str) or not set(cards) <= table.ALL_CARDS:
        return
    if cards != table.CARDS:
        yield v.Cards(cards)
    for side in v.SIDES:
        signs = _within(position, "tech", side)
        if isinstance(signs, str) and len(signs) == len(cards) == len(set(cards)):
            yield from _tech_of(side, signs, cards)


def _tech_of(side: str, signs: str, cards: str) -> Iterator[v.Fact]:
    for sign in v.SIGNS[1:]:
        named = tuple(table.kind_of(card) for card, here in zip(cards, signs, strict=True) if here == sign)
        if named:
            yield v.Tech(side, sign, named)


def _rest(position: Mapping[str, Any]) -> Iterator[v.Fact]:
    entered, winner = position.get("entered"), position.get("winner")
    if isinstance(entered, list) and entered and all(_is_board(index) for index in entered):
        yield v.Entered(tuple(index + 1 for index in entered))
    if winner in v.SIDES and position.get("status") == "ended":
        yield v.Outcome(winner)


def _is_board(index: Any) -> bool:
    return type(index) is int and 0 <= index < v.MOST_BOARDS


def _completed(said: list[v.Fact], position: Mapping[str, Any]) -> list[v.Fact]:
    """These facts, and in JSON whatever they leave out of the position or say otherwise."""
    composed = claims_of(blank(), said).close()
    odd = {name: value for name, value in position.items() if name not in composed or not _same(composed[name], value)}
    said += [v.With(json_text(odd))] if odd else []
    return said + [v.Without(name) for name in composed if name not in position]


def _same(one: Any, other: Any) -> bool:
    """Equal also in the kind of number, which a comparison of values overlooks; the order of fields is nothing."""
    return json_text(_sorted(one)) == json_text(_sorted(other))


def _sorted(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _sorted(value[name]) for name in sorted(value, key=str)}
    return [_sorted(inner) for inner in value] if isinstance(value, list | tuple) else value
