"""The general: spells are bought and placed on the cards of the techline, which unlocks units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludex.games.minions.buying import paid
from ludex.games.minions.phases import general_acts_first
from ludex.games.minions.position import (
    MARCHED_NOW,
    NO_SPELL,
    ONE_SPELL,
    TECHED_NOW,
    UNLOCKED,
    Position,
    Spells,
)
from ludex.games.minions.question import Check, Question
from ludex.games.minions.table import Kind, table_of
from ludex.rules import Moot, Rules, check, effect, relation


@relation("MIN-TEC-10")
def spell_price(position: Position, rules: Rules) -> int:
    """What a further spell costs: so much for each board."""
    prices = table_of(rules).spell_prices
    reading = "8n" if rules.reads("spell-price", "8n") else "4n"
    return prices[reading] * len(position.boards)


@check("MIN-TEC-11")
def spell_is_affordable(q: Question) -> bool:
    """Nobody spends more money than there is, on spells neither."""
    return spell_price(q.position, q.rules) <= q.position.money.of(q.side)


def in_hand(position: Position) -> Spells:
    """The spells that the side to move has in hand."""
    return position.spells.of(position.side)


def with_spells(position: Position, side: str, spells: Spells) -> Position:
    """The position with other spells in the hand of a side."""
    return replace(position, spells=position.spells.having(side, spells))


@effect("MIN-TEC-12")
def one_more_bought(position: Position) -> Position:
    """A spell that is bought is in hand."""
    spells = in_hand(position)
    return with_spells(position, position.side, spells._replace(bought=spells.bought + 1))


def after_buy_spell(q: Question) -> Position:
    """The position after a spell was bought."""
    position = paid(q.position, spell_price(q.position, q.rules))
    return one_more_bought(position)


@relation("MIN-TEC-1")
def next_card(position: Position) -> tuple[int, ...]:
    """The first card without a spell of the side to move, if there is one."""
    place = position.tech.of(position.side).find(NO_SPELL)
    return () if place < 0 else (place,)


@check("MIN-TEC-2")
def a_card_is_left(q: Question) -> bool:
    """To march there must be a card without a spell of one's own."""
    return bool(next_card(q.position))


@check("MIN-TEC-3")
def a_spell_is_in_hand(q: Question) -> bool:
    """To place a spell one must have one."""
    return any(in_hand(q.position))


def card_of(position: Position, kind: Kind) -> int:
    """The place of a card in the techline; what is asked of one that is not there is moot."""
    # mechanical: only says moot where the card is not in the techline; MIN-TEC-7 asks that
    if kind not in position.cards:
        raise Moot
    return position.cards.index(kind)


@check("MIN-TEC-7")
def card_lies_in_the_techline(q: Question) -> bool:
    """The card that is teched is one of the techline."""
    return q.kind in q.position.cards


@check("MIN-TEC-4")
def one_own_spell_lies_there(q: Question) -> bool:
    """To tech a card one must have exactly one spell on it."""
    return q.position.tech.of(q.side)[card_of(q.position, q.kind)] in {ONE_SPELL, MARCHED_NOW}


@check("MIN-TEC-5")
def opponent_has_not_teched_it(q: Question) -> bool:
    """To tech a card the opponent must have at most one spell on it."""
    return q.position.tech.of(q.position.enemy)[card_of(q.position, q.kind)] not in UNLOCKED


@check("MIN-TEC-6")
def card_was_not_marched_now(q: Question) -> bool:
    """Where march and tech are not allowed on one card in one turn, the first spell must have lain there before."""
    sign = q.position.tech.of(q.side)[card_of(q.position, q.kind)]
    return sign != MARCHED_NOW or q.rules.reads("march-and-tech", "allowed")


BUY_SPELL_CHECKS: tuple[Check, ...] = (general_acts_first, spell_is_affordable)
MARCH_CHECKS: tuple[Check, ...] = (general_acts_first, a_card_is_left, a_spell_is_in_hand)
TECH_CHECKS: tuple[Check, ...] = (
    general_acts_first,
    a_spell_is_in_hand,
    card_lies_in_the_techline,
    one_own_spell_lies_there,
    opponent_has_not_teched_it,
    card_was_not_marched_now,
)


@effect("MIN-TEC-8")
def placed(position: Position, card: int, sign: str) -> Position:
    """A spell lies on a card; the sign says how many there are now, and that this one came in this turn."""
    signs = position.tech.of(position.side)
    return replace(position, tech=position.tech.having(position.side, signs[:card] + sign + signs[card + 1 :]))


@effect("MIN-TEC-9")
def one_fewer_in_hand(position: Position) -> Position:
    """A spell that is placed leaves the hand, a free one first."""
    spells = in_hand(position)
    left = spells._replace(free=spells.free - 1) if spells.free else spells._replace(bought=spells.bought - 1)
    return with_spells(position, position.side, left)


def after_march(q: Question) -> Position:
    """The position after a march."""
    (card,) = next_card(q.position)
    position = one_fewer_in_hand(q.position)
    return placed(position, card, MARCHED_NOW)


def after_tech(q: Question) -> Position:
    """The position after a card was teched."""
    position = one_fewer_in_hand(q.position)
    return placed(position, card_of(q.position, q.kind), TECHED_NOW)


# The turn's beginning and end


@effect("MIN-TEC-13")
def free_spell_gained(position: Position) -> Position:
    """The side whose turn begins gains one free spell."""
    spells = in_hand(position)
    return with_spells(position, position.side, spells._replace(free=spells.free + 1))


@effect("MIN-TEC-14")
def unused_spells_gone(position: Position, rules: Rules) -> Position:
    """What the side to move has not placed by the end of its turn is lost, or kept."""
    free, bought = in_hand(position)
    kept_free = free if free and rules.reads("free-spell", "kept") else 0
    kept_bought = bought if bought and rules.reads("bought-spell", "kept") else 0
    return with_spells(position, position.side, Spells(kept_free, kept_bought))


# The list


def cards_to_tech(position: Position, rules: Rules) -> Iterator[Kind]:
    """The cards that the side to move may tech, given a spell."""
    # mechanical: lists what the checks of a tech let through; tests hold both equal
    signs = zip(position.cards, position.tech.of(position.side), position.tech.of(position.enemy), strict=True)
    for kind, own, other in signs:
        ripe = own == ONE_SPELL or (own == MARCHED_NOW and rules.reads("march-and-tech", "allowed"))
        if ripe and other not in UNLOCKED:
            yield kind
