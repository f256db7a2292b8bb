"""How a match ends, and what is said about a draw before it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ludex.games.tribun.board import COLORS, other
from ludex.games.tribun.position import Position
from ludex.games.tribun.question import Question
from ludex.games.tribun.words import (
    ACCEPT,
    DECLINE,
    NO_LEGAL_TURN,
    OFFER,
    RESIGN,
    RETRACT,
    TIME_TIE,
    AttackTribun,
    Draw,
    End,
)
from ludex.rules import Rules, check, effect

SERVER = "server"


@check("TRB-TRN-5")
def match_is_on(q: Question[object]) -> bool:
    """Nothing is played once the match has ended."""
    return not q.position.ended


def ended(position: Position, winner: int | None) -> Position:
    """The position, over, with this winner (none in a tie); what becomes of an offer nobody asks (TRB-END-8)."""
    return replace(position, draw_offer_by=None, ended=True, winner=winner)


@effect("TRB-TRI-5")
def wins_by_tribun(position: Position, action: AttackTribun) -> Position:
    """The attack on a tribun wins at once; the board stays as it is."""
    return ended(position, action.winner)


# Draw


def _offerer_is(q: Question[Draw], color: int) -> bool:
    return q.position.draw_offer_by == color


@check("TRB-DRW-1")
def drawer_submits(q: Question[Draw]) -> bool:
    """A word about a draw comes from the colour that it names."""
    return q.by is None or q.by == COLORS[q.action.actor]


@check("TRB-DRW-2")
def offers_once(q: Question[Draw]) -> bool:
    """Who has offered does not offer again."""
    return not _offerer_is(q, q.action.actor)


@check("TRB-DRW-3")
def answers_an_offer(q: Question[Draw]) -> bool:
    """Who was offered a draw does not offer one (or accepts by doing so, by its reading)."""
    return not _offerer_is(q, other(q.action.actor)) or q.rules.reads("draw-cross", "accepts")


@check("TRB-DRW-4")
def may_offer(q: Question[Draw]) -> bool:
    """Who was declined does not offer again."""
    return q.position.draw_blocked != q.action.actor


@check("TRB-DRW-5")
def retracts_own_offer(q: Question[Draw]) -> bool:
    """Only one's own pending offer is retracted."""
    return _offerer_is(q, q.action.actor)


@check("TRB-DRW-6")
def accepts_an_offer(q: Question[Draw]) -> bool:
    """Only a pending offer of the other side is accepted."""
    return _offerer_is(q, other(q.action.actor))


@check("TRB-DRW-7")
def declines_an_offer(q: Question[Draw]) -> bool:
    """Only a pending offer of the other side is declined."""
    return _offerer_is(q, other(q.action.actor))


DRAW_CHECKS: dict[int, tuple[Callable[..., bool], ...]] = {
    OFFER: (drawer_submits, offers_once, answers_an_offer, may_offer),
    RETRACT: (drawer_submits, retracts_own_offer),
    ACCEPT: (drawer_submits, accepts_an_offer),
    DECLINE: (drawer_submits, declines_an_offer),
}


@effect("TRB-DRW-9")
def unblocked(position: Position) -> Position:
    """An offer lifts the block of the other side (who is blocked does not offer)."""
    return replace(position, draw_blocked=None)


@effect("TRB-DRW-8")
def offered(position: Position, actor: int) -> Position:
    """The offer is pending (or accepts another, where a reading lets it through)."""
    if position.draw_offer_by is not None:
        return accepted(position)
    return replace(unblocked(position), draw_offer_by=actor)


@effect("TRB-DRW-10")
def retracted(position: Position) -> Position:
    """The offer is gone, and nobody is blocked by that."""
    return replace(position, draw_offer_by=None)


@effect("TRB-DRW-11")
def accepted(position: Position) -> Position:
    """The match ends as a tie."""
    return ended(position, None)


@effect("TRB-DRW-12")
def declined(position: Position) -> Position:
    """The offer is gone, and who made it may not offer again for now."""
    return replace(position, draw_offer_by=None, draw_blocked=position.draw_offer_by)


def after_draw(position: Position, action: Draw, _: Rules) -> Position:
    """The position after a word about a draw; the side to move stays."""
    # mechanical: picks the effect by the action of the word
    if action.action == OFFER:
        return offered(position, action.actor)
    return {RETRACT: retracted, ACCEPT: accepted, DECLINE: declined}[action.action](position)


@effect("TRB-DRW-14")
def without_lapsed_offer(position: Position, rules: Rules) -> Position:
    """A turn leaves a pending offer as it is (or lets it lapse, by its reading)."""
    if position.draw_offer_by is None or rules.reads("draw-life", "stays"):
        return position
    return replace(position, draw_offer_by=None)


# End


def needs_no_truth(rules: Rules) -> bool:
    """Whether a lost turn may be recorded that is not lost."""
    return rules.reads("end-check", "free")


@check("TRB-END-2")
def loser_is_to_move(q: Question[End]) -> bool:
    """Who has no legal turn is the side to move (or whoever is recorded, by its reading)."""
    return q.action.loser == q.position.turn or needs_no_truth(q.rules)


@check("TRB-END-3")
def resigns_in_person(q: Question[End]) -> bool:
    """A player resigns in person."""
    return q.by is None or q.by == COLORS[q.action.loser]


@check("TRB-END-4")
def comes_from_server(q: Question[End]) -> bool:
    """The other ends are recorded by the server."""
    return q.by is None or q.by == SERVER


@effect("TRB-END-5")
def lost(position: Position, loser: int) -> Position:
    """The loser loses, and the other side wins."""
    return ended(position, other(loser))


@effect("TRB-END-6")
def tied_on_time(position: Position) -> Position:
    """The match ends as a tie, whatever the loser's bit says."""
    return ended(position, None)


def end_checks(action: End, has_no_turn: Callable[..., bool]) -> tuple[Callable[..., bool], ...]:
    """What is asked of an end, by its reason; ``has_no_turn`` is the check of TRB-END-1."""
    # mechanical: picks the checks by the reason of the word; each clause names its reasons
    if action.reason == RESIGN:
        return (resigns_in_person,)
    return (
        (has_no_turn, loser_is_to_move, comes_from_server) if action.reason == NO_LEGAL_TURN else (comes_from_server,)
    )


def after_end(position: Position, action: End, _: Rules) -> Position:
    """The position after the end; the side to move stays."""
    # mechanical: picks by the reason of the word between TRB-END-5 and TRB-END-6
    return tied_on_time(position) if action.reason == TIME_TIE else lost(position, action.loser)
