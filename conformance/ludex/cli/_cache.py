"""What commands know from earlier: they note what runs while something is made, so that it can be believed later."""

from __future__ import annotations

from typing import Any


def add_no_cache(parser: Any, what: str) -> None:
    """The option by which nothing is believed, and nothing kept."""
    known = f"{what} anew: without it, what runs through nothing that changed is taken from a cache"
    parser.add_argument("--no-cache", action="store_true", help=known)


def remember() -> None:
    """From here on what is imported notes what runs: to be called before the rules are imported."""
    from ludex.tracking import sources

    sources.install()
