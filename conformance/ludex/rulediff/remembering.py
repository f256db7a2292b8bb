"""Starts a worker: `python -m ludex.rulediff.remembering [--kept FILE --root FOLDER [--passing]] [GAME=FILE]…`.

With ``--kept`` it notes what runs for each answer, before it imports the rules, and knows from the file what was
answered earlier, by the rules of whatever tree; ``--root`` is its own one, ``--passing`` if that is gone afterwards.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ludex.tracking import sources
from ludex.tracking.memo import NOTHING_KEPT, Memo


def main() -> None:
    """Serves until the input ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--root", type=Path)
    parser.add_argument("--passing", action="store_true")
    parser.add_argument("tables", nargs="*")
    args = parser.parse_args()
    if args.kept:
        sources.install(args.root, args.passing)
    from ludex.rulediff.worker import serve

    serve(Memo(args.kept) if args.kept else NOTHING_KEPT, args.tables)


if __name__ == "__main__":
    main()
