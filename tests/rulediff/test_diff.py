"""What `ludex diff --rules` tells of editions, readings and revisions."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ludex import where
from ludex.cli import main
from ludex.fault import Fault
from ludex.rulediff import telling
from ludex.rulediff.flips import Flip, SidedQuestion, explain
from ludex.rulediff.sides import Side, Tree, read_side, read_sides
from ludex.vectors.format import Topic, Vector
from tests.rulediff.repository import Repository

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
    words, _, boards = told.stdout.partition("Vectors: ")
    assert "kill-mover: move -> attack (open before: move, attack; open now: attack)\n    Who may move onto" in words
    assert "  decline: no -> yes\n" in words
    assert "(spec/tribun/rulebook/10-editions.md sums them up)" in words
    assert "  TRB-DRW-12 · Decline: After a decline no offer must be pending" in words
    clauses = re.findall(r"^(TRB-[A-Z]{3}-[0-9]+) · ", boards, re.MULTILINE)
    assert clauses[0] == "TRB-KIL-4", "what may be played comes first"
    assert {"TRB-POS-3", "TRB-SNP-1", "TRB-WRD-8"} <= set(clauses)
    # What changed is the layout of a word; the check of its bits is what it is first seen at.
    assert re.findall(r"^First seen at (TRB-[A-Z]{3}-[0-9]+) · ", boards, re.MULTILINE)[:2] == [
        "TRB-WRD-3",
        "TRB-WRD-7",
    ]
    story = boards[boards.index("TRB-KIL-4") :]
    assert "was refused, is allowed: " in story
    assert "action: kill (" in story
    assert "before: refused as illegal (TRB-KIL-4)" in story


def test_two_readings_are_told_apart_by_the_clause_of_the_entry(tmp_path: Path) -> None:
    Repository(tmp_path, {"tactics": few})
    told = diff(tmp_path, "tactics@v1", "tactics@v1+dead-blocks=yes", "--play", "0")
    assert told.returncode == 1, told.stderr
    assert set(re.findall(r"^(TAC-[A-Z]{3}-[0-9]+) · ", told.stdout, re.MULTILINE)) == {"TAC-MOV-1"}


def test_what_is_no_question_of_play_is_told_without_long_texts(tmp_path: Path) -> None:
    Repository(tmp_path, {"tribun": lambda topic, vector: topic.operation == "replay" and few(topic, vector)})
    told = diff(tmp_path, "tribun@2026-01", "tribun@2026-04", "--play", "0")
    assert "TRB-SNP-1 · The fields of a snapshot" in told.stdout
    assert re.search(r'"board":"[A-Za-z0-9+/]{20}… \(164 characters\)"', told.stdout)
    assert max(len(line) for line in told.stdout.splitlines()) < 500


def test_the_same_rules_are_told_to_be_the_same(tmp_path: Path) -> None:
    Repository(tmp_path, {"tactics": few})
    told = diff(tmp_path, "HEAD", ".", "--play", "2")
    assert told.returncode == 0, told.stderr
    assert "Nothing that was asked tells the two apart." in told.stdout


def test_two_revisions_are_told_apart_and_so_are_their_texts(tmp_path: Path) -> None:
    repository = Repository(tmp_path, {"tactics": few})
    repository.change("reference/ludex/games/tactics/attacking.py", 'rules.reads("hp-floor", "zero")', "(True)")
    title = "### TAC-ATK-5 · must · effect · Damage\n"
    repository.change("spec/tactics/rulebook/08-attacking.md", title, f"{title}By the rules of the house. ")
    told = diff(tmp_path, "HEAD", ".", "--play", "0")
    assert told.returncode == 1, told.stderr
    assert "TAC-ATK-5 · Damage" in told.stdout
    assert "Clauses whose text changed:\n  TAC-ATK-5\n    before: must: " in told.stdout


def test_a_changed_figure_of_a_rulebook_changes_answers(tmp_path: Path) -> None:
    repository = Repository(
        tmp_path, {"minions": lambda topic, vector: topic.operation == "apply" and few(topic, vector)}
    )
    zombie = '"letter": "Z",\n   "card": null,\n   "attack": "normal",\n   "value": 1,\n   "defense": '
    repository.change("spec/minions/data/initiate.json", f"{zombie}1", f"{zombie}2")
    told = diff(tmp_path, "HEAD", ".", "--play", "0")
    assert told.returncode == 1, told.stderr
    assert "table.kinds.zombie.defense: 1 -> 2\n" in told.stdout
    assert re.search(r"^(First seen at )?MIN-[A-Z]{3}-[0-9]+ · ", told.stdout, re.MULTILINE)


@pytest.fixture(scope="module")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """A repository that nobody changes."""
    return Repository(tmp_path_factory.mktemp("two"), {"tactics": few, "tribun": few})


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tribun@2026-01", "tactics@v1"), "not rules of one game"),
        (("tribun@2026-13", "tribun@2026-04"), "unknown edition: '2026-13'"),
        (("tactics@v1", "tactics@v1+hp-flor=zero"), "did you mean hp-floor?"),
        (("chess@1", "chess@2"), "there are no rules of 'chess'"),
        (("no-such-revision", "."), "git knows no revision 'no-such-revision' here"),
        (("tactics@", "tactics@v1"), "does not name rules"),
        (("HEAD:tribun@2026-01", "HEAD:tribun@2026-99"), "HEAD:tribun@2026-99: unknown edition: '2026-99'"),
        (("HEAD:tactics@v1", "tactics@v1+hp-floor=one"), "unknown choice of hp-floor in edition v1: 'one'"),
        (("tactics", "tactics"), "'tactics' is a game, and no edition of it"),
        (("tactics@v1+hp-floor=none+hp-floor=zero", "tactics@v1"), "chooses hp-floor twice"),
        (("tactics@v1", "tactics@v1+hp-floor=zero", "--game", "tribun"), "tactics@v1 is not of tribun"),
    ],
)
def test_rules_that_are_named_wrong_are_a_fault_of_the_command_line(
    two_games: Repository, capsys: pytest.CaptureFixture[str], words: tuple[str, str], said: str
) -> None:
    assert main(["diff", "--rules", "--tree", str(two_games.root), *words]) == 2
    assert said in capsys.readouterr().err


def test_a_side_is_an_edition_with_readings_of_a_revision() -> None:
    side = read_side("HEAD~3:tribun@2026-01+kill-mover=attack+boards=study")
    choices = {"kill-mover": "attack", "boards": "study"}
    assert side == Side(side.label, "HEAD~3", "tribun", "2026-01", choices)
    assert read_side("main") == Side("main", revision="main")
    with pytest.raises(Fault):
        read_sides("tribun@2026-01", "main")


# The clause by which two derivations part

BROKEN = {"answer": {"illegal": {"broken": ["A-1"], "moot": []}}}
DONE: dict[str, Any] = {"answer": {"position": 1}}


@dataclass(frozen=True)
class Told:
    """Two workers that have been asked already."""

    old: list[Any]
    new: list[Any]

    def ask(self, _: Any) -> Iterator[tuple[Any, Any]]:
        yield {**BROKEN, "steps": self.old}, {**DONE, "steps": self.new}


def check(clause: str, answer: str = "yes", asked: str = "") -> tuple[str, str, str, str, bool]:
    return clause, "check", asked, answer, answer == "yes"


def effect(clause: str, answer: str, asked: str = "") -> tuple[str, str, str, str, bool]:
    return clause, "effect", asked, answer, answer == "left"


@pytest.mark.parametrize(
    ("old", "new", "clause", "traced"),
    [
        ([check("A-1", "no")], [check("A-1")], "A-1", True),
        ([check("A-1", "no", "one")], [check("A-1", "yes", "other")], "A-1", False),
        ([check("A-1"), check("A-2", "no")], [check("A-1")], "A-2", True),
        # What one side alone asks, and nothing comes of it, is not what changed.
        ([check("A-3"), check("A-1", "no")], [check("A-1")], "A-1", True),
        ([effect("A-3", "left"), check("A-1", "no")], [check("A-1")], "A-1", True),
        ([effect("A-3", "moved"), check("A-1", "no")], [check("A-1")], "A-3", False),
        # A relation that is asked once more is passed over.
        ([check("A-2"), check("A-1", "no")], [check("A-2"), check("A-2"), check("A-1")], "A-1", True),
        ([check("A-2"), check("A-1")], [check("A-1"), check("A-2")], "A-1", False),
        ([check("A-1")], [check("A-1")], "", False),
    ],
)
def test_derivations_part_by_a_clause_that_answers_otherwise_to_the_same_question(
    old: list[Any], new: list[Any], clause: str, traced: bool
) -> None:
    asked = SidedQuestion({}, {"operation": "apply", "fields": {}})
    (flip,) = explain([Flip(asked, BROKEN, DONE)], Told(old, new))  # type: ignore[arg-type]
    assert (flip.clause, flip.traced) == (clause, traced)


def test_refusals_that_differ_in_what_was_not_asked_part_by_that_clause() -> None:
    class Silent:
        def ask(self, _: Any) -> Iterator[tuple[Any, Any]]:
            yield {**BROKEN, "steps": []}, {**BROKEN, "steps": []}

    other = {"answer": {"illegal": {"broken": ["A-1"], "moot": ["A-5"]}}}
    asked = SidedQuestion({}, {"operation": "apply", "fields": {}})
    (flip,) = explain([Flip(asked, BROKEN, other)], Silent())  # type: ignore[arg-type]
    assert flip.clause == "A-5"


def test_rules_that_are_installed_without_a_checkout_have_their_games(tmp_path: Path) -> None:
    assert Tree(tmp_path).games() == where.games()


@pytest.mark.parametrize(("width", "lines"), [(48, 2), (49, 5)])
def test_boards_stand_below_each_other_where_two_are_too_wide(width: int, lines: int) -> None:
    told = telling._beside(f"before\n{'#' * width}", f"after\n{'.' * width}").splitlines()
    assert (len(told), max(map(len, told)) <= 100) == (lines, True)
    assert "#" * width in told[1]
    assert "." * width in told[-1]
