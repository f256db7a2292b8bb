"""Putting facts into a position of Minions one after another, and noticing where they contradict each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludex.notation.minions import table
from ludex.notation.minions import values as v
from ludex.notation.minions.boards import START, Board, Unit, board_of, line_of
from ludex.notation.reading import Contradiction, typed
from ludex.notation.written import NoSentence, value_of

Position = dict[str, Any]
KEPT = {"1": "1m", "2": "2t"}  # a spell of this turn is a spell all the same
MARKS = ("damage", "moved", "attacked", "spawned")
FLAG_WORDS = {
    "p": "whether board {} is in its spawn phase",
    "q": "whether board {} has spawned",
    "r": "whether board {} is resigned",
    "w": "whether board {} is won",
}


def blank(maps: Iterable[str] = ()) -> Position:
    """A quiet position with nobody on boards of these maps."""
    listed = list(maps)
    none = "0" * len(table.CARDS)
    return {
        "boards": [line_of(Board()) for _ in listed],
        "maps": listed,
        "side": "yellow",
        "money": dict.fromkeys(v.SIDES, 0),
        "owed": dict.fromkeys(v.SIDES, 0),
        "points": dict.fromkeys(v.SIDES, 0),
        "tech": {"cards": table.CARDS, **dict.fromkeys(v.SIDES, none)},
        "spells": {side: {"free": 0, "bought": 0} for side in v.SIDES},
        "entered": [],
        "status": "active",
        "winner": None,
    }


def standard_start(maps: Iterable[str]) -> Position:
    """The position in which a game on these maps begins."""
    position = blank(maps)
    position["boards"] = [START for _ in position["maps"]]
    yellow, blue = table.MONEY
    position["money"] = {"yellow": yellow, "blue": blue * len(position["maps"])}
    position["spells"]["yellow"]["free"] = 1
    return position


@dataclass
class Claims:
    """A position that facts are put into; ``laid`` is the board that facts without one speak of (from 1)."""

    position: Position
    opened: dict[int, Board] = field(default_factory=dict)
    laid: int = 1
    given: bool = False  # whether the facts are the whole position, so that nothing is there before
    said: dict[object, int] = field(default_factory=dict)
    replaced: dict[str, Any] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)

    def say(self, topic: object, index: int, what: str) -> None:
        if topic in self.said:
            raise Contradiction(index, f"only one sentence on {what}")
        self.said[topic] = index

    def put(self, index: int, fact: v.Fact) -> None:
        match fact:
            case v.StandardStart() | v.Whole():
                self.put_first(index, fact)
            case v.Laid() | v.Line():
                self.lay(index, fact)
            case v.State() | v.Flag() | v.Units() | v.Rank() | v.Marked() | v.Empty() | v.Zone() | v.Used():
                number = fact.board or self.laid
                self.put_on_board(index, number, self.open(index, number), fact)
            case _:
                self.put_beside(index, fact)

    def put_first(self, index: int, fact: v.StandardStart | v.Whole) -> None:
        if self.said:
            raise Contradiction(index, "the whole position before anything else")
        self.say("whole", index, "the whole position")
        self.position = standard_start(fact.maps) if isinstance(fact, v.StandardStart) else value_of(fact.json)

    # boards

    def open(self, index: int, number: int) -> Board:
        """The board of this number, to be changed; one that is not there yet is quiet and empty."""
        self.reach(index, number)
        if number not in self.opened:
            try:
                self.opened[number] = board_of(self.position["boards"][number - 1])
            except NoSentence as error:
                what = f"nothing else about board {number}, whose line says nothing: {error}"
                raise Contradiction(index, what) from None
        return self.opened[number]

    def reach(self, index: int, number: int) -> None:
        boards, maps = self.position.get("boards"), self.position.get("maps")
        if not isinstance(boards, list) or not isinstance(maps, list):
            raise Contradiction(index, "boards in the JSON, or nothing about boards beside it")
        boards += [line_of(Board()) for _ in range(number - len(boards))]
        maps += [table.USUAL_MAP for _ in range(number - len(maps))]

    def lay(self, index: int, fact: v.Laid | v.Line) -> None:
        number = fact.board or 1
        self.reach(index, number)
        self.laid = number
        if fact.map is not None:
            self.say(("map", number), index, f"the map of board {number}")
            self.position["maps"][number - 1] = fact.map
        if isinstance(fact, v.Line):
            if any(isinstance(topic, tuple) and topic[:2] == ("on", number) for topic in self.said):
                raise Contradiction(index, f"the line of board {number} before anything else about it")
            self.say(("on", number, "line"), index, f"the line of board {number}")
            self.position["boards"][number - 1] = fact.line
        elif fact.state is not None:
            self.put_on_board(index, number, self.open(index, number), v.State(fact.state))

    def put_on_board(self, index: int, number: int, board: Board, fact: v.BoardFact) -> None:
        match fact:
            case v.State(state):
                self.say(("on", number, "state"), index, f"the state of board {number}")
                board.state = state
            case v.Flag(flag, there):
                self.say(("on", number, flag), index, FLAG_WORDS[flag].format(number))
                (board.flags.add if there else board.flags.discard)(flag)
            case v.Units():
                for hex_ in fact.hexes:
                    self.stand(index, number, board, hex_, fact)
            case v.Empty(hexes):
                for hex_ in hexes:
                    self.clear(index, number, board, hex_)
            case v.Rank():
                self.draw(index, number, board, fact)
            case v.Marked(hex_, marks):
                self.mark(index, number, board, hex_, marks)
            case v.Zone(side, units):
                self.say(("on", number, "zone", side), index, f"the zone of {side} on board {number}")
                board.zones[side] = Counter()
                for kind, count in units:
                    board.zones[side][kind] += count
            case v.Used(side, kinds):
                self.say(("on", number, "used", side), index, f"what {side} has used on board {number}")
                board.used[side] = set(kinds)

    def clear(self, index: int, number: int, board: Board, hex_: str) -> None:
        self.tell(index, number, board, hex_, None)
        board.units.pop(hex_, None)

    def stand(self, index: int, number: int, board: Board, hex_: str, fact: v.Units) -> None:
        """Put a unit on a hex; marks that are not said stay as they are if the same unit stands there."""
        unit = Unit(fact.side, fact.kind)
        self.tell(index, number, board, hex_, unit.letter)
        there = board.units.get(hex_)
        if there is None or (there.side, there.kind) != (fact.side, fact.kind):
            board.units[hex_] = unit
        self.mark(index, number, board, hex_, fact.marks)

    def tell(self, index: int, number: int, board: Board, hex_: str, letter: str | None) -> None:
        """Say once in words what stands on a hex; a drawn board may show it as well."""
        self.say(("on", number, hex_), index, f"what stands on {typed(hex_)}")
        if ("on", number, "drawn", hex_) in self.said:
            _require_like(index, board, hex_, letter)

    def draw(self, index: int, number: int, board: Board, fact: v.Rank) -> None:
        """One rank as it is drawn; who is of another kind with the same letter stays, with all marks."""
        for file, letter in zip(v.FILES, fact.cells, strict=True):
            hex_ = f"{file}{fact.rank}"
            self.say(("on", number, "drawn", hex_), index, f"what stands on {typed(hex_)}")
            if ("on", number, hex_) in self.said:
                _require_like(index, board, hex_, letter)
            elif letter is None:
                board.units.pop(hex_, None)
            elif _letter_on(board, hex_) != letter:
                side = v.SIDES[0] if letter.isupper() else v.SIDES[1]
                board.units[hex_] = Unit(side, table.kind_of(letter.upper()))

    def mark(self, index: int, number: int, board: Board, hex_: str, marks: v.Marks) -> None:
        said = {name: getattr(marks, name) for name in MARKS if getattr(marks, name) is not None}
        if not said:
            return
        if hex_ not in board.units:
            if self.given:
                raise Contradiction(
                    index, f"a unit on {typed(hex_)} before its marks, such as {typed(f'yellow zombie at {hex_}')}"
                )
            # where nobody stands the fact does not hold, and any unit there says so
            board.units[hex_] = Unit(v.SIDES[0], table.BASIC)
        for name in said:
            self.say(("on", number, hex_, name), index, f"how {typed(hex_)} is marked ({name})")
        board.units[hex_] = board.units[hex_]._replace(**said)

    # beside the boards

    def put_beside(self, index: int, fact: v.Fact) -> None:
        match fact:
            case v.ToMove(side):
                self.say("side", index, "who is to move")
                self.position["side"] = side
            case v.Amount(side, what, number):
                self.say((side, what), index, f"the {what} of {side}")
                self.set_amount(side, what, number)
            case v.Entered(boards):
                self.say("entered", index, "which boards were entered")
                self.position["entered"] = [number - 1 for number in boards]
            case v.Outcome(winner):
                self.say("outcome", index, "how the game stands")
                self.position |= {"status": "ended" if winner else "active", "winner": winner}
            case v.Cards(letters):
                self.lay_cards(index, letters)
            case v.Tech(side, sign, cards):
                for card in cards:
                    self.tech(index, side, sign, card)
            case _:
                self.put_json(index, fact)

    def set_amount(self, side: str, what: str, number: int) -> None:
        kind, _, spells = what.partition(" ")
        amounts = self.changed("spells", side) if spells else self.changed(what)
        amounts[kind if spells else side] = number

    def changed(self, name: str, side: str = "") -> Position:
        """A copy of a field of the position, or of what a side has there, that is put in its place."""
        fields = dict(self.position.get(name) or {})
        self.position[name] = fields
        if side:
            fields[side] = dict(fields.get(side) or {})
            return fields[side]  # type: ignore[no-any-return]
        return fields

    def lay_cards(self, index: int, letters: str) -> None:
        if self.given and any(isinstance(topic, tuple) and topic[0] == "tech" for topic in self.said):
            raise Contradiction(index, "the cards before what lies on them")
        self.say("cards", index, "which cards there are")
        tech = self.changed("tech")
        for side in v.SIDES:
            if len(tech.get(side, "")) != len(letters):
                tech[side] = "0" * len(letters)
        tech["cards"] = letters

    def tech(self, index: int, side: str, sign: str, card: str) -> None:
        self.say(("tech", side, card), index, f"what {side} has on {typed(card)}")
        tech = self.changed("tech")
        place = tech["cards"].find(table.LETTERS[card])
        if place < 0:
            raise Contradiction(index, f"a card of the techline; {typed(card)} is not in it")
        signs = tech[side]
        if signs[place] not in KEPT.get(sign, sign):
            tech[side] = signs[:place] + sign + signs[place + 1 :]

    def put_json(self, index: int, fact: v.Fact) -> None:
        match fact:
            case v.With(text):
                self.say("with", index, "the fields to replace")
                self.replaced = value_of(text)
            case v.Without(name):
                self.say(("without", name), index, f"whether {typed(name)} is missing")
                self.missing.add(name)

    def close(self) -> Position:
        """The position with everything in it that was said."""
        for number, board in self.opened.items():
            self.position["boards"][number - 1] = line_of(board)
        changed = {**self.position, **self.replaced}
        return {name: value for name, value in changed.items() if name not in self.missing}


def _letter_on(board: Board, hex_: str) -> str | None:
    there = board.units.get(hex_)
    return there.letter if there else None


def _require_like(index: int, board: Board, hex_: str, letter: str | None) -> None:
    """What is drawn and what is told of a hex are to be the same."""
    if _letter_on(board, hex_) != letter:
        raise Contradiction(index, f"what stands on {typed(hex_)} to be the same in words and as drawn")


def claims_of(position: Mapping[str, Any], facts: Iterable[v.Fact], given: bool = False) -> Claims:
    """A position with facts put in; raises Contradiction."""
    copied = {name: list(value) if isinstance(value, list) else value for name, value in position.items()}
    claims = Claims(copied, given=given)
    for index, fact in enumerate(facts):
        claims.put(index, fact)
    return claims
