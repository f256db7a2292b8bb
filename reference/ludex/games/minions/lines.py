"""The line in which a board is written: six fields as they are in use, and up to three more."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ludex.games.minions.board import (
    FIRST,
    NORMAL,
    RESET_0,
    RESET_1,
    RESET_2,
    RESIGNED,
    SPAWN_BEGUN,
    SPAWNED,
    STATES,
    WON,
    Board,
    Unit,
    Zone,
    choice_is_open,
    in_order,
    necromancers_of,
)
from ludex.games.minions.hexes import HEXES, NAMED, NAMES, WIDTH
from ludex.games.minions.maps import LAND, Map, signs_in, write_row
from ludex.games.minions.pairs import BLUE, OPPONENT, SIDES, YELLOW, Pair
from ludex.games.minions.table import Kind, Table
from ludex.rules import Impossible, Moot, Unreadable, check, layout, require

PLAIN, EXTENDED = 6, 9
FLAGS = (SPAWN_BEGUN, SPAWNED, RESIGNED, WON)
ZONE_KEYS = {"Y": YELLOW, "B": BLUE}
_AMOUNT = "([1-9][0-9]*)"
_MARKS = re.compile(f"(?:,([a-z_]{{3,}}))?(?:,d{_AMOUNT})?(?:,m{_AMOUNT})?(?:,a{_AMOUNT})?(,s)?")
ENOUGH_DIGITS = 1000  # an amount with as many is beyond every stat, and Python refuses to read one with too many


class Fields(NamedTuple):
    """The fields of a line, not yet read."""

    state: str
    yellow: str
    blue: str
    rows: str
    marks: str
    flags: str
    used: str


@dataclass(frozen=True, slots=True)
class Written:
    """What a line is asked about: its fields, and what they spell (None where they are written otherwise)."""

    fields: Fields
    side: str
    table: Table
    signs: tuple[str, ...] | None
    marks: AllMarks | None
    used: Pair[frozenset[str]] | None


def letters_of(side: str, table: Table) -> frozenset[str]:
    """The letters of units in the case of a side."""
    # mechanical: the case of a letter shows the side, for MIN-LIN-3 and MIN-LIN-4
    letters = frozenset([*table.letters, "N"])
    return letters if side == YELLOW else frozenset(letter.lower() for letter in letters)


def signs_of(rows: str, table: Table) -> tuple[str, ...] | None:
    """The hundred signs that ten rows spell, letters of units and dots, or None."""
    # mechanical: gives None for rows that MIN-LIN-4 then refuses
    signs = signs_in(rows)
    known = frozenset([LAND]).union(*(letters_of(side, table) for side in SIDES))
    return signs if signs and known.issuperset(signs) else None


@layout("MIN-LIN-1")
def split(line: object) -> Fields:
    """The fields of a line; the two for spells stay empty, and an empty one at the end is left out."""
    parts = line.split("|") if isinstance(line, str) else []
    fits = PLAIN <= len(parts) <= EXTENDED and not any(parts[3:5])
    if not fits or (len(parts) > PLAIN and not parts[-1]):
        raise Unreadable(("MIN-LIN-1",), detail="a board is state|zone|zone|||rows and up to three more fields")
    state, yellow, blue, _, _, rows, marks, flags, used = (*parts, "", "", "")[:EXTENDED]
    return Fields(state, yellow, blue, rows, marks, flags, used)


@check("MIN-LIN-2")
def state_is_known(written: Written) -> bool:
    """The state is f, n, 0, 1 or 2, and f only with Yellow to move."""
    state = written.fields.state
    return state in STATES and (state != FIRST or written.side == YELLOW)


@check("MIN-LIN-3")
def zones_are_sorted(written: Written) -> bool:
    """A zone holds letters of units in its side's case, in the order of the alphabet."""
    zones = zip(SIDES, (written.fields.yellow, written.fields.blue), strict=True)
    return all(letters_of(side, written.table).issuperset(text) and [*text] == sorted(text) for side, text in zones)


@check("MIN-LIN-4")
def rows_are_ten_of_ten(written: Written) -> bool:
    """The rows are ten of ten hexes, written in the one way."""
    return written.signs is not None


class Marks(NamedTuple):
    """The marks of one unit."""

    necromancer: Kind | None = None
    damage: int = 0
    moved: int = 0
    attacks: int = 0
    spawned: bool = False


NO_MARKS = Marks()


def _marks_of(text: str, table: Table) -> Marks | None:
    """The marks that a text spells, or None; each once, in their order, and no amount of 0."""
    # mechanical: gives None for marks that MIN-LIN-5 then refuses
    found = _MARKS.fullmatch("," + text)
    if found is None:
        return None
    name, *amounts, spawned = found.groups()
    known: dict[str | None, Kind | None] = {None: None, **{kind.id: kind for kind in table.advanced}}
    if name not in known:
        return None
    damage, moved, attacks = (int((amount or "0")[:ENOUGH_DIGITS]) for amount in amounts)
    return Marks(known[name], damage, moved, attacks, bool(spawned))


def _zone_kinds(ids: str, table: Table) -> list[Kind] | None:
    # mechanical: gives None for names in a zone that MIN-LIN-5 then refuses
    known = {kind.id: kind for kind in table.kinds.values() if kind.rank is not None}
    names = ids.split("+")
    return [known[name] for name in names] if names == sorted(names) and {*known}.issuperset(names) else None


class AllMarks(NamedTuple):
    """The marks by hex, and the necromancers in the zones by side."""

    units: Mapping[int, Marks]
    zones: Mapping[str, list[Kind]]


def read_marks(text: str, table: Table) -> AllMarks | None:
    """All marks of a line, or None where they are written otherwise."""
    # mechanical: gives None for a field of marks that MIN-LIN-5 then refuses
    items = [item.partition(":")[::2] for item in text.split(";")] if text else []
    keys = [key for key, _ in items]
    order = [name for name in (*NAMES, *ZONE_KEYS) if name in keys]
    units = {NAMED[place]: _marks_of(said, table) for place, said in items if place in NAMED}
    zones = {ZONE_KEYS[zone]: _zone_kinds(ids, table) for zone, ids in items if zone in ZONE_KEYS}
    known = {hex_: marks for hex_, marks in units.items() if marks is not None}
    kinds = {side: found for side, found in zones.items() if found is not None}
    if keys != order or len(known) + len(kinds) != len(keys):
        return None
    return AllMarks(known, kinds)


@check("MIN-LIN-5")
def marks_fit_units(written: Written) -> bool:
    """Marks are written in the one way, each for a unit that is there."""
    marks, signs = written.marks, written.signs
    if signs is None:
        raise Moot
    if marks is None:
        return False
    signed = [(signs[hex_].upper(), said) for hex_, said in marks.units.items()]
    fits = all(sign == "N" or (sign != LAND and not said.necromancer) for sign, said in signed)
    waiting = {YELLOW: written.fields.yellow.count("N"), BLUE: written.fields.blue.count("n")}
    return fits and waiting == {side: len(marks.zones.get(side, ())) for side in SIDES}


@check("MIN-LIN-8")
def flags_are_known(written: Written) -> bool:
    """The flags are p, q, r and w, in this order and each once, and q never without p."""
    flags = list(written.fields.flags)
    return flags == [flag for flag in FLAGS if flag in flags] and (SPAWNED not in flags or SPAWN_BEGUN in flags)


def read_used(text: str, table: Table) -> Pair[frozenset[str]] | None:
    """The used necromancers of each side, or None where they are written otherwise."""
    # mechanical: gives None for a used list that MIN-LIN-12 then refuses
    items = [item.partition(":")[::2] for item in text.split(";")] if text else []
    used = {key: ids.split("+") for key, ids in items}
    advanced = {kind.id for kind in table.advanced}
    ordered = [key for key in ZONE_KEYS if key in used] == [place for place, _ in items]
    if not ordered or not all(ids == sorted({*ids}) and advanced.issuperset(ids) for ids in used.values()):
        return None
    return Pair(*(frozenset(used.get(key, ())) for key in ZONE_KEYS))


@check("MIN-LIN-12")
def used_are_advanced(written: Written) -> bool:
    """The used necromancers are advanced ones, sorted, each once, a side without any left out."""
    return written.used is not None


OF_THE_TEXT: tuple[Callable[[Written], bool], ...] = (
    state_is_known,
    zones_are_sorted,
    rows_are_ten_of_ten,
    marks_fit_units,
    flags_are_known,
    used_are_advanced,
)


# What the board that is written says as a whole


def _busy(board: Board) -> Iterator[Unit]:
    """The units that did something, or were spawned, in this turn."""
    # mechanical: picks the units with marks of the turn for MIN-LIN-6, MIN-LIN-9 and MIN-LIN-11
    return (unit for unit in board.cells if unit is not None and (unit.moved or unit.attacks or unit.spawned))


@check("MIN-LIN-6")
def the_other_side_did_nothing(board: Board, side: str) -> bool:
    """Only units of the side to move have moved, attacked or been spawned in this turn."""
    return all(unit.side == side for unit in _busy(board))


@check("MIN-LIN-7")
def marks_are_within_the_stats(board: Board, _: str) -> bool:
    """Damage is below the defense, steps are within the speed, attacks within those of a turn."""
    units = [unit for unit in board.cells if unit is not None]
    return all(
        unit.damage < unit.kind.defense
        and unit.moved <= unit.kind.speed
        and unit.attacks <= unit.kind.attacks_a_turn
        and (not unit.spawned or SPAWNED in board.flags)
        for unit in units
    )


@check("MIN-LIN-9")
def flags_fit_the_state(board: Board, _: str) -> bool:
    """A spawn phase or a win belongs to a board in state f, n or 2; a board at reset+0 has seen nothing."""
    if board.state in {RESET_0, RESET_1} and board.flags - {RESIGNED}:
        return False
    return board.state != RESET_0 or not any(_busy(board))


def _necromancers_wanted(board: Board, side: str) -> dict[str, bool]:
    """For the sides of which the state says it: whether they have a necromancer on the board."""
    # mechanical: the table of states that MIN-LIN-10 compares the board with
    enemy = OPPONENT[side]
    of_enemy = {} if WON in board.flags else {enemy: True}
    of_both = {side: True, **of_enemy}
    new = {RESET_0: {side: False, enemy: False}, RESET_1: {enemy: False}, RESET_2: of_enemy}
    return {FIRST: of_both, NORMAL: of_both, **new}[board.state]


@check("MIN-LIN-10")
def necromancers_fit_the_state(board: Board, side: str) -> bool:
    """Each side has a necromancer on the board, or has not yet chosen one, as the state says."""
    return all(bool(necromancers_of(board, who)) == wanted for who, wanted in _necromancers_wanted(board, side).items())


@check("MIN-LIN-11")
def an_open_choice_is_clean(board: Board, side: str) -> bool:
    """While its choice is open a side has done nothing on the board but resign."""
    busy = any(unit.side == side for unit in _busy(board))
    return not choice_is_open(board, side) or not (busy or board.flags - {RESIGNED})


OF_ANY: tuple[Callable[[Board, str], bool], ...] = (
    the_other_side_did_nothing,
    marks_are_within_the_stats,
    flags_fit_the_state,
)
OF_ACTIVE: tuple[Callable[[Board, str], bool], ...] = (necromancers_fit_the_state, an_open_choice_is_clean)


def _unit(sign: str, marks: Marks, table: Table) -> Unit:
    # mechanical: reads a sign that MIN-LIN-4 has let through, its side from the case
    kind = table.letters.get(sign.upper()) or marks.necromancer or table.basic_necromancer
    side = YELLOW if sign.isupper() else BLUE
    return Unit(kind, side, marks.damage, marks.moved, marks.attacks, marks.spawned)


def _zone(text: str, necromancers: list[Kind], table: Table) -> Zone:
    # mechanical: necromancers of a zone are read from the marks, all others from their letters
    units = [table.letters[letter.upper()] for letter in text if letter.upper() != "N"]
    return in_order([*units, *necromancers])


def _board(written: Written, on: Map) -> Board:
    # mechanical: a dot reads as an empty hex; the checks of the text have let it through
    fields, table, marks = written.fields, written.table, written.marks
    if written.signs is None or marks is None or written.used is None:
        raise Impossible("a line is read once it can be")
    cells = tuple(
        None if sign == LAND else _unit(sign, marks.units.get(hex_, NO_MARKS), table)
        for hex_, sign in enumerate(written.signs)
    )
    yellow = _zone(fields.yellow, marks.zones.get(YELLOW, []), table)
    blue = _zone(fields.blue, marks.zones.get(BLUE, []), table)
    return Board(on, fields.state, cells, Pair(yellow, blue), frozenset(fields.flags), written.used)


def read_line(line: object, on: Map, side: str, table: Table, active: bool = True) -> Board:
    """The board that a line writes, with ``side`` to move; raises Unreadable with every clause that it breaks."""
    # mechanical: a game that is over is asked fewer checks; each of them decides for itself
    fields = split(line)
    spelt = signs_of(fields.rows, table), read_marks(fields.marks, table), read_used(fields.used, table)
    written = Written(fields, side, table, *spelt)
    require(Unreadable, OF_THE_TEXT, written, detail=f"the board {line}")
    board = _board(written, on)
    require(Unreadable, OF_ANY + OF_ACTIVE if active else OF_ANY, board, side, detail=f"the board {line}")
    return board


# Writing


def letter_of(kind: Kind, side: str) -> str:
    """The letter of a unit, upper case for Yellow, lower for Blue."""
    # mechanical: the case of a letter shows the side
    return kind.letter if side == YELLOW else kind.letter.lower()


def _marks_text(unit: Unit) -> str:
    # mechanical: writes only the marks that a unit has, in the form that MIN-LIN-5 asks for
    said = [unit.kind.id] if unit.kind.rank == "advanced" else []
    said += [f"d{unit.damage}"] if unit.damage else []
    said += [f"m{unit.moved}"] if unit.moved else []
    said += [f"a{unit.attacks}"] if unit.attacks else []
    said += ["s"] if unit.spawned else []
    return ",".join(said)


def _all_marks(board: Board) -> str:
    # mechanical: leaves out who has no marks, as MIN-LIN-5 reads it back
    items = [
        f"{NAMES[hex_]}:{text}"
        for hex_ in HEXES
        if (unit := board.cells[hex_]) is not None and (text := _marks_text(unit))
    ]
    for key, side in ZONE_KEYS.items():
        waiting = [kind.id for kind in board.zones.of(side) if kind.rank is not None]
        items += [f"{key}:{'+'.join(waiting)}"] if waiting else []
    return ";".join(items)


def write_line(board: Board) -> str:
    """The line of a board, in the one way to write it."""
    # mechanical: leaves out what is empty, as split and the checks read it back
    signs = "".join(LAND if unit is None else letter_of(unit.kind, unit.side) for unit in board.cells)
    rows = "/".join(write_row(signs[start : start + WIDTH]) for start in range(0, len(signs), WIDTH))
    yellow, blue = ("".join(letter_of(kind, side) for kind in board.zones.of(side)) for side in SIDES)
    used = ((key, board.used.of(owner)) for key, owner in ZONE_KEYS.items())
    used_text = ";".join(f"{key}:{'+'.join(sorted(ids))}" for key, ids in used if ids)
    flags = "".join(flag for flag in FLAGS if flag in board.flags)
    return "|".join((board.state, yellow, blue, "", "", rows, _all_marks(board), flags, used_text)).rstrip("|")
