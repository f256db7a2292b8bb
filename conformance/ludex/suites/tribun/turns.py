"""Applied actions: for each opcode every point of it, and many small positions, spread over what can come of them.

The editions differ in little, so both are asked the same questions: these are drawn under the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from ludex.games.tribun.board import COLORS
from ludex.games.tribun.play import apply, legal
from ludex.games.tribun.position import Position
from ludex.games.tribun.words import NAMES
from ludex.rules import Refused, Rules
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tribun import scenes
from ludex.suites.tribun.covering import turns_to_cover
from ludex.suites.tribun.features import bucket
from ludex.suites.tribun.playing import in_play
from ludex.suites.tribun.pool import Pool
from ludex.suites.tribun.positions import (
    FIRST,
    Unlike,
    canonical,
    default_rules,
    is_readable,
    permissive_rules,
    units_on,
    wire,
)
from ludex.suites.tribun.scenes import Scene
from ludex.suites.tribun.wording import sentence, slug


class Ask(NamedTuple):
    """A word to be applied to a position, submitted by somebody (or by whoever it needs)."""

    position: Position
    word: int
    by: str | None = None


def case_of(ask: Ask, rules: Rules, *tags: str) -> Case:
    """The case that asks it."""
    by = {} if ask.by is None else {"by": ask.by}
    return Case(
        slug(ask.position, ask.word, rules),
        sentence(ask.position, ask.word, rules),
        {"position": wire(ask.position), "action": ask.word, **by},
        tags,
    )


def small_first(asks: Iterable[Ask]) -> list[Ask]:
    """Positions with few units first."""
    return sorted(
        asks, key=lambda ask: (units_on(ask.position), ask.position.board, _state(ask), ask.word, ask.by or "")
    )


def _state(ask: Ask) -> str:
    position = ask.position
    return f"{position.turn} {position.draw_offer_by} {position.draw_blocked} {position.ended} {position.winner}"


def applies(ask: Ask, rules: Rules) -> bool:
    """Whether the reference applies it."""
    try:
        apply(ask.position, ask.word, rules, ask.by)
    except Refused:
        return False
    return True


SCENES: dict[str, tuple[Scene, ...]] = {
    "MOVE": (scenes.moving, scenes.moving, scenes.mix),
    "KILL": (scenes.attacking_low, scenes.attacking_low, scenes.attacking, scenes.attacking_twice, scenes.mix),
    "LIBERATE": (scenes.attacking_stack, scenes.attacking_stack, scenes.attacking_twice),
    "DAMAGE": (scenes.attacking_high, scenes.attacking_high, scenes.attacking_twice),
    "ENSLAVE": (scenes.attacking_low, scenes.attacking, scenes.attacking_low, scenes.attacking_twice),
    "COMBINE": (scenes.combining,),
    "SYM_COMBINE": (scenes.combining_alike,),
    "SPLIT": (scenes.splitting,),
    "BACKSTABB": (scenes.backstabbing,),
    "ATTACK_TRIBUN": (scenes.attacking_tribun,),
}
LEAST, MORE = 420, 60  # words of an opcode at least, and words drawn at least beside those that cover its points
MORE_OF = {"ATTACK_TRIBUN": 12}  # each is two vectors, as a reading says who is to move after it
BY_READING = 40
DRAWS = 900
OFFERS = 5  # a pending offer makes a turn two vectors: a few for each opcode are enough


def drawn_scenes(dice: Dice, opcode: str, rules: Rules, draws: int) -> Iterator[Position]:
    """Scenes for an opcode, no two of them alike; one in twelve comes from play."""
    unlike, open_rules = Unlike(), permissive_rules(rules.edition)
    for _ in range(draws):
        scene = in_play if dice.chance(8) else dice.pick(SCENES[opcode])
        position = scene(dice, rules)
        if is_readable(position, open_rules) and unlike(position):
            yield position


def rule_sets(edition: str) -> tuple[Rules, ...]:
    """The defaults, and readings under which other actions are legal."""
    return (
        default_rules(edition),
        permissive_rules(edition),
        permissive_rules(edition, slave_forward="unit", height6_attack="flood"),
    )


@cache
def _asks(topic: str, opcode: int) -> tuple[Ask, ...]:
    """The words of an opcode that every edition is asked: those that cover its points, and others."""
    first = [Ask(position, word) for position, word, legal in turns_to_cover(NAMES[opcode]) if legal]
    boards = {canonical(position) for position, *_ in turns_to_cover(NAMES[opcode])}
    drawn = [one for one in _draw_words(topic, opcode) if canonical(one.ask.position) not in boards]
    more = max(MORE_OF.get(NAMES[opcode], MORE), LEAST - len(first) if NAMES[opcode] not in MORE_OF else 0)
    loose = [one.ask for one in drawn if one.loose][: min(BY_READING, more // 2)]
    strict = [one.ask for one in drawn if not one.loose][: more - len(loose)]
    return tuple(small_first({*first, *with_few_offers((*strict, *loose))}))


class Drawn(NamedTuple):
    """A word that was drawn; loose, where it applies by some reading only."""

    ask: Ask
    loose: bool


def _draw_words(topic: str, opcode: int) -> list[Drawn]:
    dice, pool = Dice(f"tribun {topic}"), Pool[Ask](room=24)
    every = rule_sets(FIRST)
    for position in drawn_scenes(dice, NAMES[opcode], every[0], DRAWS):
        words = {word for rules in every for word in legal(position, rules) if word >> 28 == opcode}
        for word in dice.some(sorted(words), 8):
            ask = Ask(position, word, COLORS[position.turn] if dice.chance(15) else None)
            by_default = is_readable(position, every[0]) and applies(ask, every[0])
            pool.add(("" if by_default else "by reading", *bucket(position, word, every[0])), ask, canonical(position))
    loose = pool.draw(LEAST, lambda bucket: bool(bucket[0]))
    strict = pool.draw(LEAST, lambda bucket: not bucket[0])
    return [*(Drawn(ask, True) for ask in loose), *(Drawn(ask, False) for ask in strict)]


def with_few_offers(asks: Iterable[Ask]) -> list[Ask]:
    """The same asks, all but a few of them without a pending offer."""
    offered, kept = 0, list[Ask]()
    for ask in small_first(asks):
        offered += ask.position.draw_offer_by is not None
        quiet = ask if offered <= OFFERS else ask._replace(position=replace(ask.position, draw_offer_by=None))
        kept.append(quiet)
    return kept


def _cases(topic: str, opcode: int, edition: str) -> Iterator[Case]:
    rules = default_rules(edition)
    yield from (case_of(ask, rules) for ask in _asks(topic, opcode))


def topics(edition: str) -> Iterator[SuiteTopic]:
    """One topic for each opcode of a turn."""
    for opcode, name in enumerate(NAMES):
        if name in SCENES:
            topic = f"apply-{name.lower().replace('_', '-')}"
            about = f"{name}: one turn in many small positions, with what comes of it."

            def cases(topic: str = topic, opcode: int = opcode) -> Iterator[Case]:
                return _cases(topic, opcode, edition)

            yield SuiteTopic(topic, "apply", "apply", about, cases)
