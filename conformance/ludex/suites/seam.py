"""What a suite must have, and how it is found."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from ludex.fault import Fault
from ludex.seam import fit, module_of

if TYPE_CHECKING:
    from ludex.rules import Rules
    from ludex.rules.answering import Operation
    from ludex.suites import Case, SuiteTopic

SUITES = "ludex.suites"


class GameSuite(Protocol):
    """What is worth asking an engine, in ``ludex.suites.<game>``."""

    @property
    @abstractmethod
    def VERSION(self) -> str:
        """The version of the vectors, which the manifest states. Asked by: generate."""

    @abstractmethod
    def topics(self, edition: str, /) -> Iterator[SuiteTopic]:
        """Every topic of an edition. Asked by: generate."""

    @property
    def EXPECTED(self) -> Mapping[str, Operation]:
        """Operations of which vectors state more than an engine is asked to give. Asked by: generate."""
        return {}

    @property
    def FREE(self) -> Mapping[str, str]:
        """Why fields are free: for each clause by which some are, a sentence. Asked by: generate."""
        return {}

    def free(self, fields: Mapping[str, Any], given: Mapping[str, Any], rules: Rules, /) -> Mapping[str, str]:
        """The fields of a result that nothing can show afterwards: JSON pointers, each with its clause. Asked by:
        generate."""
        return {}

    def facets(self, operation: str, asked: Mapping[str, Any], rules: Rules, /) -> Mapping[str, Any]:
        """What there is to say of a question, by names that the points of the matrix of slips use; nothing of a
        question that no point is about, or that cannot be read. Asked by: coverage, and topics that fill points."""
        return {}

    def shapes(self, position: Any, rules: Rules, /) -> Mapping[str, Iterable[Any]]:
        """Every action that there is in a position, as lists write it, by shapes, each of which has its own fields;
        what must come out alike may be left out. Asked by: the test that holds `legal` against `apply`."""
        return {}

    def outside(self, operation: str, asked: Mapping[str, Any], expected: Mapping[str, Any], /) -> Iterable[str]:
        """The promises that a vector lies outside of and that only the game can tell: `reachable`, `whole-turns`.
        Asked by: generate."""
        return ()

    def narrow(self, operation: str, case: Case, /) -> Case | None:
        """A case without what play never leads to, or under the readings by which it does; None where none does.
        Asked by: generate."""
        return case


@cache
def suite_of(game: str) -> GameSuite:
    """The suite of a game; a Fault says that there is none, or what it lacks."""
    module = module_of(SUITES, game)
    if module is None:
        raise Fault(f"{game} has no suite to make vectors of", f"Add the package {SUITES}.{game} first.")
    return fit(GameSuite, module, game, module.__name__)
