"""A wrong engine of 5x5 Tactics, fuzzed once for all tests that look at what is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludex.fuzz.campaign import Campaign, FuzzAccount
from ludex.fuzz.findings import FuzzFinding, finding_of
from ludex.fuzz.order import FuzzOrder
from ludex.runner.interruption import interruptible
from tests.tactics.wrong_engines import SLIPS
from tests.wrong_engines import LUDEX, write

GAME, SEED = "tactics", "1"
OFF_TURN = next(slip for slip in SLIPS if slip.clause == "TAC-TRN-2")  # any seed meets it soon


def order(folder: Path | None, questions: int) -> FuzzOrder:
    """To fuzz the reference, or the one with a slip in this folder."""
    engine = ["env", f"PYTHONPATH={folder}", *LUDEX] if folder else LUDEX
    return FuzzOrder(GAME, (*engine, "engine"), questions=questions, seed=SEED)


def fuzz(asked: FuzzOrder) -> FuzzAccount:
    """What comes of an order."""
    with interruptible() as heeded:
        return Campaign(asked, heeded).run()


@pytest.fixture(scope="session")
def wrong_engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the reference that lets whoever likes end the turn."""
    return write(GAME, OFF_TURN, tmp_path_factory.mktemp("wrong"))


@pytest.fixture(scope="session")
def account(wrong_engine: Path) -> FuzzAccount:
    """What comes of 250 questions."""
    return fuzz(order(wrong_engine, 250))


@pytest.fixture(scope="session")
def findings(account: FuzzAccount) -> list[FuzzFinding]:
    """The findings among them."""
    return [finding_of(GAME, "wrong", found) for found in account.found]
