"""What the reports have in common: who was judged by what, tallies, and one failure told in full."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec

from ludex.judge.escape import visible
from ludex.judge.likeness import EDITION, RulesShown
from ludex.judge.settings import Setting
from ludex.judge.verdict import BAD, VERDICTS
from ludex.report.drawing import Easel
from ludex.report.results import Imaging, Result, Results
from ludex.report.terminal import FALLS, fallen, glob_of, reference, repeated, rerun, sentence, suspects
from ludex.rulebook import rulebook
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.images import Asked, parted, seen_in
from ludex.vectors.suite import Suite
from ludex.wording import counted

MANY_CLAUSES = 5
MANY_STALE = 20


class Index:
    """Finds the vector of a result (an edition is read when its first failure is told), and ranks its clauses."""

    def __init__(self, suite: Suite, results: Results | None = None) -> None:
        self.suite = suite
        self._ranking = dict(suspects(results)) if results else {}
        self._found: dict[str, dict[str, tuple[Topic, Vector]]] = {}

    def find(self, edition: str, wanted: str) -> tuple[Topic, Vector] | None:
        if edition not in self._found:
            self._found[edition] = {
                full_id(vector, edition): (topic, vector)
                for topic in self.suite.topics(edition)
                for vector in topic.vectors
            }
        stem, name = parted(wanted)
        return seen_in(self._found[edition].get(stem), name)

    def ranked(self, clauses: Sequence[str]) -> list[str]:
        """Clauses by how well they explain the failures of the run, best first."""
        return sorted(clauses, key=lambda clause: (-self._ranking.get(clause, 0.0), clause))

    def clauses(self, edition: str, wanted: str) -> tuple[str, ...]:
        found = self.find(edition, wanted)
        return tuple(found[1].clauses) if found else ()


def facts(results: Results) -> Iterator[tuple[str, str]]:
    """Name and value of whatever identifies a run."""
    engine = results.engine
    yield "Ludex", results.ludex
    yield "game", results.suite.game
    yield "vectors", results.suite.version
    yield "manifest", results.suite.manifest
    yield "engine", f"{engine.name} {engine.version}".strip() if engine else "no hello"
    if engine and engine.language:
        yield "language", engine.language
    yield "command", shlex.join(results.command)
    for setting in results.settings:
        yield "rules", setting.label
        yield f"readings of {setting.label}", ", ".join(f"{entry}={one}" for entry, one in setting.choices.items())
    yield "independent", "yes" if results.independent else "no"
    yield from (("reference", whose) for whose in [reference(results)] if whose)
    yield "host", " · ".join(f"{name} {value}" for name, value in results.host.items())
    yield "seconds", f"{seconds(results):.1f}"
    if results.against:
        yield "against", f"{results.against.name} {results.against.version}".strip()
    if results.expected:
        yield "expected failures", f"{results.expected.entries} in {results.expected.file}"
    if results.anonymous:
        yield "anonymous", "yes"
    if isinstance(results.images, Imaging):
        yield "images by", ", ".join(results.images.symmetries) or "none: the game names no symmetries"
        yield from ((f"without an image: {why}", str(count)) for why, count in results.images.without.items())


def seconds(results: Results) -> float:
    return max(0.0, results.times.ended - results.times.started)


def began(results: Results) -> str:
    """When the run started, in UTC."""
    try:
        return datetime.fromtimestamp(results.times.started, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    except (OverflowError, OSError, ValueError):  # a file may hold any number
        return "1970-01-01T00:00:00"


def tally(verdicts: Iterator[str]) -> dict[str, int]:
    """Verdict -> how many, in the order of the verdicts, without those that did not occur."""
    counts = dict.fromkeys(VERDICTS, 0)
    for verdict in verdicts:
        counts[verdict] += 1
    return {verdict: count for verdict, count in counts.items() if count}


def failing(results: Results) -> list[Result]:
    """What counts against the run: not what is declared unfinished."""
    return [result for result in results.results if result.verdict in BAD and not result.unfinished]


def remarks(results: Results) -> Iterator[str]:
    """What else is to be said of a run, a line each: notes, rules that the engine shows, entries that match nothing."""
    yield from (f"note: {note}" for note in (*results.notes, *results.times.remarks))
    if results.restarts:
        yield f"The engine was restarted {counted(results.restarts, 'time')}."
    down = fallen(results)
    if down:
        more = f", and {len(down) - FALLS:,} more" if len(down) > FALLS else ""
        yield f"{counted(len(down), 'vector')} brought the engine down: {', '.join(down[:FALLS])}{more}"
    yield from filter(None, [repeated(results)])
    yield from (_rules_shown(shown, results.settings[shown.setting]) for shown in results.shown)
    stale = results.expected.stale if results.expected else ()
    yield from (f"expected failure that matches nothing: {one.id} ({one.why})" for one in stale[:MANY_STALE])
    if len(stale) > MANY_STALE:
        yield f"… and {counted(len(stale) - MANY_STALE, 'more that matches', 'more that match')} nothing"


def _rules_shown(shown: RulesShown, setting: Setting) -> str:
    name = "" if shown.reading == EDITION else f"{shown.reading}="
    explains = f"that explains {shown.explains:,} of {counted(shown.failing, 'failure')}"
    told = f"{setting.label}: judged by {name}{shown.declared}, it plays {name}{shown.shown}; {explains}"
    if not shown.mixed:
        return f"{told}, and no vector that passes speaks against it"
    return (
        f"MIXED, {told}, and {counted(shown.contradicted, 'vector passes', 'vectors pass')} "
        f"that would then be wrong: {' '.join(shown.unlike[:6])}"
    )


def story(result: Result, results: Results, index: Index) -> Iterator[str]:
    """One failure in lines: why, the clauses' sentences, boards, and the command that runs it again."""
    setting, game = results.settings[result.setting], results.suite.game
    found = index.find(setting.edition, result.id)
    yield from told(found, index.ranked(result.clauses), setting, game, result.got, result.want)
    yield ""
    yield f"again: {rerun(results, result)}"


def told(
    found: tuple[Topic, Asked] | None,
    clauses: Sequence[str],
    setting: Setting,
    game: str,
    got: bytes | str,
    want: bytes | str = "",
) -> Iterator[str]:
    """What is known of one failure: why there is this vector, the clauses' sentences, and boards.

    `want` is what another engine answered, where two are compared.
    """
    if found is not None:
        yield f"why: {found[1].why}"
    yield from _sentences(clauses, game)
    if found is not None:
        yield from _boards(found, setting, game, got, want)
    elif got:
        yield f"got: {visible(got, 400)}"


def again(wanted: str, game: str, setting: Setting, command: Sequence[str], anonymous: bool = False) -> str:
    """The command that runs just this vector again, under the same readings."""
    words = ["ludex", "check", "--game", game, "--edition", setting.edition]
    for entry, choice in setting.flipped.items():
        words += ["--reading", f"{entry}={choice}"]
    words += ["--anonymous"] if anonymous else []
    words += ["--select", glob_of(wanted)]
    words += command if command and command[0] == "--connect" else ["--", *command]
    return visible(shlex.join(words))


def _sentences(clauses: Sequence[str], game: str) -> Iterator[str]:
    book = rulebook(game)
    yield from (sentence(clause, book) for clause in clauses[:MANY_CLAUSES])
    if len(clauses) > MANY_CLAUSES:
        yield f"(and {counted(len(clauses) - MANY_CLAUSES, 'more clause')}: {' '.join(clauses[MANY_CLAUSES:])})"


def _boards(
    found: tuple[Topic, Asked], setting: Setting, game: str, got: bytes | str, want: bytes | str
) -> Iterator[str]:
    topic, vector = found
    easel = _easel(game, setting.edition, tuple(setting.choices.items()))
    expected = _wanted(want) if want else _read(vector.expect)
    for block in easel.failure(topic.operation, _read(vector.input), expected, got):
        yield ""
        yield from (line.rstrip() for line in block.splitlines())


@lru_cache(maxsize=8)
def _easel(game: str, edition: str, choices: tuple[tuple[str, str], ...]) -> Easel:
    return Easel(game, edition, dict(choices), 100)


def _read(raw: Any) -> Any:
    return msgspec.json.decode(raw)


def _wanted(want: bytes | str) -> Any:
    try:
        return _read(want)
    except msgspec.DecodeError:  # it was too long to be kept whole
        return {}


def share(counts: Mapping[str, int], verdict: str, selected: int) -> str:
    """`1,234 (98.7 %)`, rounded down, so that 100 % is said of all alone."""
    count = counts.get(verdict, 0)
    return f"{count:,} ({count * 1000 // selected / 10:.1f} %)" if selected else f"{count:,}"
