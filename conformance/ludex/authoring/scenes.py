"""What there is to show: a position, the steps of a scenario, or a vector, as scenes with a caption and a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

import msgspec

from ludex.authoring.explain import choices_for
from ludex.judge.weigh import in_force, refusal_of
from ludex.report.drawing import Easel
from ludex.rules import Refused
from ludex.scenario import Phrase, Scenario
from ludex.scenario.stepping import PlayedStep, turns
from ludex.support import support_of, svg
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.suite import Suite
from ludex.wording import quantity

LINE_LETTERS = 80


@dataclass(frozen=True, slots=True)
class Scene:
    """One board, what is said above it and below it, and the position before it, if anything led to it."""

    caption: str
    position: Any = None
    before: Any = None
    notes: tuple[str, ...] = ()

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
    for number, turn in enumerate(turns(scenario, edition)):
        if turn.step.when is None:
            yield Scene("given", turn.before, None, (*_refusal_lines(turn.refusal), *_expectation_lines(turn)))
            continue
        if number == 0:
            yield Scene("given", turn.before)
        notes = (*_refusal_lines(turn.refusal), *_expectation_lines(turn))
        yield Scene(f"when {turn.step.when.text}", turn.after, turn.before, notes)


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
    asked = msgspec.json.decode(vector.input)
    expected = in_force(msgspec.json.decode(vector.expect), choices)
    about = (f"why    {vector.why}", f"turns on  {' '.join(vector.clauses)}", f"rules  {suite.game} {topic.edition}")
    easel = Easel(suite.game, topic.edition, choices)
    scenes = tuple(_asked_and_expected(topic.operation, asked, expected, easel))
    return SceneSeries(suite.game, f"{full_id(vector, topic.edition)} · {topic.topic}", about, scenes)


def _asked_and_expected(operation: str, asked: Mapping[str, Any], expected: Any, easel: Easel) -> Iterator[Scene]:
    before = asked.get("position")
    yield Scene("asked", before, None, () if before is not None else (_json(asked),))
    caption = f"{operation}: {easel.action(asked['action'])}" if "action" in asked else operation
    caption += f", by {asked['by']}" if "by" in asked else ""
    after = expected.get("position") if isinstance(expected, Mapping) else None
    if after is not None:
        yield Scene(caption, after, before)
        return
    yield Scene(caption, None, None, tuple(_answer(expected, easel)))


def _answer(expected: Any, easel: Easel) -> Iterator[str]:
    kind = refusal_of(expected)
    if kind:
        yield f"{kind}: {', '.join(expected[kind].get('broken', ()))}"
    elif isinstance(expected, Mapping) and isinstance(expected.get("actions"), list):
        yield quantity(len(expected["actions"]), "legal action")
        yield from (f"  {easel.action(action)}" for action in expected["actions"])
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


def in_svg(plays: Sequence[SceneSeries]) -> str:
    """All scenes as one SVG document, one below another."""
    parts = [part for play in plays for part in _sketches(play)]
    described = "\n".join(line for play in plays for line in in_text(play))
    return svg.document(svg.below(parts), "; ".join(play.title for play in plays), described)


def _sketches(play: SceneSeries) -> Iterator[Any]:
    if play.about:
        yield svg.lines(_wrap([play.title, *play.about]))
    for scene in play.scenes:
        yield from _sketches_of(play.game, scene)


def _sketches_of(game: str, scene: Scene) -> Iterator[Any]:
    if scene.caption:
        yield svg.lines(_wrap([scene.caption]))
    if scene.position is not None:
        yield support_of(game).sketch_of(scene.position, scene.marks(game))
    if scene.notes:
        yield svg.lines(_wrap(scene.notes))


def _wrap(said: Iterable[str]) -> str:
    """Lines no longer than a picture is wide; what goes on is indented."""
    return "\n".join(part for line in said for part in wrap(line, LINE_LETTERS, subsequent_indent="  ") or [""])


def in_html(plays: Sequence[SceneSeries]) -> str:
    """All scenes as one page that stands by itself: nothing in it runs, and nothing is fetched."""
    title = svg.text_of("; ".join(play.title for play in plays))
    body = "\n".join(line for play in plays for line in _html_of(play))
    style = "body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em}pre{white-space:pre-wrap}"
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n<title>{title}</title>\n'
        f"<style>{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _html_of(play: SceneSeries) -> Iterator[str]:
    yield f"<h1>{svg.text_of(play.title)}</h1>"
    if play.about:
        yield f"<pre>{svg.text_of(chr(10).join(play.about))}</pre>"
    for scene in play.scenes:
        if scene.caption:
            yield f"<h2>{svg.text_of(scene.caption)}</h2>"
        if scene.position is not None:
            board = support_of(play.game).sketch_of(scene.position, scene.marks(play.game))
            yield svg.document(board, scene.caption or play.title)
        if scene.notes:
            yield f"<pre>{svg.text_of(chr(10).join(scene.notes))}</pre>"
