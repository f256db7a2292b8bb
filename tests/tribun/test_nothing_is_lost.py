"""What holds along every game: tribuns stay, heights stay valid, nothing appears from nothing, counts are right."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from ludex.games import tribun
from ludex.games.tribun.position import Position
from ludex.games.tribun.replay import perft
from ludex.games.tribun.units import UNITS
from ludex.rules import Rules
from tests.guards import at_least_one

ALL_OTHER = {
    "slave-forward": "unit",
    "combine-height": "round",
    "donor-remainder": "round",
    "donor-sp": "liberate",
    "donor-order": "any",
    "tribun-enslave": "yes",
    "height6-attack": "ring",
    "jump-colour": "birth",
    "equal-donors": "primary",
    "split-count": "freed",
    "nine-plus": "undefined",
    "unused-bits": "ignored",
    "draw-life": "lapses",
    "draw-cross": "accepts",
    "tie-loser-bit": "zero",
    "end-check": "free",
    "tribun-hit-turn": "stays",
    "no-turn": "at-once",
    "boards": "study",
}
COMBINATIONS = [
    ("2026-01", {}),
    ("2026-01", {"kill-mover": "attack", "enslave-mover": "move", **ALL_OTHER}),
    ("2026-04", {}),
    ("2026-04", ALL_OTHER),
]


def material(position: Position) -> int:
    return sum(UNITS[byte].p + UNITS[byte].s for byte in position.board)


def played(rules: Rules, seed: int, turns: int) -> list[Position]:
    """A random game, composing and attacking as often as moving."""
    chance = random.Random(seed)
    line = [tribun.start(rules)]
    for _ in range(turns):
        words = tribun.legal(line[-1], rules)
        if not words:
            break
        opcode = chance.choice(sorted({word >> 28 for word in words if word >> 28 < 9} or {9}))
        line.append(tribun.apply(line[-1], chance.choice([w for w in words if w >> 28 == opcode]), rules))
    return line


@pytest.mark.parametrize(("edition", "choices"), COMBINATIONS)
def test_random_games_keep_tribuns_and_heights_and_make_no_material(edition: str, choices: dict[str, str]) -> None:
    rules = tribun.REGISTER.rules(edition, choices)
    for seed in range(12):
        line = played(rules, seed, 80)
        assert len(line) > 40
        for before, after in pairwise(line):
            assert material(after) <= material(before)
            # Reading the position back asks every byte, and for one tribun a side.
            assert tribun.read_position(tribun.show_position(after), rules) == after


def test_every_listed_word_applies_along_random_games() -> None:
    for edition, choices in COMBINATIONS:
        rules = tribun.REGISTER.rules(edition, choices)
        positions = played(rules, 99, 60)[::6]
        for position, word in at_least_one((one, word) for one in positions for word in tribun.legal(one, rules)):
            tribun.apply(position, word, rules)


def test_counts_of_the_standard_start_are_the_published_ones() -> None:
    rules = tribun.REGISTER.rules("2026-01", {"kill-mover": "attack"})
    start = tribun.start(rules)
    assert [perft(start, depth, rules) for depth in range(3)] == [1, 265, 70_223]


@pytest.mark.parametrize(("entry", "readings"), [(e.id, e.readings) for e in tribun.REGISTER.entries])
def test_every_entry_has_two_readings_and_a_default_among_them(entry: str, readings: tuple[str, ...]) -> None:
    assert len(set(readings)) == len(readings) >= 2
    assert tribun.REGISTER.entry(entry).default in readings
