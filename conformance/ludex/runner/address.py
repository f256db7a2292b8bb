"""Where an engine listens that already runs."""

from msgspec import Struct


class Address(Struct, frozen=True):
    """A machine and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"
