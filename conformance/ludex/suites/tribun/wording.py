"""Says in a few words what a case asks: the slug of its id, and its one sentence."""

from __future__ import annotations

from ludex.games.tribun.board import CIDS, COLORS, DIRECTION_NAMES, xy_of
from ludex.games.tribun.position import Position
from ludex.games.tribun.units import UNITS, Unit
from ludex.games.tribun.words import (
    NAMES,
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
    read_action,
)
from ludex.rules import Refused, Rules

PARTS = ("primary", "secondary")


def height(unit: Unit) -> str:
    """``T1``, ``3``, ``2/4``."""
    return f"{'T' * unit.tribun}{unit.p}" + (f"/{unit.s}" if unit.s else "")


def words_of(unit: Unit) -> str:
    """``black 2/4``, or ``nothing``."""
    return f"{COLORS[unit.color]} {height(unit)}" if unit.p or unit.s else "nothing"


def tile(cid: int) -> str:
    """``(0,-3)``."""
    return "({},{})".format(*xy_of(cid)) if cid < CIDS else f"cid {cid}"


def _slug(unit: Unit) -> str:
    return f"{COLORS[unit.color]}-{height(unit).lower().replace('/', 'on')}" if unit.p else "nothing"


def opcode_name(word: object) -> str:
    """The name of a word's opcode, as far as it has one."""
    if type(word) is not int or not 0 <= word < 1 << 32:
        return "no word"
    return NAMES[word >> 28] if word >> 28 < len(NAMES) else f"opcode {word >> 28}"


def slug(position: Position, word: int, rules: Rules) -> str:
    """What the id of a case begins with: the kind of turn and who does it."""
    name = opcode_name(word).lower().replace("_", "-").replace(" ", "-")
    try:
        action = read_action(word, rules)
    except Refused:
        return name
    if isinstance(action, Draw):
        return f"{name}-{('offer', 'retract', 'accept', 'decline')[action.action]}-{COLORS[action.actor]}"
    if isinstance(action, End):
        return f"{name}-{('resign', 'no-turn', 'timeout', 'time-tie')[action.reason]}-{COLORS[action.loser]}"
    return f"{name}-{_slug(UNITS[position.board[action[0]]])}" if not _is_composed(action) else name


def _is_composed(action: Action) -> bool:
    return isinstance(action, Combine | Symmetric)


def sentence(position: Position, word: int, rules: Rules) -> str:
    """The action in a sentence."""
    try:
        action = read_action(word, rules)
    except Refused:
        return f"{opcode_name(word)} word 0x{word:08x}"
    return _action_words(position, action)


def _action_words(position: Position, action: Action) -> str:
    def at(cid: int) -> str:
        return f"{words_of(UNITS[position.board[cid]])} at {tile(cid)}"

    match action:
        case Move(origin, target, part):
            return f"{at(origin)} moves to {tile(target)}, {PARTS[part]}"
        case Kill(mover, target, part):
            return f"{at(mover)} kills {at(target)}, {PARTS[part]}"
        case Liberate(target):
            return f"the slave of {at(target)} is freed"
        case Damage(target, amount):
            return f"{at(target)} is damaged by {amount}"
        case Enslave(mover, target):
            return f"{at(mover)} enslaves {at(target)}"
        case AttackTribun(attacker, target, winner):
            return f"{at(attacker)} attacks {at(target)}, {COLORS[winner]} wins"
        case Combine(center, a, b, x, y):
            return f"{x} from {DIRECTION_NAMES[a]} and {y} from {DIRECTION_NAMES[b]} combine on {tile(center)}"
        case Symmetric(center, config, amount):
            return f"configuration {config} gives {amount} each to {tile(center)}"
        case Split(actor):
            return f"{at(actor)} splits {' '.join(map(str, action.amounts))}"
        case Backstabb(actor, direction):
            return f"{at(actor)} backstabbs, {DIRECTION_NAMES[direction]}"
        case Draw(what, actor):
            return f"{COLORS[actor]}: draw {('offer', 'retract', 'accept', 'decline')[what]}"
        case End(reason, loser):
            return f"end: {('resign', 'no legal turn', 'timeout', 'time tie')[reason]}, {COLORS[loser]} loses"
