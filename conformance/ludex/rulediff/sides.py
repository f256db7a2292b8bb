"""One side of a comparison: a revision of the rules, and in it a game, an edition and readings."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from ludex import where
from ludex.fault import Fault

_RULES = re.compile(
    r"(?:(?P<revision>[^:@]+):)?(?P<game>[a-z0-9_-]+)@(?P<edition>[^+\s]+)(?P<readings>(?:\+[^+=\s]+=[^+=\s]+)*)"
)
FORM = "GAME@EDITION, GAME@EDITION+READING=CHOICE, REVISION:GAME@EDITION or a revision of the repository"


@dataclass(frozen=True)
class Side:
    """What answers on one side; without a game all games and editions are meant, with the vectors' own readings."""

    label: str
    revision: str | None = None
    game: str | None = None
    edition: str | None = None
    choices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def place(self) -> str:
        """Where the rules of this side are."""
        return "the working tree" if self.revision in (None, ".") else f"revision {self.revision}"


def read_side(said: str) -> Side:
    """The side that a word of the command line names; raises Fault."""
    if said in where.games():
        raise Fault(f"{said!r} is a game, and no edition of it", f"Write {FORM}.")
    if "@" not in said:
        return Side(said, revision=said)
    match = _RULES.fullmatch(said)
    if match is None:
        raise Fault(f"{said!r} does not name rules", f"Write {FORM}.")
    pairs = [reading.split("=") for reading in match["readings"].split("+") if reading]
    twice = [entry for entry, count in Counter(entry for entry, _ in pairs).items() if count > 1]
    if twice:
        raise Fault(f"{said!r} chooses {twice[0]} twice", "Name each reading once.")
    return Side(said, match["revision"], match["game"], match["edition"], MappingProxyType(dict(pairs)))


def read_sides(old: str, new: str) -> tuple[Side, Side]:
    """Both sides; raises Fault where they cannot be compared."""
    before, after = read_side(old), read_side(new)
    if before.game != after.game:
        raise Fault(f"{old} and {new} are not rules of one game", f"Write two of one kind: {FORM}.")
    return before, after


@dataclass(frozen=True)
class Tree:
    """A checkout of Ludex, or of one of its revisions: rules, rulebooks and vectors.

    ``passing``: it is laid out for this run alone.
    """

    root: Path
    passing: bool = False

    @property
    def reference(self) -> Path:
        """The source root of the rules."""
        return self.root / "reference"

    @property
    def spec(self) -> Path:
        """The rulebooks, a folder a game."""
        return self.root / "spec"

    @property
    def vectors(self) -> Path:
        """The vectors, a folder a game."""
        return self.root / "vectors"

    def games(self) -> tuple[str, ...]:
        """The games that this tree has rules for; what is installed has no folder of its own for them."""
        if not self.reference.is_dir():
            return where.games()
        found = (self.reference / "ludex" / "games").glob("*/__init__.py")
        return tuple(sorted(path.parent.name for path in found))
