"""The keywords of the sentences."""

from __future__ import annotations

KEYWORDS = frozenset({
    "a", "action", "actions", "and", "are", "asking", "at", "attack", "attacked", "blue", "board", "boards", "bought",
    "buy", "by", "cards", "changes", "choose", "damage", "does", "empty", "end", "entered", "exactly", "first", "free",
    "game", "gives", "has", "in", "is", "its", "just", "keep", "legal", "march", "marched", "money", "move", "moved",
    "no", "normal", "not", "nothing", "on", "one", "open", "or", "owed", "phase", "points", "position", "reach",
    "reaches", "refused", "resign", "resigned", "spawn", "spawned", "spell", "spells",
    "standard", "start", "state", "still", "tech", "teched", "the", "these", "tick", "to", "turn", "unreadable",
    "used", "was", "wins", "with", "without", "won", "yellow", "zone",
})  # fmt: skip
