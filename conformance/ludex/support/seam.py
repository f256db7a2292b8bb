"""The pieces that a game may give to the tools, each with its defaults, and how they are found."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from ludex.seam import NOTATION, fit, module_of, notation_of, package_of, reference_of
from ludex.support.alike import field_differences

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from ludex.rules import Rules
    from ludex.rules.register import Edition
    from ludex.scenario.stepping import PlayedStep
    from ludex.support.svg import Arrow, Sketch

SUPPORT = "ludex.support"
S = TypeVar("S")
Fields = Mapping[str, Any]
ACTION_FIELDS = ("action", "actions")
MOST_LETTERS_OF_JSON = 600  # of a position that nobody has words for


class Picture(Protocol):
    """Positions and actions as people see them, in ``picture.py``; by default in the words of the notation.

    None of these ever fails: what an engine sends may be anything, and a report about it must be written all the same.
    """

    game: str

    def board(self, position: Any, marks: Any = None, /) -> str:
        """A position for a terminal, with signs before the places that `marks` names. Asked by: show, run, reports."""
        return self.position_line(position)

    def compare(self, before: Any, expected: Any, got: Any, width: int = 80, /) -> str:
        """Two positions that should be one, and the one before, if any, in so many letters. Asked by: run, reports."""
        named = [("before", before)] if before is not None else []
        named += [("expected", expected), ("got", got)]
        return "\n".join(f"{name}: {self.position_line(one)}" for name, one in named)

    def differences(self, expected: Any, got: Any, /) -> Sequence[str]:
        """In what two positions differ, a line each. Asked by: reports."""
        return list(field_differences(expected, got))

    def action(self, data: Any, rules: Any, /) -> str:
        """An action in words. Asked by: reports, show."""
        if package_of(NOTATION, self.game) is None:
            return _json(data)
        notation = notation_of(self.game)
        return _in_words(lambda: notation.show_action(data, rules), data)

    def field_text(self, operation: str, name: str, value: Any, rules: Any, /) -> str:
        """A field of a question or an answer, or an item of a list in it, in words; nothing where its JSON says it as
        well. Asked by: check, reports."""
        return self.action(value, rules) if name in ACTION_FIELDS else ""

    def position_of(self, operation: str, asked: Any, /) -> Any:
        """The position that a question is about, as `board` and `sketch` know it; None for none. Asked by: reports."""
        return asked.get("position") if isinstance(asked, Mapping) else None

    def field_arrows(self, operation: str, name: str, value: Any, asked: Any, rules: Any, /) -> Sequence[Arrow]:
        """Where a field of a question, or an item of a list in its answer, leads. Asked by: reports."""
        return self.arrows(value, rules, self.position_of(operation, asked)) if name in ACTION_FIELDS else ()

    def position_line(self, position: Any, /) -> str:
        """A position in one line. Asked by: show."""
        if package_of(NOTATION, self.game) is None:
            return _json(position)
        notation = notation_of(self.game)
        return _in_words(lambda: ", ".join(map(notation.fact_text, notation.facts_of(position))), position)

    def sketch(self, position: Any, marks: Any = None, arrows: Sequence[Arrow] = (), /) -> Sketch | None:
        """A position as a drawing, with outlines round the places that `marks` names, and arrows; None where it is
        shown as in a terminal. Asked by: show --svg and --html, report --format html, site."""
        return None

    def arrows(self, data: Any, rules: Any, position: Any = None, /) -> Sequence[Arrow]:
        """Where an action leads in a position, in the places that `sketch` knows. Asked by: show, reports, site."""
        return ()

    def changed(self, before: Any, after: Any, /) -> Any:
        """The marks of what differs between two positions; None for none. Asked by: show."""
        return None


def _in_words(say: Any, value: Any) -> str:
    """What somebody has words for; else the JSON of it."""
    try:
        return str(say())
    except (ValueError, LookupError, TypeError, AttributeError):  # an engine may send anything
        return _json(value)


def _json(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= MOST_LETTERS_OF_JSON else f"{text[:MOST_LETTERS_OF_JSON]}…"


class NoImage(Exception):  # noqa: N818 - not an error: this question has no image under this symmetry
    """A symmetry says nothing of a question, and why."""


class Symmetries(Protocol):
    """Under what a game looks the same, in ``symmetries.py``; a game without it has none.

    Refusals are their own images, and so are the readings that a vector, or an action of a list, holds for.
    """

    @property
    @abstractmethod
    def SYMMETRIES(self) -> Iterable[str]:
        """The names of the symmetries, in order. Asked by: check --images."""

    @abstractmethod
    def question(self, name: str, operation: str, asked: Any, edition: str, /) -> dict[str, Any]:
        """The fields of the image of a question; raises NoImage. Asked by: check --images."""

    @abstractmethod
    def result(
        self, name: str, operation: str, asked: Any, expected: dict[str, Any], edition: str, /
    ) -> dict[str, Any]:
        """The image of a result that is no refusal, of the question as it is stored. Asked by: check --images."""

    def place(self, name: str, place: str, /) -> str:
        """Where the image of a result has a free field, as a JSON pointer. Asked by: check --images."""
        return place


class Replaying(Protocol):
    """How a replay is packed, in ``replaying.py``: what must be known to play one, or to count, through `apply`."""

    game: str

    def position(self, asked: Fields, /) -> Any:
        """The position that a replay begins with. Asked by: check, of engines without `replay`, and reports."""
        return asked["position"]

    def actions(self, asked: Fields, /) -> Iterable[dict[str, Any]]:
        """The fields of each `apply`. Asked by: check, of engines without `replay`, and reports."""
        return [{"action": action} for action in asked["actions"]]

    def beside(self, asked: Fields, /) -> dict[str, Any]:
        """What goes beside the first position, because the position does not say it. Asked by: check, of engines
        without `replay` or `perft`, and reports."""
        return {}

    def carried(self, before: Any, fields: Fields, after: Any, /) -> dict[str, Any]:
        """What goes beside the next position, after an `apply` with these fields. Asked by: check, of engines without
        `replay` or `perft`, and reports."""
        return {}

    def whole_turns(self, actions: Iterable[dict[str, Any]], /) -> Iterable[tuple[dict[str, Any], int]] | None:
        """The fields of one `apply` for each whole turn of a replay, with the number of its actions; None where no
        action is a whole turn. By default each is one. Asked by: check, of engines that promise `whole-turns`."""
        return [(fields, 1) for fields in actions]


class Parts(Protocol):
    """What tells one legal action from another, in ``parts.py``; by default the fields of its JSON object."""

    def facts(self, action: Any, /) -> Mapping[str, str | int]:
        """The fields of an action by which an engine may say what part of a list it gives. Asked by: check, of engines
        that list a part."""
        fields = action.items() if isinstance(action, Mapping) else ()
        return {name: value for name, value in fields if isinstance(value, str | int)}


class Requests(Protocol):
    """What a scenario asks besides its actions, in ``requests.py``; by default nothing."""

    game: str

    def fields_of(self, state: Any, /) -> Fields:
        """The fields that a position is asked with. Asked by: generate."""
        return {"position": reference_of(self.game).show_position(state)}

    def of_unreadable(self, fields: Fields, /) -> tuple[str, Fields]:
        """What a position that cannot be read is asked. Asked by: generate."""
        return "legal", fields

    def questions(self, turn: PlayedStep, /) -> Iterable[tuple[str, Fields]]:
        """What else a step asks: pairs of operation and fields. Asked by: generate."""
        return ()

    def asking(self, operation: str, fields: Fields, got: Fields, /) -> str:
        """The sentence of a scenario that makes a request and expects this answer; nothing where there is none. Asked
        by: new."""
        return ""


class Smaller(Protocol):
    """How a position is made smaller, in ``smaller.py``; without it only single facts are taken out."""

    @abstractmethod
    def smaller(self, position: Any, /) -> Iterator[Any]:
        """The position with something taken out, in each of the ways. Asked by: fuzz, gate and diff."""


class Figures(Protocol):
    """Tables of figures that somebody writes, in ``figures.py``; a game without it has no table to be replaced."""

    @abstractmethod
    def faults(self, data: Any, /) -> list[str]:
        """What is wrong with a table: the place (a JSON pointer) and a sentence each. Asked by: --table."""

    @abstractmethod
    def edition_of(self, data: Any, /) -> Edition:
        """The edition that is played with a table. Asked by: --table."""


class Rates(Protocol):
    """Figures of the benchmark that are a game's own, in ``rates.py``."""

    @abstractmethod
    def lines(self, rules: Rules, /) -> Iterator[str]:
        """The lines that the benchmark prints. Asked by: bench."""


PIECES: Mapping[str, type] = {
    "picture": Picture,
    "symmetries": Symmetries,
    "replaying": Replaying,
    "parts": Parts,
    "requests": Requests,
    "smaller": Smaller,
    "figures": Figures,
    "rates": Rates,
}


class Support:
    """What one game gives; a piece is looked for when it is first asked for, and never again.

    A piece is there if the game has its module, or if all of it has a default; else it is None. A Fault says what a
    module lacks.
    """

    def __init__(self, game: str) -> None:
        self.game = game

    @cached_property
    def picture(self) -> Picture:
        return self._with_defaults(Picture, "picture")

    @cached_property
    def symmetries(self) -> Symmetries | None:
        return self._if_there(Symmetries, "symmetries")

    @cached_property
    def replaying(self) -> Replaying:
        return self._with_defaults(Replaying, "replaying")

    @cached_property
    def parts(self) -> Parts:
        return self._with_defaults(Parts, "parts")

    @cached_property
    def requests(self) -> Requests:
        return self._with_defaults(Requests, "requests")

    @cached_property
    def smaller(self) -> Smaller | None:
        return self._if_there(Smaller, "smaller")

    @cached_property
    def figures(self) -> Figures | None:
        return self._if_there(Figures, "figures")

    @cached_property
    def rates(self) -> Rates | None:
        return self._if_there(Rates, "rates")

    @cached_property
    def kit(self) -> Traversable | None:
        """The folder of what the game adds to starter adapters: ``about.md``, and a folder for each language."""
        from importlib.resources import files

        package = package_of(SUPPORT, self.game)
        try:
            folder = files(package) / "kit" if package else None
        except ModuleNotFoundError:  # an entry point of what is not there: every other piece tells of it
            return None
        return folder if folder is not None and folder.is_dir() else None

    def sketch_of(self, position: Any, marks: Any = None, arrows: Sequence[Arrow] = ()) -> Sketch:
        """A position as its game draws it, or else as the terminal shows it."""
        from ludex.support import svg

        return self.picture.sketch(position, marks, arrows) or svg.lines(self.picture.board(position))

    def _with_defaults(self, seam: type[S], part: str) -> S:
        return fit(seam, module_of(SUPPORT, self.game, part), self.game, self._module_name(part))

    def _if_there(self, seam: type[S], part: str) -> S | None:
        module = module_of(SUPPORT, self.game, part)
        return None if module is None else fit(seam, module, self.game, self._module_name(part))

    def _module_name(self, part: str) -> str:
        return f"{package_of(SUPPORT, self.game) or f'{SUPPORT}.{self.game}'}.{part}"


@cache
def support_of(game: str) -> Support:
    """All that a game gives to the tools beside its rules, its notation and its suite."""
    return Support(game)
