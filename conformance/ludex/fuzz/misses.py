"""Near misses: what is nearly an action that is legal, so that one rule alone may refuse it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from ludex.fuzz import trees
from ludex.mutation.playing import twist

BIG_NUMBER = 256  # a number from here on holds several values, each in some of its bits
MOST_BITS = 8  # of one value


def miss(action: Any, others: Sequence[Any], dice: Random) -> Any:
    """The action with a part of another one, or with a value changed a little."""
    if type(action) is int and action >= BIG_NUMBER:
        return _miss_of_word(action, dice.choice(others) if others else action, dice)
    if others and dice.random() < 0.5:
        crossed = _cross(action, dice.choice(others), dice)
        if crossed != action:
            return crossed
    holder = {"action": msgspec.json.decode(msgspec.json.encode(action))}
    twist(holder, {"action": dice.choice(others) if others else None}, dice)
    return holder["action"]


def _miss_of_word(word: int, other: Any, dice: Random) -> int:
    """A word with one bit turned, or with some bits of another."""
    low = dice.randrange(word.bit_length())
    different = word ^ other if type(other) is int else 0
    taken = different & (((1 << dice.randrange(1, MOST_BITS)) - 1) << low)
    return word ^ taken if taken and dice.random() < 0.5 else word ^ (1 << low)


def _cross(action: Any, other: Any, dice: Random) -> Any:
    """The action with what another one has at the same place."""
    path = dice.choice([path for path, _ in trees.nodes(action)] or [()])
    try:
        return trees.with_part(action, path, trees.at(other, path)) if path else other
    except (LookupError, TypeError, AttributeError):  # it has no such place
        return action
