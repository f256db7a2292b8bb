"""Putting facts into a position of Minions one after another, and noticing where they contradict each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ludex.notation.minions import table
from ludex.notation.minions.boards import SIDES, START, WrittenBoard, WrittenUnit, board_of, line_of
from ludex.notation.reading import Contradiction, as_typed
from ludex.notation.wholes import Said
from ludex.notation.written import NoSentence

Position = dict[str, Any]


def blank(maps: Iterable[str] = ()) -> Position:
    """A quiet position with nobody on boards of these maps."""
    listed = list(maps)
    none = "0" * len(table.CARDS)
    return {
        "boards": [line_of(WrittenBoard()) for _ in listed],
        "maps": listed,
        "side": "yellow",
        "money": dict.fromkeys(SIDES, 0),
        "owed": dict.fromkeys(SIDES, 0),
        "points": dict.fromkeys(SIDES, 0),
        "tech": {"cards": table.CARDS, **dict.fromkeys(SIDES, none)},
        "spells": {side: {"free": 0, "bought": 0} for side in SIDES},
        "entered": [],
        "status": "active",
        "winner": None,
    }


BLANK: Position = blank([table.USUAL_MAP])


def standard_start(maps: Iterable[str]) -> Position:
    """The position in which a game on these maps begins."""
    position = blank(maps)
    position["boards"] = [START for _ in position["maps"]]
    yellow, blue = table.MONEY
    position["money"] = {"yellow": yellow, "blue": blue * len(position["maps"])}
    position["spells"]["yellow"]["free"] = 1
    return position


@dataclass
class Claims(Said):
    """A position that facts are put into; ``laid`` is the board that facts without one speak of (from 1)."""

    position: Position = field(default_factory=blank)
    opened: dict[int, WrittenBoard] = field(default_factory=dict)
    laid: int = 1
    given: bool = False  # whether the facts are the whole position, so that nothing is there before

    def begin(self, index: int, position: Position) -> None:
        """All of it is this position."""
        if self.said:
            raise Contradiction(index, "the whole position before anything else")
        self.say("whole", index, "the whole position")
        self.position = position

    def open(self, index: int, number: int | None) -> ClaimPlace:
        """The board of this number, to be changed; one that is not there yet is quiet and empty."""
        number = number or self.laid
        self.reach(index, number)
        if number not in self.opened:
            try:
                self.opened[number] = board_of(self.position["boards"][number - 1])
            except NoSentence as error:
                what = f"nothing else about board {number}, whose line says nothing: {error}"
                raise Contradiction(index, what) from None
        return ClaimPlace(self, index, number, self.opened[number])

    def reach(self, index: int, number: int) -> None:
        """See that there are so many boards."""
        boards, maps = self.position.get("boards"), self.position.get("maps")
        if not isinstance(boards, list) or not isinstance(maps, list):
            raise Contradiction(index, "boards in the JSON, or nothing about boards beside it")
        boards += [line_of(WrittenBoard()) for _ in range(number - len(boards))]
        maps += [table.USUAL_MAP for _ in range(number - len(maps))]

    def lay(self, index: int, number: int, on: str | None) -> None:
        """A board lies on a map (None: it is left unsaid), and facts that name no board speak of it from now on."""
        self.reach(index, number)
        self.laid = number
        if on is not None:
            self.say(("map", number), index, f"the map of board {number}")
            self.position["maps"][number - 1] = on

    def own_copy(self, name: str, side: str = "") -> Position:
        """A copy of a field of the position, or of what a side has there, that is put in its place."""
        fields = dict(self.position.get(name) or {})
        self.position[name] = fields
        if side:
            fields[side] = dict(fields.get(side) or {})
            return fields[side]  # type: ignore[no-any-return]
        return fields

    def close(self) -> Position:
        """The position with everything in it that was said."""
        for number, board in self.opened.items():
            self.position["boards"][number - 1] = line_of(board)
        return self.with_fields(self.position)


@dataclass(frozen=True, slots=True)
class ClaimPlace:
    """A board of the claims, and the fact that is put into it."""

    claims: Claims
    index: int
    number: int
    board: WrittenBoard

    def say(self, *topic: str, what: str) -> None:
        """Say once something of this board."""
        self.claims.say(("on", self.number, *topic), self.index, what)

    def has_said(self, *topic: str) -> bool:
        """Whether that was said of this board."""
        return ("on", self.number, *topic) in self.claims.said

    def stand(self, hex_: str, unit: WrittenUnit | None) -> None:
        """Say once in words who stands on a hex, or that nobody does; a drawn board may show it as well."""
        self.say(hex_, what=f"what stands on {as_typed(hex_)}")
        if self.has_said("drawn", hex_):
            self.require_like(hex_, unit.letter if unit else None)
        there = self.board.units.get(hex_)
        if unit is None:
            self.board.units.pop(hex_, None)
        elif there is None or (there.side, there.kind) != (unit.side, unit.kind):
            self.board.units[hex_] = unit

    def draw(self, hex_: str, letter: str | None) -> None:
        """Draw a hex; who is of another kind with the same letter stays, with all marks."""
        self.say("drawn", hex_, what=f"what stands on {as_typed(hex_)}")
        if self.has_said(hex_):
            self.require_like(hex_, letter)
        elif letter is None:
            self.board.units.pop(hex_, None)
        elif self.board.letter_on(hex_) != letter:
            side = SIDES[0] if letter.isupper() else SIDES[1]
            self.board.units[hex_] = WrittenUnit(side, table.kind_of(letter.upper()))

    def require_like(self, hex_: str, letter: str | None) -> None:
        """What is drawn and what is told of a hex are to be the same."""
        if self.board.letter_on(hex_) != letter:
            raise Contradiction(self.index, f"what stands on {as_typed(hex_)} to be the same in words and as drawn")

    def mark(self, hex_: str, marks: dict[str, Any]) -> None:
        """Mark the unit on a hex; marks that are not said stay as they are."""
        if marks and hex_ not in self.board.units:
            if self.claims.given:
                example = f"such as {as_typed(f'yellow zombie at {hex_}')}"
                raise Contradiction(self.index, f"a unit on {as_typed(hex_)} before its marks, {example}")
            # where nobody stands the fact does not hold, and any unit there says so
            self.board.units[hex_] = WrittenUnit(SIDES[0], table.BASIC)
        for name in marks:
            self.say(hex_, name, what=f"how {as_typed(hex_)} is marked ({name})")
        if marks:
            self.board.units[hex_] = self.board.units[hex_]._replace(**marks)
