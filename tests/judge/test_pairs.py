"""Two engines against each other, both played in this process: what is asked of whom, and what is made of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludex.judge.settings import RulesAsked
from ludex.judge.verdict import CRASH, Down
from ludex.judge.weigh import MAX_WRONG_BYTES
from ludex.protocol.messages import EditionOffer, GameOffer
from ludex.runner.differential import VECTORS_A_BATCH, Compared, Comparing, shared_offer
from ludex.runner.interruption import Interruption
from ludex.vectors.selection import Selection
from tests.judge import toy
from tests.judge.hostile.nim import answer
from tests.judge.played import HASTY, LIMITS, PlayedPair, Respond, but, hello, order, result, saying, told

FELL = Down(CRASH, "it crashed")
SEVENS = Selection(("apply-7-?",))
NOT_OFFERED = ("word-0@one", 0, "not-offered", "", "the other engine does not offer `word`")
ALIKE = "All 205 selected vectors are answered alike. Not offered, and not selected: 1."


def compared(root: Path, first: Respond = answer, second: Respond = answer, **more: Any) -> PlayedPair:
    pair = PlayedPair(order(root, against=("other",), **more), first, second)
    pair.judge()
    return pair


def test_both_are_asked_the_same_and_each_says_goodbye(toy_root: Path) -> None:
    pair = compared(toy_root)
    (first,), (second,) = pair.started["first"], pair.started["second"]
    assert first.names == second.names
    assert len(first.names) == 205
    for engine in (first, second):
        assert [engine.heard[at]["method"] for at in (0, -1)] == ["initialize", "shutdown"]
        assert engine.ends
    assert told(pair.run) == [NOT_OFFERED]
    assert pair.run.score().sentence == ALIKE
    assert (pair.run.notes, [*pair.run.remarks], pair.run.stopped, pair.run.restarts) == ([], [], "", 0)
    assert pair.run.other is not None
    assert pair.run.other.engine.name == "nim-test"
    assert pair._answers == {}


def test_the_second_is_asked_a_few_questions_before_the_first_hears_them(toy_root: Path) -> None:
    heard: list[str] = []

    def noting(which: str) -> Respond:
        def respond(request: Any) -> str:
            heard.append(which)
            return answer(request)

        return respond

    compared(toy_root, noting("first"), noting("second"), selection=Selection(("apply-take",)))
    batches: list[tuple[str, int]] = []
    for which in heard[2:]:
        before = batches.pop() if batches and batches[-1][0] == which else (which, 0)
        batches.append((which, before[1] + 1))
    many = [VECTORS_A_BATCH, VECTORS_A_BATCH, 174 - 2 * VECTORS_A_BATCH]
    expected = [(which, number) for number in many for which in ("second", "first")]
    expected[-1:] = [("first", many[-1] + 1), ("second", 1)]  # with the goodbyes
    assert batches == expected


def test_what_the_first_answers_is_counted_as_it_comes(toy_root: Path) -> None:
    seen: list[tuple[int, int]] = []
    PlayedPair(order(toy_root, against=("other",)), answer, answer, lambda *where: seen.append(where)).judge()
    assert [place for place, _ in seen] == [*range(1, 206)]


def test_a_difference_is_told_with_both_answers_cut(toy_root: Path) -> None:
    long = {"actions": [*range(1, 20_000)]}
    pair = compared(toy_root, but({"legal-9": {"actions": [1, 2]}}), but({"legal-8": long}))
    assert told(pair.run) == [
        NOT_OFFERED,
        ("legal-8@one", 0, "fail", "", "actions: 19996 missing: 10, 100, 1000, 10000, 10001, 10002, …"),
        ("legal-9@one", 0, "fail", "", "actions: 1 missing: 3"),
    ]
    eight, nine = (one for _, one in pair.run.settled_vectors() if one.verdict == "fail")
    assert (nine.got, nine.want) == (b'{"actions": [1, 2]}', b'{"actions": [1, 2, 3]}')
    assert len(eight.want) == MAX_WRONG_BYTES
    turned = compared(toy_root, but({"legal-8": long}), selection=Selection(("legal-8",))).run.outcomes[0]
    assert turned is not None
    assert len(turned.got) == MAX_WRONG_BYTES
    assert (eight.like, nine.like) == ((), ())


@pytest.mark.parametrize(
    ("said", "row"),
    [
        (FELL, ("error", "crash", "the other engine: it crashed. The last of its log: its last words")),
        ({"unsupported": {"reason": "later"}}, ("unsupported", "", "the other engine: later")),
        ("no answer\n", ("error", "garbage", "the other engine: the line is not one JSON value: no answer")),
    ],
)
def test_what_the_second_does_instead_of_an_answer_is_told_as_its_own(
    toy_root: Path, said: Any, row: tuple[str, ...]
) -> None:
    pair = compared(toy_root, second=but({"apply-7-2": said}), selection=SEVENS)
    (wrong,) = told(pair.run)
    assert wrong[:2] == ("apply-7-2@one", 0)
    assert wrong[2:4] == row[:2]
    assert wrong[4].startswith(row[2])
    assert pair.started["first"][0].names == ["apply-7-1@one", "apply-7-3@one"]


def test_what_the_first_does_instead_of_an_answer_is_told_of_it(toy_root: Path) -> None:
    pair = compared(toy_root, but({"apply-7-1": FELL, "apply-7-2": {"unsupported": {"reason": "later"}}}))
    assert told(pair.run)[1:] == [
        ("apply-7-1@one", 0, "error", "crash", "it crashed. The last of its log: its last words"),
        ("apply-7-2@one", 0, "unsupported", "", "later"),
    ]
    assert len(pair.started["first"]) == 3
    assert len(pair.started["second"]) == 1
    assert pair.run.restarts == 2


def test_restarts_of_both_are_counted(toy_root: Path) -> None:
    falls = but({"apply-7-1": FELL})
    pair = compared(toy_root, falls, falls, selection=SEVENS)
    assert pair.run.restarts == len(pair.started["first"]) + len(pair.started["second"]) - 2 > 0


def test_what_is_noted_of_the_second_names_it(toy_root: Path) -> None:
    strange = iter(["banner\n"])

    def chatty(request: Any) -> str:
        return next(strange, "") + answer(request)

    pair = compared(toy_root, second=chatty)
    assert pair.run.notes == ["the other engine: a stray line before the hello: b'banner'"]
    assert pair.run.score().sentence == ALIKE


@pytest.mark.parametrize("tells", [True, False])
def test_reasons_of_a_refusal_only_a_vector_could_judge(toy_root: Path, tells: bool) -> None:
    claims = hello(tells=["unreadable"] if tells else [])
    other = but({"refuse-1-4": {"illegal": {"broken": ["NIM-TAK-7"]}}, "refuse-2-4": {"unreadable": {}}})
    pair = compared(toy_root, saying(claims), saying(claims, other), selection=Selection(("refuse-?-4",)))
    found = {row[0]: row[4] for row in told(pair.run)}
    if not tells:
        assert found == {}
    else:
        assert found.pop("refuse-2-4@one") == "refused as illegal, where the other engine says unreadable"
        assert [*found] == ["refuse-1-4@one"]
        assert found["refuse-1-4@one"] == "refused as illegal, where the other engine says illegal"


def test_refusals_are_told_apart_where_both_engines_claim_to(toy_root: Path) -> None:
    claims, silent = hello(tells=["unreadable"]), hello()
    other = but({"refuse-2-4": {"unreadable": {}}})
    for mine, theirs in ((claims, silent), (silent, claims)):
        pair = compared(toy_root, saying(mine), saying(theirs, other), selection=Selection(("refuse-?-4",)))
        assert told(pair.run) == []


# -- what each of them offers


def test_what_one_offers_and_the_other_does_not_is_played_for_it_or_not_offered(toy_root: Path) -> None:
    with_word = saying(
        hello(("legal", "apply", "word", "perft")),
        lambda request: (
            result(request, {"x": 1})
            if request["method"] == "word"
            else result(request, {"nodes": 10})
            if request["method"] == "perft"
            else answer(request)
        ),
    )
    assert told(compared(toy_root, with_word).run) == [NOT_OFFERED]
    turned = compared(toy_root, second=with_word)
    assert told(turned.run) == [(*NOT_OFFERED[:4], "the hello does not offer `word`")]
    assert turned.run.score().sentence == ALIKE
    methods = {request["method"] for request in turned.started["second"][0].heard}
    assert methods == {"initialize", "legal", "apply", "perft", "shutdown"}
    both = compared(toy_root, with_word, with_word)
    assert told(both.run) == []
    assert "perft" in {request["method"] for request in both.started["first"][0].heard}
    few = compared(toy_root, second=saying(hello(("legal",))))
    assert {row[4] for row in told(few.run)} == {
        f"the other engine does not offer `{name}`" for name in ("word", "apply", "perft")
    }


def test_no_vector_is_named_to_either_where_that_is_asked(toy_root: Path) -> None:
    pair = compared(toy_root, anonymous=True, selection=SEVENS)
    for which in ("first", "second"):
        asked = pair.started[which][0].heard[1:-1]
        assert len(asked) == 3
        assert {request["params"]["vector"] for request in asked} == {None}


def test_only_rules_that_both_declare_are_asked(toy_root: Path) -> None:
    three = hello(editions={"one": {"readings": {"max": ["three"]}}})
    pair = compared(toy_root, second=saying(three), asked=RulesAsked(all_readings=True))
    assert [setting.label for setting in pair.run.settings] == ["one (default readings)"]
    both = compared(toy_root, asked=RulesAsked(all_readings=True))
    assert [setting.label for setting in both.run.settings] == ["one (default readings)", "one with max=four"]
    assert {row[2] for row in told(both.run)} == {"not-offered"}
    frames = {request["params"]["readings"]["max"] for request in both.started["second"][0].heard[1:-1]}
    assert frames == {"three", "four"}


@pytest.mark.parametrize("which", ["first", "second"])
def test_a_game_that_one_does_not_declare_is_asked_of_neither(toy_root: Path, which: str) -> None:
    other = saying({**hello(), "games": {}})
    pair = compared(toy_root, other if which == "first" else answer, other if which == "second" else answer)
    assert pair.run.notes == ["the engine does not declare nim"]
    assert {row[2] for row in told(pair.run)} == {"unsupported"}
    assert pair.run.hello is not None
    assert [*pair.run.hello.games] == ([] if which == "first" else ["nim"])


# -- hellos and ends


def test_without_a_hello_of_the_first_nothing_is_asked(toy_root: Path) -> None:
    pair = compared(toy_root, lambda _: FELL)
    assert (pair.run.stopped, pair.run.log) == ("no hello: it crashed", b"its last words")
    assert {row[2] for row in told(pair.run)} == {"not-run"}
    assert pair.started["second"][0].ends
    assert pair.run.other is None


def test_without_a_hello_of_the_second_all_is_accounted_for(toy_root: Path) -> None:
    pair = compared(toy_root, second=lambda _: FELL)
    assert (pair.run.stopped, pair.run.log) == ("no hello from the other engine: it crashed", b"its last words")
    assert {row[2:] for row in told(pair.run, "not-offered")} == {("not-run", "", pair.run.stopped)}
    assert [row[4] for row in told(pair.run, "not-run")] == ["the hello does not offer `word`"]
    assert pair.started["first"][0].names == []
    assert pair.run.hello is not None
    assert (pair.run.score().status, pair.run.other) == (1, None)


@pytest.mark.parametrize("which", ["first", "second"])
def test_who_cannot_be_kept_up_ends_the_comparison(toy_root: Path, which: str) -> None:
    down = saying(hello(), lambda _: Down("closed", "it hung up"))
    pair = compared(toy_root, down if which == "first" else answer, down if which == "second" else answer, limits=HASTY)
    assert pair.run.stopped == "the engine answered nothing in 2 starts (it hung up)"
    assert pair.run.score().counts["not-run"] > 100
    assert all(engine.ends for engines in pair.started.values() for engine in engines)


def test_a_comparison_ends_at_the_difference_that_is_one_too_many(toy_root: Path) -> None:
    pair = compared(toy_root, but({"apply-7-2": {"illegal": {}}}), max_failures=1)
    assert pair.run.stopped == "stopped after 1 failing vector"
    asked = pair.started["second"][0].names
    assert len(asked) <= VECTORS_A_BATCH + 1
    assert {row[2] for row in told(pair.run)} == {"not-offered", "fail", "not-run"}


def test_an_interruption_reaches_both(toy_root: Path) -> None:
    pair = PlayedPair(order(toy_root, against=("x",)), answer, answer)
    interruption = Interruption()
    pair.heed(interruption)
    assert pair.queue.interruption is pair._second_feed.interruption is interruption
    interruption.asked = 1
    assert pair.judge().interrupted
    assert pair.started["first"][0].names == pair.started["second"][0].names == []


def test_between_two_batches_an_interruption_is_heeded(toy_root: Path) -> None:
    pair = PlayedPair(order(toy_root, against=("x",)), answer, answer)
    interruption = Interruption()
    pair.heed(interruption)
    looks: list[int] = []

    def look() -> None:
        looks.append(len(pair.started["second"][0].names))
        if len(looks) == 2:
            raise KeyboardInterrupt

    pair.queue.heed = look  # type: ignore[method-assign]
    pair.judge()
    assert looks[0] == 0
    assert pair.run.interrupted


def test_the_other_command_is_started_under_the_limits(toy_root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.runner.differential.Process", lambda *words: words)
    pair = Comparing(order(toy_root, against=("other", "word")))
    for again in (False, True):
        assert pair._open_second(again) == (("other", "word"), LIMITS)  # type: ignore[comparison-overlap]


def test_free_fields_may_differ(tmp_path: Path) -> None:
    root = toy.write(tmp_path, ended=True)
    ends = {"ended-2": {"heap": 0, "turn": "odd"}, "ended-3": {"heap": 9, "turn": "b"}}
    other = but({name: {"position": position} for name, position in ends.items()})
    pair = compared(root, second=other, selection=Selection(("apply-ended",)))
    assert [row[0] for row in told(pair.run)] == ["ended-3@one"]
    assert isinstance(next(iter(pair.schedule.cases(GameOffer(["apply"], None)))), Compared)
    assert msgspec.json.decode(next(pair.run.cases).vector.expect)["free"]


@pytest.mark.parametrize(
    ("mine", "theirs", "methods", "tells", "promises"),
    [
        ({}, {}, ["legal", "apply"], [], []),
        ({"tells": ["a", "b"]}, {"tells": ["b", "c"]}, ["legal", "apply"], ["b"], []),
        ({"promises": ["p", "q"]}, {"promises": ["r", "p"]}, ["legal", "apply"], [], ["p", "q", "r"]),
        ({"lists": {"type": [1]}}, {"lists": {"type": [1]}}, ["legal", "apply"], [], []),
        ({"lists": {"type": [1]}}, {"lists": {"type": [2]}}, ["apply"], [], []),
        ({"lists": {"type": [1]}}, {}, ["apply"], [], []),
        ({}, {"lists": {"type": [1]}}, ["apply"], [], []),
    ],
)
def test_two_engines_are_asked_what_both_are_for(
    mine: dict[str, Any], theirs: dict[str, Any], methods: list[str], tells: list[str], promises: list[str]
) -> None:
    one = GameOffer(["legal", "apply"], {"a": EditionOffer(), "b": EditionOffer()}, **mine)
    other = GameOffer(["legal", "perft"], {"b": EditionOffer()}, **theirs)
    both = shared_offer(one, other)
    assert (both.methods, both.tells, both.promises, both.lists) == (methods, tells, promises, {})
    assert both.editions == {"b": EditionOffer()}
