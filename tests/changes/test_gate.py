"""Changes of rules that the gate and the comparison must get exactly right."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.changes.asking import Play
from ludex.changes.gate import Findings, declare, gate, lines
from ludex.fault import Fault
from ludex.vectors.format import Topic, Vector
from tests.changes.repository import Repository, thin

PLAY = Play(rows=6, moves=24)
LONG_PLAY = Play(rows=32, moves=40)
NO_PLAY = Play(rows=0)
ATTACKING = "reference/ludex/games/tactics/attacking.py"
FLOOR = '    if left < 0 and rules.reads("hp-floor", "zero"):'
NO_FLOOR = "    if left < 0:"


def some(_: Topic, vector: Vector) -> bool:
    """A tenth of the vectors, whichever they are."""
    return int(vector.id[-2:], 16) % 10 == 0


def tactics(folder: Path, keeps: Callable[[Topic, Vector], bool] = some) -> Repository:
    return Repository(folder, {"tactics": keeps})


def found(repository: Repository, play: Play = NO_PLAY) -> Findings:
    (one,) = gate(repository.root, "HEAD", play)
    return one


def test_rules_that_did_not_change_pass_and_are_not_compared(tmp_path: Path) -> None:
    one = found(tactics(tmp_path))
    assert (one.stops, one.review, one.comparison) == ([], [], None)


def test_a_change_of_code_that_changes_no_answer_passes(tmp_path: Path) -> None:
    repository = tactics(tmp_path)
    repository.change(
        ATTACKING, "    left = target.hp - attacker.attack\n", "    left = -attacker.attack + target.hp\n"
    )
    one = found(repository, PLAY)
    assert (one.stops, one.review) == ([], [])
    assert one.comparison is not None
    assert one.comparison.asked > 500
    assert one.comparison.played > 200


def test_an_undeclared_change_stops_with_the_clause_and_the_list(tmp_path: Path) -> None:
    repository = tactics(tmp_path)
    repository.change(ATTACKING, FLOOR, NO_FLOOR)
    one = found(repository)
    assert {flip.clause for flip in one.undeclared} == {"TAC-ATK-5"}
    assert all("hp-floor=none" in str(flip.asked.vector) for flip in one.undeclared)
    (stop,) = one.stops
    assert stop == f"{len(one.undeclared)} vectors change their result, and no declaration says so"
    told = "\n".join(lines([one], 2))
    assert "by TAC-ATK-5" in told
    assert "hp -" in told
    assert str(one.undeclared[0].asked.vector) in told


def test_a_declared_change_that_happens_passes(tmp_path: Path) -> None:
    repository = tactics(tmp_path)
    repository.change(ATTACKING, FLOOR, NO_FLOOR)
    declare(repository.root, [found(repository)])
    assert any("the reason is not filled in" in stop for stop in found(repository).stops)
    repository.declare(reason="hit points below nothing served nobody")
    assert found(repository).stops == []


def test_a_declared_change_that_does_not_happen_stops(tmp_path: Path) -> None:
    repository = tactics(tmp_path)
    repository.change(ATTACKING, FLOOR, NO_FLOOR)
    before = found(repository)
    declare(repository.root, [before])
    repository.declare(reason="hit points below nothing served nobody")
    repository.change(ATTACKING, NO_FLOOR, FLOOR)
    (stop,) = found(repository).stops
    assert "declares vectors that do not change" in stop
    assert str(min(str(flip.asked.vector) for flip in before.undeclared)) in stop


def test_a_declaration_of_an_edition_covers_vectors_of_that_edition_only(tmp_path: Path) -> None:
    repository = tactics(tmp_path)
    repository.change(ATTACKING, FLOOR, NO_FLOOR)
    declare(repository.root, [found(repository)])
    repository.declare(reason="as in the next edition", kind="edition", name="v2")
    (stop,) = found(repository).stops
    assert "another edition than v2" in stop


def test_a_change_that_no_vector_sees_is_found_in_play_with_a_small_position(tmp_path: Path) -> None:
    repository = tactics(tmp_path, lambda topic, vector: some(topic, vector) and "TAC-ATK-5" not in vector.clauses)
    repository.change(ATTACKING, FLOOR, NO_FLOOR)
    one = found(repository, LONG_PLAY)
    (stop,) = one.stops
    assert stop == "answers change by TAC-ATK-5 that no vector asks for, and no declaration says so"
    (flip,) = one.undeclared
    assert len(flip.asked.fields["position"]["units"]) == 2
    declare(repository.root, [one])
    repository.declare(reason="hit points below nothing served nobody")
    assert found(repository, LONG_PLAY).stops == []


def test_a_reading_that_is_gone_is_no_way_past_the_gate(tmp_path: Path) -> None:
    def by_dead_blocks(_: Topic, vector: Vector) -> bool:
        return bool(vector.holds) and vector.holds[0].get("dead-blocks") == ["yes"]

    repository = tactics(tmp_path, by_dead_blocks)
    entry = 'Entry("dead-blocks", ("no", "yes"), "no"'
    repository.change("reference/ludex/games/tactics/register.py", entry, 'Entry("dead-blocks", ("no",), "no"')
    one = found(repository)
    assert one.comparison is not None
    assert {(flip.kind, flip.clause) for flip in one.undeclared} == {("cannot be asked any more", "")}
    assert len(one.undeclared) == one.comparison.asked > 20
    assert one.stops == [f"{one.comparison.asked} vectors change their result, and no declaration says so"]
    assert "UnknownChoice" in "\n".join(lines([one], 1))


def test_a_change_of_text_alone_is_shown_for_review(tmp_path: Path) -> None:
    repository = tactics(tmp_path)
    path = "spec/tactics/rulebook/08-attacking.md"
    title = "### TAC-ATK-5 · must · effect · Damage\n"
    repository.change(path, title, f"{title}By the rules of the house. ")
    one = found(repository, PLAY)
    assert one.stops == []
    (review,) = one.review
    assert review.startswith("the text of TAC-ATK-5 changed, and no answer did\n  before: must: ")
    assert "By the rules of the house." in review


def test_a_vector_that_is_gone_needs_an_entry_in_the_rename_map(tmp_path: Path) -> None:
    repository = tactics(tmp_path)
    dropped: list[str] = []

    def without_one(topic: Topic, vector: Vector) -> bool:
        if topic.topic == "apply-attack" and not dropped and some(topic, vector):
            dropped.append(vector.id)
        return some(topic, vector) and vector.id not in dropped

    thin("tactics", repository.root / "vectors" / "tactics", without_one)
    (stop,) = found(repository).stops
    assert stop == f"1 vectors are gone without an entry in renames.json: {dropped[0]}@v1"
    renames = repository.root / "vectors" / "tactics" / "renames.json"
    renames.write_text(json.dumps({dropped[0]: "no-such-vector"}), encoding="utf-8")
    (stop,) = found(repository).stops
    assert stop == f"renames.json sends {dropped[0]} to no-such-vector, which is no vector"
    renames.write_text(json.dumps({dropped[0]: None}), encoding="utf-8")
    assert found(repository).stops == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game = 3", "not as it should be: "),
        ("no toml", "gate --declare"),
        (
            'game = "chess"\nkind = "erratum"\nname = ""\nclauses = []\nreason = "x"\nvectors = []\nunseen = []',
            "no game",
        ),
    ],
)
def test_a_declaration_that_cannot_be_read_says_where_and_what(tmp_path: Path, text: str, said: str) -> None:
    repository = tactics(tmp_path)
    (tmp_path / "changes").mkdir()
    (tmp_path / "changes" / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(Fault) as fault:
        found(repository)
    assert "mine.toml" in str(fault.value)
    assert said in str(fault.value)


def test_a_base_that_does_not_exist_is_a_fault(tmp_path: Path) -> None:
    repository = tactics(tmp_path)
    with pytest.raises(Fault, match="git: "):
        gate(repository.root, "no-such-revision", NO_PLAY)


def test_a_small_change_of_order_at_the_end_of_a_turn_is_found(tmp_path: Path) -> None:
    """Losses are looked for before a board that was won is reset, and no more after it."""
    repository = Repository(tmp_path, {"minions": lambda topic, _: topic.topic == "end-order"})
    ending = "reference/ludex/games/minions/ending.py"
    repository.change(ending, "{*boards_overrun(position), *boards", "{*boards_overrun(q.position), *boards")
    one = found(repository)
    # The two derivations part where the graveyards of a board are counted, on another board than before.
    assert {flip.clause for flip in one.undeclared} == {"MIN-INC-1"}
    (stop,) = one.stops
    assert stop == f"{len(one.undeclared)} vectors change their result, and no declaration says so"
    assert one.comparison is not None
    assert len(one.undeclared) < one.comparison.asked
