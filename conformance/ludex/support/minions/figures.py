"""What is wrong with a table of figures for Minions that somebody has written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ludex.games.minions import REGISTER, edition_of
from ludex.games.minions.maps import INVARIANTS, read_terrain
from ludex.games.minions.table import PRICES
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


def _is_a_number(value: Any) -> bool:
    return type(value) is int and value >= 0


def _row_faults(row: Mapping[str, Any]) -> Iterator[str]:
    name = row.get("id")
    if not isinstance(name, str) or not ID.fullmatch(name):
        yield f"a unit's id is at least three small letters, also with underscores: {name!r}"
    letter = row.get("letter")
    if not (isinstance(letter, str) and len(letter) == 1 and letter.isascii() and letter.isupper()):
        yield f"{name}: the letter is one of A to Z"
    if row.get("attack") not in ATTACKS:
        yield f"{name}: the attack is one of {', '.join(ATTACKS)}"
    elif row["attack"] == "deathtouch" and row.get("value", "nothing") is not None:
        yield f"{name}: deathtouch has no value; write null"
    elif row["attack"] != "deathtouch" and not _is_a_number(row.get("value")):
        yield f"{name}: the value of the attack is a whole number from 0"
    for number in NUMBERS:
        if not _is_a_number(row.get(number)):
            yield f"{name}: {number} is a whole number from 0"
    if row.get("defense") == 0:
        yield f"{name}: defense is at least 1"
    keywords = row.get("keywords")
    if not isinstance(keywords, list) or not all(word in KEYWORDS for word in keywords):
        yield f"{name}: keywords is a list of {', '.join(KEYWORDS)}"


def _necromancer_faults(row: Mapping[str, Any]) -> Iterator[str]:
    if row.get("class") not in CLASSES:
        yield f"{row.get('id')}: a necromancer is basic or advanced"
    if row.get("letter") != "N":
        yield f"{row.get('id')}: the letter of a necromancer is N"
    if row.get("cost") != 0 or row.get("rebate") != 0:
        yield f"{row.get('id')}: a necromancer costs nothing and pays no rebate"
    words = row.get("keywords")
    if not isinstance(words, list) or not all(word in words for word in ("necromancer", "persistent")):
        yield f"{row.get('id')}: a necromancer has the keywords necromancer and persistent"


def _unit_faults(units: list[Mapping[str, Any]]) -> Iterator[str]:
    for row in units:
        words = row.get("keywords")
        if row.get("letter") == "N" or (isinstance(words, list) and "necromancer" in words):
            yield f"{row.get('id')}: N and the keyword necromancer belong to necromancers"
        if row.get("card") is not None and not _is_a_number(row["card"]):
            yield f"{row.get('id')}: card is null or a whole number"
    yield from _doubles("letter", (row.get("letter") for row in units))
    yield from _doubles("card", (row.get("card") for row in units if row.get("card") is not None))
    for needed in NEEDED:
        if not any(row.get("id") == needed and row.get("card") is None for row in units):
            yield f"the table has the unit {needed}, without a card"


def _doubles(what: str, values: Iterable[Any]) -> Iterator[str]:
    seen: list[Any] = []
    for value in values:
        if value in seen:
            yield f"the {what} {value!r} is there twice"
        seen.append(value)


def faults(data: Any) -> list[str]:
    """What is wrong with a table as it came from JSON, a sentence each; its maps included."""
    fields = ("units", "necromancers", "maps")
    if not isinstance(data, Mapping) or not all(name in data for name in fields):
        return [f"a table is an object with {', '.join(fields)}"]
    units, necromancers = data["units"], data["necromancers"]
    if not all(isinstance(rows, list) and all(isinstance(r, Mapping) for r in rows) for rows in (units, necromancers)):
        return ["units and necromancers are lists of objects"]
    found = [fault for row in (*units, *necromancers) for fault in _row_faults(row)]
    found += _unit_faults(units)
    found += [fault for row in necromancers for fault in _necromancer_faults(row)]
    found += _doubles("id", (row.get("id") for row in (*units, *necromancers)))
    if [row.get("class") for row in necromancers].count("basic") != 1:
        found.append("the table has one basic necromancer")
    maps = data["maps"]
    if not isinstance(maps, Mapping) or not maps or not all(isinstance(rows, str) for rows in maps.values()):
        found.append("maps is an object of rows by name, of at least one map")
    else:
        found += [f"a map's name is small letters, digits and _: {name!r}" for name in maps if not MAP.fullmatch(name)]
        found += [
            f"map {name} breaks the rule that {fault}" for name in data["maps"] for fault in _of_map(data["maps"][name])
        ]
    return [*found, *_setup_faults(data)]


def _setup_faults(data: Mapping[str, Any]) -> Iterator[str]:
    """The figures of the setup, which a table may leave out."""
    amounts = {"startMoney": ("yellow", "bluePerBoard"), "spellPrice": tuple(PRICES)}
    if not _is_a_number(data.get("fixedCards", 0)):
        yield "fixedCards is a whole number from 0"
    for field, names in amounts.items():
        said = data.get(field)
        if field in data and not (isinstance(said, Mapping) and all(_is_a_number(said.get(name)) for name in names)):
            yield f"{field} has {' and '.join(names)}, whole numbers from 0"


KEPT = {
    "MIN-BRD-4": "it has ten graveyards",
    "MIN-BRD-5": "no two graveyards touch",
    "MIN-BRD-6": "the start hexes and the six around each are land",
    "MIN-BRD-7": "a rotation or reflection that swaps the sides leaves it as it is",
    "MIN-BRD-8": "it has ten rows of ten hexes: G, W and runs of land, joined by /",
}


def _of_map(rows: str) -> list[str]:
    try:
        require(Unreadable, INVARIANTS, read_terrain(rows), DEFAULT)
    except Unreadable as refusal:
        return [KEPT[clause] for clause in refusal.broken]
    return []
