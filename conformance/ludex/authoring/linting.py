"""What is wrong with scenarios that can be read: clauses that are none, reasons left out, stories told twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field

from ludex.notation import Place
from ludex.notation.expectations import clauses_in
from ludex.rulebook import Rulebook, rulebook, with_rulebooks
from ludex.rulebook.unknown import suggestion
from ludex.rules import recording
from ludex.scenario import File, Phrase, Scenario, run
from ludex.scenario.stepping import given_position

CLEAN, FOUND, UNREADABLE = 0, 1, 2
TEXT = "text"  # the role of clauses that no code decides
UNKNOWN = "unknown-clause"
GRAVE = ("unreadable", "unplayable")


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One thing that is wrong: where it stands (line and column count from 1), what it is, and what to do."""

    file: str
    line: int
    column: int
    rule: str = field(compare=False)
    message: str = field(compare=False)
    remedy: str = field(compare=False)

    def show(self) -> str:
        """The finding for a person: where, what, and below it the remedy."""
        return f"{self.file}:{self.line}:{self.column}: {self.message}  [{self.rule}]\n    {self.remedy}"


@dataclass(frozen=True, slots=True)
class Story:
    """A scenario in its file; an outline is one story with a scenario for each row of its table."""

    file: str
    scenarios: tuple[Scenario, ...]

    @property
    def first(self) -> Scenario:
        return self.scenarios[0]

    @property
    def name(self) -> str:
        return self.first.outline or self.first.name

    def finding(self, rule: str, message: str, remedy: str, place: Place | None = None) -> Finding:
        """A finding at a place, or where the story begins."""
        place = place or self.first.place
        return Finding(place.file or self.file, place.line, place.column, rule, message, remedy)


def lint(files: Sequence[File], count: Callable[[int, int], None] = lambda *_: None) -> list[Finding]:
    """Every finding in these files, by place; ``count`` is called for each story with how many there are."""
    stories = [story for file in files for story in stories_of(file)]
    found = [finding for file in files for finding in _unreadable(file)]
    for number, story in enumerate(stories, start=1):
        found += [finding for rule in RULES for finding in rule(story)]
        count(number, len(stories))
    found += [*_same(stories, "duplicate-name", _names), *_same(stories, "duplicate", _contents)]
    return sorted(dict.fromkeys(found), key=lambda one: (one.file, one.line, one.column, one.rule, one.message))


def status(found: Sequence[Finding]) -> int:
    """0 where nothing is wrong, 1 where something is, 2 where something could not even be read or played."""
    return UNREADABLE if any(one.rule in GRAVE for one in found) else FOUND if found else CLEAN


def as_json(found: Sequence[Finding]) -> str:
    """The findings as a JSON list of objects: file, line, column, rule, message, remedy."""
    return json.dumps([asdict(one) for one in found], indent=1, ensure_ascii=False)


def stories_of(file: File) -> list[Story]:
    """The scenarios of a file, the rows of an outline together."""
    together: dict[tuple[str, int], list[Scenario]] = {}
    for scenario in file.scenarios:
        together.setdefault((scenario.place.file or file.path, scenario.place.line), []).append(scenario)
    return [Story(where, tuple(scenarios)) for (where, _), scenarios in together.items()]


def _unreadable(file: File) -> Iterator[Finding]:
    for problem in file.problems:
        hint = _sentence(problem.hint) or "`ludex run` shows the line."
        path = problem.file or file.path
        yield Finding(path, problem.line, problem.column, "unreadable", f"expected {problem.expected}", hint)


def _sentence(hint: str) -> str:
    """A suggestion as a sentence of its own; nothing for none."""
    return hint[:1].upper() + hint[1:] + ("" if not hint or hint.endswith(("?", ".")) else ".")


# The rules, each about one story


def _without_why(story: Story) -> Iterator[Finding]:
    if not story.first.why:
        remedy = "Say in one sentence why it is so:  why    ..."
        yield story.finding("missing-why", f'"{story.name}" does not say why', remedy)


def _without_cites(story: Story) -> Iterator[Finding]:
    if not story.first.cites:
        remedy = "Name the clauses that it shows:  cites  ABC-DEF-1"
        yield story.finding("missing-cites", f'"{story.name}" cites no clause', remedy)


def named_wrongly(story: Story) -> Iterator[Finding]:
    """The clauses that a story names and its rulebook does not have, or has withdrawn."""
    book = rulebook(story.first.setting.game)
    for clause, place in _clauses_named(story) if book else ():
        if clause not in book:
            remedy = suggestion(clause, {name: rulebook(name) for name in with_rulebooks()}, story.first.setting.game)
            yield story.finding(UNKNOWN, f"{clause} is no clause of the rulebook", remedy, place)
        elif book[clause].withdrawn:
            remedy = f"{book[clause].sentence}  Cite the clause that rules now."
            yield story.finding("withdrawn-clause", f"{clause} is withdrawn", remedy, place)


def _clauses_named(story: Story) -> Iterator[tuple[str, Place]]:
    """The clauses that a story cites or expects to be broken, with their places."""
    for scenario in story.scenarios:
        yield from zip(scenario.cites, scenario.cites_at, strict=True)
        for phrase in (phrase for step in scenario.steps for phrase in step.then):
            yield from ((clause, _within(phrase, clause)) for clause in clauses_in(phrase.value))


def _within(phrase: Phrase, clause: str) -> Place:
    return phrase.place.further(max(0, phrase.text.find(clause)))


def _findings_of_play(story: Story) -> Iterator[Finding]:
    """What playing shows: that it cannot be played, that it fails, or that it never comes to a clause it cites."""
    with recording(keep_steps=False) as trace:
        results = [result for scenario in story.scenarios for result in run(scenario)]
    for result in results:
        if result.error:
            hint = _sentence(result.error.hint) or "`ludex run` shows more."
            place = Place(result.error.line, result.error.column, result.error.text)
            yield story.finding("unplayable", f"expected {result.error.expected}", hint, place)
    for result in results:
        if result.failures:
            message = f'"{result.scenario.name}" fails in edition {result.edition}: {result.failures[0].what}'
            yield story.finding("fails", message, "`ludex run` shows how.", result.failures[0].place)
    if all(result.status == "pass" for result in results):
        yield from _idle(story, trace.clauses)


def _idle(story: Story, reached: set[str]) -> Iterator[Finding]:
    book: Rulebook = rulebook(story.first.setting.game)
    cited = [pair for one in story.scenarios for pair in zip(one.cites, one.cites_at, strict=True)]
    for clause, place in dict(reversed(cited)).items():  # of a clause that several rows cite, the first place
        if clause not in reached and clause in book and book[clause].role != TEXT and not book[clause].withdrawn:
            message = f'"{story.name}" cites {clause}, and nothing in it ever asks that clause'
            remedy = f"Cite what it shows, or let it come to {clause} ({book[clause].title})."
            yield story.finding("idle-cite", message, remedy, place)


RULES: tuple[Callable[[Story], Iterable[Finding]], ...] = (
    _without_why,
    _without_cites,
    named_wrongly,
    _findings_of_play,
)


# Stories told twice

Keyed = Iterator[tuple[Hashable, Scenario]]


def _names(story: Story) -> Keyed:
    yield (story.first.setting.game, " ".join(story.name.lower().split())), story.first


def _contents(story: Story) -> Keyed:
    for scenario in story.scenarios:
        setting = scenario.setting
        under = tuple(sorted((choice.entry, choice.reading) for choice in scenario.under))
        yield (setting.game, setting.edition, under, _position(scenario), _actions_or_expectations(scenario)), scenario


def _actions_or_expectations(scenario: Scenario) -> Hashable:
    """The actions of a scenario; one without any asks by what it expects."""
    actions = tuple(repr(step.when.value) for step in scenario.steps if step.when)
    return actions or frozenset(repr(phrase.value) for step in scenario.steps for phrase in step.then)


def _position(scenario: Scenario) -> str:
    return json.dumps(given_position(scenario), sort_keys=True, default=repr)


SAID = {
    "duplicate-name": ("has the name of", "Give each scenario a name of its own."),
    "duplicate": ("asks the same as", "Tell it once, with all that is expected in one place."),
}


def _same(stories: Sequence[Story], rule: str, keys: Callable[[Story], Keyed]) -> Iterator[Finding]:
    first: dict[Hashable, tuple[Story, Scenario]] = {}
    what, remedy = SAID[rule]
    for story in stories:
        for key, scenario in keys(story):
            earlier, other = first.setdefault(key, (story, scenario))
            if other is not scenario:
                place = _row(other)
                where = f'"{other.name}" in {place.file or earlier.file}:{place.line}'
                yield story.finding(rule, f'"{scenario.name}" {what} {where}', remedy, _row(scenario))


def _row(scenario: Scenario) -> Place:
    """Where a scenario is told apart from all others: where it begins, or its row in a table."""
    return scenario.place.row or scenario.place
