"""Positions of Minions in sentences: a list of facts becomes a position, and a position becomes a list of facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ludex.notation.minions import facts as f
from ludex.notation.minions import table
from ludex.notation.minions.boards import FLAGS, HEXES, MOST_BOARDS, MOST_DIGITS, SIDES, board_of, line_of
from ludex.notation.minions.claims import Claims, Position, blank, standard_start
from ludex.notation.reading import Contradiction, as_typed, one_typed
from ludex.notation.wholes import With, Without, in_json, same
from ludex.notation.written import NoSentence


def claims_of(position: Mapping[str, Any], facts: Iterable[f.Fact], given: bool = False) -> Claims:
    """A position with facts put in; raises Contradiction."""
    copied = {name: list(value) if isinstance(value, list) else value for name, value in position.items()}
    claims = Claims(position=copied, given=given)
    for index, fact in enumerate(facts):
        fact.put(claims, index)
    return claims


def compose(facts: Iterable[f.Fact]) -> Position:
    """The position that facts describe; raises Contradiction."""
    listed = list(facts)
    claims = claims_of(blank(), listed, given=True)
    if not {"side", "whole"} & claims.said.keys() and "side" not in claims.replaced:
        raise Contradiction(-1, f"a word on who is to move: {one_typed(f'{side} to move' for side in SIDES)}")
    _require_each_board(listed)
    return claims.close()


def _require_each_board(facts: list[f.Fact]) -> None:
    """Boards are counted from 1 without a gap, and there is one at least."""
    if any(isinstance(fact, f.StandardStart | f.Whole | With | Without) for fact in facts):
        return
    named = {fact.board or 1 for fact in facts if isinstance(fact, f.BoardFact)}
    missing = set(range(1, 1 + max(named, default=1))) - named
    if missing:
        raise Contradiction(-1, f"a sentence about board {min(missing)}, such as {as_typed(_example(min(missing)))}")


def _example(number: int) -> str:
    return f"board {number} {table.USUAL_MAP} normal"


def impose(position: Position, facts: Iterable[f.Fact]) -> Position:
    """The position with these facts put in: the same position exactly if they hold in it; raises Contradiction."""
    return claims_of(position, facts).close()


def facts_of(position: Any) -> list[f.Fact]:
    """The facts that describe a position, boards in words; raises NoSentence.

    What has no words of its own is said in JSON: ``position with {...}``."""
    return _facts_of(position, lambda line: in_words(line, several=len(position["boards"]) > 1))


def line_facts_of(position: Any) -> list[f.Fact]:
    """The facts that describe a position in the order in which they are printed, boards by their lines; raises
    NoSentence."""
    return _facts_of(position, lambda line: [line])


def _facts_of(position: Any, told: Callable[[f.Line], list[f.Fact]]) -> list[f.Fact]:
    if not isinstance(position, Mapping):
        raise NoSentence("a position is an object")
    boards = _boards(position)
    start = f.StandardStart(tuple(fact.map or "" for fact in boards))
    if boards and same(standard_start(start.maps), position):
        return [start]
    side = position.get("side")
    said: list[f.Fact] = [f.ToMove(side if side in SIDES else "yellow")]
    said += [fact for line in boards for fact in told(line)]
    said += [*_amounts(position), *_techline(position), *_rest(position)]
    return _complete(said, position)


def in_words(line: f.Line, several: bool) -> list[f.Fact]:
    """A board in words, each fact with its number where there are several; by its line where words do not do."""
    try:
        board = board_of(line.line)
    except NoSentence:
        return [line]
    if line_of(board) != line.line or line.map is None:
        return [line]
    number = line.board if several else None
    said: list[f.Fact] = [f.Laid(line.board, line.map, board.state)]
    said += f.standing(board, HEXES, number)
    said += [f.Zone(side, f.zone_of(board, side), number) for side in SIDES if f.zone_of(board, side)]
    said += [f.Used(side, tuple(sorted(board.used[side])), number) for side in SIDES if board.used[side]]
    return said + [f.Flag(flag, True, number) for flag in FLAGS if flag in board.flags]


def _boards(position: Mapping[str, Any]) -> list[f.Line]:
    """The boards by their lines, or none where the notation has no words for some."""
    lines, maps = position.get("boards"), position.get("maps")
    if not isinstance(lines, list) or not isinstance(maps, list) or len(lines) != len(maps):
        return []
    if len(lines) > MOST_BOARDS or not all(isinstance(text, str) for text in (*lines, *maps)):
        return []
    return [f.Line(number, on, line) for number, (on, line) in enumerate(zip(maps, lines, strict=True), start=1)]


def _amounts(position: Mapping[str, Any]) -> Iterator[f.Fact]:
    for what in f.AMOUNTS:
        for side in SIDES:
            number = f.amount_in(position, side, what)
            if type(number) is int and 0 < number < 10**MOST_DIGITS:
                yield f.Amount(side, what, number)


def _techline(position: Mapping[str, Any]) -> Iterator[f.Fact]:
    tech = position.get("tech")
    tech = tech if isinstance(tech, Mapping) else {}
    cards = tech.get("cards")
    if not isinstance(cards, str) or not set(cards) <= table.ALL_CARDS:
        return
    if cards != table.CARDS:
        yield f.Cards(cards)
    for side in SIDES:
        signs = tech.get(side)
        if isinstance(signs, str) and len(signs) == len(cards) == len(set(cards)):
            yield from _tech_of(side, signs, cards)


def _tech_of(side: str, signs: str, cards: str) -> Iterator[f.Fact]:
    for sign in f.SIGNS[1:]:
        named = tuple(table.kind_of(card) for card, here in zip(cards, signs, strict=True) if here == sign)
        if named:
            yield f.Tech(side, sign, named)


def _rest(position: Mapping[str, Any]) -> Iterator[f.Fact]:
    entered, winner = position.get("entered"), position.get("winner")
    if isinstance(entered, list) and entered and all(_is_board(index) for index in entered):
        yield f.Entered(tuple(index + 1 for index in entered))
    if winner in SIDES and position.get("status") == "ended":
        yield f.Outcome(winner)


def _is_board(index: Any) -> bool:
    return type(index) is int and 0 <= index < MOST_BOARDS


def _complete(said: list[f.Fact], position: Mapping[str, Any]) -> list[f.Fact]:
    """These facts, and in JSON whatever they leave out of the position or say otherwise."""
    return said + in_json(position, claims_of(blank(), said).close())


def restated(position: Any, facts: Sequence[f.Fact]) -> list[list[f.Fact]]:
    """For each fact, what is so in a position of the same things: nothing, of a board that is not there."""
    found = f.FoundBoards(position, facts_of)
    return [[*fact.instead(found)] for fact in facts]
