"""The turn after which nothing is left to play: positions without a legal turn, and how they come about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ludex.games.tribun.board import BESIDE, TILES, other
from ludex.games.tribun.play import apply, legal
from ludex.games.tribun.position import Position
from ludex.games.tribun.units import HEIGHTS, Unit
from ludex.games.tribun.words import NO_LEGAL_TURN, Action, Draw, End, Enslave, Kill, Move, Split, show_action
from ludex.rules import Refused, Rules
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tribun.endings import no_turn_positions
from ludex.suites.tribun.positions import Draft, Unlike, default_rules, is_readable, unit_at
from ludex.suites.tribun.replays import pack_words, snapshot
from ludex.suites.tribun.turns import Ask, case_of, small_first

LAST_TURNS, REPLAYS = 40, 16
Before = tuple[Draft, Action]


def topics(edition: str) -> Iterator[SuiteTopic]:
    """The turn that takes the last one away, by itself and with what is said after it."""
    rules = default_rules(edition)
    about = "Turns that leave the other side none."
    yield SuiteTopic("ending-last-turn", "ending", "apply", about, partial(_last_turns, rules))
    about = "Matches in which a side is left without a turn, and what is recorded or tried after that."
    yield SuiteTopic("replay-last-turn", "replay", "replay", about, partial(_matches, rules))


def last_turns(dice: Dice, rules: Rules, count: int) -> Iterator[Ask]:
    """Positions in which the named turn leaves the other side none."""
    unlike = Unlike()
    while count:
        (stuck,) = no_turn_positions(dice, rules, 1)
        for draft, action in dice.shuffle(list(_turns_to(dice, stuck)))[:2]:
            before = Position(bytes(draft.board), other(stuck.turn), stuck.draw_offer_by, stuck.draw_blocked)
            ask = Ask(before, show_action(action, rules))
            if count and is_readable(before, rules) and _leaves_nothing(ask, rules) and unlike(before):
                count -= 1
                yield ask


def _leaves_nothing(ask: Ask, rules: Rules) -> bool:
    try:
        return not legal(apply(ask.position, ask.word, rules), rules)
    except Refused:
        return False


def _turns_to(dice: Dice, stuck: Position) -> Iterator[Before]:
    """Turns of the other side that may have led here, each with the board before it."""
    enemies = [cid for cid in TILES if stuck.board[cid] and unit_at(stuck, cid).color != stuck.turn]
    for target in enemies:
        unit = unit_at(stuck, target)
        for origin in dice.some(Draft(stuck.board).free(), 24):
            yield _move(stuck, origin, target, unit), Move(origin, target, int(unit.s > 0))
            if unit.s == 0:
                victim = Unit(dice.pick(HEIGHTS[1:4]), 0, stuck.turn, False)
                yield _move(stuck, origin, target, unit, victim), Kill(origin, target, 0)
            else:
                alone = unit._replace(s=0)
                yield _move(stuck, origin, target, alone, Unit(unit.s, 0, stuck.turn, False)), Enslave(origin, target)
        yield from _splits(stuck, target, unit)


def _move(stuck: Position, origin: int, target: int, unit: Unit, victim: Unit | None = None) -> Draft:
    draft = Draft(stuck.board)
    draft.clear(target)
    if victim is not None:
        draft.stand(victim, target)
    draft.stand(unit, origin)
    return draft


def _splits(stuck: Position, target: int, unit: Unit) -> Iterator[Before]:
    """Two neighbours that were one unit before."""
    for direction, tiles in enumerate(BESIDE[target]):
        for tile in tiles:
            piece = unit_at(stuck, tile)
            whole = unit.p + piece.p
            if piece.p and piece.color == unit.color and not piece.s and not piece.tribun and whole in HEIGHTS:
                draft = Draft(stuck.board)
                draft.clear(tile)
                draft.stand(unit._replace(p=whole), target)
                amounts = [0] * 6
                amounts[direction] = piece.p
                yield draft, Split(target, *amounts)


def _last_turns(rules: Rules) -> Iterator[Case]:
    dice, asks = Dice("tribun ending-last-turn"), list[Ask]()
    for ask in last_turns(dice, rules, LAST_TURNS):
        offer = dice.pick((None, None, 0, 1))
        blocked = dice.pick((None, 0, 1)) if offer is None and rules.fact("decline") else None
        asks.append(ask._replace(position=replace(ask.position, draw_offer_by=offer, draw_blocked=blocked)))
    yield from (case_of(ask, rules) for ask in small_first(asks))


def _matches(rules: Rules) -> Iterator[Case]:
    dice = Dice("tribun replay-last-turn")
    for number, (before, word, _) in enumerate(last_turns(dice, rules, REPLAYS)):
        stuck = other(before.turn)
        after = (
            [show_action(End(NO_LEGAL_TURN, stuck), rules)],
            [show_action(Draw(0, stuck), rules), show_action(Draw(2, before.turn), rules)],
            [show_action(End(NO_LEGAL_TURN, before.turn), rules)],
            [],
        )[number % 4]
        start = replace(before, draw_offer_by=None, draw_blocked=None)
        asked = {"snapshot": snapshot(start, rules, start.turn), "actions": pack_words([word, *after])}
        yield Case("replay-last-turn", f"a turn that leaves the other side none, and {len(after)} words more", asked)
