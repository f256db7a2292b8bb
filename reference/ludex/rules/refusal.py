"""The three ways in which a rulebook says no: unreadable, illegal, and (our own mistake) impossible."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


class Refused(Exception):  # noqa: N818 - a refusal is an answer of the rules, not an error
    """An input that the rules turn down.

    ``broken`` holds the ids of every clause that the input breaks, each asked on its own; ``moot`` those that
    could not be asked, because what they speak of is not there; ``detail`` is a remark for people.
    """

    def __init__(self, broken: Iterable[str], moot: Iterable[str] = (), detail: str = "") -> None:
        self.broken = tuple(sorted(broken))
        self.moot = tuple(sorted(moot))
        self.detail = detail
        super().__init__(detail or ", ".join(self.broken))


class Unreadable(Refused):
    """The input is malformed: it says nothing that the rules could be asked about."""


class Illegal(Refused):
    """The input can be read, and is not allowed in this position."""


class Impossible(Exception):  # noqa: N818 - reads as the sentence that it is
    """A line that no input reaches: a mistake of this project, never of its user."""


class Moot(Exception):  # noqa: N818 - not an error: the question has no answer
    """What a check speaks of is not there."""


def verdict(checks: Iterable[Callable[..., bool]], *question: Any) -> tuple[list[str], list[str]]:
    """Ask each check on its own; give the ids of those answered with no, and of those that were moot."""
    broken: list[str] = []
    moot: list[str] = []
    for asked in checks:
        try:
            if not asked(*question):
                broken.append(asked.clause)  # type: ignore[attr-defined]
        except Moot:
            moot.append(asked.clause)  # type: ignore[attr-defined]
    return broken, moot


def require(refusal: type[Refused], checks: Iterable[Callable[..., bool]], *question: Any, detail: str = "") -> None:
    """Raise the refusal with every clause that the question breaks, or do nothing."""
    broken, moot = verdict(checks, *question)
    if broken:
        raise refusal(broken, () if refusal is Unreadable else moot, detail)
