"""The board at the cursor: the position that a scenario has come to there, as a picture."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol.types import Position

from ludex.authoring.scenes import SceneSeries, in_svg, of_scenario
from ludex.editor.document import OpenText
from ludex.scenario import Scenario
from ludex.scenario.runner import rules_of
from ludex.scenario.stepping import editions_of


@dataclass(frozen=True, slots=True)
class BoardPreview:
    """A picture, with what led to it; without one, why there is none."""

    title: str = ""
    svg: str = ""
    message: str = ""


def preview(document: OpenText, position: Position) -> BoardPreview:
    """The board after the last action above the cursor, or at it; before the first one, the board as given."""
    line = document.shown.line_at(document.shown.offset_of(position))
    scenario = document.scenario_at(line)
    if scenario is None:
        block = document.read.block_at(line)
        problems = [one for one in document.read.problems() if block.line <= one.line <= block.last]
        return BoardPreview(message=problems[0].show(document.path) if problems else "no scenario here")
    return _board(scenario, line)


def _board(scenario: Scenario, line: int) -> BoardPreview:
    edition = editions_of(scenario)[-1]
    rules_of(scenario, edition)
    series = of_scenario(scenario, edition)
    done = sum(step.when is not None and step.when.place.line <= line for step in scenario.steps)
    scene = series.scenes[min(done, len(series.scenes) - 1)]
    title = f"{scenario.name} · {scene.caption}"
    return BoardPreview(title, in_svg([SceneSeries(series.game, title, (), (scene,))]))
