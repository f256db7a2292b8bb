"""A cluster of two workers, for all tests that need no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.crew.clusters import Cluster, cluster


@pytest.fixture(scope="session")
def two() -> Iterator[Cluster]:
    """A scheduler and two workers."""
    with cluster(2) as made:
        yield made
