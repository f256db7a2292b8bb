"""What the tests of the judge share: the toy game's vectors, and a run against one of the engines beside this file."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludex.report.results import Results, results_of
from ludex.runner.checking import check
from ludex.runner.process import Limits
from ludex.runner.run import Order
from tests.judge import toy

HERE = Path(__file__).parent
Judged = Callable[..., Results]


def command(engine: str) -> tuple[str, ...]:
    return (sys.executable, str(HERE / "hostile" / f"{engine}.py"))


@pytest.fixture(scope="session")
def toy_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toy.write(tmp_path_factory.mktemp("vectors"))


@pytest.fixture
def own_root(tmp_path: Path) -> Path:
    """A copy of the vectors that a test may spoil."""
    return toy.write(tmp_path)


@pytest.fixture
def judged(toy_root: Path) -> Judged:
    """Judges one of the test engines; gives the results."""

    def run(engine: str, timeout: float = 1.0, **order: Any) -> Results:
        limits = Limits(timeout=timeout, start=5.0, grace=order.pop("grace", 2.0))
        return results_of(check(Order("nim", command(engine), **{"root": toy_root, "limits": limits, **order})))

    return run


@pytest.fixture
def engine_command() -> Callable[[str], tuple[str, ...]]:
    return command
