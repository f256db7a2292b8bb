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


def write(root: Path) -> Path:
    """The vectors of Nim under a folder; gives the folder."""
    files = {}
    folder = root / "nim"
    (folder / "one").mkdir(parents=True, exist_ok=True)
    for topic, (kind, operation, make) in TOPICS.items():
        head = {"game": "nim", "edition": "one", "topic": topic, "kind": kind, "operation": operation, "about": "Toy."}
        lines = ",\n".join(json.dumps(vector, separators=(",", ":")) for vector in make())
        text = json.dumps(head)[:-1] + f', "vectors":[\n{lines}\n]}}\n'
        (folder / "one" / f"{topic}.json").write_text(text)
        digest = hashlib.sha256(text.encode()).hexdigest()
        files[f"one/{topic}.json"] = {"sha256": digest, "vectors": len(make())}
    manifest = {"version": "toy", "editions": {"one": {"readings": {"max": MAX}}}, "files": files}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return root
