"""Positions of Minions by board lines and in words."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games import minions as game
from ludex.notation import NotReadable, minions
from ludex.notation.minions import facts as f
from ludex.notation.minions.boards import START, WrittenBoard, board_of, line_of
from ludex.support.minions import picture as pictures
from tests.minions_notation import made

RULES = game.REGISTER.rules("initiate")
LINE = "n|IZZ||||0/0/1ZN7/2Z7/0/0/0/7n2/0/0|b2:d1;c3:d1;h7:arcane_necromancer"
WAYS = {
    "by its line": f'blue to move, board 1 blackened_shores "{LINE}", blue money 7',
    "by its line, on the usual map": f'blue to move, board "{LINE}", blue money 7',
    "in words": "blue to move, board blackened_shores normal, yellow necromancer at c2, yellow zombie at b2 and c3 "
    "damage 1, blue arcane_necromancer at h7, yellow zone: initiate and zombie 2, blue money 7",
    "in words, with what is usual left out": "blue to move\nyellow necromancer at c2, yellow zombie at b2 damage 1, "
    "yellow zombie at c3\nc3 has damage 1, blue arcane_necromancer at h7\nyellow zone: zombie 2 and initiate\n"
    "blue has money 7",
    "drawn": "blue to move, board blackened_shores normal\n2 ~ Z N . . . . . . .\n  3 . . Z . . . . . . .\n"
    "7 . . . . . . . n . .\nblue arcane_necromancer at h7, b2 has damage 1, yellow zombie at c3 damage 1\n"
    "yellow zone: initiate and zombie 2, blue money 7",
    "by a line and what is different": "blue to move, board 1 blackened_shores "
    '"n|IZZ||||0/0/1ZN7/2Z7/0/0/0/7n2/0/0", blue arcane_necromancer at h7, b2 has damage 1, c3 has damage 1, '
    "blue money 7",
}


@pytest.mark.parametrize("way", WAYS)
def test_a_position_may_be_said_in_several_ways(way: str) -> None:
    read = minions.read_position(WAYS[way])
    assert read["boards"] == [LINE]
    assert read == minions.read_position(WAYS["by its line"])


def test_a_position_is_printed_by_its_lines() -> None:
    assert minions.show_position(minions.read_position(WAYS["in words"])) == WAYS["by its line"]


@given(made.positions)
@settings(max_examples=80, deadline=None)
def test_a_position_is_read_as_it_was_printed(position: dict[str, Any]) -> None:
    assert made.alike(minions.read_position(minions.show_position(position)), position)


@given(made.positions)
@settings(max_examples=80, deadline=None)
def test_a_position_is_read_as_it_was_put_in_words(position: dict[str, Any]) -> None:
    sentences = minions.fact_texts(minions.facts_of(position))
    assert made.alike(minions.read_position(", ".join(sentences)), position)


def test_a_position_in_words() -> None:
    assert minions.fact_texts(minions.facts_of(TWO)) == [
        "yellow to move",
        "board 1 blackened_shores normal",
        "yellow shrieker at e1 moved 3 attacked 1 on board 1",
        "yellow necromancer at c2 on board 1",
        "yellow zombie at e2 spawned on board 1",
        "blue necromancer at h7 damage 6 on board 1",
        "yellow zone: initiate and zombie on board 1",
        "yellow has used arcane_necromancer on board 1",
        "board 1 is in its spawn phase",
        "board 1 has spawned",
        "board 2 midnight_lake reset+1",
        "yellow zombie at d2 on board 2",
        "yellow money 3",
        "yellow has marched to skeleton",
        "yellow has just teched serpent",
        "entered board 1",
    ]


@given(made.boards)
def test_a_board_has_one_line(board: WrittenBoard) -> None:
    line = line_of(board)
    read = board_of(line)
    assert line_of(read) == line
    assert {**read.units} == board.units
    assert (read.state, read.flags, read.used) == (board.state, board.flags, board.used)
    assert read.zones == board.zones


@given(made.proper_positions())
@settings(deadline=None)
def test_facts_that_hold_change_nothing(position: dict[str, Any]) -> None:
    assert minions.impose(position, minions.facts_of(position)) == position


@given(made.proper_positions(), st.lists(made.facts, max_size=4))
@settings(deadline=None, max_examples=80)
def test_what_is_restated_holds(position: dict[str, Any], facts: list[Any]) -> None:
    try:
        minions.impose(position, facts)
    except minions.Contradiction:
        return
    said = minions.restated(position, facts)
    assert len(said) == len(facts)
    for fact, anew in zip(facts, said, strict=True):
        if minions.impose(position, anew) != position:
            assert _after_a_board(facts, fact)


def _after_a_board(facts: list[Any], fact: Any) -> bool:
    """Whether a fact speaks of a board that another one in the list has laid."""
    before = facts[: facts.index(fact)]
    return any(isinstance(one, f.Laid | f.Line) for one in before) and getattr(fact, "board", 0) is None


RESTATED = {
    "yellow zombie at e1": "yellow shrieker at e1",
    "yellow shrieker at e1 moved 1": "yellow shrieker at e1 moved 3",
    "yellow shrieker at e1 and e3 damage 1": "yellow shrieker at e1 damage 0; e3 is empty",
    "e2 was not spawned": "e2 was spawned",
    "2 . . . . . . . . . k": "2 . . N . Z . . . . .",
    "a0 has damage 1": "a0 is empty",
    "e1 and e3 are empty": "e3 is empty; yellow shrieker at e1 moved 3 attacked 1",
    "blue zone: zombie": "blue zone: nothing",
    "yellow has used nothing": "yellow has used arcane_necromancer",
    "board 2 is normal": "board 2 is in state reset+1",
    "board 2 mega_puddles": "board 2 midnight_lake",
    "board 1 is resigned": "board 1 is not resigned",
    "blue to move": "yellow to move",
    "yellow money 4": "yellow money 3",
    "blue free spells 1": "blue free spells 0",
    "yellow has teched skeleton and serpent": "yellow has marched to skeleton; yellow has teched serpent",
    "entered boards 1 and 2": "entered board 1",
    "blue wins the game": "still open",
    "no cards": "cards SPWGTHKXAUJVMLOCRQBEYD",
    "yellow zombie at d2 on board 3": "",
    "position without side": 'position with {"side": "yellow"}',
}


@pytest.mark.parametrize("sentence", RESTATED)
def test_a_fact_is_restated(sentence: str) -> None:
    (said,) = minions.restated(TWO, [minions.read("position", sentence)])
    assert "; ".join(minions.fact_texts(said)) == RESTATED[sentence]


@given(made.proper_positions(), made.facts)
@settings(deadline=None, max_examples=80)
def test_any_fact_can_be_put_into_any_position(position: dict[str, Any], fact: Any) -> None:
    try:
        changed = minions.impose(position, [fact])
    except minions.Contradiction:  # such as one hex twice
        return
    if isinstance(fact, f.Without | f.Whole) or "maps" not in changed or "boards" not in changed:
        return
    try:
        assert minions.impose(changed, [fact]) == changed
    except minions.Contradiction:  # about a board whose line says nothing
        assert isinstance(fact, f.With)


@pytest.mark.parametrize("seed", range(4))
def test_a_game_can_be_printed_and_read_at_every_step(seed: int) -> None:
    chance = random.Random(seed)
    start = minions.read_position("standard start on midnight_lake and mega_puddles, yellow money 9, blue money 9")
    position = game.read_position(start, RULES)
    for _ in range(60):
        shown = game.show_position(position)
        assert minions.read_position(minions.show_position(shown)) == shown
        assert minions.impose(shown, minions.facts_of(shown)) == shown
        for line in shown["boards"]:
            assert line_of(board_of(line)) == line
        actions = game.legal(position, RULES)
        for action in actions:
            assert minions.read_action(minions.show_action(action)) == action
        if not actions:
            break
        position = game.apply(position, chance.choice(actions), RULES)


TWO = minions.read_position(
    'yellow to move, yellow money 3, board 1 blackened_shores "n|IZ||||0/4K5/2N1Z5/0/0/0/0/7n2/0/0|'
    'e1:m3,a1;e2:s;h7:d6|pq|Y:arcane_necromancer", board 2 midnight_lake reset+1, yellow zombie at d2 on board 2, '
    "yellow has marched to skeleton, yellow has just teched serpent, entered board 1"
)
FACTS = {
    "yellow shrieker at e1": True,
    "yellow shrieker at e1 moved 3 attacked 1": True,
    "yellow shrieker at e1 moved 2": False,
    "yellow shrieker at e1 damage 0": True,
    "blue shrieker at e1": False,
    "yellow zombie at e1": False,
    "1 . . . . K . . . . .": True,
    "1 ~ . . . K' . + . . .": True,
    "1 . . . . k . . . . .": False,
    "1 . . . . K Z . . . .": False,
    "7 . . . . . . . n . .": True,
    "7 . . . . . . . n . . on board 2": False,
    "2 . . . Z . . . . . . on board 2": True,
    "yellow zombie at e2 spawned": True,
    "e2 was spawned": True,
    "e2 was not spawned": False,
    "e1 was not spawned": True,
    "h7 has damage 6": True,
    "h7 has damage 5": False,
    "e1 has attacked 0": False,
    "a0 has damage 1": False,
    "a0 is empty": True,
    "a0 and e1 are empty": False,
    "e1 is empty on board 2": True,
    "yellow zone: zombie and initiate": True,
    "yellow zone: initiate": False,
    "blue zone: nothing": True,
    "yellow zombie at d2 on board 2": True,
    "yellow zombie at d2": False,
    "board 1 is in state normal": True,
    "board 2 is reset+1": True,
    "board 2 is normal": False,
    "board 1 is in its spawn phase": True,
    "board is not in its spawn phase": False,
    "board has spawned": True,
    "board 2 has not spawned": True,
    "board 1 is resigned": False,
    "board 1 is not resigned": True,
    "board 1 is won": False,
    "board 2 is not won": True,
    "yellow has used arcane_necromancer": True,
    "yellow has used nothing on board 2": True,
    "blue has used arcane_necromancer": False,
    "yellow to move": True,
    "blue to move": False,
    "yellow money 3": True,
    "yellow has money 4": False,
    "blue owed 0": True,
    "yellow points 1": False,
    "yellow free spells 0": True,
    "yellow bought spells 1": False,
    "yellow has marched to skeleton": True,
    "yellow has a spell on skeleton": True,
    "yellow has just teched serpent": True,
    "yellow has teched serpent": True,
    "yellow has teched skeleton": False,
    "yellow has just teched skeleton": False,
    "yellow has no spell on warg": True,
    "yellow has no spell on skeleton": False,
    "entered board 1": True,
    "entered boards 1 and 2": False,
    "no board entered": False,
    "still open": True,
    "yellow wins the game": False,
    "board 2 midnight_lake": True,
    "board 2 blackened_shores": False,
    "board 2 midnight_lake reset+1": True,
    "yellow zombie at d2 on board 3": False,
    "standard start": False,
    "no cards": False,
    'position with {"side": "yellow"}': True,
    "position without side": False,
}


@pytest.mark.parametrize("sentence", FACTS)
def test_a_fact_holds_if_putting_it_in_changes_nothing(sentence: str) -> None:
    assert (minions.impose(TWO, [minions.read("position", sentence)]) == TWO) == FACTS[sentence]


def test_facts_speak_of_the_board_that_was_laid_last() -> None:
    read = minions.read_position(
        "yellow to move, yellow zombie at a0, board 2 midnight_lake normal, yellow zombie at b0, "
        "yellow zombie at c0 on board 1, board 1 mega_puddles, yellow zombie at d0"
    )
    assert read["maps"] == ["mega_puddles", "midnight_lake"]
    assert [line.split("|")[5].split("/")[0] for line in read["boards"]] == ["Z1ZZ6", "1Z8"]


def test_the_standard_start_is_that_of_the_rules() -> None:
    start = game.show_position(game.start(RULES))
    assert minions.read_position("standard start") == start
    assert minions.show_position(start) == "standard start on blackened_shores"
    setup = {"maps": ["midnight_lake"] * 2, "cards": None, "money": None}
    two = game.OPERATIONS["setup"](setup, RULES)["position"]
    assert minions.read_position("standard start with 2 boards on midnight_lake") == two
    assert two["boards"] == [START, START]


@pytest.mark.parametrize("nothing", [None, 3, "", []])
def test_what_is_no_object_has_no_sentence(nothing: object) -> None:
    with pytest.raises(minions.NoSentence):
        minions.show_position(nothing)


def test_lines_of_a_position_have_their_numbers() -> None:
    with pytest.raises(NotReadable) as caught:
        minions.read_position("yellow to move\nyellow zombi at c2")
    assert (caught.value.line, caught.value.column, caught.value.hint) == (2, 8, "did you mean `zombie`?")


def test_a_drawn_letter_may_be_told_more_of_once() -> None:
    rows = "yellow to move, 2 . . N . . . . . . ., yellow deadly_necromancer at c2 damage 3"
    assert minions.read_position(rows)["boards"][0].endswith("|c2:deadly_necromancer,d3")
    with pytest.raises(NotReadable):
        minions.read_position(f"{rows}, yellow arcane_necromancer at c2")


def test_a_necromancer_of_any_kind_fits_its_letter() -> None:
    deadly = minions.read_position("yellow to move, yellow deadly_necromancer at c2 damage 3")
    row = minions.read("position", "2 . . N . . . . . . .")
    assert minions.impose(deadly, [row]) == deadly
    assert minions.impose(deadly, [minions.read("position", "2 . . n . . . . . . .")]) != deadly


@pytest.mark.parametrize("text", ["standard start on mega_puddles", WAYS["in words"]])
def test_a_picture_is_read_rank_by_rank(text: str) -> None:
    position = minions.read_position(text)
    ranks = [line for line in pictures.board(position).splitlines() if line.split()[0].isdigit()]
    assert len(ranks) == 10
    assert minions.impose(position, [minions.read("position", line) for line in ranks]) == position
