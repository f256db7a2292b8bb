"""A reference in which one function at a time has a slip, without being loaded anew: hundreds of slips a second.

It answers what an engine with that slip would. Only what a function does can be changed so, not what it is called with
by default or what a module works out once.
"""

from __future__ import annotations
import __future__

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import CodeType, FrameType, FunctionType
from typing import Any

from msgspec import Struct

from ludex.mutation.changing import Edit
from ludex.mutation.loading import load
from ludex.mutation.mentioning import first_line
from ludex.mutation.mutants import changes_in, edit_in_words, known_of
from ludex.mutation.operators import marks_of
from ludex.mutation.sources import sources_of

MOST_CALLS = 200_000  # of functions for one answer: a slip may make a loop endless
ANNOTATIONS = __future__.annotations.compiler_flag
Place = tuple[str, int]  # a file, and the line on which a function begins there
Profile = Callable[[FrameType, str, Any], None]


class TriedSlip(Struct, frozen=True):
    """A slip in a function: where, its name, the slip in words, and the code that has it."""

    place: Place
    function: str
    what: str
    code: CodeType


class _EndlessError(Exception):
    """What takes so long is no answer."""


class SlippingRules:
    """The reference of a game, loaded apart from every other, with a slip in a function while one is made."""

    def __init__(self, game: str) -> None:
        sources = sources_of(game)
        self._engine = load(game)
        self._known = known_of(sources.values())
        self._nodes = {
            (str(source.path), first_line(node)): node
            for source in sources.values()
            for node in ast.walk(source.tree)
            if isinstance(node, ast.FunctionDef) and not source.is_shared
        }
        self._clauses = {place: tuple(clause for _, clause in marks_of(node)) for place, node in self._nodes.items()}
        self._functions: dict[Place, FunctionType] = {}
        self._memories: list[Any] = []
        self._slips: dict[Place, list[TriedSlip]] = {}
        for value in self._engine.values():
            self._take_in(value)

    def _take_in(self, value: Any) -> None:
        """Keeps a function, and what remembers its answers."""
        for one in _layers(value):
            if hasattr(one, "cache_clear"):
                self._memories.append(one)
            elif isinstance(one, FunctionType) and (place := _place_of(one.__code__)) in self._nodes:
                self._functions[place] = one

    def answer(self, operation: str, edition: str, choices: Mapping[str, str], fields: Mapping[str, Any]) -> Any:
        """What is answered, as JSON; None where the rules fall apart, or come to no end."""
        calls = 0

        def count(_: FrameType, event: str, __: Any) -> None:
            nonlocal calls
            calls += event == "call"
            if calls > MOST_CALLS:
                raise _EndlessError

        return self._answer(count, operation, edition, choices, fields)

    def functions_run(
        self, operation: str, edition: str, choices: Mapping[str, str], fields: Mapping[str, Any]
    ) -> dict[Place, set[str]]:
        """The functions that have a part in an answer, each with the clauses for which it is at work: its own, or those
        of the nearest function above it that has any."""
        found: dict[Place, set[str]] = {}

        def note(frame: FrameType, event: str, _: Any) -> None:
            if event == "call" and (place := _place_of(frame.f_code)) in self._functions:
                found.setdefault(place, set()).update(self._clauses_above(frame))

        self._forget()
        self._answer(note, operation, edition, choices, fields)
        return found

    def _clauses_above(self, frame: FrameType | None) -> tuple[str, ...]:
        while frame is not None:
            if clauses := self._clauses.get(_place_of(frame.f_code)):
                return clauses
            frame = frame.f_back
        return ()

    def _answer(self, profile: Profile, *asked: Any) -> Any:
        before = sys.getprofile()
        sys.setprofile(profile)
        try:
            return self._engine.answer(*asked)
        except Exception:  # whatever rules do that have a slip
            return None
        finally:
            sys.setprofile(before)

    @property
    def functions(self) -> tuple[Place, ...]:
        """Where the functions begin in which a slip can be made."""
        return tuple(self._functions)

    def slips_of(self, place: Place) -> list[TriedSlip]:
        """Every slip of a function that ran."""
        if place not in self._slips:
            self._slips[place] = [*self._make_slips(place)]
        return self._slips[place]

    def _make_slips(self, place: Place) -> Iterator[TriedSlip]:
        node, function = self._nodes[place], self._functions[place]
        if any(isinstance(one, ast.While) for one in ast.walk(node)):
            return  # a slip in it may make it endless without a call
        for edit in changes_in(node, self._known):
            code = _code_with(edit, node)
            if code.co_freevars == function.__code__.co_freevars:
                yield TriedSlip(place, node.name, edit_in_words(edit), code)

    @contextmanager
    def make_slip(self, slip: TriedSlip) -> Iterator[None]:
        """While this is open, the function has the slip."""
        function = self._functions[slip.place]
        right = function.__code__
        function.__code__ = slip.code
        self._forget()
        try:
            yield
        finally:
            function.__code__ = right
            self._forget()

    def _forget(self) -> None:
        for one in self._memories:
            one.cache_clear()


def _place_of(code: CodeType) -> Place:
    return code.co_filename, code.co_firstlineno if code.co_name[0] != "<" else 0


def _layers(value: Any) -> Iterator[Any]:
    """A function, all that wraps it, and what these keep beside it; of a class its functions."""
    if isinstance(value, type):
        for one in vars(value).values():
            bare = one.fget if isinstance(one, property) else getattr(one, "__func__", one)
            if isinstance(bare, FunctionType):
                yield from _layers(bare)
        return
    while callable(value):
        yield value
        for cell in getattr(value, "__closure__", None) or ():
            if callable(kept := _content(cell)) and hasattr(kept, "cache_clear"):
                yield kept
        value = getattr(value, "__wrapped__", None)


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # it is empty
        return None


def _code_with(edit: Edit, node: ast.FunctionDef) -> CodeType:
    """The code of a function with a slip, without its marks."""
    edit.make()
    try:
        bare = ast.copy_location(ast.FunctionDef(node.name, node.args, node.body, [], None), node)
        module = ast.fix_missing_locations(ast.Module([bare], []))
        whole = compile(module, "a slip", "exec", ANNOTATIONS, dont_inherit=True)
    finally:
        edit.undo()
    return next(one for one in whole.co_consts if isinstance(one, CodeType) and one.co_name == node.name)
