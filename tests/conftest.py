"""The order of the tests, and what their collection leaves: some fork the process that runs them, which is large."""

import gc
from collections.abc import Generator

import pytest

FORKING = ("tests/mutation/", "tests/judge_power/")
OBJECTS_UNTIL_LOOKED_THROUGH = 50_000  # made and kept, before what is young is searched for garbage; 700 is usual


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that fork go first, while the process that they fork is small."""
    items.sort(key=lambda item: not item.nodeid.startswith(FORKING))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: nobody looks through it for garbage, neither now nor in each fork."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(OBJECTS_UNTIL_LOOKED_THROUGH)
        gc.enable()
