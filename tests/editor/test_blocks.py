"""A text in blocks: told the same as when it is read whole, and read anew only where it changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex import where
from ludex.editor.blocks import BlockReader
from ludex.notation import NotReadable
from ludex.scenario import read_text
from ludex.scenario.text_blocks import blocks_of

FILES = [path for game in where.games() for path in where.scenarios(game)]
PIECES = st.sampled_from(["", "a", " ", "\n", ",", '"', "(", "--", "\t", "\r", "game x\n", "background\n", "ä🎲"])


def told(problems: Any) -> list[tuple[object, ...]]:
    def one(problem: NotReadable) -> tuple[object, ...]:
        row = problem.row and problem.row.line
        return problem.file, problem.line, problem.column, problem.expected, problem.hint, problem.text, row

    return [one(problem) for problem in problems]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_file_that_ships_says_the_same_in_blocks(path: Path) -> None:
    text = path.read_text("utf-8")
    read = BlockReader().read(text, str(path))
    whole = read_text(text, str(path))
    assert "".join(block.text for block in read.blocks) == text
    names = [scenario.name for piece in read.pieces for scenario in piece.file.scenarios]
    assert names == [scenario.name for scenario in whole.scenarios]
    places = [piece.place(scenario.place).line for piece in read.pieces for scenario in piece.file.scenarios]
    assert places == [scenario.place.line for scenario in whole.scenarios]


@settings(max_examples=150, deadline=None)
@given(path=st.sampled_from(FILES), at=st.floats(0, 1), cut=st.integers(0, 40), instead=PIECES)
def test_an_edited_file_has_the_same_errors_in_blocks(path: Path, at: float, cut: int, instead: str) -> None:
    text = path.read_text("utf-8")
    start = int(at * len(text))
    edited = text[:start] + instead + text[start + cut :]
    reader = BlockReader()
    reader.read(text, str(path))
    assert told(reader.read(edited, str(path)).problems()) == told(read_text(edited, str(path)).problems)


def many(number: int) -> str:
    played = "  given  P1 to move, a = P1 at (1,1), x = P2 at (4,4)\n  when   move to (2,1)\n  then   a at (2,1)\n"
    return "game tactics\n\n" + "\n".join(f'scenario "{one}"\n{played}' for one in range(number))


def test_one_letter_in_three_hundred_scenarios_reads_one_of_them() -> None:
    reader = BlockReader()
    text = many(300)
    assert reader.read(text, "").anew == 300
    assert reader.read(text, "").anew == 0
    at = text.index('scenario "150"')
    broken = text[:at] + text[at:].replace("move to", "moev to", 1)
    after = reader.read(broken, "")
    assert after.anew == 1
    (problem,) = after.problems()
    assert broken.split("\n")[problem.line - 1] == "  when   moev to (2,1)"
    assert reader.read(f"-- a line more\n{broken}".replace("-- a line more\n", "", 1), "").anew == 0


def test_lines_that_are_inserted_above_move_what_is_told_and_read_nothing() -> None:
    reader = BlockReader()
    text = many(3).replace("a at (2,1)", "a ta (2,1)")
    before = [problem.line for problem in reader.read(text, "").problems()]
    at = text.index('scenario "2"')
    moved = reader.read(f"{text[:at]}\n\n{text[at:]}", "")
    assert [problem.line for problem in moved.problems()] == [*before[:2], before[2] + 2]
    assert moved.anew == 1  # the blank lines belong to the scenario above them


@pytest.mark.parametrize(
    "text",
    [
        'scenario "a"\n  given standard start\n',
        'game tactics\nscenario "a"\n  given standard start\n  then still open\n' * 2,
        'game tactics\ninclude "none.ludex-part"\nscenario "a"\n  given standard start\n',
        "game tactics\nbackground\n  given  nonsense\n",
        'game tactics\nscenario "a"\n  given standard start\n  then still open\ngame chess\n',
        'game tactics\nscenario "a"\n  given standard start\n  then still open\nscenario "b\r"\n  why b\n',
        "",
    ],
)
def test_what_concerns_several_scenarios_is_told_as_by_the_whole(text: str) -> None:
    assert told(BlockReader().read(text, "x.ludex").problems()) == told(read_text(text, "x.ludex").problems)


def test_blocks_begin_at_heads_at_the_margin() -> None:
    kinds = [block.kind for block in blocks_of('-- note\ngame a\nscenario "x"\n  scenario\nscenarios\noutline--\n')]
    assert kinds == ["", "game", "scenario", "outline"]
