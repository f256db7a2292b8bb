"""Plays every mutant that is listed as equivalent against the original: two that are the same game never differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludex.power.campaign import Side
from ludex.power.listing import Listing
from ludex.power.mutants import Mutant
from ludex.power.playing import Played, played
from ludex.power.questions import questions_of
from ludex.vectors.suite import open_suite


def replayed(
    game: str, mutants: Sequence[Mutant], seconds: float, seed: str, jobs: int
) -> Iterator[tuple[Mutant, Played]]:
    """Each mutant with what its games showed; one whose process died differs."""
    suite = open_suite(game)
    questions = questions_of(suite)

    def work(mutant: Mutant) -> Played:
        return played(mutant, suite, questions, seconds, seed)

    for mutant, found in Side[Mutant, Played](jobs, Played).each(mutants, work, lambda: False):
        yield mutant, found or Played(0, "the mutant brought its process down")


def listed(listing: Listing, mutants: Sequence[Mutant]) -> list[Mutant]:
    """The mutants on a list, in its order."""
    known = {mutant.hash: mutant for mutant in mutants}
    return [known[entry.mutant] for entry in listing.equivalent if entry.mutant in known]
