"""Draws a failure: the board before, the action, what was expected and what came, by the game's own pictures."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from ludex.fault import Fault
from ludex.judge.escape import visible
from ludex.judge.weigh import in_force, key, refusal_of
from ludex.protocol.messages import BROKEN
from ludex.protocol.schema import Schema, plain, resolve, wire_of
from ludex.seam import reference_of
from ludex.support import support_of
from ludex.support.alike import same
from ludex.support.seam import Picture
from ludex.vectors.freedom import bound_part, even_out

MOST_ITEMS = 8


class Easel:
    """Draws for one game under one setting; falls back to JSON wherever there is no picture."""

    def __init__(self, game: str, edition: str, choices: Mapping[str, str], width: int = 100) -> None:
        self.choices = choices
        self.width = width
        self._game = game
        self._wire = wire_of(game)
        self._rules = _rules(game, edition, choices)

    def failure(self, operation: str, asked: Any, expected: Any, got: bytes | str) -> Iterator[str]:
        """The parts of a picture of one failure, each a block of lines."""
        expected, schema = in_force(expected, self.choices), self._wire.result(operation) or {}
        answer = _arrange(even_out(_decode(got), expected), expected, schema, self._wire.root(schema))
        expected = bound_part(expected)
        if isinstance(asked, dict) and "action" in asked:
            yield f"action: {self.action(asked['action'])}" + (f", by {asked['by']}" if "by" in asked else "")
        before = asked.get("position") if isinstance(asked, dict) else None
        if isinstance(expected, dict) and "position" in expected and isinstance(answer, dict) and "position" in answer:
            yield self.compare(before, expected["position"], answer["position"])
        elif before is not None:
            yield f"before\n{self.board(before)}"
            yield from self._sides(expected, answer, got)
        else:
            yield f"asked: {operation} {_json(asked)}"
            yield from self._sides(expected, answer, got)

    def _sides(self, expected: Any, answer: Any, got: bytes | str) -> Iterator[str]:
        if _has_actions(expected) and _has_actions(answer):
            yield from self._action_lists(expected["actions"], answer["actions"])
            return
        yield self._side("expected", expected)
        if got:
            yield self._side("got", answer) if answer is not None else f"got: {visible(got, 400)}"

    def _side(self, name: str, result: Any) -> str:
        refusal = refusal_of(result)
        if refusal:
            reasons = result[refusal].get("broken", ()) if isinstance(result[refusal], dict) else ()
            told = visible(", ".join(map(str, reasons)), 400) if isinstance(reasons, list) else ""
            return f"{name}: refused as {refusal}" + (f" ({told})" if told else "")
        if isinstance(result, dict) and "position" in result and len(result) == 1:
            return f"{name}\n{self.board(result['position'])}"
        return f"{name}: {_json(result)}"

    def _action_lists(self, expected: list[Any], got: list[Any]) -> Iterator[str]:
        want, have = {key(item): item for item in expected}, {key(item): item for item in got}
        for name, items in (
            ("missing", [want[one] for one in want if one not in have]),
            ("too many", [have[one] for one in have if one not in want]),
        ):
            if items:
                listed = "\n".join(f"  {self.action(item)}  ({_json(item)})" for item in items[:MOST_ITEMS])
                more = f"\n  … and {len(items) - MOST_ITEMS} more" if len(items) > MOST_ITEMS else ""
                yield f"{name}: {len(items)}\n{listed}{more}"
        if len(have) != len(got):
            yield f"listed more than once: {len(got) - len(have)}"

    def board(self, position: Any) -> str:
        return self._draw(lambda picture: picture.board(position)) or _json(position)

    def compare(self, before: Any, expected: Any, got: Any) -> str:
        drawn = self._draw(lambda picture: picture.compare(before, expected, got, self.width))
        return drawn or f"before: {_json(before)}\nexpected: {_json(expected)}\ngot: {_json(got)}"

    def action(self, action: Any) -> str:
        if self._rules is None:
            return _json(action)
        return self._draw(lambda picture: picture.action(action, self._rules)) or _json(action)

    def _draw(self, draw: Callable[[Picture], str]) -> str:
        """What the game's picture gives; nothing when it fails, for a report must always be written."""
        try:
            return visible(draw(support_of(self._game).picture), 20_000, lines=True)
        except Exception:  # an engine may send anything; the report is written all the same
            return ""


def _rules(game: str, edition: str, choices: Mapping[str, str]) -> Any:
    try:
        return reference_of(game).REGISTER.rules(edition, dict(choices))
    except (Fault, ValueError, LookupError):
        return None


def _decode(got: bytes | str) -> Any:
    try:
        return msgspec.json.decode(got) if got else None
    except BROKEN:
        return None


def _arrange(got: Any, expected: Any, schema: Schema, root: Schema) -> Any:
    """An answer in the order and the figures of what is expected, so that only what differs looks different."""
    if same(got, expected):
        return expected
    schema = resolve(schema, root)
    if isinstance(got, dict) and isinstance(expected, dict):
        names, fields = dict.fromkeys([*expected, *got]), schema.get("properties", {})
        return {
            name: _arrange(got[name], expected.get(name), fields.get(name, {}), root) for name in names if name in got
        }
    if not isinstance(got, list) or not isinstance(expected, list):
        return got
    if schema.get("uniqueItems"):
        places = {key(item): place for place, item in enumerate(expected)}
        return sorted(map(plain, got), key=lambda item: places.get(key(item), len(places)))
    if len(got) != len(expected):
        return got
    return [_arrange(one, other, schema.get("items", {}), root) for one, other in zip(got, expected, strict=True)]


def _has_actions(result: Any) -> bool:
    return isinstance(result, dict) and isinstance(result.get("actions"), list)


def _json(value: Any) -> str:
    return visible(msgspec.json.encode(value), 600)
