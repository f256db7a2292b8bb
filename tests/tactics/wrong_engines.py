"""Wrong engines of 5x5 Tactics: the reference with one slip each, of at most three lines, as good programmers make."""

from __future__ import annotations

from tests.wrong_engines import Slip

SLIPS = (
    Slip(
        "an empty id is an id",
        "state.py",
        '    return len(ids) == len(position.units) and "" not in ids\n',
        "    return len(ids) == len(position.units)\n",
        "TAC-UNT-5",
    ),
    Slip(
        "the dead may have moved in this turn",
        "state.py",
        "    own = {unit.id for unit in living(position.units) if unit.owner == position.current}\n",
        "    own = {unit.id for unit in position.units if unit.owner == position.current}\n",
        "TAC-TRN-7",
        readings=(("turn-limits", "once-per-unit"),),
    ),
    Slip(
        "true is as good as 1, and no number is too large",
        "actions.py",
        "    return place is None or is_place(place)\n",
        "    whole = isinstance(place, Mapping) and all(isinstance(n, int) for n in place.values())\n"
        '    return place is None or (whole and place.keys() == {"x", "y"})\n',
        "TAC-ACT-5",
    ),
    Slip(
        "whoever likes may end the turn",
        "turns.py",
        '        q.action.type == END_TURN and q.rules.reads("end-turn-off-turn", "allow")\n',
        "        q.action.type == END_TURN\n",
        "TAC-TRN-2",
        rare=False,
    ),
    Slip(
        "who would do no damage makes nothing ambiguous",
        "choosing.py",
        "    return q.own_beside(q.target().tile)\n",
        "    able = q.own_beside(q.target().tile)\n"
        "    return tuple(unit for unit in able if unit.attack) if len(able) > 1 else able\n",
        "TAC-ATK-4",
    ),
    Slip(
        "the empty name is no name",
        "moving.py",
        '    return q.action.unit is None or not q.rules.reads("move-target-id", "reject")\n',
        '    return not q.action.unit or not q.rules.reads("move-target-id", "reject")\n',
        "TAC-MOV-6",
    ),
    Slip(
        "a turn can be ended after the end",
        "turns.py",
        "    return not q.position.over\n",
        "    return not q.position.over or q.action.type == END_TURN\n",
        "TAC-WIN-2",
        rare=False,
    ),
    Slip(
        "nobody is on turn after the winner",
        "turns.py",
        '    if position.over and rules.reads("turn-after-winning-move-attack", "stays"):\n',
        "    if position.over:\n",
        "TAC-MAT-5",
        rare=False,
    ),
    Slip(
        "a side that has no units at all has not lost",
        "state.py",
        "    return position.over == (len(survivors(position)) < len(PLAYERS))\n",
        "    return position.over == (len(survivors(position)) < len({unit.owner for unit in position.units}))\n",
        "TAC-STA-4",
        rare=False,
    ),
    Slip(
        "a target with hit points left is alive",
        "question.py",
        "        return is_alive(unit)\n",
        "        return unit.hp > 0\n",
        "TAC-TGT-5",
    ),
    Slip(
        "the position of an attack may be that of any enemy",
        "aiming.py",
        '    return q.rules.reads("mismatch-check", "server") or q.tile() == q.target().tile\n',
        '    server = q.rules.reads("mismatch-check", "server")\n'
        "    return server or q.tile() in [one.tile for one in q.position.units if one.owner == q.target().owner]\n",
        "TAC-TGT-7",
    ),
    Slip(
        "a friend is not in the way",
        "moving.py",
        "    return not is_occupied(q.position, q.tile(), q.rules)\n",
        "    own = [unit for unit in living(q.position.units) if q.is_own(unit) and unit.tile == q.tile()]\n"
        "    return bool(own) or not is_occupied(q.position, q.tile(), q.rules)\n",
        "TAC-MOV-1",
    ),
)
