"""What a message calls an item of a list: an action in words, a place by its name."""

from functools import lru_cache
from typing import Any

from ludex.fault import Fault
from ludex.protocol.schema import json_text
from ludex.seam import reference_of
from ludex.support import support_of
from ludex.wording import first

MOST_RULES = 256  # that are remembered: a run judges by a few
MOST_DIFFERENCES_SAID = 2


@lru_cache(maxsize=MOST_RULES)
def rules_of(game: str, edition: str, choices: tuple[tuple[str, str], ...]) -> Any:
    """The rules that a message is about; None for a game or an edition without a reference."""
    try:
        return reference_of(game).REGISTER.rules(edition, dict(choices))
    except (Fault, ValueError, LookupError):
        return None


def item_text(game: str, rules: Any, operation: str, name: str, item: Any) -> str:
    """An item of the list in a field of an answer: in words, and as it travels where that is a bare number."""
    written = item if isinstance(item, str) else json_text(item)
    words = field_words(game, rules, operation, name, item)
    if not words or words == written:
        return written
    return f"{words} ({written})" if type(item) is int else words


def field_words(game: str, rules: Any, operation: str, name: str, value: Any) -> str:
    """What a game calls a value, or an item, of a field; nothing where it has no words for it."""
    try:
        return support_of(game).picture.field_text(operation, name, value, rules)
    except Exception:  # an engine may list anything; it is named all the same
        return ""


def position_words(game: str, expected: Any, got: Any) -> str:
    """In what two results' positions differ, the first of it; nothing where the game cannot tell."""
    try:
        told = support_of(game).picture.differences(expected["position"], got["position"])
    except Exception:  # an engine may send anything; the verdict stands all the same
        return ""
    return "; ".join(first(told, MOST_DIFFERENCES_SAID, "difference"))
