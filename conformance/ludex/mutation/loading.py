"""Loads a reference as an engine, as it is or with one change; two can live side by side in one process."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

import msgspec

from ludex.mutation.sources import SHARED, ModuleSource, sources_of
from ludex.seam import GAMES, package_of

Choices = Mapping[str, str]


class _Given(SourceFileLoader):
    """Runs a code object that is at hand; files beside the module are found as ever."""

    def __init__(self, source: ModuleSource, code: CodeType) -> None:
        super().__init__(source.name, str(source.path))
        self.code = code

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002
        """Our own source, or a mutant of it."""
        return self.code


class _Finder(MetaPathFinder):
    """Finds the modules of one game in sources that are at hand, and no others."""

    def __init__(self, sources: Mapping[str, ModuleSource], codes: Mapping[str, CodeType]) -> None:
        self.sources = sources
        self.codes = codes

    def find_spec(self, name: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        source = self.sources.get(name)
        if source is None:
            return None
        loader = _Given(source, self.codes.get(name, source.code))
        spec = ModuleSpec(name, loader, origin=str(source.path), is_package=source.is_package)
        if source.is_package:
            spec.submodule_search_locations = [str(source.path.parent)]
        spec.has_location = True
        return spec


class Engine:
    """A loaded reference, which answers as it would behind the wire."""

    def __init__(self, game: ModuleType, answering: ModuleType, modules: Iterable[ModuleType] = ()) -> None:
        self.game = game
        self._modules = tuple(modules)
        self._answer: Callable[..., Any] = answering.answer
        self._rules: dict[tuple[str, int], Any] = {}
        self._kept: list[Choices] = []

    def rules(self, edition: str, choices: Choices) -> Any:
        """The rules in force; choices are told apart by which object they are, so that asking is quick."""
        key = (edition, id(choices))
        if key not in self._rules:
            self._kept.append(choices)  # or its id might be given to another
            self._rules[key] = self.game.REGISTER.rules(edition, dict(choices))
        return self._rules[key]

    def values(self) -> Iterator[Any]:
        """Whatever its modules name."""
        for module in self._modules:
            yield from vars(module).values()

    def answer(self, operation: str, edition: str, choices: Choices, fields: Mapping[str, Any]) -> bytes:
        """The result, as JSON; a refusal is a result too. Whatever else the reference raises goes through."""
        rules = self.rules(edition, choices)
        return msgspec.json.encode(self._answer(self.game, operation, fields, rules))


def load(game: str, changed: Mapping[str, ast.Module] | None = None) -> Engine:
    """A fresh reference of a game, with these trees in the place of its own; earlier ones stay as they are."""
    sources = sources_of(game)
    codes = {name: compile(tree, str(sources[name].path), "exec") for name, tree in (changed or {}).items()}
    with _alone(sources, codes):
        package, answering = (
            importlib.import_module(name) for name in (str(package_of(GAMES, game)), f"{SHARED}.answering")
        )
        return Engine(package, answering, [sys.modules[name] for name in sources if name in sys.modules])


@contextmanager
def _alone(sources: Mapping[str, ModuleSource], codes: Mapping[str, CodeType]) -> Any:
    """While this is open, the modules of a game are new ones; afterwards those that were there are there again."""
    before = _take_modules(sources)
    finder = _Finder(sources, codes)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        _take_modules(sources)
        _give_back(before)


def _take_modules(names: Iterable[str]) -> dict[str, ModuleType]:
    """What these names stand for, and no longer do: not in the packages that hold them either, where ``from package
    import module`` looks first."""
    taken = {name: sys.modules.pop(name) for name in [*names] if name in sys.modules}
    for holder, own in _outermost(taken):
        vars(holder).pop(own, None)
    return taken


def _give_back(taken: Mapping[str, ModuleType]) -> None:
    sys.modules.update(taken)
    for holder, own in _outermost(taken):
        setattr(holder, own, sys.modules[f"{holder.__name__}.{own}"])


def _outermost(taken: Mapping[str, ModuleType]) -> Iterator[tuple[ModuleType, str]]:
    """Those that no other one of these holds: by the package that does, and their names in it."""
    for name in taken:
        package, _, own = name.rpartition(".")
        if package not in taken:
            yield sys.modules[package], own
