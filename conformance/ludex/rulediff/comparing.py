"""The whole of what parts two sides of a game: flips by vectors and by play, each with the clause it parts by."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from random import Random
from typing import Any

from ludex.fuzz.positions import Positions
from ludex.fuzz.shrinking import Reducer, shrink
from ludex.rulediff.asking import PlayAmount, as_new, compare_answers, flips, of_play, of_vectors
from ludex.rulediff.flips import OTHER_REASONS, Flip, SidedQuestion, explain, same
from ludex.rulediff.peers import Peers, kept_answers, peers
from ludex.rulediff.registers import Registers, register_of
from ludex.rulediff.sides import Side, Tree
from ludex.vectors.suite import Suite

MOST_FLIPS_EXPLAINED = 4_000


@dataclass(frozen=True)
class Comparison:
    """How many questions were asked, and the answers that differ. What shows most comes first."""

    game: str
    sides: tuple[Side, Side]
    asked: int
    flips: tuple[Flip, ...]
    played: int
    unseen: tuple[Flip, ...]
    registers: Registers = field(default_factory=Registers)

    def by_clause(self) -> dict[str | None, list[Flip]]:
        """The flips of vectors and of play by clause, what decides most first.

        At the end stand "", whose answers part outside of any clause, and None, which were not looked into.
        """
        found: dict[str | None, list[Flip]] = {}
        for flip in (*self.flips, *self.unseen):
            found.setdefault(flip.clause, []).append(flip)
        return dict(
            sorted(found.items(), key=lambda item: (_last(item[1]), -_count_played(item[1]), -_decisive(item[1])))
        )


def _last(flips: list[Flip]) -> int:
    """0 for what a clause answers for, 1 for what is only first seen at a clause, 2 and 3 for what has none."""
    clause = flips[0].clause
    if not clause:
        return 3 if clause is None else 2
    return 0 if any(flip.traced for flip in flips) else 1


def _count_played(flips: list[Flip]) -> int:
    """How many of the changes are about what may be played."""
    return sum(flip.played for flip in flips)


def _decisive(flips: list[Flip]) -> int:
    """How many of the changes are of more than reasons."""
    return sum(flip.kind != OTHER_REASONS for flip in flips)


def compare(
    game: str,
    trees: tuple[Tree, Tree],
    sides: tuple[Side, Side],
    pool: Sequence[Suite],
    play: PlayAmount,
    new: Sequence[Suite] = (),
    remembers: bool = False,
) -> Comparison:
    """Asks both sides the questions of the vectors of some suites, and those of new vectors and of random play.

    With ``remembers`` answers are taken from earlier comparisons where nothing has changed that they were made of.
    Raises Fault where the rules of a side cannot be run, or have no such edition or reading.
    """
    counted: Counter[str] = Counter()
    seen: set[Any] = set()
    with peers(trees, kept_answers(game, sides) if remembers else (None, None)) as both:
        registers = Registers(register_of(both.old, game, sides[0]), register_of(both.new, game, sides[1]))
        told = flips(_counting(compare_answers(list(of_vectors(pool, sides, seen)), both), counted, "vectors"))
        by_vectors = _explain_first(told, both)
        fresh = compare_answers(list(map(as_new, of_vectors(new, sides, seen))), both)
        told = flips(_counting(chain(fresh, of_play([*pool, *new], game, sides, both, play)), counted, "play"))
        by_play = [_smaller(flip, both) for flip in _smallest(_explain_first(told, both))]
    asked, played = counted["vectors"], counted["play"]
    return Comparison(game, sides, asked, tuple(by_vectors), played, tuple(by_play), registers)


def _counting(answered: Iterable[Any], counted: Counter[str], name: str) -> Iterator[Any]:
    for one in answered:
        counted[name] += 1
        yield one


def _explain_first(found: Iterable[Flip], both: Peers) -> list[Flip]:
    """The flips in their order, the first of them with their clauses."""
    ordered = sorted(found, key=lambda flip: flip.order)
    told = list(explain(ordered[:MOST_FLIPS_EXPLAINED], both))
    return [*told, *ordered[MOST_FLIPS_EXPLAINED:]]


def _smallest(found: list[Flip]) -> list[Flip]:
    """The flip that shows a change best, for each clause and each kind of change that play has found."""
    ordered = sorted(found, key=lambda flip: (flip.clause or "", flip.kind, flip.order))
    return [next(iter(group)) for _, group in groupby(ordered, key=lambda flip: (flip.clause, flip.kind))]


# The smallest question that shows a change


def _smaller(flip: Flip, both: Peers) -> Flip:
    """The flip in a question from which as much is taken as can be, so that both sides still part in the same way."""
    if "position" not in flip.asked.fields:
        return flip
    reducer = Reducer(Positions(str(flip.asked.new["game"]), Random(0)))

    def smaller(one: Flip) -> Iterator[SidedQuestion]:
        return (_with_fields(one.asked, fields) for fields in reducer.smaller(one.asked.fields))

    def still(tried: list[SidedQuestion]) -> Iterator[Flip]:
        asked = [(one.old, one.new) for one in tried]
        for one, (old, new) in zip(tried, list(both.ask(asked)), strict=True):
            if not same(old, new) and replace(flip, old=old, new=new).kind == flip.kind and _is_read(old, new):
                yield replace(flip, asked=one, old=old, new=new)

    *_, last = shrink(flip, smaller, still)
    return last


def _is_read(*told: Mapping[str, Any]) -> bool:
    return not any("unreadable" in one.get("answer", {}) for one in told)


def _with_fields(asked: SidedQuestion, fields: Mapping[str, Any]) -> SidedQuestion:
    return asked.alter(lambda form: {**form, "fields": dict(fields)})
