"""How much is lost by splitting: pieces that wait a moment, by one, two and four workers, and with one that is killed.

`python -m tests.crew.measuring` prints a table. Pieces wait instead of working, so that it shows what the carrying of
pieces costs, and not how many cores this machine has.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from ludex.crew import Crew, Prepared
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


def main() -> None:
    """Print the table."""
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
