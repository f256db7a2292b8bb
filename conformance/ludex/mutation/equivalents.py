"""Plays every mutant that is listed as equivalent against the original: two that are the same game never differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludex.mutation.campaign import Workers
from ludex.mutation.listing import Listing
from ludex.mutation.mutants import Mutant, mutants_of
from ludex.mutation.playing import PlayedGames, play_against
from ludex.mutation.questions import questions_of
from ludex.vectors.suite import open_suite


def replay(
    game: str, mutants: Sequence[Mutant], seconds: float, seed: str, jobs: int
) -> Iterator[tuple[Mutant, PlayedGames]]:
    """Each mutant with what its games showed; one whose process died differs."""
    suite = open_suite(game)
    questions = questions_of(suite)

    def work(mutant: Mutant) -> PlayedGames:
        return play_against(mutant, suite, questions, seconds, seed)

    for mutant, found in Workers[Mutant, PlayedGames](jobs, PlayedGames).each(mutants, work, lambda: False):
        yield mutant, found or PlayedGames(0, "the mutant brought its process down")


def replay_shared(
    games: Sequence[str], mutants: Sequence[Mutant], seconds: float, seed: str, jobs: int
) -> Iterator[tuple[Mutant, PlayedGames]]:
    """Each mutant of the shared rules with what all games showed; they have an equal share of the time."""
    whole: dict[str, PlayedGames] = {}
    for game in games:
        for mutant, found in replay(game, _in(game, mutants), seconds / len(games), seed, jobs):
            before = whole.get(mutant.hash, PlayedGames(0))
            whole[mutant.hash] = PlayedGames(before.asked + found.asked, before.difference or found.difference)
    yield from ((mutant, whole[mutant.hash]) for mutant in mutants)


def _in(game: str, mutants: Sequence[Mutant]) -> list[Mutant]:
    """The same mutants of the shared rules, under a game."""
    wanted = {mutant.hash for mutant in mutants}
    return [mutant for mutant in mutants_of(game) if mutant.hash in wanted]


def mutants_on(listing: Listing, mutants: Sequence[Mutant], short_of: float | None = None) -> list[Mutant]:
    """The mutants on a list, in its order: all, or those that have been played for less than so many seconds."""
    known = {mutant.hash: mutant for mutant in mutants}
    chosen = [entry for entry in listing.equivalent if short_of is None or entry.seconds < short_of]
    return [known[entry.mutant] for entry in chosen if entry.mutant in known]
