"""Playing scenarios against the reference, and telling what came out otherwise than was expected."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from ludex.notation import NotReadable
from ludex.notation import expectations as e
from ludex.notation.reading import Place, as_typed, did_you_mean, one_typed
from ludex.rules import Illegal, Refused, Rules, Unreadable
from ludex.scenario.drafts import facts
from ludex.scenario.values import Phrase, Scenario, ScenarioStep
from ludex.seam import Notation, notation_of, reference_if_any, reference_of

PASS, FAIL, ERROR = "pass", "fail", "error"


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that came out otherwise: where it was expected, what is wrong, and the boards, if boards differ."""

    place: Place
    what: str
    action: str = ""
    before: Any = None
    expected: Any = None
    got: Any = None


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """How a scenario went in one edition; ``error`` says why it could not be played at all."""

    scenario: Scenario
    edition: str
    failures: tuple[Failure, ...] = ()
    error: NotReadable | None = None

    @property
    def status(self) -> str:
        """pass, fail or error."""
        return ERROR if self.error else FAIL if self.failures else PASS


@dataclass(frozen=True, slots=True)
class PlayContext:
    """What a scenario is played with."""

    game: Any
    notation: Notation
    rules: Rules

    def show(self, position: Any) -> Any:
        return self.game.show_position(position)

    def data(self, action: Any, position: Any) -> Any:
        return self.notation.data_of(action, self.rules, self.show(position))

    def met(self, turn: ActionEffect) -> e.Moment:
        """What a game's own expectations are held against."""
        return e.Moment(self.game, self.rules, turn.before, turn.after, turn.data, turn.refusal)

    def sentences(self, actions: Iterable[Any]) -> str:
        return "; ".join(self.notation.show_action(data, self.rules) for data in actions)


@dataclass(frozen=True, slots=True)
class ActionEffect:
    """What an action did: the position before and after (the same one if it was refused), and the refusal."""

    before: Any
    after: Any
    refusal: Refused | None
    action: str
    data: Any = None


def run(scenario: Scenario) -> tuple[ScenarioResult, ...]:
    """Play a scenario, once in its edition, or once in each if it names none."""
    game = reference_if_any(scenario.setting.game)
    if game is None:
        problem = scenario.setting.place.problem("a game that has a reference")
        return (ScenarioResult(scenario, "", error=problem),)
    editions = [scenario.setting.edition] if scenario.setting.edition else game.REGISTER.editions
    return tuple(_run_in(scenario, game, edition) for edition in editions)


def _run_in(whole: Scenario, game: Any, edition: str) -> ScenarioResult:
    result = _run_so(_only(whole, edition), game, edition)
    return replace(result, scenario=whole)


def _only(scenario: Scenario, edition: str) -> Scenario:
    """The scenario with what it expects in one edition."""
    return replace(scenario, steps=tuple(ScenarioStep(step.when, step.then_in(edition)) for step in scenario.steps))


def _run_so(scenario: Scenario, game: Any, edition: str) -> ScenarioResult:
    try:
        play = PlayContext(game, notation_of(scenario.setting.game), rules_of(scenario, edition))
        position = _position_given(scenario, play)
    except NotReadable as problem:
        return ScenarioResult(scenario, edition, error=problem)
    except Unreadable as refusal:
        return ScenarioResult(scenario, edition, tuple(_unread(scenario, refusal)))
    return ScenarioResult(scenario, edition, _failures(scenario, play, position))


def rules_of(scenario: Scenario, edition: str) -> Rules:
    """The rules that a scenario is played by; raises NotReadable where it names an edition, a reading or a choice that
    there is not."""
    game: Any = reference_of(scenario.setting.game)
    _require_known(edition, game.REGISTER.editions, "an edition", scenario.setting.place)
    for choice in scenario.under:
        allowed = game.REGISTER.choices(edition)
        _require_known(choice.entry, allowed, "a reading of this rulebook", choice.place)
        what = f"a choice for {as_typed(choice.entry)} in edition {edition}"
        _require_known(choice.reading, allowed[choice.entry], what, choice.place)
    return _rules_of(game, edition, tuple((choice.entry, choice.reading) for choice in scenario.under))


def _require_known(name: str, known: Iterable[str], what: str, place: Place) -> None:
    names = tuple(known)
    if name not in names:
        raise place.problem(f"{what}: {one_typed(names)}", did_you_mean(name, names))


@lru_cache(maxsize=256)
def _rules_of(game: Any, edition: str, choices: tuple[tuple[str, str], ...]) -> Rules:
    rules: Rules = game.REGISTER.rules(edition, dict(choices))
    return rules


def _position_given(scenario: Scenario, play: PlayContext) -> Any:
    data = play.notation.compose([phrase.value for phrase in scenario.given])
    try:
        return play.game.read_position(data, play.rules)
    except Unreadable as refusal:
        if any(isinstance(phrase.value, e.ExpectUnreadable) for phrase in _said_of_given(scenario)):
            raise
        raise _impossible(scenario, play, refusal) from None


def _impossible(scenario: Scenario, play: PlayContext, refusal: Unreadable) -> NotReadable:
    """The error of a position that the rules cannot read: at the last sentence without which they could, if one is."""
    hint = f"{as_typed(f'ludex explain {refusal.broken[0]}')} tells what is asked"
    wanted, clauses = "a position that the rules can read", ", ".join(refusal.broken)
    for blamed in reversed(scenario.given):
        others = [phrase.value for phrase in scenario.given if phrase is not blamed]
        if _is_possible(others, play, refusal):
            said = as_typed(" ".join(blamed.text.split()))
            return blamed.place.problem(f"{wanted}; {said} breaks {clauses}", hint)
    place = scenario.given[0].place if scenario.given else scenario.place
    return place.problem(f"{wanted}; what is given breaks {clauses}", hint)


def _is_possible(facts: Sequence[Any], play: PlayContext, refusal: Unreadable) -> bool:
    """Whether facts describe a position that the rules read, or at least not one refused for the same clause."""
    try:
        play.game.read_position(play.notation.compose(facts), play.rules)
    except Unreadable as other:
        return set(refusal.broken).isdisjoint(other.broken)
    except play.notation.Contradiction:
        return False
    return True


def _said_of_given(scenario: Scenario) -> tuple[Phrase, ...]:
    """What is expected of the position as given, before any action."""
    return scenario.steps[0].then if scenario.steps[0].when is None else ()


def _unread(scenario: Scenario, refusal: Unreadable) -> Iterator[Failure]:
    """What comes out otherwise where a scenario expects that its position cannot be read; nothing else can be so."""
    for phrase in (phrase for step in scenario.steps for phrase in (*filter(None, (step.when,)), *step.then)):
        if not isinstance(phrase.value, e.ExpectUnreadable) or not phrase.value.agrees(refusal.broken):
            yield Failure(phrase.place, f"the position as given is {_refusal_text(refusal)}")


def _failures(scenario: Scenario, play: PlayContext, position: Any) -> tuple[Failure, ...]:
    """What came out otherwise in the first step in which anything did."""
    stopped = _first_failure(scenario, play, position)
    return stopped.failures if stopped else ()


@dataclass(frozen=True, slots=True)
class Stopped:
    """The first step of a scenario in which something came out otherwise, and what its action did."""

    play: PlayContext
    step: ScenarioStep
    turn: ActionEffect
    failures: tuple[Failure, ...]


def first_failure(whole: Scenario, edition: str) -> Stopped | None:
    """Where a scenario that can be played in an edition fails, if it does."""
    game, scenario = reference_of(whole.setting.game), _only(whole, edition)
    play = PlayContext(game, notation_of(scenario.setting.game), rules_of(scenario, edition))
    return _first_failure(scenario, play, _position_given(scenario, play))


def _first_failure(scenario: Scenario, play: PlayContext, position: Any) -> Stopped | None:
    for step in scenario.steps:
        turn = _turn(step, play, position)
        failures = tuple(_differences(step, play, turn))
        if failures:
            return Stopped(play, step, turn, failures)
        position = turn.after
    return None


def _turn(step: ScenarioStep, play: PlayContext, position: Any) -> ActionEffect:
    if step.when is None:
        return ActionEffect(position, position, None, "")
    sent = step.when.value
    data = play.data(sent.action, position)
    try:
        after = play.game.apply(position, data, play.rules, by=sent.by)
    except Refused as refusal:
        return ActionEffect(position, position, refusal, step.when.text, data)
    return ActionEffect(position, after, None, step.when.text, data)


def _differences(step: ScenarioStep, play: PlayContext, turn: ActionEffect) -> Iterator[Failure]:
    refusals = [phrase for phrase in step.then if isinstance(phrase.value, e.ExpectsRefusal)]
    own = [phrase for phrase in step.then if isinstance(phrase.value, e.GameExpectation)]
    if turn.refusal and not refusals and step.when and not any(phrase.value.refuses for phrase in own):
        yield Failure(step.when.place, _refusal_text(turn.refusal), turn.action, play.show(turn.before))
        return
    for phrase in refusals:
        yield from _refusal_difference(phrase, play, turn)
    for phrase in own:
        yield from _own_difference(phrase, play, turn)
    legal = _Legal(play, turn)
    for phrase in step.then:
        yield from legal.differences(phrase)
    yield from _fact_difference(step, play, turn)


def _refusal_difference(phrase: Phrase, play: PlayContext, turn: ActionEffect) -> Iterator[Failure]:
    expected = phrase.value
    kind = Illegal if isinstance(expected, e.ExpectRefused) else Unreadable
    if turn.refusal is None:
        boards = play.show(turn.before), play.show(turn.before), play.show(turn.after)
        came = "it applies" if turn.action else "the position can be read"
        yield Failure(phrase.place, f"expected {as_typed(phrase.text)}, but {came}", turn.action, *boards)
    elif not isinstance(turn.refusal, kind) or not expected.agrees(turn.refusal.broken):
        what = f"expected {as_typed(phrase.text)}, but it is {_refusal_text(turn.refusal)}"
        yield Failure(phrase.place, what, turn.action, play.show(turn.before))


def _own_difference(phrase: Phrase, play: PlayContext, turn: ActionEffect) -> Iterator[Failure]:
    what = phrase.value.fault(play.met(turn))
    if what:
        yield Failure(
            phrase.place, f"expected {as_typed(phrase.text)}, but {what}", turn.action, play.show(turn.before)
        )


class _Legal:
    """What is legal after a turn, listed when it is first asked for, since that is the longest work of all."""

    def __init__(self, play: PlayContext, turn: ActionEffect) -> None:
        self.play = play
        self.turn = turn

    @cached_property
    def actions(self) -> Sequence[Any]:
        actions: Sequence[Any] = self.play.game.legal(self.turn.after, self.play.rules)
        return actions

    @cached_property
    def by_key(self) -> dict[int | str, Any]:
        return _by_key(self.actions)

    def differences(self, phrase: Phrase) -> Iterator[Failure]:
        what = self._fault(phrase)
        if what:
            yield Failure(phrase.place, what, self.turn.action, self.play.show(self.turn.after))

    def _fault(self, phrase: Phrase) -> str:
        expected = phrase.value
        if isinstance(expected, e.Counted):
            number = len(self.actions)
            return (
                ""
                if number == expected.number
                else f"expected {as_typed(phrase.text)}, but there {'is' if number == 1 else 'are'} {number}"
            )
        if not isinstance(expected, e.Legal | e.NotLegal | e.Exactly):
            return ""
        named = _by_key(self.play.data(action, self.turn.after) for action in expected.actions)
        missing = [] if isinstance(expected, e.NotLegal) else [named[key] for key in named if key not in self.by_key]
        found = [f"not legal: {self.play.sentences(missing)}"] * bool(missing)
        surplus = self._surplus(expected, named)
        return " · ".join(found + [f"legal: {self.play.sentences(surplus)}"] * bool(surplus))

    def _surplus(self, expected: e.Legal | e.NotLegal | e.Exactly, named: dict[int | str, Any]) -> list[Any]:
        """Actions that are legal, and should not be."""
        match expected:
            case e.Legal():
                return []
            case e.NotLegal():
                return [named[key] for key in named if key in self.by_key]
            case e.Exactly():
                return [action for key, action in self.by_key.items() if key not in named]


def _by_key(actions: Iterable[Any]) -> dict[int | str, Any]:
    """Actions, which may be JSON of any shape, under a number or text that like ones share."""
    return {one if type(one) is int else json.dumps(one, sort_keys=True): one for one in actions}


def _fact_difference(step: ScenarioStep, play: PlayContext, turn: ActionEffect) -> Iterator[Failure]:
    said = facts(step.then)
    unchanged = [phrase for phrase in step.then if isinstance(phrase.value, e.Unchanged)]
    if not said and not unchanged:
        return
    got = play.show(turn.after)
    base = play.show(turn.before) if unchanged else got
    expected = play.notation.impose(base, [phrase.value for phrase in said if not phrase.exact])
    whole = [phrase for phrase in said if phrase.exact]
    if whole and expected == got:
        expected = play.notation.compose([phrase.value for phrase in whole])
    if expected != got:
        place = _disagreeing(play, said, got) or (said or unchanged)[0].place
        yield Failure(place, "the position is not as expected", turn.action, play.show(turn.before), expected, got)


def _disagreeing(play: PlayContext, said: Sequence[Phrase], got: Any) -> Place | None:
    """Where the first of the facts stands that is not so; facts that hold only together are not told apart."""
    try:
        wrong = (phrase.place for phrase in said if play.notation.impose(got, [phrase.value]) != got)
        return next(wrong, None)
    except play.notation.Contradiction:
        return None


def _refusal_text(refusal: Refused) -> str:
    return f"{'unreadable' if isinstance(refusal, Unreadable) else 'refused'} by {_because(refusal)}"


def _because(refusal: Refused) -> str:
    detail = f" ({refusal.detail})" if refusal.detail else ""
    return f"{', '.join(refusal.broken)}{detail}"
