"""All that the tools ask of a game beside its rules, its notation and its suite: a package for each game.

``support_of(game)`` finds it once. Each piece is a module of ``ludex.support.<game>`` with a ``Protocol`` in ``seam``,
which says what it must have, and gives the defaults. Nothing here knows of engines, judges, or how vectors are made.
"""

from ludex.support.seam import NoImage, support_of

__all__ = ["NoImage", "support_of"]
