"""What counts come to, word for word; what an expected failure makes of an outcome."""

import datetime

import pytest
from msgspec import UNSET

from ludex.judge.expected import ExpectedFailure, by_id, hold_against
from ludex.judge.score import Imaged, Score, ScorePart, conclude, counts_in_words, part_in_words
from ludex.judge.verdict import PASSED, VERDICTS, Judgement

OTHERS = [verdict for verdict in VERDICTS if verdict != "pass"]
ONE_EACH = (
    "1 fail, 1 error, 1 unsupported, 1 not offered, 1 skipped, 1 not run, 1 expected failure, 1 unexpected pass, "
    "1 flaky"
)
TWO_EACH = (
    "2 fail, 2 error, 2 unsupported, 2 not offered, 2 skipped, 2 not run, 2 expected failures, 2 unexpected passes, "
    "2 flaky"
)
NOTHING = "Nothing was judged, and nothing is not a pass."


@pytest.mark.parametrize(
    ("tally", "alone", "pair"),
    [
        ({}, NOTHING, NOTHING),
        ({"pass": 1}, "The only selected vector passes.", "The only selected vector is answered alike."),
        ({"pass": 2}, "All 2 selected vectors pass.", "All 2 selected vectors are answered alike."),
        (
            {"fail": 1},
            "0 of 1 selected vector passes; 1 fail.",
            "0 of 1 selected vector is answered alike; 1 fail.",
        ),
        (
            {"fail": 2},
            "0 of 2 selected vectors pass; 2 fail.",
            "0 of 2 selected vectors are answered alike; 2 fail.",
        ),
        (
            {"pass": 1, "error": 1},
            "1 of 2 selected vectors passes; 1 error.",
            "1 of 2 selected vectors is answered alike; 1 error.",
        ),
        (
            {"pass": 2000, "expected-fail": 1},
            "2,000 of 2,001 selected vectors pass; 1 expected failure.",
            "2,000 of 2,001 selected vectors are answered alike; 1 expected failure.",
        ),
    ],
)
def test_the_sentence_hangs_on_the_number(tally: dict[str, int], alone: str, pair: str) -> None:
    assert (conclude(tally).sentence, conclude(tally, pair=True).sentence) == (alone, pair)


def test_each_verdict_is_named_in_its_place() -> None:
    whole = dict.fromkeys(reversed(OTHERS), 1)
    assert conclude(whole, require_all=True).sentence == f"0 of 9 selected vectors pass; {ONE_EACH}."
    assert counts_in_words(dict.fromkeys(OTHERS, 2)) == TWO_EACH
    assert counts_in_words({"fail": 0, "error": 1234}) == "1,234 error"
    assert counts_in_words({"pass": 1}) == "1 pass"


def test_what_is_not_offered_stands_beside_unless_all_is_required() -> None:
    tally = {"pass": 1, "fail": 1, "not-offered": 1000}
    assert conclude(tally) == Score(
        {**dict.fromkeys(VERDICTS, 0), **tally},
        2,
        1,
        "1 of 2 selected vectors passes; 1 fail. Not offered, and not selected: 1,000.",
    )
    assert conclude(tally, require_all=True).sentence == (
        "1 of 1,002 selected vectors passes; 1 fail, 1,000 not offered."
    )
    assert conclude({"not-offered": 2}).sentence == f"{NOTHING} Not offered, and not selected: 2."


def test_all_else_that_is_to_be_said_comes_in_order() -> None:
    score = conclude(
        {"pass": 3},
        interrupted=True,
        unfinished={"flaky": 1, "pass": 0, "fail": 1200, "expected-fail": 2},
        stale=1500,
        fault="broken",
        images=Imaged(1000, 2000),
        free=1,
    )
    assert score.sentence == (
        "Interrupted. The vectors are at fault, not the engine. All 3 vectors that could be read pass. "
        "Images among them: 1,000; vectors without any: 2,000. "
        "Declared unfinished, and not counted: 1,200 fail, 2 expected failures, 1 flaky. "
        "Expected failures that match nothing: 1,500. 1 field free, and not judged."
    )
    assert [*score.unfinished.items()] == [("fail", 1200), ("expected-fail", 2), ("flaky", 1)]
    assert (score.stale, score.images, score.free) == (1500, Imaged(1000, 2000), 1)
    bare = conclude({"pass": 1}, fault="broken")
    assert bare.sentence.endswith("The only vector that could be read passes.")
    assert (bare.unfinished, bare.stale, bare.images, bare.free) == ({}, 0, UNSET, UNSET)
    assert conclude({"pass": 2}, images=Imaged(1, 0), free=2000).sentence == (
        "All 2 selected vectors pass. Images among them: 1. 2,000 fields free, and not judged."
    )
    assert [*bare.counts] == [*VERDICTS]


@pytest.mark.parametrize(
    ("tally", "more", "status"),
    [
        ({"pass": 1}, {}, 0),
        ({"expected-fail": 1}, {}, 0),
        ({"pass": 1}, {"stale": 1}, 1),
        ({"pass": 1}, {"unfinished": {"fail": 1}}, 0),
        ({"pass": 1, "flaky": 1}, {}, 1),
        ({"pass": 1}, {"fault": "x"}, 2),
        ({"fail": 1}, {"fault": "x"}, 2),
        ({"pass": 1}, {"fault": "x", "interrupted": True}, 130),
        ({"pass": 1}, {"pair": True, "free": 1, "images": Imaged(0, 1)}, 0),
    ],
)
def test_the_status_says_whose_fault_it_is(tally: dict[str, int], more: dict[str, object], status: int) -> None:
    assert conclude(tally, **more).status == status  # type: ignore[arg-type]


TODAY = datetime.date(2031, 12, 31)
WRONG = Judgement("fail", "", "wrong", b"got", b"want", ("max=four",), True)


@pytest.mark.parametrize(
    ("outcome", "entry", "verdict", "message"),
    [
        (PASSED, {}, "unexpected-pass", "it passes, but was expected to fail (later)"),
        (WRONG, {}, "expected-fail", "wrong"),
        (WRONG, {"until": TODAY}, "expected-fail", "wrong"),
        (
            WRONG,
            {"until": TODAY - datetime.timedelta(days=1)},
            "fail",
            "wrong (it was expected to fail until 2031-12-30, which is over)",
        ),
        (WRONG, {"verdict": "fail"}, "expected-fail", "wrong"),
        (WRONG, {"verdict": "error"}, "fail", "wrong (it was expected to be a error, not this)"),
        (Judgement("error", "crash", "down"), {}, "expected-fail", "down"),
        (Judgement("unsupported", "", "later"), {}, "expected-fail", "later"),
        (Judgement("not-offered", "", "no"), {}, "not-offered", "no"),
        (Judgement("flaky", "", "at times"), {}, "flaky", "at times"),
    ],
)
def test_an_outcome_is_held_against_what_was_expected(
    outcome: Judgement, entry: dict[str, object], verdict: str, message: str
) -> None:
    held = hold_against(outcome, ExpectedFailure("a@one", "later", **entry), TODAY)  # type: ignore[arg-type]
    assert (held.verdict, held.message) == (verdict, message)
    assert held.reason == ("later" if verdict in ("expected-fail", "unexpected-pass") else "")
    assert (held.got, held.want, held.like, held.fell) == (outcome.got, outcome.want, outcome.like, outcome.fell)
    assert held.cause == outcome.cause


def test_entries_are_found_by_their_id_in_their_order() -> None:
    entries = tuple(ExpectedFailure(name, why) for name, why in (("a", "1"), ("b", "2"), ("a", "3")))
    found = by_id(entries)
    assert {name: [one.reason for one in of] for name, of in found.items()} == {"a": ["1", "3"], "b": ["2"]}


@pytest.mark.parametrize(
    ("readings", "asked", "speaks"),
    [(None, {}, True), (None, {"a": "x"}, True), ({}, {}, True), ({}, {"a": "x"}, False), ({"a": "x"}, {}, False)],
)
def test_an_entry_speaks_of_all_settings_or_of_one(
    readings: dict[str, str] | None, asked: dict[str, str], speaks: bool
) -> None:
    assert ExpectedFailure("a", "b", readings=readings).speaks_of(asked) is speaks


@pytest.mark.parametrize(
    ("malformed", "more", "plays", "reads", "told"),
    [
        ({}, {}, ScorePart(6, 3, 5), ScorePart(0, 0, 0), ""),
        (
            {"fail": 1},
            {},
            ScorePart(5, 3, 5),
            ScorePart(1, 0, 0),
            "Plays by the rules: 3 of 5; malformed input: 0 of 1.",
        ),
        (
            {"pass": 2, "expected-fail": 1, "not-offered": 2},
            {},
            ScorePart(3, 1, 3),
            ScorePart(3, 2, 2),
            "Plays by the rules: 1 of 3; malformed input: 2 of 3.",
        ),
        (
            {"pass": 2, "expected-fail": 1, "not-offered": 2},
            {"require_all": True},
            ScorePart(6, 1, 0),
            ScorePart(5, 2, 0),
            "Plays by the rules: 1 of 6; malformed input: 2 of 5.",
        ),
        (
            {"not-offered": 5},
            {"pair": True},
            ScorePart(6, 3, 0),
            ScorePart(0, 0, 5),
            "Well-formed input: 3 of 6; malformed input: not offered.",
        ),
        (
            {"pass": 3, "expected-fail": 1, "fail": 1, "error": 1},
            {},
            ScorePart(0, 0, 5),
            ScorePart(6, 3, 0),
            "Plays by the rules: not offered; malformed input: 3 of 6.",
        ),
    ],
)
def test_what_can_be_read_and_what_is_malformed_have_a_score_each(
    malformed: dict[str, int], more: dict[str, bool], plays: ScorePart, reads: ScorePart, told: str
) -> None:
    tally = {"pass": 3, "expected-fail": 1, "fail": 1, "error": 1, "not-offered": 5}
    score = conclude(tally, malformed=malformed, sides=2, **more)
    assert (score.plays, score.reads, score.sides) == (plays, reads, 2)
    assert f"{told} Sides among them, made of stored vectors: 2." in score.sentence
    assert ("malformed" in score.sentence) == bool(told)


def test_where_nobody_says_what_is_malformed_there_are_no_two_scores() -> None:
    bare = conclude({"pass": 1})
    assert (bare.plays, bare.reads, bare.sides) == (UNSET, UNSET, UNSET)
    assert part_in_words(ScorePart(0, 0, 0)) == "not asked"
    assert part_in_words(ScorePart(1234, 1000, 7)) == "1,000 of 1,234"
