"""Which functions a question runs through: only where a question runs can it tell of a slip."""

from __future__ import annotations

import ast
import copy
import inspect
import re
import sys
from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from types import CodeType, FrameType
from typing import Any, Final

from msgspec import Struct

from ludex.fault import Fault
from ludex.mutation.loading import load
from ludex.mutation.mutants import Mutant
from ludex.mutation.questions import Probe
from ludex.mutation.sources import SHARED, sources_of

Tracer = Callable[[FrameType, str, Any], Any]
NUMBER: Final = "I"
LISTED: Final = ("legal", "perft")  # operations that ask for a list
LISTING: Final = re.compile(r"legal(_\w+)?(\.<locals>\..*)?$")


class Touched(Struct, frozen=True):
    """Which questions run through which function. A function that runs while modules are read touches all questions.

    Of the shared rules it also says which lines are run: this game has no use for the others.

    A function is named by its module and the line on which it begins; numbers of questions are packed.
    ``listed`` are those of them that ask for no list and run through it only to list what is legal, as where it is
    asked whether any turn is left. ``answers`` are those that are right, and not written as the vector writes them;
    ``asked`` says who was asked.
    """

    packed: dict[str, bytes]
    listed: dict[str, bytes]
    at_import: set[str]
    lines: dict[str, set[int]]
    answers: dict[int, bytes]
    asked: set[int]

    def questions(self, mutant: Mutant) -> Sequence[int] | None:
        """The numbers of the questions that run through the function around a mutant; None where that may be any."""
        return self.of_function(mutant.module, mutant.begins) if mutant.begins else None

    def of_function(self, module: str, begins: int) -> Sequence[int] | None:
        """The numbers of the questions that run through a function; None where that may be any."""
        function = function_name(module, begins)
        return None if function in self.at_import else _numbers(self.packed.get(function, b""))

    def listed_by(self, module: str, begins: int) -> Sequence[int]:
        """The numbers of the questions that ask for no list, and run through a function only to list what is legal."""
        return _numbers(self.listed.get(function_name(module, begins), b""))

    def uses(self, mutant: Mutant) -> bool:
        """Whether this game has a use for what a mutant changes: of the shared rules, for what its questions run."""
        return not mutant.is_shared or (bool(mutant.begins) and mutant.statement in self.lines.get(mutant.module, ()))

    def asks(self, mutant: Mutant) -> bool:
        """Whether any question runs through the function around a mutant."""
        found = self.questions(mutant)
        return found is None or len(found) > 0


def function_name(module: str, line: int) -> str:
    """How a function is called here."""
    return f"{module}:{line}"


def _numbers(packed: bytes) -> Sequence[int]:
    return memoryview(packed).cast(NUMBER)


def unite(parts: Sequence[Touched]) -> Touched:
    """What several found that asked different questions."""
    whole = Touched({}, {}, set(), {}, {}, set())
    for part in parts:
        for mine, theirs in ((whole.packed, part.packed), (whole.listed, part.listed)):
            for function, numbers in theirs.items():
                mine[function] = mine.get(function, b"") + numbers
        for module, lines in part.lines.items():
            whole.lines.setdefault(module, set()).update(lines)
        whole.at_import.update(part.at_import)
        whole.answers.update(part.answers)
        whole.asked.update(part.asked)
    return whole


def touch(game: str, questions: Sequence[Probe], numbers: Collection[int]) -> Touched:
    """Ask the questions of these numbers, and see where they go. Answers that would be remembered are found anew."""
    recorder = _Recorder(game)
    engine = recorder.watch(lambda: load(game, forgetful(game)))
    recorder.imported = {*recorder.seen}
    recorder.lines.clear()
    answers: dict[int, bytes] = {}
    for number in numbers:
        question = questions[number]
        recorder.seen, recorder.judging = set(), set()
        recorder.looks_for_lists = question.topic.operation not in LISTED
        given = recorder.watch(lambda question=question: question.answer_of(engine))  # type: ignore[misc]
        recorder.note(number)
        if given != bytes(question.vector.expect):
            answers[number] = _right(given, question)
    at_import = {recorder.name(code) for code in recorder.imported}
    return Touched(
        recorder.pack(recorder.found), recorder.pack(recorder.listed), at_import, recorder.lines, answers, {*numbers}
    )


def _right(given: bytes, question: Probe) -> bytes:
    if not question.is_answered_by(given):
        remedy = "Mend it, or make the vectors anew with `ludex generate`; then look for mutants."
        raise Fault(f"the reference itself fails {question.id}", remedy)
    return given


class _Recorder:
    def __init__(self, game: str) -> None:
        self.modules = {str(source.path): name for name, source in sources_of(game).items()}
        self.rules = {str(source.path) for source in sources_of(game).values() if source.is_shared}
        self.seen: set[CodeType] = set()
        self.judging: set[CodeType] = set()  # of these, what is not run by what lists
        self.looks_for_lists = False
        self.imported: set[CodeType] = set()
        self.found: dict[CodeType, array[int]] = {}
        self.listed: dict[CodeType, array[int]] = {}
        self.lines: dict[str, set[int]] = {}

    def watch(self, run: Callable[[], Any]) -> Any:
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            return run()
        finally:
            sys.settrace(before)

    def _call(self, frame: FrameType, event: str, _: Any) -> Tracer | None:  # noqa: ARG002
        code = frame.f_code
        if code.co_filename not in self.modules:
            return None
        again = code in self.seen
        self.seen.add(code)
        if self.looks_for_lists and code not in self.judging and not (again and _is_closed(code)) and not _lists(frame):
            self.judging.add(code)
        return self._line if code.co_filename in self.rules else None

    def _line(self, frame: FrameType, event: str, _: Any) -> Tracer:
        if event == "line":
            self.lines.setdefault(self.modules[frame.f_code.co_filename], set()).add(frame.f_lineno)
        return self._line

    def note(self, number: int) -> None:
        """Keep where a question went."""
        for code in self.seen:
            self.found.setdefault(code, array(NUMBER)).append(number)
        for code in self.seen - self.judging if self.looks_for_lists else ():
            self.listed.setdefault(code, array(NUMBER)).append(number)

    def name(self, code: CodeType) -> str:
        return function_name(self.modules[code.co_filename], code.co_firstlineno)

    def pack(self, found: Mapping[CodeType, array[int]]) -> dict[str, bytes]:
        packed: dict[str, bytes] = {}
        for code, numbers in found.items():
            packed[self.name(code)] = packed.get(self.name(code), b"") + numbers.tobytes()
        return packed


def _is_closed(code: CodeType) -> bool:
    """Whether code that is called again may only be closed: generators are, by whoever had the list made."""
    return bool(code.co_flags & inspect.CO_GENERATOR)


def _lists(frame: FrameType | None) -> bool:
    """Whether something is run by what lists the legal actions, which every game calls ``legal``."""
    while frame is not None:
        if LISTING.match(frame.f_code.co_qualname):
            return True
        frame = frame.f_back
    return False


def forgetful(game: str) -> Mapping[str, Any]:
    """The shared rules with a ``remembered`` that remembers nothing."""
    name = f"{SHARED}.clauses"
    source = sources_of(game).get(name)
    if source is None:
        return {}
    tree = copy.deepcopy(source.tree)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "remembered":
            node.body = [ast.copy_location(ast.Return(ast.Name(node.args.args[0].arg, ast.Load())), node.body[-1])]
    return {name: ast.fix_missing_locations(tree)}
