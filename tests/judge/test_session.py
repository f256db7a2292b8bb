"""The course of a run: what is asked of whom, what is settled without asking, and what its account says.

The engines are played in this process, so that each run is exact.
"""

from __future__ import annotations

import datetime
import json
import os
import threading
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from ludex.fault import Fault
from ludex.judge.expected import Expected, ExpectedFailure
from ludex.judge.score import Imaged
from ludex.judge.settings import RulesAsked
from ludex.judge.verdict import CRASH, EXIT, Down, Judgement
from ludex.judge.weigh import MAX_WRONG_BYTES
from ludex.protocol.messages import Hello
from ludex.runner import session as sessions
from ludex.runner.address import Address
from ludex.runner.interruption import Interruption
from ludex.runner.journal import Kept, Taken, begin, read_journal
from ludex.runner.limits import Limits
from ludex.runner.queue import VectorQueue
from ludex.runner.run import MAX_ANSWERS_KEPT, MAX_NOTES, Order, Repeats, Run
from ludex.runner.session import LONG_WORDS, MAX_CLAIMS_NOTED, WORDS, Session, run_so_far
from ludex.support import support_of
from ludex.vectors.promises import WELL_FORMED
from ludex.vectors.selection import Selection
from ludex.vectors.suite import open_suite
from tests.judge import test_images, toy
from tests.judge.hostile.nim import answer
from tests.judge.played import (
    HASTY,
    LIMITS,
    Played,
    PlayedSession,
    Respond,
    but,
    hello,
    name_of,
    order,
    result,
    saying,
    told,
)

NOT_OFFERED = ("word-0@one", 0, "not-offered", "", "the hello does not offer `word`")
SEVENS = Selection(("apply-7-?",))
FELL = Down(CRASH, "it crashed")


def mute(_: Any) -> None:
    return None


@pytest.fixture(scope="module")
def split_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Vectors with a second edition."""
    return toy.write(tmp_path_factory.mktemp("split"), split=True)


# -- a run


def test_every_vector_is_asked_once_and_told_at_its_place(toy_root: Path) -> None:
    seen: list[tuple[int, int]] = []
    session = PlayedSession(order(toy_root), watch=lambda *where: seen.append(where))
    run = session.judge()
    (engine,) = session.started
    assert told(run) == [NOT_OFFERED]
    assert [request["method"] for request in engine.heard[:: len(engine.heard) - 1]] == ["initialize", "shutdown"]
    assert engine.names == [case.id for case, one in run.settled_vectors() if one.verdict == "pass"]
    times = Counter(name_of(request) for request in engine.heard if "vector" in request["params"])
    assert {name: many for name, many in times.items() if many > 1} == {"perft-5-3@one+max=three": 23}
    assert len(times) == 205
    assert seen == [(place, 207) for place in range(1, 206)]
    assert engine.ends > 0
    assert (run.notes, [*run.remarks], run.stopped, run.log, run.restarts, run.fault) == ([], [], "", b"", 0, "")
    assert (run.interrupted, run.resumed, run.end) == (False, False, None)
    assert run.hello is not None
    assert run.hello.engine.name == "nim-test"
    assert run.started < (run.first_verdict or 0) <= run.ended <= time.time()


def test_a_fall_is_told_with_its_log_and_restarts_are_counted(toy_root: Path) -> None:
    session = PlayedSession(order(toy_root), but({"apply-7-2": FELL, "legal-9": {"actions": [1]}}))
    run = session.judge()
    assert told(run) == [
        NOT_OFFERED,
        ("apply-7-2@one", 0, "error", "crash", "it crashed. The last of its log: its last words"),
        ("legal-9@one", 0, "fail", "", "actions: 2 missing: 2, 3"),
    ]
    assert (run.restarts, len(session.started)) == (2, 3)
    assert dict(run.remarks) == {"with 64 in flight, each was rerun alone: it crashed": 1}
    assert all(engine.ends for engine in session.started)


@pytest.mark.parametrize(
    ("respond", "stopped", "log"),
    [
        (lambda _: FELL, "no hello: it crashed", b"its last words"),
        (mute, "no hello: no hello within 0.05 s; nothing came. Flush stdout", b""),
    ],
)
def test_without_a_hello_everything_is_accounted_for_as_not_run(
    toy_root: Path, respond: Respond, stopped: str, log: bytes
) -> None:
    session = PlayedSession(order(toy_root, journal=toy_root / "none", limits=HASTY), respond)
    run = session.judge()
    assert run.stopped.startswith(stopped)
    assert run.log == log
    assert run.hello is None
    assert {(verdict, message) for _, _, verdict, _, message in told(run)} == {("not-run", run.stopped)}
    assert run.score().counts["not-run"] == 206
    assert (session.journal, run.first_verdict) == (None, None)
    assert session.started[0].ends
    assert not (toy_root / "none").exists()


def test_without_a_hello_only_the_editions_that_were_asked_for_are_accounted_for(split_root: Path) -> None:
    run = PlayedSession(order(split_root, asked=RulesAsked(("two",)), limits=HASTY), mute).judge()
    assert [setting.edition for setting in run.settings] == ["two"]
    assert {name.rpartition("@")[2] for name, *_ in told(run)} == {"two"}


def test_an_engine_that_cannot_be_kept_up_ends_the_run_with_what_it_last_logged(toy_root: Path) -> None:
    down = Down("closed", "it hung up")
    run = PlayedSession(order(toy_root, limits=HASTY), saying(hello(), lambda _: down)).judge()
    assert run.stopped == "the engine answered nothing in 2 starts (it hung up)"
    assert run.log == b"its last words"
    assert {row[2] for row in told(run)} == {"error", "not-run", "not-offered"}
    assert run.restarts == 1


def test_no_farewell_is_waited_for_where_the_run_ends_before_its_end(toy_root: Path) -> None:
    session = PlayedSession(order(toy_root, max_failures=1), but({"apply-7-2": {"illegal": {}}}))
    run = session.judge()
    assert run.stopped == "stopped after 1 failing vector"
    assert session.started[0].heard[-1]["method"] != "shutdown"
    assert session.started[0].ends
    assert [row[2] for row in told(run)][:2] == ["not-offered", "fail"]
    assert {(row[2], row[4]) for row in told(run)[2:]} == {("not-run", run.stopped)}


@pytest.mark.parametrize(("failures", "ends"), [(2, 1), (3, None), (0, None)])
def test_a_run_ends_at_the_failure_that_is_one_too_many(toy_root: Path, failures: int, ends: int | None) -> None:
    wrong = but({"apply-7-1": {"illegal": {}}, "apply-7-3": {"illegal": {}}})
    run = PlayedSession(order(toy_root, selection=SEVENS, max_failures=failures), wrong).judge()
    assert run.end == (2 if ends else None)
    assert run.stopped == ("stopped after 2 failing vectors" if ends else "")


@pytest.mark.parametrize(
    ("falls", "verdicts", "stopped"),
    [
        (1, ["error", "not-run", "not-run"], "1 vector brought the engine down"),
        (2, ["error", "pass", "error"], "2 vectors brought the engine down"),
        (3, ["error", "pass", "error"], ""),
    ],
)
def test_a_run_ends_at_the_fall_that_is_one_too_many(
    toy_root: Path, falls: int, verdicts: list[str], stopped: str
) -> None:
    limits = Limits(falls=falls)
    falling = but({"apply-7-1": FELL, "apply-7-3": FELL})
    run = PlayedSession(order(toy_root, selection=SEVENS, limits=limits), falling).judge()
    assert [one.verdict for _, one in run.settled_vectors()] == verdicts
    assert run.stopped == (f"{stopped} (--skip ID leaves one out, --falls N allows more)" if stopped else "")


def test_falls_end_a_run_also_where_none_of_them_counts(toy_root: Path) -> None:
    made = order(toy_root, selection=SEVENS, limits=Limits(falls=1), unfinished=("apply-7-*",))
    run = PlayedSession(made, but({"apply-7-1": FELL})).judge()
    assert [one.verdict for _, one in run.settled_vectors()] == ["error", "not-run", "not-run"]
    assert run.stopped.startswith("1 vector brought the engine down")


# -- interruptions


def test_an_interruption_leaves_a_complete_account_and_no_engine(toy_root: Path) -> None:
    interruption = Interruption()

    def asking(request: Any) -> str:
        if request["params"].get("vector") == "apply-30-1@one":
            interruption.asked = 1
        return answer(request)

    session = PlayedSession(order(toy_root, journal=toy_root / "cut"), asking)
    session.heed(interruption)
    run = session.judge()
    assert (run.interrupted, run.stopped, run.score().status) == (True, "interrupted", 130)
    counts = run.score().counts
    assert 0 < counts["pass"] < 205
    assert counts["pass"] + counts["not-run"] == 205
    assert session.started[0].ends
    assert session.journal is not None
    assert session.journal._file.closed
    assert len(read_journal(toy_root / "cut").outcomes) == counts["pass"]
    (toy_root / "cut").unlink()


def test_an_interruption_of_one_that_has_nothing_left_to_do_stops_the_others(toy_root: Path) -> None:
    session = PlayedSession(order(toy_root, jobs=2))
    session.heed(Interruption())

    def work() -> None:
        while not session.started[0].ends:  # until the first is done, and only waits for this one
            time.sleep(0.001)
        session.queue.interruption.asked = 1

    hand = threading.Thread(target=work)
    session._more_hands = lambda: session._hands.append(hand) or hand.start()  # type: ignore[method-assign, func-returns-value]
    assert session.judge().interrupted


# -- several engines


def test_so_many_engines_work_side_by_side_once_the_first_has_answered(toy_root: Path) -> None:
    session = PlayedSession(order(toy_root, jobs=3))
    run = session.judge()
    assert told(run) == [NOT_OFFERED]
    assert len(session.started) == 3
    assert all(engine.ends and engine.heard[0]["method"] == "initialize" for engine in session.started)
    assert sum(len(engine.names) for engine in session.started) == 205
    assert all(not hand.is_alive() for hand in session._hands)


@pytest.mark.parametrize(
    ("respond", "selection"),
    [
        (saying(hello(("word",)), lambda request: result(request, {"x": 1})), Selection(("legal",))),
        (but({"apply-7-1": FELL}), Selection(("apply-7-1",))),
    ],
)
def test_an_engine_that_answered_nothing_yet_gets_no_company(
    toy_root: Path, respond: Respond, selection: Selection
) -> None:
    session = PlayedSession(order(toy_root, jobs=2, selection=selection), respond)
    session.judge()
    assert session._hands == []


@pytest.mark.parametrize(
    ("outcome", "comes"),
    [
        (Judgement("pass"), True),
        (Judgement("fail"), True),
        (Judgement("error", fell=True), False),
        (Judgement("error"), False),  # as what rides on one that fell
        (Judgement("not-offered"), False),
        (Judgement("not-run"), False),
    ],
)
def test_company_comes_once_an_answer_was_weighed(toy_root: Path, outcome: Judgement, comes: bool) -> None:
    session = PlayedSession(order(toy_root))
    session.plan(msgspec.convert(hello(), Hello))
    came: list[None] = []
    session._more_hands = lambda: came.append(None)  # type: ignore[method-assign]
    session.settle(next(session.cases), outcome)
    assert bool(came) == comes


def test_what_lies_outside_of_a_promise_is_not_asked_and_all_else_is(own_root: Path) -> None:
    toy.call_malformed(own_root, "apply-take")
    session = PlayedSession(order(own_root), saying(hello(promises=[WELL_FORMED])))
    run = session.judge()
    outside = [f"apply-{taken}@one" for taken in ("1-1", "2-1", "2-2", "3-1", "3-2")]
    assert [(name, verdict) for name, _, verdict, *_ in told(run)] == [
        (name, "not-offered") for name in (NOT_OFFERED[0], *outside)
    ]
    assert session.started[0].names == [case.id for case, one in run.settled_vectors() if one.verdict == "pass"]


@pytest.mark.parametrize(("actions", "verdict"), [([1], "pass"), ([1, 2], "fail"), ([], "fail")])
def test_who_lists_a_part_is_held_to_it_alone(
    toy_root: Path, actions: list[int], verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = SimpleNamespace(facts=lambda action: {"take": action})
    monkeypatch.setitem(vars(support_of("nim")), "parts", parts)
    respond = saying(hello(lists={"take": [1]}), but({"legal-2": {"actions": actions}}))
    run = PlayedSession(order(toy_root, selection=Selection(("legal-2",))), respond).judge()
    assert [one.verdict for _, one in run.settled_vectors()] == [verdict]


@pytest.mark.parametrize(
    ("other", "remark"),
    [
        (saying(hello(("legal",))), "an engine beside the first said another hello, and was not used"),
        (lambda _: Down(EXIT, "it ended"), "an engine beside the first did not start: it ended"),
    ],
)
def test_an_engine_that_is_not_like_the_first_is_not_used(toy_root: Path, other: Respond, remark: str) -> None:
    session = PlayedSession(order(toy_root, jobs=2), answer, other)
    run = session.judge()
    assert told(run) == [NOT_OFFERED]
    assert dict(run.remarks) == {remark: 1}
    assert session.started[1].names == []
    assert all(engine.ends for engine in session.started)


def test_a_mistake_of_ours_beside_the_first_engine_is_told_by_the_run(toy_root: Path) -> None:
    class MistakeError(Exception):
        pass

    def broken(_: Any) -> str:
        raise MistakeError

    session = PlayedSession(order(toy_root, jobs=2), answer, broken)
    with pytest.raises(MistakeError):
        session.judge()
    assert all(engine.ends for engine in session.started)
    assert session.queue.next() is None


def test_an_interruption_beside_the_first_engine_is_no_mistake(toy_root: Path) -> None:
    def pressed(_: Any) -> str:
        raise KeyboardInterrupt

    session = PlayedSession(order(toy_root, jobs=2), answer, pressed)
    assert told(session.judge()) == [NOT_OFFERED]
    assert session._mistakes == []


# -- how an engine is reached


@pytest.mark.parametrize(("again", "patience"), [(False, 0.0), (True, 7.0)])
def test_after_a_fall_an_engine_that_listens_is_given_time(
    toy_root: Path, monkeypatch: pytest.MonkeyPatch, again: bool, patience: float
) -> None:
    monkeypatch.setattr("ludex.runner.tcp.Connection", lambda *words: words)
    limits, where = Limits(start=7.0), Address("127.0.0.1", 4000)
    session = Session(order(toy_root, connect=where, limits=limits))
    assert session.open(again) == (where, limits, patience)  # type: ignore[comparison-overlap]


def test_a_command_is_started_under_the_limits(toy_root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.runner.session.Process", lambda *words: words)
    assert Session(order(toy_root)).open(again=False) == (("nim",), LIMITS)  # type: ignore[comparison-overlap]


# -- what the hello decides


def test_a_game_that_is_not_declared_is_unsupported_in_every_edition(split_root: Path) -> None:
    other = {**hello(), "games": {}}
    run = PlayedSession(order(split_root), saying(other)).judge()
    assert run.notes == ["the engine does not declare nim"]
    assert {(row[1], row[2], row[4]) for row in told(run)} == {
        (number, "unsupported", "the engine does not declare this edition") for number in (0, 1)
    }
    one = PlayedSession(order(split_root, asked=RulesAsked(("two",))), saying(other)).judge()
    assert [setting.edition for setting in one.settings] == ["two"]


def test_what_is_strange_in_a_hello_is_noted_up_to_a_number(toy_root: Path) -> None:
    claims = [f"m{number:02}" for number in range(MAX_CLAIMS_NOTED + 1)]
    editions = {"one": {"readings": {"max": [*claims, "three"]}}}
    run = PlayedSession(order(toy_root), saying(hello(editions=editions))).judge()
    assert run.notes == [
        f"the hello declares an unknown reading in one: max={claim}" for claim in claims[:MAX_CLAIMS_NOTED]
    ]
    assert told(run) == [NOT_OFFERED]


def test_an_edition_that_has_no_vectors_is_noted_and_nothing_is_judged(toy_root: Path) -> None:
    run = PlayedSession(order(toy_root), saying(hello(editions={"nine": {}}))).judge()
    assert run.notes == [
        "the engine declares no edition of nim that has vectors",
        "the hello declares an edition that has no vectors: nine",
    ]
    assert (run.settings, run.outcomes, run.stopped) == ([], [], "")


def test_images_are_asked_for_a_game_without_symmetries_in_vain(toy_root: Path) -> None:
    run = PlayedSession(order(toy_root, selection=Selection(images=True))).judge()
    assert run.notes == ["nim names no symmetries, so its vectors have no images"]
    assert told(run) == [NOT_OFFERED]
    assert PlayedSession(order(toy_root)).judge().notes == []


def test_readings_that_nothing_speaks_of_are_refused(toy_root: Path) -> None:
    flipped = order(toy_root, selection=Selection(("take-4-of-9",)))
    with pytest.raises(Fault) as caught:
        PlayedSession(flipped).judge()
    assert caught.value.message == "none of the selected vectors speaks of the editions and readings that would run"
    assert caught.value.remedy == (
        "Choose an edition or a reading under which they hold, for example --reading max=four."
    )


@pytest.mark.parametrize(
    ("asked", "message", "remedy"),
    [
        (RulesAsked(("tow",)), "no edition 'tow' of nim", "Did you mean two? Editions: one, two."),
        (RulesAsked(("9",)), "no edition '9' of nim", "Editions: one, two."),
        (RulesAsked((), (("mux", "four"),)), "unknown reading: 'mux'", "Did you mean max? Known: max."),
        (
            RulesAsked(("one",), (("max", "thre"),)),
            "unknown choice of max: 'thre'",
            "Did you mean three? Known: four, three.",
        ),
        (RulesAsked(("two",), (("max", "three"),)), "unknown reading: 'max'", "Known: none."),
    ],
)
def test_rules_that_are_not_there_are_refused_before_an_engine_starts(
    split_root: Path, asked: RulesAsked, message: str, remedy: str
) -> None:
    session = PlayedSession(order(split_root, asked=asked))
    with pytest.raises(Fault) as caught:
        session.judge()
    assert (caught.value.message, caught.value.remedy, session.started) == (message, remedy, [])


def test_all_readings_are_run_one_after_the_other(toy_root: Path) -> None:
    seen: list[tuple[int, int]] = []
    asked = RulesAsked(all_readings=True)
    session = PlayedSession(order(toy_root, asked=asked), watch=lambda *where: seen.append(where))
    run = session.judge()
    assert [(setting.label, setting.flipped) for setting in run.settings] == [
        ("one (default readings)", {}),
        ("one with max=four", {"max": "four"}),
    ]
    assert told(run) == [NOT_OFFERED, ("word-0@one", 1, *NOT_OFFERED[2:])]
    readings = {request["params"]["readings"]["max"] for request in session.started[0].heard[1:-1]}
    assert readings == {"three", "four"}
    assert {most for _, most in seen} == {2 * 207}


def test_without_names_no_vector_is_named_to_the_engine(toy_root: Path) -> None:
    session = PlayedSession(order(toy_root, anonymous=True))
    assert told(session.judge()) == [NOT_OFFERED]
    asked = session.started[0].heard[1:-1]
    assert {(request["params"]["vector"], *request["params"]["clauses"]) for request in asked} == {(None,)}
    named = PlayedSession(order(toy_root, selection=SEVENS))
    named.judge()
    assert named.started[0].heard[1]["params"]["clauses"] == ["NIM-TAK-1", "NIM-APP-1"]


@pytest.mark.parametrize(("tells", "verdict"), [(["unreadable"], "fail"), ([], "pass")])
def test_who_claims_to_tell_refusals_apart_is_held_to_it(toy_root: Path, tells: list[str], verdict: str) -> None:
    respond = saying(hello(tells=tells), but({"refuse-5-4": {"unreadable": {}}}))
    run = PlayedSession(order(toy_root, selection=Selection(("refuse-5-4",))), respond).judge()
    assert [one.verdict for _, one in run.settled_vectors()] == [verdict]


# -- what needs no engine


def test_what_is_skipped_is_not_asked_whatever_else_is_known_of_it(toy_root: Path) -> None:
    session = PlayedSession(order(toy_root, skip=("apply-7-2", "word-0")))
    run = session.judge()
    assert told(run) == [
        ("word-0@one", 0, "skipped", "", "by --skip"),
        ("apply-7-2@one", 0, "skipped", "", "by --skip"),
    ]
    assert "apply-7-2@one" not in session.started[0].names
    assert len(session.started[0].names) == 204


@pytest.mark.parametrize("selection", [Selection(), Selection(("apply-7-?",)), Selection(("nim-*", "apply"))])
def test_who_skips_all_that_is_selected_is_told_so(toy_root: Path, selection: Selection) -> None:
    skip = ("one",) if selection.everything else ("apply",)
    if selection.patterns[:1] == ("nim-*",):
        selection = Selection(("apply-take",))
    session = PlayedSession(order(toy_root, selection=selection, skip=skip))
    with pytest.raises(Fault) as caught:
        session.judge()
    assert caught.value.message == "--skip leaves no vector to judge"
    assert caught.value.remedy == "Leave out less with --skip, or choose more with --select."
    assert session.started[0].ends


def test_what_is_unfinished_is_asked_and_counted_apart(toy_root: Path) -> None:
    wrong = but({"apply-7-2": {"illegal": {}}, "apply-7-3": FELL})
    one_by_one = Limits(timeout=60.0, start=60.0, window=1)
    run = PlayedSession(order(toy_root, unfinished=("apply-7-?",), max_failures=1, limits=one_by_one), wrong).judge()
    score = run.score()
    assert score.unfinished == {"pass": 1, "fail": 1, "error": 1}
    assert score.counts["pass"] == 202
    assert (run.stopped, score.status) == ("", 0)


# -- vectors that cannot be read


def test_after_a_file_that_cannot_be_read_nothing_is_asked_and_all_is_accounted_for(own_root: Path) -> None:
    for name in ("apply-flipped", "legal-small", "refusal-take"):
        broken = own_root / "nim" / "topics" / f"{name}.json"
        broken.write_text(broken.read_text().replace("heap", "hoop", 1))
    session = PlayedSession(order(own_root))
    run = session.judge()
    assert "apply-flipped.json" in run.fault
    assert "legal-small" not in run.fault
    assert run.stopped.startswith("the vectors are at fault: ")
    assert "apply-flipped.json" in run.stopped
    assert run.stopped.removeprefix("the vectors are at fault: ") in run.fault
    assert run.score().status == 2
    assert len(run.fault) > len(run.stopped) - 26  # with the remedy
    counts = run.score().counts
    assert counts["not-run"] > 100
    assert sum(counts.values()) == 206 - 20 - 10
    with pytest.raises(Fault, match="apply-flipped"):
        PlayedSession(order(own_root, selection=Selection(("perft-small",)))).judge()


def test_a_first_file_that_cannot_be_read_is_told_of_like_any_other(own_root: Path) -> None:
    first = open_suite("nim", own_root).names_of("one")[0].topic
    (own_root / "nim" / "topics" / f"{first}.json").write_text("{")
    run = PlayedSession(order(own_root)).judge()
    assert f"{first}.json" in run.fault
    assert run.score().counts["not-run"] > 100


# -- the journal


def what_is_asked(session: PlayedSession) -> list[str]:
    return [name for engine in session.started for name in engine.names]


def test_a_run_goes_on_where_its_journal_ends(toy_root: Path, tmp_path: Path) -> None:
    path = tmp_path / "j"
    wrong = but({"apply-7-2": {"illegal": {}}, "legal-9": {"actions": [1]}})
    first = PlayedSession(order(toy_root, journal=path), wrong).judge()
    lines = path.read_bytes().splitlines(True)
    path.write_bytes(b"".join(lines[:3]))
    known = read_journal(path).outcomes
    assert 0 < len(known) < 205
    session = PlayedSession(order(toy_root, journal=path, resume=True), wrong)
    run = session.judge()
    assert told(run) == told(first)
    assert (run.resumed, run.started, [*run.remarks]) == (True, first.started, [])
    assert len(what_is_asked(session)) == 205 - len(known)
    assert len(read_journal(path).outcomes) == 205
    assert run.journal is session.journal
    again = PlayedSession(order(toy_root, journal=path, resume=True), wrong)
    assert told(again.judge()) == told(first)
    assert what_is_asked(again) == []


@pytest.mark.parametrize(
    ("known", "asked", "settled"),
    [
        ((), [(0, [1, 2])], []),
        ((0,), [(1, [2])], [0]),
        ((1,), [(0, [2])], [1]),
        ((0, 1), [(2, [])], [0, 1]),
        ((0, 1, 2), [], [0, 1, 2]),
    ],
)
def test_of_what_asks_the_same_only_what_is_not_settled_is_asked(
    known: tuple[int, ...], asked: list[Any], settled: list[int], toy_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, noted = PlayedSession(order(toy_root)), list[int]()
    session.past = SimpleNamespace(outcomes=dict.fromkeys(known))  # type: ignore[assignment]
    monkeypatch.setattr(session, "_record", lambda case, _: noted.append(case.index))
    first, *riders = (SimpleNamespace(index=place, riders=()) for place in range(3))
    first.riders = tuple(riders)
    left = [*session._not_of_the_journal(iter([first]))]  # type: ignore[list-item]
    assert [(one.index, [rider.index for rider in one.riders]) for one in left] == asked
    assert noted == settled


def test_a_journal_that_another_run_writes_is_needed_or_done_without(toy_root: Path, tmp_path: Path) -> None:
    path = tmp_path / "j"
    holding = PlayedSession(order(toy_root, journal=path))
    holding.open_journal(holding_hello(holding))
    with pytest.raises(Taken):
        PlayedSession(order(toy_root, journal=path)).judge()
    run = PlayedSession(order(toy_root, journal=path, needs_journal=False)).judge()
    assert dict(run.remarks) == {f"another run is writing {path}, so this run keeps no journal": 1}
    assert run.journal is None
    assert told(run) == [NOT_OFFERED]
    holding._part()


def test_what_is_no_journal_is_kept_and_a_journal_done_without_where_it_is_not_needed(
    toy_root: Path, tmp_path: Path
) -> None:
    path = tmp_path / "j"
    path.write_text("my diary")
    with pytest.raises(Kept):
        PlayedSession(order(toy_root, journal=path)).judge()
    run = PlayedSession(order(toy_root, journal=path, needs_journal=False)).judge()
    told = f"{path} exists and is no journal of this kind; it is left as it is, so this run keeps no journal"
    assert dict(run.remarks) == {told: 1}
    assert run.journal is None
    assert path.read_text() == "my diary"


def holding_hello(session: PlayedSession) -> Hello:
    session._drivers[0].spawn()
    return session._drivers[0].greet()


EVERYTHING: dict[str, Any] = {
    "asked": RulesAsked(("one",), (("max", "four"),), all_readings=True),
    "selection": Selection(("apply-?-*",), frozenset(f"apply-{n}-1@one" for n in (9, 8, 7, 6)), None, images=True),
    "skip": ("apply-9-*", "apply-8-2"),
    "anonymous": True,
}


def test_a_journal_says_of_which_run_it_is(toy_root: Path, tmp_path: Path) -> None:
    path = tmp_path / "j"
    PlayedSession(order(toy_root, journal=path, **EVERYTHING)).judge()
    head = json.loads(path.read_bytes().partition(b"\n")[0].rpartition(b" ")[0])
    seal = head["what"].pop("vectors")
    assert len(seal) > 9
    assert head["what"] == {
        "game": "nim",
        "command": ["nim"],
        "selection": {
            "select": ["apply-?-*"],
            "skip": ["apply-9-*", "apply-8-2"],
            "failed": ["apply-6-1@one", "apply-7-1@one", "apply-8-1@one", "apply-9-1@one"],
            "images": True,
        },
        "editions": ["one"],
        "readings": [["max", "four"]],
        "all_readings": True,
        "anonymous": True,
    }


@pytest.mark.parametrize(
    "more",
    [
        {},
        EVERYTHING,
        {"selection": Selection(core=frozenset(("legal-5@one", "a")))},
        {"selection": Selection(sides=False)},
    ],
)
def test_the_account_of_a_run_that_was_cut_off_is_made_from_its_journal(
    toy_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: dict[str, Any]
) -> None:
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    path = tmp_path / "j"
    whole = PlayedSession(order(toy_root, journal=path, **more), but({"apply-7-1": {"illegal": {}}})).judge()
    path.write_bytes(b"".join(path.read_bytes().splitlines(True)[:-1]))  # without the mark of its end
    os.utime(path, (5e9, 5e9))
    run = run_so_far(path)
    assert told(run) == told(whole)
    assert (run.settings, run.hello, run.started, run.ended) == (whole.settings, whole.hello, whole.started, 5e9)
    assert (run.interrupted, run.stopped) == (True, "the runner was ended; this is what its journal holds")
    assert run.order.words == ("nim",)
    assert (run.order.anonymous, run.order.selection) == (whole.order.anonymous, whole.order.selection)
    lines = path.read_bytes().splitlines(True)
    path.write_bytes(b"".join([lines[0], b"spoilt\n"]))
    cut = run_so_far(path)
    assert {(row[2], row[4]) for row in told(cut, "skipped", "not-offered")} == {("not-run", run.stopped)}
    assert [*cut.remarks] == ["1 line of the journal could not be read; what stood there counts as not asked"]


@pytest.mark.parametrize("more", [{}, {"max_failures": 1}, {"limits": Limits(falls=1)}, {"max_failures": 2}])
def test_the_account_of_a_run_that_came_to_its_end_is_what_it_was(
    more: dict[str, Any], toy_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    path = tmp_path / "j"
    wrong = but({"apply-7-1": {"illegal": {}}, "apply-7-2": FELL, "apply-7-3": {"illegal": {}}})
    whole = PlayedSession(order(toy_root, journal=path, **more), wrong).judge()
    run = run_so_far(path)
    assert told(run) == told(whole)
    assert (run.stopped, run.interrupted, run.score()) == (whole.stopped, False, whole.score())
    assert whole.started <= run.ended <= time.time()


def test_a_journal_of_other_vectors_than_those_here_is_refused(
    own_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_VECTORS", str(own_root))
    path = tmp_path / "j"
    PlayedSession(order(own_root, journal=path)).judge()
    manifest = own_root / "nim" / "manifest.json"
    manifest.write_text(manifest.read_text() + "\n")
    with pytest.raises(Fault) as refused:
        run_so_far(path)
    assert refused.value.message == f"{path} is of a run with other vectors than those here"
    assert refused.value.remedy == "Resume it where it was begun."


# -- settling


@pytest.mark.parametrize(("fell", "most"), [(False, WORDS), (True, LONG_WORDS)])
def test_a_message_is_cut_and_a_fall_may_say_more(toy_root: Path, fell: bool, most: int) -> None:
    session = PlayedSession(order(toy_root, selection=SEVENS))
    session.judge()
    case = next(iter(session.run.cases))
    for many, said in ((most, "x" * most), (most + 1, "x" * most + "...")):
        session.settle(case, Judgement("error", "crash", "x" * many, fell=fell))
        assert [one.message for one in session.run.outcomes[:1] if one] == [said]
    session.settle(case, Judgement("error", "crash", "a\x1bb"))
    assert [one.message for one in session.run.outcomes[:1] if one] == ["a\\x1bb"]


def test_a_wrong_answer_is_kept_up_to_a_bound_with_the_readings_that_it_follows(toy_root: Path) -> None:
    wrong = but({"legal-9": {"actions": [1, 2, 3, 4]}, "legal-8": {"actions": [*range(1, 20_000)]}})
    run = PlayedSession(order(toy_root), wrong).judge()
    eight, nine = (one for _, one in run.settled_vectors() if one.verdict == "fail")
    assert (nine.like, nine.got) == (("max=four",), b'{"actions": [1, 2, 3, 4]}')
    assert (eight.like, len(eight.got)) == ((), MAX_WRONG_BYTES)


def test_the_first_verdict_has_a_time_and_no_later_one_another(toy_root: Path) -> None:
    session = PlayedSession(order(toy_root, selection=SEVENS))
    session.run.first_verdict = 7.0
    assert session.judge().first_verdict == 7.0


def test_a_judgement_that_is_amended_is_the_one_that_counts_and_is_journalled(toy_root: Path, tmp_path: Path) -> None:
    session = PlayedSession(order(toy_root, selection=SEVENS, journal=tmp_path / "j"))
    session._part = lambda: None  # type: ignore[method-assign]
    session.judge()
    case = next(iter(session.run.cases))
    session.amend(case, Judgement("flaky", "", "now and then"))
    assert session.journal is not None
    session.journal.close()
    assert session.run.outcomes[0] == Judgement("flaky", "", "now and then")
    assert read_journal(tmp_path / "j").outcomes[0] == session.run.outcomes[0]


# -- expected failures


def expecting(*entries: ExpectedFailure) -> Expected:
    return Expected("expected.toml", entries)


def test_what_is_expected_to_fail_is_told_so_and_the_journal_keeps_what_came(toy_root: Path, tmp_path: Path) -> None:
    entries = [ExpectedFailure(f"apply-7-{take}@one", f"why {take}") for take in (1, 2)]
    run = PlayedSession(
        order(toy_root, expected=expecting(*entries), selection=SEVENS, journal=tmp_path / "j"),
        but({"apply-7-2": {"illegal": {}}}),
    ).judge()
    assert [(one.verdict, one.reason, bool(one.got)) for _, one in run.settled_vectors()] == [
        ("unexpected-pass", "why 1", False),
        ("expected-fail", "why 2", True),
        ("pass", "", False),
    ]
    kept = read_journal(tmp_path / "j").outcomes
    assert [(place, one.verdict, one.got) for place, one in sorted(kept.items())] == [
        (0, "pass", b""),
        (1, "fail", b'{"illegal": {}}'),
        (2, "pass", b""),
    ]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("legal-99@one", "no vector has this id"),
        ("word-0@one", "the engine does not offer what this vector asks"),
        ("legal-5@one~turn", "there is no such image: no symmetry of nim has this name; it has none"),
        ("apply-9-1@one", ""),
    ],
)
def test_an_entry_that_matches_nothing_is_stale_with_the_reason(toy_root: Path, name: str, why: str) -> None:
    wrong = but({"apply-7-1": {"illegal": {}}})
    used = ExpectedFailure("apply-7-1@one", "used")
    wanted = Selection(("apply-7-*", "word-0"))
    run = PlayedSession(
        order(toy_root, expected=expecting(ExpectedFailure(name, "x"), used), selection=wanted), wrong
    ).judge()
    assert [(one.id, one.why.partition(" (")[0]) for one in run.stale] == ([(name, why)] if why else [])


def test_an_entry_is_over_on_the_day_after_its_last(toy_root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    last = datetime.date(2031, 12, 31)
    entry = ExpectedFailure("apply-7-1@one", "x", last)
    for day, verdict in ((last, "expected-fail"), (last + datetime.timedelta(days=1), "fail")):
        clock = SimpleNamespace(date=SimpleNamespace(today=lambda day=day: day))
        monkeypatch.setattr(sessions, "datetime", clock)
        session = PlayedSession(
            order(toy_root, expected=expecting(entry), selection=SEVENS), but({"apply-7-1": {"illegal": {}}})
        )
        outcome = next(session.judge().settled_vectors())[1]
        assert outcome.verdict == verdict
        over = " (it was expected to fail until 2031-12-31, which is over)"
        assert outcome.message.endswith(over) is (verdict == "fail")


# -- what is kept of a run


@pytest.fixture
def run(toy_root: Path) -> Run:
    """A run whose vectors are laid out, and of which nothing is settled."""
    session = PlayedSession(order(toy_root))
    session._drivers[0].spawn()
    session.schedule.select(["one"])
    session.plan(session._drivers[0].greet())
    assert len([*session.cases]) == 205
    return session.run


def test_notes_are_sorted_different_and_of_a_number(run: Run) -> None:
    for number in range(MAX_NOTES + 1, 0, -1):
        for _ in range(2):
            run.note(f"n{number:03}\n")
            run.remark(f"r{number:03}")
    assert run.notes == [f"n{number:03}\\x0a" for number in range(1, MAX_NOTES + 1)]
    assert dict(run.remarks) == {f"r{number:03}": 2 for number in range(2, MAX_NOTES + 2)}
    run.note("x" * 401)
    assert run.notes[-1].startswith("n")
    run.remark("")
    assert "" not in run.remarks
    run.remark("r041")
    assert run.remarks["r041"] == 3


def test_a_long_note_is_cut(toy_root: Path) -> None:
    run = PlayedSession(order(toy_root)).run
    run.note("x" * 401)
    run.remark("y" * 401)
    assert (run.notes, [*run.remarks]) == (["x" * 400 + "..."], ["y" * 400 + "..."])


def wrong(size: int, **more: Any) -> Judgement:
    return Judgement("fail", "", "wrong", b"g" * size, **more)


def kept(run: Run) -> list[int]:
    """The places whose answers are kept."""
    return [place for place, one in enumerate(run.outcomes) if one is not None and (one.got or one.want)]


def test_of_answers_the_first_are_kept_whatever_their_order(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.runner.run.MAX_ANSWERS_KEPT", 3)
    for place in (9, 5, 8):
        assert run.settle(place, wrong(1)).got
    assert kept(run) == [5, 8, 9]
    assert run.settle(2, wrong(1)).got
    assert kept(run) == [2, 5, 8]
    assert not run.settle(9, wrong(1)).got
    assert not run.settle(10, wrong(1)).got
    assert run.settle(7, wrong(1)).got
    assert kept(run) == [2, 5, 7]
    assert [run.outcomes[place] for place in (8, 9, 10)] == [Judgement("fail", "", "wrong")] * 3
    assert MAX_ANSWERS_KEPT == 1000


def test_answers_are_kept_up_to_a_number_of_bytes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.runner.run.MAX_BYTES_KEPT", 10)
    assert run.settle(1, wrong(4, want=b"w" * 4)).want
    assert run.settle(2, wrong(2)).got
    assert kept(run) == [1, 2]
    assert not run.settle(3, wrong(1)).got
    run.settle(2, wrong(1))  # once more: its place is free before it is taken
    assert run._kept_bytes == 9
    assert run.settle(0, Judgement("fail", want=b"w")).want
    assert kept(run) == [0, 1, 2]
    assert run.settle(0, wrong(11)).got == b""
    assert kept(run) == []
    assert not run.settle(0, wrong(1)).got  # whatever comes later, the bound stays where it was found


def test_what_is_settled_once_more_counts_once(run: Run) -> None:
    fell = Judgement("error", "crash", "down", fell=True)
    limits = Limits(falls=2)
    run.order = Order("nim", (), max_failures=3, limits=limits)
    for outcome in (wrong(1), wrong(1), fell, fell):
        run.settle(5, outcome)
    assert (run._bad, run._falls, run.end) == ([5], [5], None)
    run.settle(7, Judgement("pass"))
    run.settle(7, wrong(1))
    assert (run._bad, run.end) == ([5, 7], None)
    run.settle(6, wrong(1))
    assert (run._bad, run.end) == ([5, 6, 7], 7)
    run.settle(2, fell)
    assert run.end == 5
    assert run.why_it_ended().startswith("2 vectors brought the engine down")


def test_the_end_hides_what_came_after_it_but_not_what_needed_no_engine(run: Run) -> None:
    run.order = Order("nim", (), max_failures=1)
    run.settle(4, Judgement("pass"))
    run.settle(2, wrong(1))
    run.outcomes[6] = Judgement("skipped", "", "by --skip")
    run._unasked.add(6)
    run.stopped = "enough"
    found = {case.index: one.verdict for case, one in run.settled_vectors()}
    assert [found[place] for place in range(8)] == [
        "not-offered",
        "not-run",
        "fail",
        "not-run",
        "not-run",
        "not-run",
        "skipped",
        "not-run",
    ]


def test_the_score_counts_what_a_run_was(run: Run) -> None:
    for place in range(1, 206):
        run.settle(place, Judgement("pass"))
    assert run.score().sentence == "All 205 selected vectors pass. Not offered, and not selected: 1."
    run.order = Order("nim", (), require_all=True)
    assert run.score().sentence == "205 of 206 selected vectors pass; 1 not offered."
    run.order = Order("nim", (), against=("x",))
    assert run.score().sentence.startswith("All 205 selected vectors are answered alike.")
    run.fault = "broken"
    assert (run.score().status, run.score().sentence[:12]) == (2, "The vectors ")
    run.interrupted = True
    assert run.score().status == 130


def test_the_engine_is_named_as_on_the_command_line() -> None:
    assert Order("nim", ("a", "b")).words == ("a", "b")
    assert Order("nim", ("a",), connect=Address("::1", 4000)).words == ("--connect", "[::1]:4000")
    assert Order("nim", ("a",), connect=Address("127.0.0.1", 80)).words == ("--connect", "127.0.0.1:80")


def test_a_played_engine_hears_what_a_real_one_does(toy_root: Path) -> None:
    session = PlayedSession(order(toy_root, selection=Selection(("legal-3",))))
    session.judge()
    engine = session.started[0]
    assert isinstance(engine, Played)
    assert engine.heard == [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocol": 1}},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "legal",
            "params": {
                "game": "nim",
                "edition": "one",
                "readings": {"max": "three"},
                "vector": "legal-3@one",
                "clauses": ["NIM-TAK-1", "NIM-LEG-1"],
                "position": {"heap": 3, "turn": "a"},
            },
        },
        {"jsonrpc": "2.0", "id": 3, "method": "shutdown", "params": {}},
    ]


def test_what_passes_takes_no_room_from_answers_that_are_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.runner.run.MAX_ANSWERS_KEPT", 1)
    for place in range(1, 4):
        run.settle(place, Judgement("pass"))
    run.settle(9, wrong(1))
    assert kept(run) == [9]


def test_only_a_wrong_answer_is_looked_at_for_the_readings_that_it_follows(toy_root: Path) -> None:
    session = PlayedSession(order(toy_root, selection=Selection(("legal-9",))))
    session.judge()
    case = next(iter(session.run.cases))
    four = b'{"actions":[1,2,3,4]}'
    for outcome, like in (
        (Judgement("fail", got=four), ("max=four",)),
        (Judgement("fail", got=four, want=b"{}"), ()),
        (Judgement("error", "garbage", got=four), ()),
    ):
        session.settle(case, outcome)
        assert session.run.outcomes == [msgspec.structs.replace(outcome, like=like)]


def test_the_journal_of_what_is_expected_holds_no_answer_that_the_run_lets_go(toy_root: Path, tmp_path: Path) -> None:
    entry = ExpectedFailure("apply-7-3@one", "later")
    session = PlayedSession(
        order(toy_root, expected=expecting(entry), selection=SEVENS, journal=tmp_path / "j"),
        but({"apply-7-3": {"illegal": {}}}),
    )
    session.run._ceiling = 2
    session.judge()
    assert read_journal(tmp_path / "j").outcomes[2].got == b""


@pytest.mark.parametrize("unfinished", [(), ("ended-1",)])
def test_free_fields_are_counted_in_what_was_judged(tmp_path: Path, unfinished: tuple[str, ...]) -> None:
    root = toy.write(tmp_path, ended=True)
    ended = Selection(("apply-ended",))
    run = PlayedSession(order(root, selection=ended, skip=("ended-3",), unfinished=unfinished)).judge()
    assert run.score().free == (1 if unfinished else 2)
    later = but({"ended-2": {"unsupported": {"reason": "later"}}})
    assert PlayedSession(order(root, selection=ended), later).judge().score().free == 2


def test_a_journal_whose_hello_is_none_is_refused(toy_root: Path, tmp_path: Path) -> None:
    path, what = tmp_path / "j", sessions.what_of(order(toy_root), PlayedSession(order(toy_root)).suite)
    begin(path, what, b'{"a":1}', 0.0).close()
    with pytest.raises(Fault) as caught:
        run_so_far(path)
    assert caught.value.message.startswith(f"{path} is no journal: Object ")
    assert caught.value.remedy == "`ludex check --journal FILE` writes one."


# -- the queue


def queue_of(*places: int, end: int | None = None) -> VectorQueue:
    queue = VectorQueue()
    queue.end = end
    queue.lay([SimpleNamespace(index=place) for place in places])  # type: ignore[misc]
    return queue


def taken(queue: VectorQueue) -> list[int | None]:
    return [case and case.index for case in (queue.next() for _ in range(4))]


def test_a_queue_gives_one_case_after_another_up_to_the_end() -> None:
    assert taken(VectorQueue()) == [None] * 4
    assert taken(queue_of(1, 2, 3)) == [1, 2, 3, None]
    assert taken(queue_of(1, 2, 3, end=2)) == [1, 2, None, None]
    assert taken(queue_of(1, 9, 2, end=2)) == [1, None, None, None]
    assert queue_of(end=2).is_beyond(SimpleNamespace(index=3))  # type: ignore[arg-type]
    assert not queue_of(end=2).is_beyond(SimpleNamespace(index=2))  # type: ignore[arg-type]


def test_a_queue_that_is_closed_gives_nothing_until_more_is_laid() -> None:
    queue = queue_of(1, 2)
    queue.close()
    assert queue.next() is None
    queue.lay([SimpleNamespace(index=7)])  # type: ignore[misc]
    assert taken(queue) == [7, None, None, None]

    def closing() -> Any:
        queue.close()
        yield SimpleNamespace(index=1)

    queue.lay(closing())
    assert queue.next() is None


def test_an_interruption_of_a_queue_is_heeded_once_it_is_asked_for() -> None:
    queue = queue_of(1)
    queue.heed()
    queue.interruption.asked = 1
    with pytest.raises(KeyboardInterrupt):
        queue.heed()


# -- images


@pytest.fixture
def players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nim looks the same to both players; a word names none."""
    seam = SimpleNamespace(SYMMETRIES=("players",), question=test_images.question, result=test_images.result)
    monkeypatch.setitem(vars(support_of("nim")), "symmetries", seam)


EVERY = Selection(images=True)


@pytest.mark.usefixtures("players")
def test_each_vector_is_followed_by_its_image(toy_root: Path) -> None:
    seen: list[int] = []
    session = PlayedSession(order(toy_root, selection=EVERY), watch=lambda _, most: seen.append(most))
    run = session.judge()
    names = session.started[0].names
    assert names[1::2] == [name.replace("@", "~players@") for name in names[::2]]
    assert len(names) == 410
    assert {*seen} == {2 * 207}
    seen.clear()
    PlayedSession(order(toy_root), watch=lambda _, most: seen.append(most)).judge()
    assert {*seen} == {207}
    assert run.score().images == Imaged(205, 1)
    assert dict(run.imageless) == {"a word names no player": 1}
    assert run.score().sentence.startswith("All 410 selected vectors pass. Images among them: 205; vectors without any")


@pytest.mark.usefixtures("players")
def test_of_images_those_are_counted_that_are_selected_and_finished(toy_root: Path) -> None:
    same = SimpleNamespace(
        SYMMETRIES=("players",), question=lambda *words: {**words[2], "more": 1}, result=lambda *words: words[3]
    )
    only = Selection(("legal-3", "word-0"), images=True)
    assert PlayedSession(order(toy_root, selection=only)).judge().score().images == Imaged(1, 1)
    vars(support_of("nim"))["symmetries"] = same
    assert PlayedSession(order(toy_root, selection=only)).judge().score().images == Imaged(1, 0)
    required = order(toy_root, selection=only, require_all=True)
    assert PlayedSession(required).judge().score().images == Imaged(2, 0)
    unfinished = order(toy_root, selection=only, unfinished=("legal-3",))
    assert PlayedSession(unfinished).judge().score().images == Imaged(0, 0)


@pytest.mark.usefixtures("players")
def test_an_image_that_is_named_is_asked_alone_and_counted(toy_root: Path) -> None:
    run = PlayedSession(order(toy_root, selection=Selection(("legal-3~players",)))).judge()
    assert run.score().images == Imaged(1, 0)
    assert len(run.outcomes) == 1
    plain = PlayedSession(order(toy_root, selection=Selection(("legal-3",)))).judge()
    assert plain.score().images is UNSET
    assert not plain.imageless


@pytest.mark.usefixtures("players")
@pytest.mark.parametrize("selection", [EVERY, Selection(("legal-3",), images=True)])
def test_an_image_is_skipped_or_unfinished_alone_or_with_its_vector(toy_root: Path, selection: Selection) -> None:
    def verdicts(**more: Any) -> dict[str, str]:
        run = PlayedSession(order(toy_root, selection=selection, **more)).judge()
        return {
            case.id: "unfinished" if case.index in run.unfinished else one.verdict
            for case, one in run.settled_vectors()
            if case.id.startswith("legal-3")
        }

    whole, image = verdicts().keys()
    assert "~players" in image
    assert verdicts(skip=("legal-3~players",)) == {whole: "pass", image: "skipped"}
    assert verdicts(unfinished=("legal-3~players",)) == {whole: "pass", image: "unfinished"}
    assert verdicts(unfinished=("legal-3",)) == {whole: "unfinished", image: "unfinished"}


@pytest.mark.usefixtures("players")
def test_who_skips_all_vectors_may_leave_their_images(toy_root: Path) -> None:
    alone = order(toy_root, selection=Selection(("legal-3~players",)), skip=("legal-3~players",))
    with pytest.raises(Fault, match="--skip leaves no vector to judge"):
        PlayedSession(alone).judge()


@pytest.mark.usefixtures("players")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("legal-3@one~players", ""),
        ("legal-3@one~mirror", "there is no such image: no symmetry of nim has this name; it has players"),
        ("word-0@one~players", "there is no such image: a word names no player"),
    ],
)
def test_an_expected_failure_may_be_that_of_an_image(toy_root: Path, name: str, why: str) -> None:
    entry = expecting(ExpectedFailure(name, "x"))
    run = PlayedSession(order(toy_root, selection=SEVENS, expected=entry)).judge()
    assert [(one.id, one.why) for one in run.stale] == ([(name, why)] if why else [])


# -- failures that are asked again


def repeated(root: Path, *engines: Respond, times: int = 2, **more: Any) -> PlayedSession:
    session = PlayedSession(order(root, repeat=times, **more), *engines)
    session.judge()
    return session


NO = {"illegal": {}}
ALL_THREE = but({f"apply-7-{take}": NO for take in (1, 2, 3)})


def test_what_failed_is_asked_again_of_a_fresh_engine_each_time(toy_root: Path, tmp_path: Path) -> None:
    session = repeated(
        toy_root, ALL_THREE, but({"apply-7-1": NO, "apply-7-2": NO}), but({"apply-7-1": NO}), journal=tmp_path / "j"
    )
    said = "refused as illegal (no reason named), but must be accepted"
    rows = [
        ("apply-7-1@one", 0, "fail", "", said),
        ("apply-7-2@one", 0, "flaky", "", f"passed in 1 of 3 runs; else: {said}"),
        ("apply-7-3@one", 0, "flaky", "", f"passed in 2 of 3 runs; else: {said}"),
    ]
    assert told(session.run, "not-offered") == rows
    assert session.run.repeats == Repeats(3, 2)
    assert [engine.names for engine in session.started[1:]] == [[row[0] for row in rows]] * 2
    assert [engine.heard[-1]["method"] for engine in session.started] == ["shutdown"] * 3
    assert all(engine.ends for engine in session.started)
    assert (session.run.restarts, [*session.run.remarks], session.run.notes) == (0, [], [])
    kept = read_journal(tmp_path / "j").outcomes
    assert [kept[place].message for place in sorted(kept) if kept[place].verdict == "flaky"] == [
        row[4] for row in rows[1:]
    ]


@pytest.mark.parametrize(
    ("again", "words", "times"),
    [
        ((lambda _: FELL,), "0 times, and not 3: it crashed", 0),
        ((saying(hello(("legal",))),), "0 times, and not 3: the hello was another one", 0),
        ((ALL_THREE, lambda _: FELL), "1 time, and not 3: it crashed", 1),
    ],
)
def test_an_engine_that_does_not_come_again_ends_the_asking(
    toy_root: Path, again: tuple[Respond, ...], words: str, times: int
) -> None:
    session = repeated(toy_root, ALL_THREE, *again, times=3, selection=SEVENS)
    assert [*session.run.remarks] == [f"the failures were asked again {words}"]
    assert session.run.repeats == Repeats(3, times)
    assert {row[2] for row in told(session.run)} == {"fail"}
    assert all(engine.ends for engine in session.started)


def test_what_was_found_before_an_engine_gives_out_is_kept(toy_root: Path) -> None:
    def gives_out(request: Any) -> Any:
        if request["method"] == "initialize" or request["id"] < 3:
            return answer(request)
        return Down("closed", "it hung up")

    session = repeated(
        toy_root,
        ALL_THREE,
        gives_out,
        lambda _: FELL,
        selection=SEVENS,
        limits=Limits(window=1, timeout=60.0, start=60.0),
    )
    assert [row[2] for row in told(session.run)] == ["flaky", "fail", "fail"]
    assert session.run.repeats == Repeats(3, 0)


def test_what_fell_is_asked_again_and_what_is_not_a_failure_is_not(toy_root: Path) -> None:
    odd = but({"apply-7-1": FELL, "apply-7-2": {"unsupported": {"reason": "later"}}})
    session = repeated(toy_root, odd, odd, odd, answer, times=1, selection=SEVENS, skip=("apply-7-3",))
    assert session.started[3].names == ["apply-7-1@one"]
    assert session.run.repeats == Repeats(1, 1)
    assert [row[2] for row in told(session.run)] == ["flaky", "unsupported", "skipped"]


@pytest.mark.parametrize("times", [0, 2])
def test_where_nothing_is_to_be_asked_again_no_engine_is_started(toy_root: Path, times: int) -> None:
    session = repeated(toy_root, answer if times else ALL_THREE, times=times, selection=SEVENS)
    assert len(session.started) == 1
    assert session.run.repeats == Repeats(0, 0)


def test_a_run_that_was_stopped_asks_nothing_again(toy_root: Path) -> None:
    falling = saying(hello(), lambda _: Down("closed", "it hung up"))
    session = repeated(toy_root, falling, limits=HASTY)
    assert session.run.stopped
    assert session.run.repeats == Repeats(0, 0)


def test_beyond_the_end_of_a_run_its_failures_are_asked_again(toy_root: Path) -> None:
    session = repeated(toy_root, ALL_THREE, answer, times=1, max_failures=2)
    assert session.started[1].names == ["apply-7-1@one", "apply-7-2@one"]
    assert [row[2] for row in told(session.run, "not-offered", "not-run")] == ["flaky", "flaky"]
    assert session.run.stopped == "stopped after 2 failing vectors"


def test_why_a_run_ended_is_what_ended_it_first(run: Run) -> None:
    run.order = Order("nim", (), max_failures=1, limits=Limits(falls=1))
    run.settle(2, wrong(1))
    run.settle(5, Judgement("error", "crash", "down", fell=True))
    assert run.end == 2
    assert run.why_it_ended() == "stopped after 1 failing vector"
