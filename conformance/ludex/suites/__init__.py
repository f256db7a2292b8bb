"""What is worth asking an engine: for each game a suite, which gives topics, which give cases (without the answers).

The answers are the reference's: ``ludex.generate`` runs it on every case and writes the vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple


class Case(NamedTuple):
    """One question: a slug that its id begins with, a sentence for people, the wire's fields, and tags to select by.

    ``under`` narrows the readings under which it is asked (entry to choices), where all would be too many: its vectors
    then say that they hold for these.
    """

    slug: str
    why: str
    input: Mapping[str, Any]
    tags: tuple[str, ...] = ()
    under: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class SuiteTopic(NamedTuple):
    """One file of vectors: its name, kind and operation, what it is about, and its cases, made when asked for.

    What two cases ask alike is asked once, by the first; where ``repeats`` is true, once for each slug.
    """

    name: str
    kind: str
    operation: str
    about: str
    cases: Callable[[], Iterable[Case]]
    repeats: bool = False
