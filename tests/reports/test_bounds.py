"""What a report tells at most of each kind: all of it up to the bound, and beyond it how much is left out."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from msgspec.structs import replace

from ludex.fault import Fault
from ludex.judge.expected import Stale
from ludex.judge.likeness import RulesShown
from ludex.judge.settings import Setting
from ludex.protocol.messages import REFERENCE, Identity
from ludex.report import summary
from ludex.report.drawing import Easel
from ludex.report.formats import tell
from ludex.report.junit import junit
from ludex.report.markdown import markdown
from ludex.report.results import Expectations, Imaging, Result, Results, Times, write_results
from ludex.report.source import ResultsSource, harmless, no_vectors, open_results
from ludex.report.summary import Index, again, explain_failure, remarks, sentences, suspects
from ludex.report.terminal import report
from ludex.runner.run import Repeats
from ludex.vectors import open_suite
from tests.reports.made import results

NONE = no_vectors("nim")
SETTING = Setting("one", {"max": "three"})


def terminal(made: Results, show: int = 0) -> list[str]:
    return list(report(made, NONE, show))


def page(made: Results, show: int = 0) -> list[str]:
    return list(markdown(made, NONE, show))


def between(lines: list[str], first: str, end: str = "") -> list[str]:
    """The lines after the one that begins so, until one that begins otherwise."""
    (at,) = [number for number, line in enumerate(lines) if line.startswith(first)]
    after = lines[at + 1 :]
    return after[: next(number for number, line in enumerate(after) if line == end)]


def failing(many: int, message: str = "", same: int = 1) -> list[Result]:
    """Failures of a clause each; `same` of them have each message."""
    return [
        Result(f"v{number:03}@one", 0, "fail", "", f"{message}{number // same:03}", clauses=(f"NIM-A-{number}",))
        for number in range(many)
    ]


@pytest.mark.parametrize(
    ("many", "more"), [(8, []), (9, ["  … and 1 more of 1 failure"]), (10, ["  … and 2 more of 2 failures"])]
)
def test_eight_causes_are_told(many: int, more: list[str]) -> None:
    made = results(failing(many))
    told = between(terminal(made), f"{many} failures, by likely cause:")
    assert [line for line in told if line.startswith("  ") and line[2] != " "] == [
        *(f"  {number + 1}. NIM-A-{number}: 1" for number in range(8)),
        *more,
    ]
    assert len([line for line in page(made) if line.startswith("| NIM-A-")]) == 8


@pytest.mark.parametrize(("many", "more"), [(12, []), (13, ["… and 1 more reason"]), (14, ["… and 2 more reasons"])])
def test_twelve_reasons_of_idle_vectors_are_told(many: int, more: list[str]) -> None:
    of = [Result(f"v{number}@one", 0, "skipped", message=f"reason {number}") for number in range(many)]
    every = [f"skipped: 1 — reason {number}" for number in range(12)]
    (start,) = [number for number, line in enumerate(terminal(results(of))) if line == f"  {every[0]}"]
    assert terminal(results(of))[start - 1 : start + len(every) + len(more) + 1] == [
        "",
        *(f"  {line}" for line in (*every, *more)),
        "",
    ]
    coded = [line.replace("— ", "<code>") + "</code>" for line in every]
    assert [line for line in page(results(of)) if line.startswith("- ")] == [f"- {line}" for line in (*coded, *more)]


def test_a_reason_without_a_message_is_its_verdict() -> None:
    made = results([Result("v@one", 0, "skipped")])
    assert "  skipped: 1" in terminal(made)
    assert "- skipped: 1" in page(made)


@pytest.mark.parametrize(("many", "more"), [(50, ""), (51, "1"), (1052, "1,002")])
def test_fifty_falls_are_named(many: int, more: str) -> None:
    of = [Result(f"v{number}@one", 0, "error", "crash", fell=True) for number in range(many)]
    named = [f"v{number}@one (crash)" for number in range(50)]
    told = between(terminal(results(of)), f"{many:,} vectors brought the engine down:")
    assert told == [f"  {line}" for line in (*named, *([f"… and {more} more"] if more else []))]
    (line,) = remarks(results(of))
    assert line == f"{many:,} vectors brought the engine down: {', '.join(named)}" + (
        f", and {more} more" if more else ""
    )


def test_a_failure_is_told_in_300_letters() -> None:
    for length, cut in ((300, ""), (301, "...")):
        told = terminal(results([Result("a@one", 0, "fail", message="m" * length)]), 0)
        assert f"     it fails so: {'m' * 300}{cut}" in told


@pytest.mark.parametrize(
    ("many", "more"), [(12, []), (13, ["… and 1 more that matches nothing"]), (14, ["… and 2 more that match nothing"])]
)
def test_twelve_entries_that_match_nothing_are_told_and_twenty_where_there_is_room(many: int, more: list[str]) -> None:
    def made(count: int) -> Results:
        stale = tuple(Stale(f"gone-{number}", "no more") for number in range(count))
        return results([Result("v@one", 0, "pass")], expected=Expectations("e.toml", 1234, stale))

    told = [*(f"matches nothing: gone-{number} (no more)" for number in range(12)), *more]
    assert between(terminal(made(many)), "Expected failures: 1,234 in e.toml") == [f"  {line}" for line in told]
    long = [f"expected failure that matches nothing: gone-{number} (no more)" for number in range(20)]
    assert list(remarks(made(many + 8))) == [*long, *more]


def test_an_entry_that_matches_nothing_and_a_file_are_told_in_200_letters() -> None:
    for length, cut in ((200, ""), (201, "...")):
        name = "n" * length
        expected = Expectations(name, 1, (Stale(name, "no more"),))
        lines = terminal(results([Result("v@one", 0, "pass")], expected=expected))
        at = lines.index(f"Expected failures: 1 in {'n' * 200}{cut}")
        assert lines[at + 1] == f"  matches nothing: {'n' * 200}{cut} (no more)"


@pytest.mark.parametrize(("many", "more"), [(12, []), (13, ["… and 1 more"])])
def test_twelve_flaky_vectors_are_named(many: int, more: list[str]) -> None:
    made = results([Result(f"v{number}@one", 0, "flaky") for number in range(many)], repeats=Repeats(0, 0))
    told = [*(f"flaky: v{number}@one · {SETTING.label}" for number in range(12)), *more]
    assert between(terminal(made), "No vector failed that could be asked again.") == [f"  {line}" for line in told]


@pytest.mark.parametrize(("many", "more"), [(12, []), (13, ["… and 1 more reason"])])
def test_twelve_reasons_for_no_image_are_told(many: int, more: list[str]) -> None:
    images = Imaging(("mirror", "turn"), {f"reason {number:02}": 1 for number in range(many)})
    made = results([Result("v@one", 0, "pass")], images=images)
    told = [*(f"none: 1 — reason {number:02}" for number in range(12)), *more]
    assert between(terminal(made), "Images of vectors by mirror, turn") == [f"  {line}" for line in told]


@pytest.mark.parametrize(("many", "left"), [(12, 0), (13, 1)])
def test_the_last_twelve_lines_of_the_log_are_told(many: int, left: int) -> None:
    log = [f"line {number}" for number in range(many)]
    made = results([Result("v@one", 0, "pass")], stopped="it fell", log="\n".join(log))
    assert between(terminal(made), "The last of the engine's log:") == [f"  | {line}" for line in log[left:]]
    lines = page(made)
    at = lines.index("The last of the engine's log:")
    assert lines[at + 1 : at + 17] == ["", "```text", *log[left:], "```", ""]


@pytest.mark.parametrize("told", [terminal, page])
def test_a_log_is_told_of_a_run_that_did_not_end(told: Callable[[Results], list[str]]) -> None:
    for stopped, log in (("", "a line"), ("it fell", "")):
        made = results([Result("v@one", 0, "pass")], stopped=stopped, log=log)
        assert "The last of the engine's log:" not in told(made)


@pytest.mark.parametrize(
    ("many", "show", "heading"),
    [(3, 2, "### Failures: 3 (shown: 2)"), (3, 3, "### Failures: 3"), (1234, 1, "### Failures: 1,234 (shown: 1)")],
)
def test_a_page_says_how_many_failures_it_shows(many: int, show: int, heading: str) -> None:
    lines = page(results(failing(many)), show)
    assert heading in lines
    assert len([line for line in lines if line.startswith("<details><summary><code>v")]) == show


def test_a_failure_is_headed_by_200_letters_of_its_message() -> None:
    made = results([Result("v@one", 0, "fail", message="m" * 200), Result("w@one", 0, "fail", message="m" * 201)])
    heads = [line for line in page(made, 2) if line.startswith("<details><summary><code>")]
    assert {line.partition(": ")[2] for line in heads} == {f"<code>{'m' * 200}</code></summary>"}


@pytest.mark.parametrize(
    ("show", "told"),
    [(0, ""), (1, "a0"), (3, "a0 b0 c0"), (4, "a0 b0 c0 a1"), (5, "a0 b0 c0 a1 b1"), (9, "a0 b0 c0 a1 b1 a2")],
)
def test_the_failures_of_each_topic_are_shown_in_turn(show: int, told: str) -> None:
    of = [
        Result(f"{topic}{n}@one", 0, "fail", topic=topic)
        for topic, m in (("a", 3), ("b", 2), ("c", 1))
        for n in range(m)
    ]
    lines = terminal(results(of), show)
    shown = [found[1] for line in lines if (found := re.match(r"── \d+\. (\w+)@one", line))]
    assert shown == told.split()
    assert [line for line in lines if line.startswith("Failures shown")] == (
        [f"Failures shown: {len(shown)} of 6"] if told else []
    )


@pytest.mark.parametrize(
    ("many", "more"), [(5, []), (6, ["(and 1 more clause: A-6)"]), (7, ["(and 2 more clauses: A-6 A-7)"])]
)
def test_five_clauses_of_a_failure_are_told(many: int, more: list[str]) -> None:
    clauses = [f"A-{number}" for number in range(1, many + 1)]
    told = [*(f"{name}: not in the rulebook" for name in clauses[:5]), *more]
    assert list(explain_failure(None, clauses, SETTING, "nim", b"got this")) == [*told, "got: got this"]
    assert list(explain_failure(None, clauses[:1], SETTING, "nim", "")) == [told[0]]
    assert list(sentences(clauses, "nim", many, "the rest")) == [f"{name}: not in the rulebook" for name in clauses]


def test_an_answer_of_an_unknown_vector_is_told_in_400_letters() -> None:
    for length, cut in ((400, ""), (401, "...")):
        assert list(explain_failure(None, [], SETTING, "nim", "g" * length)) == [f"got: {'g' * 400}{cut}"]


@pytest.mark.parametrize(("many", "more"), [(6, ""), (7, ", …")])
def test_six_vectors_of_each_reading_are_named(many: int, more: str) -> None:
    like, unlike = ([f"{name}{number}" for number in range(many)] for name in ("like", "unlike"))
    shown = RulesShown(0, "max", "three", "four", 1234, 5678, many, True, tuple(like), tuple(unlike))
    made = results([Result("v@one", 0, "pass")], shown=(shown,))
    head = f"{SETTING.label}: judged by max=three, it plays max=four; that explains 1,234 of 5,678 failures"
    assert between(terminal(made), "Rules that the engine shows:") == [
        f"  {head}",
        f"    MIXED: it plays four on 1,234: {', '.join(like[:6])}{more}",
        f"    and three on {many}: {', '.join(unlike[:6])}{more}",
    ]
    assert list(remarks(made)) == [
        f"MIXED, {head}, and {many} vectors pass that would then be wrong: {' '.join(unlike[:6])}"
    ]


def test_each_failure_has_a_vote_and_clauses_that_pass_less_have_more_of_it() -> None:
    made = results([Result(f"v{n}@one", 0, "fail", clauses=("B", "C", "D")) for n in range(4)])
    tallies = {"B": (12, 4), "C": (0, 4), "D": (0, 4), "E": (4, 0)}
    ranked = suspects(replace(made, clauses=tallies))
    assert [(one.id, one.bad, one.judged) for one in ranked] == [("C", 4, 4), ("D", 4, 4), ("B", 4, 16)]
    assert [round(one.suspicion, 4) for one in ranked] == [0.4, 0.4, 0.2]
    index = Index(NONE, replace(made, clauses=tallies))
    assert index.rank(["X", "B", "D", "C"], ahead=("X",)) == ["X", "C", "D", "B"]
    assert Index(NONE).rank(["B", "A"]) == ["A", "B"]


def test_what_an_answer_speaks_against_has_the_vote_and_a_message_where_no_answer_does() -> None:
    of = [
        Result("a@one", 0, "fail", clauses=("B", "C"), contradicts=("D",)),
        Result("b@one", 0, "fail", clauses=("B",)),
    ]
    assert [(one.id, one.suspicion) for one in suspects(results(of))] == [("B", 0.5), ("D", 0.5)]


# -- who was judged by whom


OF_THE_TWO = "Of the two engines, the {} is the Ludex reference, which also made the vectors."
OURS, THEIRS = Identity(REFERENCE, "1"), Identity("other", "2")


@pytest.mark.parametrize(
    ("one", "other", "pair", "told"),
    [
        (OURS, None, False, summary.NO_CHECK),
        (THEIRS, None, False, ""),
        (None, None, False, ""),
        (OURS, OURS, True, summary.NO_COMPARISON),
        (OURS, THEIRS, True, OF_THE_TWO.format("one under test")),
        (THEIRS, OURS, True, OF_THE_TWO.format("other one")),
        (THEIRS, THEIRS, True, ""),
        (None, None, True, ""),
    ],
)  # fmt: skip
def test_the_reference_is_named_where_it_is_under_test(
    one: Identity | None, other: Identity | None, pair: bool, told: str
) -> None:
    command = ("other", "engine") if pair else ()
    made = results([Result("v@one", 0, "pass")], engine=one, against=other, against_command=command)
    assert summary.reference(made) == told
    assert (terminal(made)[0] == told) == bool(told)
    assert dict(summary.facts(made)).get("reference", "") == told
    assert [line for line in page(made) if line.startswith("> ")] == ([f"> **{told}**"] if told else [])


def test_an_engine_without_a_hello_is_called_by_its_command_in_200_letters() -> None:
    for length, cut in ((200, ""), (201, "...")):
        made = replace(
            results([Result("v@one", 0, "pass")], engine=None, against_command=("o" * length,)), command=("c" * length,)
        )
        assert terminal(made)[1:3] == [
            f"engine: {'c' * 200}{cut} (no hello)",
            f"against: {'o' * 200}{cut} (no hello)",
        ]


@pytest.mark.parametrize(
    ("command", "against", "words"),
    [
        (("node", "x y.js"), (), "-- node 'x y.js'"),
        (("--connect", "h:1"), (), "--connect h:1"),
        ((), (), "--"),
        (("a",), ("b", "c d"), "--against 'b '\"'\"'c d'\"'\"'' -- a"),
    ],
)
def test_the_command_that_runs_a_vector_again_is_complete(
    command: tuple[str, ...], against: tuple[str, ...], words: str
) -> None:
    start = "ludex check --game nim --edition one"
    assert (
        again("a[1]*?-b@one", "nim", SETTING, command, against=against)
        == f"{start} --select 'a[[]1][*][?]-b@one' {words}"
    )
    flipped = Setting("one", {"max": "four", "a": "b"}, {"max": "four", "a": "b"})
    told = again("v", "nim", flipped, command, anonymous=True, against=against)
    assert told == f"{start} --reading max=four --reading a=b --anonymous --select v {words}"


@pytest.mark.parametrize(
    ("started", "told"),
    [(1e300, "1970-01-01T00:00:00"), (-1e18, "1970-01-01T00:00:00"), (1_700_000_000.0, "2023-11-14T22:13:20")],
)
def test_a_run_began_at_some_time(started: float, told: str) -> None:
    made = results([Result("v@one", 0, "pass")])
    made = replace(made, times=Times(started, None, started - 3))
    assert summary.began(made) == told
    assert summary.seconds(made) == 0.0


# -- the width of boards


@pytest.mark.parametrize(("columns", "width"), [("40", 77), ("80", 77), ("81", 78), ("120", 117), (None, 97)])
def test_boards_are_as_wide_as_the_terminal(columns: str | None, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns:
        monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("os.get_terminal_size", lambda *_: (_ for _ in ()).throw(OSError))
    monkeypatch.setattr(Easel, "failure", lambda easel, *_: iter([f"{easel.width} wide"]))
    suite = open_suite("tactics")
    topic = next(suite.topics(suite.editions[0]))
    failed = Result(f"{topic.vectors[0].id}@{topic.edition}", 0, "fail", topic=topic.topic)
    made = results([failed], game="tactics", settings=(Setting(topic.edition, suite.facts(topic.edition).defaults()),))
    assert f"   {width} wide" in list(report(made, suite, 1))
    assert "100 wide" in list(markdown(made, suite, 1))


# -- JUnit


def test_texts_of_junit_are_cut_at_their_bounds() -> None:
    for extra, cut in ((0, ""), (1, "...")):
        made = results(
            [Result("v@one", 0, "fail", message="m" * (4000 + extra))], stopped="s", log="l" * (60_000 + extra)
        )
        root = fromstring("\n".join(junit(made, NONE, 0)))
        (failure,) = root.findall(".//testcase[@name='v@one']/failure")
        assert failure.get("message") == "m" * 4000 + cut
        assert root.findtext(".//system-err") == "l" * 60_000 + cut


def test_names_of_classes_have_their_dots_alone() -> None:
    made = results([Result("v@1.0", 0, "pass", topic="a.b")], settings=(Setting("1.0", {}),))
    root = fromstring("\n".join(junit(made, NONE, 0)))
    assert [case.get("classname") for case in root.findall(".//testcase")] == ["ludex.nim", "nim.1_0.a_b"]


# -- what comes from a file


def test_only_a_log_has_lines_and_names_are_no_longer_than_they_must_be() -> None:
    said = harmless({"log": "a\nb", "notes": ["a\nb"], "note": "a\nb", "n" * 200: 1, "m" * 201: 1.5})
    assert said == {"log": "a\nb", "notes": ["a\\x0ab"], "note": "a\\x0ab", "n" * 200: 1, "m" * 200 + "...": 1.5}
    for length, cut in ((20_000, ""), (20_001, "...")):
        assert harmless(["t" * length]) == ["t" * 20_000 + cut]


def test_the_vectors_of_a_file_are_named_where_they_are_others_or_missing(
    toy_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_VECTORS", str(toy_root))
    path, seal = tmp_path / "r.json", open_suite("nim", toy_root).seal
    write_results(results([Result("v@one", 0, "pass")], manifest=seal), path)
    same = open_results(path)
    assert (same.path, same.remark, same.suite.seal) == (path, "", seal)
    write_results(results([Result("v@one", 0, "pass")]), path)
    told = f"The vectors here are toy ({seal[:12]}), not those of the run: where a vector changed there is no board."
    assert (open_results(path).remark, open_results(path).suite.seal) == (told, seal)
    monkeypatch.setenv("LUDEX_VECTORS", str(tmp_path / "none"))
    assert open_results(path).remark == "There are no vectors of nim here: failures are told without boards."
    assert open_results(path).suite.editions == ()


def test_a_format_is_one_of_those_named_and_draws_as_many_failures_as_is_said() -> None:
    source = ResultsSource(Path("r.json"), results(failing(120)), NONE)
    with pytest.raises(Fault) as fault:
        list(tell(source, "pdf"))
    assert str(fault.value) == "no format 'pdf'\n  Formats: terminal, junit, markdown, html."
    usual = {"terminal": 5, "junit": 100, "markdown": 10}  # a page draws so many of each cause
    drawn = {(how, show): "\n".join(tell(source, how, show)).count("again: ") for how in usual for show in (None, 0, 7)}
    assert drawn == {(how, show): usual[how] if show is None else show for how, show in drawn}


def test_a_suite_without_a_file_has_nothing() -> None:
    assert (NONE.game, NONE.editions, NONE.seal, NONE.manifest.version) == ("nim", (), "", "")
