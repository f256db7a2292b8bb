"""Runs campaigns: all mutants of a game or a sample, and the shared rules by what any game's vectors tell of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from ludex import where
from ludex.crew import Crew
from ludex.crew.identity import identity
from ludex.mutation.account import Account, account_of
from ludex.mutation.campaign import MutantResult, QuestionOrder, campaign, ranks, touch_in_parallel
from ludex.mutation.core import core_of
from ludex.mutation.history import History
from ludex.mutation.listing import Listing, faults_of, listing_of, shared_listing
from ludex.mutation.mutants import Mutant, mutants_of
from ludex.mutation.questions import Probe, questions_of
from ludex.mutation.trial import KILLED, TOLD, SideOutcome, TrialOutcome
from ludex.runner.results_journal import ResultsJournal
from ludex.vectors.suite import Suite, open_suite
from ludex.wording import time_left

QUESTIONS_A_FILE = 12  # questions of a file that a sample looks at first
SECONDS_A_LISTED = 1.0  # seconds for a mutant that a list explains: no vector is expected to tell of it
SHARED = "the shared rules"
UNTOLD = 2  # the rank of what no question told of
Note = Callable[[str], None]


class Plan(Struct, frozen=True):
    """What is to be run: ``sample`` mutants of each game at most, until ``until`` (of time.monotonic)."""

    crew: Crew = Crew(2)
    sample: int | None = None
    until: float | None = None
    seed: str = ""
    limit: float = 60.0
    only: frozenset[str] = frozenset()
    journal: Path | None = None

    @property
    def is_whole(self) -> bool:
        """Whether all mutants are run."""
        return self.sample is None and self.until is None and not self.only


class WhichCampaign(Struct, frozen=True):
    """The first line of a journal: of which campaign it is, by what its results hang on."""

    code: str
    games: dict[str, str]
    sample: int | None
    seed: str
    seconds: float
    mutants: list[str]


class Tried(Struct, frozen=True):
    """A further line: what came of a mutant by the vectors of a game."""

    game: str
    mutant: str
    found: TrialOutcome


TrialJournal = ResultsJournal[WhichCampaign, Tried]


def journal_of(games: Sequence[str], plan: Plan) -> TrialJournal | None:
    """The journal of a plan, which holds what was done before; a Fault where it is of another campaign."""
    if plan.journal is None:
        return None
    here = identity()
    mine = {game: here.games[game] for game in games}
    what = WhichCampaign(here.code, mine, plan.sample, plan.seed, plan.limit, sorted(plan.only))
    return ResultsJournal(plan.journal, what, Tried)


class Ready(Struct, frozen=True):
    """A game whose questions are known, with its mutants that the game has a use for."""

    game: str
    suite: Suite
    questions: Sequence[Probe]
    order: QuestionOrder
    mutants: Sequence[Mutant]


def ready(game: str, plan: Plan) -> Ready:
    """Read the vectors of a game and see where they go: all of them, or for a sample the smallest of each file."""
    suite = open_suite(game)
    questions = questions_of(suite)
    numbers = range(len(questions))
    if not plan.is_whole:
        numbers = [number for number, rank in enumerate(ranks(questions)) if rank < QUESTIONS_A_FILE]  # type: ignore[assignment]
    touched = touch_in_parallel(suite, questions, numbers, plan.crew)
    mutants = [mutant for mutant in mutants_of(game) if touched.uses(mutant)]
    return Ready(game, suite, questions, QuestionOrder(suite, questions, touched, core_of(game)), mutants)


def results_of(
    prepared: Ready, plan: Plan, history: History, note: Note, journal: TrialJournal | None = None
) -> list[MutantResult]:
    """What came of the mutants of a game, those of the shared rules among them; what a journal knows is not run."""
    chosen = _choose(prepared.mutants, plan)
    listings = (listing_of(prepared.game), shared_listing())

    def limit(mutant: Mutant) -> float:
        explained = not plan.only and any(listing.explains(mutant) for listing in listings)
        return min(plan.limit, SECONDS_A_LISTED) if explained else plan.limit

    kept = journal.known if journal else []
    known = {one.mutant: one.found for one in kept if one.game == prepared.game}
    found, since = list[MutantResult](), time.monotonic()
    for result in campaign(chosen, prepared.order, history, plan.crew, limit, plan.until, known):
        found.append(result)
        if journal is not None and result.mutant.hash not in known:
            journal.add(Tried(prepared.game, result.mutant.hash, result.found))
        if result.found.outcome != KILLED or len(found) % 100 == 0:
            left = time_left(len(found) - len(known), len(chosen) - len(known), time.monotonic() - since)
            note(f"{prepared.game} {len(found)}/{len(chosen)} {result.mutant.where} {result.found.outcome}{left}")
    return found


def _choose(mutants: Sequence[Mutant], plan: Plan) -> Sequence[Mutant]:
    """The mutants to run; a sample is the same for the same seed, and goes through the game."""
    if plan.only:
        return [mutant for mutant in mutants if mutant.hash in plan.only]
    if plan.is_whole:
        return mutants
    mixed = sorted(mutants, key=lambda mutant: sha256(f"{plan.seed}:{mutant.hash}".encode()).digest())
    return mixed[: plan.sample]


def accounts_of(games: Sequence[str], plan: Plan, history: dict[str, History], note: Note) -> list[Account]:
    """The account of each game, and one of the shared rules, which any game may tell of.

    A slip in the shared rules that nobody told of counts once every game that runs them has tried it: where a sample or
    the time ends before that, it is neither told of nor a survivor.
    """
    accounts, shared = list[Account](), dict[str, MutantResult]()
    known, waiting = dict[str, Mutant](), Counter[str]()
    journal = journal_of(games, plan)
    since = time.monotonic()
    for place, game in enumerate(games):
        begun = time.monotonic()
        share = plan
        if plan.until is not None:  # what time is left is shared out among the games that are left
            left = (plan.until - begun) / (len(games) - place)
            share = msgspec.structs.replace(plan, until=begun + left)
        prepared = ready(game, share)
        found = results_of(prepared, share, history[game], note, journal)
        own = [mutant for mutant in prepared.mutants if not mutant.is_shared]
        listing = listing_of(game)
        spent = time.monotonic() - begun
        mine = [result for result in found if not result.mutant.is_shared]
        accounts.append(account_of(game, own, mine, listing, _faults(listing, own, plan), spent))
        known |= {mutant.hash: mutant for mutant in prepared.mutants if mutant.is_shared}
        waiting.update(mutant.hash for mutant in prepared.mutants if mutant.is_shared)
        waiting.subtract(result.mutant.hash for result in found)
        _merge(shared, (result for result in found if result.mutant.is_shared))
    if journal is not None:
        journal.close()
    if {*games} == {*with_vectors()}:
        listing = shared_listing()
        spent = time.monotonic() - since
        every = [*known.values()]
        early = [result for name, result in shared.items() if waiting[name] and _rank(result.found) == UNTOLD]
        settled = [result for result in shared.values() if result not in early]
        of = len(every) + sum(account.mutants for account in accounts)
        all_shared = [mutant for mutant in mutants_of(games[0]) if mutant.is_shared]
        faults = _faults(listing, all_shared, plan, of)
        account = account_of(SHARED, every, settled, listing, faults, spent)
        accounts.append(msgspec.structs.replace(account, unsettled=len(early)))
    return accounts


def _faults(listing: Listing, mutants: Sequence[Mutant], plan: Plan, of: int | None = None) -> list[str]:
    """What is wrong with a list; who asks for single mutants does not ask for that."""
    return [] if plan.only else [*faults_of(listing, mutants, of)]


def _merge(shared: dict[str, MutantResult], results: Iterable[MutantResult]) -> None:
    """The best that any game did about a mutant, on the whole and on each side."""
    for result in results:
        before = shared.get(result.mutant.hash)
        if before is None:
            shared[result.mutant.hash] = result
            continue
        mine, theirs = before.found, result.found
        sides = {**mine.sides}
        for side, found in theirs.sides.items():
            sides[side] = found if side not in sides else min(sides[side], found, key=_rank)
        better = theirs if _rank(theirs) < _rank(mine) else mine
        shared[result.mutant.hash] = MutantResult(result.mutant, msgspec.structs.replace(better, sides=sides))


def _rank(found: TrialOutcome | SideOutcome) -> int:
    return (KILLED, TOLD).index(found.outcome) if found.outcome in (KILLED, TOLD) else UNTOLD


def with_vectors() -> tuple[str, ...]:
    """The games that have a reference and vectors."""
    return tuple(game for game in where.games() if (where.vectors_of(game) / "manifest.json").is_file())
