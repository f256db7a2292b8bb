"""Tells how a wrong count was divided: level by level the actions that are off, and the wrong answer at the end."""

from collections.abc import Iterable, Iterator
from typing import Any

from ludex.judge.escape import visible
from ludex.judge.settings import Setting
from ludex.report.drawing import Easel
from ludex.runner.dividing import ActionCount, Level, WrongReply
from ludex.wording import quantity

MOST_ROWS = 12  # of a level
MOST_LETTERS = 600


def division(game: str, setting: Setting, found: Iterable[Level | WrongReply], width: int) -> Iterator[str]:
    """The lines of it; of equal counts there is nothing to tell."""
    easel = Easel(game, setting.edition, setting.choices, width)
    for one in found:
        yield from _level(one, easel) if isinstance(one, Level) else _finding(one, easel)


def _level(level: Level, easel: Easel) -> Iterator[str]:
    yield f"depth {level.depth}: expected {level.expected:,}, got {level.got:,}"
    rows = level.differing
    if rows:
        yield f"  {quantity(len(rows), 'count')} of {quantity(level.actions, 'action')} differ (expected, got):"
        yield from (f"  {_row(one, easel)}" for one in rows[:MOST_ROWS])
        if len(rows) > MOST_ROWS:
            yield f"    … and {quantity(len(rows) - MOST_ROWS, 'more action')}"
        yield f"  after {easel.action(level.followed)}:"
    elif level.depth > 1:
        yield f"  {quantity(level.actions, 'action')}, and after each of them the counts are equal"
    yield ""


def _row(one: ActionCount, easel: Easel) -> str:
    return f"{one.expected:>9,} {one.got:>9,}  {easel.action(one.action)}"


def _finding(found: WrongReply, easel: Easel) -> Iterator[str]:
    yield f"Here `{found.operation}` is wrong: {visible(found.message, MOST_LETTERS)}"
    expected: Any = found.expected
    for block in easel.failure(found.operation, found.fields, expected, found.got):
        yield ""
        yield from (line.rstrip() for line in block.splitlines())
