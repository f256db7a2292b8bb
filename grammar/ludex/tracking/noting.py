"""Notes what runs: one set of names, which is put aside while something else is made."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")


class Steps:
    """What a value was made of: the names of functions (``module:function``) and of files (``file:path``)."""

    __slots__ = ("names",)

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names


_ran: Final = set[str]()
_inner: Final = set[Steps]()
_same: dict[frozenset[str], Steps] = {}
_open: Final = list[None]()
_always: Final = set[str]()

note: Final = _ran.add
"""Says that a function runs; the modules that are noted call it."""


def repeat(steps: Steps) -> None:
    """Notes again what was noted when a value was made that is now remembered."""
    _inner.add(steps)


def with_steps(make: Callable[[], T]) -> tuple[T, Steps]:
    """A value with what it was made of; whoever asks notes that, too (``repeat``). An exception does so by itself."""
    before, inner_before = {*_ran}, {*_inner}
    _ran.clear()
    _inner.clear()
    _open.append(None)
    try:
        value = make()
        steps = _so_far()
    except BaseException:
        inner_before.add(_so_far())
        raise
    finally:
        _open.pop()
        _ran.clear()
        _inner.clear()
        _ran.update(before)
        _inner.update(inner_before)
    return value, steps


def _so_far() -> Steps:
    names = frozenset(_ran).union(*(one.names for one in _inner))
    return _same.setdefault(names, Steps(names))


def begin() -> None:
    """What ran in this process before is no part of what is made from here on, but for what is remembered of it."""
    for one in (_ran, _inner, _open):
        one.clear()


def is_noting() -> bool:
    """Whether something is being made of which it is noted what it is made of."""
    return bool(_open)


@contextmanager
def for_all() -> Iterator[None]:
    """What runs inside belongs to all that this process makes."""
    before, inner_before = {*_ran}, {*_inner}
    _ran.clear()
    _inner.clear()
    try:
        yield
    finally:
        _always.update(_so_far().names)
        _ran.clear()
        _inner.clear()
        _ran.update(before)
        _inner.update(inner_before)


def always() -> frozenset[str]:
    """What belongs to all that this process makes: what ran while modules were read, and beside all that is noted."""
    return _so_far().names | _always


def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
    """As in functools; and an answer that is remembered notes again what it was made of."""
    if callable(maxsize):
        return lru_cache()(maxsize)

    def mark(function: Callable[..., Any]) -> Any:
        @functools.lru_cache(maxsize, typed)  # type: ignore[untyped-decorator]
        def compute(*args: Any, **named: Any) -> tuple[Any, Steps]:
            return with_steps(lambda: function(*args, **named))

        @functools.wraps(function)
        def recall(*args: Any, **named: Any) -> Any:
            value, steps = compute(*args, **named)
            _inner.add(steps)
            return value

        recall.cache_info, recall.cache_clear = compute.cache_info, compute.cache_clear  # type: ignore[attr-defined]
        return recall

    return mark


def cache(function: Callable[..., Any]) -> Any:
    """As in functools."""
    return lru_cache(None)(function)


class cached_property(Generic[T]):  # noqa: N801 - as in functools
    """As in functools; and a value that is remembered notes again what it was made of."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, _: type, name: str) -> None:
        self.place = f"{name} and its steps"

    def __get__(self, owner: Any, _: type | None = None) -> Any:
        if owner is None:
            return self
        kept = owner.__dict__
        if self.place not in kept:
            kept[self.place] = with_steps(lambda: self.make(owner))
        value, steps = kept[self.place]
        _inner.add(steps)
        return value


REMEMBERING: Final = ("lru_cache", "cache", "cached_property")
