"""Limits, and what stands in another's place: purses, zones, hands and boards that are not the ones asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

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
    TURN,
    Action,
)
from ludex.games.minions.board import NORMAL, RESET_0, RESET_1, RESET_2, Board, Unit, Zone, in_order
from ludex.games.minions.hexes import home, neighbours
from ludex.games.minions.pairs import OPPONENT, YELLOW
from ludex.games.minions.position import Position, Spells, needed_points, with_board
from ludex.games.minions.table import Kind
from ludex.suites import Case, SuiteTopic
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
    disc,
    draw_shared,
    quiet_board,
)
from ludex.suites.minions.staging import LEGAL, Stages, among_boards, on_one_board

LARGE = (255, 256, 257, 512, 65535, 65536, 65537, 131072, 16777216, 10**9 - 100)
MANY = (4, 5, 8, 11, 12)
SPAWNERS = tuple(kind for kind in EVERY_KIND if kind.has("spawn"))
ATTACKERS = tuple(kind for kind in EVERY_KIND if kind.range)
ROOM = {"boards": 1, "phases": 2}  # of each bucket, where not three
SPELL = 8
ON_CROWDED_BOARDS = {
    MOVE: ("MIN-MOV-7", "MIN-MOV-8", "MIN-MOV-9", "MIN-TIC-2"),
    ATTACK: ("MIN-ATK-2", "MIN-ATK-3"),
    SPAWN: ("MIN-SPN-2", "MIN-SPN-3", "MIN-SPN-4"),
}


def topics(_: str) -> Iterator[SuiteTopic]:
    """By what is at its limit, or not the one asked for."""
    told: dict[str, tuple[str, Callable[[Stages], None]]] = {
        "purses": ("Money that is large, owed, or the other side's; prices met and missed by one.", _purses),
        "zones": (
            "What waits in the zone, and in the enemy's, in that of another board, or stands on the board.",
            _zones,
        ),
        "targets": ("Attacks on friends, on the own necromancer, on the attacker itself, and on nobody.", _targets),
        "techlines": (
            "Techlines in any order, with few cards or none, all marched onto, or teched by the other.",
            _techlines,
        ),
        "choices": ("Choices: open, made, resigned; and what else is done there meanwhile.", _choices),
        "boards": ("Games on many boards: each kind of action on the last, and the points that win.", _boards),
        "crowds": (
            "On boards of forty units and more: each kind of action allowed, and refused by one clause.",
            _crowds,
        ),
        "phases": ("Each action in each state and phase, allowed and refused.", _phases),
    }
    for name, (about, fill) in told.items():
        yield SuiteTopic(f"limits-{name}", "apply", "apply", about, partial(_cases, name, fill))


def _cases(name: str, fill: Callable[[Stages], None]) -> Iterator[Case]:
    stages = Stages(f"limits {name}", room=ROOM.get(name, 3))
    fill(stages)
    return stages.cases()


# Purses


def _purses(stages: Stages) -> None:
    for amount in LARGE:
        for name, action in {"buy": BUY, "spell": BUY_SPELL}.items():
            stages.fill((name, str(amount)), partial(_rich, action, amount), LEGAL)
    for name, kind, clause in (("buy", BUY, "MIN-PUR-2"), ("spell", BUY_SPELL, "MIN-TEC-11")):
        for whose in ("owed", "the other's", "owed to the other"):
            stages.fill((name, whose), partial(_poor, kind, whose), (clause,))
        stages.fill((name, "nothing at all"), partial(_rich, kind, 0), (clause,))


def _buyer(dice: Dice, kind: str) -> tuple[Ask, int]:
    """A purchase, and what it costs."""
    draft = Draft(dice, a_side(dice))
    if kind == BUY_SPELL:
        return on_one_board(dice, draft, Action(BUY_SPELL))._replace(action=Action(BUY_SPELL)), SPELL
    unit = dice.pick((TABLE.zombie, TABLE.initiate))
    return on_one_board(dice, draft, Action(BUY, unit=unit)), unit.cost


def _rich(kind: str, amount: int, dice: Dice) -> Ask | None:
    ask, _ = _buyer(dice, kind)
    money = ask.position.money.having(ask.position.side, amount)
    return ask._replace(position=replace(ask.position, money=money))


def _poor(kind: str, whose: str, dice: Dice) -> Ask | None:
    """One short, while enough lies elsewhere."""
    ask, price = _buyer(dice, kind)
    position, side, enemy = ask.position, ask.position.side, ask.position.enemy
    money, owed = position.money.having(side, price - 1).having(enemy, dice.below(price)), position.owed
    plenty = price + dice.below(9)
    if whose == "the other's":
        money = money.having(enemy, plenty)
    else:
        owed = owed.having(side if whose == "owed" else enemy, plenty)
    return ask._replace(position=replace(position, money=money, owed=owed))


# Zones


def _zones(stages: Stages) -> None:
    for name, where in ELSEWHERE.items():
        stages.fill(("spawn", name), partial(_spawn_from, where), ("MIN-SPN-1",))
        stages.fill(("keep", name), partial(_keep_from, where), ("MIN-CHO-4",))
    for kind in (*NECROMANCERS, TABLE.zombie, TABLE.initiate, *UNITS[-1:]):
        stages.fill(("spawn", kind.id), partial(_spawn_of, kind), LEGAL)
        stages.fill(("keep", kind.id), partial(_keep_of, kind), LEGAL)
    for name, zone in {"necromancers alone": NECROMANCERS, "zombies alone": (TABLE.zombie,)}.items():
        stages.fill(("keep none", name), partial(_keep_none, zone), ("MIN-CHO-5",))
    stages.fill(("keep none", "empty"), partial(_keep_none, ()), LEGAL)


Where = Callable[[Dice, Board, Board, str, Kind], tuple[Board, Board]]


def _in_the_enemys(_: Dice, board: Board, other: Board, side: str, kind: Kind) -> tuple[Board, Board]:
    enemy = OPPONENT[side]
    return _waiting(board, enemy, (*board.zones.of(enemy), kind)), other


def _on_another_board(_: Dice, board: Board, other: Board, side: str, kind: Kind) -> tuple[Board, Board]:
    return board, _waiting(other, side, (*other.zones.of(side), kind))


def _on_the_board(dice: Dice, board: Board, other: Board, side: str, kind: Kind) -> tuple[Board, Board]:
    held = (*board.map.water, *home(side)[:1])
    free = [hex_ for hex_, unit in enumerate(board.cells) if unit is None and hex_ not in held]
    cells = list(board.cells)
    cells[dice.pick(free)] = Unit(kind, side)
    return replace(board, cells=tuple(cells)), other


def _another_necromancer(dice: Dice, board: Board, other: Board, side: str, kind: Kind) -> tuple[Board, Board]:
    """Another necromancer than the one asked for waits there."""
    some = dice.pick([one for one in NECROMANCERS if one is not kind])
    return _waiting(board, side, (*board.zones.of(side), some)), other


ELSEWHERE: dict[str, Where] = {
    "the enemy's": _in_the_enemys,
    "another board's": _on_another_board,
    "on the board": _on_the_board,
    "another necromancer": _another_necromancer,
}


def _waiting(board: Board, side: str, zone: tuple[Kind, ...]) -> Board:
    return replace(board, zones=board.zones.having(side, in_order(zone)))


def _two_boards(dice: Dice, board: Board, side: str, action: Action) -> Ask:
    """The action on the first or the second board of two."""
    return among_boards(dice, board, side, action, 2)


def _elsewhere(dice: Dice, ask: Ask, where: Where, kind: Kind) -> Ask:
    index = ask.action.board
    board, other = ask.position.boards[index], ask.position.boards[1 - index]
    board, other = where(dice, board, other, ask.position.side, kind)
    return ask._replace(position=with_board(with_board(ask.position, index, board), 1 - index, other))


def _spawn_from(where: Where, dice: Dice) -> Ask | None:
    draft, here = _a_spawner(dice)
    draft.waiting(draft.side, 2)
    kind = dice.pick(NECROMANCERS) if where is _another_necromancer else a_unit(dice)
    there = dice.pick(draft.dry(neighbours(here)) or [here])
    draft.complete((there,))
    ask = _two_boards(dice, draft.board(), draft.side, Action(SPAWN, unit=kind, to=there))
    return _elsewhere(dice, ask, where, kind)


def _a_spawner(dice: Dice, state: str = NORMAL) -> tuple[Draft, int]:
    draft = Draft(dice, a_side(dice), state)
    here = dice.pick(draft.dry())
    draft.stand(dice.pick(SPAWNERS), draft.side, here)
    return draft, here


def _spawn_of(kind: Kind, dice: Dice) -> Ask | None:
    draft, here = _a_spawner(dice)
    draft.zones[draft.side] += [kind, dice.pick(NECROMANCERS), a_unit(dice)]
    there = dice.pick(draft.dry(neighbours(here)) or [here])
    return on_one_board(dice, draft, Action(SPAWN, unit=kind, to=there), (there,))


def _choosing(dice: Dice, zone: Zone, keep: Kind | None) -> tuple[Draft, Action]:
    """A board at reset+1 or reset+2 with a choice to make."""
    draft = Draft(dice, a_side(dice), dice.pick((RESET_1, RESET_2)))
    draft.choice_is_open = True
    for side in (draft.side, draft.enemy):
        for hex_ in home(side)[1:]:
            draft.stand(TABLE.zombie, side, hex_)
    draft.zones[draft.side] += zone
    draft.complete(home(draft.side)[:1])
    return draft, Action(CHOOSE, unit=dice.pick(TABLE.advanced), keep=keep)


def _keep_from(where: Where, dice: Dice) -> Ask | None:
    kind = dice.pick(NECROMANCERS) if where is _another_necromancer else dice.pick(UNITS[2:])
    draft, action = _choosing(dice, tuple(dice.some(UNITS[:2], dice.below(3))), kind)
    return _elsewhere(dice, _two_boards(dice, draft.board(), draft.side, action), where, kind)


def _keep_of(kind: Kind, dice: Dice) -> Ask | None:
    draft, action = _choosing(dice, (kind, dice.pick(NECROMANCERS), a_unit(dice)), kind)
    return on_one_board(dice, draft, action, home(draft.side)[:1])


def _keep_none(zone: Zone, dice: Dice) -> Ask | None:
    draft, action = _choosing(dice, tuple(dice.some(zone, dice.between(1, 2))), None)
    draft.waiting(draft.enemy, 2)
    return on_one_board(dice, draft, action, home(draft.side)[:1])


# Targets


def _targets(stages: Stages) -> None:
    for sort in ("normal", "flurry", "unsummon", "deathtouch"):
        for name in ("a friend", "the own necromancer", "itself", "nobody"):
            stages.fill((sort, name), partial(_strike, sort, name), ("MIN-ATK-2",))
        stages.fill((sort, "an enemy"), partial(_strike, sort, "an enemy"), LEGAL)
    for name in ("a friend", "the own necromancer", "an enemy"):
        stages.fill(("somebody else's", name), partial(_not_own, name), ("MIN-ATK-1",))


def _strike(sort: str, whom: str, dice: Dice) -> Ask | None:
    draft = Draft(dice, a_side(dice))
    attacker = dice.pick([kind for kind in ATTACKERS if kind.attack == sort])
    here = dice.pick(draft.ground(attacker))
    draft.stand(attacker, draft.side, here)
    near = dice.pick(neighbours(here))
    if near in draft.map.water:
        return None
    if whom in ("a friend", "an enemy"):
        draft.stand(a_unit(dice), draft.side if whom == "a friend" else draft.enemy, near)
    elif whom == "the own necromancer":
        draft.stand(dice.pick(NECROMANCERS), draft.side, near)
    draft.crowd(here, 2)
    there = here if whom == "itself" else near
    return on_one_board(dice, draft, Action(ATTACK, pairs=((here, there),)), (near,))


def _not_own(whom: str, dice: Dice) -> Ask | None:
    """An enemy is to strike one of its own side, or nobody is to strike an enemy."""
    draft = Draft(dice, a_side(dice))
    here = dice.pick(draft.dry())
    near = dice.pick(draft.dry(neighbours(here)) or [here])
    if near == here:
        return None
    draft.stand(dice.pick(NECROMANCERS) if whom == "the own necromancer" else a_unit(dice), draft.enemy, near)
    if whom != "an enemy":
        draft.stand(dice.pick(ATTACKERS), draft.enemy, here)
    return on_one_board(dice, draft, Action(ATTACK, pairs=((here, near),)), (here,))


# Techlines


def _techlines(stages: Stages) -> None:
    for count in (0, 1, 2, 5, len(TABLE.cards)):
        name = f"{count} cards"
        if count:
            stages.fill((name, "tech"), partial(_with_card, TECH, count, "1", "0"), LEGAL)
            stages.fill((name, "blocked"), partial(_with_card, TECH, count, "1", "2"), ("MIN-TEC-5",))
            stages.fill((name, "no first spell"), partial(_with_card, TECH, count, "0", "1"), ("MIN-TEC-4",))
            stages.fill((name, "teched"), partial(_with_card, TECH, count, "2", "1"), ("MIN-TEC-4",))
            stages.fill((name, "buy"), partial(_with_card, BUY, count, "2", "1"), LEGAL)
            stages.fill((name, "buy, teched now"), partial(_with_card, BUY, count, "t", "1"), LEGAL)
            stages.fill((name, "buy, the other's"), partial(_with_card, BUY, count, "1", "2"), ("MIN-PUR-1",))
            for other in "012":
                stages.fill((name, "march", other), partial(_with_card, MARCH, count, "0", other), LEGAL)
        if count < len(TABLE.cards):
            stages.fill((name, "tech elsewhere"), partial(_no_card, TECH, count), ("MIN-TEC-7",))
            stages.fill((name, "buy elsewhere"), partial(_no_card, BUY, count), ("MIN-PUR-1",))
        stages.fill((name, "march on"), partial(_full, MARCH, count), ("MIN-TEC-2",))
        stages.fill((name, "spell"), partial(_full, BUY_SPELL, count), LEGAL)


def _general(dice: Dice, count: int, kind: str) -> tuple[Position, str, tuple[Kind, ...]]:
    """A position with money, a spell in hand and so many cards in some order."""
    draft = Draft(dice, a_side(dice))
    position = on_one_board(dice, draft, Action(kind)).position
    cards = tuple(dice.some(TABLE.cards, count))
    hand = Spells(dice.below(2), 1) if dice.chance(50) else Spells(1, 0)
    spells = position.spells.having(draft.side, hand)
    money = position.money.having(draft.side, dice.between(9, 20))
    return replace(position, cards=cards, spells=spells, money=money), draft.side, cards


def _with_card(kind: str, count: int, own: str, other: str, dice: Dice) -> Ask | None:
    """One card, with these signs of both sides, in a techline; for a march it is the first without an own spell."""
    position, side, cards = _general(dice, count, kind)
    at = dice.below(count)
    ours = "".join(own if place == at else "1" if place < at else dice.pick("01") for place in range(count))
    theirs = "".join(other if place == at else dice.pick("01") for place in range(count))
    tech = position.tech.having(side, ours).having(OPPONENT[side], theirs)
    action = Action(kind) if kind == MARCH else Action(kind, 0 if kind == BUY else -1, unit=cards[at])
    return Ask(replace(position, tech=tech), action)


def _no_card(kind: str, count: int, dice: Dice) -> Ask | None:
    position, side, cards = _general(dice, count, kind)
    out = dice.pick([card for card in TABLE.cards if card not in cards])
    signs = "".join(dice.pick("12") for _ in cards)
    tech = position.tech.having(side, signs).having(OPPONENT[side], "0" * count)
    return Ask(replace(position, tech=tech), Action(kind, 0 if kind == BUY else -1, unit=out))


def _full(kind: str, count: int, dice: Dice) -> Ask | None:
    """No card is left to march onto."""
    position, side, _ = _general(dice, count, kind)
    signs = "".join(dice.pick("12") for _ in range(count))
    other = "".join("1" if sign == "2" else dice.pick("012") for sign in signs)
    tech = position.tech.having(side, signs).having(OPPONENT[side], other)
    return Ask(replace(position, tech=tech), Action(kind))


# Choices


def _choices(stages: Stages) -> None:
    for name in ("move", "attack", "buy", "spawn"):
        for resigned in (False, True):
            told = "resigned" if resigned else "open"
            stages.fill((name, told), partial(_meanwhile, name, resigned), ("MIN-PHA-2",))
    for state in (RESET_1, RESET_2):
        for resigned in (False, True):
            stages.fill(("choose", state, f"resigned {resigned:d}"), partial(_choose, state, resigned, False), LEGAL)
        stages.fill(("choose again", state), partial(_choose, state, False, True), ("MIN-CHO-1",))
        for place in range(3):
            stages.fill(("end", state, str(place)), partial(_end_with_open, state, place, ()), ("MIN-END-1",))
            others = tuple(other for other in range(3) if other != place)
            stages.fill(
                ("end", state, str(place), "others resigned"),
                partial(_end_with_open, state, place, others),
                ("MIN-END-1",),
            )
            stages.fill(("end", state, str(place), "resigned"), partial(_end_with_open, state, place, (place,)), LEGAL)
    stages.fill(("end", "all are open"), _all_open, ("MIN-END-1",))
    stages.fill(("choose", "none left, it stands elsewhere"), _taken_again, LEGAL)
    for whose in ("a friend", "an enemy", "a zombie of the reset"):
        stages.fill(("start hex", whose), partial(_start_hex, whose), ("MIN-CHO-10",))
    stages.fill(("start hex", "the other's"), partial(_start_hex, "the other's"), LEGAL)


def _meanwhile(kind: str, resigned: bool, dice: Dice) -> Ask | None:
    """Something else is done on a board on which the choice is open."""
    state = RESET_1 if kind in ("move", "attack") and dice.chance(50) else RESET_2
    draft = Draft(dice, a_side(dice), state)
    draft.choice_is_open = True
    here = dice.pick(draft.dry())
    near = draft.dry(neighbours(here))
    if not near:
        return None
    there = dice.pick(near)
    draft.stand(TABLE.initiate, draft.side, here)
    draft.zones[draft.side].append(TABLE.zombie)
    if kind == "attack":
        draft.stand(a_unit(dice), draft.enemy, there)
    if resigned:
        draft.flags.add("r")
    pairs = ((here, there),)
    action = {
        "move": Action(MOVE, pairs=pairs),
        "attack": Action(ATTACK, pairs=pairs),
        "buy": Action(BUY, unit=TABLE.zombie),
        "spawn": Action(SPAWN, unit=TABLE.zombie, to=there),
    }[kind]
    ask = on_one_board(dice, draft, action, (there, *home(draft.side)[:1]))
    money = ask.position.money.having(draft.side, dice.between(2, 9))
    return ask._replace(position=replace(ask.position, money=money))


def _choose(state: str, resigned: bool, made: bool, dice: Dice) -> Ask | None:
    draft, action = _choosing(dice, (), None)
    draft.state = state
    if made:
        draft.choice_is_open = False
        hexes = [hex_ for hex_ in draft.dry() if hex_ not in home(draft.side)]
        draft.stand(dice.pick(TABLE.advanced), draft.side, dice.pick(hexes))
    if resigned:
        draft.flags.add("r")
    for who in (draft.side, draft.enemy):
        if who == draft.enemy and state == RESET_1:
            draft.cells = {hex_: unit for hex_, unit in draft.cells.items() if unit.side != who or not unit.kind.rank}
    return on_one_board(dice, draft, action, home(draft.side)[:1])


def _taken_again(dice: Dice) -> Ask | None:
    """All have been used, and the one that is chosen stands on another board."""
    draft, action = _choosing(dice, (), None)
    names = [kind.id for kind in TABLE.advanced]
    draft.used[draft.side] |= set(names[:4])
    ask = _two_boards(dice, draft.board(), draft.side, action)
    other = _bare(dice, draft.side)
    cells = tuple(
        unit._replace(kind=action.unit) if unit and action.unit and unit.side == draft.side and unit.kind.rank else unit
        for unit in other.cells
    )
    other = replace(other, cells=cells, used=other.used.having(draft.side, frozenset(names[4:])))
    return ask._replace(position=with_board(ask.position, 1 - ask.action.board, other))


def _end_with_open(state: str, place: int, resigned: tuple[int, ...], dice: Dice) -> Ask | None:
    """The turn is ended with an open choice on one board of three; some boards are resigned."""
    side = a_side(dice)
    boards = [quiet_board(dice, side) for _ in range(3)]
    draft = Draft(dice, side, state)
    draft.choice_is_open = True
    draft.complete(home(side)[:1])
    boards[place] = draft.board()
    for index in resigned:
        boards[index] = replace(boards[index], flags=boards[index].flags | {"r"})
    return Ask(draw_shared(dice, tuple(boards), side), Action(END_TURN))


def _all_open(dice: Dice) -> Ask | None:
    """The turn is ended with an open choice on each of two boards."""
    side, boards = a_side(dice), []
    for _ in range(2):
        draft = Draft(dice, side, dice.pick((RESET_1, RESET_2)))
        draft.choice_is_open = True
        draft.waiting(side, 2)
        draft.complete(home(side)[:1])
        boards.append(draft.board())
    return Ask(draw_shared(dice, tuple(boards), side), Action(END_TURN))


def _start_hex(whose: str, dice: Dice) -> Ask | None:
    draft, action = _choosing(dice, (), None)
    start, other = home(draft.side)[0], home(draft.enemy)[0]
    if whose == "the other's":
        draft.cells.setdefault(other, Unit(a_unit(dice), dice.pick((draft.side, draft.enemy))))
    else:
        kind = TABLE.zombie if whose == "a zombie of the reset" else a_unit(dice)
        draft.stand(kind, draft.enemy if whose == "an enemy" else draft.side, start)
    return on_one_board(dice, draft, action)


# Many boards


def _boards(stages: Stages) -> None:
    for count in MANY:
        for name in ("move", "attack", "buy", "spawn", "choose", "resign"):
            stages.fill((str(count), name), partial(_on_the_last, count, name), LEGAL)
        stages.fill((str(count), "spell"), partial(_spell_among, count, 0), LEGAL)
        stages.fill((str(count), "no spell"), partial(_spell_among, count, -1), ("MIN-TEC-11",))
        stages.fill((str(count), "beyond"), partial(_beyond, count), ("MIN-TRN-2",))
    for count in range(3, 7):
        for lost in (2, 3):
            stages.fill((str(count), f"{lost} lost"), partial(_lost_at_once, count, lost), LEGAL)
    for count in (*range(1, 13), 16):
        for won in (True, False):
            for short in (0, 1):
                if needed_points(count) > short:
                    stages.fill((str(count), f"{won}", str(short)), partial(_points, count, won, short), LEGAL)


def _on_the_last(count: int, kind: str, dice: Dice) -> Ask | None:
    """An action on the last of many boards, the others at rest."""
    side = a_side(dice)
    draft = Draft(dice, side, RESET_1 if kind == "choose" else NORMAL)
    draft.choice_is_open = kind == "choose"
    here = dice.pick(draft.dry())
    near = draft.dry(neighbours(here))
    if not near:
        return None
    there = dice.pick(near)
    draft.stand(TABLE.initiate, side, here)
    if kind == "spawn":
        draft.zones[side].append(TABLE.zombie)
    if kind == "attack":
        draft.stand(a_unit(dice), draft.enemy, there)
    pairs, last = ((here, there),), count - 1
    action = {
        "move": Action(MOVE, last, pairs),
        "attack": Action(ATTACK, last, pairs),
        "buy": Action(BUY, last, unit=TABLE.zombie),
        "spawn": Action(SPAWN, last, unit=TABLE.zombie, to=there),
        "choose": Action(CHOOSE, last, unit=dice.pick(TABLE.advanced)),
        "resign": Action(RESIGN, last),
    }[kind]
    draft.complete((there, *home(side)[:1]))
    position = _with_others(dice, draft.board(), side, count)
    money = position.money.having(side, dice.between(2, 9))
    return Ask(replace(position, money=money), action)


def _bare(dice: Dice, side: str) -> Board:
    """A board with two necromancers and a unit."""
    draft = Draft(dice, side)
    draft.somebody(side, dice.pick(draft.dry()), 3)
    draft.complete()
    return draft.board()


def _with_others(dice: Dice, board: Board, side: str, count: int) -> Position:
    return draw_shared(dice, (*(_bare(dice, side) for _ in range(count - 1)), board), side)


def _spell_among(count: int, more: int, dice: Dice) -> Ask | None:
    side = a_side(dice)
    position = _with_others(dice, _bare(dice, side), side, count)
    money = position.money.having(side, SPELL * count + more)
    return Ask(replace(position, money=money), Action(BUY_SPELL))


def _beyond(count: int, dice: Dice) -> Ask | None:
    side = a_side(dice)
    position = _with_others(dice, _bare(dice, side), side, count)
    return Ask(position, Action(RESIGN, count))


def _points(count: int, won: bool, short: int, dice: Dice) -> Ask | None:
    """A board is won, or resigned, and that is the point that wins, or one too few."""
    side = a_side(dice)
    board = _bare(dice, side)
    flags = {"w"} if won else {"r"}
    if won:
        cells = tuple(None if unit and unit.side != side and unit.kind.rank else unit for unit in board.cells)
        board = replace(board, cells=cells)
    position = _with_others(dice, replace(board, flags=board.flags | flags), side, count)
    winner = side if won else OPPONENT[side]
    points = position.points.having(winner, needed_points(count) - 1 - short)
    return Ask(replace(position, points=points), Action(END_TURN))


def _lost_at_once(count: int, lost: int, dice: Dice) -> Ask | None:
    """More boards are lost than the opponent needs to win."""
    side = a_side(dice)
    position = _with_others(dice, _bare(dice, side), side, count)
    for index in dice.some(range(count), lost):
        board = position.boards[index]
        position = with_board(position, index, replace(board, flags=board.flags | {"r"}))
    points = position.points.having(position.enemy, needed_points(count) - 1)
    return Ask(replace(position, points=points), Action(END_TURN))


# Crowds


def _crowds(stages: Stages) -> None:
    for kind, clauses in ON_CROWDED_BOARDS.items():
        stages.fill((kind,), partial(_in_a_crowd, kind), LEGAL)
        for clause in clauses:
            stages.fill((kind, clause), partial(_in_a_crowd, kind), (clause,))


def _in_a_crowd(kind: str, dice: Dice) -> Ask | None:
    """Something that one of forty units and more does, right or wrong."""
    draft = Draft(dice, a_side(dice))
    for _ in range(dice.between(42, 52)):
        unit = dice.pick(UNITS)
        draft.stand(unit, dice.pick((draft.side, draft.enemy)), dice.pick(draft.ground(unit)))
    draft.zones[draft.side] += dice.some(UNITS, 3)
    own = [hex_ for hex_, unit in draft.cells.items() if unit.side == draft.side]
    here = dice.pick(own)
    there = dice.pick(disc(here, 1, 2 if dice.chance(80) else 4))
    action = {
        MOVE: Action(MOVE, pairs=((here, there),)),
        ATTACK: Action(ATTACK, pairs=((here, there),)),
        SPAWN: Action(SPAWN, unit=dice.pick(draft.zones[draft.side]), to=there),
    }[kind]
    return on_one_board(dice, draft, action)


# Phases


def _phases(stages: Stages) -> None:
    for kind in ("move", "attack"):
        stages.fill((kind, "after a purchase"), partial(_after_buying, kind), ("MIN-PHA-3",))
    for kind in ("move", "attack", "buy", "spawn"):
        for state in (NORMAL, RESET_0, RESET_1, RESET_2, "f"):
            for flags in ("", "p", "pq", "r", "w"):
                wanted = _refused_in(kind, state, flags)
                if wanted is not None:
                    stages.fill((kind, state, flags), partial(_in_phase, kind, state, flags), wanted)


def _after_buying(kind: str, dice: Dice) -> Ask | None:
    """A whole turn in which a unit moves or attacks once something was bought."""
    ask = _in_phase(kind, NORMAL, "", dice)
    if ask is None:
        return None
    line = (Action(BUY, ask.action.board, unit=TABLE.zombie), ask.action, Action(END_TURN))
    return ask._replace(action=Action(TURN, actions=line))


def _refused_in(kind: str, state: str, flags: str) -> tuple[str, ...] | None:
    """The clauses by which an action is refused in a state, with these flags; None where no line has them."""
    if state in (RESET_0, RESET_1) and set(flags) - {"r"}:
        return None
    if state == RESET_0:
        return ("MIN-PHA-1",)
    if kind in ("buy", "spawn"):
        return ("MIN-PHA-4",) if state == RESET_1 else LEGAL
    return ("MIN-PHA-3",) if "p" in flags else LEGAL


def _in_phase(kind: str, state: str, flags: str, dice: Dice) -> Ask | None:
    side = YELLOW if state == "f" else a_side(dice)
    draft = Draft(dice, side, state)
    draft.flags |= set(flags)
    here = dice.pick(draft.dry())
    near = draft.dry(neighbours(here))
    if not near:
        return None
    there = dice.pick(near)
    draft.stand(TABLE.initiate, side, here)
    draft.zones[side].append(TABLE.zombie)
    if kind == "attack":
        draft.stand(a_unit(dice), draft.enemy, there)
    pairs = ((here, there),)
    action = {
        "move": Action(MOVE, pairs=pairs),
        "attack": Action(ATTACK, pairs=pairs),
        "buy": Action(BUY, unit=TABLE.zombie),
        "spawn": Action(SPAWN, unit=TABLE.zombie, to=there),
    }[kind]
    ask = on_one_board(dice, draft, action, (there,))
    money = ask.position.money.having(side, dice.between(2, 9))
    return ask._replace(position=replace(ask.position, money=money))
