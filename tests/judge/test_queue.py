"""Which case comes next: in order, up to where the run ends, and none that a method hangs on as it hung before."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from ludex.judge.verdict import CRASH, ERROR, FAIL, TIMEOUT, Judgement
from ludex.runner.queue import VectorQueue
from ludex.vectors.promises import NO_SUBMITTER, WELL_FORMED

HANG = Judgement(ERROR, TIMEOUT, "no answer", fell=True)


def case(index: int, operation: str = "legal", outside: tuple[str, ...] = (WELL_FORMED,)) -> Any:
    vector = SimpleNamespace(outside=outside)
    return SimpleNamespace(index=index, id=f"v{index}@one", vector=vector, frame=SimpleNamespace(operation=operation))


def all_of(queue: VectorQueue) -> list[int]:
    return [one.index for one in iter(queue.next, None)]


def test_cases_come_in_order_and_then_none() -> None:
    queue = VectorQueue()
    assert all_of(queue) == []
    queue.lay(map(case, (3, 1, 2)))
    assert all_of(queue) == [3, 1, 2]
    assert queue.next() is None
    queue.lay([case(4)])
    assert all_of(queue) == [4]


@pytest.mark.parametrize(("end", "given"), [(None, [0, 1, 2, 3]), (2, [0, 1, 2]), (0, [0]), (-1, [])])
def test_what_lies_beyond_the_end_does_not_come(end: int | None, given: list[int]) -> None:
    queue = VectorQueue()
    queue.end = end
    queue.lay(map(case, (0, 1, 2, 3)))
    assert all_of(queue) == given
    queue.end = None
    assert queue.next() is None, "once it is at its end it stays so"


def test_a_queue_that_is_closed_gives_nothing_even_from_within() -> None:
    queue = VectorQueue()

    def cases() -> Iterator[Any]:
        yield case(0)
        queue.close()
        yield case(1)

    queue.lay(cases())
    assert all_of(queue) == [0]
    queue.lay([case(2)])
    queue.close()
    assert queue.next() is None


@pytest.mark.parametrize(
    ("hung", "outcome", "asked", "left"),
    [
        (case(0), HANG, case(1), True),
        (case(0), HANG, case(1, "apply"), False),
        (case(0), HANG, case(1, outside=()), False),
        (case(0), HANG, case(1, outside=(NO_SUBMITTER,)), False),
        (case(0, outside=()), HANG, case(1), False),
        (case(0), Judgement(ERROR, CRASH, "it crashed", fell=True), case(1), False),
        (case(0), Judgement(ERROR, TIMEOUT, "late, among others"), case(1), False),
        (case(0), Judgement(FAIL, "", "wrong"), case(1), False),
    ],
)
def test_a_method_that_hung_on_malformed_input_is_waited_for_once(
    hung: Any, outcome: Judgement, asked: Any, left: bool
) -> None:
    queue = VectorQueue()
    queue.note_hang(hung, outcome)
    if left:
        queue.note_hang(case(7), HANG)
    assert queue.why_left(asked) == ("left: `legal` hangs on malformed input (v0@one)" if left else "")
