"""Answers questions by the rules of one tree, a question a line; `ludex.rulediff.remembering` starts it.

It is started with the tree's own rules first on the path. An empty line asks for the answers. A question is an object
with game, edition, choices, operation and fields; with ``steps`` the answer says each clause that was asked: its id and
role, digests of what it was asked and of what it answered, and whether nothing came of it. The operation ``start``
gives the start of the game; a question of a game alone gives its register. Each ``GAME=FILE`` is a table of one's own.
"""

import hashlib
import importlib
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import lru_cache, partial
from types import ModuleType
from typing import Any

import msgspec

import ludex
from ludex import rules as shared
from ludex.fault import Fault
from ludex.rules import Rules, Step, UnknownChoice, recording
from ludex.seam import GAMES, package_of
from ludex.tables import add_edition
from ludex.tracking import noting
from ludex.tracking.memo import Memo

Answer = dict[str, Any]
_PLACE = re.compile(r" at 0x[0-9a-f]+")  # of a function in memory, which says nothing


def _game(name: str) -> ModuleType:
    """The tree's own rules; what the tools ask of them today is not asked of those that are older."""
    return importlib.import_module(package_of(GAMES, name) or f"{GAMES}.{name}")


@lru_cache
def _rules(game: str, edition: str, choices: tuple[tuple[str, str], ...]) -> tuple[ModuleType, Rules]:
    module = _game(game)
    return module, module.REGISTER.rules(edition, dict(choices))


@lru_cache
def _answering() -> ModuleType:
    """How requests are answered: as the tree has it, or as we have it where the tree is too old to say."""
    shared.__path__.extend(f"{portion}/rules" for portion in ludex.__path__)
    return importlib.import_module("ludex.rules.answering")


def _answer(game: ModuleType, operation: str, asked: dict[str, Any], rules: Rules) -> Answer:
    if operation == "start":
        return {"position": game.show_position(game.start(rules))}
    if operation not in _answering().operations_of(game):
        raise UnknownChoice(f"unknown operation: {operation!r}")
    return _answering().answer(game, operation, asked, rules)  # type: ignore[no-any-return]


class _Digests:
    """Digests of values, each made once for as long as the steps hold it: positions come up in many steps."""

    def __init__(self) -> None:
        self._known: dict[int, str] = {}

    def of(self, value: Any) -> str:
        """A few digits that tell the value from others."""
        if id(value) not in self._known:
            said = _PLACE.sub("", repr(value)).encode()
            self._known[id(value)] = hashlib.blake2s(said, digest_size=6).hexdigest()
        return self._known[id(value)]

    def of_step(self, step: Step) -> tuple[str, str, str, str, bool]:
        """What is said of a step."""
        return step.clause, step.role, "".join(map(self.of, step.arguments)), self.of(step.answer), _is_idle(step)


def _is_idle(step: Step) -> bool:
    """Whether nothing comes of a step: a check that holds, or an effect that leaves its first argument as it was."""
    if step.role == "check":
        return step.answer is True
    return step.role == "effect" and bool(step.arguments) and step.answer == step.arguments[0]


def _register(game: str) -> Answer:
    """The editions with their facts and open readings, the default first, and what the points are."""
    register = _game(game).REGISTER
    editions = {
        edition: {
            "facts": dict(_flat("", register.rules(edition).facts)),
            "readings": {entry: list(choices) for entry, choices in register.choices(edition).items()},
        }
        for edition in register.editions
    }
    return {"editions": editions, "points": {entry.id: entry.point for entry in register.entries}}


def _flat(name: str, value: object) -> Iterator[tuple[str, str]]:
    """A fact in words; of a table of facts each by itself."""
    if is_dataclass(value):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, tuple | list) and any(map(is_dataclass, value)):
        value = dict(enumerate(value))
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(f"{name}.{key}" if name else str(key), inner)
    else:
        yield name, _in_words(value)


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, set | frozenset):
        return ", ".join(sorted(map(str, value)))
    return _PLACE.sub("", str(value))


def answer_question(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question; what these rules cannot be asked is an error in words."""
    try:
        if "edition" not in question:
            return {"answer": _register(question["game"])}
        choices = tuple(sorted(question["choices"].items()))
        game, rules = _rules(question["game"], question["edition"], choices)
        if not question.get("steps"):
            return {"answer": _answer(game, question["operation"], question["fields"], rules)}
        with recording() as trace:
            answer = _answer(game, question["operation"], question["fields"], rules)
        return {"answer": answer, "steps": list(map(_Digests().of_step, trace.steps))}
    except Exception as error:  # rules under change may fail in any way: that is an answer, too
        return {"error": f"{type(error).__name__}: {error}"}


def _add_tables(tables: Sequence[str]) -> None:
    """The editions of one's own; rules that cannot have one answer as those of any unknown edition."""
    for said in tables:
        with suppress(Fault, ImportError, AttributeError):
            add_edition(said)


def _known_or_answered(line: bytes, known: Memo) -> dict[str, Any]:
    """The answer to a line; from earlier, where nothing has changed that it was made of."""
    question = msgspec.json.decode(line)
    is_kept = "edition" in question and not question.get("steps")
    told = known.of(hashlib.sha256(line).hexdigest(), partial(_answer_to_keep, question)) if is_kept else None
    answered: dict[str, Any] = told or noting.with_steps(partial(answer_question, question))[0]
    return answered


def _answer_to_keep(question: dict[str, Any]) -> dict[str, Any] | None:
    """The answer to a question; nothing in place of an error, for what did not run is not known."""
    told = answer_question(question)
    return None if "error" in told else told


def serve(known: Memo, tables: Sequence[str]) -> None:
    """Serves until the input ends, and then keeps what was asked."""
    Rules.__repr__ = lambda _: "Rules"  # type: ignore[method-assign] # whose rules they are is no part of a question
    _add_tables(tables)
    waiting: list[bytes] = []
    for line in sys.stdin.buffer:
        if line.strip():
            waiting.append(msgspec.json.encode(_known_or_answered(line, known)))
        else:
            sys.stdout.buffer.write(b"\n".join(waiting) + b"\n" if waiting else b"")
            sys.stdout.buffer.flush()
            waiting.clear()
    known.save()
