"""Refused actions: near misses first, each clause broken alone as often as can be, then several at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from ludex.games.tribun.board import TILES
from ludex.games.tribun.play import apply, legal
from ludex.games.tribun.position import Position
from ludex.games.tribun.units import Unit
from ludex.games.tribun.words import (
    NAMES,
    Action,
    AttackTribun,
    Backstabb,
    Combine,
    Damage,
    Enslave,
    Kill,
    Liberate,
    Move,
    Split,
    Symmetric,
    read_action,
    show_action,
)
from ludex.rules import Illegal, Rules, Unreadable
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tribun.covering import turns_to_cover
from ludex.suites.tribun.features import band_of, bucket, pattern
from ludex.suites.tribun.nearby import boards_near, words_near, wrong_hands
from ludex.suites.tribun.pool import Pool
from ludex.suites.tribun.positions import FIRST, default_rules, is_readable, unit_at
from ludex.suites.tribun.turns import SCENES, Ask, case_of, drawn_scenes, rule_sets, small_first

ALONE, DRAWS = 18, 500
LEAST, MORE = 520, 80  # refused words of an opcode at least, and drawn at least beside those that cover its points


def broken_by(ask: Ask, rules: Rules) -> tuple[str, ...]:
    """The clauses for which a readable word is refused (none if it applies, or cannot be read)."""
    try:
        apply(ask.position, ask.word, rules, ask.by)
    except Illegal as refusal:
        return refusal.broken
    except Unreadable:
        return ()
    return ()


def _seeds(dice: Dice, position: Position, opcode: int, edition: str) -> list[int]:
    """Legal words of an opcode, or (where there is none) one that might have been."""
    legals = {word for rules in rule_sets(edition)[:2] for word in legal(position, rules) if word >> 28 == opcode}
    return dice.some(sorted(legals), 2) + dice.some(_made_up(dice, position, opcode, default_rules(edition)), 2)


def _made_up(dice: Dice, position: Position, opcode: int, rules: Rules) -> list[int]:
    """Words of an opcode that name units which stand there."""
    own = [cid for cid in TILES if position.board[cid] and unit_at(position, cid).color == position.turn]
    enemies = [cid for cid in TILES if position.board[cid] and unit_at(position, cid).color != position.turn]
    if not own or not enemies:
        return []
    actor, target, empty = dice.pick(own), dice.pick(enemies), dice.pick([c for c in TILES if not position.board[c]])
    actions: dict[int, Callable[[], Sequence[Action]]] = {
        1: lambda: [Kill(actor, target, part) for part in (0, 1)],
        2: lambda: [Liberate(target)],
        3: lambda: [Damage(target, dice.between(1, 8))],
        4: lambda: [Enslave(actor, target)],
        5: lambda: [Combine(empty, dice.below(6), dice.below(6), dice.between(1, 4), dice.between(1, 4))],
        6: lambda: [Symmetric(empty, dice.below(3), dice.between(1, 2))],
        7: lambda: [_a_split(dice, actor, unit_at(position, actor))],
        8: lambda: [Backstabb(actor, dice.below(6))],
        9: lambda: [AttackTribun(actor, target, position.turn)],
    }
    return [show_action(action, rules) for action in actions[opcode]()] if opcode in actions else []


def _a_split(dice: Dice, actor: int, unit: Unit) -> Split:
    amounts = [0] * 6
    for _ in range(dice.between(1, 3)):
        amounts[dice.below(6)] = dice.between(1, max(1, min(7, unit.p)))
    return Split(actor, *amounts)


def _misses(dice: Dice, position: Position, word: int, rules: Rules) -> Iterator[Ask]:
    yield Ask(position, word)
    yield from (Ask(position, near) for near in words_near(dice, position, word, rules))
    yield from (Ask(board, word) for board in boards_near(dice, position, word, rules))
    yield from (Ask(position, word, by) for by in wrong_hands(position))


def _subject(ask: Ask, rules: Rules) -> str:
    """By what pattern, and of which side, a refused word would act; or which donors would give."""
    action = read_action(ask.word, rules)
    if isinstance(action, Combine | Symmetric):
        return "+".join(bucket(ask.position, ask.word, rules)[1:3])
    unit = unit_at(ask.position, action[0])
    part = action.part if isinstance(action, Kill | Move) else 0
    band = band_of(ask.position, action.target, rules) if isinstance(action, Kill | Damage | Enslave) else ""
    return f"{pattern(unit, part)}{'/s' * (unit.s > 0)}{'T' * unit.tribun}{unit.color} {band}"


@cache
def _asks(topic: str, opcode: int) -> tuple[Ask, ...]:
    """The refused words of an opcode that every edition is asked: those that cover its points, and near misses."""
    first = [Ask(position, word) for position, word, legal in turns_to_cover(NAMES[opcode]) if not legal]
    more = max(MORE, LEAST - len(first))
    return tuple(small_first({*first, *_balance(_near_misses(topic, opcode), more)}))


def _near_misses(topic: str, opcode: int) -> Pool[Ask]:
    dice, rules = Dice(f"tribun {topic}"), default_rules(FIRST)
    pool = Pool[Ask](room=10, alike=1)
    for position in drawn_scenes(dice, NAMES[opcode], rules, DRAWS):
        for word in _seeds(dice, position, opcode, FIRST):
            for ask in dice.shuffle(list(_misses(dice, position, word, rules))):
                cause = "+".join(broken_by(ask, rules))
                key = (cause, _subject(ask, rules)) if cause else ()
                if key and pool.wants(key, (position, cause)) and is_readable(ask.position, rules):
                    pool.add(key, ask, (position, cause))
    return pool


def _balance(pool: Pool[Ask], count: int) -> set[Ask]:
    """For each clause many refusals that it alone makes; then every mixture of clauses in turn."""
    causes = sorted({bucket[0] for bucket in pool.buckets})
    drawn = {cause: pool.draw(count, _of(cause)) for cause in causes}
    chosen = {ask for cause in causes if "+" not in cause for ask in drawn[cause][:ALONE]}
    for place in range(count):
        for cause in causes:
            if len(chosen) >= count:
                return chosen
            chosen.update(drawn[cause][place : place + 1])
    return chosen


def _of(cause: str) -> Callable[[tuple[str, ...]], bool]:
    return lambda bucket: bucket[0] == cause


def _cases(topic: str, opcode: int, edition: str) -> Iterator[Case]:
    rules = default_rules(edition)
    yield from (case_of(ask, rules) for ask in _asks(topic, opcode))


def topics(edition: str) -> Iterator[SuiteTopic]:
    """One topic for each opcode of a turn."""
    for opcode, name in enumerate(NAMES):
        if name in SCENES:
            topic = f"refusal-{name.lower().replace('_', '-')}"
            about = (
                f"{name}: words that can be read and are not legal, one clause broken at a time wherever that can be."
            )

            def cases(topic: str = topic, opcode: int = opcode) -> Iterator[Case]:
                return _cases(topic, opcode, edition)

            yield SuiteTopic(topic, "refusal", "apply", about, cases)
