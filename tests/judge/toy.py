"""Writes the vectors of the toy game that the engines of these tests play."""

import json
from pathlib import Path
from typing import Any

from ludex.vectors.promises import WELL_FORMED
from ludex.vectors.suite import MANIFEST, file_of
from tests.vector_files import lay_down

MAX = {"choices": ["three", "four"], "default": "three"}


def most(choice: str) -> int:
    return 4 if choice == "four" else 3


def legal_vectors() -> list[dict[str, Any]]:
    return [
        {
            "id": f"legal-{heap}",
            "why": "All that may be taken.",
            "clauses": ["NIM-TAK-1", "NIM-LEG-1"],
            "input": {"position": {"heap": heap, "turn": "a"}},
            "expect": {
                "actions": list(range(1, min(3, heap) + 1)),
                **({"conditional": [[4, [{"max": ["four"]}]]]} if heap > 3 else {}),
            },
        }
        for heap in range(20)
    ]


def apply_vectors(heaps: int = 60) -> list[dict[str, Any]]:
    return [
        {
            "id": f"apply-{heap}-{take}",
            "why": "Taking lowers the heap.",
            "tags": ["tiny"] if heap < 4 else [],
            "clauses": ["NIM-TAK-1", "NIM-APP-1"],
            "input": {"position": {"heap": heap, "turn": "b"}, "action": take},
            "expect": {"position": {"heap": heap - take, "turn": "a"}},
        }
        for heap in range(1, heaps)
        for take in range(1, min(3, heap) + 1)
    ]


def refusal_vectors() -> list[dict[str, Any]]:
    refused = {"illegal": {"broken": ["NIM-TAK-1"], "moot": ["NIM-TAK-9"]}}
    return [
        {
            "id": f"refuse-{heap}-4",
            "why": "Four is too much.",
            "clauses": ["NIM-TAK-1"],
            "input": {"position": {"heap": heap, "turn": "a"}, "action": 4},
            "holds": [{"max": ["three"]}] if heap > 3 else [],
            "expect": refused,
        }
        for heap in range(10)
    ]


def flipped_vectors() -> list[dict[str, Any]]:
    return [
        {
            "id": "take-4-of-9",
            "why": "Four may be taken under this reading.",
            "clauses": ["NIM-TAK-1"],
            "input": {"position": {"heap": 9, "turn": "a"}, "action": 4},
            "holds": [{"max": ["four"]}],
            "expect": {"position": {"heap": 5, "turn": "b"}},
        }
    ]


def split_vectors(edition: str = "one") -> list[dict[str, Any]]:
    """Taking four: one question with an answer for each reading; edition two allows four by default."""
    refused = {"illegal": {"broken": ["NIM-TAK-1"], "moot": []}}
    return [
        {
            "id": f"four-{heap}",
            "why": "Whether four may be taken is open.",
            "clauses": ["NIM-TAK-1"],
            "input": {"position": {"heap": heap, "turn": "a"}, "action": 4},
            **({"holds": [{"max": [choice]}]} if edition == "one" else {}),
            "expect": {"position": {"heap": heap - 4, "turn": "b"}} if choice == "four" else refused,
        }
        for heap in range(20, 40)
        for choice in (("three", "four") if edition == "one" else ("four",))
    ] + [
        {
            "id": "none-of-9",
            "why": "Taking nothing is a pass in edition two.",
            "clauses": ["NIM-TAK-1"],
            "input": {"position": {"heap": 9, "turn": "a"}, "action": 0},
            "expect": refused if edition == "one" else {"position": {"heap": 9, "turn": "b"}},
        }
    ]


def perft_vectors() -> list[dict[str, Any]]:
    return [
        {
            "id": "perft-5-3",
            "why": "Three moves deep.",
            "clauses": ["NIM-LEG-1"],
            "holds": [{"max": ["three"]}],
            "input": {"position": {"heap": 5, "turn": "a"}, "depth": 3},
            "expect": {"nodes": 10},
        }
    ]


TOPICS: dict[str, tuple[str, str, Any]] = {
    "apply-take": ("apply", "apply", apply_vectors),
    "apply-flipped": ("apply", "apply", flipped_vectors),
    "refusal-take": ("refusal", "apply", refusal_vectors),
    "legal-small": ("legal", "legal", legal_vectors),
    "perft-small": ("perft", "perft", perft_vectors),
    "codec-word": (
        "codec",
        "word",
        lambda: [
            {"id": "word-0", "why": "Optional.", "clauses": ["NIM-WRD-1"], "input": {"word": 0}, "expect": {"x": 1}}
        ],
    ),
}


WHY_FREE = {"NIM-APP-1": "Nobody plays on."}


def ended_vectors() -> list[dict[str, Any]]:
    """The last are taken; whose turn it then is, nobody asks, and what is expected is not what engines say."""
    return [
        {
            "id": f"ended-{take}",
            "why": "The last are taken.",
            "clauses": ["NIM-TAK-1"],
            "input": {"position": {"heap": take, "turn": "a"}, "action": take},
            "expect": {"position": {"heap": 0, "turn": "a"}, "free": {"/position/turn": "NIM-APP-1"}},
        }
        for take in (1, 2, 3)
    ]


def write(root: Path, split: bool = False, ended: bool = False, sides: bool = False) -> Path:
    """The vectors of Nim under a folder; gives the folder. `split`: with a second edition, and readings that differ.
    `ended`: with vectors of which a field is free. `sides`: with sides."""
    wholes = [_whole("one", topic, *made) for topic, made in TOPICS.items()]
    if split:
        both = {one: lambda one=one: split_vectors(one) for one in ("one", "two")}
        wholes += [_whole(one, "apply-split", "apply", "apply", made) for one, made in both.items()]
    if ended:
        wholes.append({**_whole("one", "apply-ended", "apply", "apply", ended_vectors), "free": WHY_FREE})
    readings = {"one": {"readings": {"max": MAX}}, **({"two": {"readings": {}}} if split else {})}
    lay_down(root, "nim", wholes, readings, "toy", sides)
    return root


def call_malformed(root: Path, topic: str) -> None:
    """The manifest says of the first five answers of a topic that they lie outside of what is well-formed."""
    manifest = root / "nim" / MANIFEST
    said = json.loads(manifest.read_bytes())
    said["files"][file_of(topic)]["outside"] = {WELL_FORMED: "0-4"}
    manifest.write_text(json.dumps(said), encoding="utf-8")


def _whole(edition: str, topic: str, kind: str, operation: str, make: Any) -> dict[str, Any]:
    return {"edition": edition, "topic": topic, "kind": kind, "operation": operation, "vectors": make()}
