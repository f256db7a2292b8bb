"""From the tokens of a sentence of Tribun to the value that it stands for."""

from __future__ import annotations

from lark import Token, v_args

from ludex.notation.reading import LineGrammar, Misplaced, NotReadable, one_typed, typed
from ludex.notation.sharing import ExpectationBuilder
from ludex.notation.tribun import values as v
from ludex.notation.tribun.compact_reader import read_compact

HEIGHT = "a height: 1, 2, 3, 4, 6 or 8"
TILE = f"a tile such as {typed('(0,0)')}"
TILE_OF_BOARD = "a tile of the board: x and y from -5 to 5, and x - y from -5 to 5"


@v_args(inline=True)
class Builder(ExpectationBuilder):
    """One method for each kind of sentence."""

    def standard_start(self) -> v.StandardStart:
        return v.StandardStart()

    def whole(self, quoted: Token) -> v.Whole:
        line = str(quoted)[1:-1]
        try:
            read_compact(line)
        except NotReadable as error:
            at = Token("", "", start_pos=(quoted.start_pos or 0) + error.column)
            raise Misplaced(at, error.expected, error.hint) from None
        return v.Whole(line)

    def units(self, color: str, height: tuple[bool, int, int], tiles: tuple[v.Tile, ...]) -> v.Units:
        return v.Units(v.Unit(color, *height), tiles)

    def empty(self, tiles: tuple[v.Tile, ...]) -> v.Empty:
        return v.Empty(tiles)

    def to_move(self, color: str) -> v.ToMove:
        return v.ToMove(color)

    def offers(self, color: str) -> v.Offers:
        return v.Offers(color)

    def nobody_offers(self) -> v.Offers:
        return v.Offers(None)

    def may_not_offer(self, color: str) -> v.MayNotOffer:
        return v.MayNotOffer(color)

    def both_may_offer(self) -> v.MayNotOffer:
        return v.MayNotOffer(None)

    def wins(self, color: str) -> v.Outcome:
        return v.Outcome(True, color)

    def tie(self) -> v.Outcome:
        return v.Outcome(True)

    def still_open(self) -> v.Outcome:
        return v.Outcome(False)

    def action(self, action: v.Action, by: str | None = None) -> v.Sent:
        return v.Sent(action, by)

    def move(self, origin: v.Tile, whole: bool, to: v.Tile) -> v.Move:
        return v.Move(origin, to, whole)

    def kill(self, mover: v.Tile, whole: bool, target: v.Tile) -> v.Kill:
        return v.Kill(mover, target, whole)

    def liberate(self, target: v.Tile) -> v.Liberate:
        return v.Liberate(target)

    def damage(self, target: v.Tile, amount: Token) -> v.Damage:
        return v.Damage(target, _number(amount, 1, 8))

    def enslave(self, mover: v.Tile, target: v.Tile) -> v.Enslave:
        return v.Enslave(mover, target)

    def combine(self, first: v.Share, second: v.Share, center: v.Tile) -> v.Combine:
        return v.Combine(center, first, second)

    def symmetric(self, center: v.Tile, config: int, giving: Token) -> v.Symmetric:
        return v.Symmetric(center, config, _number(giving, 1, 4))

    def split(self, actor: v.Tile, *shares: tuple[Token, v.Share]) -> v.Split:
        given: dict[int, v.Share] = {}
        for token, share in shares:
            if share.direction in given:
                raise Misplaced(token, "each direction once")
            given[share.direction] = share
        return v.Split(actor, tuple(given[direction] for direction in sorted(given)))

    def backstab(self, actor: v.Tile, direction: int) -> v.Backstab:
        return v.Backstab(actor, direction)

    def attack_tribun(self, tribun: v.Tile, attacker: v.Tile, winner: str | None = None) -> v.AttackTribun:
        return v.AttackTribun(attacker, tribun, winner)

    def draw_offer(self, actor: str) -> v.Draw:
        return v.Draw(0, actor)

    def draw_retract(self, actor: str) -> v.Draw:
        return v.Draw(1, actor)

    def draw_accept(self, actor: str) -> v.Draw:
        return v.Draw(2, actor)

    def draw_decline(self, actor: str) -> v.Draw:
        return v.Draw(3, actor)

    def resign(self, loser: str) -> v.End:
        return v.End(0, loser)

    def no_legal_turn(self, loser: str) -> v.End:
        return v.End(1, loser)

    def out_of_time(self, loser: str) -> v.End:
        return v.End(2, loser)

    def total_time(self, named: str = "black") -> v.End:
        return v.End(3, named)

    def word(self, number: Token) -> v.Word:
        return v.Word(int(number, 16))

    def tiles(self, *tiles: v.Tile) -> tuple[v.Tile, ...]:
        return tiles

    def tile(self, x: Token, y: Token) -> v.Tile:
        tile = v.Tile(int(x), int(y))
        if not tile.is_on_board:
            raise Misplaced(x, TILE_OF_BOARD)
        return tile

    def height(self, *parts: Token | bool) -> tuple[bool, int, int]:
        heights = [_height(part) for part in parts if isinstance(part, Token)]
        return parts[0] is True, heights[0], heights[1] if len(heights) > 1 else 0

    def taken(self, amount: Token, direction: int) -> v.Share:
        return v.Share(direction, _number(amount, 1, 8))

    def share(self, direction: int, amount: Token) -> tuple[Token, v.Share]:
        return amount, v.Share(direction, _number(amount, 1, 7))

    def tribun(self) -> bool:
        return True

    def black(self) -> str:
        return "black"

    def white(self) -> str:
        return "white"

    def server(self) -> str:
        return "server"

    def primary(self) -> bool:
        return False

    def whole_stack(self) -> bool:
        return True

    def six(self) -> int:
        return 0

    def three_plus(self) -> int:
        return 1

    def three_minus(self) -> int:
        return 2

    def up(self) -> int:
        return 0

    def left_up(self) -> int:
        return 1

    def right_up(self) -> int:
        return 2

    def down(self) -> int:
        return 3

    def right_down(self) -> int:
        return 4

    def left_down(self) -> int:
        return 5


def _number(token: Token, least: int, most: int) -> int:
    if not least <= int(token) <= most:
        raise Misplaced(token, f"a number from {least} to {most}")
    return int(token)


def _height(token: Token) -> int:
    if int(token) not in v.HEIGHTS[1:]:
        raise Misplaced(token, HEIGHT)
    return int(token)


SENTENCES = LineGrammar(
    "ludex.notation.tribun",
    "tribun.lark",
    ("position", "action", "expectation"),
    Builder(),
    words={
        "(": TILE,
        ")": "a closing parenthesis",
        ",": "a comma",
        ":": "a colon",
        "/": "a slash and the slave's height",
        "INT": "a number",
        "HEX": f"a word such as {typed('0x1234abcd')}",
        "QUOTED": "a position in quotation marks",
        "CLAUSE": f"a clause such as {typed('TRB-MOV-2')}",
        ";": "a semicolon and another action",
        "->": f"{typed('->')} (the primary)",
        "=>": f"{typed('=>')} (the whole stack)",
        "T": f"{typed('T')} (a tribun)",
        "sent": typed("sent by"),
        "the": typed("the server"),
    },
    groups=(
        (frozenset(v.DIRECTIONS), f"a direction ({one_typed(v.DIRECTIONS)})"),
        (frozenset({"black", "white"}), f"a color ({one_typed(v.COLORS)})"),
    ),
    glued=frozenset("T"),
)
