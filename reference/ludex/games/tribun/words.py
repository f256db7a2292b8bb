"""Action words: 32 bits that say what a player, or the server, does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import mul
from typing import Any, NamedTuple

from ludex.games.tribun.board import ON_BOARD
from ludex.rules import Rules, Unreadable, check, layout, reading, require, verdict

OFFER, RETRACT, ACCEPT, DECLINE = range(4)
RESIGN, NO_LEGAL_TURN, TIMEOUT, TIME_TIE = range(4)


class Move(NamedTuple):
    """Opcode 0."""

    origin: int
    target: int
    part: int


class Kill(NamedTuple):
    """Opcode 1; ``mover`` is the attacker that moves in."""

    mover: int
    target: int
    part: int


class Liberate(NamedTuple):
    """Opcode 2."""

    target: int


class Damage(NamedTuple):
    """Opcode 3; ``amount`` is the effective damage, 1..8."""

    target: int
    amount: int


class Enslave(NamedTuple):
    """Opcode 4."""

    mover: int
    target: int


class Combine(NamedTuple):
    """Opcode 5; amounts 1..8."""

    center: int
    direction_a: int
    direction_b: int
    amount_a: int
    amount_b: int


class Symmetric(NamedTuple):
    """Opcode 6; ``config`` 0 is six donors, 1 and 2 are three; ``amount`` 1..4."""

    center: int
    config: int
    amount: int


class Split(NamedTuple):
    """Opcode 7; an amount 0..7 for each direction."""

    actor: int
    up: int
    left_up: int
    right_up: int
    down: int
    right_down: int
    left_down: int

    @property
    def amounts(self) -> tuple[int, ...]:
        """What each neighbour is given, in the order of the directions."""
        return self[1:]


class Backstabb(NamedTuple):
    """Opcode 8."""

    actor: int
    direction: int


class AttackTribun(NamedTuple):
    """Opcode 9."""

    attacker: int
    target: int
    winner: int


class Draw(NamedTuple):
    """Opcode 10."""

    action: int
    actor: int


class End(NamedTuple):
    """Opcode 11."""

    reason: int
    loser: int


Action = Move | Kill | Liberate | Damage | Enslave | Combine | Symmetric | Split | Backstabb | AttackTribun | Draw | End


@dataclass(frozen=True, slots=True)
class Field:
    """Some bits of a payload: the wire's name, where they start, how many, what they name, what is added."""

    name: str
    first: int
    width: int
    what: str | None = None
    plus: int = 0

    @property
    def mask(self) -> int:
        """The bits of the payload that this field takes."""
        return ((1 << self.width) - 1) << self.first

    def read(self, payload: int) -> int:
        """The value as it stands in the word, before anything is added."""
        return payload >> self.first & (1 << self.width) - 1


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields of one opcode, and the action that they make."""

    opcode: int
    name: str
    make: Callable[..., Action]
    fields: tuple[Field, ...]

    @property
    def mask(self) -> int:
        """Every bit of the payload that some field takes."""
        return sum(field.mask for field in self.fields)


def _cid(name: str, first: int) -> Field:
    return Field(name, first, 7, "cid")


_SPLIT = tuple(Field(f"h{direction}", 7 + 3 * direction, 3) for direction in range(6))


def _layouts(end_reason_bits: int) -> tuple[Layout, ...]:
    """The twelve layouts; editions differ in how wide the reason of END is."""
    return (
        Layout(0, "MOVE", Move, (_cid("fromCid", 0), _cid("toCid", 7), Field("part", 14, 1))),
        Layout(1, "KILL", Kill, (_cid("attackerCid", 0), _cid("targetCid", 7), Field("part", 14, 1))),
        Layout(2, "LIBERATE", Liberate, (_cid("targetCid", 0),)),
        Layout(3, "DAMAGE", Damage, (_cid("targetCid", 0), Field("effDmgMinus1", 7, 3, plus=1))),
        Layout(4, "ENSLAVE", Enslave, (_cid("attackerCid", 0), _cid("targetCid", 7))),
        Layout(
            5,
            "COMBINE",
            Combine,
            (
                _cid("centerCid", 0),
                Field("dirA", 7, 3, "direction"),
                Field("dirB", 10, 3, "direction"),
                Field("donAminus1", 13, 3, plus=1),
                Field("donBminus1", 16, 3, plus=1),
            ),
        ),
        Layout(
            6,
            "SYM_COMBINE",
            Symmetric,
            (_cid("centerCid", 0), Field("config", 7, 2, "config"), Field("donMinus1", 9, 2, plus=1)),
        ),
        Layout(7, "SPLIT", Split, (_cid("actorCid", 0), *_SPLIT)),
        Layout(8, "BACKSTABB", Backstabb, (_cid("actorCid", 0), Field("dir", 7, 3, "direction"))),
        Layout(
            9,
            "ATTACK_TRIBUN",
            AttackTribun,
            (_cid("attackerCid", 0), _cid("tribunCid", 7), Field("winnerColor", 14, 1)),
        ),
        Layout(10, "DRAW", Draw, (Field("drawAction", 0, 2, "draw"), Field("actorColor", 2, 1))),
        Layout(
            11,
            "END",
            End,
            (Field("endReason", 0, end_reason_bits, "reason"), Field("loserColor", end_reason_bits, 1, "loser")),
        ),
    )


LAYOUTS = {bits: _layouts(bits) for bits in (2, 3)}
NAMES = tuple(layout.name for layout in LAYOUTS[3])


def layouts(rules: Rules) -> tuple[Layout, ...]:
    """The layouts of an edition, by opcode."""
    return LAYOUTS[rules.fact("end-reason-bits")]  # type: ignore[index]


def _reader(opcode: int) -> Callable[[Layout, int], tuple[int, ...]]:
    @layout(f"TRB-LAY-{opcode}")
    def fields(of: Layout, payload: int) -> tuple[int, ...]:
        """What each field of the word says."""
        return tuple(field.read(payload) + field.plus for field in of.fields)

    return fields


READERS = tuple(_reader(opcode) for opcode in range(len(NAMES)))


@check("TRB-WRD-1")
def is_uint32(word: object) -> bool:
    """A word is an integer of 32 bits without sign."""
    return type(word) is int and 0 <= word < 1 << 32


@check("TRB-WRD-2")
def has_an_opcode(word: int) -> bool:
    """Opcodes 12..15 are reserved."""
    return word >> 28 < len(NAMES)


@check("TRB-WRD-3")
def leaves_unused_bits_zero(of: Layout, payload: int, rules: Rules) -> bool:
    """Bits that no field takes are zero (or not looked at, by their reading)."""
    return payload & ~of.mask == 0 or rules.reads("unused-bits", "ignored")


def _values(of: Layout, payload: int, what: str) -> list[int]:
    # mechanical: picks the fields of one meaning; the checks of the word ask about their values
    return [field.read(payload) for field in of.fields if field.what == what]


@check("TRB-BRD-2")
def names_tiles(of: Layout, payload: int, _: Rules) -> bool:
    """Every cid is that of a tile on the board."""
    return all(cid in ON_BOARD for cid in _values(of, payload, "cid"))


@check("TRB-WRD-5")
def names_directions(of: Layout, payload: int, _: Rules) -> bool:
    """Directions 6 and 7 are reserved."""
    return all(direction < 6 for direction in _values(of, payload, "direction"))


@check("TRB-WRD-6")
def names_a_configuration(of: Layout, payload: int, _: Rules) -> bool:
    """Configuration 3 is reserved."""
    return all(config < 3 for config in _values(of, payload, "config"))


@check("TRB-WRD-7")
def names_a_reason(of: Layout, payload: int, _: Rules) -> bool:
    """Reasons of END above 3 are reserved (where the field is wide enough to hold them)."""
    return all(reason < 4 for reason in _values(of, payload, "reason"))


@check("TRB-WRD-8")
def names_a_draw_action(of: Layout, payload: int, rules: Rules) -> bool:
    """The draw action 3 is reserved in an edition that knows no decline."""
    return all(action != DECLINE or bool(rules.fact("decline")) for action in _values(of, payload, "draw"))


@check("TRB-WRD-10")
def names_no_loser_of_a_tie(of: Layout, payload: int, rules: Rules) -> bool:
    """The loser's bit of an END that ties has either value (or is zero, by its reading)."""
    if _values(of, payload, "reason") != [TIME_TIE] or _values(of, payload, "loser") == [0]:
        return True
    return rules.reads("tie-loser-bit", "ignored")


WORD_CHECKS = (
    leaves_unused_bits_zero,
    names_tiles,
    names_directions,
    names_a_configuration,
    names_a_reason,
    names_a_draw_action,
    names_no_loser_of_a_tie,
)


def layout_of(word: Any, rules: Rules) -> tuple[Layout, tuple[int, ...]]:
    """The layout of a word and what its fields say; raises Unreadable with every clause that the word breaks."""
    # mechanical: raises what the checks of the word have found
    require(Unreadable, (is_uint32,), word, detail="a word is an integer in 0..4294967295")
    require(Unreadable, (has_an_opcode,), word, detail=f"opcode {word >> 28} is reserved")
    of, payload = layouts(rules)[word >> 28], word & 0x0FFF_FFFF
    broken, _ = verdict(WORD_CHECKS, of, payload, rules)
    if broken:
        raise Unreadable(broken, detail=f"{of.name} word 0x{word:08x}")
    return of, READERS[of.opcode](of, payload)


@reading
def read_action(word: Any, rules: Rules) -> Action:
    """The action that a word says; raises Unreadable."""
    of, values = layout_of(word, rules)
    return of.make(*values)


# A word is its opcode, and each value of the action at its place: for each action, where it starts and those places.
_PLACES: dict[int, dict[type, tuple[int, tuple[int, ...]]]] = {
    bits: {
        of.make: (  # type: ignore[misc]
            (of.opcode << 28) - sum(field.plus << field.first for field in of.fields),
            tuple(1 << field.first for field in of.fields),
        )
        for of in made
    }
    for bits, made in LAYOUTS.items()
}


def show_action(action: Action, rules: Rules) -> int:
    """The word that says an action."""
    start, places = _PLACES[rules.facts["end-reason-bits"]][type(action)]  # type: ignore[index]
    word: int = start + sum(map(mul, action, places))
    return word
