"""Slips tried on failures: which clause, with a slip in what decides it, gives the very answers of the engine.

The smallest failures of a cause are asked again of a reference that has one slip at a time, in the functions at work
for the clauses that they turn on. A clause is shown where a slip for it gives every answer that is tried, and leaves
right what passes beside them. So many questions are asked at most that a report stays quick.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import msgspec
from msgspec import Struct

from ludex.fault import Fault
from ludex.judge.verdict import FAIL, PASS
from ludex.judge.weigh import in_force, key, refusal_of
from ludex.mutation.slipping import Place, SlippingRules, TriedSlip
from ludex.protocol.schema import plain
from ludex.report.blame import Leaves, leaves_of
from ludex.report.results import Result, Results
from ludex.report.summary import PERFT, Index
from ludex.rulebook import Clause, rulebook
from ludex.vectors.freedom import bound_part, even_out
from ludex.vectors.sides import ACCEPTED, expected_by_side, right_answer
from ludex.wording import quantity

FEWEST_TRIED, MOST_TRIED = 2, 4  # failures of a cause
MOST_PASSES, MOST_PASSES_READ = 8, 200  # that turn on the clause, and that are looked at for them
MOST_SUSPECTS = 10  # clauses on which most of the failures turn
MOST_QUESTIONS = 2000  # of a report


OTHERWISE = {  # what a kind of slip comes to, for somebody who does not read the reference
    "drop a check": "it is never asked",
    "drop an effect": "what it says is not done",
    "drop a member": "one of several that it names is left out",
    "swap the members of a pair": "two things are taken the wrong way round",
    "shift a bound": "a bound is one off, or turned round",
    "swap a comparison": "what must be alike must differ, or the other way round",
    "negate a condition": "a condition is turned round",
    "forget a condition": "a condition is not asked, as if it always held",
    "forget a case": "a case is forgotten",
    "drop a filter": "more is counted in than should be",
    "negate a filter": "the wrong ones are counted in",
    "negate an answer": "yes is no, and no is yes",
    "drop a part of a condition": "a part of a condition is not asked",
    "swap and with or": "one part of a condition is enough where all must hold, or the other way round",
    "flip a constant": "yes is no, or no is yes, in one place",
    "off by one": "a number is one too large or too small",
    "another word": "a word is another",
    "flip a reading": "a reading is taken the other way",
    "never by a reading": "a reading is never in force",
    "always by a reading": "a reading is always in force",
    "min or max, any or all": "the largest is taken for the smallest, or any for all",
    "leave out a step": "a step is left out",
    "swap two steps": "two steps come in the wrong order",
    "swap two arguments": "two things are taken one for the other",
    "forget a reset": "what must be set anew stays as it was",
    "swap an operation": "a sum is reckoned the other way",
    "drop a part of a sum": "a part of a sum is left out",
    "drop a sign": "a sign or a *not* is left out",
    "another field": "another property of the same thing is looked at",
    "use the other": "one thing is looked at in place of another of its kind",
    "forget a statement": "a step is left out",
    "swap two statements": "two steps come in the wrong order",
}


class SlipShown(Struct, frozen=True):
    """A clause for which a slip gives the answers of the engine: so many that were tried, and so many passes beside."""

    clause: str
    rulebook_clause: Clause | None
    slip: TriedSlip
    tried: int
    passes: int

    @property
    def words(self) -> str:
        """What is said of it, in the words of the rulebook."""
        right = f", and leaves {quantity(self.passes, 'pass', 'passes')} beside them right"
        beside = right if self.passes else "; nothing that passes beside them turns on the clause"
        title = f" ({self.rulebook_clause.title})" if self.rulebook_clause else ""
        kind = self.slip.what.partition(": ")[0]
        return (
            f"one slip in {self.clause}{title} gives all {self.tried} answers that were tried{beside}: "
            f"{OTHERWISE.get(kind, kind)}"
        )

    @property
    def code(self) -> str:
        """The slip as it stands in the reference."""
        return f"{self.slip.what} in {self.slip.function}"


class _Asked(Struct, frozen=True):
    """A question, the answer that is right, and that of the engine."""

    question: tuple[str, str, dict[str, str], Any]
    clauses: frozenset[str]
    expected: Any
    given: Leaves


class SlipTrial:
    """Tries slips on the causes of a run; without a reference, or without its vectors, it shows nothing."""

    def __init__(self, results: Results, index: Index) -> None:
        self._results, self._index = results, index
        self._book = rulebook(results.suite.game)
        self._left = MOST_QUESTIONS
        self._rules: SlippingRules | None = None

    def slips_shown(self, failures: Sequence[Result], suspects: Sequence[str]) -> list[SlipShown]:
        """The clauses that are shown by these failures, those first that were suspected first; a slip for each."""
        asked = [*self._questions_of(_smallest(failures, self._index))]
        if len(asked) < FEWEST_TRIED or self._results.against_command:
            return []
        try:
            self._rules = self._rules or SlippingRules(self._results.suite.game)
        except (Fault, ImportError):  # a game without a reference of ours
            return []
        turns = Counter(chain.from_iterable(one.clauses for one in asked))
        most = sorted(turns, key=lambda clause: (-turns[clause], clause))[:MOST_SUSPECTS]  # the same in each report
        able = dict.fromkeys([*suspects, *most])
        at_work = self._at_work(asked)
        found = [self._slip_for(clause, at_work.get(clause, ()), asked, failures) for clause in able]
        return [one for one in found if one]

    def _at_work(self, asked: Sequence[_Asked]) -> dict[str, list[Place]]:
        """The functions at work for each clause in every answer: a slip in another could not give them all."""
        assert self._rules
        found: dict[str, dict[Place, None]] = {}
        every = [self._rules.functions_run(*one.question) for one in asked]
        for place in every[0]:
            if all(place in one for one in every):
                for clause in dict.fromkeys(chain.from_iterable(one[place] for one in every)):
                    found.setdefault(clause, {})[place] = None
        return {clause: [*places] for clause, places in found.items()}

    def _slip_for(
        self, clause: str, at_work: Sequence[Place], asked: Sequence[_Asked], failures: Sequence[Result]
    ) -> SlipShown | None:
        """The first slip for a clause that gives all answers, and leaves right what passes."""
        assert self._rules
        passes: list[_Asked] | None = None
        for slip in chain.from_iterable(map(self._rules.slips_of, at_work)):
            if self._left <= 0:
                return None
            with self._rules.make_slip(slip):
                if not all(map(self._comes_out, asked)):
                    continue
                passes = self._passes(clause, failures) if passes is None else passes
                if all(map(self._comes_out, passes)):
                    return SlipShown(clause, self._book.get(clause), slip, len(asked), len(passes))
        return None

    def _comes_out(self, one: _Asked) -> bool:
        """Whether the answer that was given is what comes out now."""
        assert self._rules
        self._left -= 1
        answer = self._rules.answer(*one.question)
        return answer is not None and _leaves(msgspec.json.decode(answer), one.expected) == one.given

    def _passes(self, clause: str, failures: Sequence[Result]) -> list[_Asked]:
        """What passes beside these failures, and turns on a clause."""
        topics = {(one.topic, one.setting) for one in failures}
        able = [one for one in self._results.results if one.verdict == PASS and (one.topic, one.setting) in topics]
        read = self._questions_of(able[:: -(-len(able) // MOST_PASSES_READ) or 1])
        turning = [one for one in read if clause in one.clauses]
        return turning[:: -(-len(turning) // MOST_PASSES) or 1]

    def _questions_of(self, of_it: Sequence[Result]) -> Iterator[_Asked]:
        """The questions of these, as far as their vectors and whole answers are here."""
        for one in of_it:
            found = self._index.find(one.id, one.topic)
            if found is None or found[0].operation == PERFT:
                continue
            topic, vector = found
            setting = self._results.settings[one.setting]
            expected = in_force(msgspec.json.decode(vector.expect), setting.choices)
            given = bound_part(right_answer(expected)) if one.verdict == PASS else _whole(one.got)
            if given is not None:
                question = (topic.operation, topic.edition, setting.choices, msgspec.json.decode(vector.input))
                yield _Asked(question, frozenset(vector.clauses), expected, _leaves(given, expected))


def _leaves(answer: Any, expected: Any) -> Leaves:
    """An answer as it is compared: what no rule hangs on is as it is expected; of a side only what that is about."""
    side = expected_by_side(expected)
    if not side:
        return leaves_of(plain(even_out(answer, expected)))
    if side == ACCEPTED:
        return leaves_of(answer) if refusal_of(answer) else frozenset()
    if not isinstance(answer, dict) or not isinstance(answer.get("actions"), list):
        return frozenset({(side, "no list")})
    listed = {key(action) for action in answer["actions"]}
    return frozenset((side, str(key(action))) for action in expected[side] if key(action) in listed)


def _whole(got: str) -> Any:
    """An answer as it came; None where it was no JSON, or was kept in part."""
    try:
        return msgspec.json.decode(got)
    except msgspec.DecodeError:
        return None


def _smallest(failures: Sequence[Result], index: Index) -> list[Result]:
    """A few wrong answers, from the smallest question to the largest."""
    able = [one for one in failures if one.verdict == FAIL and one.got]
    able = sorted(able[:: -(-len(able) // (50 * MOST_TRIED)) or 1], key=index.size)
    return able[:: -(-len(able) // MOST_TRIED) or 1]
