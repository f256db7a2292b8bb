"""The rules stated a second time, over plain positions and by other means than the reference's.

Paths are all rows of steps, tried one after another; a tick lifts its movers and puts them down again; what
a tick of attacks does is told target by target; the end of a turn is its six steps in one flat row.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tests.minions.plain import (
    ADVANCED,
    AROUND,
    HEX_OF,
    HEXES,
    ID_OF,
    KINDS,
    OTHER,
    SIDES,
    START,
    TABLE,
    Hex,
    Plain,
    apart,
    attacks_a_turn,
    fresh,
    has,
    hexes_that_are,
    terrain,
)

Choices = Mapping[str, str]
Pairs = list[tuple[Hex, Hex]]

# Paths


@cache
def rows_of_steps(here: Hex, count: int) -> tuple[tuple[Hex, ...], ...]:
    """Every row of so many steps from a hex, with the hexes that it comes over, the first and the last included."""
    if count == 0:
        return ((here,),)
    return tuple((*row, near) for row in rows_of_steps(here, count - 1) for near in AROUND[row[-1]])


@cache
def rows_between(here: Hex, there: Hex, count: int) -> tuple[tuple[Hex, ...], ...]:
    """The rows of so many steps between two hexes."""
    return tuple(row for row in rows_of_steps(here, count) if row[-1] == there)


def lets_through(board: Plain, side: str, hex_: Hex) -> bool:
    return terrain(board["map"])[hex_] != "W" and board["units"].get(hex_, {"side": side})["side"] == side


def shortest(board: Plain, here: Hex, there: Hex, most: int) -> int | None:
    """The least number of steps, up to ``most``, that bring the unit of the first hex to the other."""
    unit = board["units"][here]
    for count in range(1, most + 1):
        for row in rows_between(here, there, count):
            if has(unit["id"], "flying") or all(lets_through(board, unit["side"], hex_) for hex_ in row[1:-1]):
                return count
    return None


def may_stand(board: Plain, id_: str, hex_: Hex) -> bool:
    return terrain(board["map"])[hex_] != "W" or has(id_, "flying")


def reach(board: Plain, here: Hex) -> list[Hex]:
    """Where a unit could end a move of its own with its whole speed, in board order."""
    id_ = board["units"][here]["id"]
    free = [hex_ for hex_ in HEXES if hex_ not in board["units"] and may_stand(board, id_, hex_)]
    return [hex_ for hex_ in free if shortest(board, here, hex_, KINDS[id_]["speed"]) is not None]


# What is allowed

PHASES = {"f": "attack spawn", "n": "attack spawn", "0": "", "1": "choice attack", "2": "choice attack spawn"}


def own_necromancers(board: Plain, side: str) -> int:
    return sum(unit["side"] == side and has(unit["id"], "necromancer") for unit in board["units"].values())


def must_choose(board: Plain, side: str) -> bool:
    return "choice" in PHASES[board["state"]] and own_necromancers(board, side) == 0


def is_in(phase: str, p: Plain, index: int, choices: Choices) -> bool:
    """Whether a board of the game is in a phase for the side to move, who may also act there at all."""
    if index >= len(p["boards"]):
        return False
    board = p["boards"][index]
    phases = PHASES[board["state"]].split()
    if board["state"] == "f" and choices["first-turn"] == "attack-only":
        phases.remove("spawn")
    phases = [one for one in phases if (one == "choice") == must_choose(board, p["side"])]
    if "p" in board["flags"]:
        phases = [one for one in phases if one != "attack"]
    shut = "w" in board["flags"] and choices["after-kill"] == "board-closed"
    shut |= "r" in board["flags"] and choices["resign-when"] in ("until-resigned", "instead-of-turn")
    shut |= choices["turn-order"] != "free" and index in p["entered"] and p["entered"][-1] != index
    shut |= choices["turn-order"] == "in-order" and max([index, *p["entered"]]) != index
    return phase in phases and not shut


def pairs_of(a: Plain) -> Pairs:
    return [(HEX_OF[here], HEX_OF[there]) for here, there in a.get("moves", []) + a.get("attacks", [])]


def may_move(p: Plain, a: Plain, choices: Choices) -> bool:
    if not is_in("attack", p, a["board"], choices):
        return False
    board = p["boards"][a["board"]]
    left, lifted = dict(board["units"]), []
    for here, there in pairs_of(a):
        unit = left.pop(here, None)
        if unit is None or unit["side"] != p["side"] or unit["attacks"] or here == there:
            return False
        if unit["moved"] and choices["moves-per-turn"] == "one":
            return False
        if shortest(board, here, there, KINDS[unit["id"]]["speed"] - unit["moved"]) is None:
            return False
        lifted.append((there, unit))
    for there, unit in lifted:
        if there in left or not may_stand(board, unit["id"], there):
            return False
        left[there] = unit
    return True


def may_attack_at_all(unit: Plain, times: int, choices: Choices) -> bool:
    if unit["attacks"] + times > attacks_a_turn(unit["id"]):
        return False
    slow = has(unit["id"], "lumbering") or choices["move-then-attack"] == "never"
    return not (unit["moved"] and slow)


def may_attack(p: Plain, a: Plain, choices: Choices) -> bool:
    pairs = pairs_of(a)
    if not is_in("attack", p, a["board"], choices):
        return False
    if len(pairs) > 1 and choices["tick"] == "moves-or-one-attack":
        return False
    units = p["boards"][a["board"]]["units"]
    for here, times in Counter(here for here, _ in pairs).items():
        if here not in units or units[here]["side"] != p["side"]:
            return False
        if not may_attack_at_all(units[here], times, choices):
            return False
    for here, there in pairs:
        if there not in units or units[there]["side"] == p["side"] or apart(here, there) > of(units[here], "range"):
            return False
        touches = of(units[here], "attack") == "deathtouch" and has(units[there]["id"], "necromancer")
        if touches and choices["deathtouch-necromancer"] == "illegal":
            return False
    return True


def of(unit: Plain, figure: str) -> Any:
    return KINDS[unit["id"]][figure]


def may_buy(p: Plain, a: Plain, choices: Choices) -> bool:
    row = KINDS[a["unit"]]
    if not is_in("spawn", p, a["board"], choices) or row["letter"] == "N" or row["cost"] > p["money"][p["side"]]:
        return False
    if "q" in p["boards"][a["board"]]["flags"] and choices["purchase"] == "first":
        return False
    unlocked = "2" if choices["new-tech"] == "next-turn" else "2t"
    lying = dict(zip(p["tech"]["cards"], p["tech"][p["side"]], strict=True))
    return row["card"] is None or lying.get(row["letter"], "0") in unlocked


def may_spawn(p: Plain, a: Plain, choices: Choices) -> bool:
    if not is_in("spawn", p, a["board"], choices):
        return False
    board, to = p["boards"][a["board"]], HEX_OF[a["to"]]
    if a["unit"] not in board["zones"][p["side"]] or to in board["units"]:
        return False
    if choices["spawn-on-water"] == "flyers" and not may_stand(board, a["unit"], to):
        return False
    beside = [board["units"][hex_] for hex_ in AROUND[to] if hex_ in board["units"]]
    able = [unit for unit in beside if unit["side"] == p["side"] and has(unit["id"], "spawn")]
    return any(choices["spawn-chain"] == "yes" or not unit["spawned"] for unit in able)


def may_choose(p: Plain, a: Plain, choices: Choices) -> bool:
    if not is_in("choice", p, a["board"], choices):
        return False
    board, keep = p["boards"][a["board"]], a["keep"]
    if START[p["side"]] in board["units"]:
        return False
    zone = board["zones"][p["side"]]
    among = [board] if choices["used-necromancers"] == "per-side-per-board" else p["boards"]
    used = {id_ for one in among for id_ in one["used"][p["side"]]}
    left = set(ADVANCED) - used or set(ADVANCED)
    if keep is None:
        return a["necromancer"] in left and (zone == [] or choices["keep-unit"] == "at-most-one")
    return a["necromancer"] in left and keep in zone


def may_resign(p: Plain, a: Plain, choices: Choices) -> bool:
    if a["board"] >= len(p["boards"]):
        return False
    board = p["boards"][a["board"]]
    too_late = a["board"] in p["entered"] and choices["resign-when"] == "instead-of-turn"
    passed = board["state"] == "0" and choices["reset0-resign"] == "illegal"
    return not (too_late or passed or "r" in board["flags"])


def price(p: Plain, choices: Choices) -> int:
    return {"8n": 8, "4n": 4}[choices["spell-price"]] * len(p["boards"])


def is_the_generals_time(p: Plain, choices: Choices) -> bool:
    return choices["turn-order"] == "free" or p["entered"] == []


def may_buy_spell(p: Plain, _: Plain, choices: Choices) -> bool:
    return is_the_generals_time(p, choices) and p["money"][p["side"]] >= price(p, choices)


def may_march(p: Plain, _: Plain, choices: Choices) -> bool:
    spells = sum(p["spells"][p["side"]].values())
    return is_the_generals_time(p, choices) and spells > 0 and "0" in p["tech"][p["side"]]


def may_tech(p: Plain, a: Plain, choices: Choices) -> bool:
    place = p["tech"]["cards"].find(KINDS[a["card"]]["letter"])
    if place < 0 or not is_the_generals_time(p, choices) or not sum(p["spells"][p["side"]].values()):
        return False
    own, other = p["tech"][p["side"]][place], p["tech"][OTHER[p["side"]]][place]
    return own in ("1" if choices["march-and-tech"] == "no" else "1m") and other not in "2t"


def may_end_turn(p: Plain, _: Plain, __: Choices) -> bool:
    return not any(must_choose(board, p["side"]) and "r" not in board["flags"] for board in p["boards"])


# What is done


def do_move(p: Plain, a: Plain, _: Choices) -> None:
    board = p["boards"][a["board"]]
    units, landed = board["units"], {}
    for here, there in pairs_of(a):
        unit = units[here]
        steps = shortest(board, here, there, KINDS[unit["id"]]["speed"] - unit["moved"]) or 0
        landed[there] = {**unit, "moved": unit["moved"] + steps}
    gone = {here for here, _ in pairs_of(a)}
    board["units"] = {**{hex_: unit for hex_, unit in units.items() if hex_ not in gone}, **landed}


def do_attack(p: Plain, a: Plain, choices: Choices) -> None:
    board, pairs = p["boards"][a["board"]], pairs_of(a)
    units = board["units"]
    for here, _ in pairs:
        units[here]["attacks"] += 1
    for target in {there for _, there in pairs}:
        attackers = [units[here] for here, there in pairs if there == target]
        suffer(p, board, target, attackers, choices)


def suffer(p: Plain, board: Plain, target: Hex, attackers: list[Plain], choices: Choices) -> None:
    """All that the attacks of a tick do to one target."""
    victim = board["units"][target]
    stays = has(victim["id"], "persistent")
    for attacker in attackers:
        kind = of(attacker, "attack")
        victim["damage"] += {"normal": of(attacker, "value"), "flurry": 1, "unsummon": int(stays)}.get(kind, 0)
    kinds = {of(attacker, "attack") for attacker in attackers}
    touched = "deathtouch" in kinds and not has(victim["id"], "necromancer")
    if touched or (victim["damage"] >= of(victim, "defense") and (stays or "unsummon" not in kinds)):
        purse = "money" if choices["rebate-time"] == "at-once" else "owed"
        p[purse][victim["side"]] += of(victim, "rebate")
        board["flags"] |= {"w"} if has(victim["id"], "necromancer") else set()
        del board["units"][target]
    elif "unsummon" in kinds and not stays:
        board["zones"][victim["side"]].append(victim["id"])
        del board["units"][target]


def do_buy(p: Plain, a: Plain, _: Choices) -> None:
    board = p["boards"][a["board"]]
    p["money"][p["side"]] -= KINDS[a["unit"]]["cost"]
    board["zones"][p["side"]].append(a["unit"])
    board["flags"].add("p")


def do_spawn(p: Plain, a: Plain, _: Choices) -> None:
    board = p["boards"][a["board"]]
    board["zones"][p["side"]].remove(a["unit"])
    board["units"][HEX_OF[a["to"]]] = {**fresh(a["unit"], p["side"]), "spawned": True}
    board["flags"] |= {"p", "q"}


def do_choose(p: Plain, a: Plain, _: Choices) -> None:
    board, side = p["boards"][a["board"]], p["side"]
    board["units"][START[side]] = fresh(a["necromancer"], side)
    board["zones"][side] = ["initiate"] + [a["keep"]] * (a["keep"] is not None)
    board["used"][side] = sorted({a["necromancer"], *board["used"][side]})


def do_resign(p: Plain, a: Plain, _: Choices) -> None:
    p["boards"][a["board"]]["flags"].add("r")


def do_buy_spell(p: Plain, _: Plain, choices: Choices) -> None:
    p["money"][p["side"]] -= price(p, choices)
    p["spells"][p["side"]]["bought"] += 1


def place_spell(p: Plain, place: int, sign: str) -> None:
    side, hand = p["side"], p["spells"][p["side"]]
    hand["free" if hand["free"] else "bought"] -= 1
    signs = list(p["tech"][side])
    signs[place] = sign
    p["tech"][side] = "".join(signs)


def do_march(p: Plain, _: Plain, __: Choices) -> None:
    place_spell(p, p["tech"][p["side"]].index("0"), "m")


def do_tech(p: Plain, a: Plain, _: Choices) -> None:
    place_spell(p, [ID_OF[letter] for letter in p["tech"]["cards"]].index(a["card"]), "t")


# The end of a turn


def reset(board: Plain, choices: Choices) -> None:
    """Section 6.1, in place."""
    for unit in board["units"].values():
        if not has(unit["id"], "necromancer") or choices["surviving-necromancer"] == "to-zone":
            board["zones"][unit["side"]].append(unit["id"])
    board["units"] = {near: fresh("zombie", side) for side in SIDES for near in AROUND[START[side]]}
    board["flags"] = set()
    for side in SIDES:
        board["zones"][side] += ["initiate"] * (choices["initiate"] == "also-at-reset")


def do_end_turn(p: Plain, _: Plain, choices: Choices) -> None:
    """Section 5, step by step, in place."""
    mover, enemy, boards = p["side"], OTHER[p["side"]], p["boards"]
    needed = {1: 1, 2: 2, 3: 3, 4: 3, 5: 4, 6: 5, 7: 6, 8: 6}[len(boards)]
    won = [board for board in boards if "w" in board["flags"]]
    resigned = [board for board in boards if "r" in board["flags"]]

    # 1. Income
    for board in boards:
        own = {hex_: unit["id"] for hex_, unit in board["units"].items() if unit["side"] == mover}
        income = 2 + len(own.keys() & hexes_that_are(board["map"], "G")) + any(has(id_, "soul") for id_ in own.values())
        if "r" in board["flags"] and choices["resign-income"] == "none":
            income = 0
        if board["state"] == "0" and choices["reset0-income"] == "none":
            income = 0
        p["money"][mover] += income

    # 2. Board wins
    for board in won:
        p["points"][mover] += 1
        reset(board, choices)

    # 3. The mover's win of the game
    if p["points"][mover] >= needed:
        p["status"], p["winner"] = "ended", mover
        if choices["after-game-win"] == "stop":
            return

    # 4. Board losses
    lost = []
    for board in boards:
        theirs = {hex_ for hex_, unit in board["units"].items() if unit["side"] == enemy}
        given_up = any(board is one for one in resigned)
        if given_up and any(board is one for one in won) and choices["resign-won-board"] == "win-stands":
            given_up = False
        if given_up or len(theirs & hexes_that_are(board["map"], "G")) >= 8:
            lost.append(board)
    for board in lost:
        p["points"][enemy] += 1
        reset(board, choices)

    # 5. The opponent's win of the game
    if p["status"] == "active" and p["points"][enemy] >= needed:
        p["status"], p["winner"] = "ended", enemy
    if p["status"] == "ended":
        return

    # 6. The state of each board for the side that comes, which a reset brings to reset+0 or reset+1
    after_win = {"by-state": "0", "next-mover": "1", "loser": "1"}[choices["restart"]]
    after_loss = {"by-state": "1", "next-mover": "1", "loser": "0"}[choices["restart"]]
    for board in boards:
        if any(board is one for one in lost):
            board["state"] = after_loss
        elif any(board is one for one in won):
            board["state"] = after_win
        else:
            board["state"] = {"f": "n", "n": "n", "0": "1", "1": "2", "2": "n"}[board["state"]]
        board["flags"] = set()
        board["units"] = {hex_: fresh(unit["id"], unit["side"]) for hex_, unit in board["units"].items()}

    # and the turn passes
    hand = p["spells"][mover]
    hand["free"] *= choices["free-spell"] == "kept"
    hand["bought"] *= choices["bought-spell"] == "kept"
    p["spells"][enemy]["free"] += 1
    p["tech"][mover] = p["tech"][mover].replace("m", "1").replace("t", "2")
    p["side"], p["entered"] = enemy, []
    p["money"][enemy] += p["owed"][enemy]
    p["owed"][enemy] = 0


May = Callable[[Plain, Plain, Choices], bool]
Do = Callable[[Plain, Plain, Choices], None]
RULES: dict[str, tuple[May, Do]] = {
    "move": (may_move, do_move),
    "attack": (may_attack, do_attack),
    "buy": (may_buy, do_buy),
    "spawn": (may_spawn, do_spawn),
    "choose": (may_choose, do_choose),
    "resign": (may_resign, do_resign),
    "buy-spell": (may_buy_spell, do_buy_spell),
    "march": (may_march, do_march),
    "tech": (may_tech, do_tech),
    "end-turn": (may_end_turn, do_end_turn),
}
ENTERING = ("move", "attack", "buy", "spawn", "choose")


def allows(p: Plain, a: Plain, choices: Choices) -> bool:
    """Whether an action, of any kind but a whole turn, is legal."""
    return p["status"] == "active" and RULES[a["kind"]][0](p, a, choices)


def after(p: Plain, a: Plain, choices: Choices) -> Plain:
    """The position after a legal action; the one before is left alone."""
    p = pickle.loads(pickle.dumps(p))
    RULES[a["kind"]][1](p, a, choices)
    if a["kind"] in ENTERING and a["board"] not in p["entered"]:
        p["entered"].append(a["board"])
    return p


__all__ = ["HEXES", "TABLE", "after", "allows", "reach"]
