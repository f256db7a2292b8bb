"""What a message calls an item of a list: by the game's words, and as it travels where there are none."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ludex.judge import words
from ludex.judge.words import field_words, item_text, rules_of


@pytest.mark.parametrize(
    ("said", "item", "told"),
    [
        ("to (1,2)", 7, "to (1,2) (7)"),  # a bare number says little, and is what the engine knows
        ("to (1,2)", {"x": 1}, "to (1,2)"),
        ("to (1,2)", True, "to (1,2)"),
        ("7", 7, "7"),
        ("", {"x": 1}, '{"x":1}'),
        ("", "text", "text"),
        (ValueError(), {"x": 1}, '{"x":1}'),
        (ValueError(), 7, "7"),
    ],
)
def test_an_item_is_called_as_its_game_calls_it(
    said: str | Exception, item: Any, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def field_text(*what: Any) -> str:
        asked.append(what)
        if isinstance(said, Exception):
            raise said
        return said

    picture = SimpleNamespace(field_text=field_text)
    monkeypatch.setattr(words, "support_of", lambda game: SimpleNamespace(picture=picture) if game == "go" else None)
    assert item_text("go", "rules", "legal", "actions", item) == told
    assert field_words("go", "rules", "legal", "actions", item) == ("" if isinstance(said, Exception) else said)
    assert asked == [("legal", "actions", item, "rules")] * 2


@pytest.mark.parametrize(
    ("game", "edition", "choices"),
    [("chess", "v1", ()), ("tactics", "v9", ()), ("tactics", "v1", (("odd", "x"),))],
)
def test_there_are_no_rules_of_what_there_is_no_reference(
    game: str, edition: str, choices: tuple[tuple[str, str], ...]
) -> None:
    assert rules_of(game, edition, choices) is None


def test_rules_are_of_an_edition_and_its_readings() -> None:
    usual, other = (rules_of("tactics", "v1", (("dead-blocks", choice),)) for choice in ("no", "yes"))
    assert (usual.choices["dead-blocks"], other.choices["dead-blocks"]) == ("no", "yes")
