"""The results of a run say all that it came to: each field has its own value, and nothing is longer than its bound."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ludex.fault import Fault
from ludex.judge.case import Frame
from ludex.judge.expected import Expected, ExpectedFailure, Stale
from ludex.judge.likeness import RulesShown
from ludex.judge.settings import RulesAsked, Setting
from ludex.judge.verdict import ERROR, FAIL, NOT_OFFERED, NOT_RUN, PASSED, UNEXPECTED_PASS, UNSUPPORTED, Judgement
from ludex.judge.weigh import MAX_WRONG_BYTES
from ludex.protocol.messages import REFERENCE, Hello, Identity
from ludex.protocol.schema import wire_of
from ludex.report import leads
from ludex.report.blame import clauses_against
from ludex.report.drawing import Easel
from ludex.report.leads import shown_readings
from ludex.report.results import (
    FORMAT,
    Expectations,
    Imaging,
    Result,
    SuiteName,
    Times,
    failed_ids,
    results_of,
    results_schema,
    write_results,
)
from ludex.report.source import read_results
from ludex.runner.run import Order, Repeats, Run
from ludex.seam import reference_of
from ludex.vectors import open_suite
from ludex.vectors.selection import Selection
from ludex.where import version
from tests.judge.test_results import SCHEMA
from tests.reports.made import results

USUAL = Setting("one", {"max": "three"})
FOUR = Setting("one", {"max": "four"}, {"max": "four"})
LIKE = ("max=four",)
LONG_GOT, LONG_WANT = b"g" * (MAX_WRONG_BYTES + 1), b"w" * (MAX_WRONG_BYTES + 1)
SETTLED = [
    ("legal-small", "legal-3", USUAL, Judgement(FAIL, "", "m" * 4001, LONG_GOT, like=LIKE, reason="known")),
    ("legal-small", "legal-4", USUAL, PASSED),
    ("legal-small", "legal-5", USUAL, Judgement(NOT_OFFERED, message="no legal")),
    ("legal-small", "legal-6", USUAL, Judgement(NOT_RUN)),
    ("apply-take", "apply-3-1", USUAL, Judgement(ERROR, "crash", "it fell", want=LONG_WANT, fell=True)),
    ("apply-take", "apply-3-2", USUAL, Judgement(FAIL, message="as declared", got=b'{"a":1}')),
    ("apply-take", "apply-3-3", USUAL, PASSED),
    ("legal-small", "legal-4", FOUR, Judgement(UNSUPPORTED, message="no four")),
    ("apply-take", "apply-3-1", FOUR, PASSED),
]  # fmt: skip


def run_of(root: Path, settled: Any = SETTLED, **order: Any) -> Run:
    suite = open_suite("nim", root)
    run = Run(Order("nim", ("node", "an \udcff"), RulesAsked(), root=root, **order), suite)
    run.settings = [USUAL, FOUR]
    topics = {topic.topic: topic for topic in suite.topics("one")}
    for topic, name, setting, outcome in settled:
        run.open(Frame(topics[topic], setting, run.settings.index(setting), wire_of("nim")))
        run.lay(next(vector for vector in topics[topic].vectors if vector.id == name), outcome)
    return run


def test_each_thing_that_a_run_came_to_has_its_field(toy_root: Path) -> None:
    run = run_of(toy_root)
    run.unfinished = {5, 6}
    run.hello, run.other = Hello(1, Identity("e" * 81, "v" * 41, "l" * 61), {}), Hello(1, Identity("other"), {})
    run.notes, run.stopped, run.fault = ["a note"], "it fell", "a file is broken"
    run.log = b"a\nb\x1b" + b"l" * 3997
    run.restarts, run.started, run.first_verdict, run.ended = 3, 10.0, 11.0, 12.0
    run.remarks.update({"twice": 2, "once": 1})
    of = results_of(run)
    assert msgspec.structs.replace(of, results=(), score=None) == msgspec.structs.replace(
        of,
        results=(),
        score=None,
        format=FORMAT,
        ludex=version(),
        suite=SuiteName("nim", "toy", run.suite.seal, folder=str(run.order.root)),
        engine=Identity("e" * 80 + "...", "v" * 40 + "...", "l" * 60 + "..."),
        command=("node", "an \\udcff"),
        independent=True,
        anonymous=False,
        settings=(USUAL, FOUR),
        groups={
            "NIM-APP": {"error": 1, "pass": 1},
            "NIM-LEG": {"fail": 1, "not-offered": 1, "not-run": 1, "pass": 1, "unsupported": 1},
            "NIM-TAK": {"error": 1, "fail": 1, "not-offered": 1, "not-run": 1, "pass": 2, "unsupported": 1},
        },
        clauses={"NIM-APP-1": (1, 1), "NIM-LEG-1": (1, 1), "NIM-TAK-1": (2, 2)},
        notes=("a note",),
        stopped="it fell",
        log="a\nb\\x1b" + "l" * 3996 + "...",
        interrupted=False,
        host={"python": platform.python_version(), "system": platform.system(), "cores": str(os.cpu_count())},
        times=Times(10.0, 11.0, 12.0, 3, 1, False, ("2 times: twice", "once")),
        expected=None,
        against=Identity("other", "", None),
        against_command=(),
        fault="a file is broken",
        images=msgspec.UNSET,
        repeats=msgspec.UNSET,
    )
    assert (of.score.status, of.score.counts["pass"], of.score.unfinished) == (2, 2, {"pass": 1, "fail": 1})
    legal, taken = ("NIM-TAK-1", "NIM-LEG-1"), ("NIM-TAK-1", "NIM-APP-1")
    told: dict[str, Any] = {"kind": "legal", "topic": "legal-small"}
    fell: dict[str, Any] = {"kind": "apply", "topic": "apply-take", "clauses": taken, "fell": True}
    kept: dict[str, Any] = {**fell, "unfinished": True, "fell": False}
    long: dict[str, Any] = {"message": "m" * 4000 + "...", "got": "g" * MAX_WRONG_BYTES + "..."}
    assert of.results == (
        Result("legal-3@one", 0, "fail", clauses=legal, reason="known", like=("max=four",), **long, **told),
        Result("legal-4@one", 0, "pass", topic="legal-small"),
        Result("legal-5@one", 0, "not-offered", message="no legal", **told),
        Result("legal-6@one", 0, "not-run", **told),
        Result("apply-3-1@one", 0, "error", "crash", "it fell", want="w" * MAX_WRONG_BYTES + "...", **fell),
        Result("apply-3-2@one", 0, "fail", message="as declared", got='{"a":1}', **kept),
        Result("apply-3-3@one", 0, "pass", topic="apply-take", unfinished=True),
        Result("legal-4@one", 1, "unsupported", message="no four", clauses=legal, **told),
        Result("apply-3-1@one", 1, "pass", topic="apply-take"),
    )  # fmt: skip


def test_what_a_bound_just_holds_is_kept_whole(toy_root: Path) -> None:
    judged = Judgement(FAIL, message="m" * 4000, got=b"g" * MAX_WRONG_BYTES, want=b"w" * MAX_WRONG_BYTES)
    run = run_of(toy_root, [("legal-small", "legal-3", USUAL, judged)])
    run.hello, run.log = Hello(1, Identity("e" * 80, "v" * 40, "l" * 60), {}), b"l" * 4000
    of = results_of(run)
    assert of.engine == Identity("e" * 80, "v" * 40, "l" * 60)
    assert (of.log, of.against) == ("l" * 4000, None)
    assert (of.results[0].message, of.results[0].got, of.results[0].want) == (
        "m" * 4000,
        "g" * MAX_WRONG_BYTES,
        "w" * MAX_WRONG_BYTES,
    )


def test_what_was_ordered_is_told(toy_root: Path) -> None:
    expected = Expected("e\udcff.toml", (ExpectedFailure("a@one", "known"),) * 2)
    order = {
        "anonymous": True,
        "jobs": 2,
        "expected": expected,
        "against": ("node", "\udcff"),
        "repeat": 2,
        "selection": Selection(images=True),
    }
    run = run_of(toy_root, **order)
    run.stale, run.resumed, run.interrupted = [Stale("b@one", "gone")], True, True
    run.imageless.update({"z": 1, "a": 2})
    run.repeats = Repeats(1, 2)
    of = results_of(run)
    assert (of.anonymous, of.interrupted, of.engine) == (True, True, None)
    assert (of.times.jobs, of.times.resumed) == (2, True)
    assert of.expected == Expectations("e\\udcff.toml", 2, (Stale("b@one", "gone"),))
    assert of.against_command == ("node", "\\udcff")
    assert of.repeats == Repeats(1, 2)
    assert isinstance(of.images, Imaging)
    assert list(of.images.without.items()) == [("a", 2), ("z", 1)]


@pytest.mark.parametrize(
    ("one", "other", "independent"),
    [
        (REFERENCE, None, False),
        ("x", None, True),
        (REFERENCE, REFERENCE, False),
        (REFERENCE, "x", True),
        (None, None, True),
    ],
)
def test_a_run_is_independent_unless_only_the_reference_played(
    one: str | None, other: str | None, independent: bool, toy_root: Path
) -> None:
    run = run_of(toy_root)
    run.hello, run.other = (Hello(1, Identity(name), {}) if name else None for name in (one, other))
    assert results_of(run).independent is independent


def test_the_schema_of_a_results_file_is_the_one_that_ships() -> None:
    assert results_schema() == SCHEMA


def test_what_is_asked_again_is_what_did_not_pass() -> None:
    verdicts = ("pass", "fail", "error", "unsupported", "not-offered", "skipped", "not-run", "expected-fail", "flaky")
    made = results([Result(verdict, 0, verdict) for verdict in verdicts])
    assert failed_ids(made) == {*verdicts} - {"pass", "not-offered"}


def test_a_file_has_a_vector_a_line_and_one_of_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    for of in ([], [Result("a@one", 0, "pass")], [Result("a@one", 0, "pass"), Result("b@one", 0, "pass")]):
        write_results(results(of), path)
        head, *lines, rest = path.read_text().splitlines()
        assert head.endswith('"results":[')
        assert [line.partition('"setting"')[0] for line in lines] == [f'{{"id":"{one.id}",' for one in of]
        assert rest.startswith('],"notes":')
        assert read_results(path) == results(of)
    path.write_text(path.read_text().replace('{"format":1,', '{"format":2,'))
    with pytest.raises(Fault) as fault:
        read_results(path)
    assert str(fault.value) == f"{path} has format 2; this Ludex reads 1\n  Use the Ludex that wrote it."


# -- which rules an engine shows


def shown(settled: list[tuple[str, Judgement]], differs: dict[str, tuple[str, ...]], **more: Any) -> list[RulesShown]:
    cases = [
        (SimpleNamespace(id=name, frame=SimpleNamespace(setting=more.get("setting", 0))), outcome)
        for name, outcome in settled
    ]
    likeness = SimpleNamespace(differs=lambda case, labels: [one for one in differs.get(case.id, ()) if one in labels])
    run: Any = SimpleNamespace(settled_vectors=lambda: iter(cases), likeness=likeness, settings=(USUAL, FOUR))
    return list(shown_readings(run))


def failed(*like: str) -> Judgement:
    return Judgement(FAIL, like=like)


def test_what_explains_most_is_told_first_and_each_failure_once() -> None:
    settled = [
        ("a", failed("max=four", "two")),
        ("b", failed("max=four")),
        ("c", Judgement("expected-fail", like=("two",))),
        ("d", failed("two")),
        ("e", failed("max=five")),
        ("f", failed()),
        ("g", PASSED),
        ("h", Judgement(UNEXPECTED_PASS)),
        ("i", Judgement(ERROR, like=("two",))),
    ]
    first, second, third = shown(settled, {"g": ("max=four",), "f": ("two",), "i": ("two",)})
    assert first == RulesShown(0, "edition", "one", "two", 3, 6, 0, False, ("a", "c", "d"), (), 1)
    assert second == RulesShown(0, "max", "three", "five", 1, 6, 0, False, ("e",), ())
    assert third == RulesShown(0, "max", "three", "four", 2, 6, 1, True, ("a", "b"), ("g",))


@pytest.mark.parametrize(("explained", "others", "said"), [(3, 7, 1), (3, 8, 0)])
def test_what_explains_few_failures_is_not_said(explained: int, others: int, said: int) -> None:
    settled = [(f"a{number}", failed("max=four")) for number in range(explained)]
    settled += [(f"b{number}", failed()) for number in range(others)]
    assert len(shown(settled, {})) == said


@pytest.mark.parametrize(("passing", "failing", "said"), [(2, 1, 1), (2, 2, 0), (4, 0, 0), (0, 4, 0)])
def test_what_speaks_of_as_many_other_vectors_as_it_explains_is_not_said(passing: int, failing: int, said: int) -> None:
    settled = [(f"a{number}", failed("max=four")) for number in range(4)]
    settled += [(f"p{number}", PASSED) for number in range(passing)]
    settled += [(f"f{number}", failed()) for number in range(failing)]
    found = shown(settled, {name: ("max=four",) for name, _ in settled})
    assert len(found) == said
    assert all((one.contradicted, one.unexplained) == (passing, failing) for one in found)


def test_a_failure_that_is_explained_speaks_against_nothing_else() -> None:
    settled = [(name, failed("max=four")) for name in "abc"] + [("d", failed("two"))]
    first, second = shown(settled, dict.fromkeys("abcd", ("two",)))
    assert (first.shown, second.shown, second.unexplained) == ("four", "two", 0)


def test_of_what_explains_as_much_the_less_contradicted_is_told_and_nothing_that_explains_nothing_more() -> None:
    settled = [("a", failed("x=1", "y=1", "w=1")), ("b", PASSED)]
    (only,) = shown(settled, {"b": ("x=1",)}, setting=1)
    assert (only.setting, only.reading, only.declared, only.shown) == (1, "w", "", "1")
    assert only.mixed is False


def test_a_file_names_so_many_vectors_of_each_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    assert leads.MOST_IDS_KEPT == 200
    monkeypatch.setattr(leads, "MOST_IDS_KEPT", 2)
    settled = [(name, failed("max=four")) for name in "abcd"] + [(name, PASSED) for name in "efg"]
    (only,) = shown(settled, dict.fromkeys("efg", ("max=four",)))
    assert (only.like, only.unlike, only.explains, only.contradicted) == (("a", "b"), ("e", "f"), 4, 3)


# -- drawings, and who is to blame


def test_without_a_picture_all_is_told_as_it_is() -> None:
    easel, asked = Easel("nim", "one", {}), {"position": {"heap": 9}, "action": 4, "by": "a"}
    said = list(easel.failure("apply", asked, {"position": 1, "more": 0}, '{"position": 2}'))
    assert said == ["action: 4, by a", 'before: {"heap":9}\nexpected: 1\ngot: 2']
    assert list(easel.failure("apply", {"position": 0}, {"position": 1}, "")) == ["before\n0", "expected\n1"]
    for length, told in ((598, '"' + "n" * 598 + '"'), (599, '"' + "n" * 599 + "...")):
        assert next(easel.failure("apply", "n" * length, 1, "2")) == f"asked: apply {told}"
    refused = {"illegal": {"broken": ["B" * 401]}}
    assert list(easel.failure("apply", 7, refused, "{"))[1:] == [
        f"expected: refused as illegal ({'B' * 400}...)",
        "got: {",
    ]
    assert list(easel.failure("apply", 7, 1, "{" + "g" * 400))[-1] == "got: {" + "g" * 399 + "..."


def test_members_of_what_came_stand_as_those_of_what_is_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    before, wanted, got = {"b": 0, "a": 0}, {"a": 1, "b": 2}, {"b": 2, "a": 3}
    *_, last = Easel("nim", "one", {}).failure(
        "apply", {"position": before}, {"word": wanted}, '{"word":{"b":2,"a":3}}'
    )
    assert last == 'got: {"word":{"a":3,"b":2}}'
    told = 'before: {"b":0,"a":0}\nexpected: {"a":1,"b":2}\ngot: {"a":3,"b":2}'
    *_, last = Easel("nim", "one", {}).failure(
        "apply", {"position": before}, {"position": wanted}, '{"position":{"b":2,"a":3}}'
    )
    assert last == told
    monkeypatch.setattr("ludex.report.drawing.support_of", lambda _: SimpleNamespace(picture=None))
    assert Easel("nim", "one", {}).compare(before, wanted, got) == told, "also where the picture of a game fails"


def test_a_picture_has_lines_and_a_bound_and_one_that_fails_is_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = {1: "a\nb\x1b", 2: "x" * 20_000, 3: "x" * 20_001}
    picture = SimpleNamespace(board=drawn.__getitem__, compare=lambda *words: f"{words}", action=lambda *_: "")
    monkeypatch.setattr("ludex.report.drawing.support_of", lambda _: SimpleNamespace(picture=picture))
    easel = Easel("nim", "one", {}, 77)
    assert [easel.board(number) for number in drawn] == ["a\nb\\x1b", "x" * 20_000, "x" * 20_000 + "..."]
    assert easel.board(4) == "4"
    assert easel.compare(1, 2, 3) == "(1, 2, 3, 77)"
    assert easel.action(7) == "7"
    assert Easel("nim", "one", {}).width == 100


@pytest.mark.parametrize(("game", "edition"), [("tactics", "v1"), ("tribun", "2026-01")])
def test_an_action_is_said_in_the_words_of_its_game(game: str, edition: str) -> None:
    module = reference_of(game)
    rules = module.REGISTER.rules(edition, {})
    action = next(iter(module.legal(module.start(rules), rules)))
    easel = Easel(game, edition, {})
    plain = msgspec.json.encode(action).decode()
    assert easel.action(action) != plain
    assert Easel(game, "no-such-edition", {}).action(action) == plain
    assert Easel(game, edition, {"no-such-reading": "x"}).action(action) == plain


@pytest.mark.parametrize("many", [12, 13])
def test_twelve_actions_of_each_sort_are_blamed(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def meet(_: object, __: object, action: int, ___: object) -> tuple[bool, list[str]]:
        asked.append(action)
        return False, [f"C-{action}"]

    monkeypatch.setattr("ludex.report.blame.clauses_met", meet)
    suite = open_suite("tactics")
    legal = (topic for topic in suite.topics("v1") if topic.operation == "legal")
    topic, vector = next((topic, one) for topic in legal for one in topic.vectors if b'"actions"' in bytes(one.expect))
    frame: Any = SimpleNamespace(operation="legal", choices={}, topic=topic, edition="v1")
    case: Any = SimpleNamespace(
        vector=SimpleNamespace(input=vector.input, clauses=()),
        expects=lambda: {"actions": [*range(100, 100 + many)]},
        frame=frame,
    )
    wrong = msgspec.json.encode({"actions": [*range(200, 200 + many)]})
    blamed = clauses_against(case, Judgement(FAIL, got=wrong))
    assert blamed == tuple(sorted(f"C-{name}" for name in asked))
    assert sorted(asked) == [*range(100, 112), *range(200, 212)]
