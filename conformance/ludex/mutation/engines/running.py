"""Runs a campaign against the engine of a folder, from its description to its account."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ludex.fault import Fault
from ludex.mutation.engines.account import EngineAccount, WhichEngine, known_of, read_listing
from ludex.mutation.engines.campaign import EngineCampaign, SlipOutcome, SlipPlan, choose
from ludex.mutation.engines.folder import slips_of
from ludex.mutation.engines.slips import SourceSlip
from ludex.runner.examples import ExampleEngine
from ludex.runner.interruption import Interruption
from ludex.runner.results_journal import ResultsJournal
from ludex.vectors.suite import open_suite

Note = Callable[[str], None]


def account_of(
    engine: ExampleEngine, plan: SlipPlan, journal: Path | None, interruption: Interruption, note: Note
) -> EngineAccount:
    """Make the slips of a plan, those that a journal knows excepted, and add up."""
    root, begun = Path(engine.folder), time.monotonic()
    suite, slips = open_suite(engine.game), slips_of(engine)
    if unknown := plan.only - {slip.hash for slip in slips}:
        raise Fault(f"no slip is called {' '.join(sorted(unknown))} in {root}", "--list shows those that there are.")
    wanted, listing = choose(slips, plan), read_listing(root)
    kept = ResultsJournal(journal, WhichEngine(engine.name, engine.game), SlipOutcome) if journal else None
    found = known_of(kept.known, wanted, root, suite) if kept else {}
    waiting = [slip for slip in wanted if slip.hash not in found]
    remarks = list[str]()

    def tell(slip: SourceSlip, outcome: SlipOutcome) -> None:
        found[slip.hash] = outcome
        if kept:
            kept.add(outcome)
        note(f"{len(found)}/{len(wanted)} {outcome.outcome:11} {outcome.seconds:6.1f} s  {slip.where}  {slip.what}")

    if waiting:
        with _no_bytecode(), tempfile.TemporaryDirectory(prefix="ludex-mutants-", ignore_cleanup_errors=True) as room:
            campaign = EngineCampaign(engine, suite, Path(room), plan.jobs, interruption)
            for _ in campaign.run(waiting, plan, tell):
                pass
            remarks += campaign.remarks
    if kept:
        kept.close()
    made = [(slip, found[slip.hash]) for slip in wanted if slip.hash in found]
    return EngineAccount(engine.name, engine.game, len(slips), made, listing, time.monotonic() - begun, remarks)


@contextmanager
def _no_bytecode() -> Iterator[None]:
    """Python keeps what it compiled, and takes a source that changed within a second for the same."""
    name, before = "PYTHONDONTWRITEBYTECODE", os.environ.get("PYTHONDONTWRITEBYTECODE")
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
