"""Tables: where every pattern moves and attacks from every tile."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from functools import partial

from ludex.games.tribun.board import COLORS, TILES
from ludex.games.tribun.units import HEIGHTS, Unit
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tribun.positions import STACKS, Draft, place
from ludex.suites.tribun.scenes import a_unit
from ludex.suites.tribun.wording import height, tile, words_of

HOLDERS = {1: 1, 2: 2, 3: 2, 4: 3, 6: 3, 8: 4}
PRIMARIES = (*(Unit(height, 0, 0, False) for height in HEIGHTS if height), Unit(1, 0, 0, True))
SLAVES = tuple(Unit(holder, slave, 0, False) for slave, holder in HOLDERS.items())


def topics(_: str) -> Iterator[SuiteTopic]:
    """Four tables of relations, what tribuns do who hold slaves, and what is special."""
    for part, units in enumerate((PRIMARIES, SLAVES)):
        for crowded in (False, True):
            name = f"relations-{('primary', 'slave')[part]}-{'crowded' if crowded else 'empty'}"
            where = "a crowded board" if crowded else "an empty board"
            about = f"Each {('primary', 'slave')[part]} height, from each tile, on {where}."
            yield SuiteTopic(name, "relations", "relations", about, partial(relations, name, part, units, crowded))
    about = "Tribuns who hold a slave, both parts, on crowded boards."
    yield SuiteTopic("relations-stacks", "relations", "relations", about, stacks)
    about = "Tribuns of greater height, and questions about a part, a tile or a unit that is not there."
    yield SuiteTopic("relations-special", "relations", "relations", about, special)


def relations(topic: str, part: int, units: tuple[Unit, ...], crowded: bool) -> Iterator[Case]:
    """Every unit of a list, in both colours, on every tile."""
    for unit in units:
        for color in (0, 1):
            dice = Dice(f"tribun {topic} {unit.p}/{unit.s} {unit.tribun} {color}")
            for cid in TILES:
                draft = _crowd(dice, cid) if crowded else Draft()
                yield _relation(draft, unit._replace(color=color), cid, part)


def _crowd(dice: Dice, around: int) -> Draft:
    draft, share = Draft(), dice.pick((15, 30, 45, 60))
    for cid in TILES:
        if cid != around and dice.chance(share):
            draft.stand(a_unit(dice, dice.below(2), 20), cid)
    return draft


def _relation(draft: Draft, unit: Unit, cid: int, part: int) -> Case:
    draft.stand(unit, cid)
    asked = {"board": _text(draft), "cid": cid, "part": part}
    return Case(
        f"relations-{COLORS[unit.color]}-{height(unit).lower().replace('/', 'on')}",
        f"{words_of(unit)} at {tile(cid)}",
        asked,
    )


def _text(draft: Draft) -> str:
    return base64.b64encode(bytes(draft.board)).decode()


def stacks() -> Iterator[Case]:
    """Every tribun with every slave, in both colours; by the defaults no tribun comes to hold one."""
    dice = Dice("tribun relations-stacks")
    for unit in (Unit(p, s, color, True) for p, s in STACKS if s for color in (0, 1)):
        for part in (0, 1):
            for cid in dice.some(TILES, 4):
                yield _relation(_crowd(dice, cid), unit, cid, part)


def special() -> Iterator[Case]:
    """Tribuns of height 2 and more; then what cannot be asked."""
    dice = Dice("tribun relations-special")
    for unit in (Unit(h, 0, color, True) for h in HEIGHTS[2:] for color in (0, 1)):
        for cid in dice.some(TILES, 6):
            yield _relation(_crowd(dice, cid), unit, cid, 0)
    yield from _not_there(dice)


def _not_there(dice: Dice) -> Iterator[Case]:
    for cid in dice.some(TILES, 12):
        for part in (0, 1):
            asked = {"board": _text(Draft()), "cid": cid, "part": part}
            yield Case("relations-nothing", f"nothing stands at {tile(cid)}", asked, ("malformed",))
    for cid in dice.some(TILES, 12):
        draft = Draft()
        draft.stand(a_unit(dice, dice.below(2), 0), cid)
        yield Case(
            "relations-no-slave",
            f"the unit at {tile(cid)} has no slave",
            {"board": _text(draft), "cid": cid, "part": 1},
            ("malformed",),
        )
    board = _text(place("black 2/3 at (0,0)"))
    for part in (2, 3, -1, 255):
        yield Case(
            "relations-part", f"there is no part {part}", {"board": board, "cid": 60, "part": part}, ("malformed",)
        )
    for cid in (6, 10, 54, 66, 110, 114, 121, 127, 128, -1):
        yield Case("relations-off", f"{cid} is no tile", {"board": board, "cid": cid, "part": 0}, ("malformed",))
