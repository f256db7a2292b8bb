"""What a sentence says about a position of Minions: how it is put into one, and what is so instead.

Boards are counted from 1, as people do. A fact whose ``board`` is None names none: it speaks of the board laid last
before it, else of board 1. Hexes are their names, "a0" to "j9"; sides are "yellow" and "blue"; kinds are the ids of
the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ludex.notation.minions import table
from ludex.notation.minions.boards import FILES, SIDES, WrittenBoard, WrittenUnit, board_of
from ludex.notation.minions.claims import ClaimPlace, Claims, standard_start
from ludex.notation.reading import Contradiction, as_typed
from ludex.notation.sentences import Sentences, says
from ludex.notation.wholes import Found, With, Without
from ludex.notation.written import NoSentence, json_text, value_of

AMOUNTS = ("money", "owed", "points", "free spells", "bought spells")
SIGNS = "012mt"
KEPT = {"1": "1m", "2": "2t"}  # a spell of this turn is a spell all the same
FLAG_WORDS = {
    "p": "whether board {} is in its spawn phase",
    "q": "whether board {} has spawned",
    "r": "whether board {} is resigned",
    "w": "whether board {} is won",
}


@dataclass
class FoundBoards(Found):
    """A position that was found where facts were expected; ``laid`` is the board that facts without one speak of."""

    whole: Callable[[Any], list[Fact]]  # all facts of a position
    laid: int = 1

    def line(self, number: int | None) -> str | None:
        """The line of a board, if there is one."""
        lines: list[str] = self.position["boards"]
        return lines[(number or self.laid) - 1] if (number or self.laid) <= len(lines) else None

    def board(self, number: int | None) -> WrittenBoard | None:
        """A board, if it is there and its line says something."""
        try:
            return board_of(self.line(number))
        except NoSentence:
            return None


class OnBoard:
    """A fact about one board."""

    __slots__ = ()
    board: int | None

    def put(self, claims: Claims, index: int) -> None:
        self.put_on(claims.open(index, self.board))

    def put_on(self, place: ClaimPlace) -> None:
        """Put it into its board."""
        raise NotImplementedError

    def instead(self, found: FoundBoards) -> list[Fact]:
        """What is so instead; nothing, of a board that is not there."""
        board = found.board(self.board)
        return self.instead_on(board) if board else []

    def instead_on(self, board: WrittenBoard) -> list[Fact]:
        """What is so on its board."""
        raise NotImplementedError


@says("standard_start")
@dataclass(frozen=True, slots=True)
class StandardStart:
    """The position in which a game on these maps begins, one board for each."""

    maps: tuple[str, ...]

    def put(self, claims: Claims, index: int) -> None:
        claims.begin(index, standard_start(self.maps))

    def instead(self, found: FoundBoards) -> list[Fact]:
        return found.whole(found.position)


@says("laid_in_state", map=None)
@says("laid")
@dataclass(frozen=True, slots=True)
class Laid:
    """A board lies on this map (a name, or ten rows), in this state; what is None, one of the two, was left unsaid."""

    board: int | None
    map: str | None
    state: str | None = None

    def put(self, claims: Claims, index: int) -> None:
        claims.lay(index, self.board or 1, self.map)
        if self.state is not None:
            State(self.state, self.board or 1).put(claims, index)

    def instead(self, found: FoundBoards) -> list[Fact]:
        found.laid = self.board or 1
        board = found.board(self.board or 1)
        if board is None:
            return []
        on = None if self.map is None else found.position["maps"][found.laid - 1]
        return [Laid(self.board, on, None if self.state is None else board.state)]


@says("drawn")
@dataclass(frozen=True, slots=True)
class Line:
    """A board by its line; ``map`` None was left unsaid."""

    board: int | None
    map: str | None
    line: str

    def put(self, claims: Claims, index: int) -> None:
        number = self.board or 1
        claims.lay(index, number, self.map)
        if any(isinstance(topic, tuple) and topic[:2] == ("on", number) for topic in claims.said):
            raise Contradiction(index, f"the line of board {number} before anything else about it")
        claims.say(("on", number, "line"), index, f"the line of board {number}")
        claims.position["boards"][number - 1] = self.line

    def instead(self, found: FoundBoards) -> list[Fact]:
        found.laid = self.board or 1
        line = found.line(self.board or 1)
        if line is None:
            return []
        return [Line(self.board, None if self.map is None else found.position["maps"][found.laid - 1], line)]

    def write_with(self, sentences: Sentences) -> str:
        """A line alone stands where else a map does."""
        return sentences.write_by_rule(Laid(self.board, self.line) if self.map is None else self)


def board_or_line(board: int | None, on: str, state: str | None) -> Laid | Line:
    """A board on a map, or by its line, which stands in quotation marks as rows do."""
    return Line(board, None, on) if state is None and "|" in on else Laid(board, on, state)


@says("in_state", "board", "state")
@dataclass(frozen=True, slots=True)
class State(OnBoard):
    """A board is in this state: a letter of STATES."""

    state: str
    board: int | None = None

    def put_on(self, place: ClaimPlace) -> None:
        place.say("state", what=f"the state of board {place.number}")
        place.board.state = self.state

    def instead_on(self, board: WrittenBoard) -> list[Fact]:
        return [State(board.state, self.board)]


@says("spawn_phase", flag="p", there=True)
@says("no_spawn_phase", flag="p", there=False)
@says("has_spawned", flag="q", there=True)
@says("has_not_spawned", flag="q", there=False)
@says("resigned", flag="r", there=True)
@says("not_resigned", flag="r", there=False)
@says("won_here", flag="w", there=True)
@says("not_won_here", flag="w", there=False)
@dataclass(frozen=True, slots=True)
class Flag(OnBoard):
    """A flag of a board (a letter of FLAGS) is there, or is not."""

    flag: str
    there: bool
    board: int | None = None

    def put_on(self, place: ClaimPlace) -> None:
        place.say(self.flag, what=FLAG_WORDS[self.flag].format(place.number))
        (place.board.flags.add if self.there else place.board.flags.discard)(self.flag)

    def instead_on(self, board: WrittenBoard) -> list[Fact]:
        return [Flag(self.flag, self.flag in board.flags, self.board)]


@dataclass(frozen=True, slots=True)
class SaidMarks:
    """What happened to a unit in this turn; what is None was left unsaid."""

    damage: int | None = None
    moved: int | None = None
    attacked: int | None = None
    spawned: bool | None = None

    @property
    def said(self) -> dict[str, Any]:
        """The marks that were said."""
        marks = {"damage": self.damage, "moved": self.moved, "attacked": self.attacked, "spawned": self.spawned}
        return {name: value for name, value in marks.items() if value is not None}

    def like(self, unit: WrittenUnit) -> SaidMarks:
        """The marks of a unit that were spoken of."""
        return SaidMarks(**{name: getattr(unit, name) for name in self.said})


def marks_text(marks: SaidMarks) -> str:
    """The marks of a unit that it has: damage 1 moved 2 spawned."""
    said = {name: number for name, number in marks.said.items() if name != "spawned"}
    return " ".join([*(f"{name} {number}" for name, number in said.items()), *["spawned"] * bool(marks.spawned)])


@says("units")
@says("also_units")
@says("also_owned_units", "side", "kind", "hexes", "marks")
@dataclass(frozen=True, slots=True)
class Units(OnBoard):
    """A unit of this kind and side stands on each of these hexes."""

    side: str
    kind: str
    hexes: tuple[str, ...]
    marks: SaidMarks = SaidMarks()
    board: int | None = None

    def put_on(self, place: ClaimPlace) -> None:
        for hex_ in self.hexes:
            place.stand(hex_, WrittenUnit(self.side, self.kind))
            place.mark(hex_, self.marks.said)

    def instead_on(self, board: WrittenBoard) -> list[Fact]:
        """Who stands on the hexes, with as many marks as were said."""
        standing = {hex_: board.units[hex_] for hex_ in self.hexes if hex_ in board.units}
        told = alike((hex_, (unit.side, unit.kind, self._marks_like(unit))) for hex_, unit in standing.items())
        said: list[Fact] = [Units(side, kind, on, marks, self.board) for (side, kind, marks), on in told.items()]
        return [*said, *_empty(self.hexes, board, self.board)]

    def _marks_like(self, unit: WrittenUnit) -> SaidMarks:
        """The marks of a unit that were spoken of; that it was not spawned has no words here."""
        return replace(self.marks.like(unit), spawned=(self.marks.spawned and unit.spawned) or None)


@says("rank")
@dataclass(frozen=True, slots=True)
class Rank(OnBoard):
    """One rank of a drawn board: the letter of the unit on each of its ten hexes, None where nobody stands.

    The letter N is that of every necromancer: of whichever is there, else of the basic one."""

    rank: int
    cells: tuple[str | None, ...]
    board: int | None = None

    def put_on(self, place: ClaimPlace) -> None:
        for file, letter in zip(FILES, self.cells, strict=True):
            place.draw(f"{file}{self.rank}", letter)

    def instead_on(self, board: WrittenBoard) -> list[Fact]:
        return [Rank(self.rank, tuple(board.letter_on(f"{file}{self.rank}") for file in FILES), self.board)]


@says("was_spawned", marks=SaidMarks(spawned=True))
@says("was_not_spawned", marks=SaidMarks(spawned=False))
@says("marked")
@says("also_unmoved", marks=SaidMarks(moved=0))
@says("also_unattacked", marks=SaidMarks(attacked=0))
@dataclass(frozen=True, slots=True)
class Marked(OnBoard):
    """The unit on a hex has these marks."""

    hex: str
    marks: SaidMarks
    board: int | None = None

    def put_on(self, place: ClaimPlace) -> None:
        place.mark(self.hex, self.marks.said)

    def instead_on(self, board: WrittenBoard) -> list[Fact]:
        unit = board.units.get(self.hex)
        return [Marked(self.hex, self.marks.like(unit), self.board) if unit else Empty((self.hex,), self.board)]


@says("empty")
@says("also_empty")
@dataclass(frozen=True, slots=True)
class Empty(OnBoard):
    """Nobody stands on these hexes."""

    hexes: tuple[str, ...]
    board: int | None = None

    def put_on(self, place: ClaimPlace) -> None:
        for hex_ in self.hexes:
            place.stand(hex_, None)

    def instead_on(self, board: WrittenBoard) -> list[Fact]:
        return [*_empty(self.hexes, board, self.board), *standing(board, self.hexes, self.board)]


@says("empty_zone", units=())
@says("zone")
@dataclass(frozen=True, slots=True)
class Zone(OnBoard):
    """These units, and so many of each, are in the reinforcement zone of a side, and no others."""

    side: str
    units: tuple[tuple[str, int], ...]
    board: int | None = None

    def put_on(self, place: ClaimPlace) -> None:
        place.say("zone", self.side, what=f"the zone of {self.side} on board {place.number}")
        place.board.zones[self.side] = Counter()
        for kind, count in self.units:
            place.board.zones[self.side][kind] += count

    def instead_on(self, board: WrittenBoard) -> list[Fact]:
        return [Zone(self.side, zone_of(board, self.side), self.board)]


@says("used_nothing", kinds=())
@says("used")
@dataclass(frozen=True, slots=True)
class Used(OnBoard):
    """A side has taken these necromancers on a board, and no others."""

    side: str
    kinds: tuple[str, ...]
    board: int | None = None

    def put_on(self, place: ClaimPlace) -> None:
        place.say("used", self.side, what=f"what {self.side} has used on board {place.number}")
        place.board.used[self.side] = set(self.kinds)

    def instead_on(self, board: WrittenBoard) -> list[Fact]:
        return [Used(self.side, tuple(sorted(board.used[self.side])), self.board)]


def zone_of(board: WrittenBoard, side: str) -> tuple[tuple[str, int], ...]:
    """The kinds in a zone in their order, and how many of each."""
    return tuple(sorted(board.zones[side].items()))


def standing(board: WrittenBoard, hexes: Iterable[str], number: int | None) -> list[Fact]:
    """Who stands on hexes: like units together, with all their marks."""
    units = alike((hex_, board.units[hex_]) for hex_ in hexes if hex_ in board.units)
    return [Units(one.side, one.kind, on, marks_of(one), number) for one, on in units.items()]


def marks_of(unit: WrittenUnit) -> SaidMarks:
    """The marks of a unit, those that it does not have left unsaid."""
    return SaidMarks(unit.damage or None, unit.moved or None, unit.attacked or None, unit.spawned or None)


def alike(pairs: Iterable[tuple[str, Any]]) -> dict[Any, tuple[str, ...]]:
    """For each value, in the order in which they come up, the names that have it."""
    found: dict[Any, tuple[str, ...]] = {}
    for name, value in pairs:
        found[value] = (*found.get(value, ()), name)
    return found


def _empty(hexes: Iterable[str], board: WrittenBoard, number: int | None) -> list[Fact]:
    empty = tuple(hex_ for hex_ in hexes if hex_ not in board.units)
    return [Empty(empty, number)] if empty else []


@says("to_move")
@says("also_to_move")
@dataclass(frozen=True, slots=True)
class ToMove:
    """Whose turn it is."""

    side: str

    def put(self, claims: Claims, index: int) -> None:
        claims.say("side", index, "who is to move")
        claims.position["side"] = self.side

    def instead(self, found: Found) -> list[Fact]:
        return [ToMove(found.position["side"])]


@says("amount_of")
@says("also_amount", "side", "number", "what")
@says("also_point", "side", "number", what="points")
@dataclass(frozen=True, slots=True)
class Amount:
    """A side has so much of something (one of AMOUNTS)."""

    side: str
    what: str
    number: int

    def put(self, claims: Claims, index: int) -> None:
        claims.say((self.side, self.what), index, f"the {self.what} of {self.side}")
        kind, _, spells = self.what.partition(" ")
        amounts = claims.own_copy("spells", self.side) if spells else claims.own_copy(self.what)
        amounts[kind if spells else self.side] = self.number

    def instead(self, found: Found) -> list[Fact]:
        return [Amount(self.side, self.what, amount_in(found.position, self.side, self.what))]


def amount_in(position: Any, side: str, what: str) -> Any:
    """How much of something a side has in a position, or None where it says nothing of that."""
    kind, _, spells = what.partition(" ")
    value = position
    for name in ("spells", side, kind) if spells else (what, side):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


@says("no_cards", letters="")
@says("cards")
@dataclass(frozen=True, slots=True)
class Cards:
    """The techline: the letters of its cards in their order."""

    letters: str

    def put(self, claims: Claims, index: int) -> None:
        if claims.given and any(isinstance(topic, tuple) and topic[0] == "tech" for topic in claims.said):
            raise Contradiction(index, "the cards before what lies on them")
        claims.say("cards", index, "which cards there are")
        tech = claims.own_copy("tech")
        for side in SIDES:
            if len(tech.get(side, "")) != len(self.letters):
                tech[side] = "0" * len(self.letters)
        tech["cards"] = self.letters

    def instead(self, found: Found) -> list[Fact]:
        return [Cards(found.position["tech"]["cards"])]


@says("no_spell", sign="0")
@says("one_spell", sign="1")
@says("teched", sign="2")
@says("marched", sign="m")
@says("just_teched", sign="t")
@dataclass(frozen=True, slots=True)
class Tech:
    """What a side has on each of these cards: a sign of SIGNS."""

    side: str
    sign: str
    cards: tuple[str, ...]

    def put(self, claims: Claims, index: int) -> None:
        for card in self.cards:
            claims.say(("tech", self.side, card), index, f"what {self.side} has on {as_typed(card)}")
            tech = claims.own_copy("tech")
            place = tech["cards"].find(table.LETTERS[card])
            if place < 0:
                raise Contradiction(index, f"a card of the techline; {as_typed(card)} is not in it")
            signs = tech[self.side]
            if signs[place] not in KEPT.get(self.sign, self.sign):
                tech[self.side] = signs[:place] + self.sign + signs[place + 1 :]

    def instead(self, found: Found) -> list[Fact]:
        """What the side has on each of the cards; a spell of this turn may be called a spell."""
        tech = found.position["tech"]
        signs = dict(zip(tech["cards"], tech[self.side], strict=False))
        there = ((card, signs[table.LETTERS[card]]) for card in self.cards if table.LETTERS[card] in signs)
        told = ((card, self.sign if sign in KEPT.get(self.sign, "") else sign) for card, sign in there)
        return [Tech(self.side, sign, cards) for sign, cards in alike(told).items()]


@says("none_entered", boards=())
@says("entered")
@dataclass(frozen=True, slots=True)
class Entered:
    """The boards on which the side to move has acted in this turn, in their order."""

    boards: tuple[int, ...]

    def put(self, claims: Claims, index: int) -> None:
        claims.say("entered", index, "which boards were entered")
        claims.position["entered"] = [number - 1 for number in self.boards]

    def instead(self, found: Found) -> list[Fact]:
        return [Entered(tuple(index + 1 for index in found.position["entered"]))]


@says("still_open", winner=None)
@says("wins")
@dataclass(frozen=True, slots=True)
class Outcome:
    """Who has won the game (None: it is still open)."""

    winner: str | None

    def put(self, claims: Claims, index: int) -> None:
        claims.say("outcome", index, "how the game stands")
        claims.position |= {"status": "ended" if self.winner else "active", "winner": self.winner}

    def instead(self, found: Found) -> list[Fact]:
        return [Outcome(found.position["winner"])]


@says("whole")
@says("also_whole")
@dataclass(frozen=True, slots=True)
class Whole:
    """A whole position, as JSON."""

    json: str

    def put(self, claims: Claims, index: int) -> None:
        claims.begin(index, value_of(self.json))

    def instead(self, found: Found) -> list[Fact]:
        return [Whole(json_text(found.position))]


BoardFact = Laid | Line | State | Flag | Units | Rank | Marked | Empty | Zone | Used
Fact = BoardFact | StandardStart | ToMove | Amount | Cards | Tech | Entered | Outcome | Whole | With | Without
