"""The grammar of Tribun: the classes that its rules say, its other values, and what messages call its words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ludex.notation import expectations
from ludex.notation.parts import PARTS, whole_number_of
from ludex.notation.reading import Misplaced, NotReadable, as_typed, one_typed
from ludex.notation.sentences import Attempt, Part, Sentences
from ludex.notation.tribun import actions, facts
from ludex.notation.tribun.actions import DIRECTIONS, Share
from ludex.notation.tribun.boards import COLORS, HEIGHTS, Tile, WrittenUnit, height_text, tile_text
from ludex.notation.tribun.compact import read_compact

if TYPE_CHECKING:
    from lark import Token

TILE = f"a tile such as {as_typed('(0,0)')}"
TILE_OF_BOARD = "a tile of the board: x and y from -5 to 5, and x - y from -5 to 5"
TILE_TEXT = r"\(-?\d+,-?\d+\)"
DONORS = ("6", "3+", "3-")


def _tile(x: Token, y: Token) -> Tile:
    tile = Tile(int(x), int(y))
    if not tile.is_on_board:
        raise Misplaced(x, TILE_OF_BOARD)
    return tile


def _height(token: Token) -> int:
    if int(token) not in HEIGHTS[1:]:
        raise Misplaced(token, "a height: 1, 2, 3, 4, 6 or 8")
    return int(token)


def _whole(quoted: Token) -> str:
    line = str(quoted)[1:-1]
    try:
        read_compact(line)
    except NotReadable as error:
        raise Misplaced(quoted, error.expected, error.hint, error.column) from None
    return line


def _number(most: int, token: Token) -> int:
    return whole_number_of(token, 1, most, f"a number from 1 to {most}")


def _index(count: int, token: Token) -> int:
    return whole_number_of(token, 0, count - 1, f"a number from 0 to {count - 1}")


def _shares(*said: tuple[int, Token]) -> tuple[Share, ...]:
    given: dict[int, Share] = {}
    for direction, token in said:
        amount = _number(7, token)
        if direction in given:
            raise Misplaced(token, "each direction once")
        given[direction] = Share(direction, amount)
    return tuple(given[direction] for direction in sorted(given))


def _shares_text(shares: tuple[Share, ...]) -> str:
    return " and ".join(f"{DIRECTIONS[share.direction]} {share.amount}" for share in shares)


ATTEMPTS = (
    Attempt(
        rf"(black|white) tribun (?:at|on) {TILE_TEXT}",
        r"a tribun by its height, such as `\1 T1 at (0,0)`",
    ),
    Attempt(
        rf"({TILE_TEXT}) is not empty",
        r"what stands there, such as `black 2 at \1`; that nothing does is `\1 is empty`",
    ),
    Attempt(
        "(black|white) has not won",
        "how the game stands: `still open`, `tie`, `black wins` or `white wins`",
    ),
)

SENTENCES = Sentences(
    "ludex.notation.tribun",
    "tribun.lark",
    ("position", "action", "expectation"),
    modules=(facts, actions, expectations),
    attempts=ATTEMPTS,
    parts={
        **PARTS,
        "QUOTED": Part(_whole, lambda line: f'"{line}"'),
        "HEX": Part(lambda token: int(token, 16), lambda word: f"{word:#010x}"),
        "tile": Part(_tile, tile_text),
        "unit": Part(
            lambda color, tribun, p, s: WrittenUnit(color, tribun is not None, p, s or 0),
            lambda unit: f"{unit.color} {height_text(unit)}",
        ),
        "tribun": Part(lambda: True),
        "height": Part(_height),
        "amount": Part(partial(_number, 8)),
        "gift": Part(partial(_number, 4)),
        "share": Part(lambda direction, token: (direction, token)),
        "share_to": Part(lambda token, direction: (direction, token)),
        "toward": Part(_shares),
        "part": Part(lambda number: bool(_index(2, number))),
        "configuration": Part(partial(_index, len(DONORS))),
        "color": Part(str),
        "also_color": Part(str.lower),
        "shares": Part(_shares, _shares_text),
        "arrow": Part(lambda sign: sign == "=>", lambda whole: "=>" if whole else "->"),
        "donors": Part(DONORS.index, DONORS.__getitem__),
        "direction": Part(int, DIRECTIONS.__getitem__),
        "plain_direction": Part(DIRECTIONS.index),
        "also_direction": Part(partial(_index, len(DIRECTIONS))),
        "sender": Part(lambda *words: str(words[-1]), lambda by: "the server" if by == "server" else by),
    },
    words={
        "(": TILE,
        ")": "a closing parenthesis",
        ",": "a comma",
        ":": "a colon",
        "/": "a slash and the slave's height",
        "INT": "a number",
        "HEX": f"a word such as {as_typed('0x1234abcd')}",
        "QUOTED": "a position in quotation marks",
        "CLAUSE": f"a clause such as {as_typed('TRB-MOV-2')}",
        ";": "a semicolon and another action",
        "->": f"{as_typed('->')} (the primary)",
        "=>": f"{as_typed('=>')} (the whole stack)",
        "T": f"{as_typed('T')} (a tribun)",
        "sent": as_typed("sent by"),
        "the": as_typed("the server"),
    },
    groups=(
        (frozenset(DIRECTIONS), f"a direction ({one_typed(DIRECTIONS)})"),
        (frozenset({"black", "white"}), f"a colour ({one_typed(COLORS)})"),
    ),
    glued=frozenset("T"),
)
