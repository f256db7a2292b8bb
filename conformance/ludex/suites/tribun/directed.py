"""Turns made on purpose, for every kind of unit and every way to slip: moves and attacks, legal and nearly so.

Each function of ``STREAMS`` gives many questions of one opcode; ``covering`` keeps those that have points of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ludex.games.tribun.board import JUMPS, LEAP_RAYS, NEIGHBOURS, TILES, other
from ludex.games.tribun.patterns import PRIMARY, SECONDARY, aim, reach
from ludex.games.tribun.position import Position
from ludex.games.tribun.units import Unit
from ludex.games.tribun.words import (
    Action,
    AttackTribun,
    Damage,
    Enslave,
    Kill,
    Liberate,
    Move,
)
from ludex.rules import Rules
from ludex.suites.dice import Dice
from ludex.suites.tribun.points import CORNERS
from ludex.suites.tribun.positions import HEIGHTS, STACKS, Draft, unit_at
from ludex.suites.tribun.scenes import a_unit, join_attack, near, with_tribuns

Turn = tuple[Position, Action]
Turns = Iterator[Turn]
PLAIN = tuple(Unit(height, 0, 0, False) for height in HEIGHTS)
TRIBUNS = tuple(Unit(height, 0, 0, True) for height in HEIGHTS)
STACKED = tuple(Unit(p, s, 0, False) for p, s in STACKS)
LONE = PLAIN + TRIBUNS
ALL = LONE + STACKED
KINDS = tuple((unit, PRIMARY) for unit in ALL) + tuple((unit, SECONDARY) for unit in STACKED)
TRIES = 12


def of(unit: Unit, color: int) -> Unit:
    """The unit in a colour."""
    return unit._replace(color=color)


def settle(dice: Dice, draft: Draft, turn: int, around: int, keep: Iterable[int] = ()) -> Position:
    """The draft with the tribuns that are missing and, now and then, somebody nearby; ``keep`` stays empty."""
    barred = {*keep}
    if dice.chance(40):
        for _ in range(dice.between(1, 2)):
            if free := [cid for cid in draft.free(near(around, 3)) if cid not in barred]:
                draft.stand(a_unit(dice, dice.below(2), 25), dice.pick(free))
    for cid in barred:
        draft.board[cid] = draft.board[cid] or 0x3F  # nobody is put here
    with_tribuns(dice, draft)
    for cid in barred:
        draft.board[cid] = 0 if draft.board[cid] == 0x3F else draft.board[cid]
    return draft.position(turn)


def somebody(dice: Dice, color: int, draft: Draft) -> Unit:
    """A plain unit, a stack or (where it is still missing) the tribun of a colour."""
    unit = dice.pick(dice.pick((PLAIN, STACKED, PLAIN, TRIBUNS)))
    return of(unit._replace(tribun=unit.tribun and not draft.has_tribun(color)), color)


def with_other_turn(position: Position) -> Position:
    """The same board with the other side to move."""
    return Position(position.board, other(position.turn))


# MOVE


def moves(dice: Dice, rules: Rules) -> Turns:
    """Every kind of unit: to every vector, corner and distance; onto and over others; the wrong part or side."""
    for unit, part in KINDS:
        for color in (0, 1):
            mover = of(unit, color)
            for _ in range(3):
                yield from _from_tile(dice, mover, part, dice.pick(TILES), rules)
            for corner in CORNERS * 2:
                yield from _from_tile(dice, mover, part, corner, rules)
                yield from _to_tile(dice, mover, part, corner, rules)
    for _ in range(4):
        for vector in range(12):
            for unit, part in KINDS:
                yield from _along(dice, of(unit, dice.below(2)), part, vector, rules)


def _alone(unit: Unit, cid: int) -> Draft:
    draft = Draft()
    draft.stand(unit, cid)
    return draft


def _reach(unit: Unit, cid: int, part: int, rules: Rules) -> tuple[int, ...]:
    return reach(bytes(_alone(unit, cid).board), cid, unit, part, rules)


def _from_tile(dice: Dice, unit: Unit, part: int, origin: int, rules: Rules) -> Turns:
    reached = _reach(unit, origin, part, rules)
    height = (unit.p, unit.s)[part]
    if reached:
        target = dice.pick(reached)
        legal = settle(dice, _alone(unit, origin), unit.color, origin, (target,))
        yield legal, Move(origin, target, part)
        yield with_other_turn(legal), Move(origin, target, part)
        draft = _alone(unit, origin)
        draft.stand(somebody(dice, dice.below(2), draft), target)
        yield settle(dice, draft, unit.color, origin), Move(origin, target, part)
    yield from _other_ways(dice, unit, part, origin, rules)
    if height in (4, 6):
        yield from _slides(dice, unit, part, origin)
    if height == 8:
        yield from _jumps(dice, unit, part, origin)
    position = settle(dice, _alone(unit, origin), unit.color, origin)
    yield position, Move(origin, origin, part)


def _to_tile(dice: Dice, unit: Unit, part: int, target: int, rules: Rules) -> Turns:
    origins = [cid for cid in TILES if cid != target and target in _reach(unit, cid, part, rules)]
    for origin in dice.some(origins, 1):
        yield settle(dice, _alone(unit, origin), unit.color, origin, (target,)), Move(origin, target, part)
    if jumps := [cid for cid in origins if any(to == target for _, to in JUMPS[cid])]:
        origin = dice.pick(jumps)
        over = next(over for over, to in JUMPS[origin] if to == target)
        draft = _alone(unit, origin)
        if dice.chance(50):
            draft.stand(somebody(dice, dice.below(2), draft), over)
        yield settle(dice, draft, unit.color, origin, (target,)), Move(origin, target, part)


def _other_ways(dice: Dice, unit: Unit, part: int, origin: int, rules: Rules) -> Turns:
    """By the other part, by a part that is not there, and to where the unit does not get."""
    draft = _alone(unit, origin)
    if unit.s == 0:
        reached = _reach(unit, origin, PRIMARY, rules)
        target = dice.pick(reached or NEIGHBOURS[origin])
        yield settle(dice, draft, unit.color, origin, (target,)), Move(origin, target, SECONDARY)
    else:
        mine, others = _reach(unit, origin, part, rules), _reach(unit, origin, 1 - part, rules)
        if tempting := [cid for cid in others if cid not in mine]:
            target = dice.pick(tempting)
            yield settle(dice, draft, unit.color, origin, (target,)), Move(origin, target, part)
    near_by = [cid for cid in near(origin, 3) if cid not in _reach(unit, origin, part, rules)]
    target = dice.pick(near_by)
    yield settle(dice, _alone(unit, origin), unit.color, origin, (target,)), Move(origin, target, part)


def _slides(dice: Dice, unit: Unit, part: int, origin: int) -> Turns:
    """As far as the line goes, and past others."""
    for ray in LEAP_RAYS[origin]:
        if ray:
            far = dice.between(1, len(ray))
            position = settle(dice, _alone(unit, origin), unit.color, origin, ray)
            yield position, Move(origin, ray[far - 1], part)
        if len(ray) > 1:
            far = dice.between(1, len(ray) - 1)
            draft = _alone(unit, origin)
            draft.stand(somebody(dice, dice.below(2), draft), ray[dice.below(far)])
            yield (
                settle(dice, draft, unit.color, origin, [c for c in ray if not draft.board[c]]),
                Move(origin, ray[far], part),
            )


def _jumps(dice: Dice, unit: Unit, part: int, origin: int) -> Turns:
    for over, target in JUMPS[origin]:
        draft = _alone(unit, origin)
        if dice.chance(80):
            draft.stand(somebody(dice, dice.below(2), draft), over)
        yield settle(dice, draft, unit.color, origin, (target,)), Move(origin, target, part)


def _along(dice: Dice, unit: Unit, part: int, vector: int, rules: Rules) -> Turns:
    """From wherever the so-manieth tile that the unit reaches on an open board is there."""
    origin = dice.pick(TILES)
    reached = _reach(unit, origin, part, rules)
    if vector < len(reached):
        target = reached[vector]
        yield settle(dice, _alone(unit, origin), unit.color, origin, (target,)), Move(origin, target, part)


# Attacks


def _aiming(draft: Draft, unit: Unit, part: int, target: int, rules: Rules) -> list[int]:
    board = bytes(draft.board)
    return [cid for cid in draft.free() if cid != target and target in aim(board, cid, unit, part, rules)]


def _reaching(draft: Draft, unit: Unit, part: int, target: int, rules: Rules) -> list[int]:
    board = bytes(draft.board)
    return [cid for cid in draft.free() if cid != target and target in reach(board, cid, unit, part, rules)]


Make = Callable[[int, int, int], Action]  # of mover, target and part
Seats = Callable[[Draft, Unit, int, int, Rules], list[int]]


def _fight(
    dice: Dice,
    rules: Rules,
    victim: Unit,
    mover: Unit,
    part: int,
    helpers: int,
    *,
    target: int | None = None,
    seats: Seats = _aiming,
    others: int | None = None,
) -> tuple[Draft, int, int] | None:
    """A victim, a mover with a seat from which it attacks (or only moves there), and helpers of a side."""
    draft, target = Draft(), dice.pick(TILES) if target is None else target
    draft.stand(victim, target)
    places = seats(draft, mover, part, target, rules)
    if not places:
        return None
    corners = [cid for cid in places if cid in CORNERS]
    seat = dice.pick(corners if corners and dice.chance(30) else places)
    draft.stand(mover, seat)
    for _ in range(helpers):
        join_attack(dice, draft, target, mover.color if others is None else others, rules)
    return draft, seat, target


def _spots(dice: Dice, count: int) -> Iterator[int]:
    """Tiles for a target: the corners, and any."""
    yield from CORNERS
    yield from (dice.pick(TILES) for _ in range(count))


def _strikes(dice: Dice, rules: Rules, make: Make, kinds: Sequence[tuple[Unit, int]]) -> Turns:
    """KILL or ENSLAVE by every kind of mover: of every height, with and without help, and with one thing wrong."""
    for unit, part in kinds:
        for height in HEIGHTS:
            for helpers in (0, 1, dice.between(2, 5)):
                color = dice.below(2)
                fight = _fight(dice, rules, Unit(height, 0, 1 - color, False), of(unit, color), part, helpers)
                if fight:
                    yield from _with_slips(dice, fight, color, part, make)
        for target in _spots(dice, 1):
            color = dice.below(2)
            victim = Unit(dice.pick(HEIGHTS[:3]), 0, 1 - color, False)
            fight = _fight(dice, rules, victim, of(unit, color), part, 2, target=target)
            if fight:
                yield settle(dice, fight[0], color, target), make(fight[1], target, part)
        yield from _by_others(dice, rules, unit, part, make)
    yield from _doubtful(dice, rules, make)
    yield from _sums(dice, rules, make)


def _with_slips(
    dice: Dice,
    fight: tuple[Draft, int, int],
    color: int,
    part: int,
    make: Make,
) -> Turns:
    """The strike, and the same with another target: own, a tribun, a stack, nobody."""
    draft, seat, target = fight
    board = bytes(draft.board)
    position = settle(dice, Draft(board), color, target)
    yield position, make(seat, target, part)
    unit, victim = unit_at(position, seat), unit_at(position, target)
    if unit.s:
        yield position, make(seat, target, 1 - part)
    slave = dice.pick([s for p, s in STACKS if p == victim.p] or [0])
    changed = [victim._replace(color=color), victim._replace(s=slave), victim._replace(tribun=True), None]
    other_victim = dice.pick(changed)
    wrong = Draft(board)
    if other_victim is None:
        wrong.clear(target)
    elif not other_victim.tribun or not wrong.has_tribun(1 - color):
        wrong.stand(other_victim, target)
    yield settle(dice, wrong, color, target, (target,) if other_victim is None else ()), make(seat, target, part)
    yield position, make(target, target, part)
    if dice.chance(25):
        wrong = Draft(board)
        wrong.clear(seat)
        yield settle(dice, wrong, color, target, (seat,)), make(seat, target, part)


def _by_others(dice: Dice, rules: Rules, unit: Unit, part: int, make: Make) -> Turns:
    """A mover that is an enemy, one that only moves there, and enemies that would help."""
    color = dice.below(2)
    low = Unit(dice.pick(HEIGHTS[:4]), 0, 1 - color, False)
    for mover, seats, others in (
        (of(unit, 1 - color), _aiming, color),
        (of(unit, color), _reaching, color),
        (of(unit, color), _aiming, 1 - color),
    ):
        victim = low if others == color else Unit(dice.pick(HEIGHTS[2:]), 0, 1 - color, False)
        fight = _fight(dice, rules, victim, mover, part, dice.between(1, 3), seats=seats, others=others)
        if fight:
            yield settle(dice, fight[0], color, fight[2]), make(fight[1], fight[2], part)


def _twice(draft: Draft, unit: Unit, part: int, target: int, rules: Rules) -> list[int]:
    """Tiles from which either part attacks."""
    by_other = {*_aiming(draft, unit, 1 - part, target, rules)}
    return [cid for cid in _aiming(draft, unit, part, target, rules) if cid in by_other]


def _doubtful(dice: Dice, rules: Rules, make: Make) -> Turns:
    """A mover that attacks with either part, alone or with one more; a weak one that many weak ones must help."""
    for height in HEIGHTS:
        for p, s in {*TWICE}:
            for helpers in (0, 0, 1):
                color, part = dice.below(2), dice.below(2)
                victim, mover = Unit(height, 0, 1 - color, False), Unit(p, s, color, False)
                if fight := _fight(dice, rules, victim, mover, part, helpers, seats=_twice):
                    position = settle(dice, fight[0], color, fight[2])
                    yield from ((position, make(fight[1], fight[2], part)) for part in (PRIMARY, SECONDARY))
        for unit in (*PLAIN[:4], *PLAIN[1:4], *TRIBUNS[:4]) * 3:
            color = dice.below(2)
            if fight := _fight(dice, rules, Unit(height, 0, 1 - color, False), of(unit, color), PRIMARY, 0):
                _join_weak(dice, fight[0], fight[2], color, rules)
                yield settle(dice, fight[0], color, fight[2]), make(fight[1], fight[2], PRIMARY)


def _sums(dice: Dice, rules: Rules, make: Make) -> Turns:
    """Attacks with many helpers, stacks among them that attack with either part: what is added up, and what not."""
    for _ in range(400):
        color = dice.below(2)
        victim = Unit(dice.pick(HEIGHTS[2:]), 0, 1 - color, False)
        unit = of(dice.pick(STACKED if dice.chance(60) else LONE), color)
        if dice.chance(35):
            unit = Unit(*dice.pick(TWICE), color, False)
        part = SECONDARY if unit.s and dice.chance(50) else PRIMARY
        fight = _fight(dice, rules, victim, unit, part, dice.between(0, 2))
        if fight is None:
            continue
        draft, seat, target = fight
        if dice.chance(40):
            _join_twice(dice, draft, target, color, rules)
        elif dice.chance(50):
            _join_weak(dice, draft, target, color, rules)
        position = settle(dice, draft, color, target)
        yield position, make(seat, target, part)
        if unit.s:
            yield position, make(seat, target, 1 - part)


TWICE = ((2, 2), (2, 4), (4, 2), (4, 4), (4, 8), (1, 1), (3, 3), (2, 4), (4, 8))


def _join_twice(dice: Dice, draft: Draft, target: int, color: int, rules: Rules) -> None:
    """A stack that can attack with either part."""
    unit = Unit(*dice.pick(TWICE), color, False)
    if seats := _twice(draft, unit, PRIMARY, target, rules):
        draft.stand(unit, dice.pick(seats))


WEAK = ((Unit(1, 0, 0, False), PRIMARY), (Unit(1, 1, 0, False), SECONDARY), (Unit(2, 0, 0, False), PRIMARY))


def _join_weak(dice: Dice, draft: Draft, target: int, color: int, rules: Rules) -> None:
    """Many that bring 1 or 2 each, all of whom it takes."""
    among = dice.pick((WEAK[:2], WEAK, WEAK[::2]))
    for _ in range(dice.between(2, 8)):
        unit, part = dice.pick(among)
        if seats := _aiming(draft, of(unit, color), part, target, rules):
            draft.stand(of(unit, color), dice.pick(seats))


def kills(dice: Dice, rules: Rules) -> Turns:
    """Every kind of mover, by either part."""
    yield from _strikes(dice, rules, lambda mover, target, part: Kill(mover, target, part), KINDS)
    for unit in LONE:
        color = dice.below(2)
        fight = _fight(dice, rules, Unit(dice.pick((1, 1, 2)), 0, 1 - color, False), of(unit, color), PRIMARY, 1)
        if fight:
            yield settle(dice, fight[0], color, fight[2]), Kill(fight[1], fight[2], SECONDARY)


def enslavements(dice: Dice, rules: Rules) -> Turns:
    """Every kind of mover that has a primary, over every height."""
    kinds = tuple((unit, PRIMARY) for unit in ALL)
    for _ in range(2):
        yield from _strikes(dice, rules, lambda mover, target, _: Enslave(mover, target), kinds)
    for unit in STACKED:  # only the slave attacks
        for _ in range(3):
            color = dice.below(2)
            victim = Unit(dice.pick(HEIGHTS), 0, 1 - color, False)
            fight = _fight(dice, rules, victim, of(unit, color), SECONDARY, dice.between(1, 2))
            if fight:
                yield settle(dice, fight[0], color, fight[2]), Enslave(fight[1], fight[2])


def _sieges(dice: Dice, rules: Rules, victims: Iterable[Unit], rounds: int) -> Iterator[tuple[Position, int]]:
    """Every victim under attack of a few, of many, and of nobody; and things that are no victims."""
    for victim in victims:
        for count in range(rounds):
            color = dice.below(2)
            draft, target = Draft(), dice.pick(CORNERS) if count % 5 == 4 else dice.pick(TILES)
            draft.stand(of(victim, 1 - color), target)
            for _ in range(count % 5):
                if dice.chance(30):
                    _join_twice(dice, draft, target, color, rules)
                elif dice.chance(15):
                    _join_weak(dice, draft, target, color, rules)
                else:
                    join_attack(dice, draft, target, color, rules)
            if dice.chance(15):
                join_attack(dice, draft, target, 1 - color, rules)
            position = settle(dice, draft, color, target)
            yield position, target
            yield with_other_turn(position), target
        for _ in range(rounds // 2):  # one alone, which attacks with either part
            color = dice.below(2)
            draft, target = Draft(), dice.pick(TILES)
            draft.stand(of(victim, 1 - color), target)
            _join_twice(dice, draft, target, color, rules)
            yield settle(dice, draft, color, target), target


def liberations(dice: Dice, rules: Rules) -> Turns:
    """Every stack under attack; and what has no slave, is own, or is a tribun."""
    for position, target in _sieges(dice, rules, STACKED, 24):
        yield position, Liberate(target)
    for position, target in _sieges(dice, rules, (*PLAIN, *TRIBUNS), 8):
        yield position, Liberate(target)
    for position, _ in _sieges(dice, rules, STACKED, 1):
        yield position, Liberate(dice.pick([cid for cid in TILES if not position.board[cid]]))


def damages(dice: Dice, rules: Rules) -> Turns:
    """Every unit under attack, by every amount."""
    for position, target in _sieges(dice, rules, (*PLAIN[1:], *PLAIN[3:], *STACKED), 25):
        unit = unit_at(position, target)
        for amount in range(1, min(unit.p + 1, 8) + 1):
            yield position, Damage(target, amount)
    for position, target in _sieges(dice, rules, TRIBUNS, 6):
        yield position, Damage(target, dice.between(1, max(1, unit_at(position, target).p - 1)))
    for position, _ in _sieges(dice, rules, STACKED[:6], 1):
        yield position, Damage(dice.pick([cid for cid in TILES if not position.board[cid]]), dice.between(1, 3))


def tribun_attacks(dice: Dice, rules: Rules) -> Turns:
    """Every kind of attacker on tribuns of every height, in every way; and on what is no enemy tribun."""
    for unit, part in KINDS:
        for color in (0, 1):
            for leader in TRIBUNS * 2:
                fight = _fight(
                    dice, rules, of(leader, 1 - color), of(unit, color), part, dice.pick((0, 0, 1)),
                    target=dice.pick((None, None, *CORNERS)),
                )  # fmt: skip
                if fight:
                    yield from _on_the_leader(dice, fight, color)
            for seats, mine in ((_reaching, color), (_aiming, 1 - color)):
                fight = _fight(dice, rules, of(dice.pick(TRIBUNS), 1 - color), of(unit, mine), part, 0, seats=seats)
                if fight and not (unit.tribun and mine != color):
                    yield settle(dice, fight[0], color, fight[2]), AttackTribun(fight[1], fight[2], color)


def _on_the_leader(dice: Dice, fight: tuple[Draft, int, int], color: int) -> Turns:
    draft, seat, target = fight
    position = settle(dice, Draft(draft.board), color, target)
    yield position, AttackTribun(seat, target, color)
    leader = unit_at(position, target)
    wrong = Draft(draft.board)
    match dice.below(5):
        case 0:
            yield position, AttackTribun(seat, target, other(color))
        case 1:
            wrong.stand(
                leader._replace(tribun=False, s=dice.pick([s for p, s in STACKS if p == leader.p] or [0])), target
            )
            yield settle(dice, wrong, color, target), AttackTribun(seat, target, color)
        case 2 if not wrong.has_tribun(color):
            wrong.stand(leader._replace(color=color), target)
            yield settle(dice, wrong, color, target), AttackTribun(seat, target, color)
        case 3:
            wrong.clear(target)
            yield settle(dice, wrong, color, target, (target,)), AttackTribun(seat, target, color)
        case _:
            yield position, AttackTribun(dice.pick(near(target, 3)), target, color)
    yield position, AttackTribun(target, target, color)


STREAMS: dict[str, Callable[[Dice, Rules], Turns]] = {
    "MOVE": moves,
    "KILL": kills,
    "LIBERATE": liberations,
    "DAMAGE": damages,
    "ENSLAVE": enslavements,
    "ATTACK_TRIBUN": tribun_attacks,
}
