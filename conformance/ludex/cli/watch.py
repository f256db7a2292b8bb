"""`ludex watch`: on each file that is saved, plays and lints scenarios, and makes the vectors that it touches anew."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from typing import Any

from ludex.cli._say import say

POLL_SECONDS = 0.3  # between two looks at the files: no rulebook has so many that this is felt
MAX_LINES = 30  # of what a command says: one change may flip thousands of vectors
LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())")


def add(subparsers: Any) -> None:
    """Describe the command."""
    about = (
        "on each saved file of a game: play and lint what it touches, and name every vector that is no longer as it is "
        "stored; nothing is written. A scenario brings its own file, anything else all scenarios. Ctrl-C ends it."
    )
    parser = subparsers.add_parser("watch", help="on each saved file, what it changes", description=about)
    parser.add_argument("--game", action="append", help="this game alone (default: every game that has a suite)")


def run(args: argparse.Namespace) -> int:
    """Look until it is interrupted."""
    from ludex.authoring.watching import commands, saves_of
    from ludex.fault import Fault
    from ludex.generate.generating import games
    from ludex.where import nearby

    for game in args.game or ():
        if game not in games():
            raise Fault(f"no suite for {game!r}", f"Games with a suite: {', '.join(games()) or 'none'}.")
    chosen = tuple(dict.fromkeys(args.game or games()))
    say(f"watching {', '.join(chosen)}; Ctrl-C ends it")
    for changed in saves_of(chosen, lambda: time.sleep(POLL_SECONDS)):
        since = time.monotonic()
        for game, paths in changed.items():
            say(f"{game}: {', '.join(nearby(str(path)) for path in paths)}")
            for words in commands(game, paths):
                _run(words)
        say(f"looked at in {time.monotonic() - since:.1f} s")
    return 0


def _run(words: tuple[str, ...]) -> None:
    """Runs a command in a process of its own, which reads the rules as they are now; one that cannot go on says why."""
    done = subprocess.run([*LUDEX, *words], capture_output=True, text=True, check=False)
    for text in (done.stdout, done.stderr if done.returncode not in (0, 1) else ""):
        if text:
            say("\n".join(_shorten(text.splitlines())))


def _shorten(lines: list[str]) -> list[str]:
    """The first lines and the last, which sums up; between them how many there are besides."""
    if len(lines) <= MAX_LINES:
        return lines
    return [*lines[: MAX_LINES - 2], f"… and {len(lines) - MAX_LINES + 1} more", lines[-1]]
