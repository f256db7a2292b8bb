"""What is wrong with a table of figures for Minions that somebody has written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from ludex.games.minions import REGISTER, edition_of
from ludex.games.minions.maps import INVARIANTS, read_terrain
from ludex.games.minions.table import MONEY, PRICES
from ludex.rules import Unreadable, require

__all__ = ["edition_of", "faults"]

ATTACKS = ("normal", "flurry", "unsummon", "deathtouch")
KEYWORDS = ("flying", "lumbering", "spawn", "persistent", "necromancer", "soul")
CLASSES = ("basic", "advanced")
NEEDED = ("zombie", "initiate")
ID = re.compile(r"[a-z_]{3,}")
MAP = re.compile(r"[a-z0-9_]+")
DEFAULT = REGISTER.rules(REGISTER.editions[0])  # the maps of a table are those that every reading lets through
NUMBERS = ("defense", "speed", "range", "cost", "rebate")
MOST = 1_000_000  # so that no sum of figures leaves the numbers that every language has
NEEDED_FIELDS = ("units", "necromancers", "maps")
AMOUNTS = {"startMoney": tuple(MONEY), "spellPrice": tuple(PRICES)}
FIELDS = ("edition", *NEEDED_FIELDS, "fixedCards", *AMOUNTS)
ROW_FIELDS = ("id", "letter", "attack", "value", *NUMBERS, "keywords")
UNIT_FIELDS, NECROMANCER_FIELDS = (*ROW_FIELDS, "card"), (*ROW_FIELDS, "class")
NUMBER = f"a whole number from 0 to {MOST}"


def _is_a_number(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST


def _unknown(data: Mapping[str, Any], known: Iterable[str], at: str) -> Iterator[str]:
    """Fields that say nothing here: a figure in one that is misspelt would be left out."""
    for name in data:
        if name not in known:
            close = get_close_matches(name, sorted(known), n=1)
            hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(sorted(known))}"
            yield f"{at}/{name}: there is no such field; {hint}"


def _row_faults(row: Mapping[str, Any], at: str) -> Iterator[str]:
    name = row.get("id")
    if not isinstance(name, str) or not ID.fullmatch(name):
        yield f"{at}/id: a unit's id is at least three small letters, also with underscores: {name!r}"
    letter = row.get("letter")
    if not (isinstance(letter, str) and len(letter) == 1 and letter.isascii() and letter.isupper()):
        yield f"{at}/letter: of {name}: the letter is one of A to Z"
    if row.get("attack") not in ATTACKS:
        yield f"{at}/attack: of {name}: the attack is one of {', '.join(ATTACKS)}"
    elif row["attack"] == "deathtouch" and row.get("value", "nothing") is not None:
        yield f"{at}/value: of {name}: deathtouch has no value; write null"
    elif row["attack"] != "deathtouch" and not _is_a_number(row.get("value")):
        yield f"{at}/value: of {name}: the value of the attack is {NUMBER}"
    for number in NUMBERS:
        if not _is_a_number(row.get(number)):
            yield f"{at}/{number}: of {name}: {number} is {NUMBER}"
    if row.get("defense") == 0:
        yield f"{at}/defense: of {name}: defense is at least 1"
    keywords = row.get("keywords")
    if not isinstance(keywords, list) or not all(word in KEYWORDS for word in keywords):
        yield f"{at}/keywords: of {name}: keywords is a list of {', '.join(KEYWORDS)}"
    elif len(set(keywords)) < len(keywords):
        yield f"{at}/keywords: of {name}: a keyword is there twice"


def _necromancer_faults(row: Mapping[str, Any], at: str) -> Iterator[str]:
    name = row.get("id")
    if row.get("class") not in CLASSES:
        yield f"{at}/class: of {name}: a necromancer is basic or advanced"
    if row.get("letter") != "N":
        yield f"{at}/letter: of {name}: the letter of a necromancer is N"
    for number in ("cost", "rebate"):
        if row.get(number) != 0:
            yield f"{at}/{number}: of {name}: a necromancer costs nothing and pays no rebate; write 0"
    words = row.get("keywords")
    if not isinstance(words, list) or not all(word in words for word in ("necromancer", "persistent")):
        yield f"{at}/keywords: of {name}: a necromancer has the keywords necromancer and persistent"


def _unit_faults(row: Mapping[str, Any], at: str) -> Iterator[str]:
    words = row.get("keywords")
    if row.get("letter") == "N" or (isinstance(words, list) and "necromancer" in words):
        yield f"{at}: N and the keyword necromancer belong to necromancers; list {row.get('id')} there"
    if row.get("card", "nothing") is not None and not _is_a_number(row.get("card")):
        yield f"{at}/card: of {row.get('id')}: card is null or {NUMBER}"


def _doubles(rows: Iterable[tuple[str, Mapping[str, Any]]], field: str) -> Iterator[str]:
    seen: list[Any] = []
    for at, row in rows:
        if row.get(field) in seen:
            yield f"{at}/{field}: the {field} {row.get(field)!r} is there twice"
        seen.append(row.get(field))


def faults(data: Any) -> list[str]:
    """What is wrong with a table as it came from JSON, its maps included: each time a JSON pointer and a sentence."""
    if not isinstance(data, Mapping) or not all(name in data for name in NEEDED_FIELDS):
        lacking = [name for name in NEEDED_FIELDS if not isinstance(data, Mapping) or name not in data]
        return [f"/{name}: missing; a table is an object with {', '.join(NEEDED_FIELDS)}" for name in lacking]
    wrong = [
        f"/{name}: units and necromancers are lists of objects"
        for name in ("units", "necromancers")
        if not isinstance(data[name], list) or not all(isinstance(row, Mapping) for row in data[name])
    ]
    return wrong or [
        *_unknown(data, FIELDS, ""),
        *_table_faults(data["units"], data["necromancers"]),
        *_map_faults(data["maps"]),
        *_setup_faults(data),
    ]


def _table_faults(units: list[Mapping[str, Any]], necromancers: list[Mapping[str, Any]]) -> Iterator[str]:
    placed_units = [(f"/units/{place}", row) for place, row in enumerate(units)]
    placed_necromancers = [(f"/necromancers/{place}", row) for place, row in enumerate(necromancers)]
    for at, row in placed_units:
        yield from _unknown(row, UNIT_FIELDS, at)
        yield from _row_faults(row, at)
        yield from _unit_faults(row, at)
    yield from _doubles(placed_units, "letter")
    yield from _doubles(((at, row) for at, row in placed_units if row.get("card") is not None), "card")
    for needed in NEEDED:
        if not any(row.get("id") == needed and row.get("card") is None for row in units):
            yield f"/units: the table has the unit {needed}, without a card"
    for at, row in placed_necromancers:
        yield from _unknown(row, NECROMANCER_FIELDS, at)
        yield from _row_faults(row, at)
        yield from _necromancer_faults(row, at)
    yield from _doubles((*placed_units, *placed_necromancers), "id")
    if [row.get("class") for row in necromancers].count("basic") != 1:
        yield "/necromancers: the table has one basic necromancer"


def _map_faults(maps: Any) -> Iterator[str]:
    if not isinstance(maps, Mapping) or not maps or not all(isinstance(rows, str) for rows in maps.values()):
        yield "/maps: maps is an object of rows by name, of at least one map"
        return
    for name in maps:
        if not MAP.fullmatch(name):
            yield f"/maps: a map's name is small letters, digits and _: {name!r}"
        yield from (f"/maps/{name}: map {name} breaks the rule that {fault}" for fault in _of_map(maps[name]))


def _setup_faults(data: Mapping[str, Any]) -> Iterator[str]:
    """The figures of the setup, which a table may leave out."""
    if not _is_a_number(data.get("fixedCards", 0)):
        yield f"/fixedCards: fixedCards is {NUMBER}"
    for field, names in AMOUNTS.items():
        said = data.get(field, dict.fromkeys(names, 0))
        if not (isinstance(said, Mapping) and all(_is_a_number(said.get(name)) for name in names)):
            yield f"/{field}: {field} has {' and '.join(names)}, each {NUMBER}"
        else:
            yield from _unknown(said, names, f"/{field}")


KEPT = {
    "MIN-BRD-4": "it has ten graveyards",
    "MIN-BRD-5": "no two graveyards touch",
    "MIN-BRD-6": "the start hexes and the six around each are land",
    "MIN-BRD-7": "a rotation or reflection that swaps the sides leaves it as it is",
    "MIN-BRD-8": "it has ten rows of ten hexes: G, W and runs of land, joined by /",
}


@lru_cache
def _of_map(rows: str) -> tuple[str, ...]:
    try:
        require(Unreadable, INVARIANTS, read_terrain(rows), DEFAULT)
    except Unreadable as refusal:
        return tuple(KEPT[clause] for clause in refusal.broken)
    return ()
