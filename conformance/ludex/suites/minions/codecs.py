"""Lines of boards and rows of maps: those that can be read, and every way in which others cannot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ludex.games.minions.board import Board
from ludex.games.minions.hexes import NAMES, WIDTH
from ludex.games.minions.lines import read_line, write_line
from ludex.games.minions.maps import read_map
from ludex.games.minions.setup import START
from ludex.rules import Unreadable
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.minions.positions import DEFAULT, MAPS, TABLE, Unlike, draw_shared
from ludex.suites.minions.scenes import SCENES, draw_scene

GOOD = 480
EACH = 36
SPOILT_DRAWS = 700
NO_SIDES: tuple[Any, ...] = (
    *(None, "", "Yellow", "YELLOW", "blue ", " yellow", "b", "y", "red", "white", "black", "both", "none", "0", "1"),
    *(0, 1, 2, -1, True, False, 0.5, [], ["yellow"], {}, {"side": "blue"}, ["yellow", "blue"], "mover", "first", "Y"),
    *("yellowblue", "yellow,blue", "gelb", "bl\u00fce", "B", "second", "\u0000"),
)


def topics(_: str) -> Iterator[SuiteTopic]:
    """Lines that can be read, lines that cannot, and sides."""
    yield SuiteTopic("codec-board", "codec", "board", "Lines of boards, plain and extended, that can be read.", _good)
    about = "Lines that cannot be read: each clause broken in every way, mostly alone."
    yield SuiteTopic("codec-board-malformed", "codec", "board", about, _malformed_lines)
    about = "Lines that are read with a side or a map that cannot be."
    yield SuiteTopic("codec-board-beside", "codec", "board", about, _beside)


def some_board(dice: Dice) -> tuple[Board, str]:
    """A board of any scene, and the side to move."""
    ask = draw_scene(dice, SCENES[dice.pick(sorted(SCENES))])
    return ask.position.boards[max(0, min(ask.action.board, len(ask.position.boards) - 1))], ask.position.side


def _case(line: Any, on: Any, side: Any, why: str) -> Case:
    return Case("board", why[:160], {"line": line, "map": on, "side": side})


def _good() -> Iterator[Case]:
    dice, unlike, found = Dice("minions codec-board"), Unlike(), list[tuple[int, str, str, str]]()
    yield _case(START, MAPS[0], "yellow", "the start of a board")
    while len(found) < GOOD:
        board, side = some_board(dice)
        if unlike(draw_shared(Dice("alike"), (board,), side)):
            line = write_line(board)
            found.append((len(line), line, board.map.name, side))
    for _, line, on, side in sorted(found):
        parts = "plain" if line.count("|") == 5 else f"{line.count('|') - 5} more fields"
        yield _case(line, on, side, f"state {line[0]}, {parts}, {side} to move")


def _beside() -> Iterator[Case]:
    dice = Dice("minions codec-board-beside")
    for side in NO_SIDES:
        board, _ = some_board(dice)
        yield _case(write_line(board), board.map.name, side, f"the side is {side!a}")
    for on in NO_MAPS:
        board, mover = some_board(dice)
        yield _case(write_line(board), on, mover, f"the map is {on!a:.60}")


NO_MAPS: tuple[Any, ...] = (
    *(None, "", "Blackened_Shores", "blackened shores", "blackened", "midnight_lake ", " midnight_lake", "lake"),
    *("mega-puddles", "MEGA_PUDDLES", "eternal", "battlefield", 0, 1, 3, -1, 0.5, True, False, [], {}, [MAPS[0]]),
    *({"name": MAPS[0]}, [*TABLE.maps[MAPS[0]].split("/")], "map", "default", "eternal_battlefield.json", "0", "W"),
    *("blackened_shores\n", "puddles_mega", "n", "G", "initiate", "10", "0" * 10),
)


# Lines that cannot be read

Fields = list[str]
Spoil = Callable[[Dice, Fields, str], object]
STATE, YELLOWS, BLUES, ROWS, MARKS, FLAGS, USED = 0, 1, 2, 5, 6, 7, 8


def _malformed_lines() -> Iterator[Case]:
    for clause, spoils in SPOILS.items():
        found = _spoilt(clause, spoils)
        yield from (_case(line, on, side, f"{clause}: {line!a}") for _, line, on, side in sorted(found, key=_length))


def _length(one: tuple[int, Any, str, str]) -> tuple[int, str]:
    return one[0], repr(one)


def _spoilt(clause: str, spoils: tuple[Spoil, ...]) -> list[tuple[int, Any, str, str]]:
    """Lines that break this clause, evenly over the ways to do it; nine of ten break it alone."""
    dice, known = Dice(f"minions codec-board {clause}"), set[str]()
    counts = dict.fromkeys(spoils, 0)
    found: list[tuple[int, Any, str, str]] = []
    each = -(-EACH // len(spoils))
    for number in range(SPOILT_DRAWS):
        spoil = spoils[number % len(spoils)]
        board, side = some_board(dice)
        line = spoil_line(dice, spoil, write_line(board), side)
        broken = broken_by(line, board.map.name, side)
        fits = broken == (clause,) or (clause in broken and dice.chance(10))
        if fits and counts[spoil] < each and repr(line) not in known:
            counts[spoil] += 1
            known.add(repr(line))
            found.append((len(str(line)), line, board.map.name, side))
    return found


def spoil_line(dice: Dice, spoil: Spoil, line: str, side: str) -> Any:
    """The line with one thing made wrong; what a spoil gives stands for the whole line."""
    parts = (line.split("|") + [""] * 3)[:9]
    whole = spoil(dice, parts, side)
    return "|".join(parts).rstrip("|") if whole is None else whole


def broken_by(line: Any, on: str, side: str) -> tuple[str, ...]:
    """The clauses that a line breaks."""
    try:
        read_line(line, read_map(on, DEFAULT), side, TABLE)
    except Unreadable as refused:
        return refused.broken
    return ()


def _whole(parts: Fields) -> str:
    return "|".join(parts).rstrip("|")


def _too_few(dice: Dice, parts: Fields, _: str) -> Any:
    return "|".join(parts[: dice.between(1, 5)])


def _a_field_less(dice: Dice, parts: Fields, _: str) -> Any:
    at = dice.between(3, 4)
    return _whole([*parts[:at], *parts[at + 1 :]])


def _a_field_more(dice: Dice, parts: Fields, _: str) -> Any:
    return "|".join([*parts, dice.pick(("", "x", "n", "0"))])


def _open_end(_: Dice, parts: Fields, __: str) -> Any:
    return _whole(parts) + "|"


def _spells(dice: Dice, parts: Fields, _: str) -> None:
    parts[dice.between(3, 4)] = dice.pick(("0", "1", "x", " ", "S", "-"))


def _no_line(dice: Dice, parts: Fields, _: str) -> Any:
    line = _whole(parts)
    return dice.pick(([line], {"line": line}, {"state": parts[0]}, len(line), parts, line.encode().hex(), "start"))


def _other_separator(dice: Dice, parts: Fields, _: str) -> Any:
    return _whole(parts).replace("|", dice.pick((";", " ", ",", "/")))


def _state(dice: Dice, parts: Fields, _: str) -> None:
    parts[STATE] = dice.pick(("", "N", "F", "3", "nn", "r", "x", " n", "n ", "00", "-1", "reset", "1.", "\u0661"))


def _first_for_blue(_: Dice, parts: Fields, side: str) -> None:
    if side == "blue":
        parts[STATE] = "f"


def _zone_unsorted(dice: Dice, parts: Fields, _: str) -> None:
    at = dice.pick((YELLOWS, BLUES))
    letters = dice.some("ABCDEGHIZSPWTK", dice.between(2, 4))
    text = "".join(sorted(letters, reverse=True))
    parts[at] = text if at == YELLOWS else text.lower()


def _other_case(dice: Dice, parts: Fields, _: str) -> None:
    at = dice.pick((YELLOWS, BLUES))
    text = "".join(sorted(dice.some("ABCDEGHIZ", dice.between(1, 3))))
    parts[at] = text.lower() if at == YELLOWS else text
    if dice.chance(40):
        parts[at] = text[:1] + text[1:].lower() if at == YELLOWS else text[:1].lower() + text[1:]


def _no_letter(dice: Dice, parts: Fields, _: str) -> None:
    at = dice.pick((YELLOWS, BLUES))
    bad = dice.pick(("F", "0", "1", ".", " ", "-", "?", "\u00c9", ",", "2Z"))
    parts[at] += bad if at == YELLOWS else bad.lower()


def _a_row(dice: Dice, parts: Fields) -> tuple[list[str], int]:
    rows = parts[ROWS].split("/")
    return rows, dice.below(len(rows))


def _rows(parts: Fields, rows: list[str]) -> None:
    parts[ROWS] = "/".join(rows)


def _row_less(dice: Dice, parts: Fields, _: str) -> None:
    rows, at = _a_row(dice, parts)
    _rows(parts, rows[:at] + rows[at + 1 :] if dice.chance(60) else [*rows, dice.pick(("0", "", "9Z"))])


def _row_short(dice: Dice, parts: Fields, _: str) -> None:
    rows, at = _a_row(dice, parts)
    rows[at] = dice.pick(("8Z", "Z8", "9", "1Z1z5", "ZZZ6", "5Z5", "ZzZ8", "9Zz", "4z6", "ZZZZZZZZZZZ", "Z"))
    _rows(parts, rows)


def _two_runs(dice: Dice, parts: Fields, _: str) -> None:
    rows, at = _a_row(dice, parts)
    first = dice.between(1, 7)
    rows[at] = f"{first}{8 - first + 1}z" if first < 9 else "81z"
    _rows(parts, rows)


def _empty_row(dice: Dice, parts: Fields, _: str) -> None:
    rows, at = _a_row(dice, parts)
    empty = [place for place, row in enumerate(rows) if row == "0"]
    rows[dice.pick(empty) if empty else at] = dice.pick(("", "10", "91", "55", "00", "..........", "a", "1111111111"))
    _rows(parts, rows)


def _zero_inside(dice: Dice, parts: Fields, _: str) -> None:
    rows, at = _a_row(dice, parts)
    rows[at] = dice.pick(("0Z9", "Z09", "Z90", "4Z05", "0z0", "Z8z0"))
    _rows(parts, rows)


def _odd_sign(dice: Dice, parts: Fields, _: str) -> None:
    rows, at = _a_row(dice, parts)
    rows[at] = dice.pick(("F9", "9f", "4.5", " 9", "9 ", "4-5", "4?5", "\u00e99", "W.8", "2Z6,", "9\u0130"))
    _rows(parts, rows)


def _row_break(dice: Dice, parts: Fields, _: str) -> None:
    parts[ROWS] = dice.pick((parts[ROWS] + "/", "/" + parts[ROWS], parts[ROWS].replace("/", "//", 1), "", "start"))


def _taken_hexes(parts: Fields) -> list[int]:
    """The hexes on which a unit stands, read off the rows."""
    signs = "".join(re.sub(r"[0-9]", lambda run: "." * (int(run[0]) or WIDTH), row) for row in parts[ROWS].split("/"))
    return [hex_ for hex_, sign in enumerate(signs) if sign != "."]


def _sign(parts: Fields, hex_: int) -> str:
    row = re.sub(r"[0-9]", lambda run: "." * (int(run[0]) or WIDTH), parts[ROWS].split("/")[hex_ // WIDTH])
    return row[hex_ % WIDTH]


def _items(parts: Fields) -> dict[str, str]:
    return dict(item.split(":") for item in parts[MARKS].split(";")) if parts[MARKS] else {}


def _set_items(parts: Fields, items: dict[str, str]) -> None:
    order = [name for name in (*NAMES, "Y", "B") if name in items]
    parts[MARKS] = ";".join(f"{name}:{items[name]}" for name in order)


def _a_unit_of(dice: Dice, parts: Fields, upper: bool) -> str:
    mine = [hex_ for hex_ in _taken_hexes(parts) if _sign(parts, hex_).isupper() == upper]
    return NAMES[dice.pick(mine or _taken_hexes(parts) or [44])]


def _on_nobody(dice: Dice, parts: Fields, _: str) -> None:
    free = [name for hex_, name in enumerate(NAMES) if hex_ not in _taken_hexes(parts)]
    _set_items(parts, {**_items(parts), dice.pick(free): dice.pick(("d1", "m1", "a1", "s", "arcane_necromancer"))})


def _odd_mark(dice: Dice, parts: Fields, side: str) -> None:
    bad = ("d0", "d01", "m0", "d", "x1", "", "d-1", "1d", "s1", "d1,d1", "m1,d1", "a1,m1", "s,a1", "d1,", ",d1", "d 1")
    _set_items(parts, {**_items(parts), _a_unit_of(dice, parts, side == "yellow"): dice.pick(bad)})


def _odd_item(dice: Dice, parts: Fields, _: str) -> None:
    hex_ = NAMES[dice.pick(_taken_hexes(parts) or [44])]
    more = (f"{hex_}d1", "k1:d1", "a10:d1", f"{hex_}:d1:m1", ";", "X:necromancer", f"{hex_.upper()}:d1", f"{hex_};d1")
    parts[MARKS] = (parts[MARKS] + ";" if parts[MARKS] else "") + dice.pick(more)


def _odd_order(dice: Dice, parts: Fields, _: str) -> None:
    some = sorted(dice.some(_taken_hexes(parts), 2))
    if len(some) == 2 and not parts[MARKS]:
        first, second = NAMES[some[1]], NAMES[some[0]] if dice.chance(70) else NAMES[some[1]]
        parts[MARKS] = f"{first}:d1;{second}:d1"


def _odd_necromancer(dice: Dice, parts: Fields, _: str) -> None:
    some = [hex_ for hex_ in _taken_hexes(parts) if _sign(parts, hex_) in "Nn"]
    others = [hex_ for hex_ in _taken_hexes(parts) if hex_ not in some]
    if some and dice.chance(60):
        bad = ("necromancer", "zombie", "grand_necromancer", "arcane", "arcane_necromancer,necromancer", "initiate")
        _set_items(parts, {**_items(parts), NAMES[dice.pick(some)]: dice.pick(bad)})
    elif others:
        _set_items(parts, {**_items(parts), NAMES[dice.pick(others)]: dice.pick(TABLE.advanced).id})


def _zone_unnamed(dice: Dice, parts: Fields, _: str) -> None:
    """A necromancer in a zone that the marks do not name, or name as somebody else, or too often."""
    key, at, letter = dice.pick((("Y", YELLOWS, "N"), ("B", BLUES, "n")))
    parts[at] = "".join(sorted(parts[at].replace(letter, "") + letter * dice.below(3)))
    ids = dice.pick(
        (
            "",
            "necromancer",
            "zombie",
            "necromancer+arcane_necromancer",
            "arcane_necromancer+necromancer",
            "necromancer+necromancer+necromancer",
            "necromancer,arcane_necromancer",
        )
    )
    items = {name: said for name, said in _items(parts).items() if name != key}
    _set_items(parts, {**items, key: ids} if ids else items)


def _others_marks(dice: Dice, parts: Fields, side: str) -> None:
    name = _a_unit_of(dice, parts, side != "yellow")
    had = [word for word in _items(parts).get(name, "").split(",") if word]
    plain = [word for word in had if len(word) > 3 or word[0] == "d"]
    bad = "a1" if dice.chance(40) else "m1"
    if dice.chance(25) and parts[STATE] in ("n", "2", "f"):
        parts[FLAGS], bad = "pq" + parts[FLAGS].replace("p", "").replace("q", ""), "s"
    _set_items(parts, {**_items(parts), name: ",".join([*plain, bad])})


def _beyond(letter: str, most: Callable[[Any], int], dice: Dice, parts: Fields, side: str) -> None:
    """A mark that the figures of the unit do not allow."""
    name = _a_unit_of(dice, parts, side == "yellow")
    sign = _sign(parts, NAMES.index(name)).upper()
    had = [word for word in _items(parts).get(name, "").split(",") if word]
    kind = TABLE.letters.get(sign) or TABLE.kinds.get(had[0] if had else "", TABLE.basic_necromancer)
    amount = most(kind) + dice.pick((1, 1, 1, 2, 5, 90))
    kept = [word for word in had if len(word) > 3]
    _set_items(parts, {**_items(parts), name: ",".join([*kept, f"{letter}{amount}"])})


def _spawned_without(dice: Dice, parts: Fields, side: str) -> None:
    name = _a_unit_of(dice, parts, side == "yellow")
    had = [word for word in _items(parts).get(name, "").split(",") if len(word) > 3]
    parts[FLAGS] = parts[FLAGS].replace("q", "")
    _set_items(parts, {**_items(parts), name: ",".join([*had, "s"])})


def _odd_flags(dice: Dice, parts: Fields, _: str) -> None:
    bad = ("qp", "rp", "wp", "wr", "pp", "rr", "P", "x", "px", "pwr", "p r", "p,q", "1", "ww", "rq", "pqrwp", "Q")
    parts[FLAGS] = dice.pick(bad)


def _q_alone(dice: Dice, parts: Fields, _: str) -> None:
    parts[FLAGS] = dice.pick(("q", "qr", "qw", "qrw"))


def _flags_at_a_reset(dice: Dice, parts: Fields, _: str) -> None:
    if parts[STATE] in "01":
        parts[FLAGS] = dice.pick(("p", "pq", "w", "pr", "rw", "pqr", "prw", "pw"))


def _marks_at_reset_0(dice: Dice, parts: Fields, side: str) -> None:
    if parts[STATE] == "0" and _taken_hexes(parts):
        _set_items(parts, {**_items(parts), _a_unit_of(dice, parts, side == "yellow"): "m1"})


def _passed_at_reset_0(dice: Dice, parts: Fields, _: str) -> None:
    parts[STATE], parts[FLAGS] = "0", dice.pick(("p", "w", "pq", "pw", "rw"))
    parts[MARKS] = ""
    parts[ROWS] = re.sub("[Nn]", "Z", parts[ROWS])


def _necromancer_gone(dice: Dice, parts: Fields, _: str) -> None:
    letter = dice.pick("Nn")
    hexes = {NAMES[hex_] for hex_ in _taken_hexes(parts) if _sign(parts, hex_) == letter}
    parts[ROWS] = parts[ROWS].replace(letter, "Z" if letter == "N" else "z")
    _set_items(parts, {name: said for name, said in _items(parts).items() if name not in hexes})
    parts[FLAGS] = parts[FLAGS].replace("w", "")


def _necromancer_there(dice: Dice, parts: Fields, _: str) -> None:
    if parts[STATE] in "01":
        zombies = [hex_ for hex_ in _taken_hexes(parts) if _sign(parts, hex_) in "Zz"]
        if zombies:
            rows = parts[ROWS].split("/")
            letter = dice.pick("Zz")
            at = [place for place, row in enumerate(rows) if letter in row]
            if at:
                place = dice.pick(at)
                rows[place] = rows[place].replace(letter, "N" if letter == "Z" else "n", 1)
                _rows(parts, rows)


def _another_state(dice: Dice, parts: Fields, _: str) -> None:
    parts[STATE] = dice.pick("n012")


def _open(parts: Fields, side: str) -> bool:
    letter = "N" if side == "yellow" else "n"
    return parts[STATE] in "12" and letter not in parts[ROWS]


def _open_and_moved(dice: Dice, parts: Fields, side: str) -> None:
    if _open(parts, side):
        _set_items(parts, {**_items(parts), _a_unit_of(dice, parts, side == "yellow"): dice.pick(("m1", "a1"))})


def _open_and_flagged(dice: Dice, parts: Fields, side: str) -> None:
    if _open(parts, side) and parts[STATE] == "2":
        parts[FLAGS] = dice.pick(("p", "pr", "w", "rw", "pq", "prw", "pqw"))


def _odd_used(dice: Dice, parts: Fields, _: str) -> None:
    names = sorted(kind.id for kind in TABLE.advanced)
    one, two = sorted(dice.some(names, 2))
    parts[USED] = dice.pick(
        (
            f"Y:{two}+{one}",
            f"Y:{one}+{one}",
            "Y:necromancer",
            f"B:{one};Y:{two}",
            f"Y:{one};",
            "Y:",
            f"{one}",
            f"Y:{one};B:",
            f"X:{one}",
            f"Y:{one},{two}",
            f"B:zombie+{one}",
            f"Y:{one};Y:{two}",
            f"y:{one}",
            f"Y:{one}+",
            f"B:{two}+{one}",
            f"Y:{one} B:{two}",
            f"B:{one}+necromancer",
        )
    )


SPOILS: dict[str, tuple[Spoil, ...]] = {
    "MIN-LIN-1": (_too_few, _a_field_less, _a_field_more, _open_end, _spells, _no_line, _other_separator),
    "MIN-LIN-2": (_state, _first_for_blue),
    "MIN-LIN-3": (_zone_unsorted, _other_case, _no_letter),
    "MIN-LIN-4": (_row_less, _row_short, _two_runs, _empty_row, _zero_inside, _odd_sign, _row_break),
    "MIN-LIN-5": (_on_nobody, _odd_mark, _odd_item, _odd_order, _odd_necromancer, _zone_unnamed),
    "MIN-LIN-6": (_others_marks,),
    "MIN-LIN-7": (
        partial(_beyond, "d", lambda kind: kind.defense - 1),
        partial(_beyond, "m", lambda kind: kind.speed),
        partial(_beyond, "a", lambda kind: kind.attacks_a_turn),
        _spawned_without,
    ),
    "MIN-LIN-8": (_odd_flags, _q_alone),
    "MIN-LIN-9": (_flags_at_a_reset, _marks_at_reset_0, _passed_at_reset_0),
    "MIN-LIN-10": (_necromancer_gone, _necromancer_there, _another_state),
    "MIN-LIN-11": (_open_and_moved, _open_and_flagged),
    "MIN-LIN-12": (_odd_used,),
}
