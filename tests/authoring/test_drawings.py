"""Drawings: whole XML with nothing that runs, a title for each tile, and as many tiles and units as there are."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from ludex.games import tactics, tribun
from ludex.notation import tactics as tactics_notation
from ludex.notation import tribun as tribun_notation
from ludex.scenario import read_file
from ludex.scenario.stepping import editions_of, reference, rules_for, turns
from ludex.support import support_of, svg
from ludex.support.seam import Support
from ludex.where import games, spec

SVG = "{http://www.w3.org/2000/svg}"
SAFE = {"svg", "title", "desc", "rect", "g", "polygon", "circle", "text"}
PLACES = {"x", "y", "cx", "cy", "r", "width", "height", "points", "viewBox", "transform"}
SHIPPED = [path for game in games() for path in sorted((spec() / game / "scenarios").glob("*.ludex"))[:1]]


def parsed(document: str) -> ET.Element:
    """The root of a document in which nothing runs, nothing is fetched, and all lengths are numbers."""
    root = ET.fromstring(document)
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in SAFE
        assert not [name for name in element.attrib if name.startswith("on") or "href" in name]
        assert "nan" not in "".join(value for name, value in element.attrib.items() if name in PLACES)
    return root


def titles(root: ET.Element, kind: str) -> list[str]:
    """What the tiles, or the units, are called."""
    found = [group.find(f"{SVG}title") for group in root.iter(f"{SVG}g") if group.get("class") == kind]
    assert None not in found
    return [title.text or "" for title in found if title is not None]


def drawn(game: str, position: Any) -> ET.Element:
    return parsed(svg.document(support_of(game).sketch_of(position), "a board"))


def test_the_start_of_tribun_has_91_tiles_and_all_its_units() -> None:
    start = tribun.show_position(tribun.start(tribun.REGISTER.rules("2026-01")))
    root = drawn("tribun", start)
    assert len(titles(root, "tile")) == 91
    assert len(titles(root, "unit")) == sum(byte != 0 for byte in tribun.read_position(start, RULES).board)
    assert titles(root, "unit").count("black T1") == 1


RULES = tribun.REGISTER.rules("2026-01")


def test_a_slave_is_drawn_below_its_primary_and_said() -> None:
    position = tribun_notation.read_position(
        "black to move, black 2/3 at (0,0), black T1 at (-5,-5), white T1 at (5,5)"
    )
    root = drawn("tribun", position)
    assert "(0,0): black 2/3" in titles(root, "tile")
    assert sorted(titles(root, "unit")) == ["black 2/3", "black T1", "white T1"]
    (unit,) = (g for g in root.iter(f"{SVG}g") if g.get("class") == "unit" and "2/3" in (g[0].text or ""))
    slave, primary = (float(disc.get("cy", "")) for disc in unit.iter(f"{SVG}circle"))
    assert slave > primary
    assert [text.text for text in unit.iter(f"{SVG}text")] == ["3", "2"]


def test_black_is_at_the_bottom_and_x_grows_to_the_left() -> None:
    root = drawn("tribun", tribun_notation.read_position("black to move, black T1 at (-5,-5), white T1 at (5,5)"))
    squares = {g[0].text: g.find(f"{SVG}polygon") for g in root.iter(f"{SVG}g") if g.get("class") == "unit"}
    heights = {
        name: float(shape.get("points", "").split()[0].split(",")[1])
        for name, shape in squares.items()
        if shape is not None
    }
    assert heights["black T1"] > heights["white T1"]


def test_a_state_of_tactics_has_25_tiles_and_its_living_units() -> None:
    start = tactics.show_position(tactics.start(tactics.REGISTER.rules("v1")))
    root = drawn("tactics", start)
    assert len(titles(root, "tile")) == 25
    assert titles(root, "unit") == [f"u{n} of P{1 + (n > 2)}, hp 10, attack 3" for n in (1, 2, 3, 4)]
    dead = tactics_notation.read_position("P1 to move, a = P1 at (0,0), x = P2 at (4,4), d = P2 dead at (2,2)")
    assert len(titles(drawn("tactics", dead), "unit")) == 2


def test_what_changed_is_marked() -> None:
    before = tactics_notation.read_position("P1 to move, a = P1 at (1,1), x = P2 at (2,1)")
    after = tactics_notation.impose(before, [tactics_notation.read("expectation", "x has hp 7")])
    from ludex.support.tactics import picture as pictures

    sketch = support_of("tactics").sketch_of(after, pictures.changed(before, after))
    marked = [tile for tile in sketch.elements if svg.MARKED in tile] or [svg.move(sketch, 0, 0)]
    assert svg.move(sketch, 0, 0).count(svg.MARKED) == 1
    assert "(2,1)" in marked[0]


@pytest.mark.parametrize("name", ["</title><script>x</script>", "a\u0000b", '"', "&amp;", "\ud800"])
def test_names_of_any_letters_stay_text(name: str) -> None:
    unit = {"id": name, "owner": "P1", "hp": 1, "attack": 1, "alive": True, "position": {"x": 0, "y": 0}}
    root = drawn("tactics", {**tactics_notation.BLANK, "units": [unit]})
    assert len(titles(root, "unit")) == 1


@pytest.mark.parametrize("position", [None, 3, {}, {"board": "?"}, {"units": [1]}, [], "x" * 400])
@pytest.mark.parametrize("game", ["tactics", "tribun"])
def test_what_is_no_position_is_written_out(game: str, position: Any) -> None:
    assert "no board to draw" in "".join(drawn(game, position).itertext())


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parts[-3])
def test_every_game_draws_the_steps_of_its_scenarios(path: Path) -> None:
    """Found by folder: whatever game ships scenarios."""
    tiles = set()
    for scenario in read_file(path).scenarios[:12]:
        edition = editions_of(scenario)[-1]
        assert rules_for(scenario, edition).edition == edition
        for turn in turns(scenario, edition):
            if turn.state is not None:
                root = drawn(scenario.setting.game, turn.after)
                assert reference(scenario).show_position(turn.state_after) == turn.after
                tiles.add(len(titles(root, "tile")))
    assert tiles
    assert 0 not in tiles


def test_sketches_are_put_beside_and_below_each_other() -> None:
    one, other = svg.Sketch(10, 20, ()), svg.Sketch(30, 5, ())
    assert (svg.below([one, other], 2).width, svg.below([one, other], 2).height) == (30, 27)
    assert (svg.side_by_side([one, other], 2).width, svg.side_by_side([one, other], 2).height) == (42, 20)


def test_a_game_without_a_pencil_is_shown_as_in_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludex.support.tactics import picture as pictures

    monkeypatch.delattr(pictures, "sketch")
    start = tactics.show_position(tactics.start(tactics.REGISTER.rules("v1")))
    root = parsed(svg.document(Support("tactics").sketch_of(start), "a board"))
    said = [text.text for text in root.iter(f"{SVG}text")]
    assert said == pictures.board(start).split("\n")
