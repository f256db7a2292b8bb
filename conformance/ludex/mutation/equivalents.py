"""Plays every mutant that is listed as equivalent against the original: two that are the same game never differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludex.crew import Crew, Prepared
from ludex.mutation.campaign import asked_of, mutants_by_hash
from ludex.mutation.listing import Listing
from ludex.mutation.mutants import Mutant, mutants_of
from ludex.mutation.playing import PlayedGames, play_against
from ludex.mutation.questions import Probe
from ludex.mutation.trial import confine
from ludex.vectors.suite import Suite


class PlayPiece(NamedTuple):
    """A mutant to be played, by its name, for so many seconds of the processor."""

    hash: str
    seconds: float
    seed: str


Playing = tuple[Suite, list[Probe], dict[str, Mutant]]


def _playing(game: str) -> Playing:
    return *asked_of(game), mutants_by_hash(game)


def _play(playing: Playing, piece: PlayPiece) -> PlayedGames:
    confine()
    suite, questions, mutants = playing
    return play_against(mutants[piece.hash], suite, questions, piece.seconds, piece.seed)


def replay(
    game: str, mutants: Sequence[Mutant], seconds: float, seed: str, crew: Crew
) -> Iterator[tuple[Mutant, PlayedGames]]:
    """Each mutant with what its games showed; one whose process died differs."""
    by_hash = {mutant.hash: mutant for mutant in mutants}
    pieces = [PlayPiece(mutant.hash, seconds, seed) for mutant in mutants]
    for piece, found in crew.each(pieces, Prepared(_play, _playing, game)) if pieces else ():
        yield by_hash[piece.hash], found or PlayedGames(0, "the mutant brought its process down")


def replay_shared(
    games: Sequence[str], mutants: Sequence[Mutant], seconds: float, seed: str, crew: Crew
) -> Iterator[tuple[Mutant, PlayedGames]]:
    """Each mutant of the shared rules with what all games showed; they have an equal share of the time."""
    whole: dict[str, PlayedGames] = {}
    for game in games:
        for mutant, found in replay(game, _in(game, mutants), seconds / len(games), seed, crew):
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
