"""What the tests of reports share: results files of the toy game's engines."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.report.results import Results, write_results
from tests.judge.conftest import engine_command, judged, toy_root

__all__ = ["engine_command", "judged", "toy_root"]

Written = Callable[..., Path]


@pytest.fixture
def vectors(toy_root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The toy game's vectors, as those of this installation."""
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    return toy_root


@pytest.fixture
def written(judged: Callable[..., Results], vectors: Path, tmp_path: Path) -> Written:
    """Judges an engine and gives its results file."""
    assert vectors.is_dir()

    def write(engine: str, name: str = "", **order: object) -> Path:
        path = tmp_path / f"{name or engine}.json"
        write_results(judged(engine, **order), path)
        return path

    return write
