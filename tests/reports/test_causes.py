"""What failures have in common: each is of one cause, what is sure goes first, and most failures are on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from ludex.judge.likeness import RulesShown
from ludex.judge.settings import Setting
from ludex.judge.verdict import CAUSES
from ludex.report.causes import (
    FIRST,
    IN_WORDS,
    NO_CLAUSE,
    NOT_LOOKED_INTO,
    OF_NO_CLAUSE,
    OF_PLAYS,
    OF_THE_FIRST,
    SPEAKING_FOR_NONE,
    TURNING_ON_NONE,
    Cause,
    _with_mixtures,
    _with_their_like,
    causes,
    other_clauses,
    words_of,
)
from ludex.report.results import Result, Results
from ludex.report.summary import leads
from ludex.rulebook import rulebook
from tests.reports import made

USUAL, OTHER = Setting("v1", {"dead-blocks": "no"}), Setting("v1", {"dead-blocks": "yes"}, {"dead-blocks": "yes"})
MOVE, ATTACK, TURN, END = "TAC-MOV-1", "TAC-ATK-1", "TAC-TRN-2", "TAC-END-1"
PLAYS = RulesShown(0, "dead-blocks", "no", "yes", 2, 3, 0, False, (), ())


def results(of: Sequence[Result], **other: object) -> Results:
    return made.results(of, "tactics", settings=(USUAL, OTHER), **other)


def fail(name: str, *clauses: str, message: str = "", **other: object) -> Result:
    return Result(name, other.pop("setting", 0), "fail", "", message, clauses=clauses, **other)  # type: ignore[arg-type]


def error(name: str, cause: str, *clauses: str) -> Result:
    return Result(name, 0, "error", cause, clauses=clauses)


def by_name(of: Results) -> list[tuple[str, str]]:
    return [(cause.name, " ".join(one.id for one in cause.results)) for cause in causes(of)]


def told(of: Results, name: str) -> Cause:
    (cause,) = [one for one in causes(of) if one.name == name]
    return cause


def passing(of: Results, passed: Mapping[str, int]) -> Results:
    """The same results after so many passes of each clause."""
    return replace(of, clauses={name: (passed.get(name, 0), bad) for name, (_, bad) in of.clauses.items()})


def test_nothing_that_passes_has_a_cause() -> None:
    assert causes(results([Result("a", 0, "pass"), Result("b", 0, "skipped"), Result("c", 0, "expected-fail")])) == []


def test_errors_are_together_by_how_the_judge_names_them_whatever_their_clauses() -> None:
    of = [error("a", "crash", MOVE), error("b", "timeout", MOVE), error("c", "crash"), fail("d", MOVE)]
    of += [Result("e", 0, "flaky", "crash"), Result("f", 0, "unexpected-pass")]
    assert by_name(results(of)) == [
        ("error (crash)", "a c"),
        ("error (timeout)", "b"),
        ("flaky (crash)", "e"),
        ("unexpected-pass", "f"),
        (MOVE, "d"),
    ]


@pytest.mark.parametrize(
    ("cause", "words"),
    [("crash", ("goes down", "the engine's log")), ("garbage", ("no answer", "`ludex smoke`")), ("exit", ("ends by",))],
)
def test_an_error_is_told_in_words_and_with_what_to_do_next(cause: str, words: tuple[str, ...]) -> None:
    said = told(results([error("a", cause)]), f"error ({cause})").words
    assert len(said) == len(words)
    assert all(word in line for word, line in zip(words, said, strict=True))


def test_the_words_of_an_error_are_of_its_cause_and_of_another_verdict_of_the_verdict() -> None:
    assert "no pass" in told(results([Result("a", 0, "flaky", "crash")]), "flaky (crash)").words[0]
    assert len(told(results([Result("a", 0, "flaky", "crash")]), "flaky (crash)").words) == 1
    assert told(results([error("a", "unheard of")]), "error (unheard of)").words == ()
    assert {*CAUSES} <= {*IN_WORDS}


def test_what_a_reading_explains_is_of_that_reading_and_not_of_a_clause() -> None:
    of = [
        fail("a", MOVE, like=("dead-blocks=yes",)),
        fail("b", MOVE, like=("other=x", "dead-blocks=yes")),
        fail("c", MOVE),
        fail("d", MOVE, like=("dead-blocks=yes",), setting=1),
    ]
    assert by_name(results(of, shown=(PLAYS,))) == [("plays dead-blocks=yes", "a b"), (MOVE, "c d")]
    (line,) = told(results(of, shown=(PLAYS,)), "plays dead-blocks=yes").words
    assert line.endswith("it plays dead-blocks=yes; that explains 2 of 3 failures.")


def test_an_edition_is_told_by_its_name_and_what_is_mixed_is_no_cause() -> None:
    edition = RulesShown(0, "edition", "v1", "v2", 1, 1, 0, False, (), ())
    of = [fail("a", MOVE, like=("v2",))]
    assert by_name(results(of, shown=(edition,))) == [("plays v2", "a")]
    mixed = RulesShown(0, "edition", "v1", "v2", 1, 1, 3, True, (), ("x",))
    assert by_name(results(of, shown=(mixed,))) == [(MOVE, "a")]
    assert by_name(results([fail("a", MOVE)], shown=(edition,))) == [(MOVE, "a")]


def test_a_reading_that_several_settings_show_is_one_cause() -> None:
    again = replace(PLAYS, setting=1)
    of = [fail(name, MOVE, like=("dead-blocks=yes",), setting=setting) for name, setting in (("a", 0), ("b", 1))]
    made = results(of, shown=(PLAYS, again))
    assert by_name(made) == [("plays dead-blocks=yes", "a b")]
    (line,) = told(made, "plays dead-blocks=yes").words
    assert "v1 (default readings) and 1 other set of rules: judged by dead-blocks=no, it plays dead-blocks=yes" in line
    assert line.endswith("that explains 4 of 6 failures.")


def test_what_two_readings_explain_is_told_once_by_the_first() -> None:
    other = RulesShown(0, "hp-floor", "none", "zero", 2, 3, 0, False, (), ())
    both = ("dead-blocks=yes", "hp-floor=zero")
    of = [fail("a", MOVE, like=both), fail("b", MOVE, like=("hp-floor=zero",))]
    assert by_name(results(of, shown=(PLAYS, other))) == [("plays dead-blocks=yes", "a"), ("plays hp-floor=zero", "b")]


def test_a_clause_in_a_message_goes_before_those_that_the_vector_turns_on() -> None:
    of = [fail("a", MOVE, message=f"refused by {ATTACK}"), fail("b", MOVE), fail("c", ATTACK)]
    assert by_name(results(of)) == [(ATTACK, "a c"), (MOVE, "b")]


def test_words_that_only_look_like_a_clause_are_none() -> None:
    of = [fail("a", MOVE, message="refused by TAC-NIL-1, XTAC-ATK-1 and TAC-ATK-1x")]
    assert by_name(results(of)) == [(MOVE, "a")]


def test_the_clause_goes_first_that_best_explains_what_is_left() -> None:
    of = results([fail("a", MOVE, ATTACK), fail("b", MOVE, ATTACK), fail("c", ATTACK), fail("d", TURN)])
    assert by_name(passing(of, {})) == [(ATTACK, "a b c"), (TURN, "d")]
    assert by_name(passing(of, {ATTACK: 100})) == [(MOVE, "a b"), (TURN, "d"), (ATTACK, "c")]


def test_of_clauses_that_explain_alike_the_first_by_name_is_taken() -> None:
    assert by_name(results([fail("a", TURN, ATTACK)])) == [(ATTACK, "a")]


def test_a_clause_is_told_by_its_sentence_and_what_is_no_clause_of_the_book_by_its_name() -> None:
    clause = rulebook("tactics")[MOVE]
    known, unknown = (told(results([fail("a", name)]), name) for name in (MOVE, "TAC-NIL-1"))
    assert (known.words, known.clause) == ((clause.sentence,), clause)
    assert (unknown.words, unknown.clause) == ((), None)


def test_what_turns_on_no_clause_is_told_last_and_is_not_left_out() -> None:
    assert by_name(results([fail("a"), fail("b", MOVE), fail("c")])) == [(NO_CLAUSE, "a c"), (MOVE, "b")]
    assert told(results([fail("a", got="{}")]), NO_CLAUSE).words == (OF_NO_CLAUSE,)


def test_what_was_not_looked_into_is_not_said_to_speak_against_no_clause() -> None:
    dark, half = (told(results(of), NO_CLAUSE) for of in ([fail("a")], [fail("a"), fail("b", got="{}")]))
    assert dark.words == (TURNING_ON_NONE, f"{NOT_LOOKED_INTO}: 1.")
    assert half.words == (OF_NO_CLAUSE, f"{NOT_LOOKED_INTO}: 1.")
    (counted,) = causes(results([fail("p", kind="perft")]))
    assert counted.words == (TURNING_ON_NONE,)


def test_whole_lines_of_play_are_told_as_one_at_the_end_where_single_questions_tell_causes() -> None:
    single = [fail(f"a{number}", MOVE, contradicts=(MOVE,)) for number in range(6)]
    replays = [fail(f"r{clause}", clause, contradicts=(clause,), kind="replay") for clause in (ATTACK, TURN)]
    counts = [fail(f"p{number}", END, kind="perft") for number in range(9)]
    bare = [fail("p", kind="perft")]
    *_, last = found = causes(results([*replays, *counts, *single, *bare]))
    assert [(one.name, len(one.results)) for one in found] == [(MOVE, 6), (OF_PLAYS, 12)]
    assert (last.results[0].kind, last.ranked) == ("perft", (ATTACK, TURN))
    assert last.words == (
        f"10 wrong counts and 2 replays: {SPEAKING_FOR_NONE}",
        f"if it is none of the above: {ATTACK}, {TURN}",
    )
    assert {name for name, _ in by_name(results([*replays, *counts]))} == {ATTACK, TURN, END}
    many = [fail(f"r{number}", TURN, contradicts=(TURN,), kind="replay") for number in range(3)]
    assert {name for name, _ in by_name(results([*many, *single]))} == {MOVE, TURN}  # not few beside the others
    assert {name for name, _ in by_name(results([*counts, error("e", "crash")]))} == {END, "error (crash)"}


def test_causes_of_which_nothing_is_said_are_not_one_for_that() -> None:
    of = [fail("a", "TAC-NIL-1"), fail("b", "TAC-NIL-2"), Result("c", 0, "flaky"), Result("d", 0, "flaky", "crash")]
    assert by_name(results(of)) == [("flaky", "c"), ("flaky (crash)", "d"), ("TAC-NIL-1", "a"), ("TAC-NIL-2", "b")]


def test_what_is_declared_unfinished_is_of_no_cause() -> None:
    assert by_name(results([fail("a", MOVE, unfinished=True), fail("b", MOVE)])) == [(MOVE, "b")]


KIND, STRICT = "accepted, but must be refused (TAC-MOV-1)", "refused as illegal (TAC-ATK-1), but must be accepted"


def test_what_is_too_kind_and_what_is_too_strict_are_told_apart() -> None:
    of = [fail(f"a{n}", MOVE, TURN, message="accepted, but must be refused", contradicts=(MOVE,)) for n in range(9)]
    of += [fail(f"b{n}", MOVE, TURN, message="but must be accepted", contradicts=(MOVE, TURN)) for n in range(3)]
    made = passing(results(of), {MOVE: 50})
    assert [name for name, _ in by_name(made)] == [MOVE, TURN]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (KIND, "too kind: 2 of 2 take for legal what is not"),
        ("actions: 1 too many: move to (0,0)", "too kind: 2 of 2 take for legal what is not"),
        (STRICT, "too strict: 2 of 2 refuse what is legal, or leave it out of a list"),
        ("the list lacks what is legal: x", "too strict: 2 of 2 refuse what is legal, or leave it out of a list"),
        ("position.x: expected 1, got 2", ""),
        ("actions: 1 missing: x; actions: 1 too many: y", ""),
    ],
)
def test_a_cause_says_which_way_its_failures_lean(message: str, said: str) -> None:
    of = results([fail(name, MOVE, message=message, contradicts=(MOVE,)) for name in "ab"])
    found = list(words_of(told(of, MOVE)))[1:]
    assert [line for line in found if line.startswith("too ")] == [said] * bool(said)


def test_a_cause_says_that_only_lists_are_wrong() -> None:
    listed = [fail(name, MOVE, kind="legal") for name in "ab"] + [fail("c", MOVE, topic="listed")]
    listed.append(fail("e", MOVE, kind="refusal", message="actions: 1 missing: x"))
    assert "lists of legal actions alone" in [*words_of(told(results(listed), MOVE))][-1]
    sent = results([*listed, fail("d", MOVE, kind="apply")])
    assert not any("alone" in line for line in words_of(told(sent, MOVE)))


def test_the_headline_is_a_failure_that_speaks_against_a_clause() -> None:
    of = [fail("a", MOVE), fail("b", MOVE, contradicts=(MOVE,))]
    assert told(results(of), MOVE).results[0].id == "b"


TOO_KIND, TOO_STRICT = "accepted, but must be refused", "refused as illegal, but must be accepted"


@pytest.mark.parametrize(
    ("clauses", "topic", "message", "place"),
    [
        ((MOVE, TURN), "x", TOO_KIND, ("too kind", TURN)),  # of two on which it turns, the one of more failures
        ((MOVE, ATTACK), "x", TOO_KIND, ("too kind", ATTACK)),  # of two as large, the first by name
        ((MOVE,), "of many", TOO_KIND, ("too kind", MOVE)),  # on which it turns, before its topic
        ((MOVE, END), "x", TOO_KIND, ("too kind", MOVE)),  # its own way first
        ((END,), "x", TOO_KIND, ("too strict", END)),
        ((END,), "of many", TOO_KIND, ("too kind", TURN)),  # its own way, though only by its topic
        (("TAC-NIL-1",), "of many", TOO_KIND, ("too kind", TURN)),
        (("TAC-NIL-1",), "of many", TOO_STRICT, None),  # of another way the topic says nothing
        (("TAC-NIL-1",), "", TOO_KIND, None),
        (("TAC-NIL-1",), "x", TOO_KIND, None),
    ],
)
def test_a_failure_that_points_at_nothing_goes_with_its_like(
    clauses: tuple[str, ...], topic: str, message: str, place: tuple[str, str] | None
) -> None:
    found = {
        ("too strict", END): [fail(f"s{number}", topic="", message=TOO_STRICT) for number in range(9)],
        ("too kind", MOVE): [fail("m", topic="alone", message=TOO_KIND)],
        ("too kind", ATTACK): [fail("a", topic="", message=TOO_KIND)],
        ("too kind", TURN): [fail(f"t{number}", topic="of many", message=TOO_KIND) for number in range(3)],
    }
    sizes = {name: len(of) for name, of in found.items()}
    dim = fail("dim", *clauses, topic=topic, message=message)
    assert _with_their_like([dim], found) == ([] if place else [dim])
    assert {name for name, of in found.items() if len(of) > sizes[name]} == ({place} if place else set())
    assert not place or found[place][-1] is dim


@pytest.mark.parametrize(
    ("ranked", "clause", "said"),
    [
        ((), False, []),
        ((MOVE, TURN), False, [f"asked about, most of all: {MOVE}, {TURN}"]),
        ((MOVE, TURN, ATTACK), True, [f"if it is not that: {TURN}, {ATTACK}"]),
        ((MOVE,), True, []),
    ],
)
def test_what_else_a_cause_may_be_is_told(ranked: tuple[str, ...], clause: bool, said: list[str]) -> None:
    made = Cause(MOVE, (), (fail("a"),), rulebook("tactics")[MOVE] if clause else None, ranked)
    assert [*other_clauses(made)] == said


def test_of_a_run_that_ended_at_its_first_failure_no_cause_and_no_reading_is_said() -> None:
    like = fail("a", MOVE, like=("dead-blocks=yes",))
    rest = [Result("b", 0, "pass"), Result("c", 0, "not-run")]
    (only,) = causes(results([like, *rest], shown=(PLAYS,)))
    assert (only.name, only.words, only.ranked) == (FIRST, (OF_THE_FIRST,), (MOVE,))
    assert leads(results([like, *rest], shown=(PLAYS,))) == []
    assert by_name(results([like, fail("d", MOVE), *rest], shown=(PLAYS,)))[0] == ("plays dead-blocks=yes", "a")
    assert by_name(results([like, rest[0]], shown=(PLAYS,))) == [("plays dead-blocks=yes", "a")]
    assert by_name(results([replace(error("e", "crash"), fell=True), *rest])) == [("error (crash)", "e")]


def test_few_failures_that_turn_on_the_clauses_of_larger_causes_are_probably_of_those() -> None:
    of = [fail(f"a{number}", MOVE, contradicts=(MOVE,)) for number in range(6)]
    of += [fail(f"b{number}", MOVE, TURN, contradicts=(TURN,)) for number in range(2)]
    of += [fail(f"c{number}", ATTACK, contradicts=(ATTACK,)) for number in range(2)]
    assert {one.name: one.above for one in causes(results(of))} == {MOVE: (), TURN: (MOVE,), ATTACK: ()}
    assert f"probably of the above: 2 of 2 turn on {MOVE}, too" in [*words_of(told(results(of), TURN))]
    more = results([*of, fail("b3", MOVE, TURN, contradicts=(TURN,))])
    assert not any(one.above for one in causes(more))


HIT = "TAC-ATK-5"  # an effect
STEP, MOVER = "TAC-BRD-3", "TAC-SEL-1"


def test_a_relation_goes_before_the_clauses_that_are_asked_through_it() -> None:
    of = [fail(f"a{number}", MOVE, STEP, contradicts=(MOVE,)) for number in range(9)]
    of += [fail(f"b{number}", ATTACK, STEP, contradicts=(ATTACK,)) for number in range(8)]
    of += [fail(f"c{number}", TURN, contradicts=(TURN,)) for number in range(7)]
    of += [fail(f"d{number}", STEP, contradicts=(STEP,)) for number in range(5)]
    found = causes(results(of))
    assert [one.name for one in found] == [STEP, MOVE, ATTACK, TURN]
    assert [one.above for one in found] == [(), (STEP,), (STEP,), ()]
    assert "probably of the above: 9 of 9 turn on TAC-BRD-3, too" in [*words_of(found[1])]
    for fewer in (of[9:], of[:-1]):  # of one other cause it is no root, nor if hardly anything speaks against it
        assert [one.name for one in causes(results(fewer))][-1] == STEP
    no_relation = [of[0], *(replace(one, clauses=(*one.clauses, TURN)) for one in of[1:])]
    assert [one.name for one in causes(results(no_relation))][:1] == [STEP]


def apart(many: int = 3) -> list[Result]:
    """Failures that speak against a clause each, and all turn on one more."""
    every = [MOVE, ATTACK, TURN, "TAC-TGT-1"][:many]
    return [fail(f"{name}{n}", name, HIT, contradicts=(name,)) for name in every for n in range(2)]


def test_where_failures_fall_apart_the_largest_cause_is_called_after_the_effect_on_which_all_turn() -> None:
    usual = {MOVE: 9, ATTACK: 9, TURN: 9}
    largest, *others = causes(passing(results(apart()), {**usual, HIT: 5}))
    assert (largest.ranked, len(largest.results)) == ((HIT, ATTACK), 2)
    assert [(one.name, one.above) for one in others] == [(MOVE, (HIT,)), (TURN, (HIT,))]
    assert "turn on TAC-ATK-5, too" in " ".join(words_of(others[0]))


@pytest.mark.parametrize(
    ("of", "passed"),
    [
        (apart(), {HIT: 500}),  # so many pass that turn on it
        ([replace(one, clauses=(*one.clauses, END)) for one in apart()], {HIT: 5, END: 4}),  # that is no effect
        (apart(2), {HIT: 5}),  # two slips may do as much
        ([*apart(), fail("x", MOVE, contradicts=(MOVE,))], {HIT: 5}),  # one turns on something else
        ([*apart(), *[fail(f"x{n}", MOVE, HIT, contradicts=(MOVE,)) for n in range(9)]], {HIT: 5}),  # one has most
    ],
)
def test_but_not_where_other_clauses_tell_them_as_well(of: list[Result], passed: dict[str, int]) -> None:
    found = causes(passing(results(of), {MOVE: 9, ATTACK: 9, TURN: 9, **passed}))
    assert HIT not in [one.name for one in found]
    assert not any(HIT in one.above for one in found)


def test_a_cause_is_part_of_one_that_is_still_called_so() -> None:
    first, second = (Cause(name, (), (fail(name, name),)) for name in (HIT, MOVE))
    of_it = replace(second, above=(HIT,))
    assert [one.above for one in _with_mixtures([first, of_it])] == [(), (HIT,)]
    assert [one.above for one in _with_mixtures([replace(first, name=END), of_it])] == [(), ()]
