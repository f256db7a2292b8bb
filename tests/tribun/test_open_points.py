"""The examples of the register, each under each of its readings; and what follows where readings meet."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from ludex.games import tribun
from ludex.games.tribun.position import Position, standard_start
from ludex.games.tribun.replay import perft
from ludex.games.tribun.units import UNITS
from ludex.rules import Illegal, Refused, Rules, Unreadable
from tests.guards import at_least_one
from tests.tribun.boards import position

TRIBUNS = ("black T1 at (-5,-5)", "white T1 at (5,5)")
BEFORE_THE_LAST = ("black T6 at (-5,-5)", "white 1 at (-3,-4)", "white 1 at (-3,-2)", "white T1 at (5,0)")
LAST = 0x699


def stand(position: Position, x: int, y: int) -> str:
    """What stands on a tile: ``black 2/3``."""
    unit = UNITS[position.board[(x + 5) * 11 + y + 5]]
    if not unit.p:
        return "nothing"
    flag, slave = "T" * unit.tribun, f"/{unit.s}" * (unit.s > 0)
    return f"{('black', 'white')[unit.color]} {flag}{unit.p}{slave}"


@dataclass(frozen=True)
class Example:
    """A word in a position; for each reading what then stands on a tile, or the clause that refuses it."""

    entry: str
    position: Position
    word: int
    tile: tuple[int, int]
    answers: dict[str, str]
    under: dict[str, str] = field(default_factory=dict)


JUMP = ("black 4/8 at (0,0)", "black 1 at (1,1)", *TRIBUNS)
EXAMPLES = (
    Example("jump-colour", position("black", *JUMP), 0x6A3C, (2, 2), {"unit": "black 4/8", "birth": "TRB-MOV-4"}),
    Example(
        "jump-colour",
        position("black", "black 4/8 at (0,0)", "white 1 at (1,1)", *TRIBUNS),
        0x6A3C,
        (2, 2),
        {"unit": "TRB-MOV-4", "birth": "black 4/8"},
    ),
    Example(
        "equal-donors",
        position("black", "black 3/2 at (1,1)", "black 3 at (-1,0)", "black 3 at (0,-1)", *TRIBUNS),
        0x600000BC,
        (1, 1),
        {"unit": "TRB-SYM-4", "primary": "black 2/2"},
    ),
    Example(
        "split-count",
        position("black", "black 2/2 at (0,0)", *TRIBUNS),
        0x7000013C,
        (0, 0),
        {"chosen": "TRB-SPL-8", "freed": "white 2"},
    ),
    Example(
        "nine-plus",
        position("black", "black 8 at (1,1)", "black 1 at (-1,-1)", *TRIBUNS),
        0x5000EC3C,
        (0, 0),
        {"eight": "black 8", "undefined": "TRB-COM-7"},
        {"combine-height": "round"},
    ),
    Example(
        "unused-bits",
        position("black", "black 2 at (0,0)", "white 4/6 at (1,2)", *TRIBUNS),
        0x200000C9,
        (1, 2),
        {"zero": "TRB-WRD-3", "ignored": "black 6"},
    ),
    Example(
        "boards",
        position("black", "black 1 at (0,0)", "white T1 at (5,5)"),
        0x243C,
        (1, 1),
        {"strict": "TRB-UNT-4", "study": "black 1"},
    ),
)


def rules(edition: str = "2026-01", **choices: str) -> Rules:
    return tribun.REGISTER.rules(edition, {name.replace("_", "-"): choice for name, choice in choices.items()})


def asked(example: Example, rules: Rules) -> str:
    """What stands on the tile afterwards, or the clause that is broken."""
    try:
        before = tribun.read_position(tribun.show_position(example.position), rules)
        return stand(tribun.apply(before, example.word, rules), *example.tile)
    except Refused as refusal:
        return ", ".join(refusal.broken)


@pytest.mark.parametrize("edition", tribun.REGISTER.editions)
@pytest.mark.parametrize("example", EXAMPLES, ids=[example.entry for example in EXAMPLES])
def test_a_point_of_the_register_is_read_each_way(example: Example, edition: str) -> None:
    for reading in at_least_one(tribun.REGISTER.entry(example.entry).readings):
        in_force = tribun.REGISTER.rules(edition, {**example.under, example.entry: reading})
        assert asked(example, in_force) == example.answers[reading], reading


def outcome(position: Position) -> tuple[Any, ...]:
    shown = tribun.show_position(position)
    return shown["status"], shown["winner"], shown["turn"], shown["drawOfferBy"]


def test_an_offer_stays_or_lapses_with_any_turn() -> None:
    for offer, name in ((0, "black"), (1, "white")):
        start = replace(standard_start(), draw_offer_by=offer)
        assert outcome(tribun.apply(start, 0x233A, rules()))[3] == name
        assert outcome(tribun.apply(start, 0x233A, rules(draw_life="lapses")))[3] is None


def test_crossing_offers_are_refused_or_agree() -> None:
    start = replace(standard_start(), draw_offer_by=1)
    with pytest.raises(Illegal) as refused:
        tribun.apply(start, 0xA0000000, rules())
    assert refused.value.broken == ("TRB-DRW-3",)
    assert outcome(tribun.apply(start, 0xA0000000, rules(draw_cross="accepts"))) == ("ended", None, "black", None)


@pytest.mark.parametrize(("edition", "word"), [("2026-01", 0xB000000B), ("2026-04", 0xB0000007)])
def test_a_tie_may_or_may_not_name_a_loser(edition: str, word: int) -> None:
    start = standard_start()
    assert outcome(tribun.apply(start, word, rules(edition))) == ("ended", None, "black", None)
    for more in ({}, {"unused_bits": "ignored"}):
        with pytest.raises(Unreadable) as refused:
            tribun.apply(start, word, rules(edition, tie_loser_bit="zero", **more))
        assert refused.value.broken == ("TRB-WRD-10",)


def test_the_record_of_a_lost_turn_is_checked_or_taken() -> None:
    start = standard_start()
    with pytest.raises(Illegal) as refused:
        tribun.apply(start, 0xB0000009, rules())
    assert refused.value.broken == ("TRB-END-1", "TRB-END-2")
    free = rules(end_check="free")
    assert outcome(tribun.apply(start, 0xB0000009, free)) == ("ended", "black", "black", None)
    with pytest.raises(Illegal) as refused:
        tribun.apply(start, 0xB0000009, free, "white")
    assert refused.value.broken == ("TRB-END-4",)


def test_who_is_to_move_after_the_attack_on_a_tribun() -> None:
    before = position("black", "black 2 at (0,0)", "black T1 at (-5,-5)", "white T1 at (1,2)")
    assert outcome(tribun.apply(before, 0x900024BC, rules())) == ("ended", "black", "white", None)
    stays = tribun.apply(before, 0x900024BC, rules(tribun_hit_turn="stays"))
    assert outcome(stays) == ("ended", "black", "black", None)


def test_a_turn_that_leaves_none_ends_the_match_or_waits() -> None:
    before = replace(position("white", *BEFORE_THE_LAST), draw_offer_by=0)
    recorded, at_once = rules(), rules(no_turn="at-once")
    open_still = tribun.apply(before, LAST, recorded)
    assert outcome(open_still) == ("active", None, "black", "black")
    assert outcome(tribun.apply(open_still, 0xB0000001, recorded)) == ("ended", "white", "black", None)
    assert outcome(tribun.apply(before, LAST, at_once)) == ("ended", "white", "black", None)
    assert [perft(before, depth, recorded) for depth in (1, 2, 3)] == [perft(before, d, at_once) for d in (1, 2, 3)]


def test_a_position_that_arrives_without_a_turn_is_open_in_both_readings() -> None:
    stuck = tribun.apply(position("white", *BEFORE_THE_LAST), LAST, rules())
    for in_force in (rules(), rules(no_turn="at-once")):
        assert tribun.legal(stuck, in_force) == ()
        assert outcome(tribun.apply(stuck, 0xA0000000, in_force)) == ("active", None, "black", "black")
        assert outcome(tribun.apply(stuck, 0xB0000001, in_force)) == ("ended", "white", "black", None)


def test_whether_a_turn_is_left_goes_by_the_readings_in_force() -> None:
    """Black's tribun of height 6 gets out of its corner only by striking, and only a flood finds the white unit."""
    more = (*BEFORE_THE_LAST, "white 1 at (-3,0)")
    rays, flood = rules(no_turn="at-once"), rules(no_turn="at-once", height6_attack="flood", kill_mover="attack")
    assert outcome(tribun.apply(position("white", *more), LAST, rays))[0] == "ended"
    assert outcome(tribun.apply(position("white", *more), LAST, flood))[0] == "active"


@pytest.mark.parametrize(("p", "s"), [(9, 0), (16, 0), (1, 9), (0, 100), (9, 9)])
def test_heights_of_nine_and_more_are_rounded_or_no_question(p: int, s: int) -> None:
    unit = {"p": p, "s": s, "color": "black", "tribun": False}
    rounded = tribun.OPERATIONS["normalize"]({"unit": unit}, rules())["unit"]
    assert rounded["p"] == 8
    with pytest.raises(Unreadable) as refused:
        tribun.OPERATIONS["normalize"]({"unit": unit}, rules(nine_plus="undefined"))
    assert refused.value.broken == ("TRB-NRM-9",)


def test_a_board_for_study_may_have_any_number_of_tribuns() -> None:
    study = rules(boards="study")
    two = position("black", "black 2 at (4,3)", "white T1 at (5,5)", "white T3 at (-5,0)")
    words = [word for word in tribun.legal(two, study) if word >> 28 == 9]
    assert [outcome(tribun.apply(two, word, study))[:2] for word in words] == [("ended", "black")]
    both = position("black", "black T1 at (1,1)", "black T2 at (-1,-1)", "white T1 at (5,5)")
    assert stand(tribun.apply(both, 0x50002C3C & ~0x6000 | 1 << 16, study), 0, 0) == "black T3"
    nobody = position("white", "black 1 at (0,0)")
    assert tribun.legal(nobody, study) == ()
