"""Free fields: parts of an expected result that no rule can depend on afterwards, so that no engine is judged by them.

An expected result names its own, as ``"free": {"/position/drawBlocked": "TRB-DRW-9"}``: a place, as a JSON pointer, and
the clause by which nothing can show what stands there. Why that is so, the file of vectors says once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

FREE = "free"
_MARK = b'"free":'


def free_fields(expected: Any) -> Mapping[str, str]:
    """The free fields of an expected result, each with its clause."""
    return dict(expected.get(FREE, {})) if isinstance(expected, dict) else {}


def written_free_fields(expect: bytes) -> Mapping[str, str]:
    """The free fields of an expected result as it is written; most have none, and are not read."""
    return free_fields(msgspec.json.decode(expect)) if _MARK in expect else {}


def bound_part(expected: Any) -> Any:
    """An expected result without the names of its free fields: what the reference answers."""
    if not isinstance(expected, dict) or FREE not in expected:
        return expected
    return {name: value for name, value in expected.items() if name != FREE}


def even_out(got: Any, expected: Any) -> Any:
    """What an engine answered, with the free fields as they are expected; what it lacks is not put in."""
    for place in free_fields(expected):
        steps = place.split("/")[1:]
        got = _with_part(got, steps, _part(expected, steps))
    return got


def blank_out(expected: Any) -> Any:
    """An expected result with nothing in its free fields: alike for two that differ in these alone."""
    for place in free_fields(expected):
        expected = _with_part(expected, place.split("/")[1:], None)
    return expected


def with_fields_of(expect: bytes, answer: bytes) -> bytes:
    """An answer as if it were expected: with the free fields that an expected result names."""
    free = written_free_fields(expect)
    whole = msgspec.json.decode(answer) if free else None
    return msgspec.json.encode({**whole, FREE: free}) if isinstance(whole, dict) else answer


def _part(whole: Any, steps: Sequence[str]) -> Any:
    return _part(whole[_key(whole, steps[0])], steps[1:]) if steps else whole


def _with_part(whole: Any, steps: Sequence[str], part: Any) -> Any:
    """A value with another part in a place; as it is where there is no such place."""
    if not steps:
        return part
    key = _key(whole, steps[0])
    if key is None:
        return whole
    inner = _with_part(whole[key], steps[1:], part)
    return [*whole[:key], inner, *whole[key + 1 :]] if isinstance(whole, list) else {**whole, key: inner}


def _key(whole: Any, step: str) -> Any:
    """The member that a step of a pointer leads to; None where there is none."""
    if isinstance(whole, dict):
        return step if step in whole else None
    return int(step) if isinstance(whole, list) and step.isdigit() and int(step) < len(whole) else None
