"""What a rulebook publishes as data, for its rules to read once, when they are loaded.

Mechanical: reads a file that stands still, and decides nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_LUDEX = Path(__file__).parents[1]
_INSTALLED = _LUDEX / "spec"
# Rules read the rulebook that they came with: inside of the installed package, or beside them in a checkout.
_SPEC = _INSTALLED if _INSTALLED.is_dir() else _LUDEX.parents[1] / "spec"


def read_published(game: str, name: str) -> Any:
    """What a JSON file in ``spec/<game>/data/`` holds."""
    return json.loads((_SPEC / game / "data" / name).read_bytes())
