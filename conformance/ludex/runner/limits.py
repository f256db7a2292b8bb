"""How patient and how generous the judge is with an engine."""

from msgspec import Struct


class Limits(Struct, frozen=True):
    """Seconds, bytes and counts. `memory` and `cpu` are watched where the system shows them (0: no limit)."""

    timeout: float = 10.0
    start: float = 30.0
    answer: int = 4 << 20
    memory: int = 4 << 30
    cpu: float = 0.0
    strays: int = 10
    falls: int = 25
    barren: int = 3
    window: int = 64
    grace: float = 2.0

    @property
    def restarts(self) -> int:
        """Restarts in all: two for each vector that brings the engine down, some for falls without blame."""
        return 2 * self.falls + 20
