"""Why an action is refused, stated a second time: for each clause a small question over plain positions.

A question answers yes, no, or None where it is moot. Those of a tick are asked of each of its pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.minions.plain import ADVANCED, AROUND, HEX_OF, KINDS, OTHER, START, Hex, Plain, apart, attacks_a_turn, has
from tests.minions.plain import terrain as terrain_of
from tests.minions.second import Choices, may_end_turn, may_stand, must_choose, of, pairs_of, price, shortest


class Asked(NamedTuple):
    """A position, an action and the readings; own and foe are said from the side to move."""

    p: Plain
    a: Plain
    choices: Choices

    @property
    def side(self) -> str:
        side: str = self.p["side"]
        return side

    @property
    def board(self) -> Plain:
        board: Plain = self.p["boards"][self.a["board"]]
        return board

    @property
    def zone(self) -> list[str]:
        zone: list[str] = self.board["zones"][self.side]
        return zone

    @property
    def to(self) -> Hex:
        return HEX_OF[self.a["to"]]

    def own(self, hex_: Hex) -> Plain | None:
        unit: Plain | None = self.board["units"].get(hex_)
        return unit if unit and unit["side"] == self.side else None

    def foe(self, hex_: Hex) -> Plain | None:
        unit: Plain | None = self.board["units"].get(hex_)
        return unit if unit and unit["side"] != self.side else None

    def has_flag(self, flag: str) -> bool:
        return flag in self.board["flags"]

    def reads(self, entry: str, choice: str) -> bool:
        return self.choices[entry] == choice


Of = Callable[[Asked], bool | None]
OfPair = Callable[[Asked, Hex, Hex], bool | None]


def of_own(question: Callable[[Asked, Plain, Hex, Hex], bool]) -> OfPair:
    """A question about the own unit on the first hex of a pair, moot where there is none."""

    def asked(q: Asked, here: Hex, there: Hex) -> bool | None:
        unit = q.own(here)
        return None if unit is None else question(q, unit, here, there)

    return asked


def in_reach(q: Asked, unit: Plain, here: Hex, there: Hex) -> bool:
    return here == there or shortest(q.board, here, there, KINDS[unit["id"]]["speed"] - unit["moved"]) is not None


def on_ground(q: Asked, here: Hex, there: Hex) -> bool | None:
    unit = q.own(here)
    if terrain_of(q.board["map"])[there] != "W":
        return True
    return None if unit is None else has(unit["id"], "flying")


def attacks_left(q: Asked, unit: Plain, here: Hex, _: Hex) -> bool:
    made = unit["attacks"] + [one for one, _ in pairs_of(q.a)].count(here)
    return bool(made <= attacks_a_turn(unit["id"]))


def after_moving(q: Asked, unit: Plain, _: Hex, __: Hex) -> bool:
    still = q.reads("move-then-attack", "never") or has(unit["id"], "lumbering")
    return not (unit["moved"] and still)


def touchable(q: Asked, here: Hex, there: Hex) -> bool | None:
    own, foe = q.own(here), q.foe(there)
    if own is None or foe is None:
        return None
    vain = of(own, "attack") == "deathtouch" and has(foe["id"], "necromancer")
    return not vain or q.reads("deathtouch-necromancer", "no-effect")


def for_sale(q: Asked) -> bool:
    row = KINDS[q.a["unit"]]
    if row["letter"] == "N":
        return False
    if row["card"] is None:
        return True
    signs = dict(zip(q.p["tech"]["cards"], q.p["tech"][q.side], strict=True))
    return signs.get(row["letter"]) in (["2"] if q.reads("new-tech", "next-turn") else ["2", "t"])


def spawner_near(q: Asked) -> bool:
    near = [unit for hex_ in AROUND[q.to] if (unit := q.own(hex_)) and has(unit["id"], "spawn")]
    return any(q.reads("spawn-chain", "yes") or not unit["spawned"] for unit in near)


def unused(q: Asked) -> bool:
    among = [q.board] if q.reads("used-necromancers", "per-side-per-board") else q.p["boards"]
    used = {id_ for board in among for id_ in board["used"][q.side]}
    return q.a["necromancer"] not in used or used == set(ADVANCED)


def on_card(question: Callable[[Asked, str, str], bool]) -> Of:
    """A question about the signs of both sides on the card of a tech, moot where it is not in the techline."""

    def asked(q: Asked) -> bool | None:
        cards = [id_ for letter in q.p["tech"]["cards"] for id_, row in KINDS.items() if row["letter"] == letter]
        if q.a["card"] not in cards:
            return None
        place = cards.index(q.a["card"])
        return question(q, q.p["tech"][q.side][place], q.p["tech"][OTHER[q.side]][place])

    return asked


def spells(q: Asked) -> bool:
    return any(q.p["spells"][q.side].values())


def comes_next(q: Asked) -> bool:
    """Whether a board is the last that was entered, or a new one; in order, the one with the highest number."""
    entered, board = q.p["entered"], q.a["board"]
    last_or_new = board in entered[-1:] or board not in entered
    return last_or_new and (q.reads("turn-order", "general-first") or board >= max(entered, default=0))


ON_A_BOARD: dict[str, Of] = {
    "TRN-4": lambda q: q.reads("turn-order", "free") or comes_next(q),
    "PHA-1": lambda q: q.board["state"] != "0",
    "PHA-6": lambda q: not q.has_flag("w") or q.reads("after-kill", "play-on"),
    "RES-3": lambda q: not q.has_flag("r") or q.reads("resign-when", "any-time"),
}
CHOSEN: dict[str, Of] = {"PHA-2": lambda q: not must_choose(q.board, q.side)}
ATTACKING: dict[str, Of] = {**ON_A_BOARD, **CHOSEN, "PHA-3": lambda q: not q.has_flag("p")}
SPAWNING: dict[str, Of] = {
    **ON_A_BOARD,
    **CHOSEN,
    "PHA-4": lambda q: q.board["state"] != "1",
    "PHA-5": lambda q: q.board["state"] != "f" or q.reads("first-turn", "attack-and-spawn"),
}
GENERAL: dict[str, Of] = {"TRN-3": lambda q: q.reads("turn-order", "free") or not q.p["entered"]}
QUESTIONS: dict[str, dict[str, Of]] = {
    "move": {
        **ATTACKING,
        "TIC-3": lambda q: len({there for _, there in pairs_of(q.a)}) == len(q.a["moves"]),
        "TIC-4": lambda q: len({here for here, _ in pairs_of(q.a)}) == len(q.a["moves"]),
    },
    "attack": {**ATTACKING, "TIC-5": lambda q: len(q.a["attacks"]) == 1 or q.reads("tick", "many-attacks")},
    "buy": {
        **SPAWNING,
        "PUR-1": for_sale,
        "PUR-2": lambda q: KINDS[q.a["unit"]]["cost"] <= q.p["money"][q.side],
        "PUR-3": lambda q: not q.has_flag("q") or q.reads("purchase", "interleaved"),
    },
    "spawn": {
        **SPAWNING,
        "SPN-1": lambda q: q.a["unit"] in q.zone,
        "SPN-2": lambda q: q.to not in q.board["units"],
        "SPN-3": spawner_near,
        "SPN-4": lambda q: q.reads("spawn-on-water", "anyone") or may_stand(q.board, q.a["unit"], q.to),
    },
    "choose": {
        **ON_A_BOARD,
        "CHO-1": lambda q: must_choose(q.board, q.side),
        "CHO-2": lambda q: q.a["necromancer"] in ADVANCED,
        "CHO-3": unused,
        "CHO-4": lambda q: q.a["keep"] is None or q.a["keep"] in q.zone,
        "CHO-5": lambda q: q.a["keep"] is not None or not q.zone or q.reads("keep-unit", "at-most-one"),
        "CHO-10": lambda q: START[q.side] not in q.board["units"],
    },
    "resign": {
        "RES-1": lambda q: not q.has_flag("r"),
        "RES-2": lambda q: not q.reads("resign-when", "instead-of-turn") or q.a["board"] not in q.p["entered"],
        "RES-4": lambda q: q.reads("reset0-resign", "allowed") or q.board["state"] != "0",
    },
    "buy-spell": {**GENERAL, "TEC-11": lambda q: price(q.p, q.choices) <= q.p["money"][q.side]},
    "march": {**GENERAL, "TEC-3": spells, "TEC-2": lambda q: "0" in q.p["tech"][q.side]},
    "tech": {
        **GENERAL,
        "TEC-3": spells,
        "TEC-4": on_card(lambda _, own, __: own in "1m"),
        "TEC-5": on_card(lambda _, __, other: other not in "2t"),
        "TEC-6": on_card(lambda q, own, _: own != "m" or q.reads("march-and-tech", "allowed")),
        "TEC-7": lambda q: (
            KINDS[q.a["card"]]["card"] is not None and KINDS[q.a["card"]]["letter"] in q.p["tech"]["cards"]
        ),
    },
    "end-turn": {"END-1": lambda q: may_end_turn(q.p, q.a, q.choices)},
}
OF_EACH_PAIR: dict[str, dict[str, OfPair]] = {
    "move": {
        "MOV-1": lambda q, here, _: q.own(here) is not None,
        "MOV-2": lambda _, here, there: here != there,
        "MOV-3": of_own(lambda _, unit, __, ___: unit["attacks"] == 0),
        "MOV-4": of_own(lambda q, unit, _, __: unit["moved"] == 0 or q.reads("moves-per-turn", "split")),
        "MOV-7": of_own(in_reach),
        "MOV-8": lambda q, _, there: q.foe(there) is None,
        "MOV-9": on_ground,
        "TIC-2": lambda q, _, there: q.own(there) is None or there in [here for here, _ in pairs_of(q.a)],
    },
    "attack": {
        "ATK-1": lambda q, here, _: q.own(here) is not None,
        "ATK-2": lambda q, _, there: q.foe(there) is not None,
        "ATK-3": of_own(lambda _, unit, here, there: apart(here, there) <= of(unit, "range")),
        "ATK-4": of_own(attacks_left),
        "ATK-5": of_own(after_moving),
        "ATK-6": touchable,
    },
}


def together(answers: list[bool | None]) -> bool | None:
    """No if one says no, else moot if one is, else yes."""
    return False if False in answers else None if None in answers else True


def needs_no_board(clause: str, a: Plain) -> bool:
    """Whether a question can be asked even of a board that is not there."""
    if clause in ("CHO-4", "CHO-5"):
        return (a["keep"] is None) == (clause == "CHO-4")
    return clause in ("MOV-2", "TIC-3", "TIC-4", "TIC-5", "PUR-1", "PUR-2", "CHO-2")


def answers(q: Asked) -> Iterator[tuple[str, bool | None]]:
    """What each clause says of an action."""
    kind, absent = q.a["kind"], q.a.get("board", 0) >= len(q.p["boards"])
    if "board" in q.a:
        yield "TRN-2", not absent
    for clause, question in QUESTIONS[kind].items():
        yield clause, None if absent and not needs_no_board(clause, q.a) else question(q)
    for clause, of_pair in OF_EACH_PAIR.get(kind, {}).items():
        moot = absent and not needs_no_board(clause, q.a)
        yield clause, None if moot else together([of_pair(q, here, there) for here, there in pairs_of(q.a)])


def reasons(p: Plain, a: Plain, choices: Choices) -> tuple[set[str], set[str]]:
    """The clauses that an action breaks in an active game, and those that are moot."""
    found = [*answers(Asked(p, a, choices))]
    broken = {f"MIN-{clause}" for clause, answer in found if answer is False}
    return broken, {f"MIN-{clause}" for clause, answer in found if answer is None}
