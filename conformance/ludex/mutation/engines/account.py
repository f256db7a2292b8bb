"""What a campaign against an engine found, added up; its journal, and the list of those that are the same game."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ludex.fault import Fault
from ludex.mutation.engines.campaign import KILLED, OTHER_HELLO, STILLBORN, SURVIVED, SlipOutcome, digest
from ludex.mutation.engines.slips import SourceSlip
from ludex.vectors.format import full_id
from ludex.vectors.suite import Suite
from ludex.wording import is_argued, quantity, share

EQUIVALENT = "equivalent"
COLUMNS = (KILLED, SURVIVED, EQUIVALENT, OTHER_HELLO, STILLBORN)
LIST = "mutants.toml"
SHAPE = "[[equivalent]] has mutant, where, slip, why."


class SameGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant that is the same game by another name, and why; ``drawn`` questions found no difference."""

    mutant: str
    where: str
    slip: str
    why: str
    drawn: int = 0


class SameGames(Struct, frozen=True, forbid_unknown_fields=True):
    """What the folder of an engine says of mutants that no vector can tell of."""

    equivalent: list[SameGame] = []


def read_listing(folder: Path) -> SameGames:
    """The list in a folder; empty where there is none."""
    path = folder / LIST
    if not path.is_file():
        return SameGames()
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), SameGames)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as broken:
        raise Fault(f"{path} is no TOML: {broken}", "Mend that line; the file is UTF-8.") from None
    except msgspec.ValidationError as broken:
        raise Fault(f"{path}: {broken}", SHAPE) from None


class EngineAccount(Struct, frozen=True):
    """The slips that were made in one engine, and what came of each."""

    name: str
    game: str
    slips: int
    made: list[tuple[SourceSlip, SlipOutcome]]
    listing: SameGames = SameGames()
    seconds: float = 0.0
    remarks: list[str] = []

    def outcome(self, outcome: SlipOutcome) -> str:
        """What came of a slip; a survivor without a difference may be listed as the same game."""
        same = {entry.mutant for entry in self.listing.equivalent}
        if outcome.outcome == SURVIVED and outcome.difference is None and outcome.hash in same:
            return EQUIVALENT
        return outcome.outcome

    @property
    def outcomes(self) -> Counter[str]:
        """How many came to what."""
        return Counter(self.outcome(outcome) for _, outcome in self.made)

    @property
    def power(self) -> float:
        """The share that is killed of those that build, are another game, and are asked the same questions."""
        counted = self.outcomes[KILLED] + self.outcomes[SURVIVED]
        return self.outcomes[KILLED] / counted if counted else 1.0

    @property
    def survivors(self) -> list[tuple[SourceSlip, SlipOutcome]]:
        """Those of which no vector tells, and that are not listed."""
        return [(slip, one) for slip, one in self.made if self.outcome(one) == SURVIVED]

    @property
    def faults(self) -> list[str]:
        """What is wrong with the list of those that are the same game."""
        found = {slip.hash: one for slip, one in self.made}
        wrong = []
        for entry in self.listing.equivalent:
            if not is_argued(entry.why):
                wrong.append(f"{entry.mutant} is not argued: say in a sentence why nobody can tell")
            one = found.get(entry.mutant)
            if one is not None and one.outcome == KILLED:
                killer = next(iter(one.killers), "its start")
                wrong.append(f"{entry.mutant} ({entry.where}) is listed as equivalent, and {killer} kills it")
            if one is not None and one.difference is not None:
                wrong.append(f"{entry.mutant} ({entry.where}) is listed as equivalent, and a question tells of it")
        return wrong


def by_operator(account: EngineAccount) -> dict[str, Counter[str]]:
    """The outcomes for each kind of slip."""
    found: dict[str, Counter[str]] = {}
    for slip, outcome in account.made:
        found.setdefault(slip.operator, Counter())[account.outcome(outcome)] += 1
    return dict(sorted(found.items()))


def table(account: EngineAccount, root: Path) -> Iterator[str]:
    """The account for people: a line for each kind of slip, the sum, and the survivors, each with what tells of it."""
    made, slips = len(account.made), quantity(account.slips, "slip")
    yield f"{account.name} ({account.game}): {made} of {slips}, {account.seconds:.0f} s"
    yield f"  {'slip':30} " + " ".join(f"{name:>11}" for name in COLUMNS)
    for operator, outcomes in by_operator(account).items():
        yield _row(operator, outcomes)
    yield _row("in all", account.outcomes)
    for slip, outcome in sorted(account.survivors, key=lambda one: (one[1].difference is None, one[0].where)):
        yield from _survivor(slip, outcome)
    yield from (f"  {fault}" for fault in account.faults)
    yield from (f"  {remark}" for remark in account.remarks)
    excused = ", ".join(
        f"{account.outcomes[name]} {name}" for name in (EQUIVALENT, OTHER_HELLO, STILLBORN) if account.outcomes[name]
    )
    counted = account.outcomes[KILLED] + account.outcomes[SURVIVED]
    if not counted:
        yield "  no power to tell: whatever was made does not build, or is the same game"
        return
    besides = f" ({excused} besides)" if excused else ""
    yield f"  power {share(account.power)}: the vectors tell of {account.outcomes[KILLED]} of {counted} slips{besides}"
    holes = sum(1 for _, one in account.survivors if one.difference is not None)
    if account.survivors:
        rest = len(account.survivors) - holes
        yield (
            f"  {quantity(holes, 'survivor is', 'survivors are')} another game, shown above; of {rest} no drawn "
            f"question told: argue in {root / LIST} why nobody can, or find a question"
        )


def _row(name: str, outcomes: Counter[str]) -> str:
    return f"  {name:30} " + " ".join(f"{outcomes[one] or '':>11}" for one in COLUMNS)


def _survivor(slip: SourceSlip, outcome: SlipOutcome) -> Iterator[str]:
    yield f"  survived {slip.hash}  {slip.where} {slip.function}  {slip.what}"
    if outcome.difference is None:
        yield f"      no difference in {quantity(outcome.drawn, 'drawn question')}"
        return
    found = outcome.difference
    under = "".join(f" {entry}={choice}" for entry, choice in sorted(found.readings.items()))
    yield f"      asked    {found.operation} {found.edition}{under} {found.input}"
    yield f"      expected {found.expected}"
    yield f"      got      {found.got}"


def account_json(account: EngineAccount) -> dict[str, Any]:
    """The account as JSON, with every slip that was made."""
    return {
        "engine": account.name,
        "game": account.game,
        "slips": account.slips,
        "outcomes": dict(account.outcomes),
        "power": round(account.power, 5),
        "faults": account.faults,
        "remarks": account.remarks,
        "made": [
            {**msgspec.to_builtins(slip), **msgspec.to_builtins(one), "outcome": account.outcome(one)}
            for slip, one in account.made
        ],
    }


def entries(account: EngineAccount) -> str:
    """The survivors of which no question told, as entries of a list that somebody has to argue."""
    parts = []
    for slip, outcome in account.survivors:
        if outcome.difference is None:
            fields = {"mutant": slip.hash, "where": slip.where, "slip": slip.what, "drawn": outcome.drawn, "why": ""}
            lines = [f"{name} = {msgspec.json.encode(value).decode()}" for name, value in fields.items()]
            parts.append("\n".join(["[[equivalent]]", *lines]))
    return "\n\n".join(parts)


# The journal


class WhichEngine(Struct, frozen=True):
    """The first line of a journal: of which campaign it is."""

    engine: str
    game: str


def known_of(
    kept: Iterable[SlipOutcome], slips: Sequence[SourceSlip], root: Path, suite: Suite
) -> dict[str, SlipOutcome]:
    """What is known of these slips that the sources and the vectors of today would show as well."""
    by_hash = {one.hash: one for one in kept}
    sources = {file: sha256((root / file).read_bytes()).hexdigest()[:16] for file in {slip.file for slip in slips}}
    known = ((slip, by_hash[slip.hash]) for slip in slips if slip.hash in by_hash)
    same = [(slip, one) for slip, one in known if one.source == sources[slip.file]]
    wanted = {name for _, one in same if one.seal != suite.seal for name in one.killers}
    there = _digests(suite, wanted) if wanted else {}
    return {slip.hash: one for slip, one in same if one.seal == suite.seal or _still_holds(one, there)}


def _still_holds(one: SlipOutcome, there: Mapping[str, str]) -> bool:
    """Whether what other vectors told of is told of by those of today: one that told is among them, as it was."""
    if one.outcome in (STILLBORN, OTHER_HELLO) or (one.outcome == KILLED and not one.killers):
        return True
    return any(there.get(name) == digest for name, digest in one.killers.items())


def _digests(suite: Suite, wanted: set[str]) -> dict[str, str]:
    found = dict[str, str]()
    for edition in suite.editions:
        for topic in suite.topics(edition):
            named = ((full_id(vector, edition), vector) for vector in topic.vectors)
            found |= {name: digest(vector) for name, vector in named if name in wanted}
    return found
