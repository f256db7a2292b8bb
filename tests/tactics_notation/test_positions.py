"""States of 5x5 Tactics, drawn and in a list of facts."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games import tactics as game
from ludex.notation import NotReadable, tactics
from ludex.notation.tactics import facts as f
from tests.tactics_notation import made

RULES = game.REGISTER.rules("v1")
State = dict[str, Any]

DRAWN = """\
P1 to move
.  .  .  .  .    a = P1 hp 10 attack 3    x = P2 hp 3 attack 1
.  a  x  .  .
.  .  .  .  .    d = P2 dead at (2,1) hp 0 attack 3
.  .  b2 .  .    b2 = P1 hp 7 attack 3
.  .  .  .  .
"""


def unit(name: str, owner: str, x: int, y: int, hp: int, attack: int, alive: bool = True) -> State:
    return {"id": name, "owner": owner, "hp": hp, "attack": attack, "alive": alive, "position": {"x": x, "y": y}}


STATE = {
    "board": {"width": 5, "height": 5},
    "units": [
        unit("a", "P1", 1, 1, 10, 3),
        unit("x", "P2", 2, 1, 3, 1),
        unit("d", "P2", 2, 1, 0, 3, alive=False),
        unit("b2", "P1", 2, 3, 7, 3),
    ],
    "currentPlayer": "P1",
    "isGameOver": False,
    "winner": None,
}
WAYS = {
    "drawn": DRAWN,
    "in a list": "P1 to move, a = P1 at (1,1) hp 10 attack 3, x = P2 at (2,1) hp 3 attack 1, "
    "d = P2 dead at (2,1) hp 0 attack 3, b2 = P1 at (2,3) hp 7 attack 3",
    "with what is usual left out": "P1 to move, a = P1 at (1,1), x = P2 hp 3 attack 1, x at (2,1), d = P2 dead, "
    "d at (2,1), b2 = P1 hp 7, b2 at (2,3)",
    "with a shared legend": "P1 to move, a = P1 at (1,1), x and d = P2, x at (2,1), x has hp 3, x attack 1, d is dead, "
    "d at (2,1), b2 = P1 at (2,3) hp 7",
    "with the dead drawn": DRAWN.replace("d = P2 dead at (2,1)", "d = P2 dead")
    .replace("a  x", "a  d")
    .replace("x = P2", "x = P2 at (2,1)"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_state_may_be_said_in_several_ways(way: str) -> None:
    assert tactics.read_position(WAYS[way]) == STATE


def test_a_state_is_printed_in_a_line_or_drawn() -> None:
    assert tactics.show_position(STATE) == WAYS["in a list"]
    assert tactics.show_board(STATE) == "\n".join(
        [
            "P1 to move",
            ".  .  .  .  .    a = P1 hp 10 attack 3",
            ".  a  x  .  .    x = P2 hp 3 attack 1",
            ".  .  .  .  .    d = P2 dead at (2,1) hp 0 attack 3",
            ".  .  b2 .  .    b2 = P1 hp 7 attack 3",
            ".  .  .  .  .",
        ]
    )


@pytest.mark.parametrize("show", [tactics.show_position, tactics.show_board])
@given(state=made.states)
@settings(max_examples=150, deadline=None)
def test_a_state_is_read_as_it_was_printed(show: Any, state: State) -> None:
    read = tactics.read_position(show(state))
    assert made.alike(read, state)
    if isinstance(state.get("units"), list):
        assert made.alike(read["units"], state["units"])  # in their order


@given(made.proper_states)
@settings(deadline=None)
def test_facts_that_hold_change_nothing(state: State) -> None:
    assert tactics.impose(state, tactics.facts_of(state)) == state


@given(made.proper_states, made.facts)
@settings(deadline=None)
def test_any_fact_can_be_put_into_any_state(state: State, fact: Any) -> None:
    try:
        changed = tactics.impose(state, [fact])
    except tactics.Contradiction:  # such as one row alone
        return
    if not isinstance(fact, f.Whole):
        assert tactics.impose(changed, [fact]) == changed


FACTS = {
    "x is dead": False,
    "x is alive": True,
    "d is dead": True,
    "x has hp 3": True,
    "x hp 4": False,
    "x has attack 1": True,
    "x at (2,1)": True,
    "x at (2,2)": False,
    "(2,1) is empty": False,
    "(2,2) and (0,0) are empty": True,
    "P1 to move": True,
    "P2 to move": False,
    "P1 has won": False,
    "still open": True,
    "z is dead": False,
    "x = P2": True,
    "x = P1": False,
    "standard start": False,
}


@pytest.mark.parametrize("sentence", FACTS)
def test_a_fact_holds_if_putting_it_in_changes_nothing(sentence: str) -> None:
    assert (tactics.impose(STATE, [tactics.read("position", sentence)]) == STATE) == FACTS[sentence]


def holds(board: str) -> bool:
    facts = [tactics.read("position", line) for line in board.splitlines()[1:]]
    return tactics.impose(STATE, facts) == STATE


def test_a_drawn_board_says_who_lives_where_and_who_does_not() -> None:
    assert holds(DRAWN)
    assert not holds(DRAWN.replace("b2 .", ".  .", 1).replace("b2 = P1 hp 7 attack 3", ""))
    assert not holds(DRAWN.replace("a  x", "x  a"))


@given(st.permutations(DRAWN.splitlines()[1:]))
def test_the_order_of_rows_matters(lines: list[str]) -> None:
    read = tactics.read_position("\n".join(["P1 to move", *lines]))
    places = {one["id"]: one["position"]["y"] for one in read["units"]}
    assert places["a"] == next(y for y, line in enumerate(lines) if "a  x" in line)


def test_the_standard_start_is_that_of_the_rules() -> None:
    start = game.show_position(game.start(RULES))
    assert tactics.read_position("standard start, P1 to move") == start
    assert tactics.show_position(start) == "P1 to move, standard start"


@pytest.mark.parametrize("nothing", [None, 3, "", []])
def test_what_is_no_object_has_no_sentence(nothing: object) -> None:
    with pytest.raises(tactics.NoSentence):
        tactics.show_position(nothing)


def test_the_examples_of_the_documentation_are_read() -> None:
    text = tactics.__doc__ or ""
    blocks = [block for block in text.split("\n\n") if block.startswith("    ")]
    assert tactics.read_position("\n".join(line[4:] for line in blocks[0].splitlines()))["units"][2]["id"] == "b"
    assert len(tactics.read_position(blocks[1].strip())["units"]) == 4
    for line in [*blocks[2].splitlines(), *blocks[3].splitlines()]:
        sentence = line.strip().split("   ")[0].split("  ")[0]
        tactics.read("action" if line in blocks[2] else "expectation", sentence)


def test_lines_of_a_position_have_their_numbers() -> None:
    with pytest.raises(NotReadable) as caught:
        tactics.read_position(DRAWN.replace("attack 1", "atack 1"))
    assert (caught.value.line, caught.value.hint) == (2, "did you mean `attack`?")
