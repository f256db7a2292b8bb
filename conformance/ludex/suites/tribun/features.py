"""What tells one action from another of the same opcode: the buckets from which a topic draws evenly."""

from __future__ import annotations

from ludex.games.tribun.attacks import attackers
from ludex.games.tribun.board import BESIDE, COLORS
from ludex.games.tribun.patterns import PRIMARY
from ludex.games.tribun.position import Position
from ludex.games.tribun.units import Unit
from ludex.games.tribun.words import (
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
    read_action,
)
from ludex.rules import Rules
from ludex.suites.tribun.positions import unit_at


def pattern(unit: Unit, part: int) -> str:
    """The height by which a unit acts: ``T1``, ``3``, ``s2``; ``?`` where it has none."""
    if part == PRIMARY:
        return f"{'T' * (unit.tribun and unit.p == 1)}{unit.p}" if unit.p else "?"
    return f"s{unit.s}" if unit.s else "?"


def bucket(position: Position, word: int, rules: Rules) -> tuple[str, ...]:
    """Where a well-formed word belongs, by the facts of the position."""
    action = read_action(word, rules)
    side = COLORS[position.turn]
    match action:
        case Move(origin, _, part):
            unit = unit_at(position, origin)
            return (pattern(unit, part), side, "slave" if unit.s and part == PRIMARY else "", _flag(unit))
        case Kill(mover, target, part):
            return (
                pattern(unit_at(position, mover), part),
                str(unit_at(position, target).p),
                band_of(position, target, rules),
            )
        case Liberate(target):
            unit = unit_at(position, target)
            return (f"{unit.p}/{unit.s}", side, band_of(position, target, rules))
        case Damage(target, amount):
            unit = unit_at(position, target)
            return (str(unit.p), "slave" if unit.s else "", str(amount), band_of(position, target, rules))
        case Enslave(mover, target):
            unit = unit_at(position, mover)
            heights = str(unit.p), str(unit_at(position, target).p)
            return (*heights, "slave" if unit.s else "", _flag(unit), band_of(position, target, rules))
        case AttackTribun(attacker, target, _):
            unit = unit_at(position, attacker)
            return (
                pattern(unit, 0),
                pattern(unit, 1) if unit.s else "",
                side,
                "high" if unit_at(position, target).p > 1 else "",
            )
        case Combine(center, a, b, x, y):
            donors = [(unit_at(position, tile), given) for d, given in ((a, x), (b, y)) for tile in BESIDE[center][d]]
            return (str(x + y), *sorted(_giving(unit, given) for unit, given in donors))
        case Symmetric(center, config, amount):
            tiles = BESIDE[center][4 if config < 2 else 1]
            unit = unit_at(position, tiles[0]) if tiles else Unit(0, 0, 0, False)
            return (str(config), str(amount), f"{unit.p}/{unit.s}", side)
        case Split(actor):
            unit = unit_at(position, actor)
            given = [amount for amount in action.amounts if amount]
            return (f"{unit.p}/{'s' * (unit.s > 0)}", str(len(given)), str(unit.p - sum(given)), side)
        case Backstabb(actor, direction):
            unit = unit_at(position, actor)
            return (f"{unit.p}/{unit.s}", _flag(unit), str(direction))
        case Draw(what, actor):
            return (str(what), str(actor), side, str(position.draw_offer_by), str(position.draw_blocked))
        case End(reason, loser):
            return (str(reason), str(loser), side, str(position.draw_offer_by), str(position.draw_blocked))


def _flag(unit: Unit) -> str:
    return "tribun" if unit.tribun else ""


def _giving(unit: Unit, given: int) -> str:
    left = "all" if given == unit.p else "some"
    return f"{'T' * unit.tribun}{left}{'/s' * (unit.s > 0)}"


def band_of(position: Position, target: int, rules: Rules) -> str:
    """How many can attack a tile (up to 3), and whether one of them can with either part."""
    band = attackers(position.board, target, position.turn, rules)
    twice = any(len(attacker.strengths) > 1 for attacker in band)
    return f"{min(len(band), 3)}{' twice' * twice}"
