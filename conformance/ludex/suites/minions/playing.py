"""Play: a seeded player who attacks where it can, walks up to the enemy, and buys what it can pay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from ludex.games.minions.actions import (
    ATTACK,
    BUY,
    BUY_SPELL,
    CHOOSE,
    END_TURN,
    MARCH,
    MOVE,
    RESIGN,
    SPAWN,
    TECH,
    Action,
)
from ludex.games.minions.attacking import damage_of
from ludex.games.minions.board import RESET_0, Board, Unit, choice_is_open, necromancers_of, units_of
from ludex.games.minions.hexes import distance, home
from ludex.games.minions.play import after, on_a_board, singles
from ludex.games.minions.position import Position
from ludex.games.minions.setup import set_up
from ludex.rules import Refused, Rules
from ludex.suites.dice import Dice
from ludex.suites.minions.positions import DEFAULT, MAPS

MOST_IN_A_TURN = 40


class Player:
    """Plays both sides of a game, turn by turn, and remembers the actions."""

    def __init__(self, dice: Dice, position: Position, rules: Rules = DEFAULT, weary: int = 0) -> None:
        self.dice = dice
        self.position = position
        self.rules = rules
        self.weary = weary  # of a hundred boards, how many are resigned in a turn
        self.turns: list[list[Action]] = []

    @property
    def actions(self) -> list[Action]:
        """All that was done."""
        return [action for turn in self.turns for action in turn]

    def turn(self) -> None:
        """One turn of the side to move."""
        self.turns.append([])
        self._general()
        for board in self.dice.shuffle(range(len(self.position.boards))):
            self._board(board)
        self._do(Action(END_TURN))

    def _do(self, action: Action) -> bool:
        """Do it if it is legal; whether it was."""
        try:
            self.position = after(self.position, action, self.rules)
        except Refused:
            return False
        self.turns[-1].append(action)
        return True

    def _general(self) -> None:
        if self.dice.chance(12):
            self._do(Action(BUY_SPELL))
        for _ in range(3):
            cards = [kind for kind in self.position.cards if self._is_ripe(kind)]
            if cards and self.dice.chance(70) and self._do(Action(TECH, unit=self.dice.pick(cards))):
                continue
            if not self._do(Action(MARCH)):
                return

    def _is_ripe(self, kind: object) -> bool:
        at = [card is kind for card in self.position.cards].index(True)
        return self.position.tech.of(self.position.side)[at] in "1m"

    def _board(self, index: int) -> None:
        board = self.position.boards[index]
        if choice_is_open(board, self.position.side):
            self._choose(index)
        if self.dice.chance(self.weary) and self._do(Action(RESIGN, index)):
            return
        if board.state == RESET_0:
            return
        self._attacks(index)
        self._moves(index)
        self._attacks(index)
        self._shop(index)
        self._spawns(index)

    def _choose(self, index: int) -> None:
        choices = [action for action in on_a_board(self.position, index, self.rules) if action.kind == CHOOSE]
        if choices:
            self._do(self.dice.pick(choices))

    def _attacks(self, index: int) -> None:
        for _ in range(MOST_IN_A_TURN):
            found = [action for action in on_a_board(self.position, index, self.rules) if action.kind == ATTACK]
            if not found:
                return
            board = self.position.boards[index]
            best = max(found, key=lambda action: (_worth(board, action), action.pairs))
            if _worth(board, best) <= 0 or not self._do(best):
                return

    def _moves(self, index: int) -> None:
        """All who have not attacked walk on, in one tick."""
        board, side = self.position.boards[index], self.position.side
        goals = self._goals(board)
        taken: set[int] = set()
        pairs: list[tuple[int, int]] = []
        single: dict[int, list[int]] = {}
        for action in on_a_board(self.position, index, self.rules):
            if action.kind == MOVE:
                single.setdefault(action.pairs[0][0], []).append(action.pairs[0][1])
        for here, unit in units_of(board, side):
            ends = [there for there in single.get(here, ()) if there not in taken]
            if ends and not unit.kind.rank:
                there = min(ends, key=lambda end: (_far(board, unit, end, goals), end))
                if _far(board, unit, there, goals) < _far(board, unit, here, goals):
                    pairs.append((here, there))
                    taken.add(there)
        if pairs:
            self._do(Action(MOVE, index, tuple(self.dice.shuffle(pairs))))

    def _goals(self, board: Board) -> list[int]:
        enemy = self.position.enemy
        return necromancers_of(board, enemy) or list(home(enemy)[:1])

    def _shop(self, index: int) -> None:
        for _ in range(3):
            found = [action for action in on_a_board(self.position, index, self.rules) if action.kind == BUY]
            if not found or self.dice.chance(25):
                return
            self._do(max(self.dice.some(found, 3), key=_price))

    def _spawns(self, index: int) -> None:
        for _ in range(4):
            found = [action for action in on_a_board(self.position, index, self.rules) if action.kind == SPAWN]
            if not found or self.dice.chance(15):
                return
            goals = self._goals(self.position.boards[index])
            self._do(min(found, key=lambda action: (min(distance(action.to, goal) for goal in goals), action.to)))


def _price(action: Action) -> tuple[int, str]:
    return (action.unit.cost, action.unit.id) if action.unit else (0, "")


def _worth(board: Board, action: Action) -> int:
    """How good an attack is: to kill a necromancer most, then to kill, then to hurt one."""
    here, there = action.pairs[0]
    attacker, target = board.cells[here], board.cells[there]
    if attacker is None or target is None:
        return 0
    damage = damage_of(attacker, target)
    if attacker.kind.attack == "deathtouch":
        return 0 if target.kind.rank else 50 + target.kind.cost
    kills = target.damage + damage >= target.kind.defense
    if target.kind.rank:
        return 1000 if kills else 100 + damage
    if attacker.kind.attack == "unsummon" and not target.kind.has("persistent"):
        return 20 + target.kind.cost
    return 40 + target.kind.cost if kills and damage else damage


def _far(board: Board, unit: Unit, hex_: int, goals: list[int]) -> int:
    """How far a hex is from where a unit wants to be: close to the enemy's necromancer, or on a graveyard."""
    near = min(distance(hex_, goal) for goal in goals)
    return 2 * max(0, near - unit.kind.range) - (3 if hex_ in board.map.graveyards else 0)


def starting(dice: Dice, boards: int) -> Position:
    """The start of a game on maps that are drawn."""
    maps = [dice.pick(MAPS) for _ in range(boards)]
    cards = {"seed": dice.below(2**40)} if dice.chance(60) else None
    return set_up(maps, cards, None, DEFAULT).position


def arm(dice: Dice, position: Position) -> Position:
    """A start with some money and cards already teched, so that things come to a head sooner."""
    count = len(position.cards)
    own = "".join(dice.pick("112") if at < 8 else "0" for at in range(count))
    other = "".join(("1" if sign == "2" else dice.pick("12")) if at < 8 else "0" for at, sign in enumerate(own))
    money = position.money._replace(yellow=dice.between(6, 14), blue=dice.between(10, 20))
    return replace(position, tech=position.tech._replace(yellow=own, blue=other), money=money)


def an_action(dice: Dice, position: Position, rules: Rules = DEFAULT) -> Action:
    """Some legal action, of a kind that is drawn first."""
    found = list(singles(position, rules))
    kinds = sorted({action.kind for action in found} - ({RESIGN} if dice.chance(90) else set()))
    kind = dice.pick(kinds or sorted({action.kind for action in found}))
    return dice.pick([action for action in found if action.kind == kind])


@lru_cache(maxsize=4)
def passed_through(name: str, games: int) -> tuple[Position, ...]:
    """Positions that play led through, in the middle of turns and between them, of games on one board to three."""
    dice, found = Dice(name), list[Position]()
    for number in range(games):
        player = Player(dice, arm(dice, starting(dice, 1 + number % 3)), weary=4)
        for _ in range(12):
            before, first = player.position, len(player.actions)
            if before.ended:
                break
            player.turn()
            found += _within(dice, before, player.actions[first:])
    return tuple(found)


def _within(dice: Dice, position: Position, actions: list[Action]) -> Iterator[Position]:
    """The position at the start of a turn, and one or two in it."""
    yield position
    wanted = {dice.below(len(actions)) for _ in range(2)}
    for at, action in enumerate(actions):
        position = after(position, action, DEFAULT)
        if at in wanted and not position.ended:
            yield position
