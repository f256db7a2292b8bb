"""The order of the tests: those that fork go first, while the process that they fork is small."""

import pytest

FORKING = ("tests/mutation/", "tests/judge_power/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(FORKING))
