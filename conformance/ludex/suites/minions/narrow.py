"""What is right or wrong by a hair: lines, positions and actions written by hand, each with one sign otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from ludex.games.minions.pairs import SIDES
from ludex.suites import Case, Topic
from ludex.suites.minions.positions import MAPS, NECROMANCERS, TABLE

PLAIN = "n|||||0/0/2N7/3Z6/0/0/0/7n2/0/0"
EVERY_LETTER = "".join(sorted([*TABLE.letters, "N"]))
EVERY_NECROMANCER = "+".join(sorted(kind.id for kind in NECROMANCERS))
ALIKE = ("\u0131", "\u017f", "\u212a", "\u0130", "\uff3a", "\u00df", "\u01c5")  # some become A to Z in a case


def topics(_: str) -> Iterator[Topic]:
    """Lines, positions, actions and setups."""
    about = "Lines of which one sign decides: marks, rows, zones, flags and lists, each written in many ways."
    yield Topic("narrow-board", "codec", "board", about, _lines)
    about = "Positions of which one field decides: each with values that it cannot have, or nearly not."
    yield Topic("narrow-position", "refusal", "legal", about, _positions)
    about = "Actions in one position, each with one field left out, added, or with a value that it may not have."
    yield Topic("narrow-action", "refusal", "apply", about, _actions)
    about = "Boards and hexes beside those on which a unit stands."
    yield Topic("narrow-reach", "reach", "reach", about, _reached)
    about = "Setups whose cards or money are otherwise: packs of every size and form, seeds, amounts and bids."
    yield Topic("narrow-setup", "setup", "setup", about, _setups)


def _case(line: Any, side: str = "yellow", on: Any = MAPS[0]) -> Case:
    return Case("board", f"{side} to move, {line!a}"[:160], {"line": line, "map": on, "side": side})


def _lines() -> Iterator[Case]:
    for line in (*_marked(), *_all_marked(), *_zoned(), *_in_rows(), *_in_fields(), *_used()):
        yield _case(line)
    yield from _in_states()


def _marked() -> Iterator[str]:
    """A zombie on d3 with marks written in many ways; then the necromancer on c2, and nobody on e3."""
    for text in ("", "d", "m", "a", "d0", "d00", "d01", "m0", "a0", "a01", "d+1", "d-1", "d1.0", "d1e0", "d\u0661"):
        yield f"{PLAIN}|d3:{text}"
    for text in (
        "d1,d1",
        "m1,d1",
        "a1,m1",
        "s,m1",
        ",d1",
        "d1,",
        "d1,,m1",
        " d1",
        "d1 ",
        "D1",
        "dd1",
        "s1",
        "ss",
        "s,s",
    ):
        yield f"{PLAIN}|d3:{text}"
    for text in ("zombie", "ar", "arcane", "Arcane_necromancer", "arcane_necromancer,", "necromancer", "initiate", "s"):
        yield f"{PLAIN}|c2:{text}"
    for text in ("d1,arcane_necromancer", "arcane_necromancer,arcane_necromancer", "arcane_necromancer,d1,m1"):
        yield f"{PLAIN}|c2:{text}"
    for marks in ("d3", ":d1", "d3:d1;", ";d3:d1", "d3:d1;d3:m1", "d3:d1;c2:d1", "D3:d1", "d03:d1", "d10:d1"):
        yield f"{PLAIN}|{marks}"
    for marks in ("d3=d1", "d3:d1,c2:d1", "e3:d1", "c2:d1;d3:d1", "c2:d1;e3:d1", "d3:arcane_necromancer", "Y:", "B:"):
        yield f"{PLAIN}|{marks}"


def _all_marked() -> Iterator[str]:
    """A cerberus, and a necromancer who is none of the basic ones, with every set of marks that there can be."""
    for count in range(5):
        for marks in combinations(("d2", "m1", "a1", "s"), count):
            yield f"n|||||0/0/2N7/3C6/0/0/0/7n2/0/0|d3:{','.join(marks)}|pq" if marks else f"{PLAIN}||pq"
            yield f"{PLAIN}|c2:{','.join(['battle_necromancer', *marks])}|pq"


def _zoned() -> Iterator[str]:
    """Every letter in a zone, letters that are none, and necromancers who wait."""
    zones = ((EVERY_LETTER, ""), ("", EVERY_LETTER.lower()), (EVERY_LETTER.replace("N", ""), "az"))
    named = ("Y:necromancer", "B:necromancer", "")
    for (yellow, blue), marks in zip(zones, named, strict=True):
        yield f"n|{yellow}|{blue}|||0/0/2N7/3Z6/0/0/0/7n2/0/0|{marks}".rstrip("|")
    for letter in ALIKE:
        yield f"n|{letter}||||0/0/2N7/3Z6/0/0/0/7n2/0/0"
        yield f"n||{letter}|||0/0/2N7/3Z6/0/0/0/7n2/0/0"
    count = EVERY_NECROMANCER.count("+") + 1
    rows = "0/0/2N7/3Z6/0/0/0/7n2/0/0"
    yield f"n|{'N' * count}||||{rows}|Y:{EVERY_NECROMANCER}"
    yield f"n||{'n' * count}|||{rows}|B:{EVERY_NECROMANCER}"
    for zone, ids in (
        ("N", ""),
        ("N", "Y:zombie"),
        ("N", "Y:necromancer+necromancer"),
        ("NN", "Y:necromancer+necromancer"),
        ("NN", "Y:necromancer"),
        ("NN", "Y:necromancer+arcane_necromancer"),
        ("NN", "Y:arcane_necromancer+necromancer"),
        ("NN", "Y:arcane_necromancer,necromancer"),
        ("N", "B:necromancer"),
        ("", "Y:necromancer"),
        ("", "B:necromancer"),
        ("N", "d3:d1;Y:necromancer"),
        ("N", "Y:necromancer;d3:d1"),
        ("N", "y:necromancer"),
        ("N", "Y:necromancer;Y:necromancer"),
        ("NZ", "Y:necromancer"),
        ("ZN", "Y:necromancer"),
    ):
        yield f"n|{zone}||||{rows}|{ids}".rstrip("|")
    yield f"n|N|n|||{rows}|B:necromancer;Y:necromancer"
    yield f"n|N|n|||{rows}|Y:necromancer;B:necromancer"


def _in_rows() -> Iterator[str]:
    """Rows that make a hundred signs, and are not ten of ten; signs that are no letters."""
    for rows in (
        "",
        "0",
        "0/0/2N7/3Z5/Z9Z/0/0/7n2/0/0",
        "0/0/2N7/3Z7/9/0/0/7n2/0/0",
        "9/Z9Z/2N7/3Z6/0/0/0/7n2/0/0",
        "0/0/2N7/3Z6/0/0/0/7n2/0/0/",
        "/0/0/2N7/3Z6/0/0/0/7n2/0/0",
        "0/0/2N7/3Z6//0/0/0/7n2/0/0",
        "0/0/2N7/3Z6/0/0/0/7n2/0/0/9",
        "0/0/2N7/3Z6/0/0/0/7n2/0",
        "0/0/2N7/3Z6/0/0/0/7n2/0/10",
        "0/0/2N7/3Z6/0/0/0/7n2/0/55",
        "0/0/2N7/3Z6/0/0/0/7n2/0/91",
        "0/0/2N7/3Z6/0/0/0/7n2/0/00",
        "0/0/2N7/3Z6/0/0/0/7n2/0/..........",
        "0/0/2N7/3Z6/0/0/0/7n2/0/9.",
        "0/0/2N7/12Z6/0/0/0/7n2/0/0",
        "0/0/2N7/111Z6/0/0/0/7n2/0/0",
        "0/0/2N7/0Z8/0/0/0/7n2/0/0",
        "0/0/2N7/3Z06/0/0/0/7n2/0/0",
        "0/0/2N7/3F6/0/0/0/7n2/0/0",
        "0/0/2N7/3f6/0/0/0/7n2/0/0",
        "0/0/2N7/3?6/0/0/0/7n2/0/0",
        "0/0/2N7/3 6/0/0/0/7n2/0/0",
        "\u0660/0/2N7/3Z6/0/0/0/7n2/0/0",
        "0/0/\u0662N7/3Z6/0/0/0/7n2/0/0",
        *(f"0/0/2N7/3{sign}6/0/0/0/7n2/0/0" for sign in ALIKE),
    ):
        yield f"n|||||{rows}"


def _in_fields() -> Iterator[Any]:
    """Fields left out, too many, or not empty."""
    rows = "0/0/2N7/3Z6/0/0/0/7n2/0/0"
    tails = (
        "",
        "|",
        "||",
        "|||",
        "||||",
        "|d3:d1",
        "|d3:d1|",
        "|d3:d1|p",
        "|d3:d1|p|",
        "||p",
        "||p|",
    )
    yield from (f"n|||||{rows}{tail}" for tail in tails)
    yield from (
        f"n|||{first}|{second}|{rows}" for first, second in (("1", ""), ("", "1"), ("1", "1"), (" ", ""), ("", " "))
    )
    yield from (
        f"n||||{rows}",
        f"n|||{rows}",
        f"n||||||{rows}",
        f"|||||{rows}",
        f"n|||||{rows}|||Y:arcane_necromancer|x",
    )


def _used() -> Iterator[str]:
    one, two, *_ = sorted(kind.id for kind in TABLE.advanced)
    every = "+".join(sorted(kind.id for kind in TABLE.advanced))
    for text in (
        *(
            f"Y:{one}",
            f"B:{one}",
            f"Y:{one};B:{one}",
            f"Y:{one}+{two}",
            f"Y:{every}",
            f"B:{every}",
            f"Y:{every};B:{every}",
        ),
        *(f"B:{one};Y:{one}", f"Y:{two}+{one}", f"Y:{one}+{one}", f"Y:{one};Y:{two}", "Y:", "B:", f"Y:;B:{one}", one),
        *(
            f"Y:{one};",
            f";Y:{one}",
            f"y:{one}",
            f"Y:{one}+",
            f"Y:+{one}",
            "Y:necromancer",
            "Y:zombie",
            f"Y:{one},{two}",
        ),
        *(f"Y{one}", f":{one}", f"Y:{one.upper()}", f"X:{one}", f"Y:{one};B:necromancer", f"Y:zombie;B:{one}"),
    ):
        yield f"{PLAIN}|||{text}"


# Boards on which Yellow, Blue, both or nobody has a necromancer.
PEOPLED = ("2N7/7n2", "2N7/7z2", "2Z7/7n2", "2Z7/7z2")


def _in_states() -> Iterator[Case]:
    """Every state with every set of flags, and with each of four boards; then who has done something there."""
    for state in "fn012":
        for count in range(5):
            for flags in combinations("pqrw", count):
                for number, rows in enumerate(PEOPLED):
                    side = ("yellow", "blue")[(number + count) % 2]
                    first, second = rows.split("/")
                    yield _case(f"{state}|||||0/0/{first}/0/0/0/0/{second}/0/0||{''.join(flags)}".rstrip("|"), side)
        for rows in PEOPLED:
            first, second = rows.split("/")
            for side in ("yellow", "blue"):
                for marks in ("a3:d1", "a3:m1", "a3:a1", "j6:d1", "j6:m1", "j6:a1", "a3:m1;j6:m1"):
                    yield _case(f"{state}|||||0/0/{first}/I9/0/0/9i/{second}/0/0|{marks}", side)
                yield _case(f"{state}|||||0/0/{first}/I9/0/0/9i/{second}/0/0|a3:s|pq", side)
                yield _case(f"{state}|||||0/0/{first}/I9/0/0/9i/{second}/0/0|j6:s|pq", side)


# Positions

ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    0.5,
    "",
    "0",
    [],
    {},
    [0],
    ["yellow"],
    {"yellow": 0},
    "yellow",
    "active",
)
OF_LISTS: tuple[Any, ...] = (None, 0, "", "0", True, {}, {"0": 0}, "n")
OF_AMOUNTS: tuple[Any, ...] = (None, -1, 0.5, True, False, "0", "", [], {}, [1])
OF_SIDES: tuple[Any, ...] = (
    None,
    0,
    [],
    "",
    {},
    {"yellow": 0},
    {"yellow": 0, "blue": 0, "red": 0},
    {"Yellow": 0, "blue": 0},
)


OF_TEXTS: tuple[Any, ...] = (None, 0, [], ["1"], {})
OF_ENTERED: tuple[Any, ...] = ([0], [1], [-1], [0, 0], ["0"], [None], [True], [0.5], [[0]])
OF_BOARDS: tuple[Any, ...] = (None, 0, [], {}, [PLAIN], True, "", PLAIN + "|")
OF_MAPS: tuple[Any, ...] = (None, 0, [], {}, True, "", "map", MAPS[1].upper(), "/", "0/0")


def _position(**changed: Any) -> dict[str, Any]:
    """A position of one quiet board, in some way otherwise."""
    return {
        "boards": [PLAIN],
        "maps": [MAPS[1]],
        "side": "yellow",
        "money": {"yellow": 3, "blue": 0},
        "owed": {"yellow": 0, "blue": 2},
        "points": {"yellow": 0, "blue": 0},
        "tech": {"cards": "SPWG", "yellow": "12mt", "blue": "2100"},
        "spells": {"yellow": {"free": 1, "bought": 0}, "blue": {"free": 0, "bought": 1}},
        "entered": [],
        "status": "active",
        "winner": None,
        **changed,
    }


def _positions() -> Iterator[Case]:
    known = list[Any]()
    for position in _changed():
        if position not in known:
            known.append(position)
            other = {name: said for name, said in position.items() if said != _position().get(name, "")}
            yield Case("position", f"otherwise: {other!a}"[:160], {"position": position})


def _changed() -> Iterator[dict[str, Any]]:
    """Each field with each value that it cannot have, or nearly not."""
    plain = _position()
    yield plain
    yield from ({name: said for name, said in plain.items() if name != gone} for gone in plain)
    yield from ({**plain, name: None} for name in ("", "turn", "Side", "board"))
    yield from (_position(**{name: odd}) for name in ("boards", "maps", "entered") for odd in OF_LISTS)
    yield from (_position(**{name: odd}) for name in ("side", "status", "winner") for odd in (*ODD, "blue", "ended"))
    pairs = ("money", "owed", "points", "spells")
    yield from (_position(**{name: odd}) for name in (*pairs, "tech") for odd in OF_SIDES)
    for name in ("money", "owed", "points"):
        yield from (_position(**{name: {**plain[name], side: odd}}) for side in SIDES for odd in OF_AMOUNTS)
    yield from (_position(spells={**plain["spells"], side: hand}) for side in SIDES for hand in _hands())
    yield from (_position(tech={**plain["tech"], name: odd}) for name in plain["tech"] for odd in OF_TEXTS)
    yield from _many_boards()
    yield from _pointed()
    yield from _teched()
    yield from (_position(entered=odd) for odd in OF_ENTERED)


def _hands() -> Iterator[Any]:
    yield from (None, 0, [], [1, 0], {}, {"free": 1}, {"bought": 0}, {"free": 1, "bought": 0, "kept": 0}, "10")
    yield from ({"free": odd, "bought": 0} for odd in OF_AMOUNTS)
    yield from ({"free": 0, "bought": odd} for odd in OF_AMOUNTS)


def _many_boards() -> Iterator[dict[str, Any]]:
    """No boards, ninety-nine, a hundred (after the end, when nothing is listed); more maps than boards, or fewer."""
    for boards, maps in ((0, 0), (1, 0), (0, 1), (1, 2), (2, 1), (99, 99), (99, 98), (98, 99), (98, 98), (100, 100)):
        over = {"points": {"yellow": 99, "blue": 0}, "status": "ended", "winner": "yellow"} if boards else {}
        yield _position(boards=[PLAIN] * boards, maps=[MAPS[1]] * maps, **over)
    yield from (_position(boards=[odd]) for odd in OF_BOARDS)
    yield from (_position(maps=[odd]) for odd in OF_MAPS)


def _pointed() -> Iterator[dict[str, Any]]:
    """Points below, at and above those that win, on one board to nine, while the game is on and after its end."""
    for count in range(1, 10):
        boards = {"boards": [PLAIN] * count, "maps": [MAPS[1]] * count}
        needed = count - count // 4
        for mine in (needed - 1, needed, needed + 1):
            for status, winner in (
                ("active", None),
                ("ended", "yellow"),
                ("ended", "blue"),
                ("ended", None),
                ("active", "yellow"),
            ):
                yield _position(**boards, points={"yellow": mine, "blue": 0}, status=status, winner=winner)
                if count in (1, 4):
                    yield _position(**boards, points={"yellow": 0, "blue": mine}, status=status, winner=winner)
                    yield _position(**boards, points={"yellow": mine, "blue": mine}, status=status, winner=winner)


def _teched() -> Iterator[dict[str, Any]]:
    """Techlines: each sign of each side beside each of the other; cards that are none, twice, or too few signs."""
    for side in SIDES:
        for own in "012mt3 TM":
            for other in "012mt":
                yield _position(side=side, tech={"cards": "SP", "yellow": f"0{own}", "blue": f"1{other}"})
    every = "".join(kind.letter for kind in TABLE.cards)
    for cards in ("", "S", "SS", "SPS", "PS", "sP", "S ", "SZ", "SI", "SN", "S1", "SP\u017f", every, every + "S"):
        signs = "0" * len(cards)
        yield _position(tech={"cards": cards, "yellow": signs, "blue": signs})
        yield _position(tech={"cards": cards, "yellow": signs + "0", "blue": signs})
        yield _position(tech={"cards": cards, "yellow": signs, "blue": signs[1:]})


# Actions

GOOD: dict[str, dict[str, Any]] = {
    "move": {"board": 0, "moves": [["d3", "d4"]]},
    "attack": {"board": 0, "attacks": [["d3", "d4"]]},
    "buy": {"board": 0, "unit": "zombie"},
    "spawn": {"board": 0, "unit": "zombie", "to": "c3"},
    "choose": {"board": 0, "necromancer": "arcane_necromancer", "keep": None},
    "resign": {"board": 0},
    "buy-spell": {},
    "march": {},
    "tech": {"card": "skeleton"},
    "end-turn": {},
    "turn": {"actions": [{"kind": "march"}, {"kind": "end-turn"}]},
}
OF_TICKS: tuple[Any, ...] = (
    *(
        None,
        0,
        "",
        "d3d4",
        True,
        {},
        {"d3": "d4"},
        [],
        [None],
        [0],
        [[]],
        ["d3"],
        ["d3", "d4"],
        [["d3"]],
        [{}],
        ["d3d4"],
    ),
    *([["d3", "d4", "d5"]], [["d3", 4]], [[33, 43]], [["d3", None]], [["d3", ["d4"]]], [["D3", "d4"]], [["d3", "d10"]]),
    *([["d3", "k4"]], [["d3", "d4"], None], [["d3", "d4"], ["c2"]], [["d3", "d4"], []], [["d3", "d4"], ["c2", "x"]]),
    *([None, ["d3", "d4"]], [["d3", "d3"]], [["d3", "d4"], ["d3", "d4"]], [[True, "d4"]], [["", "d4"]]),
)
OF_NAMES: tuple[Any, ...] = (
    None,
    0,
    True,
    "",
    [],
    {},
    ["zombie"],
    "Zombie",
    "zombies",
    "Z",
    "necromancer",
    "skeleton",
    "dragon",
)
END: dict[str, Any] = {"kind": "end-turn"}
OF_TURNS: tuple[Any, ...] = (
    *(None, 0, "", True, {}, {"kind": "end-turn"}, [], [None], [{}], [0], ["end-turn"], [[END]], [{"actions": [END]}]),
    *([END], [END, END], [END, {"kind": "march"}], [{"kind": "march"}], [{"kind": "march"}, END, {"kind": "march"}]),
    *([{"kind": "turn", "actions": [END]}], [{"kind": "turn", "actions": [END]}, END], [{"kind": "fly"}, END]),
    *([{"kind": "march", "board": 0}, END], [{"kind": "buy", "board": 0, "unit": "dragon"}, END], [None, END]),
    *([{"kind": None}, END], [{"kind": "move", "board": 0, "moves": []}, END], [END, None], [{"kind": "march"}, {}]),
    *([{"kind": "march"}] * 2 + [END], [{"kind": "resign", "board": 0}, END]),
)
VALUES: dict[str, tuple[Any, ...]] = {
    "board": (None, -1, 1, True, False, "0", 0.5, [], {}, 10**9),
    "moves": OF_TICKS,
    "attacks": OF_TICKS,
    "unit": OF_NAMES,
    "necromancer": (*OF_NAMES, "battle_necromancer"),
    "keep": OF_NAMES,
    "card": OF_NAMES,
    "to": (None, 0, 22, True, "", "c", "3", "C3", "c3 ", " c3", "c10", "k3", "c-1", ["c3"], {}, "c2", "d4"),
    "actions": OF_TURNS,
}


def _actions() -> Iterator[Case]:
    known = list[Any]()
    for action in _otherwise():
        if action not in known:
            known.append(action)
            yield Case("action", f"{action!a}"[:160], {"position": _position(), "action": action})


def _otherwise() -> Iterator[Any]:
    """No action, no kind; each field of each kind left out, added, and with each value that it may not have."""
    yield from (None, 0, "", "march", True, [], {}, [{"kind": "march"}], {"Kind": "march"}, {"kind": "march", "": None})
    yield from (
        {"kind": kind} for kind in (None, 0, True, "", [], {}, ["march"], {"march": 0}, "fly", "March", "march ")
    )
    for kind, fields in GOOD.items():
        good = {"kind": kind, **fields}
        yield good
        yield from ({name: said for name, said in good.items() if name != gone} for gone in fields)
        yield from ({**good, name: VALUES[name][-1]} for name in VALUES if name not in fields)
        yield {**good, "side": "yellow"}
        yield from ({**good, name: odd} for name in fields for odd in VALUES[name])


OF_INDICES: tuple[Any, ...] = (0, 1, 2, -1, -2, -3, None, True, False, "0", 0.5, [], [0], {}, 10**9)
OF_PLACES: tuple[Any, ...] = (
    *("d3", "h7", "e3", "c3", "C2", "c2 ", "", "k3", "c10", None, 22, True, ["c2"], {}, {"c2": 0}),
)


def _reached() -> Iterator[Case]:
    """The same position, asked about boards that are none, and hexes on which somebody stands or nobody."""
    two = {"boards": [PLAIN] * 2, "maps": [MAPS[1], MAPS[2]]}
    for position, name in ((_position(), "one board"), (_position(**two), "two boards")):
        for index in OF_INDICES:
            yield _reach(name, position, index, "c2")
        for place in OF_PLACES:
            yield _reach(name, position, 0, place)


def _reach(name: str, position: dict[str, Any], index: Any, place: Any) -> Case:
    return Case(
        "reach", f"{name}, board {index!a}, from {place!a}", {"position": position, "board": index, "from": place}
    )


# Setups

REST = [kind.id for kind in TABLE.cards[TABLE.fixed_cards :]]
HALF = len(REST) // 2
FIRST, SECOND = REST[::2], REST[1::2]


OF_CARDS: tuple[Any, ...] = (
    *(None, 0, 1.5, True, [], {}, [FIRST[0]], "", FIRST[0].upper(), "zombie", "skeleton", "necromancer", SECOND[0]),
)
OF_SEEDS: tuple[Any, ...] = (None, "", "0", -1, 0.5, True, False, [], [1], {}, 2**53 + 1, 2**54)
OF_BIDS: tuple[Any, ...] = (
    *(None, 0, "", "46", {}, [], [4], [4, 6, 8], [4, -6], [-4, 6], [4, None], [4, "6"], [4.5, 6], [True, 6], [[4], 6]),
)
OF_HALVES: tuple[Any, ...] = (None, True, False, 0, 1, "", "up", [])


def _setups() -> Iterator[Case]:
    for cards in _cards():
        yield _setup("cards", {"maps": [MAPS[3], MAPS[0]], "cards": cards, "money": None})
    for money in _money():
        yield _setup("money", {"maps": [MAPS[2], MAPS[1]], "cards": None, "money": money})


def _setup(name: str, asked: dict[str, Any]) -> Case:
    return Case("setup", f"{name}: {asked[name]!a}"[:160], asked)


def _cards() -> Iterator[Any]:
    """Packs of every size and form, and seeds."""
    for size in (0, 1, HALF - 1, HALF, HALF + 1, len(REST)):
        yield {"first": REST[:size], "second": REST[size:]}
        yield {"first": REST[::-1][:size], "second": REST[::-1][size:]}
    for pack in (None, 0, True, "", ",".join(FIRST), "".join(FIRST), {}, dict.fromkeys(FIRST), dict.fromkeys(FIRST, 0)):
        yield {"first": pack, "second": SECOND}
        yield {"first": SECOND, "second": pack}
    for odd in OF_CARDS:
        yield {"first": [odd, *FIRST[1:]], "second": SECOND}
        yield {"first": FIRST, "second": [*SECOND[:-1], odd]}
        yield {"first": [*FIRST, odd], "second": SECOND}
    yield from ({"first": FIRST}, {"second": SECOND}, {"first": FIRST, "second": SECOND, "seed": 1}, {"First": FIRST})
    yield from ({"first": FIRST, "second": SECOND, "": []}, {"first": FIRST, "Second": SECOND}, {"seed": 1, "": 0})
    yield from ({"seed": odd} for odd in OF_SEEDS)


def _money() -> Iterator[Any]:
    """Amounts, and bids with what becomes of a half."""
    yield from (-1, 0.5, True, False, "", "0", [], [0], {}, [4, 6], {"bids": [4, 6]}, {"roundedUp": None})
    for bids in OF_BIDS:
        yield from ({"bids": bids, "roundedUp": up} for up in (None, True))
    for bids in ([4, 6], [4, 7], [7, 4], [5, 5], [0, 0], [0, 1], [1, 0], [3, 6], [2, 0], [0, 3]):
        yield from ({"bids": bids, "roundedUp": up} for up in OF_HALVES)
    yield from (
        {"bids": [4, 6], "roundedUp": None, "": 0},
        {"Bids": [4, 6], "roundedUp": None},
        {"bids": [4, 6], "rounded": None},
    )
