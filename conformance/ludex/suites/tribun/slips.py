"""Where engines slip that are two statements: crowded and bare boards, seams, tile 0, donors that are all wrong alike.

What the points of the matrix of slips want of these kinds, drawn for each opcode; and malformed positions of which a
list or a count is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from typing import Any

from ludex.games.tribun.board import COLORS, NEIGHBOURS, other
from ludex.games.tribun.play import legal
from ludex.games.tribun.position import Position, read_position, standard_start
from ludex.games.tribun.units import Unit
from ludex.games.tribun.words import NAMES, Action, Backstabb, Combine, Draw, End, Split, Symmetric, show_action
from ludex.rules import Refused, Rules
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.filling import PointFilling
from ludex.suites.tribun import scenes
from ludex.suites.tribun.covering import STREAMS
from ludex.suites.tribun.describing import of_action
from ludex.suites.tribun.directed import Turns
from ludex.suites.tribun.directed_slips import OWN_STREAMS
from ludex.suites.tribun.endings import pending
from ludex.suites.tribun.malformed import spoiled_positions
from ludex.suites.tribun.nearby import words_near
from ludex.suites.tribun.playing import a_turn
from ludex.suites.tribun.positions import FIRST, Draft, default_rules, is_readable, permissive_rules, unit_at
from ludex.suites.tribun.replays import pack_words, snapshot
from ludex.suites.tribun.turns import SCENES, Ask, case_of, small_first

TURNS = tuple(name for name in NAMES if name in SCENES)
KINDS = (
    "all-of-several",
    "crowded",
    "empty",
    "first-turn",
    "itself",
    "order",
    "own",
    "seam",
    "sparse",
    "special",
    "path",
)
CROWD = 45  # units on a crowded board, about
DRAWN = 240  # turns that are drawn of each stream, and tried on other boards
LONGEST = 60  # of the list of a malformed position, by a reading that takes it
BOARDS = 8  # on which DRAW is asked
TALKS = 8  # replays
SPOILED = 3  # positions that are spoiled in each way


def topics(edition: str) -> Iterator[SuiteTopic]:
    """One topic for each opcode of a turn; and lists and counts of what is no position."""
    rules = default_rules(edition)
    for name in TURNS:
        about = f"{name}: where engines slip: crowded, nearly empty, across edges, on tile 0, all donors wrong alike."
        topic = f"slips-{name.lower().replace('_', '-')}"
        yield SuiteTopic(topic, "apply", "apply", about, partial(_cases, name, rules))
    about = "DRAW at the start, on boards that are crowded and on those that are all but empty, whatever is pending."
    yield SuiteTopic("slips-draw", "apply", "apply", about, partial(_draws, rules))
    about = "Offers that are declined, lifted and taken back between turns, replayed."
    yield SuiteTopic("slips-replay", "replay", "replay", about, partial(_talks, rules))
    about = "Positions that are malformed, of which a list is asked."
    yield SuiteTopic("slips-list", "legal", "legal", about, partial(_no_positions, "list", rules))
    about = "Positions that are malformed, from which turns are to be counted."
    yield SuiteTopic("slips-count", "perft", "perft", about, partial(_no_positions, "count", rules, depth=1))


def _no_positions(slug: str, rules: Rules, **more: int) -> Iterator[Case]:
    dice = Dice(f"tribun slips {slug}")
    for case in spoiled_positions(dice, rules, SPOILED):
        if _has_a_long_list(case.input["position"], rules):
            continue
        yield Case(f"slips-{slug}", case.why, {"position": case.input["position"], **more}, case.tags)


def _has_a_long_list(shown: Any, rules: Rules) -> bool:
    """Whether some reading takes such a position after all, and has a long list of it."""
    loose = permissive_rules(rules.edition, boards="study")
    try:
        position = read_position(shown, loose)
    except Refused:
        return False
    return len(legal(position, loose)) > LONGEST


def _draws(rules: Rules) -> Iterator[Case]:
    """Every DRAW word in every state of offers and blocks."""
    dice = Dice("tribun slips draw")
    boards = [standard_start(0), standard_start(1)]
    while len(boards) < BOARDS:
        draft = Draft()
        scenes.with_tribuns(dice, draft)
        boards += [one for one in (scenes.full(dice, 70), draft.position(dice.below(2))) if is_readable(one, rules)]
    whats = range(4 if rules.fact("decline") else 3)
    states = (state for board in boards for state in pending(board, rules))
    asks = [Ask(state, show_action(Draw(what, actor), rules)) for state in states for what in whats for actor in (0, 1)]
    return (case_of(ask, rules) for ask in small_first(asks))


def _talks(rules: Rules) -> Iterator[Case]:
    """Each side has its offer ended, and offers anew when that is open to it; turns come between."""
    dice, made = Dice("tribun slips replay"), 0
    decline = Draw(3, 0) if rules.fact("decline") else Draw(1, 0)
    while made < TALKS:
        start, actor = scenes.mix(dice, rules), made % 2
        quiet = replace(start, draw_offer_by=None, draw_blocked=None)
        ended = decline._replace(actor=1 - actor if rules.fact("decline") else actor)
        talk = [show_action(one, rules) for one in (Draw(0, actor), ended, Draw(0, 1 - actor), Draw(1, 1 - actor))]
        again = show_action(Draw(0, actor), rules)
        if is_readable(quiet, rules) and (first := a_turn(dice, quiet, rules)) is not None:
            made += 1
            words = [*talk[:2], first, *talk[2:], again, again]
            asked = {"snapshot": snapshot(quiet, rules, quiet.turn), "actions": pack_words(words)}
            yield Case("slips-replay", f"{len(words)} words, with offers that end", asked)


def _cases(name: str, rules: Rules) -> Iterator[Case]:
    return (case_of(ask, rules) for ask in _asks(name))


@cache
def _asks(name: str) -> tuple[Ask, ...]:
    """What every edition is asked of an opcode."""
    rules = default_rules(FIRST)
    filling = PointFilling("tribun", rules, kinds=KINDS)
    return tuple(small_first({ask for ask in _draw(name, rules) if filling.takes(case_of(ask, rules).input)}))


def _draw(name: str, rules: Rules) -> Iterator[Ask]:
    dice, opcode = Dice(f"tribun slips {name}"), NAMES.index(name)
    for position, action in _turns(dice, name, rules):
        if is_readable(position, rules):
            yield Ask(position, show_action(action, rules))
    for position in (scenes.full(dice, dice.pick((50, 60, 70, 80))) for _ in range(30)):
        words = dice.some([word for word in legal(position, rules) if word >> 28 == opcode], 2)
        for word in words:
            yield from (
                Ask(position, near) for near in (word, *dice.some(list(words_near(dice, position, word, rules)), 12))
            )
    if name == "MOVE":
        yield from _at_the_start(dice, rules)


def _turns(dice: Dice, name: str, rules: Rules) -> Turns:
    """Turns made for these slips; then those that are made for every point: on bare boards, on crowded ones, as is."""
    yield from chain.from_iterable(stream(dice, rules) for stream in OWN_STREAMS.get(name, ()))
    made = list(STREAMS[name](dice, rules))
    for position, action in dice.some(made, DRAWN * 3):
        yield bare(dice, position, action, rules), action
    for position, action in dice.some(made, DRAWN):
        yield crowd_around(dice, position, action, rules), action
    yield from dice.some(made, DRAWN * 8)


def _tiles_of(position: Position, action: Action, rules: Rules) -> list[int]:
    """The tiles that an action names, and those of its donors, pieces and helpers."""
    return [cid for cid in of_action(position, action, rules)["cids"] if cid >= 0]


def crowd_around(dice: Dice, position: Position, action: Action, rules: Rules) -> Position:
    """The position with low units on tiles far from everything that the action names."""
    named = _tiles_of(position, action, rules)
    close = {*named, *(cid for one in named for cid in NEIGHBOURS[one])}
    draft = Draft(position.board)
    for cid in dice.some([cid for cid in draft.free() if cid not in close], CROWD):
        draft.stand(Unit(dice.pick((1, 1, 2)), 0, dice.below(2), False), cid)
    return Position(bytes(draft.board), position.turn)


def bare(dice: Dice, position: Position, action: Action, rules: Rules) -> Position:
    """The position without those that the action does not name; one of these is the tribun of its side."""
    named = of_action(position, action, rules)
    kept = [one.cid for one in (named.get("mover"), named.get("target")) if one is not None and one.cid >= 0]
    if isinstance(action, Combine | Symmetric | Split | Backstabb):
        kept += [one.cid for one in named["things"] if one.cid >= 0]
    draft = Draft()
    for cid in kept:
        draft.board[cid] = position.board[cid]
    for color in (0, 1):
        able = [cid for cid in kept if unit_at(position, cid).p and not unit_at(position, cid).s]
        mine = [cid for cid in able if unit_at(position, cid).color == color]
        if mine and not draft.has_tribun(color) and dice.chance(70):
            cid = dice.pick(mine)
            draft.stand(unit_at(position, cid)._replace(tribun=True), cid)
    free = {cid: draft.board[cid] for cid in kept}
    for cid in kept:
        draft.board[cid] = draft.board[cid] or 0x3F  # nobody is put here
    scenes.with_tribuns(dice, draft)
    for cid, byte in free.items():
        draft.board[cid] = byte
    return Position(bytes(draft.board), position.turn)


def _at_the_start(dice: Dice, rules: Rules) -> Iterator[Ask]:
    """At the standard start: turns sent by others, and after the end."""
    for color in (0, 1):
        start = standard_start(color)
        for word in dice.some(legal(start, rules), 3):
            yield from (Ask(start, word, by) for by in (COLORS[other(color)], "server"))
            yield Ask(replace(start, ended=True, winner=dice.pick((None, 0, 1))), word)
        for action in (Draw(0, color), End(0, color)):
            yield Ask(start, show_action(action, rules), "server")
            yield Ask(start, show_action(action, rules), COLORS[other(color)])
