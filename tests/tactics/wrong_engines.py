"""Wrong engines of 5x5 Tactics: the reference with one slip each, of at most three lines, as good programmers make."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import ludex.games.tactics

REFERENCE = Path(ludex.games.tactics.__file__).parent


@dataclass(frozen=True)
class Slip:
    """One slip: where, what is replaced by what, and the clause that the engine then breaks."""

    name: str
    file: str
    right: str
    wrong: str
    clause: str

    @property
    def group(self) -> str:
        """The clause group that a report has to name."""
        return self.clause.rpartition("-")[0]


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
    ),
    Slip(
        "nobody is on turn after the winner",
        "turns.py",
        '    if position.over and rules.reads("turn-after-winning-move-attack", "stays"):\n',
        "    if position.over:\n",
        "TAC-MAT-5",
    ),
    Slip(
        "a side that has no units at all has not lost",
        "state.py",
        "    return position.over == (len(survivors(position)) < len(PLAYERS))\n",
        "    return position.over == (len(survivors(position)) < len({unit.owner for unit in position.units}))\n",
        "TAC-STA-4",
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
        "        agree = q.tile() == q.target().tile\n",
        "        agree = q.tile() in [unit.tile for unit in q.position.units if unit.owner == q.target().owner]\n",
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


def write(slip: Slip, folder: Path) -> Path:
    """Write the reference with this slip under a folder that goes first on the path; give that folder."""
    games = folder / "ludex" / "games"
    shutil.copytree(REFERENCE.parent, games, ignore=shutil.ignore_patterns("__pycache__"))
    file = games / REFERENCE.name / slip.file
    text = file.read_text(encoding="utf-8")
    assert text.count(slip.right) == 1, slip.name
    assert max(slip.right.count("\n"), slip.wrong.count("\n")) <= 3, slip.name
    file.write_text(text.replace(slip.right, slip.wrong), encoding="utf-8")
    return folder
