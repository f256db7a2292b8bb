"""The grammar of the sentences."""

from ludex.notation.tribun.builder import SENTENCES

__all__ = ["SENTENCES"]
