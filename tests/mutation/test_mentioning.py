"""What is named outside of functions belongs to who uses the name, itself or by what is made of it."""

from __future__ import annotations

from array import array

import pytest

from ludex.mutation.mentioning import mentions_in, users_of
from ludex.mutation.mutants import Mutant, mutants_of
from ludex.mutation.sides import ACTS, LISTS, Sides
from ludex.mutation.sources import sources_of
from ludex.mutation.touching import NUMBER, Touched, function_name
from tests.guards import at_least_one

MINIONS = "ludex.games.minions"


def lines_of(*functions: str) -> set[tuple[str, int]]:
    """Where functions begin that are named `module:function`, by their code."""
    found = set()
    for named in functions:
        module, name = named.split(":")
        source = sources_of("minions")[f"{MINIONS}.{module}"]
        (code,) = [
            one
            for one in source.code.co_consts
            if getattr(one, "co_name", "") == name and hasattr(one, "co_firstlineno")
        ]
        found.add((source.name, code.co_firstlineno))
    return found


def test_a_table_belongs_to_the_functions_that_use_it() -> None:
    assert users_of("minions", f"{MINIONS}.actions", "TYPES") == lines_of("actions:fields_fit")


def test_a_table_of_another_module_is_found_by_its_module_and_by_what_is_made_of_it() -> None:
    phases = users_of("minions", f"{MINIONS}.phases", "IN_THE_ATTACK_PHASE")
    assert phases == users_of("minions", f"{MINIONS}.attacking", "CHECKS") != frozenset()
    assert phases != users_of("minions", f"{MINIONS}.position", "CHECKS")  # another table by the same name


@pytest.mark.parametrize(
    "named", [(f"{MINIONS}.actions", "NOWHERE"), (MINIONS, "TITLE"), (f"{MINIONS}.operations", "OPERATIONS")]
)
def test_what_nobody_uses_here_or_others_ask_a_game_for_has_no_users(named: tuple[str, str]) -> None:
    assert users_of("minions", *named) == frozenset()


def test_functions_begin_where_their_code_does() -> None:
    for module, line in at_least_one(mentions_in(tuple(sources_of("minions").values())).functions):
        source = sources_of("minions")[module]
        text = source.path.read_text("utf-8").splitlines()[line - 1].lstrip()
        assert text.startswith(("def ", "@")), (module, line, text)


def a_mutant(name: str) -> Mutant:
    return next(one for one in mutants_of("minions") if not one.begins and one.function == name)


def sides_where(asked: dict[str, list[int]], at_import: set[str]) -> Sides:
    """Sides where questions 0 and 1 run through these functions: 0 acts and 1 lists."""
    packed = {name: array(NUMBER, numbers).tobytes() for name, numbers in asked.items()}
    sides = Sides([], Touched(packed, {}, at_import, {}, {}, set()))
    sides.of_question = [ACTS, LISTS]
    return sides


def test_a_slip_in_a_table_is_one_of_the_sides_that_run_its_users() -> None:
    ((module, line),) = lines_of("actions:fields_fit")
    user, slip = function_name(module, line), a_mutant("TYPES")
    assert sides_where({user: [0]}, set()).of(slip) == {ACTS}
    assert sides_where({user: [0, 1]}, set()).of(slip) == {ACTS, LISTS}
    assert sides_where({}, {user}).of(slip) == {ACTS, LISTS}  # who runs while modules are read may be of any
    assert sides_where({}, set()).of(slip) == frozenset()
    assert sides_where({}, set()).of(a_mutant("TITLE")) == {ACTS, LISTS}  # whoever asks for it
