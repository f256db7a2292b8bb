"""Wrong engines of Minions: the reference with one slip each, for one board and for the whole game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.wrong_engines import Slip

ONE_BOARD = (
    Slip(
        "a friend in the water is a bridge",
        "moving.py",
        "    return hex_ not in board.map.water and (unit is None or unit.side == side)\n",
        "    return hex_ not in board.map.water if unit is None else unit.side == side\n",
        "MIN-MOV-5",
    ),
    Slip(
        "a second move has the whole speed again",
        "moving.py",
        "    return there in ways(q.board, unit, here, steps_left(unit))\n",
        "    return there in ways(q.board, unit, here, unit.kind.speed)\n",
        "MIN-MOV-7",
        readings=(("moves-per-turn", "split"),),
    ),
    Slip(
        "a detour is noted as the way of a bird",
        "moving.py",
        "having_moved(unit, ways(board, unit, here, steps_left(unit))[there])",
        "having_moved(unit, distance(here, there))",
        "MIN-MOV-10",
    ),
    Slip(
        "the same move twice is wrong, two moves of one unit are not",
        "moving.py",
        "    begins = [here for here, _ in q.action.pairs]\n",
        "    begins = q.action.pairs\n",
        "MIN-TIC-4",
    ),
    Slip(
        "hits on the same target are one attack",
        "attacking.py",
        "    made_now = sum(attacker == here for attacker, _ in q.action.pairs)\n",
        "    made_now = sum(attacker == here for attacker, _ in set(q.action.pairs))\n",
        "MIN-ATK-4",
        readings=(("tick", "many-attacks"),),
    ),
    Slip(
        "deathtouch knows the basic necromancer only",
        "attacking.py",
        '    if attacker.kind.attack != "deathtouch" or target.kind.rank is None:\n',
        '    if attacker.kind.attack != "deathtouch" or target.kind.id != "necromancer":\n',
        "MIN-ATK-6",
    ),
    Slip(
        "of the damage of one tick the last counts",
        "attacking.py",
        "        board = _hit(board, here, there)\n",
        "        board = _hit(with_unit(board, there, q.board.cells[there]), here, there)\n",
        "MIN-DMG-4",
        readings=(("tick", "many-attacks"),),
    ),
    Slip(
        "a rebate that is owed takes the place of an older one",
        "attacking.py",
        "    return replace(position, owed=position.owed.having(unit.side, position.owed.of(unit.side) + rebate))\n",
        "    return replace(position, owed=position.owed.having(unit.side, rebate))\n",
        "MIN-DTH-3",
        readings=(("rebate-time", "owners-turn"),),
    ),
    Slip(
        "a board is won when no necromancer is left",
        "attacking.py",
        "    return board if destroyed.kind.rank is None else flagged(board, WON)\n",
        "    others = [one for one in board.cells if one and one.side == destroyed.side and one.kind.rank]\n"
        "    return board if destroyed.kind.rank is None or others else flagged(board, WON)\n",
        "MIN-DTH-4",
    ),
    Slip(
        "touched and unsummoned in one tick, a unit is dead and in the zone",
        "attacking.py",
        '.kind.attack == "unsummon"}.difference(dead):\n',
        '.kind.attack == "unsummon"}:\n',
        "MIN-DTH-2",
        readings=(("tick", "many-attacks"),),
    ),
)

WHOLE_GAME = (
    Slip(
        "losses are scored before the mover's win is looked at",
        "ending.py",
        "    if mover_wins(position):\n"
        "        return replace(losses_scored(position, still_counted(lost, rules), rules), winner=side)\n"
        "    position = losses_scored(position, lost, rules)\n",
        "    position = losses_scored(position, lost, rules)\n"
        "    if mover_wins(position):\n"
        "        return replace(position, winner=side)\n",
        "MIN-END-11",
    ),
    Slip(
        "graveyards are counted before a board that was won is reset",
        "ending.py",
        "    lost = tuple(sorted({*boards_overrun(position), *boards_given_up(resigned, won, rules)}))\n",
        "    lost = tuple(sorted({*boards_overrun(q.position), *boards_given_up(resigned, won, rules)}))\n",
        "MIN-END-4",
    ),
    Slip(
        "a board that is resigned and overrun is lost twice",
        "ending.py",
        "    lost = tuple(sorted({*boards_overrun(position), *boards_given_up(resigned, won, rules)}))\n",
        "    lost = (*boards_overrun(position), *boards_given_up(resigned, won, rules))\n",
        "MIN-END-6",
    ),
    Slip(
        "the state after a board is won and lost is that of the win",
        "ending.py",
        "    fates = {**dict.fromkeys(won, A_WIN), **dict.fromkeys(lost, LOST)}\n",
        "    fates = {**dict.fromkeys(lost, LOST), **dict.fromkeys(won, A_WIN)}\n",
        "MIN-END-8",
        readings=(("resign-won-board", "loss-too"),),
    ),
    Slip(
        "a turn does not end while a choice is open, resigned or not",
        "ending.py",
        "    return not any(choice_is_open(board, q.side) and RESIGNED not in board.flags for",
        "    return not any(choice_is_open(board, q.side) for",
        "MIN-END-1",
    ),
    Slip(
        "every soul pays",
        "ending.py",
        '    return int(any(unit.kind.has("soul") for _, unit in units_of(board, side)))\n',
        '    return sum(unit.kind.has("soul") for _, unit in units_of(board, side))\n',
        "MIN-INC-2",
    ),
    Slip(
        "when all necromancers are used there is none to be had",
        "choosing.py",
        "    by_game = kind.id not in anywhere or anywhere == everything\n",
        "    by_game = kind.id not in anywhere\n",
        "MIN-CHO-3",
    ),
    Slip(
        "all of the kind that is kept stay",
        "choosing.py",
        "having(side, () if keep is None else in_order((keep,)))",
        "having(side, tuple(kind for kind in board.zones.of(side) if kind == keep))",
        "MIN-CHO-7",
    ),
    Slip(
        "one marches onto the card after as many as one has marched onto",
        "general.py",
        "    place = position.tech.of(position.side).find(NO_SPELL)\n",
        "    signs = position.tech.of(position.side)\n"
        "    place = len(signs) - signs.count(NO_SPELL) if NO_SPELL in signs else -1\n",
        "MIN-TEC-1",
    ),
    Slip(
        "bought spells are placed before free ones",
        "general.py",
        "    left = spells._replace(free=spells.free - 1) if spells.free else",
        "    left = spells._replace(free=spells.free - 1) if not spells.bought else",
        "MIN-TEC-9",
    ),
    Slip(
        "a free spell that was kept is not joined by the new one",
        "general.py",
        "    return with_spells(position, position.side, spells._replace(free=spells.free + 1))\n",
        "    return with_spells(position, position.side, spells._replace(free=1))\n",
        "MIN-TEC-13",
    ),
)

SLIPS = ONE_BOARD + WHOLE_GAME


def of_a_kind(chance: random.Random, actions: Sequence[Any]) -> Any:
    """An action of a kind that is picked first, for else random play is moves and little more."""
    kind = chance.choice(sorted({action["kind"] for action in actions}))
    return chance.choice([action for action in actions if action["kind"] == kind])
