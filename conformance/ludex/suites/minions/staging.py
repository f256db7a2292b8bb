"""Stages: small positions that are built for one answer, and kept when the rules give just that one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from ludex.games.minions.actions import Action
from ludex.games.minions.board import Board
from ludex.suites import Case
from ludex.suites.dice import Dice
from ludex.suites.minions.pool import Bucket, Pool, small_first
from ludex.suites.minions.positions import DEFAULT, Ask, Draft, answer_to, around_board, is_readable
from ludex.suites.minions.wording import narrow

LEGAL: tuple[str, ...] = ()
MOST_TRIES = 160

Stage = Callable[[Dice], Ask | None]


def broken_by(ask: Ask) -> tuple[str, ...]:
    """The clauses that an action breaks by default; none when it is legal."""
    answer = answer_to(ask, DEFAULT)
    return answer if isinstance(answer, tuple) else LEGAL


def on_one_board(dice: Dice, draft: Draft, action: Action, away: Iterable[int] = ()) -> Ask:
    """The action on a board that is all of the game."""
    draft.complete(away)
    position, index = around_board(dice, draft.board(), draft.side, boards=1)
    return Ask(position, replace(action, board=index))


def among_boards(dice: Dice, board: Board, side: str, action: Action, count: int) -> Ask:
    """The action on a board that is one of so many."""
    position, index = around_board(dice, board, side, boards=count)
    return Ask(position, replace(action, board=index))


class Stages:
    """Draws stages until each bucket has its asks."""

    def __init__(self, name: str, room: int) -> None:
        self.dice = Dice(f"minions {name}")
        self.pool = Pool(room=room, alike=8)

    def fill(self, bucket: Bucket, stage: Stage, wanted: tuple[str, ...]) -> None:
        """Draw until there are enough to which the rules say just this, or until none seems to come."""
        for _ in range(MOST_TRIES):
            if not self.pool.wants(bucket):
                return
            ask = stage(self.dice)
            if ask is not None and is_readable(ask.position) and broken_by(ask) == wanted:
                self.pool.add(bucket, ask)

    def asks(self) -> list[Ask]:
        """All that was kept, small positions first."""
        return small_first(self.pool.draw(10_000))

    def cases(self, readings: int = 1) -> Iterator[Case]:
        """All that was kept, each under so many readings at most that matter to it."""
        return (narrow(ask, number, readings) for number, ask in enumerate(self.asks()))
