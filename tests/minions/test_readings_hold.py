"""Whatever readings are chosen, at random and all at once, the vectors that hold for them pass on the reference.

Four combinations always, which share the topics among them; a hundred with LUDEX_ALL=1, each on every topic.
"""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from ludex.games.minions import REGISTER
from ludex.report.source import read_results
from ludex.vectors.format import Topic
from ludex.vectors.suite import open_suite
from tests.minions.dealing import some_choices
from tests.wrong_engines import LUDEX

ALL = bool(os.environ.get("LUDEX_ALL"))
COMBINATIONS, SHARED = range(100 if ALL else 2), 1 if ALL else 4


def choices_of(number: int) -> dict[str, str]:
    return some_choices(Random(f"readings {number}"))


def topics_of(number: int) -> list[Topic]:
    """The topics that fall to a combination."""
    return [*open_suite("minions").topics("initiate")][number % SHARED :: SHARED]


@pytest.mark.parametrize("number", COMBINATIONS)
def test_the_vectors_that_hold_for_a_combination_pass_on_the_reference(number: int, tmp_path: Path) -> None:
    choices, topics, file = choices_of(number), topics_of(number), tmp_path / "results.json"
    words = [word for entry, choice in choices.items() for word in ("--reading", f"{entry}={choice}")]
    words += [word for topic in topics for word in ("--select", topic.topic)]
    check = [*LUDEX, "check", "--game", "minions", *words, "--json", str(file), "--", *LUDEX, "engine"]
    done = subprocess.run(check, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    results = read_results(file).results
    assert {result.verdict for result in results} == {"pass"}
    asked = Counter(
        result.topic for result in results
    )  # of more topics than these: a pattern may be a kind's name, too
    holding = {topic.topic: sum(vector.holds_under(choices) for vector in topic.vectors) for topic in topics}
    assert {topic: asked[topic] for topic in holding} == holding
    assert sum(holding.values()) > 1000


def test_a_hundred_combinations_differ_and_have_every_choice() -> None:
    chosen = [choices_of(number) for number in range(100)]
    assert len({tuple(one.items()) for one in chosen}) == 100
    for entry, choices in REGISTER.choices("initiate").items():
        assert {one[entry] for one in chosen} == set(choices), entry
