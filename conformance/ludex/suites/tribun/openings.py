"""Points that the text leaves open and that chance seldom meets: scenes made for one reading or another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ludex.games.tribun import REGISTER
from ludex.games.tribun.board import BESIDE, JUMPS, NEIGHBOURS, TILES, other
from ludex.games.tribun.composing import DONORS_OF, gifts_of, symmetric_tiles
from ludex.games.tribun.play import apply, legal
from ludex.games.tribun.position import Position
from ludex.games.tribun.units import UNITS, Unit
from ludex.games.tribun.words import TIME_TIE, Action, AttackTribun, End, Kill, Move, Split, Symmetric, show_action
from ludex.rules import Refused, Rules
from ludex.suites import Case, SuiteTopic
from ludex.suites.dice import Dice
from ludex.suites.tribun import scenes
from ludex.suites.tribun.positions import STACKS, Draft, Unlike, default_rules, is_readable, units_on, wire
from ludex.suites.tribun.scenes import a_tribun, a_unit, bystanders, finish
from ludex.suites.tribun.turns import Ask, case_of, small_first

OTHERWISE = {
    "jump-colour": "birth",
    "equal-donors": "primary",
    "split-count": "freed",
    "boards": "study",
}
Made = Callable[[Dice, Rules], tuple[Position, Action]]
EACH, STUDIES, STUDY_LISTS, ALIKE_LISTS, LONGEST = 30, 34, 30, 2, 80


def topics(edition: str) -> Iterator[SuiteTopic]:
    """What one reading refuses and another lets through; and boards for study."""
    about = "Jumps of a slave of height 8, donors alike in part, splits that leave a freed slave: by reading."
    yield SuiteTopic("refusal-reading", "refusal", "apply", about, partial(_turns, edition))
    about = "Turns on boards with no tribun on a side, or with several."
    yield SuiteTopic("refusal-study", "refusal", "apply", about, partial(_study_turns, edition))
    about = "Lists on boards with no tribun on a side, or with several."
    yield SuiteTopic("legal-study", "legal", "legal", about, partial(_study_lists, edition))
    about = "Lists of a side whose donors are alike in part: what one of them may give, another may not."
    yield SuiteTopic("legal-alike", "legal", "legal", about, partial(_alike_lists, edition))


def other_rules(edition: str) -> Rules:
    """The edition with the other reading of what is drawn here."""
    return REGISTER.rules(edition, OTHERWISE)


def _turns(edition: str) -> Iterator[Case]:
    """Turns that apply under one of two readings, and not under the other."""
    rules, loose = default_rules(edition), other_rules(edition)
    asks = list[Ask]()
    for make in (_jumping, _giving_alike, _handing_on):
        dice, unlike, found = Dice(f"tribun refusal-reading {make.__name__}"), Unlike(), 0
        while found < EACH:
            position, action = make(dice, rules)
            ask = Ask(position, show_action(action, rules))
            if is_readable(position, rules) and _applies(ask, rules) != _applies(ask, loose) and unlike(position):
                asks.append(ask)
                found += 1
    yield from (case_of(ask, rules) for ask in small_first(asks))
    yield from _ties(rules)


def _ties(rules: Rules) -> Iterator[Case]:
    """Ties on time whose loser's bit is zero, asked only where it has to be (``partial``): elsewhere it is free."""
    dice, under = Dice("tribun refusal-reading ties"), {"tie-loser-bit": ("zero",)}
    for _ in range(3):
        position = next(one for one in iter(lambda: scenes.moving(dice, rules), None) if is_readable(one, rules))
        case = case_of(Ask(position, show_action(End(TIME_TIE, 0), rules)), rules)
        yield case._replace(under=under, tags=(*case.tags, "partial"))


def _applies(ask: Ask, rules: Rules) -> bool:
    try:
        apply(ask.position, ask.word, rules, ask.by)
    except Refused:
        return False
    return True


def _jumping(dice: Dice, rules: Rules) -> tuple[Position, Action]:
    """A slave of height 8 before a jump over a unit, to move, to strike, or to strike a tribun."""
    color, draft = dice.below(2), Draft()
    origin = dice.pick([tile for tile in TILES if JUMPS[tile]])
    over, to = dice.pick(JUMPS[origin])
    draft.stand(Unit(4, 8, color, False), origin)
    draft.stand(a_unit(dice, dice.below(2)), over)
    action: Action = Move(origin, to, 1)
    if dice.chance(25):
        draft.stand(a_tribun(dice, other(color)), to)
        action = AttackTribun(origin, to, color)
    elif dice.chance(40):
        draft.stand(a_unit(dice, other(color), 0), to)
        action = Kill(origin, to, 1)
    bystanders(dice, draft, origin, 3)
    if isinstance(action, Move):
        draft.clear(to)
    return finish(dice, draft, color, rules), action


def _giving_alike(dice: Dice, rules: Rules) -> tuple[Position, Action]:
    """Donors of one height, one or more of them with a slave that the others have not."""
    color, draft, config = dice.below(2), Draft(), dice.below(3)
    center = dice.pick([tile for tile in TILES if len(NEIGHBOURS[tile]) == 6])
    height = dice.pick((1, 2, 3, 4))
    slaves = (0, 0, *(s for p, s in STACKS if p == height))
    for direction in DONORS_OF[config]:
        draft.stand(Unit(height, dice.pick(slaves), color, False), BESIDE[center][direction][0])
    bystanders(dice, draft, center, 2)
    draft.clear(center)
    amount = 1 if config == 0 else dice.between(1, 2)
    return finish(dice, draft, color, rules), Symmetric(center, config, amount)


def _handing_on(dice: Dice, rules: Rules) -> tuple[Position, Action]:
    """A stack whose whole primary goes to one neighbour."""
    color, draft, actor = dice.below(2), Draft(), dice.pick(TILES)
    p, s = dice.pick(STACKS)
    draft.stand(Unit(p, s, color, False), actor)
    bystanders(dice, draft, actor, 4)
    amounts = [0] * 6
    amounts[dice.below(6)] = p
    return finish(dice, draft, color, rules), Split(actor, *amounts)


def _alike_lists(edition: str) -> Iterator[Case]:
    """Small positions with donors of one height, not all of which may give the same."""
    rules, loose = default_rules(edition), other_rules(edition)
    dice, unlike, found = Dice("tribun legal-alike"), Unlike(), list[Position]()
    while len(found) < ALIKE_LISTS:
        position, action = _giving_alike(dice, rules)
        assert isinstance(action, Symmetric)
        units = [UNITS[position.board[tile]] for tile in symmetric_tiles(action.center, action.config)]
        able = {action.amount in gifts_of(unit, loose) for unit in units}
        short = is_readable(position, rules) and len(legal(position, loose)) <= LONGEST
        if len(able) > 1 and short and unlike(position):
            found.append(position)
    for position in sorted(found, key=lambda one: (units_on(one), one.board, one.turn)):
        yield Case("legal-alike", f"{units_on(position)} units, donors alike in part", {"position": wire(position)})


# Boards for study


def _study(dice: Dice, rules: Rules, scene: scenes.Scene) -> Position:
    """A scene whose tribuns have gone or lost their flags, or have company."""
    position = scene(dice, rules)
    board = bytearray(position.board)
    flagged = [cid for cid in TILES if board[cid] >> 7]
    plain = [cid for cid in TILES if board[cid] and not board[cid] >> 7 and not UNITS[board[cid]].s]
    if dice.chance(45) and plain:
        for cid in dice.some(plain, dice.between(1, 2)):
            board[cid] |= 0x80
    for cid in dice.some(flagged, dice.below(3)):
        board[cid] = 0 if dice.chance(60) else board[cid] & 0x7F
    return Position(bytes(board), position.turn, position.draw_offer_by, position.draw_blocked)


SCENES = (
    scenes.moving,
    scenes.attacking_low,
    scenes.attacking_stack,
    scenes.combining,
    scenes.combining_alike,
    scenes.splitting,
    scenes.backstabbing,
    scenes.attacking_tribun,
    scenes.attacking_tribun,
    scenes.mix,
)


def _studies(dice: Dice, edition: str) -> Iterator[Position]:
    """Boards that can be read for study alone, no two of them alike."""
    rules, loose, unlike = default_rules(edition), other_rules(edition), Unlike()
    while True:
        position = _study(dice, rules, dice.pick(SCENES))
        if is_readable(position, loose) and not is_readable(position, rules) and unlike(position):
            yield position


def _study_turns(edition: str) -> Iterator[Case]:
    rules, loose, dice = default_rules(edition), other_rules(edition), Dice("tribun refusal-study")
    asks = list[Ask]()
    for position in _studies(dice, edition):
        words = legal(position, loose)
        if words:
            opcode = dice.pick(sorted({word >> 28 for word in words}))
            asks.append(Ask(position, dice.pick([word for word in words if word >> 28 == opcode])))
        if len(asks) == STUDIES:
            break
    yield from (case_of(ask, rules) for ask in small_first(asks))


def _study_lists(edition: str) -> Iterator[Case]:
    loose, dice, found = other_rules(edition), Dice("tribun legal-study"), list[Position]()
    for position in _studies(dice, edition):
        if len(legal(position, loose)) <= LONGEST:
            found.append(position)
        if len(found) == STUDY_LISTS:
            break
    for position in sorted(found, key=lambda one: (units_on(one), one.board, one.turn)):
        flags = sum(byte >> 7 for byte in position.board)
        yield Case("legal-study", f"{units_on(position)} units, {flags} of them tribuns", {"position": wire(position)})
