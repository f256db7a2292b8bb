"""An engine that plays by another reading or edition than it was told is named so; a mixed one is called mixed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.judge.likeness import RulesShown
from ludex.report.results import Results
from ludex.report.terminal import report
from ludex.vectors import open_suite
from tests.judge import toy

Judged = Callable[..., Results]


@pytest.fixture(scope="module")
def split_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Vectors that exist once for each reading, and a second edition."""
    return toy.write(tmp_path_factory.mktemp("split"), split=True)


def told(results: Results) -> list[tuple[str, str, str, int, int, bool]]:
    return [(one.reading, one.declared, one.shown, one.explains, one.contradicted, one.mixed) for one in results.shown]


def test_an_engine_that_plays_another_reading_is_named(judged: Judged, split_root: Path) -> None:
    results = judged("plays_four", root=split_root)
    lists, fours = 16, 20
    assert told(results) == [("max", "three", "four", lists + fours, 0, False)]
    text = "\n".join(report(results, open_suite("nim", split_root)))
    assert "judged by max=three, it plays max=four; that explains 36 of 42 failures" in text
    assert "No vector speaks against it." in text
    assert "MIXED" not in text


def test_an_engine_that_mixes_is_called_mixed_with_both_lists(judged: Judged, split_root: Path) -> None:
    results = judged("mixes", root=split_root)
    shown: RulesShown = results.shown[0]
    assert (shown.reading, shown.shown, shown.mixed) == ("max", "four", True)
    assert "four-20@one+max=three" in shown.like
    assert "four-21@one+max=three" in shown.unlike
    assert len(shown.like) == shown.explains == 24
    assert len(shown.unlike) == shown.contradicted == 12
    text = "\n".join(report(results, open_suite("nim", split_root)))
    assert "MIXED: it plays four on 24: " in text
    assert "and three on 12: " in text


def test_each_failure_says_what_it_is_like(judged: Judged, split_root: Path) -> None:
    likes = {result.id: result.like for result in judged("plays_four", root=split_root).results}
    assert likes["four-21@one+max=three"] == ("max=four", "two")
    assert likes["legal-9@one"] == ("max=four",)
    assert likes["apply-9-1@one"] == ()


def test_another_edition_is_named_where_no_reading_explains_enough(judged: Judged, split_root: Path) -> None:
    results = judged("second_edition", root=split_root)
    assert told(results) == [("max", "three", "four", 36, 0, False), ("edition", "one", "two", 21, 0, False)]
    assert {result.verdict for result in results.results if result.setting == 1} == {"pass"}


@pytest.mark.parametrize("engine", ["right", "wrong_legal", "crash", "escapes"])
def test_ordinary_mistakes_show_nothing(judged: Judged, split_root: Path, engine: str) -> None:
    assert judged(engine, root=split_root).shown == ()
