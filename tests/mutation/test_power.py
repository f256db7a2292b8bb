"""Campaigns on a toy: what vectors notice is killed, what they do not is named, and a list explains the rest."""

from __future__ import annotations

import math
import signal
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ludex.crew import Crew
from ludex.mutation import playing, running
from ludex.mutation.account import Account, account_of, accounts_json, table
from ludex.mutation.campaign import MutantResult
from ludex.mutation.equivalents import replay
from ludex.mutation.history import History
from ludex.mutation.listing import NOT_ASKED, Equivalent, Listing, OneSided, faults_of, note_play, read_listing
from ludex.mutation.mutants import Mutant, mutants_of
from ludex.mutation.running import SHARED, Plan, accounts_of
from ludex.mutation.trial import SideOutcome, TooLong, TrialOutcome
from ludex.vectors.suite import open_suite
from tests.mutation.toy import GAME, THREE, TWO, VECTORS, toy, vector


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with toy(tmp_path, monkeypatch, VECTORS):
        yield tmp_path


def account(**plan: Any) -> Account:
    """A campaign without the shared rules, whose mutants are many."""
    if not plan:
        plan = {"only": frozenset(mutant.hash for mutant in mutants_of(GAME) if not mutant.is_shared)}
    found = accounts_of((GAME,), Plan(**plan), {GAME: History()}, lambda _: None)
    return next(one for one in found if one.game == GAME)


@pytest.fixture(scope="module")
def of_the_whole(tmp_path_factory: pytest.TempPathFactory) -> Account:
    """What comes of all vectors and of no list, played once for all tests that look at it."""
    with pytest.MonkeyPatch.context() as patch, toy(tmp_path_factory.mktemp("world"), patch, VECTORS):
        return account()


def own(operator: str, function: str) -> list[Mutant]:
    return [m for m in mutants_of(GAME) if m.change.operator == operator and m.function == function]


def outcome(found: Account, mutant: Mutant) -> str:
    return next(line.outcome for line in found.lines if line.mutant == mutant.hash)


def test_what_the_vectors_notice_is_killed_and_names_the_vector(
    world: Path,  # noqa: ARG001
    of_the_whole: Account,
) -> None:
    (dropped,) = own("drop a check", "is_left")
    line = next(line for line in of_the_whole.lines if line.mutant == dropped.hash)
    assert (line.outcome, line.vector, line.clauses) == ("killed", "take-more-00000003@v1", ("TOY-TAK-1",))


def test_a_reading_that_is_flipped_is_killed_by_a_vector_of_either_side(
    world: Path,  # noqa: ARG001
    of_the_whole: Account,
) -> None:
    for operator in ("flip a reading", "never by a reading", "always by a reading"):
        assert outcome(of_the_whole, own(operator, "is_not_too_many")[0]) == "killed"


def test_a_bound_that_no_vector_touches_survives_and_fails_the_account(world: Path) -> None:
    from tests.mutation.toy import lay_down

    lay_down(world, [one for one in VECTORS if one["id"] != "take-four-00000004"])
    found = account()
    assert not found.is_enough
    assert any("take <= " in line.slip and line.outcome == "survived" for line in found.survivors)
    assert any("survived" in line for line in table(found))


def test_a_function_that_no_request_reaches_survives_until_the_list_says_who_vouches(
    world: Path, of_the_whole: Account
) -> None:
    before = of_the_whole
    assert "unused" in {line.function for line in before.survivors}
    (world / GAME / "power.toml").write_text(
        '[[unasked]]\nfunction = "reference/toygame.py:unused"\nwhy = "nobody needs it any more"\n', encoding="utf-8"
    )
    after = account()
    assert {line.outcome for line in after.lines if line.function == "unused"} == {"unasked"}
    assert after.counted == before.counted - (after.outcomes["unasked"] - before.outcomes["unasked"])
    assert after.power > before.power


def test_a_mutant_that_only_gives_fewer_reasons_is_told_and_not_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = vector(
        "take-both-00000006", 1, 4, {"illegal": {"broken": ["TOY-TAK-1", "TOY-TAK-2"], "moot": []}}, "TOY-TAK-1"
    )
    with toy(tmp_path, monkeypatch, [both]):
        found = account()
        assert outcome(found, own("drop a check", "is_left")[0]) == "told"
        assert found.judged < found.power


def test_listing_a_mutant_that_is_killed_is_a_fault(world: Path) -> None:
    (dropped,) = own("drop a check", "is_left")
    text = f'[[equivalent]]\nmutant = "{dropped.hash}"\nwhere = "x"\nslip = "y"\nwhy = "nobody could ever tell of it"\n'
    (world / GAME / "power.toml").write_text(text, encoding="utf-8")
    assert any("kills it" in fault for fault in account().faults)


def test_a_sample_is_the_same_for_the_same_seed(world: Path) -> None:  # noqa: ARG001
    one, same, other = (account(sample=9, seed=seed) for seed in ("a", "a", "b"))
    assert {line.mutant for line in one.lines} == {line.mutant for line in same.lines}
    assert {line.mutant for line in one.lines} != {line.mutant for line in other.lines}


def test_what_killed_before_is_asked_first(world: Path) -> None:  # noqa: ARG001
    history = History()
    (dropped,) = own("drop a check", "is_not_too_many")
    history.learn(dropped, "take-four-00000004@v1")
    accounts_of((GAME,), Plan(only=frozenset({dropped.hash})), {GAME: history}, lambda _: None)
    assert next(history.best(dropped)) == "take-four-00000004@v1"
    assert history.kills["TOY-TAK-2"]["take-four-00000004@v1"] == 2


def test_the_account_as_json_names_every_mutant(of_the_whole: Account) -> None:
    found = of_the_whole
    (game,) = accounts_json([found])["games"]
    assert len(game["lines"]) == found.mutants > 30
    assert set(game["outcomes"]) - {"unasked"} <= {"killed", "survived", "told", "stillborn", "late"}
    assert {line.function for line in found.lines if line.outcome == "unasked"} <= set(NOT_ASKED)


# One side alone


LISTED = vector("list-five-00000006", 5, 0, {"actions": [1, 2, 3]}, "TOY-TAK-2")


def on_sides(found: Account, mutant: Mutant) -> dict[str, str]:
    line = next(line for line in found.lines if line.mutant == mutant.hash)
    return {side: came.outcome for side, came in line.sides.items()}


def test_a_mutant_is_told_of_by_the_questions_of_each_side_that_runs_it(world: Path) -> None:
    from tests import vector_files

    readings = {"at-most": {"choices": ["three", "two"], "default": "three"}}
    takes = {"edition": "v1", "topic": "takes", "kind": "apply", "operation": "apply", "vectors": VECTORS}
    asked = {"position": 2}
    lists = {**LISTED, "input": asked, "expect": {"actions": [1, 2]}}
    legal = {"edition": "v1", "topic": "lists", "kind": "legal", "operation": "legal", "vectors": [lists]}
    vector_files.lay_down(world, GAME, [takes, legal], {"v1": {"readings": readings}})
    found = account()
    (dropped,), (most,), (taken,) = (
        own("drop a check", "is_left"),
        own("drop a check", "is_not_too_many"),
        own("swap an operation", "taken"),
    )
    assert on_sides(found, dropped) == {"lists": "killed", "acts": "killed"}
    assert on_sides(found, most) == {"lists": "survived", "acts": "killed"}  # a list of two never comes to a fourth
    assert on_sides(found, taken) == {"acts": "killed"}
    assert outcome(found, most) == "killed"
    assert [line.mutant for line in found.survivors_of_side("lists")].count(most.hash) == 1
    assert any(f"survived where it is only in what lists: {most.hash}" in line for line in table(found))
    elsewhere = sum("lists" not in line.sides for line in found.lines)
    assert elsewhere > 0
    assert any(f"{elsewhere} in code that it never runs besides)" in line for line in table(found))
    (whole,) = accounts_json([found])["games"]
    assert whole["sides"]["lists"]["outcomes"]["survived"] >= 1


def test_a_slip_that_one_side_never_comes_to_is_excused_on_that_side_and_counted(world: Path) -> None:  # noqa: ARG001
    (most,) = own("drop a check", "is_not_too_many")
    same = Listing(one_sided=[OneSided("lists", "*:is_not_too_many", "A list tries no more than three.")])
    assert same.same_on("lists", most)
    assert not same.same_on("acts", most)
    assert not Listing(one_sided=[OneSided("lists", "*:is_left", "No such list.")]).same_on("lists", most)
    assert not same.same_on("lists", own("drop a check", "is_left")[0])


def test_what_is_excused_on_one_side_is_argued_and_names_slips_that_live_there(world: Path) -> None:  # noqa: ARG001
    mutants = mutants_of(GAME)
    (most,) = own("drop a check", "is_not_too_many")

    def said(**changed: str) -> OneSided:
        whole = {"side": "lists", "function": "*:is_not_too_many", "why": "A list tries no more than three."}
        return OneSided(**{**whole, **changed})

    assert [*faults_of(Listing(one_sided=[said()]), mutants)] == []
    assert any("names no mutant" in fault for fault in faults_of(Listing(one_sided=[said(function="*:gone")]), mutants))
    assert any("not argued" in fault for fault in faults_of(Listing(one_sided=[said(why="no")]), mutants))

    def results(outcome: str) -> list[MutantResult]:
        found = TrialOutcome("killed", "a", "t", 1, 0.1, {"lists": SideOutcome(outcome, "a")})
        return [MutantResult(most, found)]

    told = account_of(GAME, [most], results("killed"), Listing(one_sided=[said()]), [], 1.0)
    assert ["take it out" in fault for fault in told.faults] == [True]
    lives = account_of(GAME, [most], results("survived"), Listing(one_sided=[said()]), [], 1.0)
    assert lives.faults == []
    assert lives.of_side("lists") == {"equivalent": 1}


# Lists


def entry(seconds: float = 60.0, **more: str) -> Equivalent:
    said = {"mutant": "0" * 12, "where": "a", "slip": "b", "why": "nobody can ever tell of it", **more}
    return Equivalent(**said, seconds=seconds, questions=9)


def test_a_stale_entry_an_entry_twice_and_one_without_argument_are_faults(world: Path) -> None:  # noqa: ARG001
    mutants = mutants_of(GAME)
    known = mutants[0].hash
    assert [*faults_of(Listing([entry(mutant=known)]), mutants)] == []
    assert any("stale" in fault for fault in faults_of(Listing([entry()]), mutants))
    assert any("2 times" in fault for fault in faults_of(Listing([entry(mutant=known)] * 2), mutants))
    assert any("not argued" in fault for fault in faults_of(Listing([entry(mutant=known, why="no")]), mutants))


def test_an_entry_that_was_not_played_for_a_minute_is_a_fault(world: Path) -> None:  # noqa: ARG001
    mutants = mutants_of(GAME)
    hurried = Listing([entry(mutant=mutants[0].hash, seconds=59.0)])
    (fault,) = faults_of(hurried, mutants)
    assert "has not been played for 60 s" in fault
    assert "--record" in fault


def test_how_long_a_mutant_was_played_is_noted_in_its_own_entry_and_nowhere_else() -> None:
    one = '[[equivalent]]\nmutant = "{}"\nwhere = "a"\nslip = "b"\nwhy = "seconds = 1"\n'
    text = (
        "# for people\n\n"
        + one.format("a" * 12)
        + "\n"
        + one.format("b" * 12)
        + '\n[[stays]]\ntopic = "t"\nwhy = "x"\n'
    )
    once = note_play(text, "a" * 12, 60, 1234)
    assert note_play(once, "a" * 12, 60, 1234) == once
    twice = note_play(once, "b" * 12, 90.5, 7)
    listing = msgspec.convert(tomllib.loads(twice), Listing)
    assert [(one.seconds, one.questions) for one in listing.equivalent] == [(60.0, 1234), (90.5, 7)]
    assert [line for line in twice.splitlines() if not line.startswith(("seconds", "questions"))] == text.splitlines()


def test_a_list_that_is_too_long_is_a_fault(world: Path) -> None:  # noqa: ARG001
    mutants = mutants_of(GAME)
    many = Listing([entry(mutant=mutant.hash) for mutant in mutants[: len(mutants) // 20]])
    assert any("more than 3%" in fault for fault in faults_of(many, mutants))


def test_a_list_that_cannot_be_read_names_its_file(tmp_path: Path) -> None:
    from ludex.fault import Fault

    path = tmp_path / "power.toml"
    path.write_text("[[equivalent]]\nmutant = 1\n", encoding="utf-8")
    with pytest.raises(Fault, match=r"power\.toml"):
        read_listing(path)


def test_play_finds_a_mutant_that_is_another_game_and_none_in_the_same_game(world: Path) -> None:  # noqa: ARG001
    (other,) = own("drop a check", "is_left")
    (same,) = [mutant for mutant in own("off by one", "unused") if mutant.change.after.endswith("4")]
    found = {mutant.hash: played for mutant, played in replay(GAME, [other, same], 0.3, "", Crew(1))}
    assert found[other.hash].difference is not None
    assert found[same.hash].difference is None
    assert found[same.hash].asked > 100


def test_the_two_sides_of_a_reading_are_two_questions(world: Path) -> None:  # noqa: ARG001
    from ludex.mutation.questions import questions_of
    from ludex.vectors.suite import open_suite

    asked = [(one.id, dict(one.flips)) for one in questions_of(open_suite(GAME)) if "three" in one.vector.id]
    assert len({repr(THREE), repr(TWO)}) == len(asked) == 2
    assert [flips for _, flips in asked] == [{}, {"at-most": "two"}]


@pytest.mark.parametrize(
    ("found", "lines", "left"),
    [
        (("survived", None), [], 1),
        (("survived", "survived"), ["survived"], 0),
        (("survived", "killed"), ["killed"], 0),
        (("told", None), ["told"], 0),
        ((None, None), [], 0),
    ],
)
def test_a_slip_in_the_shared_rules_survives_only_where_every_game_has_tried_it(
    found: tuple[str | None, ...],
    lines: list[str],
    left: int,
    world: Path,  # noqa: ARG001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mutant = next(mutant for mutant in mutants_of(GAME) if mutant.is_shared)
    came = iter(found)

    def results_of(*_: object) -> list[MutantResult]:
        outcome = next(came)
        return [MutantResult(mutant, TrialOutcome(outcome))] if outcome else []

    ready = SimpleNamespace(mutants=[mutant])
    monkeypatch.setattr(running, "ready", lambda *_: ready)
    monkeypatch.setattr(running, "results_of", results_of)
    monkeypatch.setattr(running, "with_vectors", lambda: (GAME,))
    *_, shared = accounts_of((GAME, GAME), Plan(sample=1), {GAME: History()}, lambda _: None)
    assert shared.game == SHARED
    assert ([line.outcome for line in shared.lines], shared.unsettled) == (lines, left)
    assert ("1 mutant left open, as not every game that could tell tried" in "\n".join(table(shared))) == bool(left)


@pytest.mark.parametrize(("one", "other", "agree"), [(math.inf, 0.0, True), (0.0, 0.3, True), (0.0, math.inf, False)])
def test_an_answer_that_the_original_is_not_waited_for_tells_nothing(
    one: float,
    other: float,
    agree: bool,
    world: Path,  # noqa: ARG001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is slow on a slow machine is no other game: the mutant has longer, and not for ever."""

    def working(seconds: float) -> Any:
        def answer(*_: object) -> bytes:
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                pass
            return b"{}"

        return SimpleNamespace(answer=answer)

    def too_long(*_: object) -> None:
        raise TooLong

    monkeypatch.setattr(playing, "SECONDS_AN_ANSWER", 0.1)
    monkeypatch.setattr(playing, "SECONDS_A_MUTANT", 0.6)
    before = signal.signal(signal.SIGVTALRM, too_long)
    try:
        play = playing.Play(working(one), working(other), open_suite(GAME), "1")
        assert play.agree("legal", "v1", {}, {}) == agree
    finally:
        signal.signal(signal.SIGVTALRM, before)
