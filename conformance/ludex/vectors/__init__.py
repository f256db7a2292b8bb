"""The golden cases of a game: how the files are written, read lazily, checked against their manifest, and selected."""

from ludex.vectors.format import Topic, Vector, full_id, read_vectors
from ludex.vectors.suite import EditionFacts, Manifest, Suite, available, open_suite

__all__ = [
    "EditionFacts",
    "Manifest",
    "Suite",
    "Topic",
    "Vector",
    "available",
    "full_id",
    "open_suite",
    "read_vectors",
]
