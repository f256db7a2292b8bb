"""The grammar of the sentences."""

from ludex.notation.minions.builder import SENTENCES

__all__ = ["SENTENCES"]
