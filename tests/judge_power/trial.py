"""What became of a slip: its tests run in a copy until one fails."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate

from msgspec import Struct

from tests.judge_power.copies import Copy
from tests.judge_power.covering import Covering
from tests.judge_power.slips import Slip

# killed: a test fails. late: its tests do not end, though they do without it. untested: no test runs the line.
# stillborn: no test fails, but the type checker refuses it.
KILLED, LATE, SURVIVED, UNTESTED, STILLBORN = "killed", "late", "survived", "untested", "stillborn"
BEGIN_SECONDS = 30.0
TIMES = 6.0  # how much longer tests may take than they did; a machine may be busy
LONG = 10.0
HOUR = 3600.0
FIRST = 12  # tests that are tried alone before all others, if they are quick
FIRST_SECONDS = 6.0


Test = tuple[str, float]  # its name, and how many seconds it takes


class Outcome(Struct, frozen=True):
    """One slip and what came of it: ``by`` is the test that failed."""

    hash: str
    where: str
    operator: str
    diff: str
    outcome: str
    by: str = ""
    tests: int = 0
    seconds: float = 0.0


def tried(slip: Slip, tests: Sequence[Test], copy: Copy) -> Outcome:
    """Put a slip into the copy, and take it out again when its tests have spoken."""
    since = time.monotonic()
    copy.put(slip.file, slip.text)
    try:
        outcome, by = (UNTESTED, "") if not tests else _judged(slip, tests, copy)
        if outcome in (SURVIVED, UNTESTED) and copy.types_refuse(slip.file):
            outcome = STILLBORN
    finally:
        copy.put(slip.file, None)
    spent = round(time.monotonic() - since, 1)
    return Outcome(slip.hash, slip.where, slip.operator, slip.diff, outcome, by, len(tests), spent)


def tests_for(slip: Slip, covering: Covering, killer: str, enough: float, there: Collection[str]) -> list[Test]:
    """The test that killed it before, then those that look at it most closely, so many seconds of them: what could be
    told by others only is called a survivor."""
    numbers = [test for test in covering.of(slip.file, slip.function) if covering.tests[test] in there]
    found = [(covering.tests[test], covering.seconds[test]) for test in numbers]
    killer = killer if killer in there else ""
    spent = accumulate(seconds for _, seconds in found)
    close = [test for test, until in zip(found, spent, strict=True) if until <= enough] or found[:1]
    return [*((killer, LONG) for _ in [killer] if killer), *(test for test in close if test[0] != killer)]


def _judged(slip: Slip, tests: Sequence[Test], copy: Copy) -> tuple[str, str]:
    for some in _in_turns(tests):
        words = ["-x", *(name for name, _ in some)]
        status, said = copy.pytest(words, BEGIN_SECONDS + TIMES * sum(seconds for _, seconds in some))
        if status is None:
            status, said = copy.pytest(words, BEGIN_SECONDS + TIMES * _seconds_without(slip, words, copy))
        if status is None:
            return LATE, some[0][0]
        if status != 0:
            return KILLED, next((name for name, _ in some if _failed(name, said)), said.strip()[-200:])
    return SURVIVED, ""


def _in_turns(tests: Sequence[Test]) -> Iterator[Sequence[Test]]:
    """What killed it before, then a few that are quick, then all others."""
    known = 1 if tests[0][1] == LONG else 0
    spent = accumulate(seconds for _, seconds in tests[known : known + FIRST])
    quick = known + sum(until <= FIRST_SECONDS for until in spent)
    return (some for some in (tests[:known], tests[known:quick], tests[quick:]) if some)


def _seconds_without(slip: Slip, words: Sequence[str], copy: Copy) -> float:
    """How long tests that came late take now where nothing is changed: the machine may be busy."""
    copy.put(slip.file, None)
    since = time.monotonic()
    copy.pytest([*words], HOUR)
    copy.put(slip.file, slip.text)
    return time.monotonic() - since


def _failed(test: str, said: str) -> bool:
    """Whether pytest names it so, and not one whose name begins alike."""
    return any(line == begun or line.startswith(f"{begun} - ") for line in said.splitlines() for begun in _told(test))


def _told(test: str) -> tuple[str, str]:
    return f"FAILED {test}", f"ERROR {test}"
