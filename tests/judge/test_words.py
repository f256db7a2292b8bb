"""What a message calls an item of a list: by the game's words, and as it travels where there are none."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ludex.judge import words
from ludex.judge.case import Frame, ScheduledVector
from ludex.judge.settings import Setting
from ludex.judge.words import field_words, item_text, rules_of
from ludex.protocol.schema import wire_of
from ludex.vectors.suite import open_suite


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


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (["a2: a unit", "b3: none", "c4: too"], "a2: a unit; b3: none; … and 1 more difference"),
        (["a2: a unit"], "a2: a unit"),
        ([], "position.boards[0] differs"),
        (ValueError(), "position.boards[0] differs"),
    ],
)
def test_what_differs_in_a_long_text_of_a_position_the_game_says(
    told: list[str] | Exception, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = open_suite("minions")
    edition = suite.editions[0]
    topic = suite.topic(next(one for one in suite.names_of(edition) if one.topic == "corners-way-round"))
    frame = Frame(topic, Setting(edition, suite.facts(edition).defaults()), 0, wire_of("minions"))
    case = ScheduledVector(0, topic.vectors[0], frame)
    expected = case.expects()
    position = expected["position"]
    seen: list[Any] = []

    def differences(*both: Any) -> list[str]:
        seen.append(both)
        if isinstance(told, Exception):
            raise told
        return told

    monkeypatch.setattr(
        words, "support_of", lambda _: SimpleNamespace(picture=SimpleNamespace(differences=differences))
    )
    got = {**position, "boards": [position["boards"][0].replace("o", "n", 1), *position["boards"][1:]]}
    found = case.weigh_bytes(msgspec.json.encode({**expected, "position": got}))
    assert (found.verdict, found.message) == ("fail", said)
    assert seen == [(position, got)]
    other = case.weigh_bytes(msgspec.json.encode({**expected, "position": {**position, "side": "yellow"}}))
    assert other.message == 'position.side: expected "blue", got "yellow"'
    assert len(seen) == 1
