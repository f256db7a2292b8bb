"""Makes the core of a game's vectors: a few that kill every mutant that all of them kill; and tells what each file
of vectors has that no other has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path

import msgspec

from ludex import where
from ludex.crew import Crew
from ludex.fault import Fault
from ludex.generate.files import write
from ludex.mutation.campaign import MutantResult, Trials, with_trials
from ludex.mutation.choosing import MOST_SHARE, fill, halves, share_found, witnesses_of
from ludex.mutation.core import NAME, Core, TopicShare, core_of, killers_of, read_core
from ludex.mutation.engines.kept import read_strangers
from ludex.mutation.history import History, read_history
from ludex.mutation.listing import listing_of
from ludex.mutation.loading import load
from ludex.mutation.questions import Probe
from ludex.mutation.running import Plan, Ready, ready, results_of
from ludex.mutation.slips import vectors_by_cell
from ludex.mutation.trial import KILLED, UNKNOWN, Asking, Original, TrialOutcome, confine, outcome_of, try_mutant
from ludex.outlet import be_writable
from ludex.vectors.format import full_id
from ludex.vectors.suite import Suite
from ludex.wording import quantity, share

AGAIN = "`ludex generate --core` chooses anew"
VECTORS_A_MUTANT = 120  # of the vectors that killed some mutant, how many each mutant meets
SECONDS_ELSEWHERE = 4.0  # seconds of the processor in which another topic is looked for that kills the same mutant
Note = Callable[[str], None]


def make_core(suite: Suite, crew: Crew, history: Path | None, note: Note) -> Core:
    """Run a whole campaign, let the vectors that killed meet every mutant, and choose among them, the best first."""
    game = suite.game
    be_writable(path_of(game), "the core")  # which is said before any work
    plan = Plan(crew)
    prepared = ready(game, plan)
    kept = read_history(history).get(game) if history else None
    learned = History(kept, killers_of(game))
    results = results_of(prepared, plan, learned, note)
    killed = [one for one in results if one.found.outcome == KILLED and one.found.vector]
    able = core_of(game) | {one.found.vector for one in killed if one.found.vector}
    kills = _kills(prepared, killed, able, crew)
    vectors = cover(kills)
    return _with_others(Core(game, _size(suite), vectors, _own(prepared, killed, kills, crew)), suite)


def renew_core(suite: Suite) -> Core:
    """The core that is there, for the vectors of today, without a campaign: of what it knows what is still there stays,
    and what others know is added."""
    game, before = suite.game, read_core(suite.game)
    if before is None:
        raise Fault(f"{game} has no core yet", "Leave --again out: the first one needs a campaign.")
    there, counts, clauses = known_ids(suite), _counts(suite), _decided_by_one(suite)
    vectors = {vector: mutants for vector, mutants in before.vectors.items() if vector in there}
    own = {topic: before.topics.get(topic, TopicShare(0, (), ())) for topic in sorted(counts)}
    topics = {
        topic: TopicShare(counts[topic], before_it.mutants, tuple(clauses.get(topic, ())))
        for topic, before_it in own.items()
    }
    return _with_others(Core(game, _size(suite), vectors, topics), suite)


def _with_others(core: Core, suite: Suite) -> Core:
    """A core with what mutants of other engines, clauses and the matrix of slips want of it, as far as it may grow."""
    there = known_ids(suite)
    room = int(MOST_SHARE * core.of) - len(core.vectors)
    wanted = [*_strangers(core.game, there), *_wanted_by_rules(suite)]
    return msgspec.structs.replace(core, besides=fill(core.vectors, wanted, room))


@lru_cache(maxsize=1)  # whoever makes a core holds halves against it, too
def _wanted_by_rules(suite: Suite) -> tuple[Mapping[str, frozenset[str]], ...]:
    """What clauses want of the vectors, and what the matrix of slips does."""
    return witnesses_of(suite), vectors_by_cell(suite)


def _strangers(game: str, there: frozenset[str]) -> list[dict[str, frozenset[str]]]:
    """For each other engine its mutants, with the vectors that told of them and are still there."""
    kept = read_strangers(game)
    every = [{f"{engine} {name}": ids & there for name, ids in kept.kills(engine).items()} for engine in kept.engines]
    return [{name: ids for name, ids in kills.items() if ids} for kills in every]


def held_out(core: Core, suite: Suite) -> Iterator[str]:
    """How much of what all vectors find a core finds that was chosen without it: a half of an engine's mutants, and all
    of them."""
    there, room = known_ids(suite), int(MOST_SHARE * core.of) - len(core.vectors)
    for kills in _strangers(core.game, there):
        engine = next(iter(kills)).partition(" ")[0]
        seen, unseen = halves(kills)
        for known, asked, what in ((seen, unseen, "chosen by the other half"), ({}, kills, "chosen without any")):
            chosen = {*core.vectors, *fill(core.vectors, [known, *_wanted_by_rules(suite)], room)}
            found, of = share_found(chosen, asked)
            of_them = f"{found} of {quantity(of, 'mutant')} of {engine} ({share(found / of)})"
            yield f"  held out: {of_them}, {what} of its mutants"


def known_ids(suite: Suite) -> frozenset[str]:
    """The full ids of all vectors: those that are stored, and the sides that are made of them."""
    names = (name for edition in suite.editions for name in (*suite.names_of(edition), *suite.sides_of(edition)))
    topics = map(suite.topic, names)
    return frozenset(full_id(vector, topic.edition) for topic in topics for vector in topic.vectors)


def _size(suite: Suite) -> int:
    return sum(len(topic.vectors) for edition in suite.editions for topic in suite.topics(edition))


def _kills(
    prepared: Ready, killed: Sequence[MutantResult], able: frozenset[str], crew: Crew
) -> dict[str, frozenset[str]]:
    """The vectors that kill each mutant.

    A mutant meets only able vectors, and of these only the first so many: vectors that turn on its clause come first.
    """
    first = {result.mutant.hash: result.found.vector for result in killed if result.found.vector}
    work = with_trials(partial(_killing, able), prepared.order, prepared.mutants)
    return {name: frozenset(kills or ()) | {first[name]} for name, kills in crew.each(first, work)}


def _killing(able: frozenset[str], trials: Trials, name: str) -> list[str]:
    """Which of the able vectors kill a mutant, of the likeliest."""
    confine()
    mutant = trials.mutants[name]
    asking = islice((one for one in trials.order.of(mutant) if one[0].id in able), VECTORS_A_MUTANT)
    engine, original = load(mutant.game, mutant.tree()), Original(mutant.game)
    return [q.id for q, usual in asking if outcome_of(q, usual or UNKNOWN, engine, original) == KILLED]


def cover(kills: Mapping[str, frozenset[str]]) -> dict[str, tuple[str, ...]]:
    """A few vectors that together kill every mutant, each with the mutants it is chosen for. None can be spared."""
    left = {mutant: vectors for mutant, vectors in kills.items() if vectors}
    core = _without_idle(_most_first(left), left.values())
    chosen: dict[str, list[str]] = {}
    for mutant in sorted(left):
        chosen.setdefault(next(vector for vector in core if vector in left[mutant]), []).append(mutant)
    return {vector: tuple(mutants) for vector, mutants in sorted(chosen.items())}


def _most_first(left: Mapping[str, frozenset[str]]) -> Iterator[str]:
    """The vector that kills most mutants, then the one that kills most of the rest, and so on."""
    while left:
        counts = Counter(vector for vectors in left.values() for vector in vectors)
        best = min(counts, key=lambda vector: (-counts[vector], vector))
        yield best
        left = {mutant: vectors for mutant, vectors in left.items() if best not in vectors}


def _without_idle(chosen: Iterable[str], kills: Collection[frozenset[str]]) -> list[str]:
    """The chosen vectors; one goes if the others kill all of its mutants."""
    core = list(chosen)
    for vector in core[:]:
        rest = {other for other in core if other != vector}
        if not any(rest.isdisjoint(vectors) for vectors in kills):
            core.remove(vector)
    return core


# What a topic has of its own


def _own(
    prepared: Ready, killed: Sequence[MutantResult], kills: Mapping[str, frozenset[str]], crew: Crew
) -> dict[str, TopicShare]:
    alone = _killed_by_one(prepared, killed, kills, _topics(prepared.questions), crew)
    clauses = _decided_by_one(prepared.suite)
    counts = _counts(prepared.suite)
    return {
        topic: TopicShare(counts[topic], tuple(sorted(alone.get(topic, ()))), tuple(clauses.get(topic, ())))
        for topic in sorted(counts)
    }


def _topics(questions: Iterable[Probe]) -> dict[str, str]:
    return {question.id: question.topic.topic for question in questions}


def _killed_by_one(
    prepared: Ready,
    killed: Sequence[MutantResult],
    kills: Mapping[str, frozenset[str]],
    topics: Mapping[str, str],
    crew: Crew,
) -> dict[str, list[str]]:
    """For a topic, the mutants that no vector of another was found to kill: whoever seems so meets the others, too."""
    seem = {}
    for result in killed:
        named = {topics[vector] for vector in kills.get(result.mutant.hash, ()) if vector in topics}
        if len(named) == 1:
            seem[result.mutant.hash] = named.pop()
    alone: dict[str, list[str]] = {}
    work = with_trials(_elsewhere, prepared.order, prepared.mutants)
    for (name, topic), found in crew.each(seem.items(), work):
        if found is not None and found.outcome != KILLED:
            alone.setdefault(topic, []).append(name)
    return alone


def _elsewhere(trials: Trials, piece: tuple[str, str]) -> TrialOutcome:
    """What the vectors of other topics make of a mutant."""
    confine()
    name, topic = piece
    mutant = trials.mutants[name]
    return try_mutant(mutant, _others(trials.order.of(mutant), topic), SECONDS_ELSEWHERE)


def _others(asking: Iterable[Asking], topic: str) -> Iterator[Asking]:
    return (one for one in asking if one[0].topic.topic != topic)


def _decided_by_one(suite: Suite) -> dict[str, list[str]]:
    """For a topic, the clauses by which no vector of another decides."""
    found: dict[str, set[str]] = {}
    for edition in suite.editions:
        for topic in suite.topics(edition):
            for clause in {clause for vector in topic.vectors for clause in vector.clauses}:
                found.setdefault(clause, set()).add(topic.topic)
    alone: dict[str, list[str]] = {}
    for clause, topics in sorted(found.items()):
        if len(topics) == 1:
            alone.setdefault(next(iter(topics)), []).append(clause)
    return alone


def _counts(suite: Suite) -> dict[str, int]:
    counts: dict[str, int] = {}
    for edition in suite.editions:
        for topic in suite.topics(edition):
            counts[topic.topic] = counts.get(topic.topic, 0) + len(topic.vectors)
    return counts


def faults_of(core: Core, suite: Suite) -> Iterator[str]:
    """What is wrong with a core.

    A vector of it may be gone. A topic may be new to it. A topic may have nothing of its own, and no reason to stay.
    """
    counts = _counts(suite)
    gone = sorted(core.ids - known_ids(suite))
    yield from (f"{vector} is no vector any more; {AGAIN}" for vector in gone)
    listing = listing_of(core.game)
    bare = {topic for topic, own in core.topics.items() if not own.mutants and not own.clauses}
    for topic in sorted(counts.keys() ^ core.topics.keys()):
        yield f"the topic {topic} is {'not known to the core' if topic in counts else 'no more'}; {AGAIN}"
    for topic in sorted(bare & counts.keys()):
        if not listing.why_stays(topic):
            yield f"{topic} kills and decides nothing alone; say why it stays: [[stays]] in power.toml"
    for entry in listing.stays:
        if not any(fnmatchcase(topic, entry.topic) for topic in bare):
            yield f"[[stays]] speaks of {entry.topic}, and no such topic is without anything of its own"


def path_of(game: str) -> Path:
    """Where the core of a game is kept."""
    return where.vectors_of(game) / NAME


def lay_down(core: Core) -> Path:
    """Write the core beside the game's vectors."""
    path = path_of(core.game)
    write(path, msgspec.json.format(msgspec.json.encode(core), indent=1) + b"\n")
    return path


def table(core: Core) -> Iterator[str]:
    """The core in a line, what the columns mean, and a line for each topic."""
    part = len(core.ids) / core.of
    yield f"{core.game}: a core of {len(core.ids)} of {core.of} vectors ({part:.2%}) kills {core.kills} mutants"
    yield f"  {len(core.vectors)} for these, {len(core.besides)} more for clauses and for mutants of other engines"
    yield "  mutants: how many it alone was found to kill, of those that the vectors kill"
    yield f"  {'topic':32} {'vectors':>8} {'mutants':>8}  clauses that nothing else decides, or why it stays"
    listing = listing_of(core.game)
    for topic, own in core.topics.items():
        told = " ".join(own.clauses) or ("" if own.mutants else listing.why_stays(topic))
        yield f"  {topic:32} {own.vectors:8} {len(own.mutants) or '-':>8}  {told}"
