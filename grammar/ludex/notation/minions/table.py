"""The words of the table that sentences use: units and necromancers, the cards in their order, the maps.

Where there are several editions, as with a table of one's own, the words of all are known; where two differ, such as in
the order of the cards, the one that was added last is meant.
"""

from __future__ import annotations

from ludex.games.minions import REGISTER
from ludex.games.minions.table import Table

_TABLES = [table for edition in REGISTER.all_editions if isinstance(table := edition.facts.get("table"), Table)]
_KINDS = {name: kind for table in _TABLES for name, kind in table.kinds.items()}
_LAST = _TABLES[-1]

NECROMANCER_LETTER = "N"
LETTERS: dict[str, str] = {name: kind.letter for name, kind in _KINDS.items()}
BY_LETTER: dict[str, str] = {letter: kind.id for table in _TABLES for letter, kind in table.letters.items()}
BASIC: str = _LAST.basic_necromancer.id
NECROMANCERS: tuple[str, ...] = tuple(name for name, kind in _KINDS.items() if kind.rank is not None)
ADVANCED: tuple[str, ...] = tuple(name for name, kind in _KINDS.items() if kind.rank == "advanced")
CARDS: str = "".join(kind.letter for kind in _LAST.cards)
ALL_CARDS = frozenset(kind.letter for table in _TABLES for kind in table.cards)
MAPS: dict[str, str] = {name: rows for table in _TABLES for name, rows in table.maps.items()}
USUAL_MAP: str = next(iter(_LAST.maps))
MONEY: tuple[int, int] = _LAST.start_money


def kind_of(letter: str) -> str:
    """The kind that a capital letter stands for: a unit, or the basic necromancer; raises KeyError."""
    return BASIC if letter == NECROMANCER_LETTER else BY_LETTER[letter]
