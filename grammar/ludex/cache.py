"""Where what can be made again is kept: grammars that are built, the vectors of somebody's own table."""

import os
from pathlib import Path


def folder() -> Path:
    """LUDEX_CACHE, or `ludex` in the user's cache; it need not be there yet."""
    if own := os.environ.get("LUDEX_CACHE"):
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludex"
