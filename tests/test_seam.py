"""What the tools ask of a game is what CONTRIBUTING says, name by name, and every game has what is required."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludex import seam, support
from ludex.seam import GAMES, NOTATION, Notation, Reference, games_in, lacking, module_of, names_of
from ludex.suites.seam import SUITES, GameSuite
from ludex.support.seam import PIECES

CONTRIBUTING = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
PARTS = {"Rules": Reference, "Notation": Notation, "Suite": GameSuite}
LAYERS = {GAMES: Reference, NOTATION: Notation, SUITES: GameSuite}


def part(title: str) -> str:
    """What stands below a heading of the chapter on new games."""
    chapter = CONTRIBUTING.split("## How a game is added\n")[1].split("\n## ")[0]
    return chapter.split(f"### {title}\n")[1].split("\n### ")[0]


def table_of(protocol: type) -> str:
    """The table of a protocol, as CONTRIBUTING has it."""
    rows = [
        f"| `{name.called}` | {'yes' if name.required else 'no'} | {name.what} | {name.asked_by} |"
        for name in names_of(protocol)
    ]
    return "\n".join(["| name | required | what it is for | asked by |", "|---|---|---|---|", *rows, ""])


@pytest.mark.parametrize("title", PARTS)
def test_the_table_of_a_layer_has_the_names_of_its_protocol_and_no_others(title: str) -> None:
    assert part(title).count("| name |") == 1
    assert table_of(PARTS[title]) in part(title)


def test_the_tables_of_support_are_those_of_its_pieces() -> None:
    text = part("Support")
    assert text.count("| name |") == len(PIECES)
    for piece, protocol in PIECES.items():
        assert f"\n`{piece}.py`: " in text
        assert table_of(protocol) in text


@pytest.mark.parametrize("protocol", [*PARTS.values(), *PIECES.values()], ids=lambda one: one.__name__)
def test_every_name_says_what_it_is_for_and_who_asks(protocol: type) -> None:
    assert names_of(protocol)
    for name in names_of(protocol):
        assert name.what.endswith("."), name
        assert name.asked_by, name


@pytest.mark.parametrize(("layer", "game"), [(layer, game) for layer in LAYERS for game in games_in(layer)])
def test_every_game_has_what_is_required(layer: str, game: str) -> None:
    assert lacking(LAYERS[layer], module_of(layer, game)) == []


@pytest.mark.parametrize("game", games_in(GAMES))
def test_every_piece_of_support_that_is_there_is_whole(game: str) -> None:
    given = support.support_of(game)
    for piece in PIECES:
        getattr(given, piece)
    assert given.picture.board(seam.notation_of(game).BLANK)
