"""A loaded reference stands beside the one that is there, and nobody who asks for this one is given the other."""

from __future__ import annotations

import importlib
import sys

import pytest

from ludex.mutation.loading import load
from ludex.mutation.sources import sources_of
from ludex.rules import Unreadable

GAME = "minions"


def test_the_modules_that_were_there_are_those_of_their_packages_again() -> None:
    games, ours = importlib.import_module("ludex.games"), importlib.import_module(f"ludex.games.{GAME}")
    engine = load(GAME)
    assert engine.game is not ours
    assert (getattr(games, GAME), sys.modules[ours.__name__]) == (ours, ours)
    assert importlib.import_module("ludex").rules is sys.modules["ludex.rules"]


def test_what_is_imported_later_is_not_of_the_loaded_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"ludex.support.{GAME}.smaller"
    monkeypatch.delitem(sys.modules, name, raising=False)
    load(GAME)
    smaller = importlib.import_module(name)
    assert smaller.Refused in Unreadable.__mro__
    assert list(smaller.smaller({})) == []


def test_a_game_that_nobody_had_imported_is_as_unknown_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    games = importlib.import_module("ludex.games")
    for module in sources_of(GAME):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.delattr(games, GAME, raising=False)
    monkeypatch.delattr(sys.modules["ludex"], "rules", raising=False)
    load(GAME)
    assert not hasattr(games, GAME)
    assert f"ludex.games.{GAME}" not in sys.modules
