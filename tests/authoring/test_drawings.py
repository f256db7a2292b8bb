"""Drawings: whole XML with nothing that runs, a title for each tile, and as many tiles and units as there are."""

from __future__ import annotations

import json
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
from tests.svg_texts import placed_names

SVG = "{http://www.w3.org/2000/svg}"
SAFE = {"svg", "title", "desc", "defs", "symbol", "use", "rect", "g", "path", "polygon", "circle", "text"}
PLACES = {"x", "y", "cx", "cy", "r", "d", "width", "height", "points", "viewBox", "transform"}
SHIPPED = [path for game in games() for path in sorted((spec() / game / "scenarios").glob("*.ludex"))[:1]]
RULES = tribun.REGISTER.rules("2026-01")


def parsed(document: str) -> ET.Element:
    """The root of a document in which nothing runs, nothing is fetched, and all lengths are numbers."""
    root = ET.fromstring(document)
    defined = {element.get("id") for element in root.iter(f"{SVG}symbol")}
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in SAFE
        assert not [name for name in element.attrib if name.startswith("on")]
        assert element.get("href", "#").startswith("#")
        assert "href" not in element.attrib or element.attrib["href"][1:] in defined
        assert "nan" not in "".join(value for name, value in element.attrib.items() if name in PLACES)
    return root


def boards(root: ET.Element) -> list[list[str]]:
    """The names that stand on the tiles of each board, in the order of the boards; of a drawing without symbols all."""
    symbols = {f"#{one.get('id')}": one for one in root.iter(f"{SVG}symbol")}
    used = [symbols[use.attrib["href"]] for use in root.iter(f"{SVG}use") if "-board" in use.attrib["href"]]
    where_named = used if symbols else [root]
    return [[name for text in one.iter(f"{SVG}text") for name, _, _ in placed_names(text)] for one in where_named]


def units(root: ET.Element) -> dict[str, tuple[str, float, float]]:
    """What the drawn units are called, each with its symbol and its place."""
    found = {}
    for use in root.iter(f"{SVG}use"):
        title = use.find(f"{SVG}title")
        if title is not None:
            found[title.text or ""] = use.attrib["href"], float(use.get("x", "")), float(use.get("y", ""))
    return found


def drawn(game: str, position: Any, *more: Any) -> ET.Element:
    sketch = support_of(game).sketch_of(position, *more)
    return parsed(svg.document(svg.with_words(sketch), "a board"))


def test_the_start_of_tribun_has_91_tiles_and_all_its_units() -> None:
    start = tribun.show_position(tribun.start(RULES))
    root = drawn("tribun", start)
    ((*names,),) = boards(root)
    assert len(set(names)) == 91
    assert {"0,0", "5,5", "-5,-5", "-5,0"} <= set(names)
    assert len(units(root)) == sum(byte != 0 for byte in tribun.read_position(start, RULES).board)
    assert "(-5,-5): black T1" in units(root)


def test_a_slave_is_drawn_at_the_side_of_its_primary_and_said() -> None:
    position = tribun_notation.read_position(
        "black to move, black 2/3 at (0,0), black T1 at (-5,-5), white T1 at (5,5)"
    )
    root = drawn("tribun", position)
    assert sorted(units(root)) == ["(-5,-5): black T1", "(0,0): black 2/3", "(5,5): white T1"]
    name = units(root)["(0,0): black 2/3"][0]
    (unit,) = (one for one in root.iter(f"{SVG}symbol") if f"#{one.get('id')}" == name)
    slave, primary = (float(disc.get("cy", "")) for disc in unit.iter(f"{SVG}circle"))
    assert slave > primary
    assert [text.text for text in unit.iter(f"{SVG}text")] == ["3", "2"]


def test_black_is_at_the_bottom_and_x_grows_to_the_left() -> None:
    position = "black to move, black T1 at (-5,-5), white T1 at (5,5), black 1 at (1,0), white 1 at (0,1)"
    placed = units(drawn("tribun", tribun_notation.read_position(position)))
    assert placed["(-5,-5): black T1"][2] > placed["(5,5): white T1"][2]
    assert placed["(1,0): black 1"][1] < placed["(0,1): white 1"][1]


def test_a_state_of_tactics_has_25_tiles_and_its_units() -> None:
    start = tactics.show_position(tactics.start(tactics.REGISTER.rules("v1")))
    root = drawn("tactics", start)
    ((*names,),) = boards(root)
    assert sorted(names) == [f"{x},{y}" for x in range(5) for y in range(5)]
    assert [name.partition(": ")[2] for name in units(root)] == [
        f"u{n} of P{1 + (n > 2)}, hp 10, attack 3" for n in (1, 2, 3, 4)
    ]


def test_the_dead_are_drawn_and_crossed_out_wherever_they_lie() -> None:
    """Whether a dead unit blocks a tile is a question of the rules: nobody can look for it on a board that hides it."""
    state = tactics_notation.read_position(
        "P1 to move, a = P1 at (0,0), x = P2 at (4,4), d = P2 dead at (2,2), e = P1 dead at (0,0)"
    )
    root = drawn("tactics", state)
    assert units(root)["(2,2): d of P2, dead, hp 0, attack 3"][0] == "#tactics-dead-P2"
    assert units(root)["(4,4): x of P2, hp 10, attack 3"][0] == "#tactics-P2"
    said = [text.text for text in root.iter(f"{SVG}text")]
    assert "† e" in said  # below somebody who lives
    assert "dead, of P2" in said


def test_a_mark_that_the_hit_points_contradict_is_seen() -> None:
    start = tactics_notation.read_position("P1 to move, a = P1 at (0,0) hp 0, x = P2 dead at (4,4) hp 3")
    said = [text.text for text in drawn("tactics", start).iter(f"{SVG}text")]
    assert "hp 0, alive" in said
    assert "hp 3, dead" in said


def test_what_changed_is_outlined_and_stays_as_it_is() -> None:
    before = tactics_notation.read_position("P1 to move, a = P1 at (1,1), x = P2 at (2,1)")
    after = tactics_notation.impose(before, [tactics_notation.read("expectation", "x has hp 7")])
    marks = support_of("tactics").picture.changed(before, after)
    plain, marked = drawn("tactics", after), drawn("tactics", after, marks)
    assert units(plain) == units(marked)
    lines = [path for path in marked.iter(f"{SVG}path") if path.get("stroke") == svg.CHANGED]
    assert len(lines) == 2  # the tile, and the legend
    assert all(path.get("fill") == "none" for path in lines)


def ends(game: str, action: Any, rules: Any, position: Any) -> list[tuple[str, Any, Any]]:
    return [tuple(one) for one in support_of(game).picture.arrows(action, rules, position)]


def cid(x: int, y: int) -> int:
    return (x + 5) * 11 + y + 5


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("move (0,0) -> (1,2)", [("move", cid(0, 0), cid(1, 2))]),
        ("kill (0,0) => (1,2)", [("attack", cid(0, 0), cid(1, 2))]),
        ("damage (1,2) by 2", [("attack", None, cid(1, 2))]),
        (
            "combine 2 from up and 1 from down at (0,0)",
            [("move", cid(1, 1), cid(0, 0)), ("move", cid(-1, -1), cid(0, 0))],
        ),
        ("split (0,0) up 2 and left-up 1", [("move", cid(0, 0), cid(1, 1)), ("move", cid(0, 0), cid(1, 0))]),
        ("backstab (0,0) right-up", [("move", cid(0, 0), cid(0, 1))]),
        ("black resigns", []),
        ("word 0xffffffff", []),
    ],
)
def test_arrows_of_tribun_lead_where_the_word_does(sentence: str, expected: object) -> None:
    assert ends("tribun", tribun_notation.read_action(sentence, RULES), RULES, None) == expected


def test_arrows_of_tactics_begin_at_whoever_can_only_be_meant() -> None:
    state = tactics_notation.read_position("P1 to move, a = P1 at (1,1), b = P1 at (3,1), x = P2 at (2,1)")
    step = {"type": "MOVE", "playerId": "P1", "targetPosition": {"x": 1, "y": 0}, "targetUnitId": None}
    assert ends("tactics", step, None, state) == [("move", (1, 1), (1, 0))]
    hit = {"type": "ATTACK", "playerId": "P1", "targetPosition": None, "targetUnitId": "x"}
    assert ends("tactics", hit, None, state) == [("attack", None, (2, 1))]
    assert ends("tactics", {"type": "END_TURN"}, None, state) == []
    assert ends("tactics", 3, None, 4) == []


def test_arrows_are_drawn_and_explained() -> None:
    state = tactics_notation.read_position("P1 to move, a = P1 at (1,1), x = P2 at (2,1)")
    both = {"type": "MOVE_AND_ATTACK", "playerId": "P1", "targetPosition": {"x": 1, "y": 0}, "targetUnitId": "x"}
    arrows = support_of("tactics").picture.arrows(both, None, state)
    said = [text.text for text in drawn("tactics", state, None, arrows).iter(f"{SVG}text")]
    assert {"moves", "attacks"} <= set(said)


@pytest.mark.parametrize("name", ["</title><script>x</script>", "a\u0000b", '"', "&amp;", "\ud800"])
def test_names_of_any_letters_stay_text(name: str) -> None:
    unit = {"id": name, "owner": "P1", "hp": 1, "attack": 1, "alive": True, "position": {"x": 0, "y": 0}}
    root = drawn("tactics", {**tactics_notation.BLANK, "units": [unit]})
    assert len(units(root)) == 1


@pytest.mark.parametrize("position", [None, 3, {}, {"board": "?"}, {"units": [1]}, [], "x" * 400])
@pytest.mark.parametrize("game", games())
def test_what_is_no_position_is_written_out(game: str, position: Any) -> None:
    text = "".join(drawn(game, position).itertext())
    assert "no board to draw" in text or json.dumps(position)[:100] in text


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
                tiles |= {len(names) for names in boards(root)}
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


def test_a_board_is_defined_once_however_often_it_is_drawn() -> None:
    start = support_of("tactics").sketch_of(tactics.show_position(tactics.start(tactics.REGISTER.rules("v1"))))
    one, many = (len(svg.document(svg.below([start] * times), "boards")) for times in (1, 11))
    assert (many - one) / 10 < 0.4 * one
