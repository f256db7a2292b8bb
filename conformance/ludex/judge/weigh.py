"""Weighs one answer against what a vector expects, and says in words what is wrong with it."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from ludex.judge.envelope import RESULT, either, unreadable
from ludex.judge.verdict import ERROR, FAIL, FLOOD, GARBAGE, PASSED, REPORTED, UNSUPPORTED, Judgement
from ludex.protocol.messages import BROKEN, Answer, read_json
from ludex.protocol.schema import (
    NOT_COUNTED,
    Schema,
    Wire,
    breaches,
    describe,
    in_order_of,
    json_text,
    plain,
    protocol_schema,
    refuses,
    resolve,
)
from ludex.support.alike import same
from ludex.vectors.format import ONLY_UNDER, meets
from ludex.vectors.freedom import FREE, bound_part, even_out
from ludex.vectors.sides import ACCEPTED, LISTED, expected_by_side, is_of_a_side
from ludex.wording import shorten

MAX_KEPT_BYTES = 16_384  # of an answer that is an error, for the report
MAX_WRONG_BYTES = 65_536  # of an answer that is wrong: the longest lists of legal actions are whole
MOST_ITEMS_SHOWN = 6  # of a list, in a message
MOST_LETTERS_OF_ITEMS = 200  # of these together, but for the first
MAX_CHARACTERS_COMPARED = 60  # of texts that a message shows side by side
MAX_CHARACTERS_ALIKE = 20  # of these, before the place where they part
# An answer that is longer than this, and than so many times the expected one, is a flood.
BIG_BYTES = 1 << 18
BIG_TIMES_EXPECTED = 8
MAX_CHARACTERS_TOLD = 400  # of what an engine says, in a message
REFUSALS = ("illegal", "unreadable")
TOO_KIND = "accepted, but must be refused"
DIFFERS = " differs"  # what is said of long texts: which piece of them does, only the game can tell
ItemWords = Callable[[str, Any], str]  # of an item of the list in this field


def as_written(_: str, item: Any) -> str:
    """An item of a list as its JSON has it; a text as it is."""
    return item if isinstance(item, str) else json_text(item)


def weigh_result(
    result: bytes,
    expect: bytes,
    operation: str,
    wire: Wire,
    choices: Mapping[str, str],
    tells: bool,
    words: ItemWords = as_written,
) -> Judgement:
    """The verdict on a result that is not byte for byte what the vector holds (with the whole answer when it fails)."""
    if len(result) > BIG_BYTES and len(result) > BIG_TIMES_EXPECTED * len(expect) and not is_of_a_side(expect):
        return flood(result, len(expect))
    try:
        got, expected = read_json(result), in_force(msgspec.json.decode(expect), choices)
        stated = wire.result(operation) or {}
        got = with_what_does_not_count(got, expected, stated, wire.root(stated), choices)
        return _weigh(got, expected, result, operation, wire, tells, words)
    except BROKEN as broken:
        return garbage(f"{unreadable(result, broken, RESULT)}", result)


def with_what_does_not_count(got: Any, expected: Any, schema: Schema, root: Schema, choices: Mapping[str, str]) -> Any:
    """An answer in which a text that differs only in what no rule asks for, under these readings, is as expected."""
    schema = resolve(schema, root)
    if isinstance(got, dict) and isinstance(expected, dict):
        fields = schema.get("properties", {})
        return {
            name: with_what_does_not_count(value, expected[name], fields[name], root, choices)
            if name in expected and name in fields
            else value
            for name, value in got.items()
        }
    if isinstance(got, list) and isinstance(expected, list) and "items" in schema and not schema.get("uniqueItems"):
        pairs = zip_longest(got, expected[: len(got)])
        return [with_what_does_not_count(one, other, schema["items"], root, choices) for one, other in pairs]
    if isinstance(got, str) and isinstance(expected, str) and got != expected and NOT_COUNTED in schema:
        patterns = [
            re.compile(one) for one, when in schema[NOT_COUNTED].items() if any(meets(a, dict(choices)) for a in when)
        ]
        return expected if _without(got, patterns) == _without(expected, patterns) else got
    return got


def _without(text: str, patterns: Sequence[re.Pattern[str]]) -> str:
    for pattern in patterns:
        text = pattern.sub("", text)
    return text


def _weigh(
    got: Any, expected: Any, result: bytes, operation: str, wire: Wire, tells: bool, words: ItemWords
) -> Judgement:
    if is_right(expected, got, operation, wire, tells):
        return PASSED
    wrong = list(_first(wire.breaches(operation, got))) or _strange_fields(got, expected, operation, wire)
    if wrong and _accepts(got, expected, operation, wire):
        message = f"{_say_accepted(expected, wire.result(operation) or {})}; what it answers is malformed, too"
        return Judgement(FAIL, message=f"{message}: {'; '.join(wrong)}"[: 2 * MAX_CHARACTERS_TOLD], got=result)
    if wrong:
        return garbage("; ".join(wrong), result)
    if "unsupported" in got:
        return Judgement(UNSUPPORTED, message=got["unsupported"]["reason"][:MAX_CHARACTERS_TOLD])
    message = difference(expected, got, operation, wire, tells, words)
    return Judgement(FAIL, message=message[: 2 * MAX_CHARACTERS_TOLD], got=result) if message else PASSED


def is_right(expected: Any, got: Any, operation: str, wire: Wire, tells: bool) -> bool:
    """Whether a result is right as it stands, which is asked before its shape, because most are."""
    if FREE in expected or expected_by_side(expected):  # which no result is
        return False
    if got == expected:
        return same(got, expected)
    if not isinstance(got, dict) or refusal_of(expected) or refusal_of(got):
        return False
    schema = wire.result(operation) or {}
    if "x-freeWhenNull" in schema:
        return False
    return not any(_differences(expected, got, schema, wire.root(schema), "", tells, as_written))


def weigh_error(answer: Answer) -> Judgement:
    """The verdict on a JSON-RPC error, and on an answer that has no result, or both."""
    if wrong := either(answer):
        return garbage(f"{wrong}", bytes(answer.result))
    try:
        reported, schema = plain(read_json(bytes(answer.error))), protocol_schema()
        unlike = "; ".join(_first(breaches(reported, schema["$defs"]["error"], schema, "error")))
    except BROKEN as broken:
        unlike = unreadable(bytes(answer.error), broken, "it").what
    if unlike:
        return garbage(f"not a JSON-RPC error: {unlike}", bytes(answer.error))
    message = f"JSON-RPC error {reported['code']}: {reported['message'][:MAX_CHARACTERS_TOLD]}"
    return Judgement(ERROR, REPORTED, message, bytes(answer.error)[:MAX_KEPT_BYTES])


def garbage(message: str, got: bytes) -> Judgement:
    return Judgement(ERROR, GARBAGE, message[: 3 * MAX_CHARACTERS_TOLD], got[:MAX_KEPT_BYTES])


def flood(got: bytes, sensible: int) -> Judgement:
    """An answer that is not worth reading: far longer than any that could be right."""
    message = f"an answer of {len(got):,} bytes, where about {sensible:,} are to be expected"
    return Judgement(ERROR, FLOOD, message, got[:MAX_KEPT_BYTES])


def _first(wrong: Iterator[str]) -> Iterator[str]:
    for number, one in enumerate(wrong):
        if number == 3:
            yield "…"
            return
        yield one


def _strange_fields(got: Any, expected: Any, operation: str, wire: Wire) -> list[str]:
    """Where no schema speaks of an operation, the expected result's fields are the shape."""
    if not isinstance(got, dict):
        return [f"result must be an object, is {describe(got)}"]
    if wire.result(operation) is not None or refusal_of(got) or "unsupported" in got or refusal_of(expected):
        return []
    fields = bound_part(expected)
    odd = sorted(got.keys() ^ fields.keys())
    return [f"result has not the fields {', '.join(fields)} (see {', '.join(odd)})"] if odd else []


def _accepts(got: Any, expected: Any, operation: str, wire: Wire) -> bool:
    """Whether an answer says yes where it must say no: all that an acceptance needs is there, of whatever shape."""
    stated = wire.result(operation) or {}
    schema = resolve(stated, wire.root(stated))
    if not isinstance(got, dict) or not _says_no(expected, schema) or _says_no(got, schema):
        return False
    if any(name not in got for name in schema.get("required", ())):
        return False
    fields, deciding = schema.get("properties", {}), schema.get("x-refusesWhen", ())
    odd = (breaches(got[name], fields[name], wire.root(stated)) for name in deciding if name in got)
    return "unsupported" not in got and not any(any(found) for found in odd)


def _says_no(result: dict[str, Any], schema: Schema) -> bool:
    """Whether a result refuses: as a refusal, as a verdict, or as a replay that was not applied to the end."""
    if refusal_of(result) or refuses(result, schema):
        return True
    return result.get("refused") is not None


def _say_accepted(expected: Any, schema: Schema) -> str:
    """What to say of a yes where this no is right."""
    want = refusal_of(expected)
    reasons = expected[want].get("broken", ()) if want else _reasons_in(expected, schema)
    named = ", ".join(map(str, reasons)) or expected.get("refused") or "no reason named"
    return f"{TOO_KIND} ({named})"


def in_force(expected: Any, choices: Mapping[str, str]) -> Any:
    """The expected result under the readings in force: actions that hold under them join, reasons that do not go."""
    if not isinstance(expected, dict):
        return expected
    if kind := refusal_of(expected):
        return {kind: _reasons_in_force(expected[kind], choices)}
    if "conditional" not in expected:
        return _reasons_in_force(expected, choices)
    chosen = dict(choices)
    holding = [
        action
        for action, alternatives in expected["conditional"]
        if any(meets(alternative, chosen) for alternative in alternatives)
    ]
    plain = {name: value for name, value in expected.items() if name != "conditional"}
    return {**plain, "actions": [*expected["actions"], *holding]}


def _reasons_in_force(reasons: dict[str, Any], choices: Mapping[str, str]) -> dict[str, Any]:
    """A refusal's lists of reasons, or a verdict with them, without those that are none under these readings."""
    if ONLY_UNDER not in reasons:
        return reasons
    chosen = dict(choices)
    gone = [reason for reason, some in reasons[ONLY_UNDER].items() if not any(meets(one, chosen) for one in some)]
    return {
        name: [item for item in value if item not in gone] if isinstance(value, list) else value
        for name, value in reasons.items()
        if name != ONLY_UNDER
    }


def silent(result: Any, schema: Schema) -> Any:
    """A result without its reasons, which nobody has to give."""
    if kind := refusal_of(result):
        return {kind: {}}
    reasons = schema.get("x-reasons", {})
    if not reasons or not isinstance(result, dict):
        return result
    return {name: value for name, value in result.items() if name not in reasons and name not in reasons.values()}


def refusal_of(result: Any) -> str | None:
    """`illegal`, `unreadable` or None."""
    if not isinstance(result, dict):
        return None
    return next((kind for kind in REFUSALS if kind in result), None)


def difference(expected: Any, got: Any, operation: str, wire: Wire, tells: bool, words: ItemWords = as_written) -> str:
    """What is wrong with a well-formed answer, or nothing."""
    expected, got = bound_part(expected), even_out(got, expected)
    schema = wire.result(operation) or {}
    want, have = refusal_of(expected), refusal_of(got)
    if want and have:
        return _wrong_refusal(expected[want], want, got[have], have, tells)
    if want and refuses(got, schema):
        return _wrong_refusal(expected[want], want, {"broken": _reasons_in(got, schema)}, "illegal", tells)
    if have and refuses(expected, schema) and not _says_more(expected, schema, tells):
        return ""
    if want:
        return _say_accepted(expected, schema)
    if have and (side := expected_by_side(expected)) and side != ACCEPTED:
        return f"refused as {have} ({_reasons_in_words(got[have])}), but this position has a list of legal actions"
    if have:
        must = "this operation answers with a verdict" if refuses(expected, schema) else "must be accepted"
        return f"refused as {have} ({_reasons_in_words(got[have])}), but {must}"
    if side := expected_by_side(expected):
        return _wrong_side(side, expected, got, words)
    return "; ".join(_first(_differences(expected, got, schema, wire.root(schema), "", tells, words)))


def _wrong_side(side: str, expected: Any, got: Any, words: ItemWords) -> str:
    """What is wrong with a list that was held against single actions; any position is right for an action applied."""
    if side == ACCEPTED:
        return ""
    held = {key(action) for action in got["actions"]}
    wrong = [action for action in expected[side] if (key(action) in held) != (side == LISTED)]
    if not wrong:
        return ""
    told = _some("actions", wrong, words)
    return f"the list lacks what is legal: {told}" if side == LISTED else f"the list holds what is not legal: {told}"


def _reasons_in(result: Any, schema: Schema) -> list[Any]:
    return [reason for name in schema.get("x-reasons", ()) for reason in result.get(name) or ()]


def _says_more(expected: Any, schema: Schema, tells: bool) -> bool:
    """Whether a refusal says less than a verdict must; its reasons have other names, and are not judged."""
    return tells or any(expected.get(name) is not None for name in schema.get("x-freeWhenNull", ()))


def _reasons_in_words(reasons: dict[str, Any]) -> str:
    return ", ".join(map(str, reasons.get("broken", ()))) or "no reason named"


def _wrong_refusal(expected: Any, want: str, got: Any, have: str, tells: bool) -> str:
    if tells and want != have:
        return f"refused as {have}, but it is {want}, and the hello claims to tell them apart"
    if (want, have) == ("unreadable", "illegal"):
        return ""  # what an action breaks where it or its position cannot be read, no text says: it is not judged
    allowed = {*expected.get("broken", ()), *expected.get("moot", ())}
    wrong = [reason for reason in got.get("broken", ()) if reason not in allowed]
    if not wrong:
        return ""
    right = ", ".join(expected.get("broken", ()))
    return f"refused, rightly, but for a wrong reason: {', '.join(wrong[:MOST_ITEMS_SHOWN])} (broken: {right})"


def _differences(
    expected: Any, got: Any, schema: Schema, root: Schema, at: str, tells: bool, words: ItemWords
) -> Iterator[str]:
    schema = resolve(schema, root)
    if isinstance(expected, list) and isinstance(got, list) and schema.get("uniqueItems"):
        yield from set_difference(expected, got, at, words)
    elif isinstance(expected, dict) and isinstance(got, dict):
        fields, reasons = schema.get("properties", {}), schema.get("x-reasons", {})
        for name in sorted((expected.keys() | got.keys()) - {*reasons.values()}):
            place = f"{at}.{name}" if at else name
            if _is_free(name, expected, got, schema):
                continue
            if name in reasons and name in got:
                yield from _wrong_reasons(expected, got[name], name, reasons[name])
            elif name not in expected or name not in got:
                yield f"{place} is {'missing' if name not in got else 'too much'}"
            else:
                yield from _differences(expected[name], got[name], fields.get(name, {}), root, place, tells, words)
    elif not same(expected, got) and (tells or not _equivalent(expected, got, schema)):
        if isinstance(expected, list) and isinstance(got, list) and not _are_brief(expected, got):
            yield from _in_members(expected, got, schema.get("items", {}), root, at or "result", tells, words)
        else:
            yield _difference_at(at or "result", expected, got)


def _are_brief(expected: Any, got: Any) -> bool:
    return max(len(json_text(expected)), len(json_text(got))) <= MAX_CHARACTERS_COMPARED


def _in_members(
    expected: list[Any], got: list[Any], schema: Schema, root: Schema, at: str, tells: bool, words: ItemWords
) -> Iterator[str]:
    """Which members of two lists differ, whose order counts, and in what."""
    want, have = Counter(map(key, expected)), Counter(map(key, got))
    missing, extra = sorted((want - have).elements(), key=str), sorted((have - want).elements(), key=str)
    if len(expected) != len(got):
        unlike = (("missing", missing), ("too many", extra))
        yield from (f"{at}: {len(items)} {what}: {_some(at, items, words)}" for what, items in unlike if items)
        return
    different = [place for place, pair in enumerate(zip(expected, got, strict=True)) if not same(*pair)]
    if not missing:
        yield f"{at}: in another order, from [{different[0]}] on"
        return
    for place in different:
        name, pair = f"{at}[{place}]", (expected[place], got[place])
        inside = list(_differences(*pair, schema, root, name, tells, words))
        yield from inside or [_difference_at(name, *pair)]


def _is_free(name: str, expected: Any, got: Any, schema: Schema) -> bool:
    """Whether a field may be what it is: any words where none are fixed, or a list of reasons that is left out, also by
    the other engine."""
    if expected.get(name) is None and name in schema.get("x-freeWhenNull", ()):
        return True
    is_left_out = name not in got or name not in expected
    return is_left_out and name in schema.get("x-optional", ()) and name not in schema.get("x-freeWhenNull", ())


def _wrong_reasons(expected: Any, got: Any, name: str, moot: str) -> Iterator[str]:
    right = expected[name]
    wrong = [reason for reason in got if reason not in right and reason not in expected.get(moot, ())]
    if wrong:
        yield f"{name}: {', '.join(map(str, wrong[:MOST_ITEMS_SHOWN]))} not true (true: {', '.join(right) or 'none'})"


def _difference_at(at: str, expected: Any, got: Any) -> str:
    if isinstance(expected, str) and isinstance(got, str) and min(len(expected), len(got)) > MAX_CHARACTERS_COMPARED:
        return f"{at}{DIFFERS}"
    want, have = _cut_round_difference(json_text(expected), json_text(in_order_of(expected, got)))
    return f"{at}: expected {want}, got {have}"


def _equivalent(expected: Any, got: Any, schema: Schema) -> bool:
    """Words that count as one for an engine that does not tell them apart."""
    alike = schema.get("x-sameUnlessTold", ())
    return expected in alike and got in alike


def _cut_round_difference(one: str, other: str) -> tuple[str, str]:
    """Two texts, long ones from a little before the place where they part."""
    alike = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, alike - MAX_CHARACTERS_ALIKE) if max(len(one), len(other)) > MAX_CHARACTERS_COMPARED else 0
    cut = [("…" if start else "") + shorten(text[start:], MAX_CHARACTERS_COMPARED) for text in (one, other)]
    return cut[0], cut[1]


def key(item: Any) -> Any:
    """A JSON value as a member of a set."""
    if type(item) is int or type(item) is str:
        return item
    even = plain(item)
    return even if type(even) is int else msgspec.json.encode(even, order="deterministic")


def set_difference(expected: list[Any], got: list[Any], at: str, words: ItemWords = as_written) -> Iterator[str]:
    """Missing, extra and repeated members."""
    want, have = {key(item) for item in expected}, [key(item) for item in got]
    unique = set(have)
    if len(unique) != len(have):
        twice = [item for item, count in Counter(have).items() if count > 1]
        yield f"{at}: {len(twice)} listed more than once: {_some(at, twice, words)}"
    if missing := sorted(want - unique, key=str):
        yield f"{at}: {len(missing)} missing: {_some(at, missing, words)}"
    if extra := sorted(unique - want, key=str):
        yield f"{at}: {len(extra)} too many: {_some(at, extra, words)}"


def _some(at: str, items: list[Any], words: ItemWords) -> str:
    """The first of some items of a list, or of their keys: as many as are read at once."""
    texts: list[str] = []
    for item in items[:MOST_ITEMS_SHOWN]:
        text = words(at, msgspec.json.decode(item) if isinstance(item, bytes) else item)
        if texts and len(text) + sum(map(len, texts)) > MOST_LETTERS_OF_ITEMS:
            break
        texts.append(text)
    return ", ".join(texts) + (", …" if len(items) > len(texts) else "")
