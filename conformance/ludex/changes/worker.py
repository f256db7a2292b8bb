"""Answers questions by the rules of one tree: `python -m ludex.changes.worker [GAME=FILE]…`, a question a line.

It is started with the tree's own rules first on the path. An empty line asks for the answers. A question is an object
with game, edition, choices, operation and fields; with ``steps`` the answer says each clause that was asked, and what
it answered. The operation ``start`` gives the start of the game. Each ``GAME=FILE`` is a table of one's own.
"""

import hashlib
import importlib
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from types import ModuleType
from typing import Any

import msgspec

from ludex.fault import Fault
from ludex.rules import Refused, Rules, recording
from ludex.tables import add_edition

Answer = dict[str, Any]


@lru_cache
def _rules(game: str, edition: str, choices: tuple[tuple[str, str], ...]) -> tuple[ModuleType, Rules]:
    module = importlib.import_module(f"ludex.games.{game}")
    return module, module.REGISTER.rules(edition, dict(choices))


def _answer(game: ModuleType, operation: str, fields: dict[str, Any], rules: Rules) -> Answer:
    if operation == "start":
        return {"position": game.show_position(game.start(rules))}
    try:
        if operation in game.OPERATIONS:
            return dict(game.OPERATIONS[operation](fields, rules))
        position = game.read_position(fields["position"], rules)
        if operation == "legal":
            return {"actions": list(game.legal(position, rules))}
        after = game.apply(position, fields["action"], rules, by=fields.get("by"))
        return {"position": game.show_position(after)}
    except Refused as refused:
        kind = type(refused).__name__.lower()
        return {kind: {"broken": sorted(refused.broken), "moot": sorted(refused.moot)}}


def _digest(value: Any) -> str:
    return hashlib.blake2s(repr(value).encode(), digest_size=6).hexdigest()


def told(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question; what these rules cannot be asked is an error in words."""
    try:
        choices = tuple(sorted(question["choices"].items()))
        game, rules = _rules(question["game"], question["edition"], choices)
        if not question.get("steps"):
            return {"answer": _answer(game, question["operation"], question["fields"], rules)}
        with recording() as trace:
            answer = _answer(game, question["operation"], question["fields"], rules)
        steps = [(step.clause, _digest(step.answer)) for step in trace.steps]
        return {"answer": answer, "steps": steps, "consulted": sorted(trace.consulted)}
    except Exception as error:  # rules under change may fail in any way: that is an answer, too
        return {"error": f"{type(error).__name__}: {error}"}


def _add_tables(tables: Sequence[str]) -> None:
    """The editions of one's own; rules that cannot have one answer as those of any unknown edition."""
    for said in tables:
        with suppress(Fault, ImportError, AttributeError):
            add_edition(said)


def main() -> None:
    """Serves until the input ends."""
    _add_tables(sys.argv[1:])
    waiting: list[bytes] = []
    for line in sys.stdin.buffer:
        if line.strip():
            waiting.append(msgspec.json.encode(told(msgspec.json.decode(line))))
        else:
            sys.stdout.buffer.write(b"\n".join(waiting) + b"\n" if waiting else b"")
            sys.stdout.buffer.flush()
            waiting.clear()


if __name__ == "__main__":
    main()
