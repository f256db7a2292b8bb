"""What is worth asking an engine of the race to ten."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.suites import Case, Topic

VERSION = "1"


def topics(_: str) -> Iterator[Topic]:
    yield Topic("apply", "apply", "apply", "Every number from everywhere.", _all)


def _all() -> Iterator[Case]:
    for at in range(11):
        for number in range(5):
            fields = {"position": {"at": at, "turn": "a"}, "action": number}
            yield Case(f"add-{number}", f"{number} is added to {at}", fields)
