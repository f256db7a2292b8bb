"""What is worth asking an engine of the race to ten."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.suites import Case, SuiteTopic

VERSION = "1"


def topics(_: str) -> Iterator[SuiteTopic]:
    yield SuiteTopic("apply", "apply", "apply", "Every number from everywhere.", _all)
    yield SuiteTopic("perft", "perft", "perft", "How many races there are.", _counts)
    yield SuiteTopic("replay", "replay", "replay", "Races as they are said.", _replays)


def _all() -> Iterator[Case]:
    for at in range(11):
        for number in range(5):
            fields = {"position": {"at": at, "turn": "a"}, "action": number}
            yield Case(f"add-{number}", f"{number} is added to {at}", fields)


def _counts() -> Iterator[Case]:
    for depth in range(4):
        yield Case("count", f"{depth} numbers are said", {"position": {"at": 5, "turn": "a"}, "depth": depth})


def _replays() -> Iterator[Case]:
    for numbers in ([1, 2, 3], [3, 3, 3, 3], [1, 4], []):
        yield Case("race", f"they say {numbers}", {"position": {"at": 0, "turn": "b"}, "actions": numbers})
