"""The points of a turn, by category and partition: which of the slips that people make a question can tell.

A point is a short text: what kind of unit does it, with how much, where, and next to what. Of a word that is refused,
it begins with the one clause that refuses it, and says how. Only what tells one slip from another is a point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ludex.games.tribun.attacks import attackers
from ludex.games.tribun.board import BESIDE, COLORS, JUMPS, LEAP_RAYS, STRAIGHT_RAYS, other, xy_of
from ludex.games.tribun.composing import DONORS_OF
from ludex.games.tribun.patterns import PRIMARY, SECONDARY, aim, reach
from ludex.games.tribun.position import Position
from ludex.games.tribun.units import Unit, rounded_height
from ludex.games.tribun.words import (
    Action,
    AttackTribun,
    Backstabb,
    Combine,
    Damage,
    Draw,
    End,
    Enslave,
    Kill,
    Liberate,
    Move,
    Split,
    Symmetric,
)
from ludex.rules import Rules
from ludex.suites.tribun.features import pattern
from ludex.suites.tribun.positions import unit_at

CORNERS = (0, 120)  # the tiles whose numbers are the least and the greatest
NOWHERE = -1
Points = Iterator[str]


def points_of(position: Position, action: Action, rules: Rules, broken: Sequence[str]) -> frozenset[str]:
    """The points of a turn that is legal, or refused by one clause alone; of another, its clauses together."""
    if len(broken) > 1:
        return frozenset({" and ".join(broken), *_same_tile(action, broken)})
    head = broken[0] if broken else type(action).__name__
    found = _POINTS[type(action)](position, action, rules, broken[0] if broken else "")
    return frozenset(f"{head}: {point}" for point in found)


def _same_tile(action: Action, broken: Sequence[str]) -> Points:
    """The mover itself among what it acts on: a cause of its own, whatever it breaks."""
    if isinstance(action, Move | Kill | Enslave | AttackTribun) and action[0] == action[1]:
        yield f"{type(action).__name__}: its own tile, {' '.join(broken)}"


# What is said of units and tiles


def _name_of(unit: Unit) -> str:
    """``2/3``, ``T1``, ``nothing``."""
    return f"{'T' * unit.tribun}{unit.p}{f'/{unit.s}' * (unit.s > 0)}" if unit.p else "nothing"


def _there(position: Position, cid: int) -> str:
    """Who stands on a tile, as seen by the side to move."""
    if cid == NOWHERE:
        return "off"
    unit = unit_at(position, cid)
    if not unit.p:
        return "empty"
    return f"{'own' if unit.color == position.turn else 'enemy'}{' tribun' * unit.tribun}{' stack' * (unit.s > 0)}"


def _side_of(position: Position, cid: int) -> str:
    return _there(position, cid).split()[0]


def _beside(cid: int, direction: int) -> int:
    return next(iter(BESIDE[cid][direction]), NOWHERE)


def _unit_beside(position: Position, cid: int, direction: int) -> Unit:
    tile = _beside(cid, direction)
    return Unit(0, 0, 0, False) if tile == NOWHERE else unit_at(position, tile)


def _corner(name: str, cid: int) -> Points:
    if cid in CORNERS:
        yield f"{name} {cid}"
    x, y = xy_of(cid) if cid != NOWHERE else (9, 9)
    if cid != NOWHERE and 0 in (x, y):
        yield f"{name} {'x' * (x == 0)}{'y' * (y == 0)} is 0"


# Moving


def _between(origin: int, target: int, height: int) -> list[int]:
    """The landing tiles of a slide, or the tile of a jump, before the target; none where there is no such line."""
    if height in (4, 6):
        lines = [ray[: ray.index(target)] for ray in LEAP_RAYS[origin] if target in ray]
    else:
        lines = [(over,) for over, to in JUMPS[origin] if to == target] if height == 8 else []
    return [tile for line in lines for tile in line]


def _line_of_six(origin: int, target: int) -> list[int]:
    return [tile for ray in STRAIGHT_RAYS[origin] if target in ray for tile in ray[: ray.index(target)]]


def _way(position: Position, origin: int, target: int, height: int) -> Points:
    """How the way there is taken: vector, number of leaps, what is passed over."""
    (x, y), (to_x, to_y) = xy_of(origin), xy_of(target)
    line = _between(origin, target, height)
    slides = height in (4, 6) and any(target in ray for ray in LEAP_RAYS[origin])
    if slides:
        yield f"{len(line) + 1} leaps"
    elif max(abs(to_x - x), abs(to_y - y)) <= 3:
        yield f"by {to_x - x},{to_y - y}"
    for over in sorted({_there(position, tile) for tile in line} - ({"empty"} if height != 8 else set())):
        yield f"over {over}"


def _move(position: Position, action: Move, rules: Rules, clause: str) -> Points:
    origin, target, part = action
    unit = unit_at(position, origin)
    kind, height = pattern(unit, part), (unit.p, unit.s)[part]
    if clause == "TRB-MOV-2":
        tempting = target in reach(position.board, origin, unit, PRIMARY, rules)
        yield f"{pattern(unit, PRIMARY)}{' which reaches it with its primary' * tempting}"
        return
    if clause == "TRB-MOV-3":
        yield from (f"{kind} {_there(position, target)}", f"onto {_there(position, target)}")
        return
    if clause == "TRB-MOV-4":
        if unit.s and target in reach(position.board, origin, unit, 1 - part, rules):
            yield f"part {part} of {_name_of(unit)}, the other reaches"
        yield from (f"{kind} {way}" for way in _way(position, origin, target, height))
        return
    yield f"{kind} {COLORS[position.turn]}{' of a tribun' * unit.tribun}{unit.p * unit.tribun or ''}"
    if not clause:
        yield f"{_name_of(unit)} part {part}"
        yield from (f"{kind} {way}" for way in _way(position, origin, target, height))
        yield from (f"{kind} {said}" for name, cid in (("from", origin), ("to", target)) for said in _corner(name, cid))
        if height == 8 and target in CORNERS and _between(origin, target, height):
            yield f"jumps to {target}"


# Attacking


def _amounts(position: Position, target: int, rules: Rules, without: int = NOWHERE) -> list[tuple[int, int]]:
    """What each that can attack brings with its primary and with its slave (0 where that part cannot)."""
    band = attackers(position.board, target, position.turn, rules)
    return [(one.strengths.get(PRIMARY, 0), one.strengths.get(SECONDARY, 0)) for one in band if one.cid != without]


def _sums(pairs: Sequence[Sequence[int]]) -> set[int]:
    sums = {0}
    for pair in pairs:
        sums |= {total + part for total in sums for part in pair if part}
    return sums - {0}


def _wrong_sums(pairs: Sequence[tuple[int, int]]) -> dict[str, list[tuple[int, ...]]]:
    """What those may bring in the count of somebody who slips."""
    return {
        "primaries alone": [(p,) for p, _ in pairs],
        "the primary where both attack": [(p or s,) for p, s in pairs],
        "the slave where both attack": [(s or p,) for p, s in pairs],
        "the lesser part": [(min(p, s) or p + s,) for p, s in pairs],
        "both parts": [(p + s,) for p, s in pairs],
        "one alone": [(max(max(pair) for pair in pairs),)] if pairs else [],
    }


def _helping(position: Position, target: int, mover: int, share: int, rules: Rules) -> Points:
    """What the strength of a KILL or an ENSLAVE hangs on."""
    wanted, pairs = unit_at(position, target).p, _amounts(position, target, rules, mover)
    best = sorted((max(pair) for pair in pairs), reverse=True)
    enough = share + sum(best) >= wanted
    yield "exact" if share + sum(best) == wanted else "more than enough" if enough else "short"
    if share + sum(best) == wanted - 1:
        yield "short by one"
    if enough:
        needed = next(count for count in range(len(best) + 1) if share + sum(best[:count]) >= wanted)
        yield f"{min(needed, 5)} must help"
        if best and sum(best) >= wanted:
            yield "could do without the mover"
    for how, wrong in _wrong_sums(pairs).items():
        if (share + sum(sum(pair) for pair in wrong) >= wanted) != enough:
            yield f"{how} would tell otherwise"
    unit = unit_at(position, mover)
    if unit.s and not enough and sum(best) + unit.p + unit.s >= wanted:
        yield "both parts of the mover would do"
        tiles = [aim(position.board, mover, unit, part, rules) for part in (PRIMARY, SECONDARY)]
        if all(target in tile for tile in tiles):
            yield "both parts of the mover attack"
            if sum(best) + max(unit.p, unit.s) >= wanted:
                yield "the better part of the mover would do"
    tribuns = [one for one in attackers(position.board, target, position.turn, rules) if one.cid != mover]
    lent = sum(one.best for one in tribuns if unit_at(position, one.cid).tribun)
    if enough and share + sum(best) - lent < wanted:
        yield "the tribun must help"
    theirs = attackers(position.board, target, other(position.turn), rules)
    if not enough and share + sum(best) + sum(one.best for one in theirs if one.cid not in (target, mover)) >= wanted:
        yield "enemies would do"


def _strike(
    position: Position, action: Kill | Enslave, part: int, rules: Rules, clause: str, asks: dict[str, str]
) -> Points:
    mover, target = action[0], action[1]
    unit, victim = unit_at(position, mover), unit_at(position, target)
    kind = pattern(unit, part)
    share = (unit.p, unit.s)[part] if unit.p and target in aim(position.board, mover, unit, part, rules) else 0
    what = asks.get(clause, "")
    if what == "own":
        yield f"{_there(position, mover)} {kind}"
    elif clause == "TRB-ATK-1":
        yield f"{_there(position, target)}"
        yield f"{_side_of(position, target)} {kind}"
    elif what == "aims":
        reaches = target in reach(position.board, mover, unit, part, rules)
        yield f"{kind}{' reaches' * reaches}"
        if unit.s and target in aim(position.board, mover, unit, 1 - part, rules):
            yield f"the other part of {_name_of(unit)} attacks"
        yield from (f"{kind} {way}" for way in _way_of_aim(position, mover, target, (unit.p, unit.s)[part]))
    elif what == "strength":
        yield from _helping(position, target, mover, share, rules)
        yield f"{kind} on {victim.p}"
    elif what == "reach":
        yield kind
        if unit.s and target in reach(position.board, mover, unit, 1 - part, rules):
            yield "the other part reaches"
        if any(
            target in reach(position.board, one.cid, unit_at(position, one.cid), PRIMARY, rules)
            for one in attackers(position.board, target, position.turn, rules)
        ):
            yield "another reaches"
    elif clause:
        yield f"{_name_of(victim)} by {kind}"
        yield f"target {'T' * victim.tribun}{victim.p} over {victim.s}, by {'T' * unit.tribun}{unit.p}"
    else:
        yield from _helping(position, target, mover, share, rules)
        yield f"{_name_of(unit)} part {part}"
        yield f"{kind} {COLORS[position.turn]}"
        yield f"{kind} on {victim.p}"
        yield f"target {victim.p} of {COLORS[victim.color]}"
        yield from (f"{kind} {way}" for way in _way_of_aim(position, mover, target, (unit.p, unit.s)[part]))
        yield from (*_corner("mover on", mover), *_corner("target on", target))


def _way_of_aim(position: Position, origin: int, target: int, height: int) -> Points:
    """How it is hit: the vector, or how far along a line, and what stands in the way."""
    if height == 6:
        line = _line_of_six(origin, target)
        straight = any(target in ray for ray in STRAIGHT_RAYS[origin])
        yield f"{len(line) + 1} tiles" if straight else "off its lines"
        yield from (f"past {there}" for there in {_there(position, tile) for tile in line} - {"empty"})
    else:
        yield from _way(position, origin, target, height)


KILL_ASKS = {"TRB-KIL-1": "own", "TRB-KIL-3": "aims", "TRB-KIL-4": "reach", "TRB-KIL-6": "strength"}
ENSLAVE_ASKS = {"TRB-ENS-1": "own", "TRB-ENS-4": "aims", "TRB-ENS-5": "reach", "TRB-ENS-6": "strength"}


def _kill(position: Position, action: Kill, rules: Rules, clause: str) -> Points:
    if clause == "TRB-KIL-2":
        unit = unit_at(position, action.mover)
        attacks = action.target in aim(position.board, action.mover, unit, PRIMARY, rules)
        yield f"{_name_of(unit)}{' attacks with its primary' * attacks}"
        return
    yield from _strike(position, action, action.part, rules, clause, KILL_ASKS)


def _enslave(position: Position, action: Enslave, rules: Rules, clause: str) -> Points:
    unit, victim = unit_at(position, action.mover), unit_at(position, action.target)
    if clause in ("TRB-ENS-7", "TRB-ENS-8"):
        yield f"{_name_of(unit)} over {victim.p}"
        yield f"{unit.p} over {victim.p}"
        return
    if not clause:
        yield f"{unit.p} over {victim.p}"
        if action.target not in reach(position.board, action.mover, unit, PRIMARY, rules):
            yield f"{pattern(unit, PRIMARY)} does not reach"
    yield from _strike(position, action, PRIMARY, rules, clause, ENSLAVE_ASKS)


def _height_left(height: int, strength: int) -> int:
    return rounded_height(height - min(height, strength))


def _liberate(position: Position, action: Liberate, rules: Rules, clause: str) -> Points:
    unit, pairs = unit_at(position, action.target), _amounts(position, action.target, rules)
    if clause in ("TRB-ATK-1", "TRB-ATK-2", "TRB-LIB-1"):
        yield f"{_there(position, action.target)} {_name_of(unit)}"
        return

    def frees(strength: int) -> bool:
        left = _height_left(unit.p, strength)
        return left == 0 or 2 * left < unit.s

    strength = sum(max(pair) for pair in pairs)
    left = _height_left(unit.p, strength)
    yield f"{_name_of(unit)} {COLORS[unit.color]}"
    yield f"{_name_of(unit)} left with {left}"
    yield f"by {min(len(pairs), 4)}"
    yield "exact" if strength == unit.p else "left over" if strength > unit.p else "too little to kill"
    if clause and pairs and 2 * left == unit.s:
        yield "held to the brim"
    for how, wrong in _wrong_sums(pairs).items():
        if frees(sum(sum(pair) for pair in wrong)) != frees(strength):
            yield f"{how} would tell otherwise"
    band = attackers(position.board, action.target, position.turn, rules)
    plain = sum(one.best for one in band if not unit_at(position, one.cid).tribun)
    if frees(plain) != frees(strength):
        yield "the tribun must help"
    if not clause:
        yield from _corner("target on", action.target)


def _damage(position: Position, action: Damage, rules: Rules, clause: str) -> Points:
    unit, amount = unit_at(position, action.target), action.amount
    pairs = _amounts(position, action.target, rules)
    if clause in ("TRB-ATK-1", "TRB-ATK-2"):
        yield f"{_there(position, action.target)} {_name_of(unit)}"
        return
    yield f"{_name_of(unit)} by {amount}"
    if clause == "TRB-DMG-1":
        return
    yield f"{unit.p}{'/s' * (unit.s > 0)} by {amount} {COLORS[unit.color]}"

    def does(sums: set[int]) -> bool:
        return any(_height_left(unit.p, total) == unit.p - amount for total in sums)

    right, strongest = does(_sums(pairs)), sum(max(pair) for pair in pairs)
    single = {part for pair in pairs for part in pair if part}
    wrong = {how: _sums(of) for how, of in _wrong_sums(pairs).items() if how != "one alone"}
    two = {
        one + more for place, pair in enumerate(pairs) for one in pair for rest in pairs[place + 1 :] for more in rest
    }
    prefixes = {sum(max(pair) for pair in pairs[:count]) for count in range(1, len(pairs) + 1)}
    wrong |= {"single": single, "all": {strongest}, "single or all": single | {strongest}}
    wrong |= {"two at most": single | two, "in order": prefixes, "whole stacks": _whole_stacks(position, action, rules)}
    wrong["without the tribun"] = _sums(
        [
            tuple(one.strengths.values())
            for one in attackers(position.board, action.target, position.turn, rules)
            if not unit_at(position, one.cid).tribun
        ]
    )
    yield from (f"{how} would tell otherwise" for how, sums in wrong.items() if does(sums) != right)
    if (amount in {min(unit.p, total) for total in _sums(pairs)}) != right:
        yield f"unrounded would tell otherwise, {unit.p} by {amount}"
    if clause == "TRB-DMG-2":
        yield f"by {min(len(pairs), 3)}"
        if amount <= strongest:
            yield "less than the greatest"
        theirs = attackers(position.board, action.target, other(position.turn), rules)
        if does(_sums([tuple(one.strengths.values()) for one in theirs if one.cid != action.target])):
            yield "enemies would do"
        return
    if unit.s and 2 * (unit.p - amount) == unit.s:
        yield "held to the brim"
    if strongest >= unit.p:
        yield f"could be gone{' with a slave' * (unit.s > 0)}"
    yield f"by {min(len(pairs), 4)}"
    if not clause:
        yield from _corner("target on", action.target)


def _whole_stacks(position: Position, action: Damage, rules: Rules) -> set[int]:
    units = [unit_at(position, one.cid) for one in attackers(position.board, action.target, position.turn, rules)]
    return _sums([(unit.p + unit.s,) for unit in units])


def _attack_tribun(position: Position, action: AttackTribun, rules: Rules, clause: str) -> Points:
    attacker, target, _ = action
    unit, leader = unit_at(position, attacker), unit_at(position, target)
    if clause == "TRB-TRI-1":
        yield f"{_there(position, target)} {pattern(unit, PRIMARY)}"
        yield _there(position, target)
        return
    if clause == "TRB-TRI-3":
        for part in (PRIMARY, SECONDARY)[: 1 + (unit.s > 0)]:
            kind = pattern(unit, part)
            reaches = target in reach(position.board, attacker, unit, part, rules)
            yield f"{kind}{' reaches' * reaches}"
            yield from (f"{kind} {way}" for way in _way_of_aim(position, attacker, target, (unit.p, unit.s)[part]))
        return
    parts = [part for part in (PRIMARY, SECONDARY) if (unit.p, unit.s)[part]]
    hits = [part for part in parts if target in aim(position.board, attacker, unit, part, rules)]
    how = "+".join(pattern(unit, part) for part in hits)
    yield f"{how} {COLORS[position.turn]}"
    yield f"tribun {leader.p} of {COLORS[leader.color]}"
    if clause:
        return
    if unit.tribun:
        yield f"by a tribun {unit.p} of {COLORS[unit.color]}"
    band = attackers(position.board, target, position.turn, rules)
    yield f"{min(len(band), 3)} could{', this is not the first' * (band[0].cid != attacker)}"
    if max((unit.p, unit.s)[part] for part in hits) < leader.p:
        yield "weaker than the tribun"
    if sum(one.best for one in band) < leader.p:
        yield "all weaker than the tribun"
    for part in hits:
        yield from (
            f"{pattern(unit, part)} {w}" for w in _way_of_aim(position, attacker, target, (unit.p, unit.s)[part])
        )
    if all(target not in reach(position.board, attacker, unit, part, rules) for part in parts):
        yield f"{how} does not reach"
    yield from (*_corner("attacker on", attacker), *_corner("tribun on", target))


# Composing


def _donor(unit: Unit, gives: int) -> str:
    keeps = unit.p - gives
    return f"{_name_of(unit)} gives {gives}" if keeps >= 0 else f"{unit.p} gives {gives - unit.p} too much"


def _gives_wrongly(clause: str, unit: Unit, gives: int) -> bool:
    """Whether it is this donor for whom TRB-COM-6, -8 or -9 refuses."""
    keeps = unit.p - gives
    if clause == "TRB-COM-6":
        return unit.tribun and keeps > 0
    return keeps in (5, 7) if clause == "TRB-COM-8" else keeps > 0 and 2 * keeps < unit.s


def _combine(position: Position, action: Combine, _: Rules, clause: str) -> Points:
    center, a, b, gives_a, gives_b = action
    units = [_unit_beside(position, center, direction) for direction in (a, b)]
    given = (gives_a, gives_b)
    if clause == "TRB-COM-1":
        yield _there(position, center)
    elif clause == "TRB-COM-2":
        enough = gives_a + gives_b <= units[0].p
        yield f"{_name_of(units[0])}{' has enough' * enough}"
        yield f"direction {a}"
    elif clause == "TRB-COM-3":
        yield f"directions {a} {b}"
    elif clause == "TRB-COM-4":
        there = [_side_of(position, _beside(center, direction)) for direction in (a, b)]
        yield " ".join(there)
        yield from (f"{side} in {d}" for side, d in zip(there, (a, b), strict=True) if side != "own")
    elif clause == "TRB-COM-5":
        for place, (unit, gives) in enumerate(zip(units, given, strict=True)):
            if gives > unit.p:
                yield f"donor {place} of {_name_of(unit)}"
                yield f"donor {place}, {min(gives - unit.p, 2)} too much"
                yield f"donor {place}{', its slave would do' * (unit.s > 0 and gives <= unit.p + unit.s)}"
        yield f"{sum(gives > unit.p for unit, gives in zip(units, given, strict=True))} of them"
    elif clause == "TRB-COM-7":
        yield f"{gives_a + gives_b}"
        yield f"{gives_a}+{gives_b}"
    elif clause:
        wrong = [place for place, unit in enumerate(units) if _gives_wrongly(clause, unit, given[place])]
        yield from (f"donor {place}: {_donor(units[place], given[place])}" for place in wrong)
        yield f"donors {wrong}"
    else:
        for place, (unit, gives) in enumerate(zip(units, given, strict=True)):
            yield f"donor {place}: {_donor(unit, gives)}"
            if unit.s and gives == unit.p:
                yield f"donor {place} frees {unit.s}"
            yield from _corner(f"donor {place} on", _beside(center, (a, b)[place]))
        yield f"makes {gives_a + gives_b}"
        yield f"directions {a} {b}"
        alike = ["like" if one == two else "unlike" for one, two in ((units[0].p, units[1].p), given)]
        yield f"{alike[0]} heights, {alike[1]} amounts"
        if any(unit.tribun for unit in units):
            yield f"a tribun and {next(_name_of(unit) for unit in units if not unit.tribun or unit is units[1])}"
        yield from _corner("center", center)


def _symmetric(position: Position, action: Symmetric, _: Rules, clause: str) -> Points:
    center, config, gives = action
    directions = DONORS_OF[config]
    tiles = [_beside(center, direction) for direction in directions]
    units = [_unit_beside(position, center, direction) for direction in directions]
    sides = [_side_of(position, tile) for tile in tiles]
    if clause == "TRB-SYM-2":
        yield f"{config} {_there(position, center)}"
    elif clause == "TRB-SYM-3":
        alike = len({unit for unit, side in zip(units, sides, strict=True) if side == "own"}) <= 1
        wrong = [place for place, side in enumerate(sides) if side != "own"]
        kinds = "+".join(sorted({sides[place] for place in wrong}))
        if len(wrong) == 1:
            yield f"{config} donor {wrong[0]} {kinds}{', the others alike' * alike}"
        elif len(wrong) == len(sides):
            yield f"{config} all {kinds}"
        elif len(wrong) == len(sides) - 1:
            yield f"{config} only donor {sides.index('own')}, else {kinds}"
        else:
            yield f"{config} some {kinds}{', the others alike' * alike}"
    elif clause == "TRB-SYM-4":
        first = units[0]
        for what, of in (
            ("primary", [u.p for u in units]),
            ("slave", [u.s for u in units]),
            ("sum", [u.p + u.s for u in units]),
        ):
            if len(set(of)) == 1:
                yield f"{config} alike in {what}"
        odd = [place for place, unit in enumerate(units) if units.count(unit) == 1]
        if len(odd) == 1 and len(set(units)) == 2:
            rest = units[1 if odd[0] == 0 else 0]
            yield f"{config} donor {odd[0]} {'slave' if units[odd[0]].p == rest.p else 'height'}"
        if len(set(units)) == len(units) or len(set(units)) > 2:
            yield f"{config} all unlike"
        yield f"{config} {_name_of(first)} gives {gives}"
    elif clause == "TRB-SYM-5":
        flags = [place for place, unit in enumerate(units) if unit.tribun]
        yield from (f"{config} donor {place}" for place in flags)
        yield f"{config} T{units[flags[0]].p} gives {gives}"
    elif clause == "TRB-SYM-6":
        yield f"{config} amount {gives}"
        yield f"{config} amount {gives} of {_name_of(units[0])}"
    else:
        yield f"{config} {_name_of(units[0])} gives {gives}"
        if not clause:
            yield f"{config} {units[0].p} gives {gives} {COLORS[position.turn]}"
            yield f"{config} others {'+'.join(_others_around(position, center, directions)) or 'none'}"
            yield from _corner(f"{config} center", center)
            for tile in tiles:
                yield from (said for said in _corner(f"{config} donor on", tile) if "is 0" not in said)


def _others_around(position: Position, center: int, donors: Sequence[int]) -> list[str]:
    return sorted({_side_of(position, _beside(center, d)) for d in range(6) if d not in donors})


def _split(position: Position, action: Split, _: Rules, clause: str) -> Points:
    unit, amounts = unit_at(position, action.actor), action.amounts
    pieces, left = sum(amount > 0 for amount in amounts), unit.p - sum(amounts)
    tiles = [_beside(action.actor, direction) for direction in range(6)]
    given = [direction for direction in range(6) if amounts[direction]]
    if clause in ("TRB-SPL-1", "TRB-SPL-2"):
        yield f"{_name_of(unit)}"
        yield f"{_side_of(position, action.actor)} {unit.p} keeps {left}"
    elif clause == "TRB-SPL-3":
        wrong = [direction for direction in given if _side_of(position, tiles[direction]) != "empty"]
        yield from (f"{_side_of(position, tiles[direction])} in {direction}" for direction in wrong if len(wrong) == 1)
        yield f"{min(len(wrong), 2)} of {min(pieces, 3)} wrong{', all' * (len(wrong) == pieces)}"
        yield from (f"onto {_there(position, tiles[direction])}" for direction in wrong)
    elif clause == "TRB-SPL-4":
        yield f"{unit.p}, {min(-left, 2)} too much"
        yield f"{_name_of(unit)}{', its slave would do' * (unit.s > 0 and -left <= unit.s)}"
    elif clause == "TRB-SPL-5":
        yield from (f"{amounts[d]} in {d}" for d in given if amounts[d] in (5, 7))
        yield f"{unit.p} keeps {left}"
    elif clause in ("TRB-SPL-6", "TRB-SPL-7", "TRB-SPL-8"):
        yield f"{_name_of(unit)} keeps {left}"
        yield f"keeps {left}, {pieces} pieces"
        yield from (f"to {direction} alone" for direction in given if pieces == 1)
    else:
        yield f"{_name_of(unit)} keeps {left}"
        if unit.s == 0:
            yield f"{unit.p} into {pieces} pieces keeps {left}"
            yield f"{unit.p}: {sorted(amount for amount in amounts if amount)}"
        yield from (f"{amounts[direction]} in {direction}" for direction in given)
        yield f"{unit.p} {COLORS[unit.color]}"
        yield from (said for direction in given for said in _corner("piece on", tiles[direction]))
        yield from _corner("actor on", action.actor)
        yield from (f"beside {side}" for side in {_side_of(position, tile) for tile in tiles} - {"empty"})


def _backstabb(position: Position, action: Backstabb, _: Rules, clause: str) -> Points:
    unit, tile = unit_at(position, action.actor), _beside(action.actor, action.direction)
    if clause == "TRB-BKS-3":
        yield f"{_side_of(position, tile)} in {action.direction}"
        yield _there(position, tile)
    else:
        yield f"{_name_of(unit)} {COLORS[position.turn]}"
        yield f"direction {action.direction} {COLORS[position.turn]}"
        if not clause:
            yield from (*_corner("actor on", action.actor), *_corner("onto", tile))


def _none(_: Position, __: Any, ___: Rules, ____: str) -> Points:
    return iter(())


_POINTS: dict[type, Callable[[Position, Any, Rules, str], Points]] = {
    Move: _move,
    Kill: _kill,
    Liberate: _liberate,
    Damage: _damage,
    Enslave: _enslave,
    AttackTribun: _attack_tribun,
    Combine: _combine,
    Symmetric: _symmetric,
    Split: _split,
    Backstabb: _backstabb,
    Draw: _none,
    End: _none,
}
