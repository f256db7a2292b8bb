"""Composing units: combining two, combining symmetrically, splitting, and backstabbing one's own slave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product

from ludex.games.tribun.board import BESIDE, TILES, Tiles, beside
from ludex.games.tribun.moves import left_behind, primary_of
from ludex.games.tribun.position import Position, own_tiles, put
from ludex.games.tribun.question import Question
from ludex.games.tribun.units import (
    EMPTY,
    UNITS,
    Unit,
    can_be_rounded,
    glued,
    holds_slave,
    is_height,
    plain,
    rounded,
)
from ludex.games.tribun.words import Backstabb, Combine, Split, Symmetric, show_action
from ludex.rules import Moot, Rules, check, effect, relation, remembered

# The small rules that combining, combining symmetrically and splitting share; listing and checking ask the same ones.


def donor_may_keep(height: int, rules: Rules) -> bool:
    """Whether a donor may be left with this height (or it is rounded down, by its reading)."""
    return is_height(height) or rules.reads("donor-remainder", "round")


def remainder_holds(height: int, slave: int, rules: Rules) -> bool:
    """Whether what is left above 0 still holds the slave (or the slave goes free, by its reading)."""
    return height == 0 or holds_slave(height, slave) or rules.reads("donor-sp", "liberate")


def may_create(height: int, rules: Rules) -> bool:
    """Whether combining may create this height (or it is rounded down, by its reading, if it can be)."""
    return is_height(height) or (rules.reads("combine-height", "round") and can_be_rounded(height, rules))


def left_of(unit: Unit, amount: int) -> int:
    """What a unit keeps of its primary; moot if it gives more than it has."""
    # mechanical: only says moot where more is given than there is, which other clauses refuse
    if amount > unit.p:
        raise Moot
    return unit.p - amount


# Combine


def _donor_tiles(q: Question[Combine]) -> tuple[Tiles, Tiles]:
    return beside(q.action.center, q.action.direction_a), beside(q.action.center, q.action.direction_b)


def _donors(q: Question[Combine]) -> list[tuple[Unit, int]]:
    """Both donors with what they give; moot if one is not there."""
    amounts = (q.action.amount_a, q.action.amount_b)
    return [(_unit_there(q, tiles), amount) for tiles, amount in zip(_donor_tiles(q), amounts, strict=True)]


def _unit_there(q: Question[Combine] | Question[Symmetric], tiles: Tiles) -> Unit:
    # mechanical: only says moot where the donor tile is off the board; TRB-COM-4 refuses that
    if not tiles:
        raise Moot
    return q.unit(tiles[0])


@check("TRB-COM-1")
def center_is_empty(q: Question[Combine]) -> bool:
    """The new unit stands on an empty tile."""
    return q.is_empty(q.action.center)


@check("TRB-COM-2")
def donors_differ(q: Question[Combine]) -> bool:
    """Two units give."""
    return q.action.direction_a != q.action.direction_b


@check("TRB-COM-3")
def donors_are_in_order(q: Question[Combine]) -> bool:
    """The donor of the smaller direction is named first (or either may be)."""
    return q.action.direction_a <= q.action.direction_b or q.rules.reads("donor-order", "any")


@check("TRB-COM-4")
def donors_are_own(q: Question[Combine]) -> bool:
    """Both donors are units of the side to move."""
    return all(len(tiles) == 1 and q.is_own(tiles[0]) for tiles in _donor_tiles(q))


@check("TRB-COM-5")
def donors_have_what_they_give(q: Question[Combine]) -> bool:
    """Nobody gives more than its primary."""
    return all(amount <= unit.p for unit, amount in _donors(q))


@check("TRB-COM-6")
def tribun_gives_all(q: Question[Combine]) -> bool:
    """A tribun gives its whole primary."""
    return all(amount == unit.p for unit, amount in _donors(q) if unit.tribun)


@check("TRB-COM-7")
def created_height_is_valid(q: Question[Combine]) -> bool:
    """What is given adds up to a valid height."""
    return may_create(q.action.amount_a + q.action.amount_b, q.rules)


@check("TRB-COM-8")
def donors_keep_valid_heights(q: Question[Combine]) -> bool:
    """What a donor keeps is a valid height, or nothing."""
    lefts = [left_of(unit, amount) for unit, amount in _donors(q)]
    return all(donor_may_keep(left, q.rules) for left in lefts)


@check("TRB-COM-9")
def donors_keep_their_slaves(q: Question[Combine]) -> bool:
    """What a donor keeps can hold its slave; a donor that keeps nothing sets it free."""
    lefts = [(left_of(unit, amount), unit.s) for unit, amount in _donors(q)]
    return all(remainder_holds(left, slave, q.rules) for left, slave in lefts)


COMBINE_CHECKS = (
    center_is_empty,
    donors_differ,
    donors_are_in_order,
    donors_are_own,
    donors_have_what_they_give,
    tribun_gives_all,
    created_height_is_valid,
    donors_keep_valid_heights,
    donors_keep_their_slaves,
)


@effect("TRB-COM-10")
def creates(board: bytes, center: int, givers: Sequence[Unit], total: int) -> bytes:
    """A new unit stands on the center; it is the tribun if a tribun gave."""
    carrier = max(givers, key=lambda unit: unit.tribun)
    created = glued(plain(total, 0, carrier.color), carrier)
    return put(board, center, rounded(created))


@effect("TRB-COM-11")
def donors_give(board: bytes, gifts: Sequence[tuple[int, int]]) -> bytes:
    """Each donor is lowered by its gift and normalized."""
    return with_gifts_taken(board, gifts)


def with_gifts_taken(board: bytes, gifts: Sequence[tuple[int, int]]) -> bytes:
    """The board with each tile's primary lowered by a gift, normalized, a slave freed where nothing is left."""
    for tile, amount in gifts:
        unit = UNITS[board[tile]]
        board = put(board, tile, left_behind(unit, amount))
    return board


def combined(board: bytes, action: Combine, _: Rules) -> bytes:
    """The board after a combination."""
    center, direction_a, direction_b, amount_a, amount_b = action
    tiles = (*beside(center, direction_a), *beside(center, direction_b))
    givers = [UNITS[board[tile]] for tile in tiles]
    board = donors_give(board, tuple(zip(tiles, (amount_a, amount_b), strict=True)))
    return creates(board, center, givers, amount_a + amount_b)


@remembered
def gifts_of(unit: Unit, rules: Rules) -> tuple[int, ...]:
    """The amounts that a donor may give."""
    # mechanical: lists the gifts that TRB-COM-5, TRB-COM-6, TRB-COM-8 and TRB-COM-9 let through; tests hold both equal
    if unit.tribun:
        return (unit.p,)
    return tuple(
        amount
        for amount in range(1, unit.p + 1)
        if donor_may_keep(unit.p - amount, rules) and remainder_holds(unit.p - amount, unit.s, rules)
    )


@remembered
def pairs_of(a: int, b: int, unit_a: Unit, unit_b: Unit, rules: Rules) -> tuple[int, ...]:
    """The words by which donors in two directions combine, but for the center's cid (the lowest bits of the word)."""
    # mechanical: lists the sums that TRB-COM-7 lets through; tests hold both equal
    amounts = product(gifts_of(unit_a, rules), gifts_of(unit_b, rules))
    return tuple(show_action(Combine(0, a, b, x, y), rules) for x, y in amounts if may_create(x + y, rules))


def _own_donors(board: bytes, center: int, own: frozenset[int]) -> list[tuple[int, Unit]]:
    """The neighbours of a tile, by direction, that are among a side's own tiles."""
    # mechanical: picks for the list the neighbours that TRB-COM-4 and TRB-SYM-3 let through
    return [
        (direction, UNITS[board[tile]])
        for direction, tiles in enumerate(BESIDE[center])
        for tile in tiles
        if tile in own
    ]


def _pairs(center: int, donors: list[tuple[int, Unit]], rules: Rules) -> Iterator[int]:
    # mechanical: lists donors in the orders that TRB-COM-2 and TRB-COM-3 let through; tests hold both equal
    for a, unit_a in donors:
        for b, unit_b in donors:
            if a < b or (a > b and rules.reads("donor-order", "any")):
                for word in pairs_of(a, b, unit_a, unit_b, rules):
                    yield word + center


# Symmetric combination

DONORS_OF = ((0, 1, 2, 3, 4, 5), (0, 4, 5), (1, 2, 3))


@relation("TRB-SYM-1")
def symmetric_tiles(center: int, config: int) -> Tiles:
    """The donor tiles of a configuration that are on the board."""
    return tuple(tile for direction in DONORS_OF[config] for tile in beside(center, direction))


def _all_there(q: Question[Symmetric]) -> list[Unit]:
    """The units on the donor tiles; moot if one is not there."""
    # mechanical: only says moot where a donor tile is off the board; TRB-SYM-3 refuses that
    units = [q.unit(tile) for tile in symmetric_tiles(q.action.center, q.action.config)]
    if len(units) < len(DONORS_OF[q.action.config]):
        raise Moot
    return units


@check("TRB-SYM-2")
def middle_is_empty(q: Question[Symmetric]) -> bool:
    """The new unit stands on an empty tile."""
    return q.is_empty(q.action.center)


@check("TRB-SYM-3")
def all_donors_are_own(q: Question[Symmetric]) -> bool:
    """Every donor tile is on the board and holds a unit of the side to move."""
    tiles = symmetric_tiles(q.action.center, q.action.config)
    return len(tiles) == len(DONORS_OF[q.action.config]) and all(q.is_own(tile) for tile in tiles)


@check("TRB-SYM-4")
def donors_are_alike(q: Question[Symmetric]) -> bool:
    """All donors have the same heights (or the same primary height, by their reading)."""
    return are_alike(_all_there(q), q.rules)


def are_alike(units: Sequence[Unit], rules: Rules) -> bool:
    """Whether units are equal enough to give together; of flags another clause speaks."""
    # mechanical: TRB-SYM-4 asks it, and the list of symmetric combinations with it
    if len({unit.p for unit in units}) > 1:
        return False
    return len({unit.s for unit in units}) == 1 or rules.reads("equal-donors", "primary")


@check("TRB-SYM-5")
def no_donor_is_tribun(q: Question[Symmetric]) -> bool:
    """A tribun takes no part."""
    return not any(unit.tribun for unit in _all_there(q))


@check("TRB-SYM-6")
def gift_fits_configuration(q: Question[Symmetric]) -> bool:
    """Six give 1 each, three give 1 or 2 each."""
    return q.action.amount in symmetric_gifts(q.action.config)


def symmetric_gifts(config: int) -> set[int]:
    """What each donor of a configuration may give."""
    # mechanical: TRB-SYM-6 asks it, and the list of symmetric combinations with it
    return {1} if config == 0 else {1, 2}


@check("TRB-SYM-7")
def all_have_what_they_give(q: Question[Symmetric]) -> bool:
    """Nobody gives more than its primary."""
    return all(q.action.amount <= unit.p for unit in _all_there(q))


@check("TRB-SYM-8")
def all_keep_valid_heights(q: Question[Symmetric]) -> bool:
    """What a donor keeps is a valid height, or nothing."""
    lefts = [left_of(unit, q.action.amount) for unit in _all_there(q)]
    return all(donor_may_keep(left, q.rules) for left in lefts)


@check("TRB-SYM-9")
def all_keep_their_slaves(q: Question[Symmetric]) -> bool:
    """What a donor keeps can hold its slave; a donor that keeps nothing sets it free."""
    lefts = [(left_of(unit, q.action.amount), unit.s) for unit in _all_there(q)]
    return all(remainder_holds(left, slave, q.rules) for left, slave in lefts)


SYMMETRIC_CHECKS = (
    middle_is_empty,
    all_donors_are_own,
    donors_are_alike,
    no_donor_is_tribun,
    gift_fits_configuration,
    all_have_what_they_give,
    all_keep_valid_heights,
    all_keep_their_slaves,
)


@effect("TRB-SYM-10")
def symmetric_combined(board: bytes, action: Symmetric, _: Rules) -> bytes:
    """The board after a symmetric combination."""
    center, config, amount = action
    tiles = symmetric_tiles(center, config)
    color = UNITS[board[tiles[0]]].color
    board = with_gifts_taken(board, [(tile, amount) for tile in tiles])
    return put(board, center, plain(amount * len(tiles), 0, color))


def _alike(center: int, donors: dict[int, Unit], rules: Rules) -> Iterator[int]:
    # mechanical: lists what TRB-SYM-3 to TRB-SYM-9 let through; tests hold both equal
    for config, directions in enumerate(DONORS_OF):
        if not all(direction in donors for direction in directions):
            continue
        units = [donors[direction] for direction in directions]
        if not any(unit.tribun for unit in units) and are_alike(units, rules):
            for gift in symmetric_gifts(config):
                if all(gift in gifts_of(unit, rules) for unit in units):
                    yield show_action(Symmetric(center, config, gift), rules)


def legal_combinations(position: Position, rules: Rules) -> Iterator[int]:
    """The word of every combination of the side to move, of two units or symmetric."""
    # mechanical: lists what the checks of both combinations let through; tests hold both equal
    own = frozenset(own_tiles(position.board, position.turn))
    for center in TILES:
        if not position.board[center]:
            donors = _own_donors(position.board, center, own)
            yield from chain(_pairs(center, donors, rules), _alike(center, dict(donors), rules))


# Split


def _remainder(q: Question[Split]) -> tuple[int, int]:
    """What stays on the actor's tile, and the slave there; moot if more is given than there is."""
    unit = q.unit(q.action.actor)
    return left_of(unit, sum(q.action.amounts)), unit.s


def _given(action: Split) -> list[tuple[Tiles, int]]:
    """The tiles that a split gives something to (none where a direction leaves the board), with the amounts."""
    # mechanical: leaves out directions that get nothing; the checks of SPLIT ask about the others
    return [(beside(action.actor, direction), amount) for direction, amount in enumerate(action.amounts) if amount]


@check("TRB-SPL-1")
def splitter_is_own(q: Question[Split]) -> bool:
    """The actor is a unit of the side to move."""
    return q.is_own(q.action.actor)


@check("TRB-SPL-2")
def splitter_is_no_tribun(q: Question[Split]) -> bool:
    """A tribun does not split."""
    return not q.unit(q.action.actor).tribun


@check("TRB-SPL-3")
def gets_only_empty_tiles(q: Question[Split]) -> bool:
    """Every neighbour that is given something is on the board and empty."""
    return all(len(tiles) == 1 and q.is_empty(tiles[0]) for tiles, _ in _given(q.action))


@check("TRB-SPL-4")
def splitter_has_what_it_gives(q: Question[Split]) -> bool:
    """No more is given than the primary."""
    return sum(q.action.amounts) <= q.unit(q.action.actor).p


@check("TRB-SPL-5")
def placed_heights_are_valid(q: Question[Split]) -> bool:
    """Every amount that is placed is a valid height."""
    return all(is_height(amount) for _, amount in _given(q.action))


@check("TRB-SPL-6")
def splitter_keeps_a_valid_height(q: Question[Split]) -> bool:
    """What stays is a valid height, or nothing."""
    return is_height(_remainder(q)[0])


@check("TRB-SPL-7")
def splitter_keeps_its_slave(q: Question[Split]) -> bool:
    """What stays above 0 can hold the slave."""
    left, slave = _remainder(q)
    return remainder_holds(left, slave, q.rules)


@check("TRB-SPL-8")
def two_tiles_result(q: Question[Split]) -> bool:
    """At least two tiles hold units of the side to move in the end (or any units, by its reading)."""
    left, slave = _remainder(q)
    return enough_tiles_after(len(_given(q.action)), left, slave, q.rules)


def enough_tiles_after(given: int, left: int, slave: int, rules: Rules) -> bool:
    """Whether two tiles result; where one of them would be that of a freed slave, the reading says if it counts."""
    # mechanical: TRB-SPL-8 asks it, and the list of splits with it
    if own_tiles_after(given, left, slave) >= 2:
        return True
    return slave > 0 and given == 1 and rules.reads("split-count", "freed")


def own_tiles_after(given: int, left: int, slave: int) -> int:
    """The neighbours given something, and the actor's own tile unless nothing is left there to hold it."""
    return given + (left > 0 and holds_slave(left, slave))


SPLIT_CHECKS = (
    splitter_is_own,
    splitter_is_no_tribun,
    gets_only_empty_tiles,
    splitter_has_what_it_gives,
    placed_heights_are_valid,
    splitter_keeps_a_valid_height,
    splitter_keeps_its_slave,
    two_tiles_result,
)


@effect("TRB-SPL-9")
def splits(board: bytes, action: Split, _: Rules) -> bytes:
    """Each neighbour gets a new unit of its amount; what stays is normalized, a slave freed where it must be."""
    unit = UNITS[board[action.actor]]
    for tiles, amount in _given(action):
        board = put(board, tiles[0], plain(amount, 0, unit.color))
    return put(board, action.actor, left_behind(unit, sum(action.amounts)))


@remembered
def shares_of(p: int, s: int, open_directions: tuple[bool, ...], rules: Rules) -> tuple[int, ...]:
    """The words that share a primary of height p among the open neighbours and the actor's tile, but for its cid."""
    # mechanical: lists the shares that TRB-SPL-6 to TRB-SPL-8 let through; tests hold both equal
    shares = (share for share in _shares(p, open_directions) if _may_share(s, share, rules))
    return tuple(show_action(Split(0, *amounts), rules) for *amounts, _ in shares)


def _shares(p: int, open_directions: tuple[bool, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to give valid heights to the open directions, with what is left at the end.

    To give 8 at once, which no word can say, is among them; it leaves one tile only.
    """
    # mechanical: lists the shares that TRB-SPL-3 to TRB-SPL-5 let through; tests hold both equal
    if not open_directions:
        yield (p,)
        return
    for amount in range(p + 1) if open_directions[0] else (0,):
        if is_height(amount):
            yield from ((amount, *rest) for rest in _shares(p - amount, open_directions[1:]))


def _may_share(s: int, share: tuple[int, ...], rules: Rules) -> bool:
    *amounts, left = share
    given = sum(amount > 0 for amount in amounts)
    return is_height(left) and remainder_holds(left, s, rules) and enough_tiles_after(given, left, s, rules)


def legal_splits(position: Position, rules: Rules) -> Iterator[int]:
    """The word of every split of a unit of the side to move."""
    # mechanical: lists what the checks of SPLIT let through; tests hold both equal
    board = position.board
    for actor in own_tiles(board, position.turn):
        unit = UNITS[board[actor]]
        if not unit.tribun:
            open_directions = tuple([len(tiles) == 1 and not board[tiles[0]] for tiles in BESIDE[actor]])
            for word in shares_of(unit.p, unit.s, open_directions, rules):
                yield word + actor


# Backstabb


@check("TRB-BKS-1")
def backstabber_is_own(q: Question[Backstabb]) -> bool:
    """The actor is a unit of the side to move."""
    return q.is_own(q.action.actor)


@check("TRB-BKS-2")
def backstabber_has_a_slave(q: Question[Backstabb]) -> bool:
    """There is a slave to be destroyed."""
    return q.unit(q.action.actor).s > 0


@check("TRB-BKS-3")
def sidestep_is_empty(q: Question[Backstabb]) -> bool:
    """The chosen neighbour is on the board and empty."""
    tiles = beside(q.action.actor, q.action.direction)
    return len(tiles) == 1 and q.is_empty(tiles[0])


BACKSTABB_CHECKS = (backstabber_is_own, backstabber_has_a_slave, sidestep_is_empty)


@effect("TRB-BKS-4")
def backstabs(board: bytes, action: Backstabb, _: Rules) -> bytes:
    """The primary steps aside with its flag; the slave is gone and the origin empty."""
    unit = UNITS[board[action.actor]]
    (tile,) = beside(action.actor, action.direction)
    return put(put(board, action.actor, EMPTY), tile, primary_of(unit))


def legal_backstabbs(position: Position, rules: Rules) -> Iterator[int]:
    """The word of every backstabb of the side to move."""
    # mechanical: lists what the checks of BACKSTABB let through; tests hold both equal
    board = position.board
    for actor in own_tiles(board, position.turn):
        if UNITS[board[actor]].s:
            for direction, tiles in enumerate(BESIDE[actor]):
                if tiles and not board[tiles[0]]:
                    yield show_action(Backstabb(actor, direction), rules)
