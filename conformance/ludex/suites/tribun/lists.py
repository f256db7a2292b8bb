"""Legal lists: everything that the side to move may do, in small positions and in large ones, by play and by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ludex.games.tribun.attacks import attackers
from ludex.games.tribun.board import COLORS, TILES
from ludex.games.tribun.play import legal
from ludex.games.tribun.position import Position, standard_start
from ludex.games.tribun.units import UNITS
from ludex.rules import Rules
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tribun import scenes
from ludex.suites.tribun.endings import no_turn_positions
from ludex.suites.tribun.playing import played_from_start
from ludex.suites.tribun.positions import (
    FIRST,
    Draft,
    Unlike,
    default_rules,
    is_readable,
    permissive_rules,
    units_on,
    wire,
)
from ludex.suites.tribun.scenes import Scene

# Most lists are short, so that there can be many: what a long one asks of a rule, a short one asks as well.
LONGEST_PLAYED, MATCHES = 700, 10
# Full boards, with so many pairs of attacker and target and at most so many words; boards that are nearly empty.
FULL, PAIRS, LONGEST_FULL, BARE, LONGEST_BARE = 16, 30, 500, 30, 40
PLAYED = (0, 1, 2, 3, 4, 6, 8, 10, 13, 16, 20, 25, 30, 36, 45, 55, 70, 90)
SPARSE: tuple[Scene, ...] = (
    scenes.moving,
    scenes.attacking_low,
    scenes.attacking_stack,
    scenes.attacking_high,
    scenes.attacking_twice,
    scenes.attacking_tribun,
    scenes.backstabbing,
)
COMPOSED: tuple[Scene, ...] = (scenes.combining, scenes.combining_alike, scenes.splitting)
OTHERS: tuple[Scene, ...] = (scenes.mix, scenes.mix, scenes.crowd)


def topics(edition: str) -> Iterator[SuiteTopic]:
    """Lists by where the positions come from."""
    rules = default_rules(edition)
    sorts = (
        ("legal-sparse", "A few units, one kind of turn near at hand.", SPARSE, 322, 40),
        ("legal-composing", "Units around an empty tile, or room around a unit.", COMPOSED, 100, 45),
        ("legal-mixed", "Units of all kinds anywhere, or many on few tiles.", OTHERS, 110, 60),
    )
    for name, about, among, count, longest in sorts:
        yield SuiteTopic(name, "legal", "legal", about, partial(_from_scenes, name, rules, among, count, longest))
    yield SuiteTopic(
        "legal-play", "legal", "legal", "Positions from play, the standard start first.", partial(_from_play, rules)
    )
    about = "Boards that are full, and boards that are nearly empty."
    yield SuiteTopic("legal-extreme", "legal", "legal", about, partial(_extreme, default_rules(FIRST)))
    yield SuiteTopic(
        "legal-none", "legal", "legal", "Positions without a legal turn, and after the end.", partial(_none, rules)
    )


def _case(position: Position, where: str) -> Case:
    why = f"{units_on(position)} units, {COLORS[position.turn]} to move"
    return Case(f"legal-{where}", why, {"position": wire(position)})


def _in_order(positions: list[Position], where: str) -> Iterator[Case]:
    ordered = sorted(positions, key=lambda one: (units_on(one), one.board, one.turn))
    return (_case(position, where) for position in ordered)


def _from_scenes(topic: str, rules: Rules, among: tuple[Scene, ...], count: int, longest: int) -> Iterator[Case]:
    dice, unlike, found = Dice(f"tribun {topic}"), Unlike(), list[Position]()
    loose = permissive_rules(rules.edition)
    while len(found) < count:
        position = among[len(found) % len(among)](dice, rules)
        if is_readable(position, loose) and len(legal(position, loose)) <= longest and unlike(position):
            found.append(position)
    return _in_order(found, topic.removeprefix("legal-"))


def _from_play(rules: Rules) -> Iterator[Case]:
    yield _case(standard_start(), "start")
    dice, unlike, found = Dice("tribun legal-play"), Unlike(), list[Position]()
    unlike(standard_start())
    loose = permissive_rules(rules.edition)
    while len(found) < MATCHES:
        position = played_from_start(dice, rules, PLAYED[len(found) % len(PLAYED)] or 5)
        if len(legal(position, loose)) <= LONGEST_PLAYED and unlike(position):
            found.append(position)
    yield from _in_order(found, "play")


def _extreme(rules: Rules) -> Iterator[Case]:
    dice, unlike, full, bare = Dice("tribun legal-extreme"), Unlike(), list[Position](), list[Position]()
    while len(full) < FULL:
        position = scenes.full(dice, dice.pick((55, 70, 80, 90, 97)))
        pairs = sum(len(attackers(position.board, cid, position.turn, rules)) for cid in _enemies(position))
        if pairs >= PAIRS and len(legal(position, rules)) <= LONGEST_FULL and unlike(position):
            full.append(position)
    while len(bare) < BARE:
        draft = Draft()
        if len(bare) % 3:
            draft.stand(scenes.a_unit(dice, dice.below(2)), dice.pick(TILES))
        scenes.with_tribuns(dice, draft)
        position = draft.position(dice.below(2))
        if len(legal(position, rules)) <= LONGEST_BARE and unlike(position):
            bare.append(position)
    yield from _in_order(bare, "bare")
    yield from _in_order(full, "full")


def _enemies(position: Position) -> list[int]:
    return [cid for cid in TILES if position.board[cid] and UNITS[position.board[cid]].color != position.turn]


def _none(rules: Rules) -> Iterator[Case]:
    dice = Dice("tribun legal-none")
    stuck = list(no_turn_positions(dice, rules, 24))
    yield from _in_order(stuck, "none")
    unlike, over = Unlike(), list[Position]()
    while len(over) < 12:
        position = scenes.mix(dice, rules)
        if is_readable(position, rules) and unlike(position):
            winner = (None, 0, 1)[len(over) % 3]
            over.append(replace(position, ended=True, winner=winner, draw_offer_by=None))
    yield from _in_order(over, "over")
