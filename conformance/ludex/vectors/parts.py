"""Lists of a part: an engine that lists some of the legal actions alone is judged as far as its part goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ludex.support import support_of

Lists = Mapping[str, Sequence[str | int]]
"""Field of an action -> the values that it has in the part; nothing where the whole is listed."""
WHOLE: Lists = {}
LEGAL = "legal"
CONDITIONAL = "conditional"


def is_of_part(action: Any, lists: Lists, game: str) -> bool:
    """Whether an action belongs to a part: of the fields that it has, each has one of the values."""
    facts = support_of(game).parts.facts(action)
    return all(facts[name] in values for name, values in lists.items() if name in facts)


def part_of(expected: Any, lists: Lists, game: str) -> Any:
    """An expected list without the actions that are not of the part; any other result as it is."""
    if not lists or not isinstance(expected, dict) or "actions" not in expected:
        return expected
    kept = {**expected, "actions": [one for one in expected["actions"] if is_of_part(one, lists, game)]}
    if CONDITIONAL in expected:
        kept[CONDITIONAL] = [pair for pair in expected[CONDITIONAL] if is_of_part(pair[0], lists, game)]
    return kept


def written_part(expect: bytes, lists: Lists, game: str) -> bytes:
    """The same of an expected result as it is written."""
    return msgspec.json.encode(part_of(msgspec.json.decode(expect), lists, game)) if lists else expect
