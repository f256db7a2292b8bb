"""Facts about 5x5 Tactics, each small enough to be seen on the board."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.games import tactics
from ludex.notation import tactics as notation
from ludex.rules import Illegal, Impossible, Rules, Unreadable, recording

State = dict[str, Any]
V1 = tactics.REGISTER.rules("v1")


def state(*units: str, **others: Any) -> State:
    """A state of legends like ``a = P1 dead at (1,1) hp 3 attack 2``; P1 is on turn, and the game goes on."""
    shown = [unit for legend in units for unit in notation.read_position(f"P1 to move, {legend}")["units"]]
    return {**notation.BLANK, "units": shown, **others}


def act(kind: str | None, place: tuple[int, int] | None = None, unit: str | None = None, player: str = "P1") -> State:
    shown = None if place is None else {"x": place[0], "y": place[1]}
    return {"type": kind, "playerId": player, "targetPosition": shown, "targetUnitId": unit}


def move(x: int, y: int, unit: str | None = None) -> State:
    return act("MOVE", (x, y), unit)


def attack(unit: str | None, x: int, y: int) -> State:
    return act("ATTACK", (x, y), unit)


def both(x: int, y: int, unit: str | None) -> State:
    return act("MOVE_AND_ATTACK", (x, y), unit)


END = act("END_TURN")


def under(**choices: str) -> Rules:
    return tactics.REGISTER.rules("v1", {name.replace("_", "-"): choice for name, choice in choices.items()})


def ask(operation: str, before: State, rules: Rules = V1, **fields: Any) -> Any:
    return tactics.OPERATIONS[operation]({"position": before, **fields}, rules)


def kinds(before: State, action: State, rules: Rules = V1, **fields: Any) -> list[str]:
    answer: list[str] = ask("validate", before, rules, action=action, **fields)["kinds"]
    return answer


def message(before: State, action: State, rules: Rules = V1) -> str | None:
    text: str | None = ask("validate", before, rules, action=action)["errorMessage"]
    return text


def after(before: State, action: State, rules: Rules = V1, **fields: Any) -> State:
    shown: State = ask("apply", before, rules, action=action, **fields)["position"]
    return shown


def unit(shown: State, name: str) -> State:
    return next(one for one in shown["units"] if one["id"] == name)


DUEL = state("a = P1 at (1,1)", "x = P2 at (3,1)")
FACING = state("a = P1 at (1,1)", "x = P2 at (2,1)")

# Moving


def test_mov_2_a_unit_steps_one_tile_straight() -> None:
    assert unit(after(DUEL, move(1, 2)), "a")["position"] == {"x": 1, "y": 2}
    assert kinds(DUEL, move(2, 2)) == ["not-one-step"]
    assert kinds(DUEL, move(1, 3)) == ["not-one-step"]
    assert kinds(DUEL, move(1, 1)) == ["not-one-step", "occupied"]


def test_mov_8_a_step_changes_nothing_else() -> None:
    before = state("a = P1 at (1,1)", "b = P1 dead at (4,4) hp 0", "x = P2 at (3,1)")
    expected = state("a = P1 at (0,1)", "b = P1 dead at (4,4) hp 0", "x = P2 at (3,1)")
    assert after(before, move(0, 1)) == expected
    assert before == state("a = P1 at (1,1)", "b = P1 dead at (4,4) hp 0", "x = P2 at (3,1)")


def test_mov_1_an_occupied_tile_is_no_destination() -> None:
    assert kinds(FACING, move(2, 1)) == ["occupied"]


def test_mov_1_dead_units_block_only_by_a_reading() -> None:
    before = state("a = P1 at (1,1)", "b = P1 dead at (2,1) hp 0", "x = P2 at (4,4)")
    assert kinds(before, move(2, 1)) == []
    assert kinds(before, move(2, 1), under(dead_blocks="yes")) == ["occupied"]


def test_tgt_2_one_step_over_the_edge_is_off_the_board_alone() -> None:
    before = state("a = P1 at (4,2)", "x = P2 at (0,0)")
    assert kinds(before, move(5, 2)) == ["off-board"]
    assert kinds(before, move(9, 9)) == ["not-one-step", "off-board"]


def test_tgt_1_a_move_needs_a_position_and_other_questions_are_moot_without() -> None:
    with pytest.raises(Illegal) as refusal:
        after(DUEL, act("MOVE"))
    assert refusal.value.broken == ("TAC-TGT-1",)
    assert refusal.value.moot == ("TAC-MOV-1", "TAC-MOV-2", "TAC-MOV-3", "TAC-MOV-4", "TAC-MOV-5", "TAC-TGT-2")


def test_mov_3_and_4_name_whoever_else_could_step_there() -> None:
    assert kinds(DUEL, move(4, 1)) == ["mover-not-own", "not-one-step"]
    before = state("a = P1 at (1,1)", "b = P1 dead at (4,4) hp 0", "x = P2 at (3,1)")
    assert kinds(before, move(4, 3)) == ["mover-dead", "not-one-step"]


def test_mov_5_two_possible_movers_are_ambiguous() -> None:
    before = state("a = P1 at (1,1)", "b = P1 at (3,1)", "x = P2 at (4,4)")
    assert kinds(before, move(2, 1)) == ["ambiguous-mover"]


def test_mov_6_a_move_that_names_a_unit() -> None:
    before = state("a = P1 at (1,1)", "b = P1 at (3,1)", "x = P2 at (4,4)")
    assert kinds(before, move(2, 1, "a")) == ["ambiguous-mover", "unit-id-given"]
    assert kinds(before, move(2, 1, "a"), under(move_target_id="ignore")) == ["ambiguous-mover"]
    selects = under(move_target_id="selects")
    assert unit(after(before, move(2, 1, "a"), selects), "a")["position"] == {"x": 2, "y": 1}
    assert kinds(before, move(0, 1, "b")) == ["unit-id-given"]
    assert kinds(before, move(0, 1, "b"), under(move_target_id="ignore")) == []
    assert kinds(before, move(0, 1, "b"), selects) == ["not-one-step"]


def test_mov_7_a_named_mover_is_asked_for_itself() -> None:
    before = state("a = P1 at (1,1)", "d = P1 dead at (0,0) hp 0", "x = P2 at (3,1)")
    selects = under(move_target_id="selects")
    assert kinds(before, move(4, 1, "x"), selects) == ["mover-not-own"]
    assert kinds(before, move(1, 0, "d"), selects) == ["mover-dead"]
    assert kinds(before, move(1, 0, "nobody"), selects) == ["mover-missing"]
    named = [action for action in ask("legal", before, selects)["actions"] if action["targetUnitId"] == "a"]
    assert named == []


def moot(before: State, action: State, rules: Rules, **fields: Any) -> tuple[str, ...]:
    with pytest.raises(Illegal) as refusal:
        after(before, action, rules, **fields)
    return refusal.value.moot


def test_mov_3_and_4_of_a_named_mover_are_asked_without_a_position() -> None:
    selects = under(move_target_id="selects")
    assert kinds(DUEL, act("MOVE", None, "x"), selects) == ["mover-not-own", "position-missing"]
    assert moot(DUEL, act("MOVE", None, "x"), selects) == ("TAC-MOV-1", "TAC-MOV-2", "TAC-MOV-5", "TAC-TGT-2")
    unknown = ("TAC-MOV-2", "TAC-MOV-3", "TAC-MOV-4", "TAC-MOV-5")
    assert moot(DUEL, move(1, 0, "nobody"), selects) == unknown


def test_lst_1_a_step_that_only_a_name_makes_clear_is_listed_by_name() -> None:
    before = state("a = P1 at (1,1)", "b = P1 at (3,1)", "x = P2 at (4,4)")
    listed = ask("legal", before, under(move_target_id="selects"))["actions"]
    assert [one["targetUnitId"] for one in listed if one["targetPosition"] == {"x": 2, "y": 1}] == ["a", "b"]


# Attacking


def test_atk_5_damage_is_the_attackers_attack() -> None:
    assert unit(after(FACING, attack("x", 2, 1)), "x")["hp"] == 7
    assert after(FACING, attack("x", 2, 1))["currentPlayer"] == "P1"


@pytest.mark.parametrize(("floor", "left"), [("none", -2), ("zero", 0)])
def test_atk_5_hit_points_may_fall_below_zero(floor: str, left: int) -> None:
    before = state("a = P1 at (1,1) attack 3", "x = P2 at (2,1) hp 1", "y = P2 at (4,4)")
    dead = unit(after(before, attack("x", 2, 1), under(hp_floor=floor)), "x")
    assert (dead["hp"], dead["alive"]) == (left, False)


def test_atk_5_a_zero_attack_is_legal_and_changes_nothing() -> None:
    before = state("a = P1 at (1,1) attack 0", "x = P2 at (2,1)")
    assert after(before, attack("x", 2, 1)) == before


def test_atk_1_attacks_reach_the_next_tile_only() -> None:
    assert kinds(DUEL, attack("x", 3, 1)) == ["not-adjacent"]
    assert kinds(state("a = P1 at (1,1)", "x = P2 at (2,2)"), attack("x", 2, 2)) == ["not-adjacent"]


def test_atk_2_and_3_name_whoever_else_stands_there() -> None:
    before = state("a = P1 at (0,0)", "d = P1 dead at (3,0) hp 0", "x = P2 at (3,1)", "y = P2 at (4,1)")
    assert kinds(before, attack("x", 3, 1)) == ["attacker-dead", "attacker-not-own", "not-adjacent"]


def test_atk_4_two_attackers_are_ambiguous_even_when_equal() -> None:
    before = state("a = P1 at (1,1)", "b = P1 at (3,1)", "x = P2 at (2,1)")
    assert kinds(before, attack("x", 2, 1)) == ["ambiguous-attacker"]
    assert message(before, attack("x", 2, 1)) == "Ambiguous attacker"


def test_sel_2_a_dead_friend_makes_nothing_ambiguous() -> None:
    assert kinds(state("a = P1 at (1,1)", "b = P1 dead at (3,1) hp 10", "x = P2 at (2,1)"), attack("x", 2, 1)) == []


def test_tgt_clauses_ask_for_the_target() -> None:
    before = state("a = P1 at (1,1)", "b = P1 at (1,2)", "d = P2 dead at (0,1) hp 0", "x = P2 at (2,1)")
    assert kinds(before, attack(None, 2, 1)) == ["unit-id-missing"]
    assert kinds(before, act("ATTACK", None, "x")) == ["position-missing"]
    assert kinds(before, attack("nobody", 2, 1)) == ["target-missing"]
    assert kinds(before, attack("d", 0, 1)) == ["target-dead"]
    assert kinds(before, attack("b", 1, 2)) == ["target-not-enemy"]
    assert kinds(before, attack("x", 1, 2)) == ["position-mismatch"]
    assert kinds(before, attack("x", 5, 1)) == ["off-board", "position-mismatch"]


def test_tgt_7_a_mismatch_may_be_left_to_the_server_but_the_board_may_not() -> None:
    server = under(mismatch_check="server")
    assert after(FACING, attack("x", 4, 4), server) == after(FACING, attack("x", 2, 1), server)
    assert kinds(FACING, attack("x", 5, 5), server) == ["off-board"]


# Moving and attacking


def test_mat_1_step_and_attack_and_the_turn_passes() -> None:
    assert after(DUEL, both(2, 1, "x")) == state("a = P1 at (2,1)", "x = P2 at (3,1) hp 7", currentPlayer="P2")


def test_mat_2_the_mover_must_arrive_next_to_the_target() -> None:
    assert kinds(DUEL, both(1, 2, "x")) == ["not-adjacent-after-move"]
    assert kinds(FACING, both(1, 2, "x")) == ["not-adjacent-after-move"]


def test_mat_3_a_friend_next_to_the_target_by_all_three_readings() -> None:
    before = state("a = P1 at (1,1)", "c = P1 at (3,2) attack 5", "x = P2 at (3,1)")
    ambiguous = ["ambiguous-attacker-after-move"]
    assert kinds(before, both(2, 1, "x")) == ambiguous
    assert message(before, both(2, 1, "x")) == "Ambiguous attacker after movement"
    assert kinds(before, both(2, 1, "x"), under(attacker_after_move="any-unique")) == ambiguous
    assert unit(after(before, both(2, 1, "x"), under(attacker_after_move="mover-alone")), "x")["hp"] == 7
    assert kinds(before, both(0, 1, "x")) == ["not-adjacent-after-move"]
    assert kinds(before, both(0, 1, "x"), under(attacker_after_move="mover-alone")) == ["not-adjacent-after-move"]
    assert unit(after(before, both(0, 1, "x"), under(attacker_after_move="any-unique")), "x")["hp"] == 5


def test_mat_2_who_steps_away_from_the_target_attacks_no_more() -> None:
    before = state("a = P1 at (2,1)", "x = P2 at (3,1)")
    assert kinds(before, both(1, 1, "x"), under(attacker_after_move="any-unique")) == ["not-adjacent-after-move"]


def test_mat_2_and_3_are_moot_when_nobody_can_step() -> None:
    with pytest.raises(Illegal) as refusal:
        after(DUEL, both(4, 4, "x"))
    assert refusal.value.broken == ("TAC-MOV-2",)
    assert refusal.value.moot == ("TAC-MAT-2", "TAC-MAT-3")


def test_mat_2_a_target_that_would_make_the_step_is_not_next_to_itself() -> None:
    assert kinds(DUEL, both(1, 2, "a")) == ["not-adjacent-after-move", "target-not-enemy"]


def test_sel_1_the_attack_may_tell_movers_apart_by_a_reading() -> None:
    before = state("a = P1 at (2,1)", "b = P1 at (1,0)", "c = P1 at (3,2) attack 5", "x = P2 at (3,1)")
    anyone = under(attacker_after_move="any-unique")
    whole = under(attacker_after_move="any-unique", move_attack_inference="whole")
    assert "ambiguous-mover" in kinds(before, both(1, 1, "x"), anyone)
    shown = after(before, both(1, 1, "x"), whole)
    assert (unit(shown, "a")["position"], unit(shown, "x")["hp"]) == ({"x": 1, "y": 1}, 5)
    assert "ambiguous-mover" in kinds(before, both(1, 1, None), whole)


def test_msg_3_several_movers_have_the_fixed_words_or_free_ones() -> None:
    before = state("a = P1 at (1,1)", "b = P1 at (2,0)", "x = P2 at (3,1)")
    assert kinds(before, both(2, 1, "x")) == ["ambiguous-attacker-after-move", "ambiguous-mover"]
    assert message(before, both(2, 1, "x")) == "Ambiguous attacker after movement"
    assert message(before, both(2, 1, "x"), under(several_movers_message="free")) is None
    assert message(before, move(2, 1)) is None


def test_mat_1_the_step_needs_a_free_tile_too() -> None:
    before = state("a = P1 at (1,1)", "y = P2 at (2,1)", "x = P2 at (3,1)")
    assert kinds(before, both(2, 1, "x")) == ["occupied"]


# Turns


def test_trn_2_only_the_player_on_turn_acts() -> None:
    assert kinds(DUEL, act("MOVE", (3, 2), player="P2")) == ["not-your-turn"]
    assert kinds(DUEL, act("END_TURN", player="P2")) == ["not-your-turn"]


def test_end_2_an_end_out_of_turn_by_both_readings() -> None:
    late = act("END_TURN", player="P2")
    assert after(DUEL, late, under(end_turn_off_turn="allow")) == {**DUEL, "currentPlayer": "P2"}
    stays = under(end_turn_off_turn="allow", off_turn_end_effect="opponent")
    assert after(DUEL, late, stays) == DUEL
    assert after(DUEL, END, stays) == {**DUEL, "currentPlayer": "P2"}


def test_end_1_end_turn_ignores_its_target_fields() -> None:
    assert after(DUEL, act("END_TURN", (9, 9), "nobody")) == {**DUEL, "currentPlayer": "P2"}


def test_act_2_an_action_without_type() -> None:
    assert kinds(DUEL, act(None)) == ["type-missing"]
    assert kinds(DUEL, {"playerId": "P2"}) == ["not-your-turn", "type-missing"]


def test_trn_5_a_unit_moves_once_by_a_reading() -> None:
    spent = {"moved": ["a"], "attacked": []}
    assert kinds(DUEL, move(0, 1), spent=spent) == []
    once = under(turn_limits="once-per-unit")
    assert kinds(DUEL, move(0, 1), once, spent=spent) == ["already-moved"]
    assert kinds(DUEL, both(2, 1, "x"), once, spent=spent) == ["already-moved"]
    assert ask("legal", DUEL, once, spent=spent)["actions"] == [END]


def test_trn_6_a_unit_attacks_once_by_a_reading() -> None:
    spent = {"moved": [], "attacked": ["a"]}
    once = under(turn_limits="once-per-unit")
    assert kinds(FACING, attack("x", 2, 1), once, spent=spent) == ["already-attacked"]
    assert kinds(DUEL, both(2, 1, "x"), once, spent=spent) == ["already-attacked"]
    assert kinds(FACING, attack("x", 2, 1), spent=spent) == []


def test_trn_5_a_unit_that_has_moved_steps_aside() -> None:
    before = state("a = P1 at (1,1)", "b = P1 at (3,1)", "x = P2 at (4,4)")
    once = under(turn_limits="once-per-unit")
    assert kinds(before, move(2, 1), once, spent={"moved": ["a"], "attacked": []}) == []
    both_moved = {"moved": ["a", "b"], "attacked": []}
    assert kinds(before, move(2, 1), once, spent=both_moved) == ["already-moved", "ambiguous-mover"]
    assert kinds(before, move(2, 1), once, spent={"moved": [], "attacked": ["a"]}) == ["ambiguous-mover"]


@pytest.mark.parametrize("spent", [{"moved": ["a"], "attacked": ["a"]}, {"moved": ["a"], "attacked": ["b"]}])
def test_trn_5_and_6_one_of_each_in_a_turn_whoever_it_is(spent: Any) -> None:
    before = state("a = P1 at (1,1)", "b = P1 at (3,3)", "x = P2 at (4,3)")
    turn = under(turn_limits="once-per-turn")
    assert kinds(before, move(3, 4), turn, spent=spent) == ["already-moved"]
    assert kinds(before, attack("x", 4, 3), turn, spent=spent) == ["already-attacked"]
    assert kinds(before, act("MOVE"), turn, spent=spent) == ["already-moved", "position-missing"]
    assert {"TAC-TRN-5", "TAC-TRN-6"}.isdisjoint(moot(before, act("MOVE_AND_ATTACK"), turn, spent=spent))
    assert ask("legal", before, turn, spent=spent)["actions"] == [END]
    actions = [move(3, 4), attack("x", 4, 4), END, act("END_TURN", player="P2"), move(3, 3), move(0, 1)]
    nearer = state("a = P1 at (1,1)", "b = P1 at (3,3)", "x = P2 at (4,4)")
    assert ask("replay", nearer, turn, actions=actions)["applied"] == 5


def test_trn_8_a_replay_remembers_what_the_turn_has_spent() -> None:
    once = under(turn_limits="once-per-unit")
    actions = [move(0, 1), attack("x", 0, 2), attack("x", 0, 2), END]
    before = state("a = P1 at (1,1)", "x = P2 at (0,2)")
    assert ask("replay", before, once, actions=actions)["applied"] == 2
    assert ask("replay", before, actions=actions)["applied"] == 4
    rested = [move(0, 1), END, act("END_TURN", player="P2"), move(0, 0), move(0, 1)]
    shown = ask("replay", before, once, actions=rested)
    assert (shown["applied"], shown["refused"]) == (4, "illegal")


@pytest.mark.parametrize(
    "spent",
    [
        {"moved": ["x"], "attacked": []},
        {"moved": ["a", "a"], "attacked": []},
        {"moved": []},
        {"moved": "a", "attacked": []},
        [],
    ],
)
def test_trn_7_spent_names_living_units_of_the_player_on_turn(spent: Any) -> None:
    for limits in ("none", "once-per-unit", "once-per-turn"):
        with pytest.raises(Unreadable) as refusal:
            ask("legal", DUEL, under(turn_limits=limits), spent=spent)
        assert refusal.value.broken == ("TAC-TRN-7",)


# Winning


def test_win_1_the_last_enemy_falls_and_the_turn_stays_after_an_attack() -> None:
    won = after(state("a = P1 at (1,1)", "x = P2 at (2,1) hp 3", "y = P2 dead at (0,0) hp 0"), attack("x", 2, 1))
    assert (won["isGameOver"], won["winner"], won["currentPlayer"]) == (True, "P1", "P1")


@pytest.mark.parametrize(("reading", "current"), [("passes", "P2"), ("stays", "P1")])
def test_mat_5_whose_turn_it_is_after_a_winning_combination(reading: str, current: str) -> None:
    before = state("a = P1 at (1,1)", "x = P2 at (3,1) hp 3")
    won = after(before, both(2, 1, "x"), under(turn_after_winning_move_attack=reading))
    assert (won["isGameOver"], won["winner"], won["currentPlayer"]) == (True, "P1", current)


@pytest.mark.parametrize("action", [END, act(None), move(9, 9), act("END_TURN", player="P2"), both(0, 1, "a")])
def test_win_2_a_finished_game_outranks_every_other_error(action: State) -> None:
    over = state("a = P1 at (1,1)", "x = P2 dead at (2,1) hp 0", isGameOver=True, winner="P1", currentPlayer="P1")
    for rules in (V1, under(end_turn_off_turn="allow")):
        with pytest.raises(Illegal) as refusal:
            after(over, action, rules)
        assert (refusal.value.broken, refusal.value.moot) == (("TAC-WIN-2",), ())
    assert message(over, action) == "Game is already over"
    assert ask("legal", over)["actions"] == []


# States and actions that cannot be read

P1_WON = {"isGameOver": True, "winner": "P1"}
LOST = {**unit(DUEL, "a"), "id": "z", "alive": False}


@pytest.mark.parametrize(
    ("broken", "shown"),
    [
        ("TAC-BRD-1", {**DUEL, "board": {"width": 5, "height": 6}}),
        ("TAC-BRD-2", state("a = P1 at (1,1)", "x = P2 at (3,1)", "d = P2 dead at (5,0) hp 0")),
        ("TAC-UNT-5", state("a = P1 at (1,1)", "x = P2 at (3,1)", "x = P2 at (4,0)")),
        ("TAC-UNT-6", state("a = P1 at (1,1)", "x = P2 at (1,1)")),
        ("TAC-BRD-2", state("a = P1 at (1,1)", "b = P1 at (5,5)", "x = P2 at (3,1)", "y = P2 at (5,5)")),
        ("TAC-STA-1", {**DUEL, "board": {"width": 1_000_001, "height": 5}}),
        ("TAC-STA-4", state("a = P1 at (1,1)", "x = P2 at (3,1) hp 0")),
        ("TAC-STA-1", {**DUEL, "turn": 3}),
        ("TAC-STA-1", {**DUEL, "isGameOver": 0}),
        ("TAC-STA-1", None),
        ("TAC-STA-2", {**DUEL, "units": [*DUEL["units"], {"id": "y"}]}),
        ("TAC-STA-2", {**DUEL, "units": [{**unit(DUEL, "a"), "hp": 1.0}, unit(DUEL, "x")]}),
        ("TAC-STA-2", {**DUEL, "units": [{**unit(DUEL, "a"), "attack": -1}, unit(DUEL, "x")]}),
        ("TAC-STA-3", {**DUEL, "currentPlayer": "P3"}),
        (
            "TAC-STA-3",
            {**DUEL, "units": [*DUEL["units"], {**LOST, "owner": "P3"}]},
        ),
        ("TAC-STA-4", state("a = P1 at (1,1)", "x = P2 at (3,1)", **P1_WON)),
        ("TAC-STA-4", state("a = P1 at (1,1)", "x = P2 dead at (3,1) hp 0")),
        ("TAC-STA-4", state("a = P1 at (1,1)")),
        ("TAC-STA-6", {**DUEL, "winner": "P1"}),
        ("TAC-STA-6", state("a = P1 at (1,1)", "x = P2 dead at (3,1) hp 0", isGameOver=True)),
        ("TAC-STA-6", state("a = P1 at (1,1)", "x = P2 dead at (3,1) hp 0", isGameOver=True, winner="P2")),
        ("TAC-STA-6", state("a = P1 at (1,1)", "x = P2 at (3,1) hp 0", isGameOver=True, winner="P2")),
    ],
)
def test_a_state_that_cannot_be_read_names_its_clause(broken: str, shown: Any) -> None:
    with pytest.raises(Unreadable) as refusal:
        tactics.read_position(shown, V1)
    assert refusal.value.broken == (broken,)


@pytest.mark.parametrize("claim", [{}, {"isGameOver": True}, P1_WON])
def test_sta_5_with_nobody_alive_something_else_is_wrong_too(claim: State) -> None:
    with pytest.raises(Unreadable) as refusal:
        tactics.read_position(state("a = P1 dead at (1,1) hp 10", "x = P2 dead at (3,1) hp 10", **claim), V1)
    assert "TAC-STA-5" in refusal.value.broken
    assert len(refusal.value.broken) > 1


def test_only_the_two_players_count_for_the_end_and_anybody_for_somebody() -> None:
    strange = {**unit(DUEL, "a"), "owner": "P3"}
    for shown, broken in (
        ({**DUEL, "units": [*DUEL["units"], {**strange, "id": "z", "position": {"x": 0, "y": 0}}]}, ("TAC-STA-3",)),
        ({**DUEL, "units": [strange], "isGameOver": True, "winner": "P3"}, ("TAC-STA-3", "TAC-STA-6")),
        ({**DUEL, "units": [strange]}, ("TAC-STA-3", "TAC-STA-4")),
        ({**DUEL, "units": [{**strange, "alive": False}]}, ("TAC-STA-3", "TAC-STA-4", "TAC-STA-5")),
    ):
        with pytest.raises(Unreadable) as refusal:
            tactics.read_position(shown, V1)
        assert refusal.value.broken == broken


def test_unt_7_a_mark_without_hit_points_is_no_life_and_goes() -> None:
    before = state("a = P1 at (1,1)", "b = P1 at (3,1) hp 0", "x = P2 at (1,2)", "y = P2 at (2,2) hp -5")
    assert kinds(before, move(4, 1)) == ["mover-dead", "not-one-step"]
    assert kinds(before, attack("y", 2, 2)) == ["attacker-not-own", "not-adjacent", "target-dead"]
    assert kinds(before, move(2, 1)) == kinds(before, attack("x", 1, 2)) == []
    assert kinds(
        state("a = P1 at (2,1)", "b = P1 at (3,1) hp 0", "x = P2 at (1,2)"), move(3, 1), under(dead_blocks="yes")
    ) == ["occupied"]
    for action in (move(2, 1), attack("x", 1, 2), END):
        later, kept = after(before, action), after(before, action, under(life_without_hp="kept"))
        assert [unit(later, name) for name in "by"] == [{**unit(before, name), "alive": False} for name in "by"]
        assert [unit(kept, name) for name in "by"] == [unit(before, name) for name in "by"]
    assert ask("replay", before, actions=[move(4, 1)])["position"] == before
    with pytest.raises(Unreadable) as refusal:
        ask("legal", before, under(turn_limits="once-per-unit"), spent={"moved": ["b"], "attacked": []})
    assert refusal.value.broken == ("TAC-TRN-7",)
    won = after(state("a = P1 at (1,1)", "x = P2 at (1,2) hp 1", "y = P2 at (2,2) hp -5"), attack("x", 1, 2))
    assert (won["isGameOver"], won["winner"], unit(won, "y")["alive"]) == (True, "P1", False)


def test_states_that_never_arise_and_are_judged() -> None:
    before = state("a = P1 at (1,1)", "d = P1 dead at (2,1) hp 7", "x = P2 at (2,1)", "e = P2 dead at (2,1) hp -4")
    for rules in (V1, under(dead_blocks="yes"), under(hp_floor="zero")):
        assert kinds(before, attack("x", 2, 1), rules) == []
        assert kinds(before, attack("d", 2, 1), rules) == ["target-dead", "target-not-enemy"]
        assert unit(after(before, END, rules), "e")["hp"] == -4


@pytest.mark.parametrize(
    ("broken", "action"),
    [
        ("TAC-ACT-1", []),
        ("TAC-ACT-1", {**END, "moverId": "a"}),
        ("TAC-ACT-3", act("FLY")),
        ("TAC-ACT-3", act("move")),
        ("TAC-ACT-4", act("END_TURN", player="P3")),
        ("TAC-ACT-4", {"type": "END_TURN"}),
        ("TAC-ACT-5", {**END, "targetPosition": {"x": 1}}),
        ("TAC-ACT-5", {**END, "targetPosition": {"x": True, "y": 1}}),
        ("TAC-ACT-5", {**END, "targetPosition": {"x": 10**9, "y": 1}}),
        ("TAC-ACT-6", {**END, "targetUnitId": 7}),
    ],
)
def test_an_action_that_cannot_be_read_names_its_clause_also_when_the_game_is_over(broken: str, action: Any) -> None:
    over = state("a = P1 at (1,1)", "x = P2 dead at (2,1) hp 0", **P1_WON)
    for before in (DUEL, over):
        with pytest.raises(Unreadable) as refusal:
            ask("validate", before, action=action)
        assert refusal.value.broken == (broken,)


def test_lst_3_and_4_replays_and_counts_have_a_shape() -> None:
    with pytest.raises(Unreadable):
        ask("replay", DUEL, actions="no list")
    with pytest.raises(Unreadable):
        ask("perft", DUEL, depth=-1)


def test_lst_4_counts_from_the_start() -> None:
    start = tactics.show_position(tactics.start(V1))
    assert [ask("perft", start, depth=depth)["nodes"] for depth in range(4)] == [1, 5, 33, 195]


# What is moot


@pytest.mark.parametrize("action", [act("MOVE"), act("MOVE_AND_ATTACK", None, "x"), act("ATTACK", (2, 1), "nobody")])
def test_what_a_reading_does_not_ask_is_never_moot(action: State) -> None:
    limits, spent = {"TAC-TRN-5", "TAC-TRN-6"}, {"moved": ["a"], "attacked": ["a"]}
    asked = {"MOVE": {"TAC-TRN-5"}, "ATTACK": {"TAC-TRN-6"}, "MOVE_AND_ATTACK": limits}[action["type"]]
    assert limits.isdisjoint(moot(DUEL, action, V1, spent=spent))
    assert limits.intersection(moot(DUEL, action, under(turn_limits="once-per-unit"), spent=spent)) == asked
    assert limits.isdisjoint(moot(DUEL, action, under(turn_limits="once-per-unit")))


@pytest.mark.parametrize("action", [act("ATTACK"), act("ATTACK", None, "x"), act("ATTACK", (1, 1), "nobody")])
def test_tgt_7_is_not_moot_where_it_is_left_to_the_server(action: State) -> None:
    assert "TAC-TGT-7" in moot(DUEL, action, V1)
    assert "TAC-TGT-7" not in moot(DUEL, action, under(mismatch_check="server"))


def test_mov_5_is_moot_without_a_position_also_where_a_name_selects() -> None:
    named = act("MOVE", None, "a")
    assert moot(DUEL, named, under(move_target_id="selects")) == ("TAC-MOV-1", "TAC-MOV-2", "TAC-MOV-5", "TAC-TGT-2")


# Requests


@pytest.mark.parametrize(
    ("operation", "field"), [("apply", "action"), ("validate", "action"), ("replay", "actions"), ("perft", "depth")]
)
def test_a_request_without_its_field_is_broken_before_anything_is_read(operation: str, field: str) -> None:
    for position in (DUEL, None):
        with pytest.raises(KeyError, match=field):
            tactics.OPERATIONS[operation]({"position": position}, V1)
        with pytest.raises(Unreadable) as refusal:
            tactics.OPERATIONS[operation]({"position": position, field: None}, V1)
        assert ("TAC-STA-1" in refusal.value.broken) == (position is None)


def test_lst_1_where_the_others_have_moved_a_step_needs_no_name() -> None:
    rules = under(move_target_id="selects", turn_limits="once-per-unit")
    before = state("a = P1 at (1,1)", "b = P1 at (3,1)", "x = P2 at (4,4)")
    listed = ask("legal", before, rules, spent={"moved": ["a"], "attacked": []})["actions"]
    assert [one["targetUnitId"] for one in listed if one["targetPosition"] == {"x": 2, "y": 1}] == [None]
    fresh = ask("legal", before, rules)["actions"]
    assert [one["targetUnitId"] for one in fresh if one["targetPosition"] == {"x": 2, "y": 1}] == ["a", "b"]


def test_lst_4_a_count_keeps_the_account_of_the_turn() -> None:
    before, limits = state("a = P1 at (0,0)", "x = P2 at (4,4)"), under(turn_limits="once-per-unit")
    spent = {"moved": ["a"], "attacked": []}
    assert [ask("perft", before, rules, depth=2)["nodes"] for rules in (V1, limits)] == [11, 5]
    assert [ask("perft", before, rules, depth=2, spent=spent)["nodes"] for rules in (V1, limits)] == [11, 3]


def test_end_2_an_end_turn_that_leaves_the_turn_gives_nothing_back() -> None:
    rules = under(turn_limits="once-per-unit", end_turn_off_turn="allow", off_turn_end_effect="opponent")
    actions = [move(1, 2), act("END_TURN", player="P2"), move(1, 3)]
    assert ask("replay", DUEL, rules, actions=actions)["applied"] == 2


# The module as the other layers see it


def test_states_and_actions_survive_the_round_trip() -> None:
    start = tactics.start(V1)
    assert tactics.read_position(tactics.show_position(start), V1) == start
    for action in tactics.legal(start, V1):
        assert tactics.show_action(tactics.read_action(action, V1), V1) == action
    assert (start.current, start.over, start.winner) == ("P1", False, None)


def test_apply_takes_an_action_without_type_for_a_refusal_and_never_for_a_mistake_of_ours() -> None:
    with pytest.raises(Illegal):
        tactics.apply(tactics.start(V1), act(None), V1)
    with recording(invert="TAC-ACT-2"), pytest.raises(Impossible):
        tactics.apply(tactics.start(V1), act(None), V1)
