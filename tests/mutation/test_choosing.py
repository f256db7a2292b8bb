"""What is added to a core: several witnesses of each reason, as far as there are as many and there is room."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludex.mutation.choosing import fill, halves, more_for, share_found

WANTED = {"m1": frozenset("abc"), "m2": frozenset("a"), "m3": frozenset("cd")}


def test_each_reason_has_two_witnesses_or_all_that_it_has() -> None:
    found = more_for((), WANTED, 10)
    assert {*found} == {"a", "c", "d"}
    assert all(len(vectors & found.keys()) >= min(2, len(vectors)) for vectors in WANTED.values())


def test_what_is_there_already_counts_and_is_not_added() -> None:
    assert more_for("acd", WANTED, 10) == {}
    assert {*more_for("c", WANTED, 10)} == {"a", "d"}


def test_no_more_is_added_than_there_is_room_for() -> None:
    assert len(more_for((), WANTED, 1)) == 1
    assert fill((), [WANTED, {"k1": frozenset("xyz")}], 0) == {}


def test_room_that_is_left_is_filled_with_further_witnesses() -> None:
    kills = {"m1": frozenset("abcdefgh")}
    assert len(fill((), [kills], 5)) == 5
    assert len(fill((), [kills], 99)) == 8


def test_halves_are_the_same_each_time_and_share_nothing() -> None:
    kills = {f"m{number}": frozenset("a") for number in range(40)}
    one, other = halves(kills)
    assert not one.keys() & other.keys()
    assert {**one, **other} == kills
    assert halves(kills) == (one, other)
    assert 10 < len(one) < 30


def test_a_share_is_of_those_that_all_vectors_find() -> None:
    assert share_found("ad", WANTED) == (3, 3)
    assert share_found("d", WANTED) == (1, 3)


@given(st.dictionaries(st.integers(0, 12), st.frozensets(st.sampled_from("abcdefgh"), min_size=1), max_size=12))
def test_with_room_every_reason_has_its_witnesses(kills: dict[int, frozenset[str]]) -> None:
    wanted = {f"m{number}": vectors for number, vectors in kills.items()}
    found = more_for((), wanted, 99)
    assert all(len(vectors & found.keys()) >= min(2, len(vectors)) for vectors in wanted.values())
    assert all(found.values())
