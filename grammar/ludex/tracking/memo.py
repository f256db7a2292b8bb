"""Values that were made before: each is kept with what it was made of, and believed while nothing of that has changed.

A file holds what belongs together. It is believed only as a whole: what is cut, or of another Python, of other
libraries or of other code outside of functions, is as good as none. Of what stands in functions, and in other files,
only the values are made anew that were made of it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from ludex.tracking import noting, sources

FORM = 1  # of the files that keep values
FILE, FOLDER = "file:", "folder:"


class KeptValue(NamedTuple):
    """A value that is kept, and what it was made of."""

    value: Any
    steps: noting.Steps


class Memo:
    """The values of one file; without a file, or where nothing is noted, everything is made anew.

    A value comes out as JSON gives it back, whether it is made or known.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path if sources.is_installed else None
        self._kept: dict[str, KeptValue] | None = None
        self._used: dict[str, KeptValue] = {}
        self.made = 0

    def of(self, key: str, make: Callable[[], Any]) -> Any:
        """The value of this name, which has to be JSON: the one that is kept, or else what is made now."""
        if self._path is None:
            return _as_json(make)
        entry = self._used.get(key) or self._entries().get(key)
        if entry is None:
            self.made += 1
            value, steps = noting.with_steps(partial(_as_json, make))
            entry = KeptValue(value, steps)
        self._used[key] = entry
        if noting.is_noting():
            noting.repeat(entry.steps)
        return entry.value

    def save(self) -> None:
        """Keeps all that was asked for; called beside all that is made."""
        if self._path is not None and (self.made or {*self._used} != {*self._entries()}):
            sources.write(self._path, _lay_out(self._used))

    def _entries(self) -> dict[str, KeptValue]:
        if self._kept is None:
            self._kept = {} if self._path is None else _fresh(self._path)
        return self._kept


NOTHING_KEPT: Final = Memo(None)


def _as_json(make: Callable[[], Any]) -> Any:
    """As the value will be when it is read again."""
    return json.loads(json.dumps(make()))


def _lay_out(entries: Mapping[str, KeptValue]) -> bytes:
    names = sorted({name for entry in entries.values() for name in entry.steps.names})
    number = {name: place for place, name in enumerate(names)}
    sets = {entry.steps: place for place, entry in enumerate({one.steps: one for one in entries.values()}.values())}
    modules = sources.noted_modules()
    body = {
        "form": _form(),
        "others": sources.others(),
        "modules": {name: [sources.told_path(path), _rest_of(name, path)] for name, path in modules.items()},
        "always": {name: _digest_of(name, modules) for name in sorted(noting.always())},
        "names": [[name, _digest_of(name, modules)] for name in names],
        "sets": [sorted(number[name] for name in steps.names) for steps in sets],
        "entries": {key: [sets[entry.steps], entry.value] for key, entry in entries.items()},
    }
    data = json.dumps(body, separators=(",", ":")).encode("ascii")
    return sha256(data).hexdigest().encode() + b"\n" + data


def _form() -> list[Any]:
    """What says how a file is to be read, and by whom it can be."""
    return [FORM, sys.version, sources.has_root()]


def _fresh(path: Path) -> dict[str, KeptValue]:
    """The entries of a file that can be believed."""
    try:
        head, _, data = path.read_bytes().partition(b"\n")
        if head.decode("ascii") != sha256(data).hexdigest():
            return {}
        return _believe(json.loads(data))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


def _believe(body: Mapping[str, Any]) -> dict[str, KeptValue]:
    modules = {name: sources.path_of(told) for name, (told, _) in body["modules"].items()}
    same_base = (
        body["form"] == _form()
        and all(sources.stamp_of(path) == (size, time) for path, size, time in body["others"])
        and all(_rest_of(name, modules[name]) == rest for name, (_, rest) in body["modules"].items())
        and all(_is_as_it_was(name, digest, modules) for name, digest in body["always"].items())
    )
    if not same_base:
        return {}
    names = [name for name, _ in body["names"]]
    stale = {place for place, (name, digest) in enumerate(body["names"]) if not _is_as_it_was(name, digest, modules)}
    fresh = {
        place: noting.Steps(frozenset(names[one] for one in steps))
        for place, steps in enumerate(body["sets"])
        if stale.isdisjoint(steps)
    }
    return {key: KeptValue(value, fresh[steps]) for key, (steps, value) in body["entries"].items() if steps in fresh}


def _rest_of(module: str, path: str) -> str:
    try:
        return sources.source_of(module, path).rest
    except (OSError, SyntaxError, ValueError):
        return ""


def _is_as_it_was(name: str, digest: str, modules: Mapping[str, str]) -> bool:
    """Of a function that is not to be found nobody knows; a file that is not there may still not be there."""
    return _digest_of(name, modules) == digest and (digest != "" or name.startswith((FILE, FOLDER)))


_known: dict[str, str] = {}


def _digest_of(name: str, modules: Mapping[str, str]) -> str:
    """What is now said by this name: a function by its text, a file by what is in it, a folder by what it lists.

    It is looked at once: what a process makes is made of what it saw first.
    """
    if name not in _known:
        _known[name] = _digest(name, modules)
    return _known[name]


def _digest(name: str, modules: Mapping[str, str]) -> str:
    try:
        if name.startswith(FILE):
            return sha256(Path(sources.path_of(name[len(FILE) :])).read_bytes()).hexdigest()
        if name.startswith(FOLDER):
            return sha256("\0".join(_names_in(sources.path_of(name[len(FOLDER) :]))).encode()).hexdigest()
        module, _, function = name.partition(":")
        return sources.source_of(module, modules[module]).functions.get(function, "")
    except (OSError, SyntaxError, ValueError, KeyError):
        return ""


def _names_in(folder: str) -> Iterable[str]:
    return sorted(name for name in os.listdir(folder) if name != "__pycache__")
