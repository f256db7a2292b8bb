"""What only a scenario of Minions expects: where a unit could go, and what a request is answered with."""

import pytest

from ludex.games import minions as game
from ludex.notation import expectations as e
from ludex.notation import minions
from ludex.notation.minions import expectation_text

RULES = game.REGISTER.rules("initiate")
POSITION = game.read_position(
    minions.read_position("yellow to move, yellow necromancer at c2, blue necromancer at h7, yellow zombie at a0"),
    RULES,
)
TURN = e.Moment(game, RULES, POSITION, POSITION)
ANSWER = 'asking perft {"depth": 0} gives {"nodes": 1}'
ROWS = '{"rows": "0/0"}'
BIDS = '{"maps": ["midnight_lake"], "cards": null, "money": {"bids": [1, 1], "roundedUp": null}}'

# the expectation, what is wrong with it, and what would have been right (None: itself)
EXPECTED = [
    ("a0 reaches b0", "", None),
    ("a0 reaches exactly b0", "", None),
    ("a0 does not reach a1 and c0", "", None),
    ("a0 reaches b0 and c0", "it does not reach c0", "a0 reaches exactly b0"),
    ("a0 does not reach b0", "it reaches b0", "a0 reaches exactly b0"),
    ("a0 reaches exactly c0", "it does not reach c0 · it reaches b0", "a0 reaches exactly b0"),
    ("d3 reaches d2", "it is unreadable by MIN-OPR-3", ""),
    ("a0 reaches b0 on board 2", "it is unreadable by MIN-OPR-3", ""),
    (ANSWER, "", None),
    (ANSWER.replace("1}", "2}"), "it gives {'nodes': 1}", ANSWER),
    (ANSWER.replace("depth", "deep"), "the request has no depth", ""),
    (
        ANSWER.replace("0}", "-1}"),
        "it is unreadable by MIN-OPR-2",
        'asking perft {"depth": -1} is unreadable by MIN-OPR-2',
    ),
    (ANSWER.replace("gives {\"nodes\": 1}", "is unreadable"), "it gives {'nodes': 1}", ANSWER),
    (f"asking map {ROWS} is unreadable by MIN-BRD-8", "", None),
    (f"asking map {ROWS} is unreadable", "", None),
    (f"asking map {ROWS} is refused", "it is unreadable by MIN-BRD-8", f"asking map {ROWS} is unreadable by MIN-BRD-8"),
    (
        f"asking map {ROWS} is unreadable by MIN-BRD-4",
        "it is unreadable by MIN-BRD-8",
        f"asking map {ROWS} is unreadable by MIN-BRD-8",
    ),
    (f'asking setup {BIDS} gives {{"blue": "first"}}', "", None),
    (f'asking setup {BIDS} gives {{"position": {{"money": {{"blue": 1}}}}}}', "", None),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "fault", "instead"), EXPECTED)
def test_an_expectation_is_held_against_the_reference(sentence: str, fault: str, instead: str | None) -> None:
    own = minions.read("expectation", sentence)
    assert own.fault(TURN) == fault
    right = own.instead(TURN)
    if fault:
        assert (expectation_text(right) if right else "") == instead
        assert right is None or right.fault(TURN) == ""


def test_equal_bids_are_refused_under_the_other_reading() -> None:
    turn = e.Moment(game, game.REGISTER.rules("initiate", {"bid-tie": "again"}), POSITION, POSITION)
    assert minions.read("expectation", f"asking setup {BIDS} is refused by MIN-SET-7").fault(turn) == ""
    wrong = minions.read("expectation", f"asking setup {BIDS} is unreadable by MIN-SET-7")
    assert wrong.fault(turn) == "it is refused by MIN-SET-7"
    assert expectation_text(wrong.instead(turn)) == f"asking setup {BIDS} is refused by MIN-SET-7"


def test_the_questions_behind_expectations() -> None:
    shown = game.show_position(POSITION)
    assert minions.read("expectation", "a0 reaches b0").question(shown) == (
        "reach",
        {"position": shown, "board": 0, "from": "a0"},
    )
    assert minions.read("expectation", ANSWER).question(shown) == ("perft", {"position": shown, "depth": 0})
    assert minions.read("expectation", f"asking map {ROWS} is unreadable").question(shown) == ("map", {"rows": "0/0"})
