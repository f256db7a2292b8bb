"""What an engine has no method for is played by the runner through legal and apply, and judged alike."""

import base64
import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw, structs

from ludex.games import tribun
from ludex.judge.case import Endless, Frame, ScheduledVector, Unplayable
from ludex.judge.settings import Setting
from ludex.protocol.schema import wire_of
from ludex.protocol.server import perform
from ludex.report.results import Results, results_of
from ludex.runner.checking import check
from ludex.runner.limits import Limits
from ludex.runner.playing import perft
from ludex.runner.run import Order
from ludex.support import support_of
from ludex.vectors import Topic, Vector
from tests.vector_files import lay_down

RULES = tribun.REGISTER.rules("2026-01")
START = tribun.show_position(tribun.start(RULES))
SNAPSHOT = {
    **{name: START[name] for name in ("board", "turn", "drawOfferBy")},
    "clocks": {"black": 1000, "white": 1000, "game": 0},
    "startingPlayer": "black",
    "timeControl": {"initial": 1000, "buffer": 0, "increment": 0, "maxGame": None},
}


def some_words(count: int) -> list[int]:
    position, words = tribun.start(RULES), []
    for _ in range(count):
        words.append(tribun.legal(position, RULES)[7])
        position = tribun.apply(position, words[-1], RULES)
    return words


def packed(words: list[int]) -> str:
    return base64.b64encode(struct.pack(f"<{len(words)}I", *words)).decode()


INPUTS: dict[str, dict[str, Any]] = {
    "replay-whole": {"snapshot": SNAPSHOT, "actions": packed(some_words(6))},
    "replay-illegal": {"snapshot": SNAPSHOT, "actions": packed([*some_words(3), 0, *some_words(1)])},
    "replay-unreadable": {"snapshot": SNAPSHOT, "actions": packed([*some_words(2), 0xFFFFFFFF])},
    "replay-malformed": {"snapshot": SNAPSHOT, "actions": "!"},
    "replay-empty": {"snapshot": SNAPSHOT, "actions": ""},
    "perft-0": {"position": START, "depth": 0},
    "perft-1": {"position": START, "depth": 1},
    "perft-malformed": {"position": START, "depth": "2"},
}
FOR_THE_METHOD_ALONE = {"replay-malformed", "replay-empty", "perft-0", "perft-malformed"}


def write(root: Path) -> None:
    wholes = []
    for operation in ("replay", "perft"):
        vectors = [
            {"id": name, "why": "x", "clauses": ["TRB-RPL-1"], "input": asked, "expect": expected(operation, asked)}
            for name, asked in INPUTS.items()
            if name.startswith(operation)
        ]
        head = {"edition": "2026-01", "topic": operation, "kind": operation, "operation": operation}
        wholes.append({**head, "vectors": vectors})
    lay_down(root, "tribun", wholes, {})


def expected(operation: str, asked: dict[str, Any]) -> Any:
    return perform(operation, {"game": "tribun", "edition": "2026-01", **asked})


def run(root: Path, command: tuple[str, ...]) -> Results:
    return results_of(check(Order("tribun", command, limits=Limits(timeout=20), root=root)))


def test_replays_and_counts_are_played_through_legal_and_apply(
    tmp_path: Path, engine_command: Callable[[str], tuple[str, ...]]
) -> None:
    write(tmp_path)
    results = run(tmp_path, (*engine_command("partial"), "tribun", "legal", "apply"))
    verdicts = {result.id.partition("@")[0]: result.verdict for result in results.results}
    assert verdicts == {name: "not-offered" if name in FOR_THE_METHOD_ALONE else "pass" for name in INPUTS}
    assert results.score.status == 0


def played(depth: Any, nodes: int, width: int, last: int | None = None) -> Any:
    """What becomes of a count that is played with an engine that lists so many actions (`last` of them at the end)."""
    position = {"turn": 1}
    vector = Vector("x", "x", [], Raw(b""), Raw(json.dumps({"nodes": nodes}).encode()))
    vector = structs.replace(vector, input=Raw(json.dumps({"position": position, "depth": depth}).encode()))
    topic = Topic("nim", "one", "perft", "perft", "perft", [vector])
    play = perft(
        ScheduledVector(0, vector, Frame(topic, Setting("one", {}), 0, wire_of("nim"))), support_of("nim").replaying
    )
    answer: Any = None
    try:
        while True:
            method, fields = play.send(answer)
            turn = fields["position"]["turn"]
            many = width if last is None or turn < depth else last
            answer = {"actions": list(range(many))} if method == "legal" else {"position": {"turn": turn + 1}}
    except StopIteration as stop:
        return stop.value


def test_a_count_is_the_number_of_lines_of_that_depth() -> None:
    assert played(1, 3, 3) == {"nodes": 3}
    assert played(2000, 1, 1) == {"nodes": 1}
    assert played(4, 81, 3) == {"nodes": 81}
    assert played(4, 27, 3, last=1) == {"nodes": 27}


@pytest.mark.parametrize("depth", [0, -1, 0.5, "2", None, [], True])
def test_a_depth_of_which_nothing_can_be_asked_is_for_the_method_alone(depth: Any) -> None:
    with pytest.raises(Unplayable):
        played(depth, 1, 3)


def test_lists_that_never_end_are_not_followed_for_ever() -> None:
    with pytest.raises(Endless, match="expected 9, got more"):
        played(3, 9, 4)
    with pytest.raises(Endless, match="no end is in sight"):
        played(12, 0, 4, last=0)
    with pytest.raises(Endless, match="after 1 steps no end is in sight"):
        played(2, 0, 20_000, last=0)
