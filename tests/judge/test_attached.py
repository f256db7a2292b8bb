"""An engine that already runs is judged over TCP, and two engines are compared without expected answers."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludex.fault import Fault
from ludex.judge.case import Frame
from ludex.judge.settings import Setting
from ludex.judge.weigh import BIG_BYTES
from ludex.protocol.messages import EditionOffer, GameOffer
from ludex.protocol.schema import wire_of
from ludex.report.junit import junit
from ludex.report.markdown import markdown
from ludex.report.results import Results
from ludex.report.terminal import report
from ludex.runner.differential import Compared, OpenQuestion, _shared_editions
from ludex.runner.tcp import Address, address
from ludex.vectors import open_suite
from ludex.vectors.selection import Selection
from tests.judge.test_doors import ludex

Judged = Callable[..., Results]
Command = Callable[[str], tuple[str, ...]]


@pytest.fixture
def listening(engine_command: Command) -> Iterator[Callable[..., str]]:
    """Starts an engine that listens, and gives its address."""
    started: list[subprocess.Popen[str]] = []

    def start(*words: str) -> str:
        running = subprocess.Popen([*engine_command("listens"), *words], stdout=subprocess.PIPE, text=True)
        started.append(running)
        assert running.stdout is not None
        return f"127.0.0.1:{running.stdout.readline().strip()}"

    yield start
    for running in started:
        running.kill()
        running.communicate()


def test_an_engine_that_runs_is_judged_and_runs_on(toy_root: Path, listening: Callable[..., str]) -> None:
    where = listening()
    for _ in range(2):
        done = ludex(toy_root, "check", "--connect", where)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "All 205 selected vectors pass." in done.stdout


def test_several_conversations_at_once(toy_root: Path, listening: Callable[..., str]) -> None:
    assert ludex(toy_root, "check", "-j", "3", "--connect", listening()).returncode == 0


def test_an_engine_that_hangs_up_is_called_again(toy_root: Path, listening: Callable[..., str]) -> None:
    where = listening("hangs-up")
    done = ludex(toy_root, "check", "--connect", where)
    assert done.returncode == 1
    assert "204 of 205 selected vectors pass; 1 error." in done.stdout
    assert "apply-7-2@one · error (closed)" in done.stdout
    assert "the engine closed the connection" in done.stdout
    assert f"--select apply-7-2@one --connect {where}" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--connect", "127.0.0.1:1"), "cannot connect to 127.0.0.1:1"),
        (("--connect", "127.0.0.1"), "is not HOST:PORT"),
        (("--connect", "127.0.0.1:x"), "is not HOST:PORT"),
        (("--connect", "192.0.2.1:80"), "is another machine"),
        (("--connect", "127.0.0.1:80", "--", "true"), "are two engines"),
        (("--against", "", "--", "true"), "names no command"),
        (("--against", "'", "--", "true"), "No closing quotation"),
        (("--against", "true", "-j", "2", "--", "true"), "does not go with --jobs"),
        (("--against", "true", "--expected", "x", "--", "true"), "does not go with --expected"),
    ],
)
def test_a_wrong_command_line_is_2(toy_root: Path, words: tuple[str, ...], message: str) -> None:
    done = ludex(toy_root, "check", *words)
    assert done.returncode == 2, done.stdout
    assert message in done.stderr


def test_other_machines_must_be_allowed() -> None:
    assert address("192.0.2.1:80", remote=True) == Address("192.0.2.1", 80)
    assert str(address("[::1]:80", remote=False)) == "[::1]:80"
    with pytest.raises(Fault, match="--allow-remote"):
        address("192.0.2.1:80", remote=False)


# -- two engines against each other


def test_engines_that_agree_are_green(judged: Judged, engine_command: Command) -> None:
    results = judged("right", against=engine_command("later"))
    assert results.score.status == 0
    assert results.against is not None
    assert results.score.counts["pass"] == 205


def test_the_first_difference_comes_first(judged: Judged, engine_command: Command, toy_root: Path) -> None:
    results = judged("wrong_legal", against=engine_command("right"))
    differing = [result for result in results.results if result.verdict == "fail"]
    assert [result.id for result in differing] == [
        *(f"legal-{heap}@one" for heap in range(3, 20)),
        "perft-5-3@one+max=three",
    ]
    assert differing[0].message == "actions: 1 missing: 3"
    assert '"actions":[1,2]' in differing[0].got.replace(" ", "")
    assert '"actions":[1,2,3]' in differing[0].want.replace(" ", "")
    text = "\n".join(report(results, open_suite("nim", toy_root)))
    assert "against: nim-test 1" in text
    assert text.index("legal-3@one") < text.index("legal-4@one")
    for told in (text, *("\n".join(tell(results, open_suite("nim", toy_root), 1)) for tell in (junit, markdown))):
        assert "legal-3@one --against" in told


def test_no_vector_says_who_is_right(judged: Judged, engine_command: Command) -> None:
    """Two engines that are wrong alike agree; expected answers are not looked at."""
    assert judged("wrong_legal", against=engine_command("wrong_legal")).score.status == 0


def test_what_only_one_refuses_is_a_difference(judged: Judged, engine_command: Command) -> None:
    results = judged("plays_four", against=engine_command("right"))
    messages = {result.id: result.message for result in results.results if result.verdict == "fail"}
    assert messages["refuse-9-4@one+max=three"] == "accepted, where the other engine refuses"
    turned = judged("right", against=engine_command("plays_four"))
    messages = {result.id: result.message for result in turned.results if result.verdict == "fail"}
    assert messages["refuse-9-4@one+max=three"] == "refused, where the other engine accepts"


@pytest.mark.parametrize(
    ("engine", "other", "independent", "words"),
    [
        ("right", None, True, ""),
        ("right", "later", True, ""),
        ("reference", None, False, "This is no independent check: the engine under test is the Ludex reference itself"),
        ("right", "reference", True, "Of the two engines, the other one is the Ludex reference, which also"),
        ("reference", "right", True, "Of the two engines, the one under test is the Ludex reference, which also"),
        ("reference", "reference", False, "This is no independent check: both engines are the Ludex reference itself"),
    ],
)
def test_who_is_the_reference_is_said_in_every_direction(
    judged: Judged,
    engine_command: Command,
    toy_root: Path,
    engine: str,
    other: str | None,
    independent: bool,
    words: str,
) -> None:
    results = judged(engine, against=engine_command(other) if other else (), selection=Selection(("legal-1",)))
    assert results.independent == independent
    suite = open_suite("nim", toy_root)
    for told in (report(results, suite), markdown(results, suite, 5), junit(results, suite, 5)):
        text = "\n".join(told)
        assert words in text
        assert ("Ludex reference" in text) == bool(words)


@pytest.mark.parametrize(
    ("operation", "mine", "theirs", "message"),
    [
        ("apply", {"position": {}}, {"unreadable": {}}, "accepted, where the other engine refuses; what it answers is"),
        ("validate", {"isValid": True}, {"unreadable": {}}, "accepted, where the other engine refuses"),
        ("validate", {"illegal": {}}, {"isValid": True}, "refused, where the other engine accepts"),
        ("validate", {"isValid": True}, {"isValid": False}, "isValid: the other engine says false, got true"),
        (
            "validate",
            {"isValid": False, "kinds": ["occupied"]},
            {"isValid": False, "kinds": ["off-board"]},
            "kinds: occupied not true (the other engine: off-board)",
        ),
    ],
)
def test_a_difference_never_says_that_one_of_the_two_must(
    toy_root: Path, operation: str, mine: Any, theirs: Any, message: str
) -> None:
    topic = next(open_suite("nim", toy_root).topics("one"))
    topic = msgspec.structs.replace(topic, operation=operation)
    case = Compared(0, topic.vectors[0], Frame(topic, Setting("one", {}), 0, wire_of("tactics")))
    case.answer = msgspec.json.encode(theirs)
    outcome = case.weigh_bytes(msgspec.json.encode(mine))
    assert outcome.verdict == "fail"
    assert outcome.message.startswith(message)


@pytest.mark.parametrize("names", [(), ("mine",), ("theirs",)])
def test_reasons_that_only_one_of_two_engines_names_are_no_difference(toy_root: Path, names: tuple[str, ...]) -> None:
    topic = msgspec.structs.replace(next(open_suite("nim", toy_root).topics("one")), operation="validate")
    case = Compared(0, topic.vectors[0], Frame(topic, Setting("one", {}), 0, wire_of("tactics")))
    bare, named = b'{"isValid":false}', b'{"isValid":false,"kinds":["occupied"]}'
    case.answer = named if "theirs" in names else bare
    outcome = case.weigh_bytes((named if "mine" in names else bare).replace(b":f", b": f"))
    assert (outcome.verdict, outcome.message) == ("pass", "")


@pytest.mark.parametrize("tells", [False, True])
def test_a_bare_refusal_differs_from_a_verdict_where_both_engines_tell_refusals_apart(
    toy_root: Path, tells: bool
) -> None:
    topic = msgspec.structs.replace(next(open_suite("nim", toy_root).topics("one")), operation="validate")
    case = Compared(0, topic.vectors[0], Frame(topic, Setting("one", {}), 0, wire_of("tactics"), tells))
    case.answer = b'{"isValid":false}'
    outcome = case.weigh_bytes(b'{"illegal":{"broken":["X"]}}')
    said = "refused as illegal, where the other engine answers with a verdict"
    assert (outcome.verdict, outcome.message) == (("fail", said) if tells else ("pass", ""))


BIG = b'{"isValid":true,"kinds":["%s"]}'


@pytest.mark.parametrize(
    ("answer", "verdict", "message"),
    [
        (b'{"isValid":true}', "pass", ""),
        (b'{"isValid":', "error", "the result ends before its JSON does: "),
        (b'"\xe9"', "error", "the result is not UTF-8: its byte 2 is 0xe9, which is no part of a character there"),
        (b'{"isValid":3}', "error", ""),
        (b'{"unsupported":{"reason":"%s"}}' % (b"x" * 500), "unsupported", "x" * 400),
        (BIG % (b"x" * (BIG_BYTES - len(BIG) + 3)), "error", f"an answer of {BIG_BYTES + 1:,} bytes"),
        (BIG % (b"x" * (BIG_BYTES - len(BIG) + 2)), "error", "result"),
    ],
)
def test_the_other_engine_may_answer_anything_of_the_right_shape(
    toy_root: Path, answer: bytes, verdict: str, message: str
) -> None:
    topic = next(open_suite("nim", toy_root).topics("one"))
    topic = msgspec.structs.replace(topic, operation="validate")
    case = OpenQuestion(0, topic.vectors[0], Frame(topic, Setting("one", {}), 0, wire_of("tactics")))
    outcome = case.weigh_bytes(answer)
    told = outcome.message if verdict == "unsupported" else outcome.message[: len(message)]
    assert (outcome.verdict, told) == (verdict, message)
    assert outcome.got == (answer if verdict == "pass" else outcome.got)
    assert len(outcome.message) < 1000


def offer(editions: dict[str, dict[str, list[str]]] | None) -> GameOffer:
    declared = editions and {name: EditionOffer(readings) for name, readings in editions.items()}
    return GameOffer([], declared)


@pytest.mark.parametrize(
    ("mine", "theirs", "both"),
    [
        (None, None, None),
        ({"a": {"x": ["1"]}}, None, {"a": {}}),
        (None, {"a": {"x": ["1"]}}, {"a": {}}),
        ({"a": {}, "b": {}}, {"b": {}, "c": {}}, {"b": {}}),
        ({"a": {}}, {"b": {}}, {}),
        ({}, {"a": {}}, {}),
        ({"a": {}}, {}, {}),
        ({}, None, {}),
        ({"a": {"x": ["1", "2"], "y": ["1"]}}, {"a": {"x": ["2", "3"], "z": ["1"]}}, {"a": {"x": ["2"]}}),
    ],
)
def test_two_engines_are_asked_by_the_rules_that_both_declare(mine: Any, theirs: Any, both: Any) -> None:
    shared = _shared_editions(offer(mine), offer(theirs))
    assert (shared and {name: edition.readings for name, edition in shared.items()}) == both


def test_the_other_engine_may_fall_too(judged: Judged, engine_command: Command) -> None:
    results = judged("right", against=engine_command("crash"))
    bad = [result for result in results.results if result.verdict not in ("pass", "not-offered")]
    assert [(result.id, result.verdict, result.cause) for result in bad] == [("apply-7-2@one", "error", "crash")]
    assert bad[0].message.startswith("the other engine: the engine was ended by SIGSEGV")
    assert results.score.status == 1


def test_the_other_engine_may_not_come_up(judged: Judged, engine_command: Command, toy_root: Path) -> None:
    results = judged("right", against=engine_command("exits"))
    text = "\n".join(report(results, open_suite("nim", toy_root)))
    assert "exits.py (no hello)" in text.replace("\n", "")
    assert results.stopped.startswith("no hello from the other engine: the engine exited with status 1")
    assert results.score.status == 1


def test_against_works_from_the_command_line(toy_root: Path, engine_command: Command) -> None:
    other = " ".join(engine_command("right"))
    done = ludex(toy_root, "check", "--against", other, "--fail-fast", "--", *engine_command("wrong_legal"))
    assert done.returncode == 1
    assert "── 1. legal-3@one · fail" in done.stdout
    assert "stopped after 1 failing vector" in done.stdout
