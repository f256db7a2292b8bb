"""The page on changes of rules: each of its steps is done as it stands there, and comes to what it says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.newcomer.test_tutorial import do, steps

PAGE = (Path(__file__).parents[2] / "docs" / "changing-rules.md").read_text(encoding="utf-8")


@pytest.mark.skipif(not os.environ.get("LUDEX_ALL"), reason="a dozen commands, seconds of the processor: LUDEX_ALL=1")
def test_every_change_of_the_page_comes_to_what_it_says(tmp_path: Path) -> None:
    assert [line for line in PAGE.splitlines() if line.startswith("## ")] == [
        "## A new edition",
        "## A changed figure",
        "## A changed default",
        "## A withdrawn clause",
        "## At the end",
    ]
    do(steps(PAGE), "pawns", tmp_path)
