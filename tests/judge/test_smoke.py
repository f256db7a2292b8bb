"""An adapter is tried by itself: what is wrong with it is said in one line, with a remedy."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludex import where
from ludex.cli import main
from ludex.judge.weigh import refusal_of
from ludex.protocol.schema import wire_of
from ludex.protocol.server import game_module, perform
from ludex.runner.plain_questions import questions
from ludex.runner.process import Limits
from ludex.runner.smoke import SmokeStep, smoke
from ludex.runner.suggesting import SuggestedPromise
from ludex.vectors.promises import PROMISES
from ludex.vectors.suite import Suite

PARTIAL = Path(__file__).parent / "hostile" / "partial.py"
REFERENCE = (sys.executable, "-c", "from ludex.cli import main; main(['engine'])")


PATIENT = Limits(timeout=20, start=30, grace=1)  # a right engine has time, however busy the machine
HASTY = Limits(timeout=5, start=5, grace=1)  # for one that is silent


def failed(command: tuple[str, ...], limits: Limits = PATIENT) -> list[SmokeStep]:
    return [step for step in smoke(command, limits) if not step.passed]


def test_the_reference_passes() -> None:
    assert failed(REFERENCE) == []


@pytest.mark.parametrize("game", ["tactics", "minions"])
def test_a_number_of_the_engine_s_own_comes_back_as_a_whole_one(game: str) -> None:
    assert failed((sys.executable, str(PARTIAL), game, *wire_of(game).required, "legal", "--floats")) == []


@pytest.mark.parametrize(
    ("engine", "step", "words"),
    [
        ("exits", "every question is answered", "exited with status 1"),
        ("right", "nim is a game of Ludex", "unknown game"),
        ("one_shot", "nim is a game of Ludex", "unknown game"),
    ],
)
def test_what_is_wrong_is_told(
    engine_command: Callable[[str], tuple[str, ...]], engine: str, step: str, words: str
) -> None:
    first = failed(engine_command(engine))[0]
    assert first.name == step
    assert words in first.message
    assert first.remedy


@pytest.mark.parametrize(("lines", "right"), [(0, True), (10, True), (11, False)])
def test_a_few_lines_before_the_hello_are_put_up_with_as_in_a_check(lines: int, right: bool) -> None:
    banner = f"print('hello\\n' * {lines}, end='', flush=True); from ludex.cli import main; main(['engine'])"
    assert (failed((sys.executable, "-c", banner)) == []) is right


@pytest.mark.parametrize(("lines", "told"), [(1, "1 line, the first hello"), (2, "2 lines, the first hello")])
def test_early_lines_are_told_by_their_number(lines: int, told: str) -> None:
    banner = f"print('hello\\n' * {lines}, end='', flush=True); from ludex.cli import main; main(['engine'])"
    assert told in [step.message for step in smoke((sys.executable, "-c", banner), PATIENT)]


def test_a_hello_that_is_an_error_is_told_as_one() -> None:
    error = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"what is that"}}'
    (step, *_) = failed((sys.executable, "-c", f"input(); print({error!r}, flush=True); input()"))
    assert step.name == "the hello has its shape"
    assert "what is that" in step.message


THROWS = """
import sys
from ludex import where
from ludex.protocol.server import Loop

thrown, loop = sys.argv[1].split(), Loop(where.games())
for line in sys.stdin.buffer:
    answer = loop.answer(line)
    if any(b'"method":"%s"' % method.encode() in line for method in thrown):
        number = line.partition(b'"id":')[2].partition(b",")[0]
        answer = b'{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"index out of range"}}' % number
    sys.stdout.buffer.write(answer.rstrip() + b"\\n")
    sys.stdout.flush()
    if b'"shutdown"' in line:
        break
"""


def test_each_offered_method_is_asked_once_and_those_that_throw_are_named() -> None:
    steps = failed((sys.executable, "-c", THROWS, "perft relations"))
    assert [step.name.partition(": ")[2] for step in steps if step.name.startswith("tribun 2026-01")] == [
        "`relations` answers a plain question",
        "`perft` answers a plain question",
    ]
    assert {step.message for step in steps} == {
        "JSON-RPC error -32603: index out of range",
    }
    assert {step.name.partition(" ")[0] for step in steps} == {*where.games()}


def test_the_plain_questions_are_accepted_ones_of_all_operations() -> None:
    found = 0
    for game in where.games():
        register, operations = game_module(game).REGISTER, [*wire_of(game).operations]
        for edition in register.editions:
            rules = register.rules(edition)
            asked = questions(game, edition, rules.choices, operations)
            assert sorted(asked) == sorted(operations)
            for operation, fields in asked.items():
                answer = perform(
                    operation, {"game": game, "edition": edition, "readings": dict(rules.choices), **fields}
                )
                assert refusal_of(answer) is None, (game, edition, operation)
            found += len(asked)
    assert found > 20


def test_no_more_files_are_read_than_it_takes_to_find_a_plain_question(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def topic(suite: Suite, name: Any) -> Any:
        read.append(found.operation if (found := real(suite, name)) else "")
        return found

    real = Suite.topic
    monkeypatch.setattr(Suite, "topic", topic)
    register = game_module("tactics").REGISTER
    rules = register.rules(edition := register.editions[0])
    assert [*questions("tactics", edition, rules.choices, ["legal"])] == ["legal"]
    assert read.index("legal") == len(read) - 1
    assert questions("tactics", edition, rules.choices, []) == {}
    assert read.index("legal") == len(read) - 1


def test_an_engine_that_never_stops_printing_is_given_up() -> None:
    prints = "import time\ninput()\nwhile True: print(end='tick\\n', flush=True); time.sleep(0.01)"
    since = time.monotonic()
    (step,) = failed((sys.executable, "-c", prints), HASTY)
    assert step.message.startswith("no answer to `initialize` within 5 s; what came was tick; no answer came")
    assert time.monotonic() - since < 20


def test_the_exit_status_says_whether_the_adapter_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["smoke", "--timeout", "5", "--", sys.executable, "-c", THROWS, "perft"]) == 1
    assert "is ready" not in capsys.readouterr().out
    assert main(["smoke", "--", *REFERENCE]) == 0
    assert capsys.readouterr().out.endswith("The adapter is ready for `ludex check`.\n")


@pytest.mark.parametrize("right", [True, False])
def test_what_the_hello_might_promise_is_hinted_at_when_nothing_is_to_mend(
    right: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[Any] = []

    def tried(command: Any, limits: Limits, game: str | None) -> list[SmokeStep]:
        asked.append((command, limits.timeout, limits.start, game))
        return [SmokeStep("a step", right, "as seen"), SmokeStep("another", True)]

    def hints(command: Any, limits: Limits, game: str | None) -> list[SuggestedPromise]:
        asked.append((command, limits.timeout, limits.start, game))
        return [SuggestedPromise("tribun", "reachable", "it fell")]

    monkeypatch.setattr("ludex.runner.smoke.smoke", tried)
    monkeypatch.setattr("ludex.runner.suggesting.suggestions", hints)
    words = ["smoke", "--game", "tribun", "--timeout", "2", "--start-timeout", "3", "--", "an", "engine"]
    assert main(words) == (0 if right else 1)
    assert asked == [(["an", "engine"], 2.0, 3.0, "tribun")] * (2 if right else 1)
    first, second, *hint, last = capsys.readouterr().out.splitlines()
    assert (first, second) == (f"{'ok  ' if right else 'FAIL'}  a step: as seen", "ok    another")
    assert last == ("The adapter is ready for `ludex check`." if right else "1 to mend.")
    told = [
        "hint  tribun: what lies outside of `reachable` is never answered rightly (it fell)",
        '      Is the engine not for it? Then put "promises": ["reachable"] beside `methods`: '
        f"{PROMISES['reachable']}.",
    ]
    assert hint == (told if right else [])


MUTE = "import time; time.sleep(60)"
SLEEPY = """
import time
from ludex.protocol.server import Loop

print(Loop(["tribun"]).answer(input().encode()).decode().strip(), flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize(
    ("script", "words", "told"),
    [
        (MUTE, ("--start-timeout", "0.4", "--timeout", "20"), "within 0.4 s"),
        (SLEEPY, ("--start-timeout", "20", "--timeout", "0.4"), "within 0.4 s"),
    ],
)
def test_each_wait_is_as_long_as_is_asked_for_and_what_is_wrong_is_told_with_its_remedy(
    script: str, words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["smoke", *words, "--", sys.executable, "-c", script]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert {line[:6] for line in lines[:-1]} <= {"ok    ", "FAIL  ", "      "}
    at = next(number for number, line in enumerate(lines) if line.startswith("FAIL  ") and told in line)
    assert lines[at + 1].startswith("      ")
    assert lines[-1] == f"{sum(line.startswith('FAIL') for line in lines)} to mend."


@pytest.mark.parametrize(
    ("odd", "step", "words"),
    [
        (
            'if \'"a text"\' in line: line = line.replace(\'"a text"\', "null")',
            "ids are echoed as they came, text too",
            'an answer with an id that was not asked: null (asked: "a text"), with the error '
            '{"code": -32601, "message": "no method \'no_such_method\' in tactics"}',
        ),
        (
            'if \'"a text"\' in line: line = ""',
            "ids are echoed as they came, text too",
            "no answer to `no_such_method` within 5 s; nothing came",
        ),
        (
            'if \'"id": 40,\' in line: line = ""',
            "64 requests may be in flight",
            "no answer to `no_such_method` within 5 s; nothing came",
        ),
    ],
)
def test_what_becomes_of_ids_is_told_and_ends_the_trial(odd: str, step: str, words: str) -> None:
    engine = f"""
import sys
from ludex.protocol.server import Loop
loop = Loop(["tactics"])
for line in sys.stdin.buffer:
    line = loop.answer(line).decode().replace('":', '": ').replace(":  ", ": ").replace(',"', ', "')
    {odd}
    print(line.strip(), end=chr(10) if line else "", flush=True)
"""
    (wrong,) = failed((sys.executable, "-c", engine), HASTY)
    assert (wrong.name, wrong.message) == (step, words)
    assert wrong.remedy


def test_each_step_says_of_which_game_and_edition_it_is() -> None:
    names = {step.name for step in smoke(REFERENCE, Limits(timeout=10, start=20, grace=2))}
    said = {name.partition(": ")[2] for name in names if ": `" in name}
    assert "`apply` applies a legal action" in said
    assert {name for name in names if name in ("apply", "legal")} == set()
