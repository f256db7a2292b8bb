"""What a campaign found, added up: killed and survived by clause, and the share that dies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from ludex.mutation.campaign import MutantResult
from ludex.mutation.listing import NOT_ASKED, Listing
from ludex.mutation.mutants import Mutant
from ludex.mutation.sides import SIDES
from ludex.mutation.trial import KILLED, LATE, STILLBORN, SURVIVED, TOLD, SideOutcome
from ludex.wording import quantity, share

EQUIVALENT, OPEN, UNASKED = "equivalent", "open", "unasked"
ENOUGH_POWER = 0.99
COUNTED = (KILLED, TOLD, SURVIVED, LATE, OPEN)
COLUMNS = (KILLED, TOLD, SURVIVED, LATE, OPEN, EQUIVALENT, UNASKED, STILLBORN)
NO_CLAUSE = "no clause"


class MutantLine(Struct, frozen=True):
    """One mutant as it is reported."""

    mutant: str
    where: str
    function: str
    clauses: tuple[str, ...]
    slip: str
    outcome: str
    vector: str | None
    topic: str | None
    tried: int
    seconds: float
    sides: dict[str, SideOutcome] = {}


class Account(Struct, frozen=True):
    """The mutants of one game, or of the shared rules; ``mutants`` is how many there are, tried or not.

    ``unsettled`` ones have no line: nobody told of them, and not every game that could has tried them.
    """

    game: str
    mutants: int
    lines: list[MutantLine]
    faults: list[str]
    seconds: float = 0.0
    unsettled: int = 0

    @property
    def outcomes(self) -> Counter[str]:
        """How many came to what."""
        return Counter(line.outcome for line in self.lines)

    @property
    def counted(self) -> int:
        """Those that are neither equivalent, nor out of reach, nor stillborn."""
        return number_in(self.outcomes)

    @property
    def power(self) -> float:
        """The share of these that the vectors tell of."""
        return power(self.outcomes)

    @property
    def judged(self) -> float:
        """The share that a judge fails. Mutants that a judge must pass do not count."""
        able = self.counted - self.outcomes[TOLD]
        return self.outcomes[KILLED] / able if able else 1.0

    def of_side(self, side: str) -> Counter[str]:
        """How many of those that are slips of one side, too, came to what by the questions of that side alone."""
        return Counter(line.sides[side].outcome for line in self.lines if side in line.sides)

    def survivors_of_side(self, side: str) -> list[MutantLine]:
        """Those that live on one side, although both sides together tell of them."""
        living = (SURVIVED, LATE)
        return [
            line
            for line in self.lines
            if side in line.sides and line.sides[side].outcome in living and line.outcome not in living
        ]

    @property
    def survivors(self) -> list[MutantLine]:
        """Those that nobody told of, and no list explains."""
        return [line for line in self.lines if line.outcome in (SURVIVED, LATE)]

    @property
    def is_enough(self) -> bool:
        """Whether the list is in order, all survivors are on it, and few enough are open; sides are told, not asked."""
        return not self.faults and not self.survivors and self.power >= ENOUGH_POWER


def number_in(outcomes: Counter[str]) -> int:
    """How many mutants count: those that are neither equivalent, nor out of reach, nor stillborn."""
    return sum(outcomes[name] for name in COUNTED)


def power(outcomes: Counter[str]) -> float:
    """The share of those that count of which a vector tells."""
    return (outcomes[KILLED] + outcomes[TOLD]) / number_in(outcomes) if number_in(outcomes) else 1.0


def account_of(
    game: str,
    mutants: Sequence[Mutant],
    results: Iterable[MutantResult],
    listing: Listing,
    faults: list[str],
    seconds: float,
) -> Account:
    """Add up; an excuse that a vector refutes is a fault: of a mutant that was killed, and, where all were run, of a
    function that a request reaches after all."""
    tried = [*results]
    lines = [_line(result, listing) for result in tried]
    wrong = [
        f"{line.mutant} ({line.where}: {line.slip}) is listed as equivalent, and {line.vector} kills it"
        for line in lines
        if line.mutant in listing.hashes and line.outcome == KILLED
    ]
    admitted = {entry.mutant for entry in listing.open}
    wrong += [
        f"{line.mutant} ({line.where}: {line.slip}) is admitted as a survivor, and {line.vector} kills it: take it out"
        for line in lines
        if line.mutant in admitted and line.outcome == KILLED
    ]
    if len(lines) == len(mutants):
        wrong += [*_untrue(lines, listing), *_needless(tried, listing)]
    return Account(
        game, len(mutants), sorted(lines, key=lambda line: (line.where, line.mutant)), faults + wrong, seconds
    )


def _untrue(lines: Sequence[MutantLine], listing: Listing) -> Iterator[str]:
    """Functions that no request is said to reach, and whose slips are all told of."""
    for name in sorted(listing.functions):
        if name.rpartition(":")[2] in NOT_ASKED:
            continue
        own = [line for line in lines if f"{line.where.rpartition(':')[0]}:{line.function}" == name]
        killed = [line for line in own if line.outcome in (KILLED, TOLD)]
        if killed and not any(line.outcome == UNASKED for line in own):
            yield f"{name} is listed as unasked, and {killed[0].vector} tells of a slip there: take it out"


def _needless(tried: Sequence[MutantResult], listing: Listing) -> Iterator[str]:
    """What is said to be the same game on one side, where vectors of that side tell of all of it."""
    for entry in listing.one_sided:
        named = [one.found.sides for one in tried if entry.names(one.mutant)]
        came = [sides[entry.side] for sides in named if entry.side in sides]
        if came and all(found.outcome in (KILLED, TOLD) for found in came):
            told = f"{came[0].vector} tells of it there: take it out"
            yield f"{entry.function} is listed as the same in what {entry.side}, and {told}"


def _line(result: MutantResult, listing: Listing) -> MutantLine:
    mutant, found = result.mutant, result.found
    return MutantLine(
        mutant.hash,
        mutant.where,
        mutant.function,
        mutant.clauses,
        mutant.what,
        _outcome(mutant, found.outcome, listing),
        found.vector,
        found.topic,
        found.tried,
        round(found.seconds, 3),
        {side: _on_side(mutant, side, came, listing) for side, came in found.sides.items()},
    )


def _on_side(mutant: Mutant, side: str, found: SideOutcome, listing: Listing) -> SideOutcome:
    outcome = _outcome(mutant, found.outcome, listing)
    if outcome in (SURVIVED, LATE) and listing.same_on(side, mutant):
        outcome = EQUIVALENT
    return SideOutcome(outcome, found.vector)


def _outcome(mutant: Mutant, outcome: str, listing: Listing) -> str:
    if outcome in (SURVIVED, LATE):
        if mutant.hash in listing.hashes:
            return EQUIVALENT
        if mutant.hash in {entry.mutant for entry in listing.open}:
            return OPEN
        if f"{mutant.file}:{mutant.function}" in listing.functions:
            return UNASKED
    return outcome


def by_clause(account: Account) -> dict[str, Counter[str]]:
    """The outcomes for each clause; a mutant outside of every marked function counts for its file."""
    found: dict[str, Counter[str]] = {}
    for line in account.lines:
        for name in line.clauses or (f"{NO_CLAUSE}, {line.where.rpartition(':')[0].rpartition('/')[2]}",):
            found.setdefault(name, Counter())[line.outcome] += 1
    return dict(sorted(found.items()))


def table(account: Account, every: bool = False) -> Iterator[str]:
    """The account for people: a line for each clause (without ``every`` only where not all were killed), the sum, and
    the survivors."""
    if account.unsettled:
        left = quantity(account.unsettled, "mutant")
        yield f"{account.game}: {left} left open, as not every game that could tell tried"
    if not account.lines:
        yield f"{account.game}: none of {quantity(account.mutants, 'mutant')} was run, which says nothing of the power"
        yield from (f"  {fault}" for fault in account.faults)
        return
    yield f"{account.game}: {len(account.lines)} of {quantity(account.mutants, 'mutant')}, {account.seconds:.0f} s"
    yield f"  {'clause':32} " + " ".join(f"{name:>10}" for name in COLUMNS)
    for clause, outcomes in by_clause(account).items():
        if every or any(outcomes[name] for name in COLUMNS[1:]):
            yield _row(clause, outcomes)
    yield _row("in all", account.outcomes)
    for side in SIDES:
        yield _row(f"one-sided: what {side}", account.of_side(side))
    for line in [one for one in account.lines if one.outcome == TOLD] if every else []:
        yield f"  told {line.mutant}  {line.where} {line.function}  {line.slip}"
    for line in account.survivors:
        yield f"  {line.outcome} {line.mutant}  {line.where} {line.function}  {line.slip}"
    for side in SIDES:
        for line in account.survivors_of_side(side):
            where = f"{line.mutant}  {line.where} {line.function}  {line.slip}"
            yield f"  {line.sides[side].outcome} where it is only in what {side}: {where}"
    yield from (f"  {fault}" for fault in account.faults)
    if not account.counted:
        yield "  no power to tell: whoever was run is the same game by another name, out of reach or stillborn"
        return
    yield (
        f"  power {share(account.power)} of {account.counted} mutants that are no other name for the same game; "
        f"a judge fails {share(account.judged)} of those that break a rule"
    )
    yield _excuses_of(account)
    for side in SIDES:
        yield _power_of_side(account, side)


def _excuses_of(account: Account) -> str:
    """What stands beside the power: how many mutants count for nothing, and by whose word."""
    came = account.outcomes
    of_all = sum(line.outcome == UNASKED and line.function in NOT_ASKED for line in account.lines)
    return (
        f"  {came[KILLED] + came[TOLD]} of {quantity(len(account.lines), 'mutant')} fell to vectors, "
        f"{came[EQUIVALENT] + came[UNASKED]} were excused: {came[EQUIVALENT]} as the same game by another name, "
        f"{came[UNASKED]} as no request reaches them ({of_all} of these in every game alike); "
        f"{came[OPEN]} are admitted, {len(account.survivors)} survive, {came[STILLBORN]} do not load"
    )


def _power_of_side(account: Account, side: str) -> str:
    """The power on one side, and what counts for nothing there: excuses, and slips in what that side never runs."""
    outcomes = account.of_side(side)
    elsewhere = sum(side not in line.sides for line in account.lines)
    beside = [f"{outcomes[name]} {name}" for name in (EQUIVALENT, UNASKED, STILLBORN) if outcomes[name]]
    beside += [f"{elsewhere} in code that it never runs"] if elsewhere else []
    besides = f" ({', '.join(beside)} besides)" if beside else ""
    return (
        f"  power {share(power(outcomes))} of {quantity(number_in(outcomes), 'slip')} only in what {side}, by the "
        f"questions of that side alone{besides}"
    )


def _row(name: str, outcomes: Counter[str]) -> str:
    counts = " ".join(f"{outcomes[one] or '':>10}" for one in COLUMNS)
    return f"  {name:32} {counts}".rstrip()


def _side_json(outcomes: Counter[str]) -> dict[str, Any]:
    return {"outcomes": dict(outcomes), "power": round(power(outcomes), 5) if number_in(outcomes) else None}


def accounts_json(accounts: Sequence[Account]) -> dict[str, Any]:
    """The accounts as JSON, with every mutant and the vector that told of it first."""
    return {
        "games": [
            {
                "game": account.game,
                "mutants": account.mutants,
                "unsettled": account.unsettled,
                "outcomes": dict(account.outcomes),
                "power": round(account.power, 5) if account.counted else None,
                "judged": round(account.judged, 5) if account.counted else None,
                "sides": {side: _side_json(account.of_side(side)) for side in SIDES},
                "enough": account.is_enough,
                "faults": account.faults,
                "clauses": {clause: dict(counts) for clause, counts in by_clause(account).items()},
                "lines": account.lines,
            }
            for account in accounts
        ]
    }
