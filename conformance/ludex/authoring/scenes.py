"""What there is to show: a position, the steps of a scenario, or a vector, as scenes with a caption and a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from ludex.authoring.explain import choices_for
from ludex.judge.weigh import in_force, refusal_of
from ludex.report.drawing import MOST_DIFFERENCES_SAID, Easel
from ludex.rules import Refused
from ludex.scenario import Failure, Phrase, Scenario
from ludex.scenario.runner import run
from ludex.scenario.stepping import PlayedStep, rules_for, turns
from ludex.support import support_of, svg
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.suite import Suite
from ludex.wording import first, quantity

if TYPE_CHECKING:
    from ludex.notation.reading import Place
    from ludex.report.pencil import Pencil

LINE_LETTERS = 80
LEAST_LEGEND_PIXELS = 400


@dataclass(frozen=True, slots=True)
class Scene:
    """One board, what is said above it and below it, and the position before it, if anything led to it.

    `wrong` says what is expected there and not so; the arrows are those of the action that leads away from here.
    """

    caption: str
    position: Any = None
    before: Any = None
    notes: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    arrows: tuple[svg.Arrow, ...] = ()

    def marks(self, game: str) -> Any:
        """The marks of what changed, in the words of the game's pictures; None where nothing did."""
        return None if self.before is None else support_of(game).picture.changed(self.before, self.position)


@dataclass(frozen=True, slots=True)
class SceneSeries:
    """Scenes that belong together, in their order, and what is said of the whole."""

    game: str
    title: str
    about: tuple[str, ...]
    scenes: tuple[Scene, ...]


def of_position(game: str, position: Any) -> SceneSeries:
    """A single position."""
    line = support_of(game).picture.position_line(position)
    return SceneSeries(game, line, (), (Scene("", position),))


def of_scenario(scenario: Scenario, edition: str) -> SceneSeries:
    """Each step of a scenario as its rules have it."""
    about = [f"why    {scenario.why}"] if scenario.why else []
    about += [f"cites  {' '.join(scenario.cites)}"] if scenario.cites else []
    about += [f"under  {choice.entry} = {choice.reading}" for choice in scenario.under]
    about.append(f"rules  {scenario.setting.game} {edition}")
    return SceneSeries(scenario.setting.game, scenario.name, tuple(about), tuple(_steps(scenario, edition)))


def _steps(scenario: Scenario, edition: str) -> Iterator[Scene]:
    wrong = _false_expectations(scenario, edition)
    played = list(turns(scenario, edition))
    ahead = [_arrows_of(scenario, edition, turn) for turn in played] + [()]
    for number, turn in enumerate(played):
        places = {phrase.place for phrase in (*filter(None, [turn.step.when]), *turn.then)}
        false = tuple(text for place, text in wrong if place in places)
        notes = (*_refusal_lines(turn.refusal), *_expectation_lines(turn))
        if turn.step.when is None:
            yield Scene("given", turn.before, None, notes, false, ahead[number + 1])
            continue
        if number == 0:
            yield Scene("given", turn.before, arrows=ahead[0])
        yield Scene(f"when {turn.step.when.text}", turn.after, turn.before, notes, false, ahead[number + 1])


def _false_expectations(scenario: Scenario, edition: str) -> list[tuple[Place, str]]:
    """What a scenario expects that does not come out, each with its place."""
    played = (result for result in run(scenario) if result.edition == edition)
    failures = [failure for result in played for failure in result.failures]
    return [(one.place, _what_is_not_so(one, scenario.setting.game)) for one in failures]


def _what_is_not_so(failure: Failure, game: str) -> str:
    """A failure in a sentence, with the first differences of positions that differ."""
    if failure.before is None or failure.expected is None:
        return failure.what
    lines = support_of(game).picture.differences(failure.expected, failure.got)
    told = "; ".join(first(lines, MOST_DIFFERENCES_SAID, "difference"))
    return f"{failure.what}: {told}" if told else failure.what


def _arrows_of(scenario: Scenario, edition: str, turn: PlayedStep) -> tuple[svg.Arrow, ...]:
    """Where the action of a step leads; nothing for a position that nobody can read."""
    if turn.data is None or turn.state is None:
        return ()
    picture = support_of(scenario.setting.game).picture
    return tuple(picture.arrows(turn.data, rules_for(scenario, edition), turn.before))


def _expectation_lines(turn: PlayedStep) -> Iterator[str]:
    if turn.then:
        yield f"then {', '.join(map(_phrase_text, turn.then))}"


def _phrase_text(phrase: Phrase) -> str:
    return " ".join(phrase.text.split())


def _refusal_lines(refusal: Refused | None) -> Iterator[str]:
    if refusal is not None:
        detail = f" ({refusal.detail})" if refusal.detail else ""
        yield f"{type(refusal).__name__.lower()}: {', '.join(refusal.broken)}{detail}"


def of_vector(suite: Suite, topic: Topic, vector: Vector) -> SceneSeries:
    """The position that a vector asks about, the action, and what is expected."""
    choices = choices_for(suite, vector, topic.edition)
    asked, expected = msgspec.json.decode(vector.input), msgspec.json.decode(vector.expect)
    about = (f"why    {vector.why}", f"turns on  {' '.join(vector.clauses)}", f"rules  {suite.game} {topic.edition}")
    scenes = of_question(Easel(suite.game, topic.edition, choices), topic.operation, asked, expected)
    return SceneSeries(suite.game, f"{full_id(vector, topic.edition)} · {topic.topic}", about, scenes)


def of_question(easel: Easel, operation: str, asked: Mapping[str, Any], expected: Any) -> tuple[Scene, Scene]:
    """What is asked, and what is right under the readings of the easel: its position, or words for it."""
    expected = in_force(expected, easel.choices)
    question = easel.question(operation, asked)
    before = question.before
    notes = tuple(easel.fields_in_words(question)) if before is not None else (_json(asked),)
    caption = f"{operation}: {easel.action(asked['action'])}" if "action" in asked else operation
    caption += f", by {asked['by']}" if "by" in asked else ""
    after = expected.get("position") if isinstance(expected, Mapping) else None
    arrows = easel.question_arrows(question)
    if after is not None:
        return Scene("asked", before, None, notes, arrows=arrows), Scene(caption, after, before)
    told = tuple(_answer(operation, expected, easel))
    if led := easel.answer_arrows(question, expected):
        return Scene("asked", before, None, notes, arrows=arrows), Scene(caption, before, None, told, arrows=led)
    return Scene("asked", before, None, notes, arrows=arrows), Scene(caption, None, None, told)


def _answer(operation: str, expected: Any, easel: Easel) -> Iterator[str]:
    kind = refusal_of(expected)
    if kind:
        yield f"{kind}: {', '.join(expected[kind].get('broken', ()))}"
    elif isinstance(expected, Mapping) and isinstance(expected.get("actions"), list):
        yield quantity(len(expected["actions"]), "legal action")
        yield from (f"  {easel.action(action)}" for action in expected["actions"])
    elif isinstance(expected, Mapping) and expected and all(isinstance(one, list) for one in expected.values()):
        for name, items in expected.items():
            yield f"{name}: {', '.join(easel.item(operation, name, one) for one in items) or 'none'}"
    else:
        yield _json(expected)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def in_text(play: SceneSeries) -> Iterator[str]:
    """The scenes for a terminal."""
    picture = support_of(play.game).picture
    yield play.title
    yield from (f"  {line}" for line in play.about)
    for scene in play.scenes:
        yield ""
        if scene.caption:
            yield scene.caption
        if scene.position is not None:
            yield from picture.board(scene.position, scene.marks(play.game)).split("\n")
        yield from scene.notes
        yield from (f"NOT SO: {line}" for line in scene.wrong)


def in_svg(plays: Sequence[SceneSeries]) -> str:
    """All scenes as one SVG document, one below another, and a legend of all."""
    whole = svg.below([part for play in plays for part in _sketches(play)])
    described = "\n".join(line for play in plays for line in in_text(play))
    if whole.legend:
        whole = svg.below([whole, svg.legend_sketch(whole, max(whole.width, LEAST_LEGEND_PIXELS))])
    return svg.document(whole, "; ".join(play.title for play in plays), described)


def _sketches(play: SceneSeries) -> Iterator[svg.Sketch]:
    if play.about:
        yield svg.lines(_wrap([play.title, *play.about]))
    for scene in play.scenes:
        yield from _sketches_of(play.game, scene)


def _sketches_of(game: str, scene: Scene) -> Iterator[svg.Sketch]:
    if scene.caption:
        yield svg.lines(_wrap([scene.caption]))
    if scene.position is not None:
        drawn = support_of(game).sketch_of(scene.position, scene.marks(game), scene.arrows)
        yield replace(svg.with_words(drawn, legend=False), legend=drawn.legend)
    notes = [*scene.notes, *(f"NOT SO: {line}" for line in scene.wrong)]
    if notes:
        yield svg.lines(_wrap(notes))


def _wrap(said: Iterable[str]) -> str:
    """Lines no longer than a picture is wide; what goes on is indented."""
    return "\n".join(part for line in said for part in wrap(line, LINE_LETTERS, subsequent_indent="  ") or [""])


class StepShown(NamedTuple):
    """A scene as a page shows it."""

    caption: str
    board: object
    said: tuple[str, ...]
    notes: tuple[str, ...]
    wrong: tuple[str, ...]


class PlayShown(NamedTuple):
    """Scenes that belong together, as a page shows them, with a legend of what they draw."""

    title: str
    about: tuple[str, ...]
    steps: tuple[StepShown, ...]
    legend: tuple[object, ...]


def in_html(plays: Sequence[SceneSeries]) -> str:
    """All scenes as one page that stands by itself: nothing in it runs, and nothing is fetched."""
    from ludex.report.pagemaking import page
    from ludex.report.pencil import Pencil

    pencil = Pencil()
    shown = [play_shown(play, pencil) for play in plays]
    title = "; ".join(play.title for play in plays)
    return "\n".join(page("show.html", pencil, title=title, plays=shown)) + "\n"


def play_shown(play: SceneSeries, pencil: Pencil) -> PlayShown:
    """Scenes for a page, drawn with its pencil."""
    steps: list[StepShown] = []
    legend: dict[svg.LegendLine, None] = {}
    for scene in play.scenes:
        board, said = None, tuple[str, ...]()
        if scene.position is not None:
            sketch = support_of(play.game).sketch_of(scene.position, scene.marks(play.game), scene.arrows)
            board, said = pencil.board(sketch, scene.caption or play.title), sketch.said
            legend.update(dict.fromkeys(sketch.legend))
        steps.append(StepShown(scene.caption, board, said, scene.notes, scene.wrong))
    return PlayShown(play.title, play.about, tuple(steps), tuple(pencil.samples(legend)))
