"""Scenarios that are being read, and what is wrong with one as a whole once each of its lines could be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ludex.notation import NotReadable, Place
from ludex.notation import expectations as e
from ludex.notation.reading import as_typed
from ludex.scenario.values import Choice, GameLine, Phrase, Scenario, ScenarioStep
from ludex.seam import GAMES, Notation, notation_of, package_of, reference_of


@cache
def editions(game: str) -> tuple[str, ...]:
    """The editions of a game's rules; none for a game that has no reference."""
    register = _register(game)
    return tuple(register.editions) if register else ()


@cache
def example_of_a_choice(game: str) -> str:
    """A reading of a game's rules, and a choice for it other than the usual one."""
    register = _register(game)
    open_points = [entry for entry in (register.entries if register else ()) if len(entry.readings) > 1]
    for entry in open_points:
        return f"{entry.id} = {next(one for one in entry.readings if one != entry.default)}"
    return "reading = choice"


def _register(game: str) -> Any:
    return reference_of(game).REGISTER if package_of(GAMES, game) else None


@dataclass
class DraftStep:
    """A step that is being read; ``place`` is that of its ``when``, None for a ``then`` before the first one."""

    place: Place | None
    when: Phrase | None = None
    then: list[Phrase] = field(default_factory=list)
    exact: dict[str | None, Place] = field(default_factory=dict)


@dataclass
class Background:
    """What every scenario below it begins with."""

    place: Place | None = None
    under: list[Choice] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    given: list[Phrase] = field(default_factory=list)
    spoilt: bool = False


@dataclass
class ScenarioDraft:
    """A scenario that is being read."""

    name: str
    place: Place
    setting: GameLine
    background: Background = field(default_factory=Background)
    outline: str | None = None
    why: list[str] = field(default_factory=list)
    cites: list[str] = field(default_factory=list)
    cites_at: list[Place] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    under: list[Choice] = field(default_factory=list)
    given: list[Phrase] | None = None
    given_place: Place | None = None
    steps: list[DraftStep] = field(default_factory=list)
    spoilt: bool = False

    @property
    def is_background(self) -> bool:
        return not self.name

    @property
    def all_given(self) -> list[Phrase]:
        """What the background gives, and then what the scenario gives."""
        return [*self.background.given, *(self.given or ())]

    @property
    def all_under(self) -> list[Choice]:
        """The readings of the background, except where the scenario chooses otherwise, and those of the scenario."""
        own = {choice.entry for choice in self.under}
        return [*(choice for choice in self.background.under if choice.entry not in own), *self.under]

    def scenario(self) -> Scenario:
        steps = tuple(ScenarioStep(step.when, tuple(step.then)) for step in self.steps)
        fixed = tuple(self.cites), tuple(self.all_under), tuple(self.all_given)
        tags = tuple(dict.fromkeys([*self.background.tags, *self.tags]))
        head = self.name, self.place, self.setting, " ".join(self.why)
        return Scenario(*head, *fixed, steps, tags, self.outline, cites_at=tuple(self.cites_at))


def facts(said: Sequence[Phrase]) -> list[Phrase]:
    """Those of some expectations that are facts about the position."""
    return [phrase for phrase in said if not isinstance(phrase.value, e.Expectation | e.GameExpectation)]


def faults(draft: ScenarioDraft) -> Iterator[NotReadable]:
    """What is wrong with a scenario as a whole, unless a line of it could not be read."""
    if draft.spoilt or draft.background.spoilt:
        return
    if draft.is_background:
        return
    if draft.given is None and not draft.background.given:
        yield draft.place.problem(f"a {as_typed('given')} in the scenario")
        return
    for step in draft.steps:
        if step.place and not step.when:
            yield step.place.problem(f"an action after {as_typed('when')}")
        for edition, place in step.exact.items():
            if not any(phrase.exact and phrase.edition == edition for phrase in facts(step.then)):
                yield place.problem(f"the whole position after {as_typed('exactly')}")
                return
    if not draft.steps or not draft.steps[-1].then:
        yield draft.place.problem(f"a {as_typed('then')} with a sentence at the end of the scenario")
    else:
        yield from _silent(draft, draft.steps[-1].then)
    yield from _contradictions(draft)


def _silent(draft: ScenarioDraft, last: list[Phrase]) -> Iterator[NotReadable]:
    """Editions in which a scenario is played, and for which its last ``then`` says nothing."""
    said = {phrase.edition for phrase in last}
    if None in said or draft.setting.edition:
        return
    for edition in editions(draft.setting.game):
        if edition not in said:
            yield last[-1].place.problem(f"a {as_typed(f'then in {edition}')}, too, or one for all editions")


def _contradictions(draft: ScenarioDraft) -> Iterator[NotReadable]:
    game = notation_of(draft.setting.game)
    otherwise = draft.given_place or draft.background.place or draft.place
    yield from _clash(draft.all_given, otherwise, game, game.compose)
    for step in draft.steps:
        for edition in {phrase.edition: None for phrase in step.then}:
            yield from _contradictions_of(draft, step, edition, game)


def _contradictions_of(
    draft: ScenarioDraft, step: DraftStep, edition: str | None, game: Notation
) -> Iterator[NotReadable]:
    said = [phrase for phrase in facts(step.then) if phrase.edition in (None, edition)]
    exact = [phrase for phrase in said if phrase.exact]
    partial = [phrase for phrase in said if not phrase.exact]
    if partial:
        yield from _clash(partial, draft.place, game, lambda some: game.impose(game.BLANK, some))
    if exact:
        place = step.exact.get(edition) or step.exact.get(None) or draft.place
        yield from _clash(exact, place, game, game.compose)


def _clash(
    said: list[Phrase], otherwise: Place, game: Notation, put: Callable[[list[Any]], object]
) -> Iterator[NotReadable]:
    try:
        put([phrase.value for phrase in said])
    except game.Contradiction as error:
        place = said[error.fact].place if error.fact >= 0 else otherwise
        yield place.problem(error.what)
