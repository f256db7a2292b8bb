"""Expected failures: each with its id and a reason, strict both ways, and perhaps with a last day."""

import datetime
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from ludex.judge.verdict import ERROR, EXPECTED_FAIL, FAIL, PASS, UNEXPECTED_PASS, UNSUPPORTED, Judgement

FAILING = (FAIL, ERROR, UNSUPPORTED)


class ExpectedFailure(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One vector that is expected to fail; `readings` (where not the defaults) narrows it to one setting."""

    id: str
    reason: str
    until: datetime.date | None = None
    verdict: str = ""
    readings: dict[str, str] | None = None

    def speaks_of(self, readings: Mapping[str, str]) -> bool:
        return self.readings is None or self.readings == readings


class Stale(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry that matches nothing, and why not."""

    id: str
    why: str


class Expected(Struct, frozen=True):
    """The entries of a file, and its text where that is TOML, so that comments stay when it is renewed."""

    file: str
    entries: tuple[ExpectedFailure, ...]
    text: str = ""


def by_id(entries: Iterable[ExpectedFailure]) -> dict[str, list[ExpectedFailure]]:
    found: dict[str, list[ExpectedFailure]] = {}
    for entry in entries:
        found.setdefault(entry.id, []).append(entry)
    return found


def hold_against(outcome: Judgement, entry: ExpectedFailure, today: datetime.date) -> Judgement:
    """The outcome of a vector for which there is an entry."""
    if outcome.verdict == PASS:
        message = f"it passes, but was expected to fail ({entry.reason})"
        return Judgement(UNEXPECTED_PASS, message=message, reason=entry.reason)
    if outcome.verdict not in FAILING:
        return outcome
    if entry.until is not None and entry.until < today:
        return _not_excused(outcome, f"it was expected to fail until {entry.until}, which is over")
    if entry.verdict and entry.verdict != outcome.verdict:
        return _not_excused(outcome, f"it was expected to be a {entry.verdict}, not this")
    return msgspec.structs.replace(outcome, verdict=EXPECTED_FAIL, reason=entry.reason)


def _not_excused(outcome: Judgement, why: str) -> Judgement:
    return msgspec.structs.replace(outcome, message=f"{outcome.message} ({why})")
