"""What `ludex diff --rules` tells of editions, readings and revisions."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludex import where
from ludex.changes.sides import Side, Tree, read_side, read_sides
from ludex.fault import Fault
from ludex.vectors.format import Topic, Vector
from tests.changes.repository import Repository

LUDEX = (sys.executable, "-c", "import sys; from ludex.cli import main; sys.exit(main())")


def diff(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [*LUDEX, "diff", "--rules", "--tree", str(root), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def few(_: Topic, vector: Vector) -> bool:
    return int(vector.id[-2:], 16) % 24 == 0


def test_two_editions_are_told_apart_clause_by_clause_with_boards(tmp_path: Path) -> None:
    Repository(tmp_path, {"tribun": few})
    told = diff(tmp_path, "tribun@2026-01", "tribun@2026-04", "--play", "4", "--show", "1")
    assert told.returncode == 1, told.stderr
    assert "kill-mover: move -> attack\n    Who may move onto a tile that an attack empties" in told.stdout
    clauses = re.findall(r"^(TRB-[A-Z]{3}-[0-9]+) · ", told.stdout, re.MULTILINE)
    assert {"TRB-KIL-4", "TRB-WRD-3", "TRB-POS-3"} <= set(clauses)
    story = told.stdout[told.stdout.index("TRB-KIL-4") :]
    assert "was refused, is allowed: kill-" in story
    assert "action: kill (" in story
    assert "before: refused as illegal (TRB-KIL-4)" in story


def test_two_readings_are_told_apart_by_the_clause_of_the_entry(tmp_path: Path) -> None:
    Repository(tmp_path, {"tactics": few})
    told = diff(tmp_path, "tactics@v1", "tactics@v1+dead-blocks=yes", "--play", "0")
    assert told.returncode == 1, told.stderr
    assert set(re.findall(r"^(TAC-[A-Z]{3}-[0-9]+) · ", told.stdout, re.MULTILINE)) == {"TAC-MOV-1"}


def test_the_same_rules_are_told_to_be_the_same(tmp_path: Path) -> None:
    Repository(tmp_path, {"tactics": few})
    told = diff(tmp_path, "HEAD", ".", "--play", "2")
    assert told.returncode == 0, told.stderr
    assert "Nothing that was asked tells the two apart." in told.stdout


def test_two_revisions_are_told_apart_and_so_are_their_texts(tmp_path: Path) -> None:
    repository = Repository(tmp_path, {"tactics": few})
    old = '    if left < 0 and rules.reads("hp-floor", "zero"):'
    repository.change("reference/ludex/games/tactics/attacking.py", old, "    if left < 0:")
    title = "### TAC-ATK-5 · must · effect · Damage\n"
    repository.change("spec/tactics/rulebook/08-attacking.md", title, f"{title}By the rules of the house. ")
    told = diff(tmp_path, "HEAD", ".", "--play", "0")
    assert told.returncode == 1, told.stderr
    assert "TAC-ATK-5 · Damage" in told.stdout
    assert "Clauses whose text changed:\n  TAC-ATK-5\n    before: must: " in told.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tribun@2026-01", "tactics@v1"), "not rules of one game"),
        (("tribun@2026-13", "tribun@2026-04"), "unknown edition: '2026-13'"),
        (("tactics@v1", "tactics@v1+hp-flor=zero"), "did you mean hp-floor?"),
        (("chess@1", "chess@2"), "there are no rules of 'chess'"),
        (("no-such-revision", "."), "git: "),
        (("tactics@", "tactics@v1"), "does not name rules"),
    ],
)
def test_rules_that_are_named_wrong_are_a_fault_of_the_command_line(
    tmp_path: Path, words: tuple[str, str], said: str
) -> None:
    Repository(tmp_path, {"tactics": few, "tribun": few})
    told = diff(tmp_path, *words)
    assert (told.returncode, said in told.stderr) == (2, True), told.stderr
    assert "Traceback" not in told.stderr


def test_a_side_is_an_edition_with_readings_of_a_revision() -> None:
    side = read_side("HEAD~3:tribun@2026-01+kill-mover=attack+boards=study")
    choices = {"kill-mover": "attack", "boards": "study"}
    assert side == Side(side.label, "HEAD~3", "tribun", "2026-01", choices)
    assert read_side("main") == Side("main", revision="main")
    with pytest.raises(Fault):
        read_sides("tribun@2026-01", "main")


def test_rules_that_are_installed_without_a_checkout_have_their_games(tmp_path: Path) -> None:
    assert Tree(tmp_path).games() == where.games()
