"""What an engine promises not to be for is not asked, is counted in the open, and never passes."""

import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludex import where
from ludex.judge.case import Frame, ScheduledVector
from ludex.judge.settings import Setting
from ludex.judge.verdict import ERROR, FAIL, NOT_OFFERED, NOT_RUN, PASS, UNSUPPORTED, Judgement
from ludex.judge.weigh import weigh_result
from ludex.protocol.messages import GameOffer
from ludex.protocol.schema import wire_of
from ludex.report.results import Results, results_of
from ludex.runner.checking import check
from ludex.runner.limits import Limits
from ludex.runner.run import Order
from ludex.runner.smoke import smoke
from ludex.runner.suggesting import SECONDS, PromiseProbe, _of_game, suggestions
from ludex.vectors.promises import (
    NO_REASONS,
    NO_SUBMITTER,
    ONE_REFUSAL,
    PROMISES,
    WELL_FORMED,
    WHOLE_TURNS,
    numbers_in,
    spans,
)
from ludex.vectors.suite import TopicName, open_suite
from tests.judge.near import write_few

GAMES = where.games()
WHOLE = pytest.mark.skipif(not os.environ.get("LUDEX_ALL"), reason="all vectors, by each promise: LUDEX_ALL=1")
SCRIPT = Path(__file__).parent / "hostile" / "promising.py"


def outside_of(game: str) -> set[str]:
    """The promises that the manifest says some vectors lie outside of."""
    return {promise for facts in open_suite(game).manifest.files.values() for promise in facts.outside}


ALWAYS_KEPT = {
    "tribun": (NO_REASONS, WHOLE_TURNS, ONE_REFUSAL),
    "tactics": (NO_SUBMITTER, ONE_REFUSAL),
    "minions": (NO_SUBMITTER, NO_REASONS, ONE_REFUSAL),
}
"""Promises that nothing of a game lies outside of; of another game its manifest says so."""
BROKEN = {
    (game, promise)
    for game in GAMES
    for promise in PROMISES
    if promise not in ALWAYS_KEPT.get(game, ()) and (game in ALWAYS_KEPT or promise in outside_of(game))
}
"""Games with what lies outside of each promise at all."""


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("few")
    for game in GAMES:
        write_few(game, root)
    return root


def judged(root: Path, game: str, *words: str, **order: Any) -> Results:
    command = (sys.executable, str(SCRIPT), game, *words)
    usual = {"root": root, "limits": Limits(timeout=10.0, start=20.0, falls=3)}
    return results_of(check(Order(game, command, **{**usual, **order})))


def adds_up(results: Results) -> bool:
    """Whether the two scores and what is not offered are all that there is, and whatever was asked passed."""
    plays, reads, counts = results.score.plays, results.score.reads, results.score.counts
    assert plays
    assert reads
    assert (results.score.status, results.times.restarts) == (0, 0)
    assert plays.selected + reads.selected == results.score.selected == counts[PASS] == plays.passed + reads.passed
    assert plays.aside + reads.aside == counts[NOT_OFFERED]
    return results.score.selected + counts[NOT_OFFERED] == sum(counts.values()) == len(results.results)


@pytest.mark.parametrize(("game", "promise"), [(game, promise) for game in GAMES for promise in PROMISES])
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=WHOLE)])
def test_the_scores_of_an_engine_that_promises_add_up_with_what_is_not_offered(
    few: Path, game: str, promise: str, whole: bool
) -> None:
    """The engine falls where it is asked what lies outside of its promise; over all vectors with LUDEX_ALL=1."""
    results = judged(where.vectors() if whole else few, game, promise)
    assert adds_up(results)
    promised = {one.message for one in results.results if one.message.startswith("promised ")}
    assert promised == ({f"promised {promise}: {PROMISES[promise]}"} if (game, promise) in BROKEN else set())


@pytest.mark.parametrize(("game", "promise"), sorted(BROKEN))
def test_what_lies_outside_of_a_promise_is_not_asked(few: Path, game: str, promise: str) -> None:
    results = judged(few, game, promise)
    reasons = Counter(one.message for one in results.results if one.verdict == NOT_OFFERED)
    assert results.score.status == 0
    assert results.promises == (promise,)
    assert 0 < reasons[f"promised {promise}: {PROMISES[promise]}"] <= results.score.counts[NOT_OFFERED]
    assert results.score.counts[PASS] == results.score.selected
    assert not results.times.restarts


@pytest.mark.parametrize("game", GAMES)
def test_all_promises_together_leave_what_keeps_to_each(few: Path, game: str) -> None:
    results = judged(few, game, *PROMISES)
    assert (results.score.status, results.promises) == (0, tuple(PROMISES))
    assert results.score.counts[PASS] == results.score.selected > 0


@pytest.mark.parametrize("game", GAMES)
def test_who_promises_and_is_asked_all_the_same_falls(few: Path, game: str) -> None:
    results = judged(few, game, WELL_FORMED, require_all=True)
    fallen = [one for one in results.results if one.fell]
    assert results.score.status == 1
    assert len(fallen) == min(3, sum(one.malformed for one in results.results))
    assert all(one.malformed and one.verdict == ERROR for one in fallen)
    assert not results.promises


def test_the_two_scores_stand_in_the_headline(few: Path) -> None:
    whole, kept = judged(few, "tribun"), judged(few, "tribun", WELL_FORMED)
    plays, reads = whole.score.plays, whole.score.reads
    assert plays
    assert reads
    assert (plays.selected + reads.selected, plays.aside + reads.aside) == (
        whole.score.selected,
        whole.score.counts[NOT_OFFERED],
    )
    said = f"Plays by the rules: {plays.passed} of {plays.selected}; malformed input: "
    assert f"{said}{reads.passed} of {reads.selected}." in whole.score.sentence
    assert f"{said}not offered." in kept.score.sentence
    assert kept.score.reads
    assert (kept.score.reads.selected, kept.score.reads.passed) == (0, 0)
    assert kept.score.reads.aside == reads.selected + reads.aside


def test_malformed_input_comes_last(few: Path) -> None:
    malformed = [one.malformed for one in judged(few, "tactics").results]
    assert malformed == sorted(malformed)
    assert {*malformed} == {False, True}


def test_a_promise_that_nobody_knows_is_named_and_leaves_out_nothing(few: Path) -> None:
    results = judged(few, "tribun", "no-draws")
    assert results.score.counts == judged(few, "tribun").score.counts
    assert [note for note in results.notes if "a promise that is unknown" in note and "no-draws" in note]


def test_who_has_one_refusal_is_not_held_to_tell_two_apart(few: Path) -> None:
    results = judged(few, "tribun", ONE_REFUSAL)  # and its hello claims to tell them apart, as the reference does
    assert results.score.status == 0
    assert any("the promise counts" in note for note in results.notes)


@pytest.mark.parametrize(
    ("game", "part"), [("tribun", "opcode=MOVE"), ("tactics", "type=MOVE"), ("minions", "kind=move")]
)
def test_who_lists_a_part_is_judged_as_far_as_it_goes(few: Path, game: str, part: str) -> None:
    results = judged(few, game, "--lists", part)
    of_lists = Counter(one.verdict for one in results.results if one.kind == "legal" or one.topic.startswith("legal"))
    counted = [one for one in results.results if one.topic.startswith("perft") and not one.malformed]
    assert results.score.status == 0
    assert {*of_lists} == {PASS}
    assert {one.message for one in counted} == {"to play `perft` needs whole lists"}


def test_who_lists_more_than_its_part_or_less_is_wrong(few: Path) -> None:
    """An engine that lists all, and says that it lists a part of it."""
    results = judged(few, "minions", "--lists", "kind=move", "kind=fly")
    assert any("a value that no list has: kind fly" in note for note in results.notes)
    assert results.score.status == 0
    nothing = judged(few, "minions", "--lists", "kind=fly")
    assert {one.message for one in nothing.results if one.topic.startswith("legal") and not one.malformed} == {
        "no action is of the part that the hello lists"
    }


@pytest.mark.parametrize(
    ("game", "promise"),
    [("tactics", WELL_FORMED), ("tribun", NO_SUBMITTER), ("minions", WHOLE_TURNS), ("tactics", NO_REASONS)],
)
def test_smoke_suggests_what_an_engine_might_promise(game: str, promise: str) -> None:
    limits = Limits(timeout=5.0, start=20.0)
    untold, told = ((sys.executable, str(SCRIPT), game, promise, *more) for more in (("--untold",), ()))
    assert [one.promise for one in suggestions(untold, limits, game)] == [promise]
    assert [one.promise for one in suggestions(told, limits, game)] == []


def test_who_hangs_is_not_waited_for_as_in_a_check(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = list[Limits]()

    def talk(_: Sequence[str], given: Limits) -> SimpleNamespace:
        limits.append(given)
        return SimpleNamespace(games=dict, end=lambda: None)

    monkeypatch.setattr("ludex.runner.suggesting.ProbingTalk", talk)
    assert not [one for timeout in (1.0, 60.0) for one in suggestions((), Limits(timeout=timeout, start=50.0))]
    assert limits == [Limits(timeout=1.0, start=50.0), Limits(timeout=SECONDS, start=50.0)]


def test_smoke_suggests_nothing_to_an_engine_that_is_wrong_anyhow() -> None:
    refuses_all = (sys.executable, str(SCRIPT.with_name("refuses_all.py")), "tactics")
    assert [*suggestions(refuses_all, Limits(timeout=5.0, start=20.0))] == []


UNLISTED = "tactics: what the hello lists is in a list of legal actions"


@pytest.mark.parametrize(
    ("words", "step", "told"),
    [
        (("no-draws", WELL_FORMED), "tactics: the promises of the hello are known", "no-draws"),
        (
            ("--lists", "type=FLY", "type=MOVE"),
            "tactics: what the hello lists is in a list of legal actions",
            "type FLY",
        ),
        (("--lists", "kind=MOVE"), "tactics: what the hello lists is in a list of legal actions", "kind MOVE"),
    ],
)
def test_smoke_names_promises_and_parts_that_nobody_knows(words: Sequence[str], step: str, told: str) -> None:
    command = (sys.executable, str(SCRIPT), "tactics", *words)
    failed = [one for one in smoke(command, Limits(timeout=10.0, start=20.0)) if not one.passed]
    assert [(one.name, one.message, bool(one.remedy)) for one in failed] == [(step, told, True)]


@pytest.mark.parametrize("promise", [WELL_FORMED, WHOLE_TURNS])
def test_smoke_asks_nothing_that_lies_outside_of_a_promise(promise: str) -> None:
    steps = [*smoke((sys.executable, str(SCRIPT), "tribun", promise), Limits(timeout=5.0, start=20.0), "tribun")]
    assert [step.name for step in steps if not step.passed] == []


def test_smoke_tries_one_game_alone() -> None:
    both = (sys.executable, "-c", "from ludex.cli import main; main(['engine'])")
    steps = [*smoke(both, Limits(timeout=5.0, start=20.0), "tactics")]
    assert all(step.passed for step in steps)
    assert not any(step.name.startswith(("tribun", "minions")) for step in steps)


def test_a_method_that_hangs_on_malformed_input_is_told_of_once(few: Path) -> None:
    results = judged(few, "tactics", "--hangs", "perft", limits=Limits(timeout=1.0, start=20.0))
    hung = [one for one in results.results if one.cause == "timeout"]
    left = [one for one in results.results if one.verdict == NOT_RUN]
    assert len(hung) == 1
    assert hung[0].malformed
    assert {one.message for one in left} == {f"left: `perft` hangs on malformed input ({hung[0].id})"}
    assert results.score.status == 1
    assert results.score.reads
    assert results.score.reads.passed == results.score.reads.selected - 1 - len(left) > 0


def test_numbers_in_short_say_what_they_said() -> None:
    for numbers, said in (([], ""), ([3], "3"), ([0, 1, 2, 5, 7, 8], "0-2,5,7-8")):
        assert (spans(numbers), list(numbers_in(said))) == (said, numbers)


@pytest.mark.parametrize("game", GAMES)
def test_the_manifest_marks_what_the_files_hold(game: str) -> None:
    """Stated again, from the files alone: what is unreadable, who submits, and which words are fixed."""
    folder = where.vectors() / game
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["promises"] == PROMISES
    found: Counter[str] = Counter()
    for name, facts in manifest["files"].items():
        questions = json.loads((folder / name).read_text())["questions"]
        answers = [(one["input"], answer["expect"]) for one in questions for answer in one["answers"]]
        outside = {promise: {*numbers_in(said)} for promise, said in facts["outside"].items()}
        for number, (asked, expected) in enumerate(answers):
            unreadable = "unreadable" in expected or expected.get("refused") == "unreadable"
            assert not unreadable or number in outside[WELL_FORMED], (name, number)
            assert ("by" in asked) == (number in outside.get(NO_SUBMITTER, ())), (name, number)
            assert bool(expected.get("errorMessage")) == (number in outside.get(NO_REASONS, ())), (name, number)
        assert all(numbers and max(numbers) < len(answers) for numbers in outside.values())
        found.update({promise: len(numbers) for promise, numbers in outside.items()})
    assert {(game, promise) for promise in found} == {pair for pair in BROKEN if pair[0] == game}


@pytest.mark.parametrize(("choice", "sent"), [("none", False), ("once-per-unit", True)])
def test_what_no_rule_asks_for_is_not_sent(choice: str, sent: bool) -> None:
    """What a turn of 5x5 Tactics has spent counts only where there are limits."""
    suite = open_suite("tactics")
    topic = suite.topic(TopicName("v1", "refusal-spent"))
    defaults = suite.facts("v1").defaults()
    setting = Setting("v1", {**defaults, "turn-limits": choice})
    frame = Frame(topic, setting, 0, wire_of("tactics"))
    told = [vector for vector in topic.vectors if b'"spent"' in bytes(vector.input)]
    params = [json.loads(ScheduledVector(0, vector, frame).request(1))["params"] for vector in told[:20]]
    assert params
    assert all(("spent" in one) == sent and "position" in one for one in params)
    step = json.loads(ScheduledVector(0, told[0], frame).ask(1, ("apply", {"position": {}, "spent": None})))
    assert ("spent" in step["params"]) == sent


@pytest.mark.parametrize(
    ("choice", "answered", "right"),
    [
        ("one", "m1", True),
        ("one", "m7", True),
        ("one", "", False),
        ("one", "a1", False),
        ("split", "m1", False),
        ("split", "m2", True),
    ],
)
def test_how_far_a_unit_has_moved_counts_only_where_it_may_move_again(choice: str, answered: str, right: bool) -> None:
    suite = open_suite("minions")
    vector = next(
        one
        for one in suite.topic(TopicName("initiate", "apply-move")).vectors
        if not one.holds and bytes(one.expect).count(b":m2") == 1 and b",m2" not in bytes(one.expect)
    )
    defaults = suite.facts("initiate").defaults()
    given = bytes(vector.expect).replace(b":m2", f":{answered}".encode())
    judged = weigh_result(
        given, bytes(vector.expect), "apply", wire_of("minions"), {**defaults, "moves-per-turn": choice}, False
    )
    assert (judged.verdict == PASS) is right


@pytest.mark.parametrize(("verdict", "found"), [(UNSUPPORTED, []), (FAIL, [NO_REASONS])])
def test_what_is_not_written_yet_suggests_no_promise(verdict: str, found: list[str]) -> None:
    class Answering:
        """All that is plain is right; of all else so much is said."""

        def answers_rightly(self, probes: Sequence[PromiseProbe]) -> bool:
            return bool(probes)

        def judge(self, _: PromiseProbe) -> Judgement:
            return Judgement(verdict, "", "later")

    offer = GameOffer(["validate", "apply"], None, promises=[one for one in PROMISES if one != NO_REASONS])
    assert [one.promise for one in _of_game(Answering(), "tactics", offer)] == found  # type: ignore[arg-type]
