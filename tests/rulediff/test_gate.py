"""Changes of rules that the gate and the comparison must get exactly right."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from ludex.fault import Fault
from ludex.rulediff.asking import PlayAmount
from ludex.rulediff.gate import OTHER_FORM, Findings, declare, gate, lines
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.suite import open_suite
from tests.rulediff.repository import AUTHOR, ROOT, Repository, thin

PLAY = PlayAmount(rows=6, moves=24)
LONG_PLAY = PlayAmount(rows=14, moves=40)
NO_PLAY = PlayAmount(rows=0)
ATTACKING = "reference/ludex/games/tactics/attacking.py"
FLOOR = 'rules.reads("hp-floor", "zero")'
NO_FLOOR = "(True)"


DECLARED = """game = "tactics"
kind = "erratum"
name = ""
clauses = ["TAC-ATK-5"]
reason = "kürzer und besser so"
vectors = ["attack-00000000@v1"]
unseen = []
"""


def some(_: Topic, vector: Vector) -> bool:
    """A tenth of the vectors, whichever they are."""
    return int(vector.id[-2:], 16) % 10 == 0


def few(_: Topic, vector: Vector) -> bool:
    """A fortieth of them."""
    return int(vector.id[-2:], 16) % 40 == 0


def tactics(folder: Path, keeps: Callable[[Topic, Vector], bool] = some) -> Repository:
    return Repository(folder, {"tactics": keeps})


def found(repository: Repository, play: PlayAmount = NO_PLAY) -> Findings:
    one, *_ = gate(repository.root, "HEAD", play)
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
    assert one.stops == []
    assert one.review == ["the code changed, and no answer did: reference/ludex/games/tactics/attacking.py"]
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


def test_a_base_that_is_older_than_the_way_requests_are_answered_is_compared_all_the_same(tmp_path: Path) -> None:
    repository = tactics(tmp_path, few)
    (repository.root / "reference/ludex/rules/answering.py").unlink()
    repository.commit("As it was")
    repository.change(ATTACKING, FLOOR, NO_FLOOR)
    assert {flip.clause for flip in found(repository).undeclared} == {"TAC-ATK-5"}


def test_a_declared_change_that_happens_passes(tmp_path: Path) -> None:
    repository = tactics(tmp_path, few)
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
    repository = tactics(tmp_path, few)
    repository.change(ATTACKING, FLOOR, NO_FLOOR)
    declare(repository.root, [found(repository)])
    repository.declare(reason="as in the next edition", kind="edition", name="v2")
    unknown, foreign = found(repository).stops
    assert unknown == "tactics-001.toml: there is no edition 'v2'; the editions are v1"
    assert "another edition than v2" in foreign


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
    assert review.startswith("the text of TAC-ATK-5 changed, and no answer changed by it\n  before: must: ")
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
    gone = f"1 vector is gone without a new name in renames.json or a declaration (removed): {dropped[0]}@v1"
    assert stop == gone
    renames = repository.root / "vectors" / "tactics" / "renames.json"
    renames.write_text(json.dumps({dropped[0]: "no-such-vector"}), encoding="utf-8")
    assert found(repository).stops == [f"renames.json sends {dropped[0]} to no-such-vector, which is no vector"]
    renames.write_text(json.dumps({dropped[0]: None}), encoding="utf-8")
    with pytest.raises(Fault, match="is no rename map\n  It maps an old id to the new one"):
        found(repository)
    renames.write_text("{}", encoding="utf-8")
    one = found(repository)
    assert one.stops == [gone]
    declare(repository.root, [one])
    repository.declare(reason="it asked what another asks", clauses=[])
    assert found(repository).stops == []
    thin("tactics", repository.root / "vectors" / "tactics", some)
    assert found(repository).stops == [f"tactics-001.toml declares as removed what is not gone: {dropped[0]}@v1"]


def renamed(vector: Vector, name: str) -> Vector:
    return msgspec.structs.replace(vector, id=name)


def test_a_new_name_is_that_of_one_vector_that_asks_the_same(tmp_path: Path) -> None:
    repository = tactics(tmp_path, lambda topic, vector: topic.topic == "apply-attack" and some(topic, vector))
    folder = repository.root / "vectors" / "tactics"
    suite = open_suite("tactics", repository.root / "vectors")
    (topic,) = suite.topics("v1")
    first, second, *_ = dict.fromkeys(vector.id for vector in topic.vectors)
    new = {first: "first-00000001", second: "second-00000002"}
    thin(
        "tactics",
        folder,
        lambda topic, vector: topic.topic == "apply-attack" and some(topic, vector),
        lambda vector: renamed(vector, new.get(vector.id, vector.id)),
    )

    def told(renames: dict[str, str]) -> list[str]:
        (folder / "renames.json").write_text(json.dumps(renames), encoding="utf-8")
        return found(repository).stops

    assert told(new) == []
    crossed = told({first: new[second], second: new[first]})
    assert len(crossed) == 2
    assert all("which asks something else: a vector that is gone stands under `removed`" in stop for stop in crossed)
    both, _ = told(dict.fromkeys((first, second), new[first]))
    assert both == f"renames.json sends 2 vectors to {new[first]}: a new name is that of one"


def test_code_that_changed_beside_a_declared_change_and_the_code_that_judges_are_shown(tmp_path: Path) -> None:
    repository = tactics(tmp_path, few)
    (tmp_path / "conformance/ludex/judge").mkdir(parents=True)
    weighing = tmp_path / "conformance/ludex/judge/weigh.py"
    weighing.write_text("STRICT = True\n", encoding="utf-8")
    repository.commit("With a judge")
    repository.change(ATTACKING, FLOOR, NO_FLOOR)
    board = "reference/ludex/games/tactics/state.py"
    repository.change(
        board,
        "if unit.alive and unit.hp > 0])",
        'if unit.alive and unit.hp > 0 and unit.id != "nobody has this name"])',
    )
    weighing.write_text("STRICT = False\n", encoding="utf-8")
    declare(repository.root, gate(repository.root, "HEAD", NO_PLAY))
    repository.declare(reason="hit points below nothing served nobody")
    one, judge = gate(repository.root, "HEAD", NO_PLAY)
    assert one.stops == []
    assert "the code of state.py: living changed, and no answer did by TAC-UNT-2" in one.review
    assert not [line for line in one.review if line.startswith("the code of attacking.py")]
    assert (judge.game, judge.stops) == ("the judge", [])
    assert judge.review == ["the code that judges changed: conformance/ludex/judge/weigh.py"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game = 3", "game must be a text"),
        ("no toml", "gate --declare"),
        ("kind = erratum\n", "is not TOML: Invalid value (at line 1, column 8)"),
        (DECLARED.replace("tactics", "chess"), "no game 'chess'"),
        (DECLARED.replace('name = ""\n', ""), "name is missing"),
        (DECLARED.replace("name", "nmae"), "name is missing; nmae is no field"),
        (DECLARED.replace('"TAC-ATK-5"', "5"), "clauses must be a list of texts"),
        (DECLARED.replace('"kürzer und besser so"', "3"), "reason must be a text"),
        (DECLARED + "removed = 3\n", "removed must be a list"),
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
    with pytest.raises(Fault, match="git knows no revision 'no-such-revision' here"):
        gate(repository.root, "no-such-revision", NO_PLAY)


def test_a_small_change_of_order_at_the_end_of_a_turn_is_found(tmp_path: Path) -> None:
    """Losses are looked for before a board that was won is reset, and no more after it."""
    repository = Repository(tmp_path, {"minions": lambda topic, _: topic.topic == "end-order"})
    ending = "reference/ludex/games/minions/ending.py"
    repository.change(ending, "{*boards_overrun(position), *boards", "{*boards_overrun(q.position), *boards")
    one = found(repository)
    # The two derivations part where the graveyards of a board are counted, on another board than before.
    assert {(flip.clause, flip.traced) for flip in one.undeclared} == {("MIN-INC-1", False)}
    assert "first seen at MIN-INC-1 (what changed lies before it)" in "\n".join(lines([one], 1))
    (stop,) = one.stops
    assert stop == f"{len(one.undeclared)} vectors change their result, and no declaration says so"
    assert one.comparison is not None
    assert len(one.undeclared) < one.comparison.asked


# What is declared wrongly


def declared(folder: Path, text: str | bytes = DECLARED) -> Repository:
    """A repository with changed rules, and a declaration of another vector."""
    repository = tactics(folder, few)
    repository.change(ATTACKING, FLOOR, NO_FLOOR)
    (folder / "changes").mkdir()
    (folder / "changes" / "mine.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return repository


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "erratum"', 'kind = "eratum"', "kind is 'eratum', and must be one of edition, reading, erratum"),
        ('kind = "erratum"', 'kind = "reading"', "a change of kind reading has a name: ENTRY=CHOICE"),
        ('"erratum"\nname = ""', '"reading"\nname = "hp-flor=zero"', "there is no reading 'hp-flor'"),
        ('"erratum"\nname = ""', '"reading"\nname = "hp-floor=one"', "hp-floor has no choice 'one'; it has none, zero"),
        ('"TAC-ATK-5"', '"TAC-ATK-99"', "the rulebook has no clause TAC-ATK-99 (one that rules no more is withdrawn)"),
        ('["TAC-ATK-5"]', "[]", 'no clause is named (clauses = ["ID", …])'),
        ('"kürzer und besser so"', '" "', "the reason is not filled in"),
        ('"kürzer und besser so"', '"x"', "the reason 'x' says nothing: why is it so, in a sentence"),
        ("unseen = []", 'unseen = ["TAC-MOV-1"]', "declares an unseen change by TAC-MOV-1 that is not there"),
    ],
)
def test_each_fault_of_a_declaration_stops_in_its_own_words(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert DECLARED.count(old) == 1
    stops = found(declared(tmp_path, DECLARED.replace(old, new))).stops
    assert [stop for stop in stops if stop.startswith("mine.toml") and said in stop], stops
    assert any("change their result, and no declaration says so" in stop for stop in stops)


def test_a_declaration_may_have_tabs_and_be_saved_by_any_editor(tmp_path: Path) -> None:
    text = DECLARED.replace("[", "[\n\t").replace("\n", "\r\n")
    repository = declared(tmp_path, b"\xef\xbb\xbf" + text.encode())
    assert any("attack-00000000@v1" in stop for stop in found(repository).stops), "it was read"
    (tmp_path / "changes" / "mine.toml").write_bytes(DECLARED.encode("latin-1"))
    with pytest.raises(Fault, match="is not UTF-8"):
        found(repository)


def test_a_clause_that_has_nothing_to_do_with_the_change_stops(tmp_path: Path) -> None:
    repository = tactics(tmp_path, few)
    repository.change("reference/ludex/games/tactics/register.py", '"Game is already over"', '"Game over"')
    declare(repository.root, [found(repository)])
    repository.declare(reason="as the server has it", clauses=["TAC-WIN-2", "TAC-ATK-5"])
    assert found(repository).stops == [
        "tactics-001.toml names TAC-ATK-5, and nothing that it declares turns on that clause"
    ]
    repository.declare(clauses=["TAC-WIN-2"])
    assert found(repository).stops == []


def test_a_clause_by_which_something_changes_and_which_is_not_named_is_shown_for_review(tmp_path: Path) -> None:
    repository = tactics(tmp_path, few)
    repository.change(ATTACKING, FLOOR, NO_FLOOR)
    declare(repository.root, [found(repository)])
    repository.declare(reason="hit points below nothing served nobody", clauses=["TAC-ATK-6"])
    one = found(repository)
    assert one.stops == []
    assert [line for line in one.review if line.startswith("tactics-001.toml does not name TAC-ATK-5, by which ")]


def test_a_declaration_that_has_had_its_effect_is_not_edited(tmp_path: Path) -> None:
    repository = declared(tmp_path)
    repository.commit("Declared")
    assert found(repository).stops == []
    repository.change("changes/mine.toml", "kürzer", "shorter")
    one, tree = gate(repository.root, "HEAD", NO_PLAY)
    assert one.stops == ["mine.toml declares vectors that do not change: attack-00000000@v1"]
    assert tree.stops == [
        "changes/mine.toml was there at the base: what has had its effect stays as it was,"
        " and a new change has a file of its own"
    ]


# What happens to vectors


def test_a_vector_that_is_edited_by_hand_stops_though_no_rule_changed(tmp_path: Path) -> None:
    repository = tactics(tmp_path)
    edited: list[str] = []

    def edits_one(vector: Vector) -> Vector:
        if edited or b'"hp":1,' not in bytes(vector.expect):
            return vector
        edited.append(full_id(vector, "v1"))
        other = bytes(vector.expect).replace(b'"hp":1,', b'"hp":2,')
        return msgspec.structs.replace(vector, expect=msgspec.Raw(other))

    thin("tactics", repository.root / "vectors" / "tactics", some, edits_one)
    one = found(repository)
    assert one.stops == [
        "1 vector expects something else than before, though the rules answer as they did"
        f" (`ludex generate` makes vectors; they are never edited by hand): {edited[0]}"
    ]
    declare(repository.root, [one])
    repository.declare(reason="the vector had been edited by hand", clauses=["TAC-ATK-5"])
    assert found(repository).stops == []


def test_a_new_vector_shows_a_change_that_no_old_one_sees(tmp_path: Path) -> None:
    repository = tactics(tmp_path, lambda topic, vector: some(topic, vector) and "TAC-ATK-5" not in vector.clauses)
    repository.change(ATTACKING, FLOOR, NO_FLOOR)
    thin("tactics", repository.root / "vectors" / "tactics", some)
    one = found(repository)
    assert one.stops == ["answers change by TAC-ATK-5 that no vector asks for, and no declaration says so"]
    assert "found by the new vector " in "\n".join(lines([one], 1))


def test_vectors_that_were_not_made_anew_and_topics_that_went_are_shown_for_review(tmp_path: Path) -> None:
    repository = tactics(tmp_path)
    repository.change(ATTACKING, FLOOR, NO_FLOOR)
    (review,) = found(repository).review
    assert review.endswith(" vectors still expect the old result: run `make vectors`")
    repository.change(ATTACKING, NO_FLOOR, FLOOR)
    folder = repository.root / "vectors" / "tactics"
    thin("tactics", folder, some, named=lambda topic: "apply-strike" if topic == "apply-attack" else topic)
    one = found(repository)
    assert (one.stops, one.review) == ([], ["topics that were there and are not: v1/apply-attack"])


def test_a_base_whose_vectors_are_of_another_form_is_asked_what_today_s_ask(tmp_path: Path) -> None:
    repository = tactics(tmp_path)
    manifest = repository.root / "vectors" / "tactics" / "manifest.json"
    today = manifest.read_bytes()
    manifest.write_text('{"version": "1.0.0", "files": {"v1/x.json": {"sha256": "", "vectors": 1}}}', encoding="utf-8")
    repository.commit("Vectors of the first form")
    manifest.write_bytes(today)
    repository.change(ATTACKING, FLOOR, NO_FLOOR)
    one = found(repository)
    assert OTHER_FORM in one.review
    assert one.comparison is not None
    assert one.comparison.flips


def test_rules_that_change_where_there_is_nothing_to_ask_do_not_pass(tmp_path: Path) -> None:
    repository = tactics(tmp_path, few)
    shutil.rmtree(tmp_path / "vectors")
    repository.commit("No vectors")
    repository.change(ATTACKING, FLOOR, NO_FLOOR)
    assert found(repository).stops == ["its rules changed, and there was nothing to ask: neither side has vectors"]


# Registers and rules


def test_what_changes_in_the_register_is_shown_for_review(tmp_path: Path) -> None:
    repository = tactics(tmp_path, few)
    register = "reference/ludex/games/tactics/register.py"
    repository.change(
        register, 'Entry("hp-floor", ("none", "zero"), "none"', 'Entry("hp-floor", ("none", "zero"), "zero"'
    )
    repository.change(register, '("no", "yes"), "no", ("TAC-MOV-1",)', '("no", "yes", "half"), "no", ("TAC-MOV-1",)')
    repository.change(register, "EDITIONS = (", 'EDITIONS = (Edition("v0", {"messages": {}}),')
    repository.change(register, '"Game is already over"', '"Game over"')
    assert [line for line in found(repository).review if "edition" in line] == [
        "edition v0 is new",
        "edition v1: dead-blocks: no, as before (open before: no, yes; open now: no, yes, half)",
        "edition v1: hp-floor: none -> zero",
        "edition v1: messages.TAC-WIN-2: Game is already over -> Game over",
    ]


def test_rules_that_cannot_be_run_are_told_of_at_once(tmp_path: Path) -> None:
    repository = tactics(tmp_path, few)
    repository.change(
        ATTACKING, "    left = target.hp - attacker.attack\n", "    left = target.hp - attacker.attack)\n"
    )
    with pytest.raises(Fault) as fault:
        found(repository)
    assert "the rules of tactics in the working tree cannot be run: SyntaxError: unmatched ')'" in str(fault.value)


def test_rules_that_fail_on_a_question_stop_with_their_error(tmp_path: Path) -> None:
    repository = tactics(tmp_path, few)
    repository.change(ATTACKING, "    left = target.hp - attacker.attack\n", "    left = target.hp - attacker.atack\n")
    one = found(repository)
    assert {flip.kind for flip in one.undeclared} == {"cannot be asked any more"}
    assert "AttributeError: 'Unit' object has no attribute 'atack'" in "\n".join(lines([one], 1))


def test_a_game_that_is_new_is_told_to_be_new(tmp_path: Path) -> None:
    repository = tactics(tmp_path, few)
    shutil.copytree(ROOT / "reference/ludex/games/tribun", tmp_path / "reference/ludex/games/tribun")
    assert list(lines(gate(repository.root, "HEAD", NO_PLAY), 1))[-1] == (
        "tribun: passes, a new game: nothing of it can flip"
    )


# Bases


def test_a_clone_without_the_base_says_how_it_gets_it(tmp_path: Path) -> None:
    repository = tactics(tmp_path / "whole", few)
    repository.commit("Another")
    shallow = tmp_path / "shallow"
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"file://{repository.root}", str(shallow)], check=True)
    with pytest.raises(Fault) as fault:
        gate(shallow, "HEAD~1", NO_PLAY)
    assert "git knows no revision 'HEAD~1' here" in str(fault.value)
    assert "This clone is shallow: `git fetch --unshallow`, or `fetch-depth: 0`" in str(fault.value)


@pytest.mark.parametrize("base", ["", "-h", "--all"])
def test_a_base_that_is_no_name_of_a_revision_is_a_fault(tmp_path: Path, base: str) -> None:
    with pytest.raises(Fault, match="is no revision"):
        gate(tactics(tmp_path, few).root, base, NO_PLAY)


def test_a_folder_that_is_no_clone_is_a_fault(tmp_path: Path) -> None:
    repository = tactics(tmp_path, few)
    shutil.rmtree(tmp_path / ".git")
    with pytest.raises(Fault, match="not a git repository"):
        found(repository)


def test_a_merge_is_as_good_a_base_as_any(tmp_path: Path) -> None:
    repository = tactics(tmp_path, few)
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit("On a side")
    repository.git("checkout", "--quiet", "-")
    repository.commit("On the main road")
    repository.git(*AUTHOR, "merge", "--quiet", "--no-ff", "-m", "Merged", "side")
    repository.change(ATTACKING, FLOOR, NO_FLOOR)
    assert len(found(repository).undeclared) > 2
