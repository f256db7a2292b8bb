"""What is to be fuzzed, and how a question of a campaign is named."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from ludex.fault import Fault
from ludex.runner.limits import Limits


class FuzzOrder(Struct, frozen=True):
    """What is to be fuzzed, and for how long; unguided, nothing that is new is changed further.

    `against` are the engines that it is held against, in the place of the reference; `corpus` is a file of questions to
    begin with, which grows by what is new.
    """

    game: str
    command: tuple[str, ...]
    questions: int = 0
    seconds: float = 0.0
    seed: str = "0"
    limits: Limits = Limits()
    guided: bool = True
    root: Path | None = None
    jobs: int = 1
    against: tuple[tuple[str, ...], ...] = ()
    corpus: Path | None = None
    journal: Path | None = None
    resume: bool = False


class Token(Struct, frozen=True):
    """Names a question of a campaign, and everything that it hangs on."""

    game: str
    seed: str
    number: int
    digest: str

    def __str__(self) -> str:
        return f"{self.game}:{self.seed}:{self.number}:{self.digest}"


def may_be_seed(text: str) -> bool:
    """Whether a text can be drawn by and stand in a token: that it is not what no encoding has."""
    return bool(text) and ":" not in text and text.isprintable()


def read_token(text: str) -> Token:
    """A token as it was told; a Fault says that it is none."""
    game, *rest = text.split(":")
    if len(rest) != 3 or not (may_be_seed(rest[0]) and _is_number(rest[1])):
        raise Fault(f"{text!r} is no token of a finding", "It is told with each finding: GAME:SEED:NUMBER:DIGEST.")
    return Token(game, rest[0], int(rest[1]), rest[2])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS


MOST_DIGITS = 15  # of the number of a question
