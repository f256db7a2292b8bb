"""Which vectors are put to an engine to see what it might promise: few, short, and out of few files."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ludex.judge.verdict import Judgement
from ludex.protocol.messages import GameOffer
from ludex.runner.suggesting import PROBES, _probes, _words_of


def vector(name: str, *outside: str, holds: bool = True, size: int = 9) -> Any:
    return SimpleNamespace(
        id=name, outside=frozenset(outside), input=b"x" * size, holds_under=lambda _: holds, expect=b"{}"
    )


class Shelf:
    """A suite of files, each with its vectors; reading one that has nothing of what is wanted is noted."""

    def __init__(self, files: dict[str, list[Any]], operations: dict[str, str]) -> None:
        self.files, self.operations = files, operations
        self.read: list[str] = []
        outside = {name: dict.fromkeys(one for vector in of for one in vector.outside) for name, of in files.items()}
        self.manifest = SimpleNamespace(files={name: SimpleNamespace(outside=of) for name, of in outside.items()})

    def facts(self, _: str) -> Any:
        return SimpleNamespace(defaults=lambda: {"max": "three"})

    def names_of(self, _: str) -> list[Any]:
        return [SimpleNamespace(file=name) for name in self.files]

    def count(self, name: Any) -> int:
        return len(self.files[name.file])

    def topic(self, name: Any) -> Any:
        self.read.append(name.file)
        return SimpleNamespace(operation=self.operations.get(name.file, "legal"), vectors=self.files[name.file])


def probed(files: dict[str, list[Any]], *outside: str, **operations: str) -> tuple[list[str], list[str]]:
    shelf = Shelf(files, operations)
    found = _probes(shelf, "one", GameOffer(["legal"]), frozenset(outside))  # type: ignore[arg-type]
    assert all(one.choices == {"max": "three"} for one in found)
    return [one.vector.id for one in found], shelf.read


FILES = {
    "long": [vector("a"), vector("b", "p"), vector("c", "p", size=3), vector("d", "p", "q", size=1)],
    "alone": [vector("e", "p")],
    "other": [vector("f", "q"), vector("g")],
    "held": [vector("h", "p", holds=False), vector("i"), vector("j")],
}


@pytest.mark.parametrize(
    ("outside", "found", "read"),
    [
        (("p",), ["e", "c"], ["alone", "held", "long"]),
        (("q",), ["f"], ["other", "long"]),
        (("p", "q"), ["d"], ["long"]),
        ((), ["g", "i", "a"], ["alone", "other", "held", "long"]),
        (("z",), [], []),
    ],
)
def test_the_shortest_of_each_file_that_may_have_one_is_asked_small_files_first(
    outside: tuple[str, ...], found: list[str], read: list[str]
) -> None:
    assert probed(FILES, *outside) == (found, read)


def test_what_the_engine_does_not_offer_is_no_probe() -> None:
    assert probed(FILES, "p", alone="apply") == (["c"], ["alone", "held", "long"])


def test_so_many_are_asked_and_no_further_file_is_read() -> None:
    many = {f"f{number}": [vector(f"v{number}", "p")] for number in range(PROBES + 2)}
    assert probed(many, "p") == ([f"v{number}" for number in range(PROBES)], [*many][:PROBES])


@pytest.mark.parametrize(
    ("judgement", "words"),
    [
        (Judgement("error", "timeout", "no answer"), "timeout: no answer"),
        (Judgement("fail", "", "wrong"), "fail: wrong"),
        (Judgement("error", "crash"), "crash"),
        (Judgement("fail"), "fail"),
    ],
)
def test_what_was_seen_is_said_in_the_words_of_the_first(judgement: Judgement, words: str) -> None:
    assert _words_of([judgement, Judgement("error", "exit", "another")]) == words
