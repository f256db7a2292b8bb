"""The report for people: who was judged by what, a table of clause groups, and the first failures as boards."""

import math
import shlex
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

from ludex.judge.escape import visible
from ludex.judge.likeness import EDITION
from ludex.judge.score import named
from ludex.judge.settings import Setting
from ludex.judge.verdict import BAD, FLAKY, NOT_OFFERED, NOT_RUN, SKIPPED, UNSUPPORTED, VERDICTS, WORDS
from ludex.protocol.messages import REFERENCE
from ludex.report.drawing import Easel
from ludex.report.results import Imaging, Result, Results
from ludex.rulebook import Clause, Rulebook, rulebook
from ludex.runner.run import Repeats
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.images import parted, seen_in
from ludex.vectors.suite import Suite
from ludex.wording import counted, summed

NO_CHECK = (
    "This is no independent check: the engine under test is the Ludex reference itself, which also made the vectors."
)
NO_COMPARISON = (
    "This is no independent check: both engines are the Ludex reference itself, which also made the vectors."
)
OF_THE_TWO = "Of the two engines, the {one} is the Ludex reference, which also made the vectors."
SENTENCES = 3
SUSPECTS = 8
SOME = 6
MANY = 12
FALLS = 50
SAID = 160


def report(results: Results, suite: Suite, show: int = 5) -> Iterator[str]:
    """The lines of the report."""
    if whose := reference(results):
        yield whose
    yield from _heading(results)
    yield from _by_setting(results)
    yield from _by_group(results)
    yield from _suspects(results)
    yield from _shown(results)
    yield from _reasons(results)
    yield from _images(results)
    yield from _repeats(results)
    yield from _expectations(results)
    yield from _failures(results, suite, show)
    yield from _remarks(results)
    yield ""
    yield f"{results.score.sentence}  Exit status {results.score.status}."


def reference(results: Results) -> str:
    """Who is the Ludex reference itself, where an engine or both are: what a run proves hangs on it."""
    first, second = (one is not None and one.name == REFERENCE for one in (results.engine, results.against))
    if not results.against_command:
        return NO_CHECK if first else ""
    if first and second:
        return NO_COMPARISON
    one = "one under test" if first else "other one"
    return OF_THE_TWO.format(one=one) if first or second else ""


def _heading(results: Results) -> Iterator[str]:
    engine = results.engine
    seconds = results.times.ended - results.times.started
    suite = results.suite
    yield f"Ludex {results.ludex} · {suite.game} · vectors {suite.version} ({suite.manifest[:12]})"
    if engine is None:
        yield f"engine: {visible(shlex.join(results.command), 200)} (no hello)"
    else:
        language = f" ({engine.language})" if engine.language else ""
        yield f"engine: {engine.name} {engine.version}{language}".rstrip() + f" · {seconds:.1f} s"
    if results.against is not None:
        other = f"{results.against.name} {results.against.version}".rstrip()
        yield f"against: {other} (where they differ, only a vector could say who is right)"
    elif results.against_command:
        yield f"against: {visible(shlex.join(results.against_command), 200)} (no hello)"


def _by_setting(results: Results) -> Iterator[str]:
    yield ""
    counts: list[dict[str, int]] = [{} for _ in results.settings]
    apart: list[dict[str, int]] = [{} for _ in results.settings]
    for result in results.results:
        tally = (apart if result.unfinished else counts)[result.setting]
        tally[result.verdict] = tally.get(result.verdict, 0) + 1
    for setting, tally, beside in zip(results.settings, counts, apart, strict=True):
        yield f"  {setting.label}: {_tally(tally)}" + (f" · unfinished: {_tally(beside)}" if beside else "")


def _tally(tally: Mapping[str, int]) -> str:
    return named({verdict: tally.get(verdict, 0) for verdict in VERDICTS}) or "no vectors"


def _by_group(results: Results) -> Iterator[str]:
    """A vector counts in each group that one of its clauses belongs to."""
    shown = [verdict for verdict in VERDICTS if any(verdict in tally for tally in results.groups.values())]
    if not shown:
        return
    names = _group_names(results.suite.game)
    width = max(len(WORDS[verdict]) for verdict in shown) + 2
    yield ""
    yield "  clause group".ljust(42) + "".join(WORDS[verdict].rjust(width) for verdict in shown)
    for group, tally in results.groups.items():
        mark = "!" if BAD & tally.keys() else " "
        cells = "".join((f"{tally[verdict]:,}" if verdict in tally else "·").rjust(width) for verdict in shown)
        yield f"{mark} {group:<9} {names.get(group, '')[:29]:<29} {cells}"
    yield "  (a vector counts in each group of its clauses)"


def _group_names(game: str) -> dict[str, str]:
    """The section of the rulebook in which a group's first clause stands."""
    names: dict[str, str] = {}
    for clause in rulebook(game).values():
        names.setdefault(clause.group, clause.section or clause.title)
    return names


def suspicion(passed: int, bad: int, all_bad: int) -> float:
    """How well a clause explains the failures (Ochiai): 1 when all of them have it and no pass does."""
    return bad / math.sqrt(all_bad * (passed + bad)) if bad else 0.0


def suspects(results: Results) -> list[tuple[str, float]]:
    """Clauses by how well they explain the failures, best first."""
    all_bad = sum(result.verdict in BAD and not result.unfinished for result in results.results)
    scored = [(clause, suspicion(*counts, all_bad)) for clause, counts in results.clauses.items() if counts[1]]
    return sorted(scored, key=lambda one: (-one[1], one[0]))


def _suspects(results: Results) -> Iterator[str]:
    ranked = suspects(results)[:SUSPECTS]
    if not ranked:
        return
    book = rulebook(results.suite.game)
    yield ""
    yield "Clauses that best explain the failures (failing of all that turn on the clause):"
    for clause, _ in ranked:
        passed, bad = results.clauses[clause]
        title = book[clause].title if clause in book else ""
        yield f"  {clause:<11} {bad:>6,} of {passed + bad:<7,} {title}"


def _shown(results: Results) -> Iterator[str]:
    """Readings and editions that the engine follows instead of those that it was judged by."""
    if results.shown:
        yield ""
        yield "Rules that the engine shows:"
    for shown in results.shown:
        setting = results.settings[shown.setting]
        name = "" if shown.reading == EDITION else f"{shown.reading}="
        told = f"judged by {name}{shown.declared}, it plays {name}{shown.shown}"
        yield f"  {setting.label}: {told}; that explains {shown.explains:,} of {counted(shown.failing, 'failure')}"
        if shown.mixed:
            yield f"    MIXED: it plays {shown.shown} on {shown.explains:,}: {_some(shown.like)}"
            yield f"    and {shown.declared} on {shown.contradicted:,}: {_some(shown.unlike)}"
        else:
            yield "    No vector that passes speaks against it."


def _some(ids: Sequence[str]) -> str:
    return ", ".join(ids[:SOME]) + (", …" if len(ids) > SOME else "")


def _expectations(results: Results) -> Iterator[str]:
    if results.expected is None:
        return
    yield ""
    yield f"Expected failures: {results.expected.entries:,} in {visible(results.expected.file, 200)}"
    for stale in results.expected.stale[:MANY]:
        yield f"  matches nothing: {visible(stale.id, 200)} ({stale.why})"
    if len(results.expected.stale) > MANY:
        yield f"  … and {_more_match(len(results.expected.stale) - MANY)}"


def _more_match(number: int) -> str:
    return counted(number, "more that matches", "more that match") + " nothing"


def _reasons(results: Results) -> Iterator[str]:
    """Why vectors were not judged, each reason once with a count."""
    reasons: dict[tuple[str, str], int] = {}
    for result in results.results:
        if result.verdict in (UNSUPPORTED, NOT_OFFERED, SKIPPED, NOT_RUN):
            pair = (result.verdict, result.message)
            reasons[pair] = reasons.get(pair, 0) + 1
    if reasons:
        yield ""
    for number, ((verdict, message), count) in enumerate(reasons.items()):
        if number == 12:
            yield f"  … and {counted(len(reasons) - 12, 'more reason')}"
            return
        yield f"  {WORDS[verdict]}: {count:,}" + (f" — {message}" if message else "")


def _images(results: Results) -> Iterator[str]:
    """By which symmetries images were asked, and why vectors have none, each reason once with a count."""
    if isinstance(results.images, Imaging) and results.images.symmetries:
        yield ""
        yield f"Images of vectors by {', '.join(results.images.symmetries)}"
        yield from (f"  none: {count:,} — {why}" for why, count in most(results.images.without, MANY))
        if len(results.images.without) > MANY:
            yield f"  … and {counted(len(results.images.without) - MANY, 'more reason')}"


def _repeats(results: Results) -> Iterator[str]:
    """What came of asking the failures again; flaky vectors are named."""
    if said := repeated(results):
        yield ""
        yield said
    flaky = [result for result in results.results if result.verdict == FLAKY]
    yield from (f"  flaky: {result.id} · {results.settings[result.setting].label}" for result in flaky[:MANY])
    if len(flaky) > MANY:
        yield f"  … and {len(flaky) - MANY:,} more"


def repeated(results: Results) -> str:
    """How often the failures were asked again, in a sentence, and how many of them passed then."""
    if not isinstance(results.repeats, Repeats):
        return ""
    repeats = results.repeats
    if not repeats.vectors:
        return "No vector failed that could be asked again."
    flaky = sum(result.verdict == FLAKY for result in results.results)
    told = f"{counted(repeats.vectors, 'failing vector')} asked again {counted(repeats.times, 'time')}"
    return f"{told}: {flaky:,} flaky, for what passes in one run and fails in another is no pass."


def most(counts: Mapping[str, int], many: int) -> list[tuple[str, int]]:
    """The largest counts first."""
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:many]


def _failures(results: Results, suite: Suite, show: int) -> Iterator[str]:
    failing = [result for result in results.results if result.verdict in BAD and not result.unfinished]
    chosen = _varied(failing, show)
    if not chosen:
        return
    if several := list(alike(results)):
        yield ""
        yield "Failures that are alike:"
        yield from (f"  {line}" for line in several)
    yield ""
    yield f"Failures shown: {len(chosen)} of {len(failing):,}"
    ranking = dict(suspects(results))
    for number, result in enumerate(chosen, 1):
        yield ""
        yield from _failure(number, result, results, suite, ranking)


def alike(results: Results) -> Iterator[str]:
    """Failures of which all is alike that can be said of them, the most frequent first."""
    counts = Counter(_said(result) for result in results.results if result.verdict in BAD and not result.unfinished)
    several = {said: count for said, count in counts.items() if count > 1}
    yield from summed(most(several, SUSPECTS))
    if len(several) > SUSPECTS:
        yield f"… and {counted(len(several) - SUSPECTS, 'more kind')}"


def _said(result: Result) -> str:
    cause = f" ({result.cause})" if result.cause else ""
    return visible(f"{result.verdict}{cause}: {result.message}", SAID)


def fallen(results: Results) -> list[str]:
    """The vectors that brought the engine down, and how."""
    return [f"{result.id} ({result.cause or result.verdict})" for result in results.results if result.fell]


def _varied(failing: list[Result], show: int) -> list[Result]:
    """The first failures of each topic in turn, so that one broken operation does not hide the others."""
    by_topic: dict[str, list[Result]] = {}
    for result in failing:
        by_topic.setdefault(result.topic, []).append(result)
    chosen: list[Result] = []
    rounds = max(map(len, by_topic.values()), default=0)
    for place in range(min(rounds, show)):
        chosen += [results[place] for results in by_topic.values() if place < len(results)]
        if len(chosen) >= show:
            break
    return chosen[:show]


def _failure(
    number: int, result: Result, results: Results, suite: Suite, ranking: Mapping[str, float]
) -> Iterator[str]:
    setting = results.settings[result.setting]
    cause = f" ({result.cause})" if result.cause else ""
    yield f"── {number}. {result.id} · {result.verdict}{cause} · {setting.label}"
    yield f"   {result.message}"
    if result.want:
        yield "   (expected below: what the other engine answered)"
    found = find_vector(suite, setting.edition, result.id)
    if found is not None:
        topic, vector = found
        yield f"   why: {vector.why}"
        yield from (f"   {line}" for line in _sentences(vector, results.suite.game, ranking))
        easel = _easel(suite.game, setting)
        for block in easel.failure(topic.operation, _read(vector.input), _wanted(vector, result), result.got):
            yield ""
            yield from (f"   {line}".rstrip() for line in block.splitlines())
    yield ""
    yield f"   again: {rerun(results, result)}"


def _wanted(vector: Vector, result: Result) -> object:
    """What was to come: by the vector, or by the other engine where two are compared."""
    if result.want:
        try:
            return msgspec.json.decode(result.want)
        except msgspec.DecodeError:  # it was too long to be kept whole
            return {}
    return _read(vector.expect)


def _read(raw: bytes) -> object:
    return msgspec.json.decode(raw)


@lru_cache(maxsize=8)
def _easel_of(game: str, edition: str, choices: tuple[tuple[str, str], ...], width: int) -> Easel:
    return Easel(game, edition, dict(choices), width)


def _easel(game: str, setting: Setting) -> Easel:
    width = max(80, shutil.get_terminal_size((100, 24)).columns) - 3
    return _easel_of(game, setting.edition, tuple(setting.choices.items()), width)


def find_vector(suite: Suite, edition: str, wanted: str) -> tuple[Topic, Vector] | None:
    """The vector of a full id, or the image, with its topic."""
    stem, name = parted(wanted)
    for topic in suite.topics(edition):
        for vector in topic.vectors:
            if stem.startswith(vector.id) and full_id(vector, edition) == stem:
                return seen_in((topic, vector), name)
    return None


def _sentences(vector: Vector, game: str, ranking: Mapping[str, float]) -> Iterator[str]:
    """The clauses that most likely matter here: those that the vector must break, then by suspicion."""
    expected = _read(vector.expect)
    broken = expected["illegal"]["broken"] if isinstance(expected, dict) and "illegal" in expected else []
    order = sorted(vector.clauses, key=lambda clause: (clause not in broken, -ranking.get(clause, 0.0), clause))
    book = rulebook(game)
    for clause in order[:SENTENCES]:
        yield sentence(clause, book)
    if len(order) > SENTENCES:
        yield f"(and {counted(len(order) - SENTENCES, 'more clause')}: ludex explain {shlex.quote(vector.id)})"


def sentence(clause_id: str, book: Rulebook) -> str:
    """A clause in one line."""
    clause: Clause | None = book.get(clause_id)
    return f"{clause_id} ({clause.level}): {clause.sentence}" if clause else f"{clause_id}: not in the rulebook"


def rerun(results: Results, result: Result) -> str:
    """The command that runs just this vector again, under the same readings."""
    setting = results.settings[result.setting]
    words = ["ludex", "check", "--game", results.suite.game, "--edition", setting.edition]
    for entry, choice in setting.flipped.items():
        words += ["--reading", f"{entry}={choice}"]
    words += ["--anonymous"] if results.anonymous else []
    words += ["--select", glob_of(result.id)]
    words += ["--against", shlex.join(results.against_command)] if results.against_command else []
    words += results.command if results.command[:1] == ("--connect",) else ["--", *results.command]
    return visible(shlex.join(words))


def glob_of(text: str) -> str:
    """A pattern that matches just this text."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in text)


def _remarks(results: Results) -> Iterator[str]:
    times = results.times
    down = fallen(results)
    if results.notes or times.remarks or times.restarts or down:
        yield ""
    if down:
        yield f"{counted(len(down), 'vector')} brought the engine down:"
        yield from (f"  {one}" for one in down[:FALLS])
    if len(down) > FALLS:
        yield f"  … and {len(down) - FALLS:,} more"
    if times.restarts:
        yield f"The engine was restarted {counted(times.restarts, 'time')}."
    for note in [*results.notes, *times.remarks]:
        yield f"note: {note}"
    if results.stopped:
        yield ""
        yield f"The run did not end: {results.stopped}."
        if results.log:
            yield "The last of the engine's log:"
            yield from (f"  | {line}" for line in results.log.splitlines()[-12:])
