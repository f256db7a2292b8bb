"""The options of the plugin, and the order that they come to."""

import shlex
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ludex.fault import Fault

if TYPE_CHECKING:
    from ludex.runner.run import Order
    from ludex.tables import UserTable


def add_options(parser: pytest.Parser) -> None:
    group = parser.getgroup("ludex", "ludex: play .ludex files; judge engines (--pyargs ludex.conformance)")
    add = group.addoption
    add("--ludex-engine", metavar="COMMAND", help="the engine to judge, as one string")
    add("--ludex-game", metavar="G", help="the game (needed when there are vectors of several)")
    table = "judge by figures of your own: a file for a game that keeps its figures as data"
    add("--ludex-table", metavar="GAME=FILE", help=table)
    add("--ludex-edition", action="append", default=[], metavar="E", help="only this edition (repeatable)")
    add("--ludex-reading", action="append", default=[], metavar="R=C", help="judge under this reading (repeatable)")
    add("--ludex-all-readings", action="store_true", help="the default, then each declared reading in turn")
    add("--ludex-select", action="append", default=[], metavar="PATTERN", help="glob on id, clause, topic (repeatable)")
    add("--ludex-no-sides", action="store_true", help="ask only what is stored, and no sides of it")
    add("--ludex-expected", metavar="FILE", help="failures that are expected: strict xfails")
    add("--ludex-unfinished", action="append", default=[], metavar="PATTERN", help="run, but do not count (repeatable)")
    add("--ludex-require-all", action="store_true", help="operations that are not offered count too")
    add("--ludex-anonymous", action="store_true", help="send no vector ids and clauses")
    add("--ludex-timeout", type=float, default=10.0, metavar="S", help="seconds of silence allowed (10)")
    add("--ludex-start-timeout", type=float, default=30.0, metavar="S", help="seconds for the hello (30)")
    add("--ludex-no-scenarios", action="store_true", help="collect no .ludex files")
    add("--ludex-show", type=int, default=2, metavar="N", help="failures to draw in each item (2)")


def order_of(config: pytest.Config) -> "Order":
    """What is to be judged; a Fault when the options do not say."""
    from ludex.generate.tabled import folder_of
    from ludex.judge.settings import RulesAsked
    from ludex.runner.expected_file import read_expected
    from ludex.runner.limits import Limits
    from ludex.runner.run import Order
    from ludex.vectors.selection import Selection

    say = config.getoption
    table = _table(say("--ludex-table"), say("--ludex-game"), *say("--ludex-edition")) if say("--ludex-table") else None
    expected = say("--ludex-expected")
    readings = tuple(_reading(text) for text in say("--ludex-reading"))
    return Order(
        game=say("--ludex-game") or (table.game if table else _the_game()),
        command=_command(say("--ludex-engine")),
        root=folder_of(table) if table else None,
        asked=RulesAsked(tuple(say("--ludex-edition")), readings, say("--ludex-all-readings")),
        selection=Selection(tuple(say("--ludex-select")), sides=not say("--ludex-no-sides")),
        limits=Limits(timeout=_positive(config, "timeout"), start=_positive(config, "start-timeout")),
        require_all=say("--ludex-require-all"),
        anonymous=say("--ludex-anonymous"),
        expected=read_expected(Path(expected)) if expected else None,
        unfinished=tuple(say("--ludex-unfinished")),
    )


@cache
def _table(said: str, game: str | None, *editions: str) -> "UserTable":
    """The table of this run, with its vectors, which are made where they are missing."""
    from ludex.generate.tabled import make_vectors
    from ludex.tables import add_edition, hold_to

    table = add_edition(said, may_replace=True)
    hold_to(table, game, editions)
    make_vectors(table)
    return table


def _command(text: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(text))
    except ValueError as broken:
        raise Fault(f"--ludex-engine {text!r}: {broken}", "It is read as a shell would read it.") from None
    if not words:
        raise Fault("--ludex-engine is empty", 'For example: --ludex-engine "node engine.js"')
    return words


def _the_game() -> str:
    from ludex.vectors.suite import available

    games = available()
    if len(games) != 1:
        raise Fault("which game?", f"Say --ludex-game G; games with vectors: {', '.join(games) or 'none'}.")
    return games[0]


def _reading(text: str) -> tuple[str, str]:
    entry, sign, choice = text.partition("=")
    if not (entry and sign and choice):
        raise Fault(f"--ludex-reading {text!r} is not R=C", "Name a reading and one of its choices.")
    return entry, choice


def _positive(config: pytest.Config, name: str) -> float:
    value: Any = config.getoption(f"--ludex-{name}")
    if value <= 0:
        raise Fault(f"--ludex-{name} must be more than 0")
    return float(value)
