"""How much is lost by splitting: pieces that wait a moment, by one, two and four workers, and with one that is killed.

`python -m tests.crew.measuring` prints a table. Pieces wait instead of working, so that it shows what the carrying of
pieces costs, and not how many cores this machine has. With `--game G` the vectors of a game are made anew instead, by
one worker and by two, which wants two cores that nobody else uses.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ludex.crew import Crew, Prepared
from tests.changes import command
from tests.crew.clusters import cluster
from tests.crew.works import PIECE_SECONDS, noted

PIECES = 400


def seconds_of(workers: int, killed: bool = False) -> tuple[float, int, int]:
    """Seconds of the whole, pieces that were handed over (each once, or it fails), and how often one was begun."""
    with tempfile.TemporaryDirectory() as folder, cluster(workers) as made:
        crew, work = Crew(scheduler=made.address), Prepared(noted, str, folder)
        list(crew.each(range(PIECES, PIECES + workers), work))  # what is read and prepared once
        done: list[int] = []
        since = time.monotonic()
        for piece, _ in crew.each(range(PIECES), work):
            done.append(piece)
            if killed and len(done) == PIECES // 4:
                made.workers[0].kill()
        spent = time.monotonic() - since
        assert sorted(done) == [*range(PIECES)]
        begun = sum(
            len((Path(folder) / str(piece)).read_text(encoding="utf-8").splitlines()) for piece in range(PIECES)
        )
        return spent, len(done), begun


def seconds_of_game(game: str, workers: int) -> float:
    """Seconds in which the vectors of a game are made anew, from the start of the command to its end."""
    with cluster(workers) as made:
        words = command("generate", "--check", "--no-cache", "--game", game, "--scheduler", made.address)
        since = time.monotonic()
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        return time.monotonic() - since


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", help="make its vectors anew, instead of pieces that wait")
    game = parser.parse_args().game
    if game:
        one, two = (seconds_of_game(game, workers) for workers in (1, 2))
        print(f"{game}: {one:.0f} s by one worker, {two:.0f} s by two: efficiency {one / 2 / two:.0%}")
    else:
        _tell_waiting()


def _tell_waiting() -> None:
    one = 0.0
    print("| workers | seconds | handed over | done | efficiency |\n|---|--:|--:|--:|--:|")
    for workers, killed in ((1, False), (2, False), (4, False), (2, True), (4, True)):
        spent, handed, begun = seconds_of(workers, killed)
        one = one or spent
        share = "" if killed else f"{one / workers / spent:.0%}"
        print(
            f"| {workers}{', one killed' if killed else ''} | {spent:.1f} | {handed} | {begun} | {share} |", flush=True
        )
    print(f"pieces of {PIECE_SECONDS:g} s: {PIECES}", file=sys.stderr)


if __name__ == "__main__":
    main()
