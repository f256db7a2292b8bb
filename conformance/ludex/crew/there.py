"""What a worker of a Dask cluster runs: a piece of work in a child of its own."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable
from typing import Any

from ludex.crew import Prepared, freeze
from ludex.crew.children import Children
from ludex.crew.identity import WhichLudex, identity, identity_now

_preparing = threading.Lock()
_known: dict[str, Callable[[Any], Any]] = {}
_children: list[Children] = []


class OtherLudex(Exception):  # noqa: N818 - says who it is
    """A worker would do other work: it says how it differs."""

    def __init__(self, worker: str, why: str) -> None:
        super().__init__(worker, why)
        self.worker, self.why = worker, why


def who() -> WhichLudex:
    """Which Ludex a worker has."""
    return identity()


def do_piece(work: bytes, digest: str, piece: bytes, wanted: WhichLudex) -> bytes:
    """The pickled outcome of a piece of this work; raises OtherLudex, and Died where its child brings itself down."""
    if differs := identity().differs_from(wanted):
        raise _other(differs)
    with _preparing:
        if digest not in _known:
            if identity_now() != identity():
                raise _other("its files changed since it was started; start it again")
            _known.clear()
            made = pickle.loads(work)
            if isinstance(made, Prepared):
                _ = made.ready
            _known[digest] = made
            freeze()
        if not _children:
            _children.append(Children())
    return _children[0].do(_known[digest], pickle.loads(piece))


def _other(why: str) -> OtherLudex:
    from distributed import get_worker

    return OtherLudex(get_worker().address, why)
