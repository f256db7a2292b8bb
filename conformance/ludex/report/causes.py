"""Failures by what they have in common, most first, so that each is told once: the one place that says what a cause is.

An error has its cause from the judge. Whatever a reading or an edition explains, which the engine follows in place of
its own, is of that cause. The rest goes to clauses, one after the other: to the clause that best explains what is left;
first what points at clauses by its answer or its message, then all that the vectors turn on.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest

from msgspec import Struct
from msgspec.structs import replace

from ludex.judge.escape import visible
from ludex.judge.verdict import ERROR, FAIL, FLAKY, UNEXPECTED_PASS
from ludex.report.beside import nearest_pass, tell_neighbour, tell_what_is_shared
from ludex.report.ranking import MOST_RANKED, Ranking
from ludex.report.results import Result, Results
from ludex.report.summary import (
    PERFT,
    REPLAY,
    Index,
    failing,
    in_words,
    is_of_one_failure,
    leads,
    next_step,
    shown_rule,
    verdict_of,
)
from ludex.report.trying import SlipShown, SlipTrial
from ludex.rulebook import Clause, rulebook
from ludex.vectors.parts import LEGAL
from ludex.vectors.sides import SIDES
from ludex.wording import quantity

TOO_KIND, TOO_STRICT = "too kind", "too strict"
WAYS = (TOO_KIND, TOO_STRICT, "")
Place = tuple[str, str]  # a way, and a clause
SAID_TOO_KIND = ("accepted, but must be refused", "the list holds what is not legal", " too many: ")
SAID_TOO_STRICT = (", but must be accepted", "the list lacks what is legal", " missing: ")
OF_LISTS = (LEGAL, PERFT)
ACTIONS = "actions: "  # how the message on a wrong list begins, whatever kind of vector asks for it
NO_CLAUSE = "no clause explains these"
OF_NO_CLAUSE = "Their vectors turn on no clause of the rulebook, and none was found that their answers speak against."
TURNING_ON_NONE = "Their vectors turn on no clause of the rulebook."
NOT_LOOKED_INTO = "Not looked into, as their answers were not kept"
OF_PLAYS = "whole lines of play, probably by the above"
SPEAKING_FOR_NONE = "what leads through many positions touches many clauses, and speaks for none by itself."
PLAYS = {PERFT: "wrong count", REPLAY: "replay"}  # the kinds of vectors that lead through many positions
FIRST = "the first failure"
OF_THE_FIRST = "The run ended here: which causes and readings explain failures, a whole run tells (no `--fail-fast`)."
MOSTLY = 0.9
RELATION, EFFECT = "relation", "effect"
FEWEST_OF_A_ROOT = 2  # causes that may come of one relation
LEAST_OF_A_ROOT = 0.7  # of the failures of each, that turn on it
FEWEST_OF_A_RELATION = 5  # failures that speak against it
FEWEST_APART, MOST_OF_ONE = 3, 2 / 3  # causes, and the share of all failures of the largest, that one slip may lead to
MOST_OF_A_MIXTURE = 1 / 3  # of the failures of a cause that it may be a part of
MOST_LETTERS_SAID = 300
MOST_CAUSES_TRIED = 5  # for which slips are looked for
MOST_MEASURED = 400  # results of a cause that are looked at for the smallest question
IN_WORDS = {
    TOO_KIND: "take for legal what is not",
    TOO_STRICT: "refuse what is legal, or leave it out of a list",
    "crash": "The engine goes down on these.",
    "exit": "The engine ends by itself before it has answered.",
    "timeout": "The engine does not answer in time.",
    "garbage": "What comes is no answer of the protocol.",
    "flood": "The engine writes more than anybody reads.",
    "closed": "The engine closes its output.",
    "memory": "The engine takes more memory than it may.",
    "cpu": "The engine takes more processor time than it may.",
    "reported": "The engine itself reports an error.",
    FLAKY: "What passes in one run and fails in another is no pass.",
    UNEXPECTED_PASS: "These are expected to fail, and pass: the file of expected failures is behind.",
}
NEXT = {
    "crash": "Run the first one alone and read the engine's log; whatever else it was to answer was asked again.",
    "timeout": "Run the first one alone: is it an endless loop, or an answer not flushed? `--timeout` gives more time.",
    "garbage": "`ludex smoke` tells what is wrong with a line.",
}


class Cause(Struct, frozen=True):
    """Failures that are likely of one cause: what it is called, what is said of it, its clause if it is one.

    `results` begin with the smallest question, which is the headline; the others are in the order of the run. `ranked`:
    the clauses that explain them best, the likeliest first; of errors those on which the questions turn. `above`: the
    larger causes of which it is probably a part. `slip`: how its answers come out of the reference, if that was found;
    `code`: what was changed there.
    """

    name: str
    words: tuple[str, ...]
    results: tuple[Result, ...]
    clause: Clause | None = None
    ranked: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    slip: str = ""
    code: str = ""


def causes(results: Results, index: Index | None = None) -> list[Cause]:
    """The failures of a run by cause, the cause of most failures first; the index finds what was asked."""
    left = failing(results)
    if is_of_one_failure(results):
        return [
            Cause(FIRST, (OF_THE_FIRST,), tuple(left), ranked=tuple(Ranking(results, left).votes(left))[:MOST_RANKED])
        ]
    found: list[Cause] = []
    for maker in (_errors, _readings, _clauses):
        for cause in maker(results, left):
            found.append(cause)
            told = {id(one) for one in cause.results}
            left = [one for one in left if id(one) not in told]
    found += _of_no_clause(left)
    found = _called_after_what_they_share(found, results)
    if index:
        found = [*_by_slips(found, SlipTrial(results, index))]
    led = [replace(cause, results=_smallest_first(cause.results, index)) for cause in _together(found)]
    return _with_plays_last(_in_order(sorted(led, key=lambda cause: -len(cause.results))))


def _of_no_clause(left: Sequence[Result]) -> Iterator[Cause]:
    """What no clause explains: it is said of what was not looked into, and counts are by themselves."""
    counted = tuple(one for one in left if one.kind == PERFT)
    others = tuple(one for one in left if one.kind != PERFT)
    dark = sum(not one.got for one in others)
    words = OF_NO_CLAUSE if dark < len(others) else TURNING_ON_NONE
    if others:
        yield Cause(NO_CLAUSE, (words, *[f"{NOT_LOOKED_INTO}: {dark:,}."] * bool(dark)), others)
    if counted:
        yield Cause(NO_CLAUSE, (TURNING_ON_NONE,), counted)


def _with_plays_last(found: list[Cause]) -> list[Cause]:
    """The causes, but those of whole lines of play alone as one, at the end, where other failures tell causes: a wrong
    count always, replays where they are few beside those."""
    most = max((len(one.results) for one in found if _is_of_answers(one)), default=0)
    folded = [one for one in found if most and _is_of_plays(one, most)]
    if not folded:
        return found
    results = sorted(chain.from_iterable(one.results for one in folded), key=lambda one: [*PLAYS].index(one.kind))
    kinds = Counter(one.kind for one in results)
    told = [f"{' and '.join(quantity(many, PLAYS[kind]) for kind, many in kinds.items())}: {SPEAKING_FOR_NONE}"]
    named = tuple(one.name for one in folded if any(result.contradicts for result in one.results))[:MOST_RANKED]
    told += [f"if it is none of the above: {', '.join(named)}"] * bool(named)
    left = [one for one in found if one not in folded]
    return [*left, Cause(OF_PLAYS, tuple(told), tuple(results), ranked=named)]


def _is_of_answers(cause: Cause) -> bool:
    """Whether a cause has wrong answers to single questions."""
    return any(one.verdict == FAIL and one.kind not in PLAYS for one in cause.results)


def _is_of_plays(cause: Cause, most: int) -> bool:
    """Whether a cause is of whole lines of play alone: of wrong counts, or few beside the most of another cause."""
    kinds = {one.kind for one in cause.results if one.verdict == FAIL}
    is_alone = all(one.verdict == FAIL for one in cause.results) and kinds <= PLAYS.keys()
    return is_alone and (kinds == {PERFT} or len(cause.results) <= MOST_OF_A_MIXTURE * most)


def _called_after_what_they_share(found: list[Cause], results: Results) -> list[Cause]:
    """The causes, the largest of them called after the effect on which the failures of all turn and fewest passes do,
    where none has most of them: one slip in what is done shows in many ways, while a check speaks for itself."""
    every = [(one, cause.name) for cause in found if cause.clause for one in cause.results]
    sizes = Counter(name for _, name in every).most_common()
    if len(sizes) < FEWEST_APART or sizes[0][1] > MOST_OF_ONE * len(every):
        return found
    failures = [one for one, _ in every]
    shared = next(iter(Ranking(results, failures).by_spectrum(failures)), "")
    clause = rulebook(results.suite.game).get(shared)
    if not clause or clause.role != EFFECT or not all(shared in one.clauses for one in failures):
        return found
    return [_led_by(clause, cause, cause.name == sizes[0][0]) if cause.clause else cause for cause in found]


def _led_by(clause: Clause, cause: Cause, is_largest: bool) -> Cause:
    """A cause that is called after a clause, or is probably a part of the one that is."""
    if not is_largest:
        return cause if cause.name == clause.id else replace(cause, above=(clause.id,))
    ranked = tuple(dict.fromkeys([clause.id, *cause.ranked]))[:MOST_RANKED]
    return replace(cause, name=clause.id, words=(clause.sentence,), clause=clause, ranked=ranked)


def _by_slips(found: Sequence[Cause], trial: SlipTrial) -> Iterator[Cause]:
    """The causes, the largest of them called by the clause for which a slip gives their answers, where there is one."""
    largest = sorted((one for one in found if one.clause), key=lambda one: -len(one.results))[:MOST_CAUSES_TRIED]
    shown = {id(one): trial.slips_shown(one.results, one.ranked) for one in largest}
    yield from (_with_name_of(cause, shown.get(id(cause), ())) for cause in found)


def _with_name_of(cause: Cause, shown: Sequence[SlipShown]) -> Cause:
    """A cause with the clauses that slips show before those that are only suspected."""
    if not shown:
        return cause
    ranked = tuple(dict.fromkeys([*(one.clause for one in shown), *cause.ranked]))[:MOST_RANKED]
    clause = shown[0].rulebook_clause
    return replace(
        cause,
        name=ranked[0],
        words=(clause.sentence,) if clause else (),
        clause=clause,
        ranked=ranked,
        slip=shown[0].words,
        code=shown[0].code,
    )


def _in_order(found: list[Cause]) -> list[Cause]:
    """The causes, the largest first, but a relation before what comes of it, and each with those that it is probably a
    part of."""
    for root in tuple(found):
        of_it = [one for one in found[: found.index(root)] if _may_be_root(root, one)]
        if len(of_it) >= FEWEST_OF_A_ROOT:
            found.remove(root)
            found.insert(found.index(of_it[0]), root)
    return [*_with_mixtures(found)]


def _may_be_root(root: Cause, of: Cause) -> bool:
    """Whether a clause is asked through a relation: its failures turn on that, and some speak against it alone."""
    if not of.clause or not root.clause or root.clause.role != RELATION or len(root.results) < FEWEST_OF_A_RELATION:
        return False
    return sum(root.name in one.clauses for one in of.results) >= LEAST_OF_A_ROOT * len(of.results)


def _with_mixtures(found: Sequence[Cause]) -> Iterator[Cause]:
    """Of each cause those above that explain it as well: a root of it, or larger ones on which all of it turns."""
    for place, cause in enumerate(found):
        most = len(cause.results) / MOST_OF_A_MIXTURE
        roots = [one.name for one in found[:place] if one.name in cause.above or _may_be_root(one, cause)]
        larger = [one.name for one in found[:place] if len(one.results) >= most]
        shared = [name for name in larger if any(name in one.clauses for one in cause.results)]
        is_mixed = cause.clause and all(any(name in one.clauses for name in shared) for one in cause.results)
        yield replace(cause, above=tuple(dict.fromkeys([*roots, *(shared if is_mixed else ())])))


def _smallest_first(of_it: tuple[Result, ...], index: Index | None) -> tuple[Result, ...]:
    """The results with the smallest question in front, of those whose answers say most."""
    sizes = {id(one): index.size(one) if index else 0 for one in of_it[:MOST_MEASURED]}
    smallest = min(of_it[:MOST_MEASURED], key=lambda one: (not one.contradicts, sizes[id(one)]))
    return (smallest, *(one for one in of_it if one is not smallest))


def _together(found: list[Cause]) -> list[Cause]:
    """Causes of one name and of the same words are one."""
    by_name: dict[tuple[str, tuple[str, ...]], list[Cause]] = {}
    for cause in found:
        by_name.setdefault((cause.name, cause.words), []).append(cause)
    return [
        replace(same[0], results=tuple(one for cause in same for one in cause.results)) for same in by_name.values()
    ]


def _errors(results: Results, left: list[Result]) -> Iterator[Cause]:
    """What is no wrong answer: crashes and the like, by how the judge names them."""
    ranking = Ranking(results, failing(results))
    by_name: dict[str, list[Result]] = {}
    for one in left:
        if one.verdict in (ERROR, FLAKY, UNEXPECTED_PASS):
            by_name.setdefault(verdict_of(one), []).append(one)
    for name, of_it in by_name.items():
        kind = of_it[0].cause if of_it[0].verdict == ERROR else of_it[0].verdict
        words = tuple(text[kind] for text in (IN_WORDS, NEXT) if kind in text)
        yield Cause(name, words, tuple(of_it), ranked=tuple(ranking.votes(of_it))[:MOST_RANKED])


def _readings(results: Results, left: list[Result]) -> Iterator[Cause]:
    """What an engine plays by in place of what it was judged by, where no vector that passes speaks against it."""
    taken: set[int] = set()
    for lead in leads(results):
        under = {
            one.setting for one in results.shown if (one.reading, one.shown) == (lead.shown.reading, lead.shown.shown)
        }
        of_it = [one for one in left if one.setting in under and lead.name in one.like and id(one) not in taken]
        if of_it and not lead.shown.mixed:
            taken |= {id(one) for one in of_it}
            yield Cause(f"plays {lead.name}", (f"{shown_rule(lead)}.",), tuple(of_it))


def _clauses(results: Results, left: list[Result]) -> Iterator[Cause]:
    """Clause by clause: the one that best explains what is left, with all that points at it; what is too kind, what is
    too strict, and the rest by themselves, as a slip mostly leans one way. What points at nothing goes with its like.
    """
    rankings = {way: Ranking(results, [one for one in left if leaning(one) == way]) for way in WAYS}
    found: dict[Place, list[Result]] = {}
    dim: list[Result] = []
    for way, ranking in rankings.items():
        dim += [one for one in ranking.failures if one.clauses and not ranking.pointed_at(one)]
        pointing = [one for one in ranking.failures if ranking.pointed_at(one)]
        found |= {(way, name): of_it for name, of_it in _greedily(ranking, pointing, ranking.pointed_at)}
    lost = _with_their_like(dim, found)
    for way, ranking in rankings.items():
        of_way = [one for one in lost if leaning(one) == way]
        told = [(name, of_it) for (other, name), of_it in found.items() if other == way]
        for name, of_it in chain(told, _greedily(ranking, of_way, lambda one: one.clauses)):
            votes = ranking.votes([one for one in of_it if leaning(one) == way])
            ranked = tuple(dict.fromkeys([name, *votes, *ranking.by_spectrum(of_it)]))
            clause = rulebook(results.suite.game).get(name)
            yield Cause(name, (clause.sentence,) if clause else (), tuple(of_it), clause, ranked[:MOST_RANKED])


def _with_their_like(dim: list[Result], found: dict[Place, list[Result]]) -> list[Result]:
    """Puts what points at nothing to a clause that is found: best to one of its own way on which it turns, or with
    others of its topic there; else to any on which it turns. Gives back what belongs nowhere."""
    topics = {place: {one.topic for one in of_it} for place, of_it in found.items()}
    sizes = {place: len(of_it) for place, of_it in found.items()}
    lost = []
    for one in dim:
        own = leaning(one)
        able = [
            (way != own, name not in one.clauses, -sizes[way, name], name, way)
            for way, name in found
            if name in one.clauses or (way == own and one.topic and one.topic in topics[way, name])
        ]
        if able:
            *_, name, way = min(able)
            found[way, name].append(one)
        else:
            lost.append(one)
    return lost


def leaning(one: Result) -> str:
    """Whether a wrong answer takes too much for legal, or too little; nothing where it is wrong in another way."""
    more, less = (any(words in one.message for words in some) for some in (SAID_TOO_KIND, SAID_TOO_STRICT))
    return TOO_KIND if more and not less else TOO_STRICT if less and not more else ""


def _greedily(
    ranking: Ranking, left: list[Result], about: Callable[[Result], tuple[str, ...]]
) -> Iterator[tuple[str, list[Result]]]:
    """The clause with most votes of what is left, with all that is about it, until nothing is left."""
    while left:
        name = next(iter(ranking.votes(left)))
        yield name, [one for one in left if name in about(one)]
        left = [one for one in left if name not in about(one)]


def tell_cause(cause: Cause, results: Results, index: Index) -> Iterator[str]:
    """A cause in lines: its words, what is wrong with the smallest failure, its id, and which clauses it may be."""
    head, many = cause.results[0], len(cause.results)
    if cause.name == OF_PLAYS:
        yield from cause.words
        yield f"{'the first' if many > 1 else 'it is'}: {head.id}"
        if told := next_step(results, head, index.find(head.id, head.topic)):
            yield f"next: {told}"
        return
    alike = many > 1 and len({verdict_of(one) + one.message for one in cause.results}) == 1
    said = visible(in_words(head, results, index), MOST_LETTERS_SAID)
    yield from words_of(cause)
    yield from tell_what_is_shared(cause.results, results, index)
    yield f"{f'these {many:,} fail alike' if alike else 'for instance' if many > 1 else 'it fails so'}: {said}"
    yield f"{'the smallest' if many > 1 else 'it is'}: {head.id}"
    if beside := nearest_pass(head, results, index):
        yield from tell_neighbour(beside)
    yield from other_clauses(cause)


def words_of(cause: Cause) -> Iterator[str]:
    """What is said of a cause as a whole, a line each."""
    yield from cause.words
    if cause.slip:
        yield cause.slip
    if cause.above:
        many = sum(not {*cause.above}.isdisjoint(one.clauses) for one in cause.results)
        yield f"probably of the above: {many:,} of {len(cause.results):,} turn on {' or '.join(cause.above)}, too"
    yield from _common_to(cause)


def other_clauses(cause: Cause) -> Iterator[str]:
    """Which clauses it may be instead, or, of errors, which were asked about."""
    if cause.ranked and not cause.clause and cause.name != OF_PLAYS:
        yield f"asked about, most of all: {', '.join(cause.ranked)}"
    elif others := cause.ranked[1:]:
        yield f"if it is not that: {', '.join(others)}"


def _common_to(cause: Cause) -> Iterator[str]:
    """Which way the failures of a clause lean, if most lean one way, and whether they are of lists alone."""
    if not cause.clause or len(cause.results) == 1:
        return
    ways = Counter(way for one in cause.results if (way := leaning(one)))
    way, many = next(iter(ways.most_common(1)), ("", 0))
    if many > MOSTLY * ways.total():
        yield f"{way}: {many:,} of {len(cause.results):,} {IN_WORDS[way]}"
    if all(one.topic in SIDES or one.kind in OF_LISTS or one.message.startswith(ACTIONS) for one in cause.results):
        yield "in lists of legal actions alone: none of these is an action that was sent"


def title_of(cause: Cause) -> str:
    """`TRB-BKS-4 (The slave goes with it)`: what a cause is called."""
    return f"{cause.name} ({cause.clause.title})" if cause.clause else cause.name


def in_turn(found: Iterable[Cause], show: int) -> list[Result]:
    """The first failures of each cause in turn, and of a cause those of each topic, so that none hides the others."""
    groups = filter(None, chain.from_iterable(zip_longest(*map(_by_topic, found))))
    turns = zip_longest(*groups)
    return list(islice(filter(None, chain.from_iterable(turns)), show))


def _by_topic(cause: Cause) -> list[list[Result]]:
    found: dict[str, list[Result]] = {}
    for one in cause.results:
        found.setdefault(one.topic, []).append(one)
    return [*found.values()]
