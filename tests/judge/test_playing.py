"""What an engine has no method for is played by the runner through legal and apply, and judged alike."""

import base64
import hashlib
import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludex.games import tribun
from ludex.judge.process import Limits
from ludex.judge.results import Results, results_of
from ludex.judge.run import Order, check
from ludex.wire.engine import perform

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
    "perft-0": {"position": START, "depth": 0},
    "perft-1": {"position": START, "depth": 1},
}


def write(root: Path) -> None:
    files = {}
    for operation in ("replay", "perft"):
        vectors = [
            {"id": name, "why": "x", "clauses": ["TRB-RPL-1"], "input": asked, "expect": expected(operation, asked)}
            for name, asked in INPUTS.items()
            if name.startswith(operation)
        ]
        head = {"game": "tribun", "edition": "2026-01", "topic": operation, "kind": operation, "operation": operation}
        text = json.dumps({**head, "vectors": vectors})
        path = root / "tribun" / "2026-01" / f"{operation}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        facts = {"sha256": hashlib.sha256(text.encode()).hexdigest(), "vectors": len(vectors)}
        files[f"2026-01/{operation}.json"] = facts
    (root / "tribun" / "manifest.json").write_text(json.dumps({"version": "x", "files": files}))


def expected(operation: str, asked: dict[str, Any]) -> Any:
    return perform(operation, {"game": "tribun", "edition": "2026-01", **asked})


def run(root: Path, command: tuple[str, ...]) -> Results:
    return results_of(check(Order("tribun", command, limits=Limits(timeout=20), root=root)))


def test_replays_and_counts_are_played_through_legal_and_apply(
    tmp_path: Path, engine_command: Callable[[str], tuple[str, ...]]
) -> None:
    write(tmp_path)
    results = run(tmp_path, engine_command("bare_reference"))
    verdicts = {result.id.partition("@")[0]: result.verdict for result in results.results}
    assert verdicts == {name: "not-offered" if name == "replay-malformed" else "pass" for name in INPUTS}
    assert results.score.status == 0
