"""`ludex show`: a position, a scenario or a vector, in the terminal, as SVG, and as a page."""

from __future__ import annotations

import json
import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from ludex.cli import main
from ludex.scenario import read_file
from ludex.vectors.suite import open_suite
from ludex.where import games, spec
from tests.guards import at_least_one

SVG = "{http://www.w3.org/2000/svg}"
TEXT = """\
game tactics

scenario "a hit, and one more"
  why    the target loses what the attacker has
  cites  TAC-ATK-5
  given  P1 to move, a = P1 at (1,1), x = P2 at (2,1)
  when   attack x
  then   x has hp 7
  when   attack x
  then   x has hp 4
  when   move to (2,1)
  then   rejected with occupied

scenario "another"
  given  standard start, P1 to move
  then   5 legal actions
"""
Output = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hits.ludex"
    path.write_text(TEXT, encoding="utf-8")
    return path


def shown(capsys: Output, *words: str) -> str:
    assert main(["show", *words]) == 0
    return capsys.readouterr().out


def boards(document: str) -> int:
    return sum(use.get("href") == "#tactics-board" for use in ET.fromstring(document).iter(f"{SVG}use"))


def test_a_scenario_is_shown_step_by_step(file: Path, capsys: Output) -> None:
    out = shown(capsys, f"{file}:3")
    assert out.startswith("a hit, and one more\n  why    the target loses what the attacker has\n")
    assert out.count("P1 to move\n") == 4
    assert [out.index(text) for text in ("given", "when attack x", "hp 7", "hp 4", "when move to (2,1)")] == sorted(
        out.index(text) for text in ("given", "when attack x", "hp 7", "hp 4", "when move to (2,1)")
    )
    assert "illegal: " in out
    assert "then rejected with occupied" in out
    assert "*x" in out
    assert "another" not in out


@pytest.mark.parametrize(
    ("line", "name"), [(3, "a hit"), (8, "a hit"), (13, "a hit"), (14, "another"), (99, "another")]
)
def test_a_line_names_the_scenario_that_it_belongs_to(file: Path, capsys: Output, line: int, name: str) -> None:
    assert shown(capsys, f"{file}:{line}:1").startswith(name)


def test_a_file_is_shown_whole(file: Path, capsys: Output) -> None:
    out = shown(capsys, str(file))
    assert "a hit, and one more" in out
    assert "another" in out


def test_nothing_is_cut_off_however_long_a_file_is(capsys: Output) -> None:
    shipped = spec() / "tribun" / "scenarios"
    path = max(shipped.glob("*.ludex"), key=lambda path: path.stat().st_size)
    names = [scenario.name for scenario in read_file(path).scenarios]
    out = shown(capsys, str(path))
    assert len(out) > 10_000
    assert [name for name in names if name not in out] == []
    assert "..." not in out[-5:]


def test_each_step_is_drawn(file: Path, capsys: Output) -> None:
    assert boards(shown(capsys, f"{file}:3", "--svg")) == 4
    assert boards(shown(capsys, str(file), "--svg")) == 5


def test_a_page_stands_by_itself(file: Path, tmp_path: Path, capsys: Output) -> None:
    page = tmp_path / "page.html"
    assert "written to" in shown(capsys, str(file), "--html", str(page))
    text = page.read_text(encoding="utf-8")
    assert text.count('<svg class="board"') == 5
    assert text.count('<symbol id="tactics-board"') == 1
    assert re.findall("<h1[^>]*>(.*)</h1>", text) == ["a hit, and one more", "another"]
    assert "http" not in text.replace("http-equiv", "")
    assert 'aria-label="when attack x: a = P1 hp 10 attack 3, x = P2 hp 7 attack 3, P1 to move"' in text


def test_a_page_of_a_whole_file_is_small(tmp_path: Path, capsys: Output) -> None:
    """A board is written once, and named wherever it is drawn: this was 2.6 MB."""
    path = spec() / "minions" / "scenarios" / "ends.ludex"
    path = path if path.exists() else max(path.parent.glob("*.ludex"), key=lambda one: one.stat().st_size)
    shown(capsys, str(path), "--html", str(tmp_path / "page.html"))
    assert (tmp_path / "page.html").stat().st_size < 700_000


def test_what_is_expected_and_not_so_is_marked_and_is_status_1(file: Path, tmp_path: Path, capsys: Output) -> None:
    file.write_text(TEXT.replace("x has hp 4", "x has hp 5"))
    assert main(["show", str(file)]) == 1
    out = capsys.readouterr().out
    assert "then x has hp 5\nNOT SO: the position is not as expected: x: expected hp 5, got hp 4\n" in out
    assert out.count("NOT SO") == 1
    assert main(["show", str(file), "--html", str(tmp_path / "page.html")]) == 1
    told = "the position is not as expected: x: expected hp 5, got hp 4"
    assert f'class="warning">Not so: {told}' in (tmp_path / "page.html").read_text()
    assert main(["show", str(file), "--svg", str(tmp_path / "page.svg")]) == 1
    assert f">NOT SO: {told}" in (tmp_path / "page.svg").read_text()
    assert main(["show", f"{file}:14"]) == 0


def test_a_refusal_that_does_not_come_is_marked(file: Path, capsys: Output) -> None:
    file.write_text(TEXT.replace("x has hp 7", "refused by TAC-ATK-5"))
    assert main(["show", str(file)]) == 1
    assert "NOT SO: expected `refused by TAC-ATK-5`, but it applies" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("standard start, P1 to move",), "u1 = P1 hp 10 attack 3"),
        (("standard start, black to move",), "black to move"),
        (("--game", "tactics", "P2 to move, a = P1 at (0,0), x = P2 at (4,4)"), "P2 to move"),
        (("bT1.10|10.|9|8|7|6|7|8|9|10|10.wT1 b - - -",), ""),
    ],
)
def test_a_position_is_read_by_the_game_that_can(words: tuple[str, ...], said: str, capsys: Output) -> None:
    if not said:
        from ludex.notation.tribun import read_position, show_compact

        words = (show_compact(read_position("black to move, black T1 at (-5,-5), white T1 at (5,5)")),)
        said = "bT1"
    assert said in shown(capsys, *words)


def test_a_position_may_be_json_or_stand_in_a_file(tmp_path: Path, capsys: Output) -> None:
    from ludex.notation.tactics import read_position

    text = json.dumps(read_position("P1 to move, a = P1 at (1,1), x = P2 at (2,1)"))
    (tmp_path / "state.json").write_text(text)
    assert shown(capsys, text) == shown(capsys, str(tmp_path / "state.json"))
    assert boards(shown(capsys, text, "--svg")) == 1


@pytest.mark.parametrize("game", games())
def test_vectors_of_every_kind_are_shown(game: str, capsys: Output) -> None:
    """One of each operation; of each topic with LUDEX_ALL=1."""
    suite = open_suite(game)
    topics = [*suite.topics(suite.editions[0])]
    some = topics if os.environ.get("LUDEX_ALL") else {topic.operation: topic for topic in topics}.values()
    for topic in at_least_one(some):
        vector = topic.vectors[len(topic.vectors) // 2]
        out = shown(capsys, f"{vector.id}@{topic.edition}")
        assert vector.why in out
        ET.fromstring(shown(capsys, f"{vector.id}@{topic.edition}", "--svg"))


def test_the_edition_is_the_latest_or_the_one_asked_for(capsys: Output) -> None:
    path = spec() / "tribun" / "scenarios" / "moves.ludex"
    assert "rules  tribun 2026-04" in shown(capsys, f"{path}:6")
    assert "rules  tribun 2026-01" in shown(capsys, f"{path}:6", "--edition", "2026-01")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("none.ludex",), "none.ludex cannot be read"),
        (("a-hit-00000000",), "no vector 'a-hit-00000000'"),
        (("complete nonsense",), "this is no position"),
        (("{",), "this is no JSON"),
        (("{}",), "this is no position"),
        (("--game", "chess", "x"), "no game 'chess'"),
    ],
)
def test_what_cannot_be_shown_is_status_2(words: tuple[str, ...], said: str, capsys: Output) -> None:
    assert main(["show", *words]) == 2
    assert said in capsys.readouterr().err


def test_an_error_in_the_file_is_shown_where_it_stands(file: Path, capsys: Output) -> None:
    file.write_text('game tactics\nscenario "a"\n  givn x\n')
    assert main(["show", str(file)]) == 2
    assert "hits.ludex:3:3" in capsys.readouterr().err


def test_a_scenario_under_a_reading_that_there_is_not_is_told_as_such(file: Path, capsys: Output) -> None:
    given = "given  standard start, black to move"
    file.write_text(f'game tribun\nscenario "a"\n  under  kill-mover = atack\n  {given}\n  then   still open\n')
    assert main(["show", str(file)]) == 2
    err = capsys.readouterr().err
    assert f'not shown: "a"\n{file}:3:10: expected a choice for `kill-mover` in edition 2026-04: ' in err
    assert "(did you mean `attack`?)" in err


def test_actions_in_a_position_that_cannot_be_read_are_refused_like_it(file: Path, capsys: Output) -> None:
    given = "given  standard start, P1 to move, state without currentPlayer"
    file.write_text(f'game tactics\nscenario "a"\n  {given}\n  when   end turn\n  then   valid\n')
    out = shown(capsys, str(file))
    assert "when end turn" in out
    assert "unreadable: TAC-STA-1" in out


HALF = TEXT + '\nscenario "a third"\n  given  rubbish here\n  then   more\n'


def test_what_can_be_read_is_shown_and_what_cannot_is_named_with_line_and_reason(file: Path, capsys: Output) -> None:
    file.write_text(HALF)
    assert main(["show", str(file)]) == 2
    out, err = capsys.readouterr()
    assert "a hit, and one more\n" in out
    assert "another\n" in out
    assert err.startswith(f'not shown: "a third"\n{file}:19:22: expected a unit\'s name or `.` (nobody)\n')
    assert f"\n{file}:20:10: expected " in err
    assert err.count("not shown") == 1


def test_a_picture_holds_what_can_be_read(file: Path, tmp_path: Path, capsys: Output) -> None:
    file.write_text(HALF)
    assert main(["show", str(file), "--svg", str(tmp_path / "a.svg")]) == 2
    assert boards((tmp_path / "a.svg").read_text(encoding="utf-8")) == 5
    assert 'not shown: "a third"' in capsys.readouterr().err


def test_no_picture_is_made_of_nothing(file: Path, tmp_path: Path) -> None:
    file.write_text(HALF[HALF.index('scenario "a third"') :])
    assert main(["show", str(file), "--html", str(tmp_path / "a.html")]) == 2
    assert not (tmp_path / "a.html").exists()


@pytest.mark.parametrize(("line", "status"), [(3, 0), (13, 0), (14, 0), (18, 2), (20, 2)])
def test_a_line_of_a_scenario_that_cannot_be_read_shows_no_other(
    file: Path, capsys: Output, line: int, status: int
) -> None:
    file.write_text(HALF)
    assert main(["show", f"{file}:{line}"]) == status
    out, err = capsys.readouterr()
    assert bool(out) == (status == 0)
    assert ('not shown: "a third"' in err) == (status == 2)


def test_a_line_before_any_scenario_is_told(file: Path, capsys: Output) -> None:
    for line in (0, 1, 2):
        assert main(["show", f"{file}:{line}"]) == 2
        assert f"no scenario at line {line} of {file}" in capsys.readouterr().err


def test_a_row_of_a_table_names_its_own_scenario(file: Path, capsys: Output) -> None:
    rows = "  examples\n    | to    |\n    | (1,2) |\n    | (2,1) |\n"
    given = "given  P1 to move, a = P1 at (1,1), x = P2 at (4,4)"
    file.write_text(f'game tactics\noutline "to <to>"\n  {given}\n  when   move to <to>\n  then   a at <to>\n{rows}')
    for line, name in ((2, "to (1,2)"), (8, "to (1,2)"), (9, "to (2,1)")):
        assert shown(capsys, f"{file}:{line}").startswith(name)


def test_scenarios_that_are_not_about_the_edition_are_named(file: Path, capsys: Output) -> None:
    scenarios = [f'scenario "{name}"\n  given  standard start, black to move\n  then   still open\n' for name in "ab"]
    file.write_text(f"game tribun edition 2026-01\n{scenarios[0]}game tribun\n{scenarios[1]}")
    assert main(["show", str(file), "--edition", "2026-04"]) == 2
    out, err = capsys.readouterr()
    assert out.startswith("b\n")
    told = "expected a scenario about edition 2026-04; this one is about 2026-01"
    assert err.startswith(f'not shown: "a"\n{file}:2:1: {told}\n')


def test_a_folder_and_a_file_that_is_not_there_are_told_as_such(tmp_path: Path, capsys: Output) -> None:
    assert main(["show", str(tmp_path)]) == 2
    assert f"{tmp_path} is a folder\n  Name one of its files." in capsys.readouterr().err
    assert main(["show", str(tmp_path / "none.txt")]) == 2
    assert f"there is no file {tmp_path / 'none.txt'}\n  Name a file such as " in capsys.readouterr().err


def test_a_position_in_json_that_is_none_names_the_clause(capsys: Output) -> None:
    assert main(["show", "{}"]) == 2
    err = capsys.readouterr().err
    assert "expected a position of tactics; this one breaks TAC-STA-1  (`ludex explain TAC-STA-1` tells" in err


def test_what_cannot_be_read_steers_no_terminal(file: Path, capsys: Output) -> None:
    file.write_text('game tactics\nscenario "\x1b[31ma"\n  given  \x1b]0;owned\x07\n')
    assert main(["show", str(file)]) == 2
    assert "\x1b" not in "".join(capsys.readouterr())


def test_a_reason_that_speaks_of_a_scenario_begins_none(file: Path, capsys: Output) -> None:
    file.write_text(TEXT.replace("  cites", "         scenario after scenario\n  cites"))
    assert shown(capsys, f"{file}:5").startswith("a hit, and one more")
    assert main(["show", str(file)]) == 0


def test_a_scenario_whose_name_cannot_be_read_is_not_told_as_the_one_before(file: Path, capsys: Output) -> None:
    file.write_text(TEXT + "\nscenario third  -- no quotation marks\n  given  standard start, P1 to move\n")
    assert main(["show", str(file)]) == 2
    assert f"not shown: third\n{file}:18:10: expected the name" in capsys.readouterr().err


def test_a_line_of_a_file_that_is_no_text_tells_so(file: Path, capsys: Output) -> None:
    file.write_bytes(b"\xff\xfe\0")
    assert main(["show", f"{file}:3"]) == 2
    assert "expected text in UTF-8" in capsys.readouterr().err
