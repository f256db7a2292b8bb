"""The table of an edition: units, necromancers and maps are data, which a file of one's own can replace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludex.rules import Rules

# What a table of one's own may leave out.
PRICES = {"8n": 8, "4n": 4}
MONEY = {"yellow": 0, "bluePerBoard": 6}
FIXED_CARDS = 2


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A kind of unit, as its row in the table has it; ``rank`` is None but for necromancers (basic, advanced)."""

    id: str
    letter: str
    card: int | None
    attack: str
    value: int
    defense: int
    speed: int
    range: int
    cost: int
    rebate: int
    keywords: frozenset[str]
    rank: str | None

    def has(self, keyword: str) -> bool:
        """Whether the kind has this keyword."""
        return keyword in self.keywords

    @property
    def attacks_a_turn(self) -> int:
        """How often a unit of this kind can attack in a turn."""
        # mechanical: a figure read from the row of the table; MIN-ATK-4 and MIN-LIN-7 compare with it
        if self.range == 0:
            return 0
        return self.value if self.attack in {"flurry", "unsummon"} else 1


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What an edition says in figures; ``maps`` holds rows by name."""

    kinds: Mapping[str, Kind]
    letters: Mapping[str, Kind]
    cards: tuple[Kind, ...]
    advanced: tuple[Kind, ...]
    basic_necromancer: Kind
    maps: Mapping[str, str]
    fixed_cards: int
    start_money: tuple[int, int]
    spell_prices: Mapping[str, int]

    @property
    def zombie(self) -> Kind:
        """The kind that surrounds the start hexes."""
        return self.kinds["zombie"]

    @property
    def initiate(self) -> Kind:
        """The kind that waits in the zones."""
        return self.kinds["initiate"]


def table_of(rules: Rules) -> Table:
    """The table of the edition."""
    table = rules.fact("table")
    assert isinstance(table, Table)
    return table


def _kind(row: Mapping[str, Any]) -> Kind:
    return Kind(
        row["id"],
        row["letter"],
        row.get("card"),
        row["attack"],
        row["value"],  # null for deathtouch, which never asks it
        row["defense"],
        row["speed"],
        row["range"],
        row["cost"],
        row["rebate"],
        frozenset(row["keywords"]),
        row.get("class"),
    )


def read_table(data: Any) -> Table:
    """The table that a JSON object holds, which is one of those that MIN-UNT-3 admits."""
    # mechanical: sorts the rows of a table that MIN-UNT-3 has admitted
    units = [_kind(row) for row in data["units"]]
    necromancers = [_kind(one) for one in data["necromancers"]]
    cards = sorted((kind for kind in units if kind.card is not None), key=lambda kind: kind.card or 0)
    money = data.get("startMoney", MONEY)
    return Table(
        {kind.id: kind for kind in [*units, *necromancers]},
        {kind.letter: kind for kind in units},
        tuple(cards),
        tuple(kind for kind in necromancers if kind.rank == "advanced"),
        next(kind for kind in necromancers if kind.rank == "basic"),
        dict(data["maps"]),
        data.get("fixedCards", FIXED_CARDS),
        (money["yellow"], money["bluePerBoard"]),
        data.get("spellPrice", PRICES),
    )
