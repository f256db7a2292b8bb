"""Action words of Tribun: the 32 bits of an action, and the action that 32 bits say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ludex.notation.tribun import actions as a
from ludex.notation.tribun.boards import COLORS, Tile, tile_of

MOVE, KILL, LIBERATE, DAMAGE, ENSLAVE, COMBINE, SYMMETRIC, SPLIT, BACKSTAB, TRIBUN, DRAW, END = range(12)
DECLINE = 3
Fields = tuple[int, ...]


class WordRules(Protocol):
    """What the notation must know of the rules in force: what its edition says where editions differ."""

    def fact(self, name: str) -> object:
        """What this edition says."""


def _widths(rules: WordRules) -> tuple[Fields, ...]:
    """For each opcode, how many bits each field takes, from the lowest bit upwards."""
    reason = int(rules.fact("end-reason-bits"))  # type: ignore[call-overload]
    return (
        (7, 7, 1),
        (7, 7, 1),
        (7,),
        (7, 3),
        (7, 7),
        (7, 3, 3, 3, 3),
        (7, 2, 2),
        (7, 3, 3, 3, 3, 3, 3),
        (7, 3),
        (7, 7, 1),
        (2, 1),
        (reason, 1),
    )


def word_of(action: a.Action, rules: WordRules, mover: str = "black") -> int:
    """The word of an action; ``mover`` is the side to move, for the one action that may leave it unsaid."""
    if isinstance(action, a.Word):
        return action.word
    opcode, fields = _fields_of(action, mover)
    word, first = opcode << 28, 0
    for value, width in zip(fields, _widths(rules)[opcode], strict=True):
        word |= value << first
        first += width
    return word


def action_of(word: int, rules: WordRules) -> a.Action:
    """The action that a word says; a word that says none is a ``Word``."""
    opcode = word >> 28
    if opcode > END:
        return a.Word(word)
    payload, fields = word & 0x0FFF_FFFF, []
    for width in _widths(rules)[opcode]:
        fields.append(payload & (1 << width) - 1)
        payload >>= width
    return a.Word(word) if payload else _action(opcode, fields, word, rules)


def _action(opcode: int, fields: list[int], word: int, rules: WordRules) -> a.Action:
    if any(not tile_of(cid).is_on_board for cid in fields[: _TILES[opcode]]):
        return a.Word(word)
    tiles = [tile_of(cid) for cid in fields[: _TILES[opcode]]]
    read = _READ[opcode](tiles, fields[_TILES[opcode] :])
    return a.Word(word) if read is None or _is_unknown_decline(read, rules) else read


def _is_unknown_decline(action: a.Action, rules: WordRules) -> bool:
    return isinstance(action, a.Draw) and action.step == DECLINE and not rules.fact("decline")


def _fields_of(action: a.Action, mover: str) -> tuple[int, Fields]:
    match action:
        case a.Move(origin, to, whole):
            return MOVE, (origin.cid, to.cid, int(whole))
        case a.Kill(attacker, target, whole):
            return KILL, (attacker.cid, target.cid, int(whole))
        case a.Liberate(target):
            return LIBERATE, (target.cid,)
        case a.Damage(target, amount):
            return DAMAGE, (target.cid, amount - 1)
        case a.Enslave(attacker, target):
            return ENSLAVE, (attacker.cid, target.cid)
        case a.AttackTribun(attacker, tribun, winner):
            return TRIBUN, (attacker.cid, tribun.cid, COLORS.index(winner or mover))
        case a.Draw(step, actor):
            return DRAW, (step, COLORS.index(actor))
        case a.End(reason, loser):
            return END, (reason, COLORS.index(loser))
        case _:
            return _fields_of_heights(action)


def _fields_of_heights(action: a.Action) -> tuple[int, Fields]:
    match action:
        case a.Combine(center, one, other):
            return COMBINE, (center.cid, one.direction, other.direction, one.amount - 1, other.amount - 1)
        case a.Symmetric(center, config, giving):
            return SYMMETRIC, (center.cid, config, giving - 1)
        case a.Split(actor, shares):
            given = dict(shares)
            return SPLIT, (actor.cid, *(given.get(direction, 0) for direction in range(6)))
        case a.Backstab(actor, direction):
            return BACKSTAB, (actor.cid, direction)
        case _:
            raise TypeError(f"{action!r} is no action of Tribun")


def _combine(tiles: list[Tile], fields: list[int]) -> a.Action | None:
    one, other, gives_one, gives_other = fields
    shares = a.Share(one, gives_one + 1), a.Share(other, gives_other + 1)
    return a.Combine(tiles[0], *shares) if one < 6 and other < 6 else None


def _split(tiles: list[Tile], fields: list[int]) -> a.Action:
    return a.Split(tiles[0], tuple(a.Share(direction, amount) for direction, amount in enumerate(fields) if amount))


def _tribun(tiles: list[Tile], fields: list[int]) -> a.Action:
    return a.AttackTribun(tiles[0], tiles[1], COLORS[fields[0]])


def _symmetric(tiles: list[Tile], fields: list[int]) -> a.Action | None:
    return a.Symmetric(tiles[0], fields[0], fields[1] + 1) if fields[0] < 3 else None


def _backstab(tiles: list[Tile], fields: list[int]) -> a.Action | None:
    return a.Backstab(tiles[0], fields[0]) if fields[0] < 6 else None


def _end(_: list[Tile], fields: list[int]) -> a.Action | None:
    return a.End(fields[0], COLORS[fields[1]]) if fields[0] < 4 else None


# For each opcode: how many of its fields, the first ones, are tiles; and what makes the action of its fields.
_TILES = (2, 2, 1, 1, 2, 1, 1, 1, 1, 2, 0, 0)
_READ: tuple[Callable[[list[Tile], list[int]], a.Action | None], ...] = (
    lambda tiles, fields: a.Move(tiles[0], tiles[1], bool(fields[0])),
    lambda tiles, fields: a.Kill(tiles[0], tiles[1], bool(fields[0])),
    lambda tiles, _: a.Liberate(tiles[0]),
    lambda tiles, fields: a.Damage(tiles[0], fields[0] + 1),
    lambda tiles, _: a.Enslave(tiles[0], tiles[1]),
    _combine,
    _symmetric,
    _split,
    _backstab,
    _tribun,
    lambda _, fields: a.Draw(fields[0], COLORS[fields[1]]),
    _end,
)
