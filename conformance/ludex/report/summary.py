"""What there is to tell of a run: by whom and by what it was judged, what it comes to, what explains the failures,
and one failure in full. The formats lay this out, each as its reader needs it.
"""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from glob import escape
from itertools import chain
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from ludex.judge.escape import visible
from ludex.judge.likeness import EDITION, RulesShown
from ludex.judge.score import ScorePart, part_in_words
from ludex.judge.settings import Setting
from ludex.judge.verdict import BAD, FLAKY, NOT_OFFERED, NOT_RUN, SKIPPED, UNSUPPORTED, VERDICTS, Judgement
from ludex.protocol.messages import REFERENCE, Identity
from ludex.report.drawing import MOST_LETTERS_OF_AN_ANSWER, Easel, headline_of
from ludex.report.ranking import Ranking, named_clauses
from ludex.report.results import Imaging, Result, Results
from ludex.rulebook import Clause, rulebook
from ludex.runner.run import Repeats
from ludex.vectors.format import Topic, Vector, full_id
from ludex.vectors.images import Asked, image_found, split_symmetry
from ludex.vectors.parts import LEGAL, WHOLE, written_part
from ludex.vectors.selection import clause_group
from ludex.vectors.sides import side_of
from ludex.vectors.suite import Suite, TopicName
from ludex.wording import first, quantity

NO_CHECK = (
    "This is no independent check: the engine under test is the Ludex reference itself, which also made the vectors."
)
NO_COMPARISON = (
    "This is no independent check: both engines are the Ludex reference itself, which also made the vectors."
)
OF_THE_TWO = {  # by whether the one under test is the reference, and the other
    (True, True): NO_COMPARISON,
    (True, False): "Of the two engines, the one under test is the Ludex reference, which also made the vectors.",
    (False, True): "Of the two engines, the other one is the Ludex reference, which also made the vectors.",
    (False, False): "",
}
# A report is read by people: what it tells at most of each kind.
MOST_CAUSES = 8
MOST_REASONS = 12
MOST_FALLS = 50
WIDE_COLUMNS = 100  # of a report that nobody reads in a terminal
MORE_STALE = ("that matches nothing", "that match nothing")
PERFT = "perft"
REPLAY = "replay"  # the kind of topics whose vectors are whole games
_MOST_CLAUSES = 5
_MOST_STALE = 20
_MOST_IDS = 6
_MOST_LETTERS_OF_AN_ID = 200  # which a file of expected failures may hold


class Tally(Struct, frozen=True):
    """How many vectors came to each verdict under one setting; what is declared unfinished is counted apart."""

    setting: Setting
    counts: dict[str, int]
    unfinished: dict[str, int]


class GroupTally(Struct, frozen=True):
    """How many vectors came to each verdict in one clause group; a vector counts in each group of its clauses."""

    group: str
    title: str
    counts: dict[str, int]
    only_replays: bool = False

    @property
    def bad(self) -> bool:
        return bool(BAD & self.counts.keys())

    @property
    def told(self) -> str:
        """Its title, and that of its vectors only replays fail: these touch many clauses, and say little of each."""
        return f"{self.title} (only replays fail)" if self.only_replays else self.title


class Suspect(Struct, frozen=True):
    """A clause that may explain failures: `bad` of the `judged` vectors that turn on it fail."""

    id: str
    clause: Clause | None
    bad: int
    judged: int
    suspicion: float


class Lead(Struct, frozen=True):
    """A reading or an edition that the engine shows, under one setting or summed up over several, by their labels."""

    shown: RulesShown
    labels: tuple[str, ...]

    @property
    def name(self) -> str:
        """`dead-blocks=yes`, or an edition: as results name what an answer is like."""
        return self.shown.shown if self.shown.reading == EDITION else f"{self.shown.reading}={self.shown.shown}"


def reference(results: Results) -> str:
    """Who is the Ludex reference itself, where an engine or both are: what a run proves hangs on it."""
    one, other = (engine is not None and engine.name == REFERENCE for engine in (results.engine, results.against))
    if results.against_command:
        return OF_THE_TWO[one, other]
    return NO_CHECK if one else ""


def engine_name(engine: Identity | None) -> str:
    return f"{engine.name} {engine.version}".strip() if engine else "no hello"


def facts(results: Results) -> Iterator[tuple[str, str]]:
    """Name and value of whatever identifies a run."""
    engine = results.engine
    yield "Ludex", results.ludex
    yield "game", results.suite.game
    yield "vectors", results.suite.version
    yield "manifest", results.suite.manifest
    yield from (("table", told) for told in [table_of(results)] if told)
    yield "engine", engine_name(engine)
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
    yield from (("promises", promised) for promised in [", ".join(results.promises)] if promised)
    yield from ((f"lists by {name}", ", ".join(map(str, values)) or "none") for name, values in results.lists.items())
    yield from (("plays", part_in_words(plays)) for plays in [results.score.plays] if isinstance(plays, ScorePart))
    yield from (("reads", part_in_words(reads)) for reads in [results.score.reads] if isinstance(reads, ScorePart))
    if results.against:
        yield "against", engine_name(results.against)
    if results.expected:
        yield "expected failures", f"{results.expected.entries} in {results.expected.file}"
    if results.anonymous:
        yield "anonymous", "yes"
    if isinstance(results.images, Imaging):
        yield "images by", ", ".join(results.images.symmetries) or "none: the game names no symmetries"
        yield from ((f"without an image: {why}", str(count)) for why, count in results.images.without.items())


def table_of(results: Results) -> str:
    """The table of somebody's own that was judged by: its edition, the hash of what it says, the file, its gaps."""
    table = results.suite.table
    if table is None:
        return ""
    lacks = [f"cuts {quantity(len(table.short), 'topic')} short: {', '.join(sorted(table.short))}"] * bool(table.short)
    lacks += [f"leaves out {quantity(len(table.left_out), 'scenario')} of the rulebook"] * bool(table.left_out)
    gaps = f"; what it lacks {' and '.join(lacks)}" if lacks else ""
    return f"{table.edition} ({table.sha256[:12]}) of {table.path}{gaps}"


def not_for(results: Results) -> str:
    """What the engine is not for, by its hello; nothing where it is for everything."""
    promised = [", ".join(results.promises)] if results.promises else []
    parts = [f"{name} {', '.join(map(str, values)) or 'none'}" for name, values in results.lists.items()]
    return "; ".join(promised + ([f"lists {' and '.join(parts)} only"] if parts else []))


def seconds(results: Results) -> float:
    return max(0.0, results.times.ended - results.times.started)


def began(results: Results) -> str:
    """When the run started, in UTC."""
    try:
        return datetime.fromtimestamp(results.times.started, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    except (OverflowError, OSError, ValueError):  # a file may hold any number
        return "1970-01-01T00:00:00"


def tally(verdicts: Iterable[str]) -> dict[str, int]:
    """Verdict -> how many, in the order of the verdicts, without those that did not occur."""
    counts = Counter(verdicts)
    return {verdict: counts[verdict] for verdict in VERDICTS if counts[verdict]}


def by_setting(results: Results) -> list[Tally]:
    verdicts: dict[tuple[int, bool], list[str]] = {}
    for result in results.results:
        verdicts.setdefault((result.setting, result.unfinished), []).append(result.verdict)
    return [
        Tally(setting, *(tally(verdicts.get((number, unfinished), ())) for unfinished in (False, True)))
        for number, setting in enumerate(results.settings)
    ]


def by_group(results: Results) -> list[GroupTally]:
    """A group is called by the section of the rulebook in which its first clause stands."""
    titles: dict[str, str] = {}
    for clause in rulebook(results.suite.game).values():
        titles.setdefault(clause.group, clause.section or clause.title)
    kinds: dict[str, set[str]] = {}
    for one in failing(results):
        for group in {*map(clause_group, one.clauses)}:
            kinds.setdefault(group, set()).add(one.kind)
    return [
        GroupTally(group, titles.get(group, ""), counts, kinds.get(group) == {REPLAY})
        for group, counts in results.groups.items()
    ]


def occurring(counts: Iterable[Mapping[str, int]]) -> list[str]:
    """The verdicts that occur in any of these, in their order: the columns of a table."""
    found = {verdict for one in counts for verdict in one}
    return [verdict for verdict in VERDICTS if verdict in found]


def group_columns(results: Results) -> list[str]:
    """The verdicts of the groups, and those by which the run fails, whatever group they are of."""
    bad = Counter(one.verdict for one in failing(results))
    return occurring([*results.groups.values(), bad]) if results.groups else []


def suspects(results: Results) -> list[Suspect]:
    """Clauses by how well they explain the failures, best first."""
    book, bad = rulebook(results.suite.game), failing(results)
    found = []
    for clause, votes in Ranking(results, bad).votes(bad).items():
        passed, failed = results.clauses.get(clause, (0, 0))
        found.append(Suspect(clause, book.get(clause), failed, passed + failed, votes / len(bad)))
    return found


def leads(results: Results) -> list[Lead]:
    """The readings and editions that the engine shows, each once, in how many settings it may be; one failure of many
    vectors that were not run shows none."""
    if is_of_one_failure(results):
        return []
    found: dict[tuple[str, str, str], list[RulesShown]] = {}
    for one in results.shown:
        found.setdefault((one.reading, one.declared, one.shown), []).append(one)
    return [Lead(_sum_of(same), tuple(results.settings[one.setting].label for one in same)) for same in found.values()]


def _sum_of(same: Sequence[RulesShown]) -> RulesShown:
    """What is shown under several settings, together."""
    return replace(
        same[0],
        explains=sum(one.explains for one in same),
        failing=sum(one.failing for one in same),
        contradicted=sum(one.contradicted for one in same),
        unexplained=sum(one.unexplained for one in same),
        mixed=any(one.mixed for one in same),
        like=tuple(dict.fromkeys(chain.from_iterable(one.like for one in same))),
        unlike=tuple(dict.fromkeys(chain.from_iterable(one.unlike for one in same))),
    )


def shown_rule(lead: Lead) -> str:
    """The reading or the edition that an engine follows instead of the one that it was judged by."""
    shown, (label, *others) = lead.shown, lead.labels
    name = "" if shown.reading == EDITION else f"{shown.reading}="
    under = f"{label} and {quantity(len(others), 'other set of rules', 'other sets of rules')}" if others else label
    explains = f"that explains {shown.explains:,} of {quantity(shown.failing, 'failure')}"
    return f"{under}: judged by {name}{shown.declared}, it plays {name}{shown.shown}; {explains}"


def against_lead(shown: RulesShown) -> str:
    """What the vectors say against a reading that is not mixed with the one in force."""
    if not shown.unexplained:
        return "no vector speaks against it"
    return f"{quantity(shown.unexplained, 'more failure', 'more failures')} where it matters would stay wrong under it"


def some(ids: Sequence[str]) -> str:
    return ", ".join(ids[:_MOST_IDS]) + (", …" if len(ids) > _MOST_IDS else "")


def reasons(results: Results) -> Counter[tuple[str, str]]:
    """Why vectors were not judged: verdict and message, each pair once with a count."""
    idle = (UNSUPPORTED, NOT_OFFERED, SKIPPED, NOT_RUN)
    return Counter((result.verdict, result.message) for result in results.results if result.verdict in idle)


def imageless(results: Results) -> list[str]:
    """Why vectors have no image, the most frequent reason first."""
    without = results.images.without if isinstance(results.images, Imaging) else {}
    return [f"none: {count:,} — {why}" for why, count in _most_first(without)]


def repeating_text(results: Results) -> str:
    """How often the failures were asked again, in a sentence, and how many of them passed then."""
    if not isinstance(results.repeats, Repeats):
        return ""
    repeats = results.repeats
    if not repeats.vectors:
        return "No vector failed that could be asked again."
    flaky = sum(result.verdict == FLAKY for result in results.results)
    told = f"{quantity(repeats.vectors, 'failing vector')} asked again {quantity(repeats.times, 'time')}"
    return f"{told}: {flaky:,} flaky, for what passes in one run and fails in another is no pass."


def failing(results: Results) -> list[Result]:
    """What counts against the run: not what is declared unfinished."""
    return [result for result in results.results if result.verdict in BAD and not result.unfinished]


def is_of_one_failure(results: Results) -> bool:
    """Whether a run ended at its first wrong answer: what failures have in common it cannot tell."""
    found = failing(results)
    return len(found) == 1 and not found[0].fell and bool(results.score.counts.get(NOT_RUN))


def _most_first(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))


def verdict_of(one: Result | Judgement) -> str:
    """`fail`, or `error (crash)`."""
    return f"{one.verdict} ({one.cause})" if one.cause else one.verdict


def fallen(results: Results) -> list[str]:
    """The vectors that brought the engine down, and how."""
    return [f"{result.id} ({result.cause or result.verdict})" for result in results.results if result.fell]


def restarts(results: Results) -> str:
    many = results.times.restarts
    return f"The engine was restarted {quantity(many, 'time')}." if many else ""


def notes(results: Results) -> list[str]:
    return [f"note: {note}" for note in (*results.notes, *results.times.remarks)]


def stale(results: Results) -> list[str]:
    """Entries of the file of expected failures that match nothing, and why."""
    found = results.expected.stale if results.expected else ()
    return [f"matches nothing: {visible(one.id, _MOST_LETTERS_OF_AN_ID)} ({one.why})" for one in found]


def remarks(results: Results) -> Iterator[str]:
    """What else is to be said of a run, a line each: notes, rules that the engine shows, entries that match nothing."""
    yield from notes(results)
    yield from filter(None, [restarts(results), _fallen_at_once(results), repeating_text(results)])
    yield from map(shown_at_once, leads(results))
    yield from first([f"expected failure that {one}" for one in stale(results)], _MOST_STALE, *MORE_STALE)


def _fallen_at_once(results: Results) -> str:
    down = fallen(results)
    if not down:
        return ""
    more = f", and {len(down) - MOST_FALLS:,} more" if len(down) > MOST_FALLS else ""
    return f"{quantity(len(down), 'vector')} brought the engine down: {', '.join(down[:MOST_FALLS])}{more}"


def shown_at_once(lead: Lead) -> str:
    told, shown = shown_rule(lead), lead.shown
    if not shown.mixed:
        return f"{told}, and {against_lead(shown)}"
    passing = quantity(shown.contradicted, "vector passes", "vectors pass")
    return f"MIXED, {told}, and {passing} that would then be wrong: {' '.join(shown.unlike[:_MOST_IDS])}"


class Index:
    """Finds the vector of a result, reading as few files as it can, and ranks its clauses."""

    def __init__(self, suite: Suite, results: Results | None = None) -> None:
        self.suite = suite
        self._lists = results.lists if results else WHOLE
        self._suspicion = {one.id: one.suspicion for one in suspects(results)} if results else {}
        self._book = rulebook(suite.game)
        self._vectors, self._names = cache(self._read), cache(self._names_of)

    def find(self, wanted: str, topic: str = "") -> tuple[Topic, Vector] | None:
        """The vector of a full id, or the image, with its topic; it is looked for in the topic of this name first."""
        stem, name = split_symmetry(wanted)
        edition = stem.partition("@")[2].partition("+")[0]
        for there in sorted(self._names(edition, bool(side_of(wanted))), key=lambda one: one.topic != topic):
            if found := self._vectors(there).get(stem):
                return image_found(found, name)
        return None

    def _names_of(self, edition: str, with_sides: bool) -> tuple[TopicName, ...]:
        return (*self.suite.names_of(edition), *(self.suite.sides_of(edition) if with_sides else ()))

    def _read(self, name: TopicName) -> dict[str, tuple[Topic, Vector]]:
        topic = self.suite.topic(name)
        return {full_id(vector, topic.edition): (topic, self._as_asked(vector, topic)) for vector in topic.vectors}

    def _as_asked(self, vector: Vector, topic: Topic) -> Vector:
        """The vector with as much of a list as the engine was judged by."""
        if not self._lists or topic.operation != LEGAL:
            return vector
        return replace(vector, expect=Raw(written_part(bytes(vector.expect), self._lists, topic.game)))

    def size(self, result: Result) -> int:
        """The length of the question; 0 where the vector is not here."""
        found = self.find(result.id, result.topic)
        return len(bytes(found[1].input)) if found else 0

    def about(self, result: Result, clauses: Iterable[str], ahead: Sequence[str] = ()) -> list[str]:
        """The clauses that a failure is about, best first: those that the engine gives as its reasons, too."""
        named = named_clauses(result.message, self._book)
        return self.rank(dict.fromkeys([*clauses, *named]), [*ahead, *named])

    def rank(self, clauses: Iterable[str], ahead: Sequence[str] = ()) -> list[str]:
        """Clauses by how well they explain the failures of the run, best first, but some ahead of all others."""
        return sorted(clauses, key=lambda clause: (clause not in ahead, -self._suspicion.get(clause, 0.0), clause))


def tell_failure(result: Result, results: Results, index: Index) -> Iterator[str]:
    """One failure in lines: why, the clauses' sentences, boards, and the command that runs it again."""
    setting, game = results.settings[result.setting], results.suite.game
    found = index.find(result.id, result.topic)
    yield from explain_failure(
        found, index.about(result, result.clauses), setting, game, result.got, result.want, result.contradicts
    )
    yield ""
    yield f"again: {rerun(results, result)}"
    if told := next_step(results, result, found):
        yield f"next:  {told}"


def explain_failure(
    found: tuple[Topic, Asked] | None,
    clauses: Sequence[str],
    setting: Setting,
    game: str,
    got: bytes | str,
    want: bytes | str = "",
    blamed: Sequence[str] = (),
) -> Iterator[str]:
    """What is known of one failure: why there is this vector, the clauses' sentences, and boards.

    `want` is what another engine answered, where two are compared; `blamed` are the clauses that it speaks against.
    """
    if found is not None:
        yield f"why: {found[1].why}"
    yield from sentences(clauses, game, _MOST_CLAUSES, " ".join(clauses[_MOST_CLAUSES:]))
    if found is not None:
        yield from boards(found, setting, got, want, blamed=blamed)
    elif got:
        yield f"got: {visible(got, MOST_LETTERS_OF_AN_ANSWER)}"


def in_words(result: Result, results: Results, index: Index) -> str:
    """A failure in a sentence: by the game's own picture of it, or as the judge says it."""
    found = index.find(result.id, result.topic)
    if found is None or not result.got:
        return result.message
    topic, vector = found
    easel = easel_of(results.settings[result.setting], topic.game)
    expected = whole(result.want) if result.want else msgspec.json.decode(vector.expect)
    panels = easel.panels(topic.operation, msgspec.json.decode(vector.input), expected, result.got)
    return headline_of(list(panels)) or result.message


def sentences(clauses: Sequence[str], game: str, many: int, rest: str) -> Iterator[str]:
    """The first clauses in a line each, and where the rest are to be found."""
    book = rulebook(game)
    for name in clauses[:many]:
        clause = book.get(name)
        yield f"{name} ({clause.level}): {clause.sentence}" if clause else f"{name}: not in the rulebook"
    if len(clauses) > many:
        yield f"(and {quantity(len(clauses) - many, 'more clause')}: {rest})"


def boards(
    found: tuple[Topic, Asked],
    setting: Setting,
    got: bytes | str,
    want: bytes | str = "",
    columns: int = WIDE_COLUMNS,
    blamed: Sequence[str] = (),
) -> Iterator[str]:
    """The board before, the action, what was to come and what came, each after an empty line."""
    topic, vector = found
    easel = easel_of(setting, topic.game, columns)
    expected = whole(want) if want else msgspec.json.decode(vector.expect)
    for block in easel.failure(topic.operation, msgspec.json.decode(vector.input), expected, got, blamed):
        yield ""
        yield from (line.rstrip() for line in block.splitlines())


def easel_of(setting: Setting, game: str, columns: int = WIDE_COLUMNS) -> Easel:
    """What draws for a game under one setting, in so many columns."""
    return _easel(game, setting.edition, tuple(setting.choices.items()), columns)


@lru_cache
def _easel(game: str, edition: str, choices: tuple[tuple[str, str], ...], columns: int) -> Easel:
    return Easel(game, edition, dict(choices), columns)


def whole(want: bytes | str) -> Any:
    try:
        return msgspec.json.decode(want)
    except msgspec.DecodeError:  # it was too long to be kept whole
        return {}


def rerun(results: Results, result: Result) -> str:
    """The command that runs just this result's vector again, as it was run."""
    setting, against, table = results.settings[result.setting], results.against_command, results.suite.table
    path = table.path if table else ""
    more = ["--vectors", results.suite.folder] if results.suite.folder else []
    return again(result.id, results.suite.game, setting, results.command, results.anonymous, against, path, more)


def next_step(results: Results, result: Result, found: tuple[Topic, Asked] | None) -> str:
    """The command that tells more of a failure than running it again does: a wrong count is divided."""
    counted = found is not None and found[0].operation == PERFT and '"nodes"' in result.got
    if not counted or results.command[:1] == ("--connect",):
        return ""
    words = ["ludex", "divide", result.id, "--game", results.suite.game]
    for entry, choice in results.settings[result.setting].flipped.items():
        words += ["--reading", f"{entry}={choice}"]
    return visible(shlex.join([*words, "--", *results.command]))


def again(
    wanted: str,
    game: str,
    setting: Setting,
    command: Sequence[str],
    anonymous: bool = False,
    against: Sequence[str] = (),
    table: str = "",
    more: Sequence[str] = (),
) -> str:
    """The command that runs just this vector again, under the same readings, by the same table, with more options."""
    words = ["ludex", "check", "--game", game, "--edition", setting.edition]
    words += ["--table", f"{game}={table}"] if table else []
    for entry, choice in setting.flipped.items():
        words += ["--reading", f"{entry}={choice}"]
    words += [*more, *(["--anonymous"] if anonymous else [])]
    words += ["--select", escape(wanted)]
    words += ["--against", shlex.join(against)] if against else []
    words += command if command and command[0] == "--connect" else ["--", *command]
    return visible(shlex.join(words))
