"""A plugin of pytest that writes down what each test runs: loaded with ``-p`` in a run under coverage."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import coverage
import pytest

VARIABLE = "LUDEX_NOW_TESTED"  # what is started meanwhile says it in its own data
SECONDS: dict[str, float] = {}
FAILED: set[str] = set()
USES: dict[str, list[str]] = {}


def _enter(name: str) -> None:
    os.environ[VARIABLE] = name
    watching = coverage.Coverage.current()
    if watching is not None:
        watching.switch_context(name)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    USES[item.nodeid] = [f"fixture {name}" for name in getattr(item, "fixturenames", ())]
    _enter(item.nodeid)
    yield


@pytest.hookimpl(hookwrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Iterator[None]:
    shared = fixturedef.scope != "function"
    before = os.environ.get(VARIABLE, "")
    if shared:
        _enter(f"fixture {fixturedef.argname}")
    yield
    if shared:
        _enter(before)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    SECONDS[report.nodeid] = SECONDS.get(report.nodeid, 0.0) + report.duration
    if report.failed:
        FAILED.add(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    with (session.config.rootpath / "seconds.json").open("w", encoding="utf-8") as file:
        json.dump({"seconds": SECONDS, "uses": USES, "failed": sorted(FAILED)}, file)
