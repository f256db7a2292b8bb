"""What ran while something was made is noted, also where a value was remembered."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ludex.tracking.noting import Steps, cache, cached_property, lru_cache, note, repeat, with_steps
from ludex.tracking.sources import read_source

MODULE = '''
"""A module."""

from functools import cache

TABLE = {1: 2}


def plain(number):
    """Says a number."""
    return TABLE[number]  # by the table


class Kind:
    size = 3

    def larger(self):
        return [lambda: self.size][0]()
'''


def steps_of(make: object) -> set[str]:
    return {*with_steps(make)[1].names}  # type: ignore[arg-type]


def test_what_runs_is_noted_for_what_is_made() -> None:
    assert with_steps(lambda: note("one") or 5) == (5, with_steps(lambda: note("one"))[1])
    assert steps_of(lambda: (note("one"), note("two"))) == {"one", "two"}


def test_what_was_made_before_is_no_part_of_what_is_made_now() -> None:
    def both() -> tuple[set[str], set[str]]:
        note("outer")
        return steps_of(lambda: note("a")), steps_of(lambda: note("b"))

    (a, b), outer = with_steps(both)
    assert (a, b, outer.names) == ({"a"}, {"b"}, {"outer"})


def test_a_step_is_taken_over_by_whoever_repeats_it() -> None:
    assert steps_of(lambda: repeat(Steps(frozenset({"far"})))) == {"far"}


@pytest.mark.parametrize("remember", [cache, lru_cache, lru_cache(maxsize=4)])
def test_a_remembered_answer_notes_again_what_it_was_made_of(remember: object) -> None:
    @remember  # type: ignore[misc, operator]
    def twice(number: int) -> int:
        note(f"twice {number}")
        return 2 * number

    assert steps_of(lambda: twice(1)) == steps_of(lambda: twice(1)) == {"twice 1"}
    assert steps_of(lambda: (twice(2), twice(1))) == {"twice 1", "twice 2"}
    assert twice.cache_info().misses == 2


def test_a_remembered_value_of_an_object_does_too() -> None:
    class Table:
        @cached_property
        def whole(self) -> list[int]:
            note("whole")
            return []

    table = Table()
    assert table.whole is table.whole
    assert steps_of(lambda: table.whole) == {"whole"}


def test_what_ran_before_an_exception_is_noted() -> None:
    @cache
    def fails() -> None:
        note("fails")
        raise ValueError

    def tried() -> None:
        with pytest.raises(ValueError):  # noqa: PT011 - our own, above
            fails()

    assert steps_of(tried) == {"fails"}


@pytest.mark.parametrize(
    ("change", "functions", "rest"),
    [
        (("# by the table", "# by that table"), set(), False),
        (("return TABLE[number]", "return TABLE[number + 1]"), {"plain"}, False),
        (("lambda: self.size", "lambda: -self.size"), {"Kind.larger"}, False),
        (("size = 3", "size = 4"), set(), True),
        (("{1: 2}", "{1: 3}"), set(), True),
        (("def plain(number)", "@cache\ndef plain(number)"), set(), True),
        (("def plain(number)", "def plain(number=1)"), set(), True),
        (("class Kind", "def new():\n    pass\n\n\nclass Kind"), {"new"}, True),
    ],
)
def test_a_change_is_told_by_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: tuple[str, str], functions: set[str], rest: bool
) -> None:
    monkeypatch.setenv("LUDEX_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "module.py"
    path.write_text(MODULE)
    old = read_source("module", path)
    path.write_text(MODULE.replace(*change))
    new = read_source("module", path)
    assert {name for name in new.functions if old.functions.get(name) != new.functions[name]} == functions
    assert (old.rest != new.rest) == rest


WATCHED = """
import sys
sys.path.insert(0, sys.argv[1])
from ludex.tracking import sources
sources.install()
from ludex.tracking.noting import with_steps
from ludex import wording
value, steps = with_steps(lambda: wording.quantity(2, "file"))
print(value, sorted(steps.names))
value, steps = with_steps(lambda: open(sys.argv[1] + "/data.txt").read())
print(value, sorted(name.rpartition("/")[2] for name in steps.names))
"""


def test_modules_and_files_say_that_they_are_used(tmp_path: Path) -> None:
    (tmp_path / "data.txt").write_text("7")
    told = subprocess.run(
        [sys.executable, "-c", WATCHED, str(tmp_path)], capture_output=True, text=True, check=True
    ).stdout
    assert told == "2 files ['ludex.wording:quantity']\n7 ['data.txt']\n"
