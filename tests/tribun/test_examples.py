"""What the rulebook of Tribun shows is what its examples ask: positions, words, pictures and counts."""

from __future__ import annotations

import base64
import re

import pytest

from ludex import where
from ludex.games import tribun
from ludex.games.tribun.board import COLORS
from ludex.games.tribun.position import Position
from ludex.games.tribun.replay import perft
from ludex.games.tribun.units import UNITS, Unit
from ludex.rulebook import read_rulebook
from tests.examples import book, example, examples, figure, table
from tests.guards import at_least_one
from tests.tribun.boards import position
from tests.vector_files import topics

CLAUSES = read_rulebook(where.spec() / "tribun" / "rulebook")
SHOWN = re.compile(r"(black|white) (T?\d(?:/\d)?) on (\(-?\d,-?\d\))")
TRIBUNS = {"black T1 on (-5,-5)", "white T1 on (5,5)"}
MIDDLE = Position(base64.b64decode(example("tribun", "count-middle-game-2026-01")["input"]["position"]["board"]), 0)
DEFAULT = "2026-01"


def units_on(board: str) -> set[str]:
    """The units of a stored board, as the rulebook writes them."""
    found = ((cid, UNITS[byte]) for cid, byte in enumerate(base64.b64decode(board)) if byte)
    return {f"{written(unit)} on ({cid // 11 - 5},{cid % 11 - 5})" for cid, unit in found if unit}


def written(unit: Unit) -> str:
    return f"{COLORS[unit.color]} {'T' * unit.tribun}{unit.p}{f'/{unit.s}' * bool(unit.s)}"


def told(line: str) -> set[str]:
    return {f"{color} {unit} on {tile}" for color, unit, tile in SHOWN.findall(line)}


def blocks(clause: str) -> list[str]:
    """What stands between fences in the notes of a clause."""
    return re.findall(r"```\n(.*?)```", CLAUSES[clause].notes, re.DOTALL)


def tokens(picture: str, origin: str) -> dict[tuple[int, int], str]:
    """What stands on the tiles of a picture in which this token stands on (0,0)."""
    found = [(row, m.start(), m[0]) for row, line in enumerate(picture.splitlines()) for m in re.finditer(r"\S+", line)]
    top, left = next((row, column) for row, column, token in found if token == origin)
    places = (((top - row), (column - left) // 3, token) for row, column, token in found)
    return {((up - right) // 2, (up + right) // 2): token for up, right, token in places}


def pictured(picture: str, origin: str) -> set[str]:
    """The units of a picture."""
    colors = {"b": "black", "w": "white"}
    found = tokens(picture, origin).items()
    return {f"{colors[token[0]]} {token[1:]} on ({x},{y})" for (x, y), token in found if token[0] in colors}


def marked(picture: str, origin: str, mark: str) -> set[int]:
    """The cids of the tiles that bear a mark."""
    return {(x + 5) * 11 + y + 5 for (x, y), token in tokens(picture, origin).items() if token == mark}


def test_each_before_and_after_of_the_text_is_an_example() -> None:
    seen = 0
    for clause in CLAUSES:
        for block in (block for block in blocks(clause) if block.startswith("before ")):
            before, *outcomes = re.split(r"^word", block, flags=re.MULTILINE)
            for words in at_least_one(outcomes):
                word, _, after = words.partition("\n")
                one = next(
                    one for one in examples("tribun") if one["says"].removeprefix("word").split() == word.split()
                )
                assert one["input"]["action"] == int(word.split(":")[0], 16)
                assert units_on(one["input"]["position"]["board"]) == told(before) | TRIBUNS
                if after.startswith("after"):
                    assert units_on(one["expect"]["position"]["board"]) == told(after) | TRIBUNS
                else:
                    named = {f"TRB-{name}" for name in re.findall(r"[A-Z]{3}-\d+", after)}
                    assert set(one["expect"]["illegal"]["broken"]) == named
                seen += 1
    assert seen >= 8


PICTURES = [
    ("height-1-black", "TRB-PAT-1", 0, "b1"),
    ("height-1-white", "TRB-PAT-1", 1, "w1"),
    ("height-2", "TRB-PAT-3", 0, "b2"),
    ("height-3", "TRB-PAT-4", 0, "b3"),
    ("height-4", "TRB-PAT-5", 0, "b4"),
    ("height-8", "TRB-PAT-8", 0, "b8"),
    ("height-6-rays", "TRB-AIM-6", 0, "b6"),
    ("height-6-ring", "TRB-AIM-6", 0, "b6"),
    ("height-6-flood", "TRB-AIM-6", 0, "b6"),
]


@pytest.mark.parametrize(("name", "clause", "number", "origin"), PICTURES, ids=[row[0] for row in PICTURES])
def test_a_picture_of_the_text_is_that_of_its_example(name: str, clause: str, number: int, origin: str) -> None:
    one, picture = example("tribun", name), blocks(clause)[number]
    aimed_at = marked(picture, origin, "x")
    shown = units_on(one["input"]["board"])
    targets = {unit for unit in shown if aimed_at and " 8 on" in unit}  # so that an aim has something to be seen by
    assert shown - targets == pictured(picture, origin)
    assert set(one["expect"]["attacks"]) == aimed_at or not aimed_at
    assert set(one["expect"]["moves"]) == marked(picture, origin, "o") or clause == "TRB-AIM-6"


@pytest.mark.parametrize("edition", ["2026-01", "2026-04"])
def test_the_middle_game_has_as_many_ways_to_play_as_the_text_says(edition: str) -> None:
    rows = {row[0]: row[1:] for row in table("tribun", "| middle game, other readings default | depth 1 | depth 2 |")}
    rules = tribun.REGISTER.rules(edition)
    assert [perft(MIDDLE, depth, rules) for depth in (1, 2)] == [figure(cell) for cell in rows[f"edition `{edition}`"]]


def test_the_middle_game_is_drawn_as_it_is() -> None:
    drawn = next(block for block in re.findall(r"```\n(.*?)```", book("tribun"), re.DOTALL) if "w4/8" in block)
    assert pictured(drawn, "b2/3") == units_on(base64.b64encode(MIDDLE.board).decode())


def test_the_middle_game_has_words_of_the_kinds_that_the_text_says() -> None:
    kinds = [
        "MOVE",
        "KILL",
        "LIBERATE",
        "DAMAGE",
        "ENSLAVE",
        "COMBINE",
        "SYM_COMBINE",
        "SPLIT",
        "BACKSTABB",
        "ATTACK_TRIBUN",
    ]
    words = tribun.legal(MIDDLE, tribun.REGISTER.rules(DEFAULT))
    counted = ", ".join(
        f"{count} {kind}" for code, kind in enumerate(kinds) if (count := sum(w >> 28 == code for w in words))
    )
    assert f"The {len(words)} words are {' and '.join(counted.rsplit(', ', 1))}." in book("tribun")


READINGS = table("tribun", "| entry | other reading | what changes in an engine | depth 1 | depth 2 |")


@pytest.mark.parametrize("row", READINGS, ids=[f"{row[0]}-{row[1]}" for row in READINGS])
def test_a_reading_changes_the_counts_as_the_text_says(row: list[str]) -> None:
    rules = tribun.REGISTER.rules(DEFAULT, {row[0].strip("*"): row[1].strip("`")})
    assert [perft(MIDDLE, depth, rules) for depth in (1, 2)] == [figure(cell) for cell in row[3:]]


def test_every_reading_that_is_no_default_has_its_row() -> None:
    others = [(entry.id, one) for entry in tribun.REGISTER.entries for one in entry.readings if one != entry.default]
    assert sorted((row[0].strip("*"), row[1].strip("`")) for row in READINGS) == sorted(others)


def test_a_unit_alone_has_as_many_splits_as_the_text_says() -> None:
    (row,) = table("tribun", "| height | 1 | 2 | 3 | 4 | 6 | 8 |")
    rules = tribun.REGISTER.rules(DEFAULT)
    for height, cell in at_least_one(zip((1, 2, 3, 4, 6, 8), row[1:], strict=True)):
        alone = position("black", f"black {height} at (0,0)", "black T1 at (-5,-5)", "white T1 at (5,5)")
        assert sum(word >> 28 == 7 for word in tribun.legal(alone, rules)) == figure(cell), height


def test_no_list_of_the_vectors_is_longer_than_the_text_says() -> None:
    both = [whole for edition in tribun.REGISTER.editions for whole in topics("tribun", edition)]
    expected = (one["expect"] for whole in both if whole["operation"] == "legal" for one in whole["vectors"])
    longest = max(
        len(answer["actions"]) + len(answer.get("conditional", ())) for answer in expected if "actions" in answer
    )
    assert f"No list in the vectors has more than {longest:,} words," in book("tribun")
