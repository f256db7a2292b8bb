"""What is worth asking an engine of Hexapawn: positions of random games, what may be done there, and what may not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import product

from ludex.rules import Illegal, Rules
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.filling import PointFilling
from ludex_hexapawn.games.hexapawn import REGISTER, apply, legal, show_position, start
from ludex_hexapawn.games.hexapawn.play import names
from ludex_hexapawn.games.hexapawn.position import Position, size_of
from ludex_hexapawn.suites.hexapawn.facets import facets

__all__ = ["VERSION", "facets", "shapes", "topics"]
VERSION = "1.0.0"
GAMES = 40  # that are played to find positions
REFUSALS = 8  # for each set of clauses that are broken together
MOST_TRIED = 4_000  # moves, for what the matrix of slips wants


def topics(edition: str) -> Iterator[SuiteTopic]:
    """Every topic of an edition."""
    rules = REGISTER.rules(edition)
    for name, kind, operation, about, cases in (
        ("moves", "apply", "apply", "Every legal move of some positions.", _moves),
        ("refusals", "refusal", "apply", "Moves that are refused, for each of the reasons.", _refusals),
        ("lists", "legal", "legal", "The legal moves of positions from play, and after the end.", _lists),
        ("games", "replay", "replay", "Whole games, and games with a move that is refused.", _games),
        ("slips-moves", "apply", "apply", "Moves that the matrix of slips wants.", _slips),
        ("counts", "perft", "perft", "How many lines of play there are.", _counts),
    ):
        yield SuiteTopic(name, kind, operation, about, partial(cases, rules))


Game = list[tuple[Position, dict[str, str]]]


@cache
def _play_games(rules: Rules) -> list[Game]:
    """Random games: each position, and the move that was made there."""
    dice, games = Dice(f"games of edition {rules.edition}"), []
    for _ in range(GAMES):
        position, game = start(rules), Game()
        while moves := legal(position, rules):
            game.append((position, dice.pick(moves)))
            position = apply(position, game[-1][1], rules)
        games.append(game)
    return games


def _positions(rules: Rules) -> list[Position]:
    """All positions of these games, without those that are another in a mirror."""
    found: dict[Position, Position] = {}
    for position in (position for game in _play_games(rules) for position, _ in game):
        mirrored = position._replace(board=tuple(row[::-1] for row in position.board))
        found.setdefault(min(position, mirrored, key=repr), position)
    return list(found.values())


def _moves(rules: Rules) -> Iterator[Case]:
    for position in [*_positions(rules)[:30], *_through(rules)]:
        for move in legal(position, rules):
            yield Case(
                "move", f"{position.turn} moves {_words(move)}", {"position": show_position(position), "action": move}
            )


def _refusals(rules: Rules) -> Iterator[Case]:
    found: dict[tuple[str, ...], int] = {}
    for position, move in _every_move(_positions(rules)[:60] + _last_positions(rules), rules):
        broken = _clauses_against(position, move, rules)
        found[broken] = found.get(broken, 0) + 1
        if broken and found[broken] <= REFUSALS:
            why = f"{position.turn} cannot move {_words(move)}"
            yield Case("no", why, {"position": show_position(position), "action": move})


def _slips(rules: Rules) -> Iterator[Case]:
    """Of moves on boards that are drawn anyhow, those that show what the matrix of slips wants."""
    return PointFilling("hexapawn", rules, clauses=["HEX-MOV-*"]).of(_anyhow(rules), MOST_TRIED)


def _anyhow(rules: Rules) -> Iterator[Case]:
    """Moves on boards with pawns anywhere but where they have come through."""
    dice, size = Dice(f"boards of edition {rules.edition}"), size_of(rules)
    while True:
        letters = ["b..", *["wb.."] * (size - 2), "w.."]
        board = tuple("".join(dice.pick(row) for _ in range(size)) for row in letters)
        position = Position(board, dice.pick(("white", "black")), None)
        for move in dice.some(shapes(position, rules)["move"], 12):
            fields = {"position": show_position(position), "action": move}
            yield Case("slip", f"{position.turn} tries {_words(move)}", fields)


def _every_move(positions: list[Position], rules: Rules) -> Iterator[tuple[Position, dict[str, str]]]:
    """Every move that there is, in each of these positions."""
    return ((position, move) for position in positions for move in shapes(position, rules)["move"])


def _clauses_against(position: Position, move: dict[str, str], rules: Rules) -> tuple[str, ...]:
    """The clauses that a move breaks."""
    try:
        apply(position, move, rules)
    except Illegal as refusal:
        return refusal.broken
    return ()


def _last_positions(rules: Rules) -> list[Position]:
    """The last positions of some games."""
    return [apply(*game[-1], rules) for game in _play_games(rules)[:6]]


def _through(rules: Rules) -> list[Position]:
    """The same, as if the game went on, with a pawn that has come through already."""
    turns = ("white", "black")
    return [position._replace(winner=None, turn=turn) for position in _last_positions(rules) for turn in turns]


def _lists(rules: Rules) -> Iterator[Case]:
    for position in [*_positions(rules)[:30], *_last_positions(rules), *_through(rules)]:
        yield Case("list", f"{position.turn} is on turn", {"position": show_position(position)})


def _games(rules: Rules) -> Iterator[Case]:
    for number, game in enumerate(_play_games(rules)[:12]):
        position, moves = show_position(game[0][0]), [move for _, move in game]
        yield Case("game", f"a game of {len(moves)} moves", {"position": position, "actions": moves})
        twice = [*moves[:number], moves[0], *moves[number:]]
        yield Case(
            "refused", f"the first move comes again as move {number + 1}", {"position": position, "actions": twice}
        )


def _counts(rules: Rules) -> Iterator[Case]:
    for depth in range(1, 5):
        fields = {"position": show_position(start(rules)), "depth": depth}
        yield Case("count", f"{depth} moves deep from the start", fields)


def _words(move: dict[str, str]) -> str:
    return f"{move['from']} to {move['to']}"


def shapes(_: Position, rules: Rules) -> Mapping[str, list[dict[str, str]]]:
    """Every move that there is, possible or not."""
    squares = names(size_of(rules))
    return {"move": [{"from": begin, "to": end} for begin, end in product(squares, squares)]}
