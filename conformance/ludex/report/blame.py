"""Which clauses a wrong answer speaks against: those that, decided the other way, come nearest to it.

That a vector fails says little, for it turns on many clauses at once. What is wrong about the answer says more: the
rules are asked again, with one clause turned round at a time, and what then comes is held against what the engine gave.
The rules are asked only after the verdict, and never for it.
"""

import re
from base64 import b64decode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import count
from typing import Any

import msgspec

from ludex.judge.case import ScheduledVector
from ludex.judge.verdict import FAIL, Judgement
from ludex.judge.weigh import REFUSALS, in_force, key, refusal_of
from ludex.protocol.schema import plain
from ludex.rules import Rules, answering, recording
from ludex.seam import reference_of
from ludex.vectors.freedom import even_out
from ludex.vectors.sides import ACCEPTED, ACTION, APPLY, expected_by_side, is_of_a_side

LEGAL, PERFT = "legal", "perft"
MOST_ACTIONS = 12  # of those too many, and of those missing
MOST_ASKED = 600  # failures of a run that have more to tell by: so many are enough to tell clauses apart
NEAR = 0.9  # of the best likeness: what comes as near as this is named, too
FAINT = 0.1  # a likeness that says nothing
LONG_TEXT = 24  # letters of a text that is a whole position, or a part of one
Leaves = frozenset[tuple[str, str]]
_PACKED = re.compile(r"[A-Za-z0-9+/]+={0,2}")
_PIECE = re.compile(r"[^,; ]+")


def contradictions(outcomes: Iterable[tuple[ScheduledVector, Judgement]]) -> dict[int, tuple[str, ...]]:
    """For each failure that tells any, the clauses that it speaks against, by the place of its case.

    Of very many failures some are looked at, spread over all of them; but each that has nothing else to tell by.
    """
    failed = [(case, outcome) for case, outcome in outcomes if outcome.verdict == FAIL and _can_tell(case, outcome)]
    step = -(-sum(not _is_mute(case) for case, _ in failed) // MOST_ASKED) or 1
    turns = count()
    looked_at = (one for one in failed if _is_mute(one[0]) or next(turns) % step == 0)
    found = {case.index: clauses_against(case, outcome) for case, outcome in looked_at}
    return {place: clauses for place, clauses in found.items() if clauses}


def _is_mute(case: ScheduledVector) -> bool:
    """Whether nothing but blame tells what a failure is about: its vector is of a side, or turns on no clause."""
    return _is_of_a_side(case) or not case.vector.clauses


def _is_of_a_side(case: ScheduledVector) -> bool:
    return is_of_a_side(bytes(case.vector.expect))


def _can_tell(case: ScheduledVector, outcome: Judgement) -> bool:
    """Whether an answer is there to tell by; a side tells by its question, so it may be one that was not kept."""
    return bool(outcome.got) or _is_of_a_side(case)


def clauses_against(case: ScheduledVector, outcome: Judgement) -> tuple[str, ...]:
    """The clauses that a wrong answer speaks against, the likeliest first; nothing where it tells nothing."""
    if outcome.verdict != FAIL or not _can_tell(case, outcome) or case.frame.operation == PERFT:
        return ()
    try:
        found = _likeness(case, outcome.got)
    except (
        Exception
    ):  # an answer cut short, of another shape, or a game without a reference: a report is written anyhow
        return ()
    best = max(found.values(), default=0.0)
    if best < FAINT:
        return ()
    least = best if best == 1.0 else NEAR * best  # what comes to the very answer leaves no room for what comes near it
    return tuple(sorted((one for one, near in found.items() if near >= least), key=lambda one: (-found[one], one)))


def _likeness(case: ScheduledVector, answer: bytes) -> dict[str, float]:
    """For each clause in question, how near the answer is to what comes where it decides the other way: 0 to 1."""
    frame = case.frame
    game = reference_of(frame.topic.game)
    rules = game.REGISTER.rules(frame.edition, dict(frame.choices))
    fields = msgspec.json.decode(case.vector.input)
    expected = in_force(case.expects(), frame.choices)
    if side := expected_by_side(expected):
        return dict.fromkeys(_behind_side(game, fields, expected, side, rules), 1.0)
    got = msgspec.json.decode(answer)
    right, wrong = leaves_of(expected), leaves_of(plain(even_out(got, expected)))
    found = {}
    for clause in dict.fromkeys([*case.vector.clauses, *_reasons(got)]):
        turned = answering.turned_round(
            partial(_answer, game, frame.operation, fields, rules), clause, about_reading=True
        )
        found[clause] = _alike(right ^ wrong, right ^ leaves_of(turned))
    if frame.operation == LEGAL:
        extra, missing = _by_actions(game, fields, expected, got, rules)
        found |= {clause: max(found.get(clause, 0.0), share) for clause, share in extra.items()}
        if max(found.values(), default=0.0) < FAINT:
            return dict.fromkeys([*extra, *missing], 1.0)
    return found


def _answer(game: Any, operation: str, fields: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    given: dict[str, Any] = plain(answering.answer(game, operation, fields, rules))
    return given


def _alike(one: Leaves, other: Leaves) -> float:
    """How much of what differs, in one answer or in the other, differs in both."""
    return len(one & other) / len(one | other) if one and other else 0.0


def leaves_of(value: Any) -> Leaves:
    """What an answer is made of: each part that has no parts, with its place; a list of actions is a set."""
    return frozenset(_leaves(value, ""))


def _leaves(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, item in value.items():
            if name in REFUSALS:
                yield place, name
                yield from ((f"{place}/{name}", reason) for reason in _reasons({name: item}))
            elif name == "actions" and isinstance(item, list):
                yield from ((f"{place}/actions", str(key(one))) for one in item)
            else:
                yield from _leaves(item, f"{place}/{name}")
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _leaves(item, f"{place}/{number}")
    elif isinstance(value, str) and len(value) >= LONG_TEXT:
        yield from ((f"{place}{number}", piece) for number, piece in _pieces(value))
    else:
        yield place, msgspec.json.encode(value).decode()


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """The bytes of packed text and the rows of a drawn board, by their places; of other text the words."""
    if _PACKED.fullmatch(text) and len(text) % 4 == 0:
        yield from ((f"@{number}", str(byte)) for number, byte in enumerate(b64decode(text)))
    else:
        for number, part in enumerate(text.split("|")):
            rows = part.split("/")
            pieces = enumerate(rows) if len(rows) > 1 else (("", piece) for piece in _PIECE.findall(part))
            yield from ((f"|{number}:{place}", piece) for place, piece in pieces)


def _reasons(answer: Any) -> list[str]:
    """The clauses that a refusal names as broken."""
    kind = refusal_of(answer)
    named = answer[kind].get("broken", ()) if kind and isinstance(answer[kind], dict) else ()
    return [one for one in named if isinstance(one, str)] if isinstance(named, list | tuple) else []


def _by_actions(
    game: Any, fields: Mapping[str, Any], expected: Any, got: Any, rules: Rules
) -> tuple[dict[str, float], dict[str, float]]:
    """For each clause, which share of the actions too many breaks it, and which of the missing ones meets it."""
    lists = (plain(one["actions"]) for one in (got, expected))
    have, want = ({key(action): action for action in actions} for actions in lists)
    return _shares(game, fields, _only_in(have, want), rules), _shares(game, fields, _only_in(want, have), rules)


def _shares(game: Any, fields: Mapping[str, Any], actions: list[Any], rules: Rules) -> dict[str, float]:
    met = Counter(clause for action in actions for clause in clauses_met(game, fields, action, rules)[1])
    return {clause: many / len(actions) for clause, many in met.items()}


def _behind_side(game: Any, fields: Any, expected: Any, side: str, rules: Rules) -> Iterator[str]:
    """Of a side, the clauses that its action breaks, or the checks that it meets."""
    actions = [fields["action"]] if side == ACCEPTED else expected[side]
    for action in actions:
        yield from clauses_met(game, fields, action, rules)[1]


def _only_in(one: dict[Any, Any], other: dict[Any, Any]) -> list[Any]:
    return [one[name] for name in sorted(one.keys() - other.keys(), key=str)[:MOST_ACTIONS]]


def clauses_met(game: Any, fields: Mapping[str, Any], action: Any, rules: Rules) -> tuple[bool, list[str]]:
    """Whether an action may be taken, and the clauses that it breaks, or, where it breaks none, the checks asked.

    ``fields``: the question that it belongs to, with all that is said there of the position.
    """
    with recording(spares_reading=True) as trace:
        answer = answering.answer(game, APPLY, {**fields, ACTION: action}, rules)
    if kind := refusal_of(answer):
        return False, list(answer[kind]["broken"])
    return True, list(dict.fromkeys(step.clause for step in trace.steps if step.role == "check"))
