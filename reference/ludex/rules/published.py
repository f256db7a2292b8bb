"""What a rulebook publishes as data, for its rules to read once, when they are loaded.

Mechanical: reads a file that stands still, and decides nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def read_published(game: str, name: str) -> Any:
    """What a JSON file in ``spec/<game>/data/`` holds, of the rulebook that these rules came with.

    Its folder is the nearest one above: inside of the installed package, or beside the rules in a checkout.
    """
    places = (folder / "spec" / game / "data" / name for folder in Path(__file__).parents)
    return json.loads(next(place for place in places if place.is_file()).read_bytes())
