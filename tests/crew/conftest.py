"""A cluster of two workers, for all tests that need no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludex.crew.identity import identity
from tests.crew.clusters import Cluster, cluster


@pytest.fixture(scope="session")
def two() -> Iterator[Cluster]:
    """A scheduler and two workers."""
    with cluster(2) as made:
        yield made


@pytest.fixture(autouse=True)
def _as_it_lies_on_the_disk() -> None:
    """Which Ludex this process is, as the workers are: others play games of their own in it."""
    identity.cache_clear()
