"""An adapter is tried by itself: what is wrong with it is said in one line, with a remedy."""

import sys
from collections.abc import Callable

import pytest

from ludex.judge.process import Limits
from ludex.judge.smoke import Step, smoke

REFERENCE = (sys.executable, "-c", "from ludex.cli import main; main(['engine'])")


def failed(command: tuple[str, ...]) -> list[Step]:
    return [step for step in smoke(command, Limits(timeout=2, start=5, grace=1)) if not step.passed]


def test_the_reference_passes() -> None:
    assert failed(REFERENCE) == []


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
    assert told in [step.message for step in smoke((sys.executable, "-c", banner), Limits(timeout=2, start=5, grace=1))]


def test_a_hello_that_is_an_error_is_told_as_one() -> None:
    error = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"what is that"}}'
    (step, *_) = failed((sys.executable, "-c", f"input(); print({error!r}, flush=True); input()"))
    assert step.name == "the hello has its shape"
    assert "what is that" in step.message
