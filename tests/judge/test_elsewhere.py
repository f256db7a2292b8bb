"""A run whose vectors are asked elsewhere comes to what it comes to here; what goes wrong there is told here.

The others work in this process, and their engines are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from ludex.fault import Fault
from ludex.judge.case import is_malformed
from ludex.judge.settings import RulesAsked
from ludex.judge.verdict import CRASH, Down
from ludex.runner import elsewhere
from ludex.runner.elsewhere import ANOTHER_HELLO, SessionElsewhere
from ludex.runner.interruption import Interruption
from ludex.runner.limits import Limits
from ludex.runner.reaper import REAPER
from ludex.runner.run import Order, Run
from ludex.vectors.selection import Selection
from tests.judge import toy
from tests.judge.hostile.nim import answer
from tests.judge.played import LIMITS, Played, PlayedSession, Respond, but, hello, order, saying, told

FELL = Down(CRASH, "it crashed")
WRONG = but({"apply-7-2": FELL, "legal-9": {"actions": [1]}, "apply-7-3": FELL})
Piece = list[int]


@dataclass
class Others:
    """Who works: here, one piece after the other; what they are asked and what came of it is kept."""

    lost: Callable[[int], bool] = lambda _: False
    pieces: list[Piece] = field(default_factory=list)
    found: list[Any] = field(default_factory=list)
    orders: list[Order] = field(default_factory=list)

    def each(
        self, pieces: Iterable[Piece], work: Any, stop: Callable[[], bool], interrupted: Callable[[], bool]
    ) -> Iterator[tuple[Piece, Any]]:
        self.orders = [work._shared[0]]
        for piece in pieces:
            if stop() or interrupted():
                return
            self.pieces.append(piece)
            self.found.append(None if self.lost(len(self.pieces)) else work(piece))
            yield piece, self.found[-1]


@pytest.fixture
def run_there(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Run, Others, list[Played]]]:
    def run(
        made: Order, respond: Respond, there: Respond | None = None, others: Others | None = None, many: int = 50
    ) -> tuple[Run, Others, list[Played]]:
        others, own = others or Others(), list[Played]()

        class Here(SessionElsewhere):
            def open(self, again: bool) -> Any:
                assert not again, "it only says the hello"
                own.append(Played(respond, self.order.limits))
                return own[-1]

        monkeypatch.setattr(elsewhere, "VECTORS_A_STRETCH", many)
        monkeypatch.setattr(elsewhere, "Session", lambda order: PlayedSession(order, there or respond))
        return Here(made, None, others).judge(), others, own  # type: ignore[arg-type]

    return run


@pytest.mark.parametrize("many", [50, 4000])
@pytest.mark.parametrize("respond", [answer, WRONG])
def test_a_run_comes_to_the_same_wherever_its_vectors_are_asked(
    respond: Respond, many: int, toy_root: Path, run_there: Any
) -> None:
    here = PlayedSession(order(toy_root), respond).judge()
    REAPER.sole = True
    there, others, (engine,) = run_there(order(toy_root), respond, many=many)
    assert not REAPER.sole, "in a process of its own nobody knows whose a child is"
    assert told(there) == told(here)
    assert there.score() == here.score()
    assert [request["method"] for request in engine.heard] == ["initialize"]
    assert engine.ends
    assert (there.stopped, there.log, there.interrupted, there.fault) == ("", b"", False, "")
    assert there.restarts == sum(one.restarts for one in others.found) == here.restarts
    assert there.first_verdict is not None
    assert bool(there.restarts) == (respond is WRONG)
    remarks = [text for text in there.remarks if "rerun alone" in text]
    assert len(remarks) == (respond is WRONG)


def test_what_was_chosen_here_is_chosen_there(toy_root: Path, run_there: Any) -> None:
    made = order(
        toy_root, selection=Selection(("apply-7-?", "legal-9")), skip=("apply-7-2",), asked=RulesAsked(("one",))
    )
    here = PlayedSession(made, WRONG).judge()
    there, others, _ = run_there(made, WRONG)
    assert told(there) == told(here)
    assert [row[2] for row in told(there)] == ["skipped", "error", "fail"]
    assert sum(len(one.passed) for one in others.found) == 1


@pytest.mark.parametrize("topic", ["", "apply-take"])
def test_pieces_are_in_order_and_malformed_input_is_the_last(own_root: Path, run_there: Any, topic: str) -> None:
    if topic:
        toy.call_malformed(own_root, topic)
    run, others, _ = run_there(order(own_root), answer)
    cases = [case for case, outcome in run.settled_vectors() if outcome.verdict == "pass"]
    readable = [one.index for one in cases if not is_malformed(one.vector)]
    malformed = [one.index for one in cases if is_malformed(one.vector)]
    assert len(malformed) == (5 if topic else 0)
    assert [*readable, *malformed] == sorted([*readable, *malformed])
    *stretches, last = others.pieces if malformed else [*others.pieces, []]
    assert last == malformed
    assert [place for piece in stretches for place in piece] == readable
    rest = len(readable) % 50
    assert [len(piece) for piece in stretches] == [50] * (len(readable) // 50) + [rest] * (rest > 0)
    assert all(piece for piece in others.pieces)


def test_whoever_works_elsewhere_keeps_no_journal_and_expects_nothing(
    toy_root: Path, tmp_path: Path, run_there: Any
) -> None:
    made = order(toy_root, journal=tmp_path / "j", repeat=1, anonymous=True)
    _, others, _ = run_there(made, answer)
    (given,) = others.orders
    assert (given.journal, given.resume, given.expected, given.repeat) == (None, False, None, 0)
    assert (given.anonymous, given.root, given.command) == (True, toy_root, made.command)
    assert (tmp_path / "j").is_file()


def test_notes_come_from_there(toy_root: Path, run_there: Any) -> None:
    def staying(request: dict[str, Any]) -> Any:
        return answer(request) + "and more\n" if request["method"] == "shutdown" else answer(request)

    here = PlayedSession(order(toy_root), staying).judge()
    there, _, _ = run_there(order(toy_root), staying)
    assert there.notes == here.notes
    assert "and more" in "".join(there.notes)


def test_an_engine_there_that_says_another_hello_ends_the_run(toy_root: Path, run_there: Any) -> None:
    run, others, _ = run_there(order(toy_root), answer, saying(hello(("legal",))))
    assert run.stopped == ANOTHER_HELLO
    assert len(others.pieces) == 1
    assert {verdict for _, _, verdict, _, _ in told(run, "not-offered")} == {"not-run"}


def test_an_engine_there_that_says_no_hello_ends_the_run_with_its_log(toy_root: Path, run_there: Any) -> None:
    run, others, _ = run_there(order(toy_root), answer, lambda _: FELL)
    assert run.stopped == "no hello: it crashed"
    assert run.log == b"its last words"
    assert len(others.pieces) == 1


def test_a_process_that_is_lost_is_told_with_what_may_be_done(toy_root: Path, run_there: Any) -> None:
    with pytest.raises(Fault, match="a process that asked an engine came to an end") as lost:
        run_there(order(toy_root), answer, others=Others(lambda number: number == 2))
    assert lost.value.remedy == "Is there memory enough where it ran?"


def test_who_falls_too_often_ends_the_run_as_it_would_here(toy_root: Path, run_there: Any) -> None:
    falling = but({f"apply-7-{number}": FELL for number in (1, 2, 3)})
    made = order(toy_root, limits=Limits(timeout=LIMITS.timeout, start=LIMITS.start, falls=2))
    here = PlayedSession(made, falling).judge()
    there, others, _ = run_there(made, falling)
    assert told(there) == told(here)
    assert there.end == here.end is not None
    beyond = [piece for piece in others.pieces if piece[0] > (here.end or 0)]
    assert not beyond


def test_an_interruption_ends_it_with_what_was_judged(toy_root: Path, run_there: Any, monkeypatch: Any) -> None:
    interruption = Interruption()

    def lost(number: int) -> bool:
        interruption.asked = number - 1
        return number > 1

    monkeypatch.setattr(SessionElsewhere, "plan", _heeding(interruption))
    run, others, _ = run_there(order(toy_root, selection=Selection()), answer, others=Others(lost))
    assert run.interrupted
    assert len(others.pieces) == 2
    passed = [case for case, one in run.settled_vectors() if one.verdict == "pass"]
    assert len(passed) == 50


def _heeding(interruption: Interruption) -> Any:
    plan = SessionElsewhere.plan

    def planned(self: SessionElsewhere, given: Any) -> None:
        self.heed(interruption)
        plan(self, given)

    return planned
