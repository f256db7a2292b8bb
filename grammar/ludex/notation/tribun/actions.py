"""What a sentence says about an action of Tribun."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ludex.notation.sentences import says
from ludex.notation.tribun.boards import Tile

DIRECTIONS = ("up", "left-up", "right-up", "down", "right-down", "left-down")


@says("move", "origin", "whole", "to")
@says("also_move")
@says("also_move_part", "origin", "to", "whole")
@dataclass(frozen=True, slots=True)
class MoveSentence:
    """A unit goes: its primary alone, or the whole stack by the slave's pattern."""

    origin: Tile
    to: Tile
    whole: bool = False


@says("kill", "mover", "whole", "target")
@says("also_kill")
@says("also_kill_part", "mover", "target", "whole")
@dataclass(frozen=True, slots=True)
class KillSentence:
    """An attack empties the target, and an attacker moves in."""

    mover: Tile
    target: Tile
    whole: bool = False


@says("liberate")
@says("also_liberate")
@dataclass(frozen=True, slots=True)
class LiberateSentence:
    """An attack frees the slave of the target."""

    target: Tile


@says("damage")
@says("also_damage")
@dataclass(frozen=True, slots=True)
class DamageSentence:
    """An attack lowers the target's primary."""

    target: Tile
    amount: int


@says("enslave")
@says("also_enslave")
@dataclass(frozen=True, slots=True)
class EnslaveSentence:
    """An attack that would empty the target takes it as a slave."""

    mover: Tile
    target: Tile


@says("taken", "amount", "direction")
class Share(NamedTuple):
    """A height given to, or taken from, the neighbour in one direction."""

    direction: int
    amount: int


@says("combine", "first", "second", "center")
@says("also_combine", "center", "first", "second")
@dataclass(frozen=True, slots=True)
class CombineSentence:
    """Two donors make a unit on an empty tile."""

    center: Tile
    first: Share
    second: Share


@says("symmetric")
@says("also_symmetric")
@dataclass(frozen=True, slots=True)
class SymmetricSentence:
    """Six donors (config 0) or three (1: 3+, 2: 3-) make a unit on an empty tile."""

    center: Tile
    config: int
    giving: int


@says("split")
@says("also_split")
@dataclass(frozen=True, slots=True)
class SplitSentence:
    """A unit spreads its primary over empty neighbours."""

    actor: Tile
    shares: tuple[Share, ...] = ()


@says("backstab")
@says("also_backstab")
@dataclass(frozen=True, slots=True)
class Backstab:
    """A unit kills its slave and steps aside."""

    actor: Tile
    direction: int


@says("attack_tribun", "tribun", "attacker", "winner")
@says("also_attack_tribun", "tribun", "attacker", "winner")
@dataclass(frozen=True, slots=True)
class AttackTribunSentence:
    """The enemy tribun is attacked (winner None: the side to move)."""

    attacker: Tile
    tribun: Tile
    winner: str | None = None


@says("draw_offer", step=0)
@says("draw_retract", step=1)
@says("draw_accept", step=2)
@says("draw_decline", step=3)
@says("also_draw_offer", step=0)
@dataclass(frozen=True, slots=True)
class DrawSentence:
    """A word of the draw protocol: 0 offer, 1 retract, 2 accept, 3 decline."""

    step: int
    actor: str


@says("resign", reason=0)
@says("no_legal_turn", reason=1)
@says("out_of_time", reason=2)
@says("total_time", reason=3, loser="black")
@says("total_time_naming", reason=3)
@says("also_total_time", reason=3, loser="black")
@dataclass(frozen=True, slots=True)
class EndSentence:
    """The game ends: 0 resigned, 1 no legal turn, 2 out of time, 3 total time."""

    reason: int
    loser: str


@says("word")
@dataclass(frozen=True, slots=True)
class Word:
    """An action word as it is, whatever it says."""

    word: int


Action = (
    MoveSentence
    | KillSentence
    | LiberateSentence
    | DamageSentence
    | EnslaveSentence
    | CombineSentence
    | SymmetricSentence
    | SplitSentence
    | Backstab
    | AttackTribunSentence
    | DrawSentence
    | EndSentence
    | Word
)


@says("action")
@dataclass(frozen=True, slots=True)
class Sent:
    """An action and who sends it (None: whoever must)."""

    action: Action
    by: str | None = None
