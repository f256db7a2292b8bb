"""Refusals: each check is asked on its own, and what cannot be asked is moot."""

from __future__ import annotations

import pytest

from ludex.rules import Illegal, Moot, Unreadable, check, require, verdict


@check("NUM-1")
def is_even(number: int) -> bool:
    return number % 2 == 0


@check("NUM-2")
def is_long(number: int) -> bool:
    if number < 0:
        raise Moot
    return number > 9


CHECKS = (is_long, is_even)


@pytest.mark.parametrize(
    ("number", "broken", "moot"),
    [
        (12, [], []),
        (13, ["NUM-1"], []),
        (4, ["NUM-2"], []),
        (3, ["NUM-2", "NUM-1"], []),
        (-2, [], ["NUM-2"]),
        (-3, ["NUM-1"], ["NUM-2"]),
    ],
)
def test_each_check_is_asked_on_its_own(number: int, broken: list[str], moot: list[str]) -> None:
    assert verdict(CHECKS, number) == (broken, moot)


def test_a_refusal_names_what_is_broken_and_what_is_moot_in_the_order_of_their_names() -> None:
    with pytest.raises(Illegal) as refused:
        require(Illegal, CHECKS, 3, detail="three is too few")
    assert (refused.value.broken, refused.value.moot) == (("NUM-1", "NUM-2"), ())
    assert str(refused.value) == refused.value.detail == "three is too few"
    with pytest.raises(Illegal, match=r"^NUM-1$") as refused:
        require(Illegal, CHECKS, -3)
    assert (refused.value.broken, refused.value.moot) == (("NUM-1",), ("NUM-2",))


def test_nothing_is_moot_of_what_cannot_be_read() -> None:
    with pytest.raises(Unreadable) as refused:
        require(Unreadable, CHECKS, -3)
    assert (refused.value.broken, refused.value.moot) == (("NUM-1",), ())


def test_what_breaks_nothing_is_let_through() -> None:
    require(Illegal, CHECKS, 12)
    require(Illegal, CHECKS, -2)
