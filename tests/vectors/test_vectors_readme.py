"""The fifty lines in the README of the vectors judge an engine as they say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import pytest

from ludex.games import tribun
from ludex.generate.asking import answer
from ludex.rules import Rules
from ludex.suites.tribun.positions import default_rules
from tests.vectors.suite_files import FOLDER

Ask = Callable[[str, Mapping[str, Any]], dict[str, Any]]
RULES: Rules = default_rules("2026-01")


@pytest.fixture(scope="module")
def judge() -> Callable[[Ask], None]:
    found = re.search(r"```python\n(.*?)```", (FOLDER / "README.md").read_text("utf-8"), re.DOTALL)
    assert found is not None
    assert found[1].count("\n") <= 60
    scope: dict[str, Any] = {}
    exec(found[1].replace('"vectors/tribun"', repr(str(FOLDER / "tribun"))), scope)  # the README is ours
    return scope["judge"]  # type: ignore[no-any-return]


@lru_cache(maxsize=1)
def legal(position: str) -> dict[str, Any]:
    return answer(tribun, "legal", {"position": json.loads(position)}, RULES)


def reference(operation: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    if operation == "legal":
        return legal(json.dumps(asked["position"]))
    if operation == "perft" and asked["depth"] == 2:
        return {"nodes": -1}
    return answer(tribun, operation, asked, RULES)


def test_the_reference_passes(judge: Callable[[Ask], None], capsys: pytest.CaptureFixture[str]) -> None:
    judge(reference)
    told = capsys.readouterr().out.splitlines()
    assert [line for line in told if "(perft)" not in line] == []


def test_an_engine_that_lists_nothing_fails_for_its_lists(
    judge: Callable[[Ask], None], capsys: pytest.CaptureFixture[str]
) -> None:
    judge(lambda operation, asked: {"actions": []} if operation == "legal" else reference(operation, asked))
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("list: ")]
    assert len(told) > 3_000
    assert not any(line.startswith("list: draw-") for line in told)


def test_an_engine_that_refuses_everything_fails(
    judge: Callable[[Ask], None], capsys: pytest.CaptureFixture[str]
) -> None:
    judge(lambda _, __: {"illegal": {}})
    assert capsys.readouterr().out.count("\n") > 10_000
