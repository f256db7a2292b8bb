"""Two kinds of error at once: which pairs can be true of one action, found by search, and vectors for each that can.

Run as a module, this writes the table that is committed as ``vectors/tactics/pairs.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple

from ludex.games.tactics.actions import ATTACK, MOVE, MOVE_AND_ATTACK, TYPES, Action
from ludex.games.tactics.board import Tile
from ludex.games.tactics.kinds import KINDS
from ludex.games.tactics.play import CHECKS
from ludex.games.tactics.state import PLAYERS, Position, Spent, Unit, living, opponent
from ludex.rules import Rules
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tactics.nearby import misses
from ludex.suites.tactics.pool import Spread, small_first
from ludex.suites.tactics.positions import (
    DEFAULT,
    IN_ALL,
    ONCE,
    Ask,
    Draft,
    is_readable,
    rules_with,
    tiles_around,
    verdict_on,
    verdicts_on,
)
from ludex.suites.tactics.scenes import anyhow, draw_scene

Pair = tuple[str, str]
EACH = 8
ROUNDS = 1000

_ANY = {"attacker_after_move": "any-unique"}
OF_TYPE: dict[str | None, tuple[Rules, ...]] = {
    MOVE: (
        DEFAULT,
        rules_with(dead_blocks="yes"),
        rules_with(move_target_id="ignore"),
        rules_with(move_target_id="selects"),
        rules_with(turn_limits=ONCE),
        rules_with(turn_limits=ONCE, move_target_id="selects", dead_blocks="yes"),
        rules_with(turn_limits=IN_ALL),
        rules_with(turn_limits=IN_ALL, move_target_id="selects", dead_blocks="yes"),
    ),
    ATTACK: (
        DEFAULT,
        rules_with(mismatch_check="server"),
        rules_with(turn_limits=ONCE),
        rules_with(turn_limits=IN_ALL),
    ),
    MOVE_AND_ATTACK: (
        DEFAULT,
        rules_with(dead_blocks="yes", attacker_after_move="mover-alone", turn_limits=ONCE),
        rules_with(**_ANY),
        rules_with(turn_limits=ONCE),
        rules_with(turn_limits=ONCE, move_attack_inference="whole", **_ANY),
        rules_with(turn_limits=IN_ALL),
        rules_with(turn_limits=IN_ALL, **_ANY),
    ),
}


def rules_of_type(kind: str | None) -> tuple[Rules, ...]:
    """The readings that can make a difference to what is wrong with an action of this type."""
    return OF_TYPE.get(kind, (DEFAULT,))


def asked_together() -> set[Pair]:
    """The pairs of clauses that some type of action is asked both of (a finished game is asked about alone)."""
    return {pair for checks in CHECKS.values() for pair in combinations(sorted(check.clause for check in checks), 2)}  # type: ignore[attr-defined]


def every_pair() -> list[Pair]:
    """All pairs of clauses that have a kind."""
    return list(combinations(sorted(KINDS), 2))


# The search by chance: it finds the pairs that can be.


class FoundPair(NamedTuple):
    """An action of which both clauses of a pair are broken, under these rules, and all that is broken with them."""

    ask: Ask
    broken: tuple[str, ...]


def outward(dice: Dice) -> Ask:
    """An action towards a place beside the board, next to a unit on the edge."""
    player, draft = dice.pick(PLAYERS), Draft(dice)
    line, at = dice.pick((-1, 5)), dice.below(5)
    goal = dice.pick((Tile(line, at), Tile(at, line)))
    inner = tiles_around(goal)[0]
    draft.stand(dice.pick((player, player, opponent(player))), inner, alive=not dice.chance(20))
    for tile in draft.free(tiles_around(inner)):
        if dice.chance(50):
            draft.stand(dice.pick(PLAYERS), tile, alive=not dice.chance(30))
    if dice.chance(40):
        there = dice.pick(draft.free())
        draft.stand(opponent(player), there)
        for tile in draft.free(tiles_around(there))[: dice.between(1, 2)]:
            draft.stand(player, tile)
    draft.complete({inner, *tiles_around(inner)})
    position = draft.position(player)
    own = frozenset(unit.id for unit in living(position.units) if unit.owner == player)
    kind = dice.pick((MOVE, ATTACK, MOVE_AND_ATTACK))
    name = None if dice.chance(20) else dice.pick((*(unit.id for unit in position.units), "nobody"))
    return Ask(position, Action(kind, player, goal, name), dice.pick((None, Spent(own, own))))


def _stream() -> Iterator[Ask]:
    """Scenes, their near misses, and the near misses of these."""
    dice = Dice("tactics pairs")
    for number in range(ROUNDS):
        ask = (
            outward(dice)
            if number % 4 == 0
            else anyhow(dice)
            if number % 4 == 1
            else draw_scene(dice, TYPES[number // 4 % 3])
        )
        if is_readable(ask.position):
            for near in (ask, *misses(dice, ask, 12)):
                yield near
                yield from misses(dice, near, 2)


def by_chance() -> dict[Pair, list[FoundPair]]:
    """For each pair that turns up, the actions with the fewest other things wrong, no two positions alike."""
    found: dict[tuple[Pair, int], list[FoundPair]] = {}
    spreads: dict[tuple[Pair, int], Spread] = {}
    for ask in _stream():
        for broken in {said.broken for said in verdicts_on(ask, rules_of_type(ask.action.type))}:
            for pair in combinations(broken, 2):
                key = (pair, len(broken))
                if len(broken) <= 4 and len(found.setdefault(key, [])) < EACH and _spread(spreads, key)(ask.position):
                    found[key].append(FoundPair(ask, broken))
    pairs = sorted({pair for pair, _ in found})
    return {pair: [one for size in (2, 3, 4) for one in found.get((pair, size), ())][:EACH] for pair in pairs}


def _spread(spreads: dict[tuple[Pair, int], Spread], key: tuple[Pair, int]) -> Spread:
    return spreads.setdefault(key, Spread(1))


# The search of a corner: it tries everything there, and finds no pair that cannot be.

CORNER = tuple(Tile(x, y) for x in (0, 1) for y in (0, 1, 2))
BESIDE = (Tile(-1, 0), Tile(-1, 1), Tile(0, -1), Tile(1, -1), Tile(9, 9))
ELSEWHERE = (Unit("k", "P1", 3, 1, True, Tile(4, 4)), Unit("l", "P2", 3, 1, True, Tile(4, 2)))
CORNER_RULES: dict[str, tuple[Rules, ...]] = {
    MOVE: tuple(
        rules_with(turn_limits=limits, dead_blocks="yes", move_target_id=choice)
        for limits in (ONCE, IN_ALL)
        for choice in ("reject", "ignore", "selects")
    ),
    ATTACK: (rules_with(turn_limits=ONCE), rules_with(turn_limits=IN_ALL)),
    MOVE_AND_ATTACK: tuple(
        rules_with(turn_limits=limits, dead_blocks="yes", attacker_after_move=choice, move_attack_inference=inference)
        for limits in (ONCE, IN_ALL)
        for choice, inference in (
            ("mover", "step"),
            ("mover-alone", "step"),
            ("any-unique", "step"),
            ("any-unique", "whole"),
        )
    ),
}


def corner_positions(most: int) -> Iterator[Position]:
    """Every placement of up to so many units, own and enemy, alive and dead, in the corner; one a side far away."""
    slots = [(owner, alive, tile) for owner in PLAYERS for alive in (True, False) for tile in CORNER]
    for count in range(1, most + 1):
        for chosen in combinations(slots, count):
            tiles = [tile for _, alive, tile in chosen if alive]
            if len(set(tiles)) == len(tiles):
                units = [
                    Unit(name, owner, 3 * alive, 1, alive, tile)
                    for name, (owner, alive, tile) in zip("abc", chosen, strict=False)
                ]
                yield Position((*units, *ELSEWHERE), "P1", over=False, winner=None)


def corner_asks(position: Position) -> Iterator[Ask]:
    """Every action there: each type, each place in and around the corner or none, each unit, nobody or none."""
    own = frozenset(unit.id for unit in living(position.units) if unit.owner == position.current)
    names = (None, "nobody", *(unit.id for unit in position.units))
    players = PLAYERS if len(position.units) <= len(ELSEWHERE) + 2 else PLAYERS[:1]
    for player, tile, name in product(players, (None, *CORNER, *BESIDE), names):
        for kind in CORNER_RULES:
            yield Ask(position, Action(kind, player, tile, name), Spent(own, own))
        yield Ask(position, Action(None, player, tile, name), Spent(own, own))


def in_the_corner(positions: Iterable[Position]) -> tuple[set[Pair], int]:
    """The pairs that turn up in these positions, and how many questions were asked."""
    found, asked = set[Pair](), 0
    for position in positions:
        for ask in corner_asks(position):
            for rules in CORNER_RULES.get(ask.action.type or "", (DEFAULT,)):
                asked += 1
                found.update(_pairs_of(verdict_on(ask, rules).broken))
    return found, asked


@lru_cache(maxsize=4096)
def _pairs_of(broken: tuple[str, ...]) -> tuple[Pair, ...]:
    return tuple(combinations(broken, 2))


# The table


def table() -> dict[str, Any]:
    """Every pair of kinds: possible, with what else is then always wrong; or not, with the search that found none."""
    found, together = by_chance(), asked_together()
    corner, asked = in_the_corner(corner_positions(3))
    possible, impossible = {}, {}
    for pair in every_pair():
        if pair in found:
            possible[_name(pair)] = "+".join(sorted(KINDS[clause] for clause in _always(pair, found[pair])))
        elif pair in corner:
            raise AssertionError(f"{pair} can be, and no vector is drawn for it")
        else:
            impossible[_name(pair)] = "corner" if pair in together else "table"
    return {
        "game": "tactics",
        "edition": "v1",
        "about": "Which two kinds of error can be true of one action at once, under some readings: each pair that can, "
        "with the kinds that are then always true as well; each that cannot, with the search that found none.",
        "searches": {
            "table": "No type of action is asked both; a finished game is asked about alone.",
            "corner": "Every placement of up to three units, own and enemy, alive and dead, on the six tiles (0,0) to "
            "(1,2), with a living unit of each side far away; each type of action, each of these tiles, five places "
            "off the board or none, each unit, nobody or none; everybody has moved and attacked; all readings that add "
            f"kinds; out of turn, too, with up to two units. {asked:,} questions.",
        },
        "possible": possible,
        "impossible": impossible,
    }


def _always(pair: Pair, found: list[FoundPair]) -> set[str]:
    return set.intersection(*(set(one.broken) for one in found)) - set(pair)


def _name(pair: Pair) -> str:
    return "+".join(sorted(KINDS[clause] for clause in pair))


def table_text(whole: dict[str, Any]) -> str:
    """The table as it is committed: a pair a line."""
    return json.dumps(whole, indent=1, ensure_ascii=True) + "\n"


def topics(_: str) -> Iterator[SuiteTopic]:
    """One topic."""
    about = "Two kinds of error at once: every pair that can be, with as little else wrong as can be."
    yield SuiteTopic("validate-pairs", "validate", "validate", about, _cases)


def _cases() -> Iterator[Case]:
    from ludex.suites.tactics.wording import case_of

    tags: dict[Ask, set[str]] = {}
    spread = Spread(6)
    for pair, found in by_chance().items():
        for one in found:
            if one.ask in tags or spread(one.ask.position):
                tags.setdefault(one.ask, set()).update(KINDS[clause] for clause in pair)
    return (case_of(ask, *sorted(tags[ask])) for ask in small_first(list(tags)))


if __name__ == "__main__":
    from ludex.outlet import write
    from ludex.where import vectors

    write(vectors() / "tactics" / "pairs.json", [table_text(table()).encode("ascii")], "the pairs")
