"""Writes the vectors of the toy game that the engines of these tests play."""

import hashlib
import json
from pathlib import Path
from typing import Any

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


ENDED = {"one/apply-ended.json": ("apply", "apply", ended_vectors)}
SPLIT = {
    "one/apply-split.json": ("apply", "apply", split_vectors),
    "two/apply-split.json": ("apply", "apply", lambda: split_vectors("two")),
}


def write(root: Path, split: bool = False, ended: bool = False) -> Path:
    """The vectors of Nim under a folder; gives the folder. `split`: with a second edition, and readings that differ.
    `ended`: with vectors of which a field is free."""
    topics = {f"one/{topic}.json": made for topic, made in TOPICS.items()}
    topics |= (SPLIT if split else {}) | (ENDED if ended else {})
    folder = root / "nim"
    files = {name: _file(folder / name, *made) for name, made in topics.items()}
    readings = {"one": {"readings": {"max": MAX}}, **({"two": {"readings": {}}} if split else {})}
    manifest = {"version": "toy", "editions": readings, "files": files}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return root


def _file(path: Path, kind: str, operation: str, make: Any) -> dict[str, Any]:
    path.parent.mkdir(parents=True, exist_ok=True)
    edition, topic = path.parent.name, path.stem
    head: dict[str, Any] = {
        "game": "nim",
        "edition": edition,
        "topic": topic,
        "kind": kind,
        "operation": operation,
        "about": "Toy.",
    }
    vectors = make()
    if any("free" in vector["expect"] for vector in vectors):
        head["free"] = WHY_FREE
    lines = ",\n".join(json.dumps(vector, separators=(",", ":")) for vector in vectors)
    text = json.dumps(head)[:-1] + f', "vectors":[\n{lines}\n]}}\n'
    path.write_text(text)
    return {"sha256": hashlib.sha256(text.encode()).hexdigest(), "vectors": len(vectors)}
