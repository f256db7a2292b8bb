"""Whatever an engine does, the run ends by itself, says what is so, stays small, and leaves no process behind."""

from pathlib import Path

import pytest

from ludex.bench.hostile import Hostile, hostiles, trial


def test_there_are_many() -> None:
    assert len(hostiles()) >= 30


@pytest.mark.parametrize("hostile", hostiles(), ids=lambda hostile: hostile.name)
def test_a_hostile_engine_gets_its_verdict(hostile: Hostile, toy_root: Path) -> None:
    assert trial(hostile, toy_root).problems == []
