"""Under pytest a file of scenarios is a collector: an item for each scenario and edition, failures with boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludex.authoring.failures import report
from ludex.authoring.linting import UNKNOWN, named_wrongly, stories_of
from ludex.judge.escape import visible
from ludex.scenario import File, Scenario, read_file, run
from ludex.scenario.stepping import editions_of


class Otherwise(Exception):  # noqa: N818 - says what is the matter
    """A scenario that does not hold, or cannot be played; its text is the report."""


class Scenarios(pytest.File):
    """A file of scenarios; one with anything in it that cannot be read gives no items, and all its errors."""

    def collect(self) -> Iterator[pytest.Item]:
        file = read_file(self._near())
        problems = [problem.show(file.path) for problem in file.problems]
        named = (finding for story in stories_of(file) for finding in named_wrongly(story))
        problems += [finding.show() for finding in named if finding.rule == UNKNOWN]
        if problems:
            raise self.CollectError(_visible_text("\n".join(problems)))
        for scenario in file.scenarios:
            yield from self._items(file, scenario)

    def _near(self) -> Path:
        """The path as a person would write it from where pytest was started."""
        try:
            return self.path.relative_to(self.config.invocation_params.dir)
        except ValueError:
            return self.path

    def _items(self, file: File, scenario: Scenario) -> Iterator[pytest.Item]:
        editions = editions_of(scenario)
        for edition in editions:
            name = scenario.name if len(editions) == 1 else f"{scenario.name}[{edition}]"
            yield ScenarioItem.from_parent(self, name=name, file=file, scenario=scenario, edition=edition)


class ScenarioItem(pytest.Item):
    """A scenario in one edition."""

    def __init__(self, *, file: File, scenario: Scenario, edition: str, **fields: Any) -> None:
        super().__init__(**fields)
        self.file = file
        self.scenario = scenario
        self.edition = edition
        self.extra_keyword_matches |= {*scenario.cites, *scenario.tags, edition}

    def runtest(self) -> None:
        only = replace(self.scenario, setting=replace(self.scenario.setting, edition=self.edition))
        results = run(only)
        if any(result.status != "pass" for result in results):
            raise Otherwise("\n".join(report(self.file, results)).rstrip())

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, Otherwise):
            return _visible_text(str(excinfo.value))
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.scenario.place.line - 1, f'scenario "{self.name}"'


def _visible_text(text: str) -> str:
    return visible(text, len(text), lines=True)
