"""Scenes: a few units drawn around one action of a kind, so that it is legal or nearly so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from ludex.games.minions.actions import (
    ATTACK,
    BUY,
    BUY_SPELL,
    CHOOSE,
    END_TURN,
    MARCH,
    MOVE,
    RESIGN,
    SPAWN,
    TECH,
    Action,
)
from ludex.games.minions.board import FIRST, NORMAL, RESET_0, RESET_1, RESET_2, Board, Unit
from ludex.games.minions.hexes import distance, home, neighbours
from ludex.games.minions.moving import ways
from ludex.games.minions.pairs import OPPONENT, SIDES, YELLOW
from ludex.games.minions.position import NO_SPELL, Position, Spells
from ludex.games.minions.table import Kind
from ludex.suites.dice import Dice
from ludex.suites.minions.positions import (
    EVERY_KIND,
    NECROMANCERS,
    TABLE,
    UNITS,
    Ask,
    Draft,
    a_side,
    a_unit,
    around_board,
    disc,
    draw_shared,
    is_readable,
    quiet_board,
    ring,
)

Scene = Callable[[Dice], Ask]
ATTACKERS = tuple(kind for kind in EVERY_KIND if kind.range)
MOVERS = EVERY_KIND


def _a_state(dice: Dice, side: str, *states: str) -> str:
    state = dice.pick(states)
    return NORMAL if state == FIRST and side != YELLOW else state


def _fighting(dice: Dice) -> Draft:
    """A board in its attack phase."""
    side = a_side(dice)
    return Draft(dice, side, _a_state(dice, side, NORMAL, NORMAL, NORMAL, NORMAL, FIRST, RESET_2))


def _on_board(dice: Dice, draft: Draft, action: Action, away: tuple[int, ...]) -> Ask:
    """The ask on this board among others; now and then with flags or a general that has been at work."""
    draft.complete(away)
    position, index = around_board(dice, draft.board(), draft.side)
    if dice.chance(10) and len(position.boards) > 1:
        others = [place for place in range(len(position.boards)) if place != index]
        position = replace(position, entered=(*dice.some(others, 1), *position.entered))
    return Ask(position, replace(action, board=index))


# Moving


def moving(dice: Dice, kind: Kind | None = None) -> Ask:
    """One unit and where it could go, others about."""
    draft = _fighting(dice)
    kind = kind or dice.pick(MOVERS)
    here = _a_place(dice, draft, kind)
    moved = dice.below(kind.speed) if dice.chance(15) else 0
    draft.stand(kind, draft.side, here, damage=draft.a_scratch(kind), moved=moved)
    draft.crowd(here, 5)
    draft.waiting(draft.side, 1)
    if dice.chance(8):
        draft.flags.add("r")
    ends = _ends(draft, here, {here})
    there = dice.pick(ends) if ends else dice.pick(neighbours(here))
    return _on_board(dice, draft, Action(MOVE, pairs=((here, there),)), (there,))


def _a_place(dice: Dice, draft: Draft, kind: Kind) -> int:
    """A hex for a unit: now and then beside water, or in it."""
    if draft.map.water and dice.chance(45):
        water = dice.pick(sorted(draft.map.water))
        hexes = draft.ground(kind, disc(water, 0, 1))
        if dice.chance(12):
            return water
        if hexes:
            return dice.pick(hexes)
    return dice.pick(draft.ground(kind))


def _ends(draft: Draft, here: int, vacated: set[int]) -> list[int]:
    """Where the unit on a hex can go when these are left."""
    unit, board = draft.cells[here], draft.board()
    dry = unit.kind.has("flying")
    return [
        there
        for there in ways(board, unit, here, unit.kind.speed - unit.moved)
        if there != here and (there not in draft.cells or there in vacated) and (dry or there not in draft.map.water)
    ]


def ticking(dice: Dice, count: int) -> Ask:
    """So many units that move at once: round in a circle, in a row, or as it comes."""
    draft = _fighting(dice)
    hexes = _formation(dice, draft, count)
    for here in hexes:
        draft.stand(dice.pick(MOVERS if dice.chance(10) else UNITS), draft.side, here)
    if dice.chance(60):
        draft.crowd(hexes[0], 3, 3)
    pairs = _shift(dice, draft, hexes) if dice.chance(70) else _scatter(dice, draft, hexes)
    action = Action(MOVE, pairs=tuple(dice.shuffle(pairs)))
    return _on_board(dice, draft, action, tuple(there for _, there in pairs))


def _formation(dice: Dice, draft: Draft, count: int) -> list[int]:
    """Hexes in a row, each next to the one before; six may be a ring, three a triangle, two a pair."""
    center = dice.pick([hex_ for hex_ in draft.dry() if len(neighbours(hex_)) == 6] or draft.dry())
    if count == 6 and dice.chance(50):
        around = ring(center)
        if len(around) == 6:
            return around
    row = [center]
    for _ in range(40):
        if len(row) == count:
            return row
        near = [hex_ for hex_ in draft.dry(neighbours(row[-1])) if hex_ not in row]
        row = [*row, dice.pick(near)] if near else [center]
    return _formation(dice, draft, count)


def _shift(dice: Dice, draft: Draft, row: list[int]) -> list[tuple[int, int]]:
    """Each to the next place; the last to the first, if it is near, or to a free one."""
    steps = list(pairwise(row))
    last = row[-1]
    if len(row) > 1 and distance(last, row[0]) == 1:
        return [*steps, (last, row[0])]
    free = [hex_ for hex_ in _ends(draft, last, set()) if hex_ not in row]
    return [*steps, (last, dice.pick(free))] if free else steps or [(last, dice.pick(neighbours(last)))]


def _scatter(dice: Dice, draft: Draft, row: list[int]) -> list[tuple[int, int]]:
    """Each somewhere that it can get to, none where another goes."""
    pairs: list[tuple[int, int]] = []
    for here in row:
        taken = {there for _, there in pairs}
        ends = [there for there in _ends(draft, here, set(row)) if there not in taken]
        if ends:
            pairs.append((here, dice.pick(ends)))
    return pairs or [(row[0], dice.pick(neighbours(row[0])))]


# Attacking


def attacking(dice: Dice, attacker: Kind | None = None, target: Kind | None = None) -> Ask:
    """A unit and an enemy within its range, who is hurt as much as it takes, or not quite."""
    draft = _fighting(dice)
    attacker = attacker or dice.pick(ATTACKERS)
    target = target or (dice.pick(NECROMANCERS) if dice.chance(20) else dice.pick(UNITS))
    here = _a_place(dice, draft, attacker)
    near = draft.ground(target, disc(here, 1, attacker.range))
    there = dice.pick(near or disc(here, 1, attacker.range))
    _stand_attacker(dice, draft, attacker, here)
    draft.stand(target, draft.enemy, there, damage=_hurt(dice, attacker, target))
    draft.crowd(there, 3)
    return _on_board(dice, draft, Action(ATTACK, pairs=((here, there),)), ())


def _stand_attacker(dice: Dice, draft: Draft, attacker: Kind, here: int) -> None:
    made = attacker.attacks_a_turn - 1 if dice.chance(30) else dice.below(max(1, attacker.attacks_a_turn))
    moved = dice.between(1, attacker.speed) if made == 0 and attacker.speed and dice.chance(35) else 0
    draft.stand(attacker, draft.side, here, damage=draft.a_scratch(attacker), moved=moved, attacks=made)


def force(attacker: Kind, target: Kind) -> int:
    """The damage that one attack does."""
    if attacker.attack == "normal":
        return attacker.value
    if attacker.attack == "unsummon":
        return int(target.has("persistent"))
    return int(attacker.attack == "flurry")


def _hurt(dice: Dice, attacker: Kind, target: Kind) -> int:
    """Damage before the attack, so that it kills just so, falls one short, or is more than enough."""
    just = target.defense - force(attacker, target)
    return min(target.defense - 1, max(0, dice.pick((just, just, just - 1, just - 1, just + 1, 0, 0))))


def volleying(dice: Dice, count: int) -> Ask:
    """Several attacks in one tick, by several units or one of many attacks, on one target or several."""
    ask = attacking(dice)
    board, (here, there) = ask.position.boards[ask.action.board], ask.action.pairs[0]
    side = ask.position.side
    pairs = [(here, there)]
    for _ in range(count - 1):
        if dice.chance(30):
            pairs.append(dice.pick(pairs))
            continue
        kind = dice.pick(ATTACKERS)
        free = [hex_ for hex_ in disc(there, 1, kind.range) if _could_stand(board, hex_, kind)]
        if not free:
            continue
        place = dice.pick(free)
        board = _with(board, place, Unit(kind, side))
        enemies = [hex_ for hex_ in disc(place, 1, kind.range) if (u := board.cells[hex_]) and u.side != side]
        pairs.append((place, there if dice.chance(65) else dice.pick(enemies)))
    boards = tuple(board if place == ask.action.board else one for place, one in enumerate(ask.position.boards))
    return Ask(replace(ask.position, boards=boards), replace(ask.action, pairs=tuple(pairs)))


def _could_stand(board: Board, hex_: int, kind: Kind) -> bool:
    return board.cells[hex_] is None and (kind.has("flying") or hex_ not in board.map.water)


def _with(board: Board, hex_: int, unit: Unit | None) -> Board:
    return replace(board, cells=(*board.cells[:hex_], unit, *board.cells[hex_ + 1 :]))


# Buying and spawning


def _spawning_board(dice: Dice) -> Draft:
    side = a_side(dice)
    draft = Draft(dice, side, _a_state(dice, side, NORMAL, NORMAL, NORMAL, FIRST, FIRST, RESET_2))
    if dice.chance(45):
        draft.flags.add("p")
        if dice.chance(55):
            draft.flags.add("q")
    return draft


def buying(dice: Dice, kind: Kind | None = None) -> Ask:
    """A unit that can be bought, with just enough money, one too little, or some."""
    draft = _spawning_board(dice)
    kind = kind or dice.pick(UNITS)
    draft.crowd(dice.pick(draft.dry()), 3)
    draft.waiting(draft.side, 3)
    ask = _on_board(dice, draft, Action(BUY, unit=kind), ())
    return _with_purse(dice, _unlock(dice, ask, kind), kind.cost)


def _with_purse(dice: Dice, ask: Ask, price: int) -> Ask:
    amount = max(0, dice.pick((price, price, price, price - 1, price - 1, price + 1, price + 5, price + 11)))
    side = ask.position.side
    return ask._replace(position=replace(ask.position, money=ask.position.money.having(side, amount)))


def _unlock(dice: Dice, ask: Ask, kind: Kind) -> Ask:
    """The card of a kind is teched, mostly; now and then in this very turn."""
    if kind.card is None or not dice.chance(88):
        return ask
    position, side = ask.position, ask.position.side
    place = position.cards.index(kind)
    own = position.tech.of(side).replace("m", "1").ljust(place, "0")
    own = own[:place].replace("0", "1") + dice.pick("222t") + own[place + 1 :]
    other = position.tech.of(OPPONENT[side])
    other = other[:place] + other[place].replace("2", "1") + other[place + 1 :]
    return ask._replace(position=replace(position, tech=position.tech.having(side, own).having(OPPONENT[side], other)))


def spawning(dice: Dice, kind: Kind | None = None) -> Ask:
    """A unit in the zone, somebody who can spawn it, and a hex beside: dry, or water."""
    draft = _spawning_board(dice)
    kind = kind or (dice.pick(NECROMANCERS) if dice.chance(6) else a_unit(dice))
    spawner = dice.pick([one for one in EVERY_KIND if one.has("spawn")])
    here = _a_place(dice, draft, spawner)
    fresh = "q" in draft.flags and dice.chance(50)
    draft.stand(spawner, draft.side, here, spawned=fresh)
    draft.crowd(here, 4)
    draft.zones[draft.side].append(kind)
    draft.waiting(draft.side, 2)
    draft.waiting(draft.enemy, 1)
    near = draft.free(neighbours(here))
    wet = [hex_ for hex_ in near if hex_ in draft.map.water]
    there = dice.pick(wet) if wet and dice.chance(40) else dice.pick(near or neighbours(here))
    return _on_board(dice, draft, Action(SPAWN, unit=kind, to=there), (there,))


# Choosing and resigning


def choosing(dice: Dice) -> Ask:
    """A board that begins anew, with a choice to make."""
    side = a_side(dice)
    draft = Draft(dice, side, dice.pick((RESET_1, RESET_1, RESET_2)))
    draft.choice_is_open = True
    _zombies(draft, dice)
    draft.waiting(side, 4)
    draft.waiting(draft.enemy, 3)
    _use_up(dice, draft)
    if dice.chance(8):
        draft.flags.add("r")
    kind = dice.pick(TABLE.advanced) if dice.chance(92) else dice.pick(EVERY_KIND)
    zone = draft.zones[side]
    keep = dice.pick(zone) if zone and dice.chance(85) else None
    ask = _on_board(dice, draft, Action(CHOOSE, unit=kind, keep=keep), home(side)[:1])
    return _used_elsewhere(ask) if dice.chance(50) else ask


def _used_elsewhere(ask: Ask) -> Ask:
    """On the other boards, if there are any, the necromancer has been taken before."""
    name, side = ask.action.unit and ask.action.unit.id, ask.position.side
    if ask.action.unit is None or ask.action.unit.rank != "advanced":
        return ask
    boards = tuple(
        board
        if at == ask.action.board
        else replace(board, used=board.used.having(side, board.used.of(side) | {str(name)}))
        for at, board in enumerate(ask.position.boards)
    )
    return ask._replace(position=replace(ask.position, boards=boards))


def _zombies(draft: Draft, dice: Dice) -> None:
    """The zombies of the reset, some of them gone or moved on."""
    for side in SIDES:
        for hex_ in home(side)[1:]:
            if dice.chance(75):
                draft.stand(TABLE.zombie, side, hex_)
            elif dice.chance(40):
                draft.somebody(side, hex_, 2)
        start = home(side)[0]
        if side == draft.side:
            draft.cells.pop(start, None)


def _use_up(dice: Dice, draft: Draft) -> None:
    names = [kind.id for kind in TABLE.advanced]
    for side in SIDES:
        count = dice.pick((0, 0, 1, 2, 3, len(names) - 1, len(names)))
        draft.used[side] |= set(dice.some(names, count))


def resigning(dice: Dice) -> Ask:
    """A board of any state, lost or not."""
    side = a_side(dice)
    state = _a_state(dice, side, NORMAL, NORMAL, FIRST, RESET_0, RESET_1, RESET_2)
    draft = Draft(dice, side, state)
    if state in (RESET_1, RESET_2):
        draft.choice_is_open = dice.chance(50)
        draft.cells.pop(home(side)[0], None)
    draft.crowd(dice.pick(draft.dry()), 5, 3)
    if draft.choice_is_open:
        draft.cells.pop(home(side)[0], None)
    if dice.chance(18):
        draft.flags.add("r")
    if state in (NORMAL, FIRST) and dice.chance(35):
        draft.flags.add("w" if dice.chance(50) else "p")
    ask = _on_board(dice, draft, Action(RESIGN), home(side)[:1])
    if dice.chance(30) and ask.action.board not in ask.position.entered:
        ask = ask._replace(position=replace(ask.position, entered=(*ask.position.entered, ask.action.board)))
    return ask


# The general


def _with_general(dice: Dice) -> Position:
    side = a_side(dice)
    boards = tuple(quiet_board(dice, side) for _ in range(dice.pick((1, 1, 1, 2, 2, 3))))
    entered = tuple(dice.some(range(len(boards)), dice.pick((0, 0, 0, 1))))
    position = draw_shared(dice, boards, side, entered)
    hand = Spells(dice.pick((0, 1, 1, 1, 2)), dice.pick((0, 0, 1, 2)))
    return replace(position, spells=position.spells.having(side, hand))


def spelling(dice: Dice) -> Ask:
    """A spell to buy, with money at its limits under either price."""
    position = _with_general(dice)
    price = dice.pick((8, 8, 4)) * len(position.boards)
    return _with_purse(dice, Ask(position, Action(BUY_SPELL)), price)


def marching(dice: Dice) -> Ask:
    """A march; now and then every card has a spell."""
    position = _with_general(dice)
    if dice.chance(25):
        own = position.tech.of(position.side)
        position = replace(position, tech=position.tech.having(position.side, own.replace(NO_SPELL, "1")))
        if dice.chance(30):
            position = _few_cards(dice, position)
    return Ask(position, Action(MARCH))


def _few_cards(dice: Dice, position: Position) -> Position:
    """A techline of a few cards only."""
    count = dice.below(6)
    tech = position.tech
    return replace(
        position,
        cards=position.cards[:count],
        tech=tech.having("yellow", tech.yellow[:count]).having("blue", tech.blue[:count]),
    )


def teching(dice: Dice) -> Ask:
    """A card on which a first spell lies, mostly."""
    position = _with_general(dice)
    if dice.chance(12):
        position = _few_cards(dice, position)
    own = position.tech.of(position.side)
    ripe = [kind for kind, sign in zip(position.cards, own, strict=True) if sign in "1m"]
    kind = dice.pick(ripe) if ripe and dice.chance(80) else dice.pick((*UNITS, *UNITS, *NECROMANCERS))
    return Ask(position, Action(TECH, unit=kind))


# The end of the turn


def ending(dice: Dice) -> Ask:
    """Any boards, and a turn that ends."""
    side = a_side(dice)
    boards = tuple(
        _an_open_board(dice, side) if dice.chance(15) else quiet_board(dice, side)
        for _ in range(dice.pick((1, 1, 2, 2, 3)))
    )
    return Ask(draw_shared(dice, boards, side), Action(END_TURN))


def _an_open_board(dice: Dice, side: str) -> Board:
    draft = Draft(dice, side, dice.pick((RESET_1, RESET_2)))
    draft.choice_is_open = True
    _zombies(draft, dice)
    draft.waiting(side, 2)
    if dice.chance(40):
        draft.flags.add("r")
    draft.complete(home(side)[:1])
    return draft.board()


SCENES: dict[str, Scene] = {
    MOVE: moving,
    ATTACK: attacking,
    BUY: buying,
    SPAWN: spawning,
    CHOOSE: choosing,
    RESIGN: resigning,
    BUY_SPELL: spelling,
    MARCH: marching,
    TECH: teching,
    END_TURN: ending,
}


def draw_scene(dice: Dice, scene: Scene) -> Ask:
    """A scene that can be read."""
    while True:
        ask = scene(dice)
        if is_readable(ask.position):
            return ask
