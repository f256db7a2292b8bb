"""From the tokens of a sentence of Minions to the value that it stands for."""

from __future__ import annotations

from typing import Any, NamedTuple

from lark import Token, v_args

from ludex.notation import expectations as e
from ludex.notation.minions import table
from ludex.notation.minions import values as v
from ludex.notation.minions.facts import BLANK
from ludex.notation.minions.judging import OPERATIONS, Asked, Reaches
from ludex.notation.parts import json_of, operation_of, unquoted
from ludex.notation.reading import LineGrammar, Misplaced, did_you_mean, meant, one_typed, typed
from ludex.notation.sharing import ExpectationBuilder

UNIT = f"a unit such as {typed('zombie')}"
HEX = f"a hex from {typed('a0')} to {typed('j9')}"
CELL = f"the letter of a unit ({typed('.')} for nobody)"
STATE = f"a state ({one_typed(v.STATES.values())})"
HINTS = {
    "spell": meant("a spell"),
    "spells": meant("free spells", "bought spells"),
    "won": meant("has won"),
}
MAP = f"a map ({one_typed(table.MAPS)}) or rows in quotation marks"
FIELD = f"a field of the position: {one_typed(BLANK)}"


class On(NamedTuple):
    """The board that a sentence names."""

    number: int


class Boards(NamedTuple):
    """How many boards a start has, and where that is said."""

    number: int
    token: Token


class MapOf(NamedTuple):
    """A map by its name or its rows."""

    text: str


class LineText(NamedTuple):
    """The line of a board."""

    text: str


class StateLetter(NamedTuple):
    """The state of a board."""

    letter: str


Mark = tuple[str, Any, Token]


def _one(parts: tuple[object, ...], kind: type) -> Any:
    """The part of this kind, or None."""
    return next((part for part in parts if isinstance(part, kind)), None)


def _board(parts: tuple[object, ...]) -> int | None:
    """The number of the board among some parts: said as "on board 2", or right after "board"."""
    on = _one(parts, On)
    token = _one(parts, Token)
    return on.number if on else None if token is None else _number_of_board(token)


@v_args(inline=True)
class Builder(ExpectationBuilder):
    """One method for each kind of sentence."""

    # expectations

    def reaches(self, origin: str, hexes: tuple[str, ...], *on: On) -> Reaches:
        return Reaches(origin, hexes, "all", _board(on))

    def reaches_exactly(self, origin: str, hexes: tuple[str, ...], *on: On) -> Reaches:
        return Reaches(origin, hexes, "exactly", _board(on))

    def reaches_not(self, origin: str, hexes: tuple[str, ...], *on: On) -> Reaches:
        return Reaches(origin, hexes, "none", _board(on))

    def gives(self, operation: Token, request: Token, answer: Token) -> Asked:
        return Asked(operation_of(operation, OPERATIONS), json_of(request), json_of(answer))

    def asked_in_vain(self, operation: Token, request: Token, refusal: e.Refused | e.Unreadable) -> Asked:
        return Asked(operation_of(operation, OPERATIONS), json_of(request), None, refusal)

    # boards

    def standard_start(self, *parts: MapOf | Boards) -> v.StandardStart:
        maps = tuple(part.text for part in parts if isinstance(part, MapOf)) or (table.USUAL_MAP,)
        boards = _one(parts, Boards)
        if boards and len(maps) == 1:
            maps *= boards.number
        if boards and len(maps) != boards.number:
            raise Misplaced(boards.token, f"as many boards as maps; there are {len(maps)} maps")
        return v.StandardStart(maps)

    def with_boards(self, number: Token) -> Boards:
        return Boards(_number_of_board(number), number)

    def laid(self, *parts: Any) -> v.Laid | v.Line:
        on, state, board = _one(parts, MapOf), _one(parts, StateLetter), _board(parts)
        if state is None and "|" in on.text:
            return v.Line(board, None, on.text)
        return v.Laid(board, on and on.text, state and state.letter)

    def drawn(self, *parts: Any) -> v.Line:
        return v.Line(_board(parts), _one(parts, MapOf).text, _one(parts, LineText).text)

    def map_name(self, name: Token) -> MapOf:
        if name not in table.MAPS:
            raise Misplaced(name, MAP, did_you_mean(str(name), table.MAPS))
        return MapOf(str(name))

    def map_rows(self, text: Token) -> MapOf:
        return MapOf(unquoted(text))

    def line(self, text: Token) -> LineText:
        return LineText(unquoted(text))

    def in_state(self, *parts: Any) -> v.State:
        return v.State(_one(parts, StateLetter).letter, _board(parts))

    def first_turn(self) -> StateLetter:
        return StateLetter("f")

    def normal(self) -> StateLetter:
        return StateLetter("n")

    def reset(self, token: Token) -> StateLetter:
        letters = {words: letter for letter, words in v.STATES.items()}
        if token not in letters:
            raise Misplaced(token, STATE)
        return StateLetter(letters[token])

    def spawn_phase(self, *number: Token) -> v.Flag:
        return v.Flag("p", True, _board(number))

    def no_spawn_phase(self, *number: Token) -> v.Flag:
        return v.Flag("p", False, _board(number))

    def has_spawned(self, *number: Token) -> v.Flag:
        return v.Flag("q", True, _board(number))

    def has_not_spawned(self, *number: Token) -> v.Flag:
        return v.Flag("q", False, _board(number))

    def resigned(self, *number: Token) -> v.Flag:
        return v.Flag("r", True, _board(number))

    def not_resigned(self, *number: Token) -> v.Flag:
        return v.Flag("r", False, _board(number))

    def won_here(self, *number: Token) -> v.Flag:
        return v.Flag("w", True, _board(number))

    def not_won_here(self, *number: Token) -> v.Flag:
        return v.Flag("w", False, _board(number))

    # who stands where

    def units(self, side: str, kind: str, hexes: tuple[str, ...], *more: Mark | On) -> v.Units:
        return v.Units(side, kind, hexes, _marks(more), _board(more))

    def rank(self, number: Token, *parts: str | On | None) -> v.Rank:
        if not 0 <= int(number) < len(v.FILES):
            raise Misplaced(number, "a rank from 0 to 9")
        return v.Rank(int(number), parts[: len(v.FILES)], _board(parts[len(v.FILES) :]))  # type: ignore[arg-type]

    def cell(self, token: Token) -> str | None:
        letter = token[:1]
        if not letter.isalpha():
            return None
        if letter.upper() not in {*table.BY_LETTER, table.NECROMANCER_LETTER}:
            raise Misplaced(token, f"{CELL}, which {typed(letter)} is not")
        return letter

    def mark_damage(self, number: Token) -> Mark:
        return "damage", _amount(number), number

    def mark_moved(self, number: Token) -> Mark:
        return "moved", _amount(number), number

    def mark_attacked(self, number: Token) -> Mark:
        return "attacked", _amount(number), number

    def mark_spawned(self, word: Token) -> Mark:
        return "spawned", True, word

    def has_damage(self, hex_: str, number: Token, *on: On) -> v.Marked:
        return v.Marked(hex_, v.Marks(damage=_amount(number)), _board(on))

    def has_moved(self, hex_: str, number: Token, *on: On) -> v.Marked:
        return v.Marked(hex_, v.Marks(moved=_amount(number)), _board(on))

    def has_attacked(self, hex_: str, number: Token, *on: On) -> v.Marked:
        return v.Marked(hex_, v.Marks(attacked=_amount(number)), _board(on))

    def was_spawned(self, hex_: str, *on: On) -> v.Marked:
        return v.Marked(hex_, v.Marks(spawned=True), _board(on))

    def was_not_spawned(self, hex_: str, *on: On) -> v.Marked:
        return v.Marked(hex_, v.Marks(spawned=False), _board(on))

    def empty(self, hexes: tuple[str, ...], *on: On) -> v.Empty:
        return v.Empty(hexes, _board(on))

    def entry(self, kind: str, *number: Token) -> tuple[str, int]:
        return kind, _amount(number[0], 1) if number else 1

    def zone(self, side: str, *parts: Any) -> v.Zone:
        entries = tuple(part for part in parts if not isinstance(part, On))
        return v.Zone(side, entries, _board(parts))

    def empty_zone(self, side: str, *on: On) -> v.Zone:
        return v.Zone(side, (), _board(on))

    def used(self, side: str, kinds: tuple[Token, ...], *on: On) -> v.Used:
        for kind in kinds:
            if kind not in table.ADVANCED:
                raise Misplaced(kind, f"an advanced necromancer: {one_typed(table.ADVANCED)}")
        return v.Used(side, tuple(map(str, kinds)), _board(on))

    def used_nothing(self, side: str, *on: On) -> v.Used:
        return v.Used(side, (), _board(on))

    # beside the boards

    def to_move(self, side: str) -> v.ToMove:
        return v.ToMove(side)

    def amount_of(self, side: str, what: str, number: Token) -> v.Amount:
        return v.Amount(side, what, _amount(number))

    def money(self) -> str:
        return "money"

    def owed(self) -> str:
        return "owed"

    def points(self) -> str:
        return "points"

    def free_spells(self) -> str:
        return "free spells"

    def bought_spells(self) -> str:
        return "bought spells"

    def cards(self, letters: Token) -> v.Cards:
        for place, letter in enumerate(letters):
            if letter not in table.ALL_CARDS or letter in letters[:place]:
                at = Token("", letter, start_pos=(letters.start_pos or 0) + place)
                raise Misplaced(at, f"letters of cards ({typed(table.CARDS)}), none of them twice")
        return v.Cards(str(letters))

    def no_cards(self) -> v.Cards:
        return v.Cards("")

    def no_spell(self, side: str, cards: tuple[Token, ...]) -> v.Tech:
        return v.Tech(side, "0", _cards(cards))

    def one_spell(self, side: str, cards: tuple[Token, ...]) -> v.Tech:
        return v.Tech(side, "1", _cards(cards))

    def teched(self, side: str, cards: tuple[Token, ...]) -> v.Tech:
        return v.Tech(side, "2", _cards(cards))

    def marched(self, side: str, cards: tuple[Token, ...]) -> v.Tech:
        return v.Tech(side, "m", _cards(cards))

    def just_teched(self, side: str, cards: tuple[Token, ...]) -> v.Tech:
        return v.Tech(side, "t", _cards(cards))

    def entered(self, *numbers: Token) -> v.Entered:
        return v.Entered(tuple(map(_number_of_board, numbers)))

    def none_entered(self) -> v.Entered:
        return v.Entered(())

    def wins(self, side: str) -> v.Outcome:
        return v.Outcome(side)

    def still_open(self) -> v.Outcome:
        return v.Outcome(None)

    def whole(self, data: Token) -> v.Whole:
        return v.Whole(json_of(data))

    def position_with(self, data: Token) -> v.With:
        return v.With(json_of(data))

    def position_without(self, name: Token) -> v.Without:
        if name not in BLANK:
            raise Misplaced(name, FIELD, did_you_mean(str(name), BLANK))
        return v.Without(str(name))

    # actions

    def action(self, action: v.Action) -> v.Sent:
        return v.Sent(action)

    def turn(self, *actions: v.Single) -> v.Turn:
        return v.Turn(actions)

    def whole_turn(self, *actions: v.Single) -> v.Turn:
        return v.Turn(actions)

    def raw(self, data: Token) -> v.Raw:
        return v.Raw(json_of(data))

    def move(self, *parts: Any) -> v.Move:
        return v.Move(tuple(part for part in parts if not isinstance(part, On)), _board(parts) or 1)

    def attack(self, *parts: Any) -> v.Attack:
        return v.Attack(tuple(part for part in parts if not isinstance(part, On)), _board(parts) or 1)

    def buy(self, kind: str, *on: On) -> v.Buy:
        return v.Buy(str(kind), _board(on) or 1)

    def spawn(self, kind: str, to: str, *on: On) -> v.Spawn:
        return v.Spawn(str(kind), to, _board(on) or 1)

    def choose(self, necromancer: str, keep: str, *on: On) -> v.Choose:
        return v.Choose(str(necromancer), str(keep), _board(on) or 1)

    def choose_only(self, necromancer: str, *on: On) -> v.Choose:
        return v.Choose(str(necromancer), None, _board(on) or 1)

    def resign(self, *on: On) -> v.Resign:
        return v.Resign(_board(on) or 1)

    def buy_spell(self) -> v.BuySpell:
        return v.BuySpell()

    def march(self) -> v.March:
        return v.March()

    def tech(self, card: str) -> v.TechCard:
        return v.TechCard(str(card))

    def end_turn(self) -> v.EndTurn:
        return v.EndTurn()

    # parts

    def pair(self, here: str, there: str) -> tuple[str, str]:
        return here, there

    def place(self, number: Token) -> On:
        return On(_number_of_board(number))

    def hexes(self, *hexes: str) -> tuple[str, ...]:
        return hexes

    def kinds(self, *kinds: Token) -> tuple[Token, ...]:
        return kinds

    def yellow(self) -> str:
        return "yellow"

    def blue(self) -> str:
        return "blue"

    def hex(self, token: Token) -> str:
        if token not in v.HEXES:
            raise Misplaced(token, HEX)
        return str(token)

    def kind(self, token: Token) -> Token:
        if token not in table.LETTERS:
            raise Misplaced(token, UNIT, _meant(str(token)))
        return token


def _meant(word: str) -> str:
    """A suggestion for a word that is no unit."""
    longer = [name for name in table.LETTERS if name.startswith(f"{word}_")]
    near = meant(longer[0]) if longer else did_you_mean(word, [*table.LETTERS, "nothing"])
    return HINTS.get(word, near)


def _marks(parts: tuple[Any, ...]) -> v.Marks:
    said: dict[str, Any] = {}
    for name, value, token in (part for part in parts if not isinstance(part, On)):
        if name in said:
            raise Misplaced(token, f"{typed(name)} only once")
        said[name] = value
    return v.Marks(**said)


def _amount(token: Token, least: int = 0) -> int:
    if int(token) < least:
        raise Misplaced(token, f"a whole number from {least}")
    return int(token)


def _number_of_board(token: Token) -> int:
    if not 1 <= int(token) <= v.MOST_BOARDS:
        raise Misplaced(token, f"the number of a board, from 1 to {v.MOST_BOARDS}")
    return int(token)


def _cards(kinds: tuple[Token, ...]) -> tuple[str, ...]:
    for kind in kinds:
        if table.LETTERS[kind] not in table.ALL_CARDS:
            raise Misplaced(kind, f"a unit with a card; {typed(kind)} has none")
    return tuple(map(str, kinds))


SENTENCES = LineGrammar(
    "ludex.notation.minions",
    "minions.lark",
    ("position", "action", "expectation"),
    Builder(),
    words={
        ",": "a comma and another hex",
        ":": "a colon",
        ";": "a semicolon and another action",
        "->": f"{typed('->')} and a hex",
        "{": "the actions of the turn in braces",
        "}": "a closing brace",
        "INT": "a number",
        "JSON": "JSON in braces",
        "QUOTED": "a text in quotation marks",
        "HEX": f"a hex such as {typed('c2')}",
        "CELL": CELL,
        "KIND": UNIT,
        "MAP": f"a map such as {typed('midnight_lake')}",
        "FIELD": FIELD,
        "RESET": one_typed(("reset+0", "reset+1", "reset+2")),
        "CARDS": "letters of cards",
        "OPERATION": f"a request: {one_typed(OPERATIONS)}",
        "CLAUSE": f"a clause such as {typed('MIN-MOV-2')}",
    },
    groups=(
        (frozenset(v.SIDES), f"a side ({one_typed(v.SIDES)})"),
        (frozenset({"first", "normal", "RESET"}), STATE),
    ),
)
