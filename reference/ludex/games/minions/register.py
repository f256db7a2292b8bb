"""The edition of Minions, and the points that its text leaves open."""

from __future__ import annotations

import json
from importlib.resources import files

from ludex.games.minions.table import read_table
from ludex.rules import Edition, Entry, Register, Ruling

TABLE = json.loads(files(__package__).joinpath("initiate.json").read_text(encoding="utf-8"))

EDITIONS = (Edition("initiate", {"table": read_table(TABLE)}),)


def edition_of(data: dict[str, object]) -> Edition:
    """An edition of one's own from the table in a JSON object; raises Unreadable with every fault in it."""
    return Edition(str(data.get("edition", "own")), {"table": read_table(data)})


def _entry(name: str, readings: str, clauses: str, point: str) -> Entry:
    choices = tuple(readings.split())
    return Entry(name, choices, choices[0], tuple(f"MIN-{clause}" for clause in clauses.split()), point)


ENTRIES = (
    _entry("move-then-attack", "unless-lumbering never", "ATK-5", "Whether a unit that has moved may attack."),
    _entry("moves-per-turn", "one split", "MOV-4", "One move a turn, or several within the speed."),
    _entry("tick", "moves-or-one-attack many-attacks", "TIC-5", "Whether several attacks may share a tick."),
    _entry(
        "deathtouch-necromancer",
        "illegal no-effect",
        "ATK-6 DTH-2",
        "Deathtouch at a necromancer: refused or void.",
    ),
    _entry("rebate-time", "at-once owners-turn", "DTH-3 END-10", "When a rebate is paid."),
    _entry("spawn-on-water", "flyers anyone", "SPN-4", "Who may be spawned on water."),
    _entry("spawn-chain", "yes no", "SPN-3", "Whether a unit spawned in this turn can be the spawner."),
    _entry("purchase", "interleaved first", "PUR-3", "Whether one may buy for a board once a unit was spawned there."),
    _entry("first-turn", "attack-and-spawn attack-only", "PHA-5", "Whether the first turn has a spawn phase."),
    _entry("new-tech", "at-once next-turn", "PUR-1", "When a unit can be bought after its card was teched."),
    _entry("march-and-tech", "allowed no", "TEC-6", "Whether both spells of a card may be placed in one turn."),
    _entry("free-spell", "lost kept", "TEC-14", "What becomes of a free spell that is not placed."),
    _entry("bought-spell", "lost kept", "TEC-14", "What becomes of a bought spell that is not placed."),
    _entry("spell-price", "8n 4n", "TEC-10", "What a spell costs for each board."),
    _entry(
        "turn-order", "free general-first", "TRN-3 TRN-4", "Any order, or the general first and then board by board."
    ),
    _entry("resign-income", "paid none", "INC-4", "Whether a board that is resigned pays."),
    _entry(
        "resign-won-board", "win-stands loss-too", "LOS-3", "Whether a board that was won can be lost by resigning it."
    ),
    _entry("restart", "by-state next-mover loser", "RST-5 RST-6", "Who goes on first after a board was won or lost."),
    _entry(
        "surviving-necromancer", "leaves to-zone", "RST-2", "What becomes of a necromancer that has survived the reset."
    ),
    _entry(
        "keep-unit", "exactly-one-if-any at-most-one", "CHO-5", "Whether one must keep a unit if there is one to keep."
    ),
    _entry("initiate", "choose-phase also-at-reset", "RST-4", "Whether an initiate is given at the reset, too."),
    _entry(
        "used-necromancers",
        "per-side-per-game per-side-per-board",
        "CHO-3",
        "Whether a necromancer is used up for the whole game, or on its board.",
    ),
    _entry("reset0-income", "paid none", "INC-4", "Whether a board that is passed at reset+0 pays."),
    _entry("after-game-win", "stop count-losses", "END-11", "Whether losses still score once the mover has won."),
    _entry(
        "after-kill",
        "play-on board-closed",
        "PHA-6",
        "Whether one plays on where the necromancer fell.",
    ),
    _entry("resign-when", "any-time instead-of-turn", "RES-2 RES-3", "Whether one resigns instead of playing a board."),
    _entry("reset0-resign", "illegal allowed", "RES-4", "Whether a board that is passed at reset+0 can be resigned."),
    _entry("bid-tie", "first again", "SET-7", "Who plays Blue after equal bids."),
)

RULINGS: tuple[Ruling, ...] = ()

REGISTER = Register(EDITIONS, ENTRIES, RULINGS)
