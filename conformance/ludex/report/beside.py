"""What stands beside failures: what they share and passes have not, and the pass that differs least from one.

Both are looked for in the sentences by which the game's notation tells positions and actions, word by word, and in how
far an action leads. What few failures share by chance is not said.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain, pairwise
from typing import TypeVar

import msgspec
from msgspec import Struct

from ludex.judge.escape import visible
from ludex.judge.verdict import PASS
from ludex.report.blame import leaves_of
from ludex.report.drawing import PASSES, ActionSaid, ActionsJudged, step_by
from ludex.report.results import Result, Results
from ludex.report.summary import Index, easel_of, whole
from ludex.vectors.format import Topic
from ludex.vectors.images import Asked

T = TypeVar("T")
MOST_FAILURES, MOST_PASSES = 150, 300  # that are looked at for what is shared
MOST_NEIGHBOURS = 400  # passes that one failure is held against
LEAST_SHARE = 0.9  # of the failures that have what is said of them
MOST_BESIDE = 0.25  # of what passes that may have it, too
CERTAINTY = 5.0  # in nats, beyond what one of so many phrases comes to by chance
MOST_SENTENCES = 3  # that a failure, and the pass beside it, have for themselves, if they are told
MOST_LETTERS = 160
_WORD = re.compile(r"\(-?\d+, ?-?\d+\)|[^\s,()]+")  # a place is one word
_PLACE = re.compile(r"\((-?\d+), ?(-?\d+)\)|\b([a-z])(\d+)\b")
Phrases = frozenset[str]


class Neighbour(Struct, frozen=True):
    """A vector that passes, and the sentences that it and a failure have for themselves."""

    id: str
    topic: Topic
    vector: Asked
    here: tuple[str, ...]
    there: tuple[str, ...]


def tell_what_is_shared(failures: Sequence[Result], results: Results, index: Index) -> Iterator[str]:
    """What nearly all of these failures have and few passes of their topics, in a sentence each."""
    topics = {one.topic for one in failures}
    passes = [one for one in results.results if one.verdict == PASS and one.topic in topics]
    failing, passing = _spread(failures, MOST_FAILURES), _spread(passes, MOST_PASSES)
    judged = [_actions_judged(one, results, index) for one in failing + passing]
    wrong = [*chain.from_iterable(one.wrong for one in judged)]
    verbs = {verb_of(action.words) for action in wrong}
    right = [action for one in judged for action in one.right if verb_of(action.words) in verbs]
    yield from _telling_phrase("actions that fail", wrong, "that pass beside them", right, _phrases_of_action)
    bad, good = ([facts for one in some if (facts := _facts(one, results, index))] for some in (failing, passing))
    yield from _telling_phrase("positions that fail", bad, "that pass beside them", good, _phrases_of_facts)


def nearest_pass(failure: Result, results: Results, index: Index) -> Neighbour | None:
    """Of the passes of a failure's topic and setting the one whose question differs least; None where none passes."""
    found = index.find(failure.id, failure.topic)
    passes = [one for one in results.results if one.verdict == PASS and _is_beside(one, failure)]
    able = {one.id: other for one in _spread(passes, MOST_NEIGHBOURS) if (other := index.find(one.id, one.topic))}
    if found is None or not able:
        return None
    own = leaves_of(msgspec.json.decode(found[1].input))
    apart = {name: len(own ^ leaves_of(msgspec.json.decode(one.input))) for name, (_, one) in able.items()}
    name = min(apart, key=lambda one: (apart[one], one))
    easel = easel_of(results.settings[failure.setting], found[0].game)
    here, there = (
        easel.sentences(topic.operation, msgspec.json.decode(one.input)) for topic, one in (found, able[name])
    )
    return Neighbour(name, *able[name], _only_in(here, there), _only_in(there, here))


def tell_neighbour(found: Neighbour) -> Iterator[str]:
    """The pass beside a failure in lines: its id and why it is there, or, where little differs, what."""
    is_near = max(len(found.here), len(found.there)) <= MOST_SENTENCES
    yield f"{PASSES}: {found.id}" + ("" if is_near else f" ({visible(found.vector.why, MOST_LETTERS)})")
    for name, said in (("fails", found.here), ("passes", found.there)):
        if said and is_near:
            yield f"what {name}: {'; '.join(said)}"


def phrases_of(sentence: str) -> Phrases:
    """The words of a sentence, each two that follow one another, and by how much places that do lie apart."""
    places = map(_coordinates, _PLACE.finditer(sentence))
    steps = (step_by(to[0] - of[0], to[1] - of[1]) for of, to in pairwise(places))
    return frozenset((*_words_and_pairs(sentence), *steps))


def verb_of(sentence: str) -> str:
    """What an action does: the first word of its sentence."""
    return sentence.partition(" ")[0]


def _phrases_of_action(action: ActionSaid) -> Phrases:
    return phrases_of(action.words).union(action.steps)


def _phrases_of_facts(facts: Sequence[str]) -> Phrases:
    return frozenset(chain.from_iterable(map(_words_and_pairs, facts)))


def _words_and_pairs(sentence: str) -> list[str]:
    words = _WORD.findall(sentence)
    return [*words, *(f"{one} {other}" for one, other in pairwise(words))]


def _coordinates(found: re.Match[str]) -> tuple[int, int]:
    column, row, letter, digit = found.groups()
    return (int(column), int(row)) if column else (ord(letter) - ord("a"), int(digit))


def _telling_phrase(
    what: str, bad: Sequence[T], beside: str, good: Sequence[T], split: Callable[[T], Phrases]
) -> Iterator[str]:
    """The phrase that tells failures from passes best, where it is in nearly all of these and in few of those."""
    in_bad, in_good = (Counter(phrase for one in some for phrase in split(one)) for some in (bad, good))
    able = [phrase for phrase, many in in_bad.items() if many >= LEAST_SHARE * len(bad)]
    told = [phrase for phrase in able if _is_telling(in_bad[phrase], in_good[phrase], len(good), len(in_bad))]
    if told:
        best = max(told, key=lambda one: (in_bad[one] / len(bad) - in_good[one] / len(good), len(one), one))
        share = f"all {len(bad):,}" if in_bad[best] == len(bad) else f"{in_bad[best]:,} of {len(bad):,}"
        others = f"{in_good[best]:,}" if in_good[best] else "none"
        yield f"`{best}` is in {share} {what}, and in {others} of {len(good):,} {beside}"


def _is_telling(bad: int, good: int, passes: int, phrases: int) -> bool:
    """Whether so many failures would hardly share one of so many phrases by chance."""
    usual = (good + 1) / (passes + 2)
    return usual <= MOST_BESIDE and -bad * math.log(usual) >= math.log(phrases) + CERTAINTY


def _actions_judged(one: Result, results: Results, index: Index) -> ActionsJudged:
    """The actions that an answer is wrong about, and those that it is right about, in words."""
    found = index.find(one.id, one.topic)
    if found is None:
        return ActionsJudged()
    topic, vector = found
    expected = whole(one.want) if one.want else msgspec.json.decode(vector.expect)
    easel = easel_of(results.settings[one.setting], topic.game)
    asked = msgspec.json.decode(vector.input)
    return easel.actions_judged(topic.operation, asked, expected, one.got, one.verdict != PASS)


def _facts(one: Result, results: Results, index: Index) -> tuple[str, ...]:
    """The facts of the position that a vector asks about."""
    found = index.find(one.id, one.topic)
    if found is None:
        return ()
    topic, vector = found
    easel = easel_of(results.settings[one.setting], topic.game)
    return easel.facts(topic.operation, msgspec.json.decode(vector.input))


def _is_beside(one: Result, failure: Result) -> bool:
    return (one.topic, one.setting) == (failure.topic, failure.setting)


def _only_in(some: Sequence[str], others: Collection[str]) -> tuple[str, ...]:
    """Sentences that only one of two questions has."""
    return tuple(visible(one, MOST_LETTERS) for one in some if one not in others)


def _spread(some: Sequence[T], most: int) -> list[T]:
    """So many at most, spread over all."""
    return list(some[:: -(-len(some) // most) or 1])
