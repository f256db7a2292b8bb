"""Turns made for the slips of engines that are two statements: over seams, onto tile 0, donors wrong all alike."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from ludex.games.tribun.board import BESIDE, JUMPS, NEIGHBOURS, TILES, TWO_LEAPS
from ludex.games.tribun.composing import DONORS_OF
from ludex.games.tribun.patterns import PRIMARY, SECONDARY
from ludex.games.tribun.position import Position
from ludex.games.tribun.units import Unit
from ludex.games.tribun.words import Action, AttackTribun, Backstabb, Combine, Enslave, Kill, Move, Split, Symmetric
from ludex.rules import Rules
from ludex.suites.dice import Dice
from ludex.suites.tribun.describing import OUTER, wraps
from ludex.suites.tribun.directed import ALL, PLAIN, STACKED, TRIBUNS, Turns, of, settle
from ludex.suites.tribun.directed_composing import symmetric
from ludex.suites.tribun.positions import Draft, unit_at

Stream = Callable[[Dice, Rules], Turns]

# Across an edge

SEAMS = {
    height: tuple((origin, target) for origin in TILES for target in TILES if wraps(origin, target, height))
    for height in (2, 3, 4, 6, 8)
}


def _over_the_seam(make: Callable[[int, int, int, int], Action], leader: bool = False) -> Stream:
    """Units that would get there for who adds to the numbers of tiles alone; ``leader``: onto a tribun."""

    def stream(dice: Dice, _: Rules) -> Turns:
        for height, pairs in SEAMS.items():
            for origin, target in dice.some(pairs, 8):
                color = dice.below(2)
                movers = [(unit, PRIMARY) for unit in ALL if unit.p == height]
                movers += [(unit, SECONDARY) for unit in STACKED if unit.s == height]
                unit, part = dice.pick(movers)
                action, draft = make(origin, target, part, color), Draft()
                draft.stand(of(unit, color), origin)
                if leader:
                    draft.stand(of(dice.pick(TRIBUNS[:3]), 1 - color), target)
                elif not isinstance(action, Move):
                    draft.stand(Unit(dice.pick((1, 2)), 0, 1 - color, False), target)
                yield _finish(dice, draft, color, (target,)), action

    return stream


def _finish(dice: Dice, draft: Draft, turn: int, keep: tuple[int, ...] = ()) -> Position:
    """The board with the tribuns that are missing; ``keep`` stays as it is."""
    return settle(dice, draft, turn, keep[0] if keep else 60, [cid for cid in keep if not draft.board[cid]])


# Tile 0, and tribuns where they are not expected


def _to_tile_0(dice: Dice, _: Rules) -> Turns:
    """Moves onto tile 0 where somebody stands there, and jumps over somebody onto it and from it."""
    for origin in (*NEIGHBOURS[0], *(cid for cid in TILES for _, to in JUMPS[cid] if to == 0)):
        for _time in range(6):
            color, draft = dice.below(2), Draft()
            draft.stand(of(dice.pick((PLAIN[5], TRIBUNS[5], Unit(4, 8, 0, False), TRIBUNS[0])), color), origin)
            for over in [over for over, to in JUMPS[origin] if to == 0]:
                draft.stand(of(dice.pick(PLAIN[:3]), color), over)
            part = SECONDARY if unit_at(draft.position(), origin).s else PRIMARY
            yield _finish(dice, draft, color, (0,)), Move(origin, 0, part)
            draft.stand(of(dice.pick(PLAIN[:3]), dice.below(2)), 0)
            yield _finish(dice, draft, color, (0,)), Move(origin, 0, part)


def _jumping_to_attack(dice: Dice, _: Rules) -> Turns:
    """Tribuns that are hit by a jump: over own units, to tile 0 and from it."""
    for origin in (0, *(cid for cid in TILES if any(to == 0 for _, to in JUMPS[cid])), *dice.some(TILES, 12)):
        for over, target in dice.some(JUMPS[origin], 3):
            color, draft = dice.below(2), Draft()
            draft.stand(of(dice.pick((PLAIN[5], TRIBUNS[5])), color), origin)
            if dice.chance(60):
                draft.stand(of(dice.pick(PLAIN[:3]), color), over)
            draft.stand(of(dice.pick(TRIBUNS[:3]), 1 - color), target)
            yield _finish(dice, draft, color, (over,)), AttackTribun(origin, target, color)


def _many_weak(dice: Dice, _: Rules) -> Turns:
    """Killers of 8 who need five helpers and more: units of 1 from all sides, slaves of 1, the tribun, a few of 2."""
    for _time in range(120):
        color = dice.below(2)
        target = dice.pick([cid for cid in TILES if len(NEIGHBOURS[cid]) == 6])
        behind, before = ((4, 5), (1, 2)) if color == 0 else ((1, 2), (4, 5))
        draft = Draft()
        draft.stand(Unit(8, 0, 1 - color, False), target)
        seats = {direction: BESIDE[target][direction][0] for direction in range(6)}
        for direction in behind:
            draft.stand(Unit(1, 0, color, False), seats[direction])
        for direction in before:
            draft.stand(Unit(1, 1, color, False), seats[direction])
        draft.stand(Unit(1, 0, color, True), seats[dice.pick((0, 3))])
        twos = dice.some([cid for cid in TWO_LEAPS[target] if not draft.board[cid]], 3)
        for cid in twos[: dice.between(1, 3)]:
            draft.stand(Unit(2, 0, color, False), cid)
        position = _finish(dice, draft, color, (target,))
        for cid in (*(seats[direction] for direction in behind), *twos[:1]):
            yield position, Kill(cid, target, PRIMARY)
        yield position, Kill(seats[before[0]], target, SECONDARY)


# Donors


def _donors(dice: Dice, _: Rules) -> Turns:
    """Two donors who are wrong alike, a tribun among them or on the centre, and centres on tile 0."""
    eight, alike = PLAIN[5], dice.pick
    for number in range(360):
        color = dice.below(2)
        center = 0 if number % 6 == 0 else dice.pick(OUTER if number % 6 == 1 else TILES)
        a, b = sorted(dice.some([d for d in range(6) if BESIDE[center][d]], 2))
        first, second = of(alike(PLAIN[:3]), color), of(alike(PLAIN[:3]), color)
        gives = (first.p, second.p)
        match number % 8:
            case 0 | 1:
                first = second = of(alike((*PLAIN[:4], *STACKED)), 1 - color)
                gives = dice.pick(((1, 1), (first.p, first.p), (2, 2)))
            case 2:
                first = of(alike(TRIBUNS[:3]), 1 - color)
            case 3:
                second = of(alike(TRIBUNS[:3]), 1 - color)
            case 4:
                first, second, gives = of(eight, color), of(eight, color), dice.pick(((1, 1), (3, 3), (1, 3), (3, 1)))
            case 5:
                gives = dice.pick(((first.p + 1, second.p + 1), (first.p + 1, second.p + 2)))
        draft = Draft()
        for direction, unit in ((a, first), (b, second)):
            draft.stand(unit, BESIDE[center][direction][0])
        if number % 8 > 5:
            owner = dice.below(2)
            draft.stand(of(alike((*TRIBUNS[:3], *TRIBUNS[:3], PLAIN[1])), owner), center)
        yield _finish(dice, draft, color, (center,)), Combine(center, a, b, *gives)


def _symmetric_donors(dice: Dice, _: Rules) -> Turns:
    """Donors who are all the enemy's, or off the board; a tribun of the enemy among own donors."""
    for number in range(240):
        color, config = dice.below(2), dice.below(3)
        center = dice.pick(OUTER if number % 2 else TILES)
        unit = dice.pick((*PLAIN[:3], *STACKED[:4]))
        draft, directions = Draft(), [d for d in DONORS_OF[config] if BESIDE[center][d]]
        owner = 1 - color if number % 3 else color
        for direction in directions:
            draft.stand(of(unit, owner), BESIDE[center][direction][0])
        if owner == color and directions and not unit.s:
            leader = unit._replace(color=1 - color, tribun=True)
            draft.stand(leader, BESIDE[center][dice.pick(directions)][0])
        yield _finish(dice, draft, color, (center,)), Symmetric(center, config, 1)


def _taken_centers(dice: Dice, rules: Rules) -> Turns:
    """Symmetric combinations onto a tribun."""
    for position, action in islice(symmetric(dice, rules), 0, 1_500, 5):
        if isinstance(action, Symmetric) and not position.board[action.center]:
            draft, color = Draft(position.board), dice.below(2)
            for cid in TILES:
                if draft.board[cid] >> 7 and draft.board[cid] >> 6 & 1 == color:
                    draft.clear(cid)
            draft.stand(of(dice.pick(TRIBUNS[:3]), color), action.center)
            yield draft.position(position.turn), action


def _onto(make: Callable[[int, int], Action], actors: tuple[Unit, ...]) -> Stream:
    """Somebody, or a piece, that would step onto a tribun or onto tile 0."""

    def stream(dice: Dice, _: Rules) -> Turns:
        for number in range(120):
            color, corner = dice.below(2), number % 3 == 0
            actor = dice.pick(NEIGHBOURS[0] if corner else TILES)
            ways = [d for d in range(6) if BESIDE[actor][d] and (not corner or BESIDE[actor][d] == (0,))]
            way, draft = dice.pick(ways), Draft()
            to = BESIDE[actor][way][0]
            draft.stand(of(dice.pick(TRIBUNS[:3] if number % 2 else PLAIN[:3]), dice.below(2)), to)
            draft.stand(of(dice.pick(actors), color), actor)
            yield _finish(dice, draft, color, (actor, to)), make(actor, way)

    return stream


def _split(actor: int, way: int) -> Split:
    amounts = [0] * 6
    amounts[way] = 1
    return Split(actor, *amounts)


def _at_itself(make: Callable[[int, int, int], Action]) -> Stream:
    """A unit that is to act on its own tile: own or of the enemy, a tribun or none, low or high."""

    def stream(dice: Dice, _: Rules) -> Turns:
        for unit in (*ALL, *ALL):
            cid, draft, color = dice.pick(TILES), Draft(), dice.below(2)
            draft.stand(of(unit, dice.below(2)), cid)
            yield _finish(dice, draft, color), make(cid, cid, color)

    return stream


OWN_STREAMS: dict[str, tuple[Stream, ...]] = {
    "MOVE": (
        _over_the_seam(lambda origin, target, part, _: Move(origin, target, part)),
        _to_tile_0,
        _at_itself(lambda cid, to, _: Move(cid, to, PRIMARY)),
    ),
    "KILL": (
        _over_the_seam(lambda origin, target, part, _: Kill(origin, target, part)),
        _many_weak,
        _at_itself(lambda cid, to, _: Kill(cid, to, PRIMARY)),
    ),
    "ENSLAVE": (
        _over_the_seam(lambda origin, target, _, __: Enslave(origin, target)),
        _at_itself(lambda cid, to, _: Enslave(cid, to)),
    ),
    "ATTACK_TRIBUN": (
        _over_the_seam(lambda origin, target, _, color: AttackTribun(origin, target, color), leader=True),
        _jumping_to_attack,
        _at_itself(AttackTribun),
    ),
    "COMBINE": (_donors,),
    "SYM_COMBINE": (_symmetric_donors, _taken_centers),
    "SPLIT": (_onto(_split, PLAIN[1:4]),),
    "BACKSTABB": (_onto(Backstabb, STACKED),),
}
