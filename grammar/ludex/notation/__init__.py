"""How a person writes the positions and actions of a game: one package for each game, found by listing this one.

A game's notation turns text into what goes over the wire, and what comes over the wire into text. What cannot be
read raises ``NotReadable``, which says where, and what an author would have to write there.
"""

from ludex.notation.reading import LineGrammar, Misplaced, NotReadable, Place, phrases

__all__ = ["LineGrammar", "Misplaced", "NotReadable", "Place", "phrases"]
