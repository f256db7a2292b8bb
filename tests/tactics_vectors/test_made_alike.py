"""The vectors come out alike, byte for byte, each time they are made."""

from __future__ import annotations

import os

import pytest

from ludex.generate.generating import Job, make_file
from tests.tactics_vectors.suite_files import GAME
from tests.vector_files import names

QUICK = {"codec-action", "refusal-spent", "refusal-end-turn", "validate-over", "legal-over", "tiles-attack"}
ALL = bool(os.environ.get("LUDEX_ALL"))


@pytest.mark.parametrize("name", [name for name in names("tactics", "v1") if ALL or name in QUICK])
def test_a_topic_is_made_alike_each_time(name: str) -> None:
    assert make_file(Job("tactics", name))[0] == (GAME / "topics" / f"{name}.json").read_bytes()
