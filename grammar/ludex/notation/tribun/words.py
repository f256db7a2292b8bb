"""Action words of Tribun: the 32 bits of an action, and the action that 32 bits say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any, NamedTuple, Protocol

from ludex.notation.tribun import actions as a
from ludex.notation.tribun.boards import COLORS, Tile, tile_of

DECLINE_STEP = 3
OPCODE_AT = 28  # the bits from here on are the opcode


class WordRules(Protocol):
    """What the notation must know of the rules in force: what its edition says where editions differ."""

    def fact(self, name: str) -> object:
        """What this edition says."""


class Bits(NamedTuple):
    """So many bits of a word: the number of a value, and the value of a number, or None where it has none."""

    width: int
    number: Callable[[Any], int] = int
    value: Callable[[int], Any] = int


def _below(limit: int) -> Callable[[int], int | None]:
    return lambda number: number if number < limit else None


def _from_one(width: int) -> Bits:
    return Bits(width, lambda amount: int(amount) - 1, lambda number: number + 1)


def _tile(cid: int) -> Tile | None:
    tile = tile_of(cid)
    return tile if tile.is_on_board else None


TILE = Bits(7, lambda tile: int(tile.cid), _tile)
COLOR = Bits(1, COLORS.index, COLORS.__getitem__)
DIRECTION = Bits(3, int, _below(6))
FLAG = Bits(1, int, bool)


def _parts(action: Any) -> Iterable[Any]:
    return (getattr(action, one.name) for one in fields(action))


class WordLayout(NamedTuple):
    """The bits of a kind of action, from the lowest upwards: how it is taken apart for them, and put together."""

    kind: type
    bits: tuple[Bits, ...]
    make: Callable[..., a.Action]
    parts: Callable[[Any], Iterable[Any]] = _parts


def _combine(center: Tile, one: int, other: int, gives: int, other_gives: int) -> a.CombineSentence:
    return a.CombineSentence(center, a.Share(one, gives), a.Share(other, other_gives))


def _fields_of_combine(action: a.CombineSentence) -> Iterable[Any]:
    one, other = action.first, action.second
    return action.center, one.direction, other.direction, one.amount, other.amount


def _split(actor: Tile, *amounts: int) -> a.SplitSentence:
    return a.SplitSentence(
        actor, tuple(a.Share(direction, amount) for direction, amount in enumerate(amounts) if amount)
    )


def _spread(action: a.SplitSentence) -> Iterable[Any]:
    given = dict(action.shares)
    return action.actor, *(given.get(direction, 0) for direction in range(len(a.DIRECTIONS)))


# In the order of the opcodes; the last one, the end of the game, is not the same in all editions.
LAYOUTS = (
    WordLayout(a.MoveSentence, (TILE, TILE, FLAG), a.MoveSentence),
    WordLayout(a.KillSentence, (TILE, TILE, FLAG), a.KillSentence),
    WordLayout(a.LiberateSentence, (TILE,), a.LiberateSentence),
    WordLayout(a.DamageSentence, (TILE, _from_one(3)), a.DamageSentence),
    WordLayout(a.EnslaveSentence, (TILE, TILE), a.EnslaveSentence),
    WordLayout(
        a.CombineSentence, (TILE, DIRECTION, DIRECTION, _from_one(3), _from_one(3)), _combine, _fields_of_combine
    ),
    WordLayout(a.SymmetricSentence, (TILE, Bits(2, int, _below(3)), _from_one(2)), a.SymmetricSentence),
    WordLayout(a.SplitSentence, (TILE, *(Bits(3) for _ in a.DIRECTIONS)), _split, _spread),
    WordLayout(a.Backstab, (TILE, DIRECTION), a.Backstab),
    WordLayout(a.AttackTribunSentence, (TILE, TILE, COLOR), a.AttackTribunSentence),
    WordLayout(a.DrawSentence, (Bits(2), COLOR), a.DrawSentence),
)


def _layouts(rules: WordRules) -> tuple[WordLayout, ...]:
    reason = Bits(int(rules.fact("end-reason-bits")), int, _below(4))  # type: ignore[call-overload]
    return *LAYOUTS, WordLayout(a.EndSentence, (reason, COLOR), a.EndSentence)


def word_of(action: a.Action, rules: WordRules, mover: str = "black") -> int:
    """The word of an action; ``mover`` is the side to move, for the one action that may leave it unsaid."""
    if isinstance(action, a.Word):
        return action.word
    if isinstance(action, a.AttackTribunSentence) and action.winner is None:
        action = replace(action, winner=mover)
    opcode, layout = next((opcode, one) for opcode, one in enumerate(_layouts(rules)) if one.kind is type(action))
    word, first = opcode << OPCODE_AT, 0
    for bits, part in zip(layout.bits, layout.parts(action), strict=True):
        word |= bits.number(part) << first
        first += bits.width
    return word


def action_of(word: int, rules: WordRules) -> a.Action:
    """The action that a word says; a word that says none is a ``Word``."""
    layouts = _layouts(rules)
    opcode, payload = word >> OPCODE_AT, word & (1 << OPCODE_AT) - 1
    if opcode >= len(layouts):
        return a.Word(word)
    values = []
    for bits in layouts[opcode].bits:
        values.append(bits.value(payload & (1 << bits.width) - 1))
        payload >>= bits.width
    if payload or None in values:
        return a.Word(word)
    action = layouts[opcode].make(*values)
    unknown = isinstance(action, a.DrawSentence) and action.step == DECLINE_STEP and not rules.fact("decline")
    return a.Word(word) if unknown else action
