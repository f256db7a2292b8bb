"""What is listed applies, and what is not listed is refused, for every word there is on small boards.

Of words that are not listed one in so many is tried in each run, and every one with LUDEX_ALL=1.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice

import pytest

from ludex.games import tribun
from ludex.games.tribun.position import Position, own_tiles
from ludex.games.tribun.words import layouts
from ludex.rules import Illegal, Refused, Rules, Unreadable
from tests.guards import at_least_one
from tests.tribun.boards import position

ONE_IN = 1 if os.environ.get("LUDEX_ALL") else 11  # no power of two, so that every bit of a word comes both ways
BOARDS = {
    "stacks and donors": position(
        "black",
        "black 2/3 at (0,0)",
        "black 8 at (1,0)",
        "black T1 at (0,-1)",
        "white 2 at (1,2)",
        "white 3/1 at (-1,1)",
        "white T1 at (3,1)",
    ),
    "an edge, a tribun of height 2, a slave of 8": position(
        "white",
        "white 4/8 at (-5,-1)",
        "white 1 at (-5,-2)",
        "white T2 at (-4,0)",
        "black 6 at (-4,1)",
        "black 1 at (-3,-2)",
        "black T3 at (0,0)",
    ),
    "sixes and ones": position(
        "black",
        "black 6 at (0,0)",
        "black 1 at (1,1)",
        "black T1 at (-1,0)",
        "black 1 at (0,-2)",
        "white 1/2 at (2,1)",
        "white 6 at (3,3)",
        "white T4 at (0,2)",
    ),
}
READINGS = {
    "stacks and donors": ("2026-01", {}),
    "an edge, a tribun of height 2, a slave of 8": (
        "2026-04",
        {"slave-forward": "unit", "donor-sp": "liberate", "jump-colour": "birth", "split-count": "freed"},
    ),
    "sixes and ones": (
        "2026-01",
        {
            "kill-mover": "attack",
            "enslave-mover": "move",
            "combine-height": "round",
            "donor-remainder": "round",
            "donor-order": "any",
            "tribun-enslave": "yes",
            "height6-attack": "flood",
            "nine-plus": "undefined",
        },
    ),
}


def words(position: Position, rules: Rules) -> Iterator[int]:
    """Every word of opcodes 0..9 whose unused bits are zero; for SPLIT, those of own actors."""
    for of in layouts(rules)[:10]:
        actors = own_tiles(position.board, position.turn) if of.name == "SPLIT" else [0]
        width = of.mask.bit_length() - (7 if of.name == "SPLIT" else 0)
        for actor in actors:
            shift = 7 if of.name == "SPLIT" else 0
            yield from (of.opcode << 28 | rest << shift | actor for rest in range(1 << width))


def applies(position: Position, word: int, rules: Rules) -> bool:
    try:
        tribun.apply(position, word, rules)
    except Refused:
        return False
    return True


@pytest.mark.parametrize("name", BOARDS)
def test_a_word_applies_if_and_only_if_it_is_listed(name: str) -> None:
    rules = tribun.REGISTER.rules(*READINGS[name])
    listed = set(tribun.legal(BOARDS[name], rules))
    assert len(listed) > 30
    tried = {*listed, *islice(words(BOARDS[name], rules), 0, None, ONE_IN)}
    assert len(tried) > 2 * len(listed)
    assert {word for word in tried if applies(BOARDS[name], word, rules)} == listed


@pytest.mark.parametrize("edition", tribun.REGISTER.editions)
def test_each_unused_bit_alone_makes_a_word_unreadable(edition: str) -> None:
    rules = tribun.REGISTER.rules(edition)
    start = tribun.start(rules)
    control = {10: 10 << 28, 11: 11 << 28}
    listed = {word >> 28: word for word in tribun.legal(BOARDS["stacks and donors"], rules)} | control
    for of in at_least_one(layouts(rules)):
        for bit in range(28):
            if of.mask >> bit & 1:
                continue
            with pytest.raises(Unreadable) as refused:
                tribun.apply(start, listed.get(of.opcode, of.opcode << 28) | 1 << bit, rules)
            assert "TRB-WRD-3" in refused.value.broken


def test_nothing_is_legal_and_nothing_applies_after_the_end() -> None:
    rules = tribun.REGISTER.rules("2026-04")
    start = tribun.start(rules)
    over = tribun.apply(start, 11 << 28, rules)
    assert over.ended
    assert tribun.legal(over, rules) == ()
    for word in (*tribun.legal(start, rules), 10 << 28, 11 << 28):
        with pytest.raises(Illegal) as refused:
            tribun.apply(over, word, rules)
        assert (refused.value.broken, refused.value.moot) == (("TRB-TRN-5",), ())


@pytest.mark.parametrize("reading", ["unit", "primary"])
@pytest.mark.parametrize("keeps", ["reject", "liberate"])
def test_a_symmetric_word_applies_if_and_only_if_it_is_listed(reading: str, keeps: str) -> None:
    """Donors whose primaries are alike and whose slaves are not: each keeps its own slave, or does not."""
    rules = tribun.REGISTER.rules("2026-01", {"equal-donors": reading, "donor-sp": keeps})
    around = position(
        "black",
        *(f"black {unit} at ({x},{y})" for unit, x, y in (("3/2", 1, 1), ("3", -1, 0), ("3/6", 0, -1))),
        *(f"black {unit} at ({x},{y})" for unit, x, y in (("3", 1, 0), ("3/3", 0, 1), ("T3", -1, -1))),
        *("black 2/1 at (4,4)", "black 2 at (3,2)", "black 2/2 at (2,3)", "white T1 at (-3,1)"),
    )
    every = range(6 << 28, (6 << 28) + (1 << 11))
    listed = {word for word in tribun.legal(around, rules) if word >> 28 == 6}
    assert {word for word in every if applies(around, word, rules)} == listed
    assert bool(listed) == (reading == "primary")
