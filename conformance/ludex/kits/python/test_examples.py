"""The worked examples of the rulebook, asked of your methods: `python3 -m unittest`."""

from __future__ import annotations

import json
import unittest
from pathlib import Path
from typing import Any

from game import METHODS
from wire import Refused, Result, Unsupported

EXAMPLES = json.loads((Path(__file__).parent / "examples.json").read_text(encoding="utf-8"))


def told(example: dict[str, Any]) -> Result:
    """What a method says to an example; a refusal as it travels."""
    try:
        return METHODS[example["method"]](example["params"])
    except Refused as refused:
        return {refused.kind: {}}
    except Unsupported:
        return {"unsupported": {}}


def plain(value: Any) -> Any:
    """A value in which the order of a list says nothing."""
    return sorted(value, key=json.dumps) if isinstance(value, list) else value


class Examples(unittest.TestCase):
    def test_each_example_is_answered_as_the_rulebook_says_or_is_not_written_yet(self) -> None:
        asked = [example for example in EXAMPLES if example["method"] in METHODS]
        self.assertGreater(len(asked), 0)
        open_ = 0
        for example in asked:
            with self.subTest(example=example["name"], clause=example["clause"]):
                answer = told(example)
                if "unsupported" in answer:
                    open_ += 1
                    continue
                for name, value in example["expect"].items():
                    self.assertIn(name, answer)
                    self.assertEqual(plain(answer[name]), plain(value))
        print(f"{len(asked)} examples asked; {open_} not written yet")


if __name__ == "__main__":
    unittest.main()
