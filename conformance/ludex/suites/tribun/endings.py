"""Endings: the tribun attacked, no legal turn, the draw protocol, resignation and timeouts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product

from ludex.games.tribun.board import BESIDE, COLORS, TILES, cid_of, other
from ludex.games.tribun.play import legal
from ludex.games.tribun.position import Position
from ludex.games.tribun.units import Unit
from ludex.games.tribun.words import NO_LEGAL_TURN, Combine, Draw, End, Move, read_action, show_action
from ludex.rules import Rules
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tribun.nearby import boards_near
from ludex.suites.tribun.playing import in_play
from ludex.suites.tribun.pool import Pool
from ludex.suites.tribun.positions import HEIGHTS, Draft, Unlike, default_rules, is_readable
from ludex.suites.tribun.refusals import broken_by
from ludex.suites.tribun.scenes import a_tribun, a_unit, mix
from ludex.suites.tribun.turns import Ask, applies, case_of, small_first
from ludex.support.tribun.symmetries import turn_half

HANDS = (None, None, None, "black", "white", "server")
Asks = Callable[[Dice], Iterable[Ask]]


def topics(edition: str) -> Iterator[SuiteTopic]:
    """DRAW and END applied and refused, and positions in which one side has no turn."""
    rules = default_rules(edition)
    draws, ends = partial(_draws, rules), partial(_ends, rules)
    yield SuiteTopic(
        "apply-draw", "apply", "apply", "DRAW words that apply.", partial(_ends_applied, rules, draws, 330)
    )
    yield SuiteTopic("apply-end", "apply", "apply", "END words that apply.", partial(_ends_applied, rules, ends, 315))
    yield SuiteTopic(
        "refusal-draw", "refusal", "apply", "DRAW words that do not apply.", partial(_ends_refused, rules, draws)
    )
    yield SuiteTopic(
        "refusal-end", "refusal", "apply", "END words that do not apply.", partial(_ends_refused, rules, ends)
    )
    about = "END for want of a legal turn: where there is none, and where there is one after all."
    yield SuiteTopic("ending-no-turn", "ending", "apply", about, partial(_no_turn, rules))


def _boards(rules: Rules, dice: Dice, count: int) -> Iterator[Position]:
    """Positions of all sorts with nothing pending."""
    unlike = Unlike()
    while count:
        position = replace((in_play if dice.chance(15) else mix)(dice, rules), draw_offer_by=None, draw_blocked=None)
        if unlike(position) and is_readable(position, rules):
            count -= 1
            yield position


def pending(position: Position, rules: Rules) -> Iterator[Position]:
    """The position with every offer and every block that there can be."""
    yield position
    for color in (0, 1):
        yield replace(position, draw_offer_by=color)
        if rules.fact("decline"):
            yield replace(position, draw_blocked=color)


def _draws(rules: Rules, dice: Dice) -> Iterator[Ask]:
    for board in _boards(rules, dice, 120):
        for position in pending(board, rules):
            for action, actor in product(range(4 if rules.fact("decline") else 3), (0, 1)):
                yield Ask(position, show_action(Draw(action, actor), rules), dice.pick(HANDS))


def _ends(rules: Rules, dice: Dice) -> Iterator[Ask]:
    for board in (*_boards(rules, dice, 120), *no_turn_positions(dice, rules, 30)):
        for position in dice.some(list(pending(board, rules)), 3):
            for reason, loser in product(range(4), (0, 1)):
                yield Ask(position, show_action(End(reason, loser), rules), dice.pick(HANDS))


def _kind(ask: Ask, rules: Rules) -> tuple[str, ...]:
    position = ask.position
    said = "-".join(map(str, read_action(ask.word, rules)))
    return (said, str(position.draw_offer_by), str(position.draw_blocked), str(ask.by), str(position.turn))


def _ends_applied(rules: Rules, asks: Asks, count: int) -> Iterator[Case]:
    pool = Pool[Ask](room=12, alike=5)
    for ask in asks(Dice("tribun applied")):
        if applies(ask, rules):
            pool.add(_kind(ask, rules), ask, ask.position.board)
    yield from (case_of(ask, rules) for ask in small_first(pool.draw(count)))


ALONE, MIXED = 36, 12


def _ends_refused(rules: Rules, asks: Asks) -> Iterator[Case]:
    pools: dict[tuple[str, ...], Pool[Ask]] = {}
    for ask in asks(Dice("tribun refused")):
        if cause := broken_by(ask, rules):
            pools.setdefault(cause, Pool(room=6, alike=2)).add(_kind(ask, rules), ask, ask.position.board)
    shares = [pool.draw(ALONE if len(cause) == 1 else MIXED) for cause, pool in sorted(pools.items())]
    yield from (case_of(ask, rules) for ask in small_first(ask for share in shares for ask in share))


# No legal turn: a boxed-in tribun, units of height 1 at the edge ahead of them, enemies where they cannot be hit.

AHEAD = tuple(cid for cid in TILES if not BESIDE[cid][0])


def no_turn_positions(dice: Dice, rules: Rules, count: int) -> Iterator[Position]:
    """Positions in which the side to move has no legal turn."""
    unlike = Unlike()
    while count:
        position = _boxed_in(dice, rules)
        if position is not None and is_readable(position, rules) and unlike(position):
            count -= 1
            yield position


def _boxed_in(dice: Dice, rules: Rules) -> Position | None:
    draft, corner = Draft(), cid_of(*dice.pick(((5, 5), (5, 0), (5, 5), (5, 3), (3, 5))))
    draft.stand(Unit(1, 0, 0, True), corner)
    for tiles in BESIDE[corner]:
        for tile in tiles:
            draft.stand(Unit(1, 0, 0, False), tile)
    for tile in dice.some(draft.free(AHEAD), dice.below(3)):
        draft.stand(Unit(dice.pick((1, 1, 4)), 0, 0, False), tile)
    for _ in range(dice.below(5)):
        draft.stand(a_unit(dice, 1), dice.pick(draft.free()))
    draft.stand(a_tribun(dice, 1), dice.pick(draft.free()))
    return _mend(dice, draft, rules)


def _mend(dice: Dice, draft: Draft, rules: Rules) -> Position | None:
    """Enemies on the tiles that would give black a turn, until there is none left; for white, the same turned round."""
    for _ in range(14):
        words = legal(draft.position(), rules)
        if not words:
            return draft.position() if dice.chance(50) else Position(turn_half(bytes(draft.board)), 1)
        action = read_action(words[0], rules)
        if isinstance(action, Combine):
            draft.stand(Unit(dice.pick(HEIGHTS), 0, 1, False), action.center)
        elif isinstance(action, Move):
            draft.stand(Unit(dice.pick(HEIGHTS), 0, 1, False), action.target)
        else:
            return None
    return None


def _no_turn(rules: Rules) -> Iterator[Case]:
    dice = Dice("tribun ending-no-turn")
    told = set[Ask]()
    for position in no_turn_positions(dice, rules, 30):
        mover = position.turn
        word = show_action(End(NO_LEGAL_TURN, mover), rules)
        told.update(Ask(position, word, by) for by in (None, "server", COLORS[dice.below(2)]))
        told.add(Ask(position, show_action(End(NO_LEGAL_TURN, other(mover)), rules)))
        told.add(Ask(position, show_action(Draw(0, mover), rules)))
        told.update(Ask(near, word) for near in _with_a_turn(dice, position, rules))
    yield from (case_of(ask, rules) for ask in small_first(told))


def _with_a_turn(dice: Dice, position: Position, rules: Rules) -> list[Position]:
    """The same positions but for one unit, which makes a turn legal."""
    standing = [cid for cid in TILES if position.board[cid]]
    near = [
        board
        for cid in dice.some(standing, 3)
        for board in boards_near(dice, position, show_action(Move(cid, cid, 0), rules), rules)
        if is_readable(board, rules) and legal(board, rules)
    ]
    return dice.some(near, 2)
