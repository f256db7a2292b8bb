"""Which of our children are taken for an engine's, and so ended with it: played without a process."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from ludex.runner import ending, reaper
from ludex.runner.reaper import Reaper

ENGINE, OTHER, GUARD = 10, 20, 30


@dataclass(eq=False)
class Child:
    """A child of ours. It may run, or only wait to be reaped; one that is immortal cannot be ended."""

    pid: int
    session: int = 1
    token: str = ""
    running: bool = True
    immortal: bool = False


class House:
    """Our children, what was done to them, and what the guard was told."""

    def __init__(self) -> None:
        self.children: list[Child] = []
        self.killed: list[int] = []
        self.told: list[tuple[str, int, str]] = []
        self.reaper = Reaper()
        self.pid = GUARD

    def __call__(self) -> Any:
        """Our own process, as psutil sees it, or the guard when it is started."""
        return self

    def children_of_ours(self) -> list[Child]:
        assert self.reaper.birth.locked() or not self.told, "an engine that is being started is taken for an orphan"
        return list(self.children)

    def tell(self, *what: Any) -> None:
        self.told.append(what)

    def kill(self, members: Iterable[Child]) -> None:
        for one in members:
            self.killed.append(one.pid)
            one.running = one.immortal

    def reap(self, pid: int) -> None:
        self.children = [one for one in self.children if one.pid != pid or one.running]


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    made = House()
    ours = type("Ours", (), {"children": lambda _: made.children_of_ours()})
    for name, value in {
        "Process": ours,
        "Guard": made,
        "runs": lambda one: one.running,
        "family": lambda one: [one],
        "session_of": lambda one: one.session,
        "token_of": lambda one: one.token,
        "kill": made.kill,
        "reap": made.reap,
        "_become_subreaper": lambda: None,
        "END_SECONDS": 0.2,
    }.items():
        monkeypatch.setattr(reaper, name, value)
    return made


@pytest.mark.parametrize(
    ("there", "status", "running"),
    [
        (True, psutil.STATUS_RUNNING, True),
        (True, psutil.STATUS_SLEEPING, True),
        (True, psutil.STATUS_ZOMBIE, False),
        (True, psutil.STATUS_DEAD, False),
        (False, psutil.STATUS_RUNNING, False),  # another process has its number now
        (psutil.NoSuchProcess(5), psutil.STATUS_RUNNING, False),
    ],
)
def test_a_process_runs_unless_it_is_gone_or_only_waits_to_be_reaped(there: Any, status: str, running: bool) -> None:
    def is_running() -> bool:
        if isinstance(there, psutil.Error):
            raise there
        return bool(there)

    one: Any = SimpleNamespace(is_running=is_running, status=lambda: status)
    assert ending.runs(one) is running


@pytest.mark.parametrize(
    ("asked", "pid", "children", "sole"),
    [
        (True, 7, [], True),
        (True, 7, [False], True),
        (True, 7, [True], False),
        (True, 7, [False, True], False),
        (True, 1, [], False),  # of a container: whatever is orphaned there is ours
        (False, 7, [], False),
    ],
)
def test_all_children_are_the_engines_only_if_none_was_there_before(
    asked: bool, pid: int, children: list[bool], sole: bool, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.getpid", lambda: pid)
    house.reaper.sole = asked
    house.children = [Child(number, running=running) for number, running in enumerate(children)]
    environment, token = house.reaper.environment()
    assert house.reaper.sole is sole
    assert (environment[ending.TOKEN], len(token)) == (token, 32)
    house.children = [Child(5)]
    assert house.reaper.environment()[1] != token, "each engine has one of its own"
    assert house.reaper.sole is sole, "only what was there before the first engine counts"


@pytest.mark.parametrize("sole", [False, True])
@pytest.mark.parametrize(
    ("child", "of_it", "when_sole"),
    [
        (Child(1, session=ENGINE), True, True),
        (Child(1, token="its"), True, True),
        (Child(1), False, True),  # somebody else's, or one that hides whose it is
        (Child(1, token="the other's"), False, False),
        (Child(OTHER, token="its"), False, False),
        (Child(GUARD, token="its"), False, False),
    ],
)
def test_what_an_engine_left_is_told_by_session_token_or_as_nobody_elses(
    sole: bool, child: Child, of_it: bool, when_sole: bool, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.getpid", lambda: 7)
    house.reaper.environment()
    house.reaper.sole = sole
    house.reaper.enter(ENGINE, "its")
    house.reaper.enter(OTHER, "the other's")
    house.children, left = [Child(**vars(child))], when_sole if sole else of_it
    assert house.reaper.leave(ENGINE, "its") == left
    assert house.killed == [child.pid] * left
    assert len(house.children) == 1 - left
    assert house.told == [("+", ENGINE, "its"), ("+", OTHER, "the other's"), ("-", ENGINE, "its")]


def test_what_only_waits_to_be_reaped_is_reaped_and_not_counted(house: House) -> None:
    house.children = [Child(1, session=ENGINE, running=False)]
    assert house.reaper.leave(ENGINE, "its") == 0
    assert house.children == []


def test_descendants_that_were_seen_are_ended_wherever_they_went(house: House) -> None:
    away, mine, dead = Child(2), Child(3), Child(5, running=False)
    seen: Any = [Child(1, running=False), away, mine, dead]
    house.children = [mine, Child(4), dead]
    assert house.reaper.leave(ENGINE, "its", seen) == 2
    assert {2, 3} <= {*house.killed} <= {2, 3, dead.pid}
    assert [one.pid for one in house.children] == [4]


def test_what_cannot_be_ended_holds_nobody_up_and_counts_once(house: House) -> None:
    house.children = [Child(1, session=ENGINE, immortal=True)]
    assert house.reaper.leave(ENGINE, "its") == 1
    assert set(house.killed) == {1}
