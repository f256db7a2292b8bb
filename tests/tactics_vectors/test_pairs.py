"""Two kinds of error at once: the committed table is what the search finds, and each pair has vectors."""

from __future__ import annotations

import json
import os
from collections import Counter
from itertools import combinations, islice
from typing import Any

import pytest

from ludex.games.tactics import KINDS
from ludex.suites.tactics import pairs
from tests.guards import at_least_one
from tests.tactics_vectors.suite_files import GAME, causes, topic, vectors

EACH = 5
ALL = bool(os.environ.get("LUDEX_ALL"))


def table() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((GAME / "pairs.json").read_text("ascii"))
    return loaded


def named(pair: tuple[str, ...]) -> str:
    return "+".join(sorted(KINDS[clause] for clause in pair))


def test_the_table_names_every_pair_once() -> None:
    whole = table()
    every = {named(pair) for pair in combinations(KINDS, 2)}
    assert len(every) == 300
    assert whole["possible"].keys() | whole["impossible"].keys() == every
    assert whole["possible"].keys() & whole["impossible"].keys() == set()
    assert set(whole["impossible"].values()) == whole["searches"].keys()


def test_what_no_type_is_asked_together_is_in_the_table_for_that() -> None:
    together = {named(pair) for pair in pairs.asked_together()}
    for pair, search in at_least_one(table()["impossible"].items()):
        assert (search == "table") == (pair not in together), pair


def test_every_possible_pair_has_vectors_in_which_both_are_true() -> None:
    found = Counter[str]()
    for one in topic("validate-pairs")["vectors"]:
        if one["expect"].get("isValid") is False:
            found.update({named(pair) for cause in causes(one) for pair in combinations(cause, 2)})
    assert {pair: found[pair] for pair in table()["possible"] if found[pair] < EACH} == {}


def test_no_vector_has_an_impossible_pair() -> None:
    impossible = set(table()["impossible"])
    asked = vectors("validate", "apply")
    refused = [one for one in asked if "illegal" in one["expect"] or one["expect"].get("isValid") is False]
    for one, cause in at_least_one((bad, cause) for bad in refused for cause in causes(bad)):
        assert impossible.isdisjoint({named(pair) for pair in combinations(cause, 2)}), one["id"]


def test_a_part_of_the_corner_has_only_possible_pairs() -> None:
    found, asked = pairs.in_the_corner(islice(pairs.corner_positions(2), 7, None, 40))
    assert asked > 5_000
    assert {named(pair) for pair in found} <= table()["possible"].keys()


@pytest.mark.skipif(not ALL, reason="the whole search takes minutes: make test-all")
def test_the_whole_search_finds_the_committed_table() -> None:
    assert pairs.written(pairs.table()) == (GAME / "pairs.json").read_text("ascii")
