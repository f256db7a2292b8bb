"""Reports to look at: a run with failures of every kind, one with as many as there may be, and one by an enemy."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ludex.judge.settings import Setting
from ludex.protocol.messages import Identity
from ludex.report.diff import difference
from ludex.report.diffpage import html as diff_page
from ludex.report.html import html
from ludex.report.matrix import html as matrix_page
from ludex.report.matrix import matrix_of
from ludex.report.results import Result, Results
from ludex.report.source import ResultsSource
from ludex.vectors import open_suite
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.suite import Suite
from tests.reports import made
from tests.reports.whole import full, game_suite


def written(folder: Path, name: str, results: Results, suite: Suite, show: int = 20) -> Path:
    """The page of a run in a file."""
    path = folder / f"{name}.html"
    path.write_text("\n".join(html(results, suite, show)) + "\n", encoding="utf-8")
    return path


def whole(folder: Path) -> Path:
    """Every verdict, and all that can be said of a run."""
    return written(folder, "whole", full(), game_suite())


@cache
def cases(game: str) -> tuple[Suite, list[tuple[Topic, Vector]]]:
    """The vectors of the oldest edition that hold under the usual readings."""
    suite = open_suite(game)
    edition = suite.editions[0]
    usual = suite.facts(edition).defaults()
    found = [(topic, one) for topic in suite.topics(edition) for one in topic.vectors if one.holds_under(usual)]
    return suite, found


def answer_of(topic: Topic, vector: Vector) -> str:
    """A wrong answer, of the right shape: what was asked about stays as it was, or nothing is legal."""
    asked = msgspec.json.decode(vector.input)
    if topic.operation == "legal":
        return '{"actions":[]}'
    if "position" in asked:
        return msgspec.json.encode({"position": asked["position"]}).decode()
    return '{"illegal":{"broken":["TRB-MOV-1"]}}'


def failures(game: str, many: int) -> Iterator[Result]:
    """So many failures of a game, of all its topics in turn, with wrong answers."""
    suite, found = cases(game)
    edition = suite.editions[0]
    step = max(1, len(found) // many)
    for topic, vector in found[::step][:many]:
        yield Result(
            full_id(vector, edition),
            0,
            "fail",
            message="the position is not as expected",
            got=answer_of(topic, vector),
            kind=topic.kind,
            topic=topic.topic,
            clauses=tuple(vector.clauses),
        )


def large(game: str, bad: int = 5_000, all_: int = 50_000) -> tuple[Results, Suite]:
    """A run of many vectors with many failures."""
    suite, _ = cases(game)
    edition = suite.editions[0]
    wrong = list(failures(game, bad))
    passed = [Result(f"passed-{number:08x}@{edition}", 0, "pass") for number in range(all_ - len(wrong))]
    settings = (Setting(edition, suite.facts(edition).defaults()),)
    results = made.results([*wrong, *passed], game, suite.seal, settings=settings, engine=Identity("large", "1"))
    return results, suite


def forged(text: str, folder: Path) -> Path:
    """A run in which everything that can be a text is this one."""
    results: Any = made.forged(text)
    return written(folder, "forged", results, open_suite("tactics"))


def matrix(folder: Path) -> Path:
    """Two runs side by side."""
    sources = [ResultsSource(Path(name), full(shift), game_suite()) for shift, name in enumerate(("one", "two"))]
    path = folder / "matrix.html"
    path.write_text("\n".join(matrix_page(matrix_of(sources))), encoding="utf-8")
    return path


def difference_page(folder: Path) -> Path:
    """What changed between two runs."""
    old, new = (ResultsSource(Path(name), full(shift), game_suite()) for shift, name in enumerate(("one", "two")))
    path = folder / "diff.html"
    path.write_text("\n".join(diff_page(old, new, difference(old, new), 1000)), encoding="utf-8")
    return path
