"""What came of the survivors of an earlier account: vectors, excuses and rewriting all make a figure better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from ludex.fault import Fault
from ludex.mutation.account import EQUIVALENT, OPEN, UNASKED, Account
from ludex.mutation.trial import KILLED, LATE, STILLBORN, SURVIVED, TOLD
from ludex.wording import quantity

FELL, EXCUSED, LIVE = (KILLED, TOLD), (EQUIVALENT, UNASKED), (SURVIVED, LATE)
GONE = "gone"
REMEDY = "Name a file that `ludex power --json FILE` wrote."


class KeptLine(Struct, frozen=True):
    """A mutant of an account as it was written."""

    mutant: str
    outcome: str


class KeptAccount(Struct, frozen=True):
    """The account of one game as it was written."""

    game: str
    lines: list[KeptLine]


class KeptAccounts(Struct, frozen=True):
    """A file of accounts."""

    games: list[KeptAccount]


def survivors_in(path: Path) -> dict[str, frozenset[str]]:
    """The names of the mutants of each game that survived by an account that was kept; a Fault for what is none."""
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=KeptAccounts)
    except OSError as error:
        raise Fault(f"cannot read {path}: {error.strerror}", REMEDY) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as broken:
        raise Fault(f"{path} is no account of mutants: {broken}", REMEDY) from None
    return {one.game: frozenset(line.mutant for line in one.lines if line.outcome in LIVE) for one in kept.games}


def told_since(before: Mapping[str, frozenset[str]], account: Account) -> str:
    """In a line: of those that survived, how many fell to vectors, were excused, survive, or are no more."""
    if account.game not in before:
        return "  the earlier account says nothing of this game"
    now = {line.mutant: line.outcome for line in account.lines}
    came = Counter(now.get(mutant, GONE) for mutant in before[account.game])
    gone = "were rewritten and are no more" if len(now) == account.mutants else "were rewritten, or not run"
    return (
        f"  {sum(came[one] for one in FELL)} of {quantity(came.total(), 'survivor')} of then fell to vectors, "
        f"{sum(came[one] for one in EXCUSED)} were excused, {came[OPEN]} are admitted, "
        f"{sum(came[one] for one in LIVE)} survive, {came[GONE] + came[STILLBORN]} {gone}"
    )
