"""What a game gives to the tools: how it is found, and what its rules and its notation must have.

A game has a package in each layer, by its own name: its rules in ``ludex.games``, its sentences in ``ludex.notation``,
what else the tools ask in ``ludex.support``, and what is worth asking an engine in ``ludex.suites``. An installed
package adds a game by entry points: a group has the name of a layer, and an entry is the game with its package, whose
last name is the game's, too.

What is asked of a package, or of a module of it, is a ``Protocol``: a name that is abstract there is required, any
other has its default there.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

from ludex.fault import Fault

if TYPE_CHECKING:
    from ludex.notation import reading, sentences, written
    from ludex.rules import Register, Rules

GAMES, NOTATION = "ludex.games", "ludex.notation"
ASKED_BY = "Asked by: "
S = TypeVar("S")


# Where a game is found


def games_in(layer: str) -> tuple[str, ...]:
    """The games that have a package in a layer: those that ship, and those that are installed beside them."""
    return tuple(sorted({*_shipped_games(layer), *_installed_packages(layer)}))


def package_of(layer: str, game: str) -> str | None:
    """The name of a game's package in a layer; None where it has none."""
    return f"{layer}.{game}" if game in _shipped_games(layer) else _installed_packages(layer).get(game)


def module_of(layer: str, game: str, part: str = "") -> ModuleType | None:
    """The package of a game in a layer, or a module of it, if there is one; a Fault says why it cannot be imported."""
    package = package_of(layer, game)
    if package is None:
        return None
    name = f"{package}.{part}" if part else package
    try:
        return importlib.import_module(name) if find_spec(name) else None
    except Fault:
        raise
    except Exception as error:  # whatever a game does while it is read: its author is told, and where
        raise Fault(
            f"{name} cannot be imported: {_error_text(error)}", f"`ludex doctor {game}` tells what is missing."
        ) from error


def _error_text(error: Exception) -> str:
    from traceback import extract_tb

    frame = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({frame.filename}:{frame.lineno})"


def _shipped_games(layer: str) -> set[str]:
    """The games in the folders of a layer, which is not imported for that: its games are asked for one by one."""
    package = sys.modules.get(layer)
    spec = None if package else find_spec(layer)
    folders = package.__path__ if package else spec.submodule_search_locations if spec else None
    return {found.name for found in pkgutil.iter_modules(folders or ()) if found.ispkg}


@cache
def _installed_packages(layer: str) -> Mapping[str, str]:
    """The packages of games by entry points; looked up only for what does not ship, for that takes its time."""
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=layer)}


# What is asked of it


class Name(NamedTuple):
    """A name that a game gives, or may give: what it is for, who asks for it, and how it is called."""

    name: str
    required: bool
    what: str
    asked_by: str
    called: str


def names_of(seam: type) -> list[Name]:
    """The names of a seam, in their order."""
    return [_name(name, member) for name, member in _members(seam).items()]


def lacking(seam: type, module: ModuleType | None) -> list[Name]:
    """The names that a seam requires, and a module does not have."""
    missing = {name: member for name, member in _members(seam).items() if not hasattr(module, name)}
    return [_name(name, member) for name, member in missing.items() if _is_required(member)]


def require(seam: type, module: ModuleType | None, game: str, where: str) -> None:
    """Raises a Fault with the first name that a module lacks, what it is for, and the remedy."""
    for name in lacking(seam, module):
        remedy = f"It is needed: {name.what} `ludex doctor {game}` tells what else is missing."
        raise Fault(f"{game} lacks `{name.called}` in {where}", remedy)


def fit(seam: type[S], module: ModuleType | None, game: str, where: str) -> S:
    """What a module gives of a seam, with the defaults for the rest; a Fault says what it lacks, and the remedy."""
    require(seam, module, game, where)
    own = {name: _as_member(getattr(module, name)) for name in _members(seam) if hasattr(module, name)}
    return cast(S, type(seam.__name__, (seam,), {**own, "game": game})())


def _members(seam: type) -> dict[str, Any]:
    named = ((name, member) for name, member in vars(seam).items() if not name.startswith("_"))
    return {name: member for name, member in named if callable(member) or _is_value(member)}


def _is_value(member: object) -> bool:
    return isinstance(member, property)


def _is_required(member: Any) -> bool:
    return bool(getattr(member, "__isabstractmethod__", False))


def _as_member(value: Any) -> Any:
    """A value as a class holds it, so that its instances give it as it is."""
    return staticmethod(value) if callable(value) and not isinstance(value, type) else value


def _name(name: str, member: Any) -> Name:
    rule = member.fget if _is_value(member) else member
    what, _, asked_by = " ".join(rule.__doc__.split()).partition(f" {ASKED_BY}")
    called = name if _is_value(member) else f"{name}({', '.join(_arguments(rule))})"
    return Name(name, _is_required(member), what, asked_by.rstrip("."), called)


def _arguments(rule: Callable[..., Any]) -> tuple[str, ...]:
    code = rule.__code__
    return code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]


# The rules


class Reference(Protocol):
    """The rules as code, in ``ludex.games.<game>``: positions and actions are its own values, JSON outside of it."""

    __name__: str

    @property
    @abstractmethod
    def TITLE(self) -> str:
        """The name of the game as people write it. Asked by: the README's tests."""

    @property
    @abstractmethod
    def PREFIX(self) -> str:
        """What the ids of its clauses begin with. Asked by: coverage, bench."""

    @property
    @abstractmethod
    def REGISTER(self) -> Register:
        """The editions, and the open points with their readings. Asked by: everything that plays."""

    @property
    @abstractmethod
    def OPERATIONS(self) -> Mapping[str, Callable[[Mapping[str, Any], Rules], dict[str, Any]]]:
        """What can be asked besides `legal`, `apply`, `perft` and `replay`, and which of these is answered otherwise
        than it is by default. Asked by: `ludex.rules.answering`."""

    @abstractmethod
    def start(self, rules: Rules, /) -> Any:
        """The position that a game begins with. Asked by: smoke, bench, new, gate and diff."""

    @abstractmethod
    def read_position(self, data: Any, rules: Rules, /) -> Any:
        """The position of JSON; raises Unreadable. Asked by: `ludex.rules.answering`, scenarios, show."""

    @abstractmethod
    def show_position(self, position: Any, /) -> Any:
        """A position as JSON. Asked by: `ludex.rules.answering`, scenarios, show."""

    @abstractmethod
    def legal(self, position: Any, rules: Rules, /) -> Sequence[Any]:
        """The legal actions, as JSON. Asked by: `ludex.rules.answering`, scenarios, bench."""

    @abstractmethod
    def apply(self, position: Any, action: Any, rules: Rules, /, by: str | None = None) -> Any:
        """The position after an action, which is JSON; raises Illegal or Unreadable. Asked by:
        `ludex.rules.answering`, scenarios, bench."""


def reference_of(game: str) -> Reference:
    """The rules of a game; a Fault says that there are none, or what they lack."""
    if game not in _references:
        _references[game] = _reference(game)
    return _references[game]


def reference_if_any(game: str) -> Reference | None:
    """The rules of a game, where it has any. Folders are searched the first time alone: scenarios ask often."""
    return reference_of(game) if game in _references or package_of(GAMES, game) else None


_references: dict[str, Reference] = {}


def _reference(game: str) -> Reference:
    module = module_of(GAMES, game)
    if module is None:
        raise Fault(f"no game {game!r}", f"Games: {', '.join(games_in(GAMES)) or 'none'}.")
    require(Reference, module, game, module.__name__)
    return cast(Reference, module)


# The notation


class Notation(Protocol):
    """How people write positions and actions, in ``ludex.notation.<game>``: sentences, and what they mean."""

    game: str

    @property
    @abstractmethod
    def BLANK(self) -> Any:
        """Any position, to ask whether facts contradict each other. Asked by: the reader of scenarios."""

    @property
    @abstractmethod
    def Contradiction(self) -> type[reading.Contradiction]:
        """What facts raise that cannot all be so: `fact` is the number of one (-1: something is left unsaid), `what`
        what was expected. Asked by: the reader of scenarios, run."""

    @property
    @abstractmethod
    def NoSentence(self) -> type[written.NoSentence]:
        """What is raised by whatever there are no words for. Asked by: run --accept."""

    @abstractmethod
    def read(self, start: str, text: str, /) -> Any:
        """The value of a sentence (`start` is `position`, `action` or `expectation`), frozen and hashable; raises
        NotReadable. An action's value has `action` and `by` (who sends it, or None). Asked by: the reader of
        scenarios, new."""

    @abstractmethod
    def read_position(self, text: str, /) -> Any:
        """The position of a list of facts, as JSON; raises NotReadable. Asked by: show."""

    @abstractmethod
    def compose(self, facts: Sequence[Any], /) -> Any:
        """The position that facts describe; raises Contradiction. Asked by: scenarios."""

    @abstractmethod
    def impose(self, position: Any, facts: Sequence[Any], /) -> Any:
        """A position with facts put into it, which stays as it is exactly if they hold; raises Contradiction. Asked
        by: scenarios."""

    @abstractmethod
    def data_of(self, action: Any, rules: Rules, position: Any, /) -> Any:
        """An action as it goes over the wire. Asked by: scenarios."""

    @abstractmethod
    def show_action(self, data: Any, rules: Any, /) -> str:
        """An action from the wire as a sentence. Asked by: run, new, the plain picture."""

    @abstractmethod
    def facts_of(self, position: Any, /) -> list[Any]:
        """The facts of a whole position; raises NoSentence. Asked by: run --accept, new, the plain picture."""

    @abstractmethod
    def restated(self, position: Any, facts: Sequence[Any], /) -> list[list[Any]]:
        """For each fact, a list of what is so instead in a position, about the same things. Asked by: run --accept."""

    @abstractmethod
    def fact_text(self, fact: Any, /) -> str:
        """The sentence of a fact. Asked by: new, the plain picture."""

    @abstractmethod
    def fact_texts(self, facts: Iterable[Any], /) -> list[str]:
        """The sentences of facts that stand below each other. Asked by: fmt, run --accept."""

    @abstractmethod
    def sent_text(self, sent: Any, /) -> str:
        """The sentence of an action's value. Asked by: fmt, new."""

    @abstractmethod
    def expectation_text(self, value: Any, /) -> str:
        """The sentence of any expectation. Asked by: fmt, run --accept."""

    def one_form(self, start: str, text: str, /) -> str:
        """A sentence that can be read, in the one form if it can be written in several. Asked by: fmt."""
        return text

    @property
    def SENTENCES(self) -> sentences.Sentences | None:
        """The grammar of its sentences, where it is made from one: whose words an editor colours and offers. Asked
        by: lsp."""
        return None

    def read_compact(self, text: str, /) -> Any:
        """The position of the game's own short form, where it has one; raises NotReadable. Asked by: show."""
        return self.read_position(text)

    def show_board(self, position: Any, /) -> str:
        """A position as it is drawn in scenarios, a line each; nothing where it is said by facts. Asked by: new."""
        return ""


@cache
def notation_of(game: str) -> Notation:
    """The notation of a game; a Fault says that there is none, or what it lacks."""
    module = module_of(NOTATION, game)
    if module is None:
        raise Fault(f"{game} has no notation to write scenarios in", f"Add the package {NOTATION}.{game} first.")
    return fit(Notation, module, game, module.__name__)
