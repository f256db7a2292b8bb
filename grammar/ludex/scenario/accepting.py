"""What a scenario would have to expect for what came out: its ``then`` rewritten, with comments and layout kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.notation import expectations as e
from ludex.rules import Refused, Unreadable
from ludex.scenario.drafts import facts
from ludex.scenario.lines import without_comment
from ludex.scenario.runner import FAIL, ActionEffect, PlayContext, ScenarioResult, Stopped, first_failure
from ludex.scenario.values import Phrase, Scenario

MOST_ACTIONS_LISTED = 40  # legal actions that are listed; more of them are counted
Sentences = dict[Phrase, list[str]]


class NotAccepted(Exception):  # noqa: N818 - says what is the matter
    """A failure that is left to the author, and why."""


@dataclass(frozen=True, slots=True)
class Rewriting:
    """Lines of a file, by their numbers from 1, and what stands there instead: None where nothing is left."""

    lines: Mapping[int, str | None]

    def apply_to(self, text: str) -> str:
        """The text with these lines rewritten."""
        kept: list[str] = []
        for number, line in enumerate(text.split("\n"), start=1):
            anew = self.lines.get(number, line)
            if anew is not None:
                kept.append(anew)
        return "\n".join(kept)


def rewriting(text: str, results: Sequence[ScenarioResult]) -> Rewriting:
    """How a scenario's file would have to be written for its first failing step to hold.

    ``results`` are all of the scenario, one for each edition; raises NotAccepted."""
    scenario = results[0].scenario
    if scenario.place.row is not None:
        raise NotAccepted("its sentences are filled in from a table: change the table or the sentence by hand")
    failing = [result for result in results if result.status == FAIL]
    said = _agreement([_sentences(scenario, result.edition) for result in failing], len(results))
    if any(phrase.place.file for phrase in said):
        raise NotAccepted("what fails stands in a file that others may include, too: change it by hand")
    return Rewriting(dict(_lines(text, scenario, said)))


def _agreement(found: Sequence[Sentences], played: int) -> Sentences:
    """The new sentences, if all editions ask for the same."""
    said: Sentences = {}
    for phrase in dict.fromkeys(phrase for one in found for phrase in one):
        wanted = [one[phrase] for one in found if phrase in one]
        everywhere = phrase.edition is not None or len(wanted) == played
        if not everywhere or any(other != wanted[0] for other in wanted):
            raise NotAccepted("it comes out otherwise in another edition: say what differs with `then in EDITION`")
        said[phrase] = wanted[0]
    return said


def _lines(text: str, scenario: Scenario, said: Sentences) -> Iterator[tuple[int, str | None]]:
    source = text.split("\n")
    together = [phrase for step in scenario.steps for phrase in step.then if not phrase.place.file]
    for number in sorted({phrase.place.line for phrase in said}):
        phrases = [phrase for phrase in together if phrase.place.line == number]
        sentences = [", ".join(said.get(phrase, [phrase.text])) for phrase in phrases]
        yield number, _line(source[number - 1], phrases, sentences)


def _line(source: str, phrases: Sequence[Phrase], sentences: Sequence[str]) -> str | None:
    """A line with other sentences in place of its own (nothing where one is left out); None if nothing is left."""
    ends = [phrase.place.column - 1 + len(phrase.text) for phrase in phrases]
    before, after = source[: phrases[0].place.column - 1], source[ends[-1] :]
    between = ["", *(source[end : phrase.place.column - 1] for end, phrase in zip(ends, phrases[1:], strict=False))]
    said = ""
    for gap, sentence in zip(between, sentences, strict=True):
        if sentence:
            said += (gap if said else "") + sentence
    if said:
        return f"{before}{said}{after}"
    if before.strip():
        return f"{before.rstrip()}{after}"
    comment = source[len(without_comment(source)) :]
    return f"{before}{comment}" if comment.strip() else None


# -- what would hold


def _sentences(scenario: Scenario, edition: str) -> Sentences:
    """The sentences of the first failing step that have to change, and what they would have to say."""
    try:
        stop = first_failure(scenario, edition)
    except Unreadable as refusal:
        broken = " and ".join(refusal.broken)
        raise NotAccepted(f"its position cannot be read, by {broken}: say so in its then by hand") from None
    if stop is None or not stop.step.then:
        raise NotAccepted("there is no then after the action to rewrite")
    try:
        said = _Rewritten(stop).sentences()
    except stop.play.notation.NoSentence as error:
        raise NotAccepted(f"there are no words for what came out instead: {error}") from None
    if not said:
        raise NotAccepted("there are no words for what came out instead: change it by hand")
    return {phrase: anew for phrase, anew in said.items() if anew != [phrase.text]}


class _Rewritten:
    """What one step would have to expect."""

    def __init__(self, stop: Stopped) -> None:
        self.play: PlayContext = stop.play
        self.turn: ActionEffect = stop.turn
        self.then = stop.step.then
        self.said: Sentences = {}
        self.refuses = False  # whether an expectation of the game's own says that the action is refused

    def sentences(self) -> Sentences:
        wanted = [phrase for phrase in self.then if isinstance(phrase.value, e.ExpectsRefusal)]
        for phrase in self.then:
            anew = self._anew(phrase)
            if anew is not None:
                self.said[phrase] = anew
        self._rewrite_facts()
        if self.turn.refusal and not wanted and not self.refuses:
            self._prepend([self._text(_refusal(self.turn.refusal))])
        if not any(self.said.get(phrase, [phrase.text]) for phrase in self.then):
            self._prepend(self._changes())
        return self.said

    def _prepend(self, sentences: list[str]) -> None:
        first = self.then[0]
        self.said[first] = sentences + self.said.get(first, [first.text])

    def _changes(self) -> list[str]:
        """The facts of the position that results which were no facts of the one before."""
        before, after = (
            self.play.notation.facts_of(self.play.show(one)) for one in (self.turn.before, self.turn.after)
        )
        return self.play.notation.fact_texts(fact for fact in after if fact not in before) or ["nothing changes"]

    def _text(self, value: Any) -> str:
        text: str = self.play.notation.expectation_text(value)
        return text

    def _anew(self, phrase: Phrase) -> list[str] | None:
        """What a sentence that is no fact would have to say; None if it may stay."""
        match phrase.value:
            case e.ExpectsRefusal():
                refusal = self.turn.refusal
                return [self._text(_refusal(refusal, phrase.value.exactly))] if refusal else []
            case e.Unchanged():
                return None if self.play.show(self.turn.before) == self.play.show(self.turn.after) else []
            case e.Counted() | e.Legal() | e.NotLegal() | e.Exactly():
                return self._legal(phrase.value)
            case e.GameExpectation():
                return self._own(phrase.value)
            case _:
                return None

    def _own(self, value: e.GameExpectation) -> list[str] | None:
        met = self.play.met(self.turn)
        if not value.fault(met):
            self.refuses |= value.refuses
            return None
        instead = value.instead(met)
        if instead is None:
            raise NotAccepted(f"there are no words for what came out instead of {self._text(value)}")
        self.refuses |= instead.refuses
        return [self._text(instead)]

    def _legal(self, expected: Any) -> list[str]:
        legal = self.play.game.legal(self.turn.after, self.play.rules)
        if isinstance(expected, e.Counted):
            return [self._text(e.Counted(len(legal)))]
        if isinstance(expected, e.Exactly):
            return [f"exactly these legal actions: {self.play.sentences(legal)}" if self._few(legal) else _count(legal)]
        data = [(action, self.play.data(action, self.turn.after)) for action in expected.actions]
        positive = isinstance(expected, e.Legal)
        kept = tuple(action for action, one in data if (one in legal) == positive)
        return [self._text(type(expected)(kept))] if kept else []

    def _few(self, legal: Sequence[Any]) -> bool:
        return 0 < len(legal) <= MOST_ACTIONS_LISTED

    def _rewrite_facts(self) -> None:
        said = facts(self.then)
        partial = [phrase for phrase in said if not phrase.exact]
        whole = [phrase for phrase in said if phrase.exact]
        for some in (partial, whole):
            values = self._restate(some)
            for phrase, anew, texts in zip(some, values, _text_groups(values, self.play), strict=True):
                if not anew:
                    raise NotAccepted(f"there are no words for what came out instead of {phrase.text}")
                if anew != [phrase.value] and not self._holds(phrase):
                    self.said[phrase] = texts
            if whole and some is whole:
                self._complete(whole, [value for anew in values for value in anew])

    def _restate(self, said: Sequence[Phrase]) -> list[list[Any]]:
        got = self.play.show(self.turn.after)
        restated: list[list[Any]] = self.play.notation.restated(got, [phrase.value for phrase in said])
        return restated

    def _holds(self, phrase: Phrase) -> bool:
        got = self.play.show(self.turn.after)
        try:
            return bool(self.play.notation.impose(got, [phrase.value]) == got)
        except self.play.notation.Contradiction:
            return False

    def _complete(self, whole: Sequence[Phrase], values: list[Any]) -> None:
        """Add what the sentences of a whole position leave out of it."""
        got = self.play.show(self.turn.after)
        more: list[Any] = []
        for fact in self.play.notation.facts_of(got):
            if fact not in values and self._compose([*values, *more, fact]) is not None:
                more.append(fact)
        if self._compose(values) == got:
            return
        if self._compose([*values, *more]) == got:
            last = whole[-1]
            self.said[last] = self.said.get(last, [last.text]) + self.play.notation.fact_texts(more)
            return
        self.said |= {phrase: [] for phrase in whole}
        self.said[whole[0]] = self.play.notation.fact_texts(self.play.notation.facts_of(got))

    def _compose(self, values: list[Any]) -> Any:
        try:
            return self.play.notation.compose(values)
        except self.play.notation.Contradiction:
            return None


def _text_groups(values: Sequence[Sequence[Any]], play: PlayContext) -> Iterator[list[str]]:
    """The sentences of some lists of facts, printed together, so that drawn rows stand in columns."""
    texts = iter(play.notation.fact_texts([value for some in values for value in some]))
    for some in values:
        yield [next(texts) for _ in some]


def _count(legal: Iterable[Any]) -> str:
    number = len(list(legal))
    return f"{number or 'no'} legal action{'s' * (number != 1)}"


def _refusal(refusal: Refused, exactly: bool = False) -> e.ExpectRefused | e.ExpectUnreadable:
    kind = e.ExpectUnreadable if isinstance(refusal, Unreadable) else e.ExpectRefused
    return kind(tuple(refusal.broken), exactly)
