"""The register: which choices are open, what an edition says, and words for who asks for what there is not."""

from __future__ import annotations

import pytest

from ludex.rules import Edition, Entry, Register, UnknownChoice

REGISTER = Register(
    (Edition("old", {"tiles": 25, "draws": False}), Edition("new", {"draws": True}, base="old")),
    (
        Entry("ties", ("lost", "won", "shared"), "won", ("TOY-1",), "Who wins a tie."),
        Entry("passing", ("no", "yes"), "no", ("TOY-2",), "Whether a turn may be passed.", fixed={"new": "yes"}),
    ),
)


def test_the_default_is_in_force_and_comes_first() -> None:
    assert REGISTER.choices("old") == {"ties": ("won", "lost", "shared"), "passing": ("no", "yes")}
    assert dict(REGISTER.rules("old").choices) == {"ties": "won", "passing": "no"}


def test_what_an_edition_settles_is_open_no_more() -> None:
    assert REGISTER.choices("new")["passing"] == ("yes",)
    assert REGISTER.rules("new").reads("passing", "yes")
    with pytest.raises(UnknownChoice, match="unknown choice of passing in edition new: 'no'"):
        REGISTER.rules("new", {"passing": "no"})


def test_an_edition_has_the_facts_of_its_base_but_for_its_own() -> None:
    new, old = REGISTER.rules("new"), REGISTER.rules("old")
    assert (new.fact("tiles"), new.fact("draws")) == (25, True)
    assert (old.fact("tiles"), old.fact("draws")) == (25, False)


def test_the_same_choices_are_the_same_rules_however_they_are_asked_for() -> None:
    plain, asked = REGISTER.rules("old"), REGISTER.rules("old", {"ties": "won"})
    assert plain == asked
    assert len({plain, asked, REGISTER.rules("old", {"ties": "lost"}), REGISTER.rules("new")}) == 3
    assert REGISTER.rules("old", {"passing": "yes"}) != REGISTER.rules("new")


@pytest.mark.parametrize(
    ("edition", "choices", "message"),
    [
        ("older", {}, "unknown edition: 'older'; did you mean old? (known: old, new)"),
        ("old", {"tie": "won"}, "unknown reading: 'tie'; did you mean ties? (known: ties, passing)"),
        (
            "old",
            {"ties": "share"},
            "unknown choice of ties in edition old: 'share'; did you mean shared? (known: won, lost, shared)",
        ),
        ("old", {"ties": "x"}, "unknown choice of ties in edition old: 'x' (known: won, lost, shared)"),
    ],
)
def test_what_there_is_not_is_named_with_the_nearest_that_there_is(
    edition: str, choices: dict[str, str], message: str
) -> None:
    with pytest.raises(UnknownChoice) as told:
        REGISTER.rules(edition, choices)
    assert str(told.value) == message


def test_combinations_go_through_all_open_readings_the_defaults_first() -> None:
    assert REGISTER.combinations("new", ("ties", "passing")) == [
        {"passing": "yes", "ties": ties} for ties in ("won", "lost", "shared")
    ]
