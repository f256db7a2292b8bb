"""Recounts a results file: what it says in sum must follow from its list, for a report is made of both.

A file that contradicts itself is refused and not mended: nobody can tell which half of it is true. Only the sentence
of the score is made anew, as words may differ from one Ludex to the next.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from ludex.judge.escape import visible
from ludex.judge.score import Imaged, Score, conclude
from ludex.judge.verdict import BAD, NOT_OFFERED, NOT_RUN, PASS, VERDICTS
from ludex.report.results import Imaging, Result, Results
from ludex.vectors.selection import clause_group
from ludex.vectors.sides import MARK, side_of

UNTOLD = (PASS, NOT_RUN, NOT_OFFERED)
"""Verdicts whose results may leave out the clauses of their vectors."""
MOST_LETTERS_OF_AN_ID = 80  # in a reason
MOST_LETTERS_OF_A_NAME = 40
MOST_LETTERS_OF_A_VALUE = 200
LAST_SECOND = 1 << 37
"""Seconds since 1970 of which a calendar still knows the year."""


class ScoreContradiction(ValueError):  # noqa: N818 - says what is wrong with a file
    """What contradicts what, in one sentence."""


def recount(results: Results) -> Results:
    """The results with their score as it follows from the list; a Contradiction where they say something else."""
    _check_list(results)
    _check_tallies(results)
    _check_rest(results)
    score, found = results.score, _same_score(results)
    for name in ("counts", "unfinished", "stale", "images", "sides", "selected", "status", "plays", "reads"):
        said, so = (_without_none(getattr(one, name)) for one in (score, found))
        if said != so:
            raise ScoreContradiction(f"the score's `{name}` is {_short(said)}, and by the list it is {_short(so)}")
    return replace(results, score=found)


def _without_none(value: object) -> object:
    """Counts without those of nothing: an older Ludex may not have known a verdict."""
    return {name: many for name, many in value.items() if many} if isinstance(value, dict) else value


def _short(value: object) -> str:
    return visible(msgspec.json.encode(value if value is not UNSET else None), MOST_LETTERS_OF_A_VALUE)


def _cut(name: str) -> str:
    return visible(name, MOST_LETTERS_OF_A_NAME)


def _same_score(results: Results) -> Score:
    """The score by the list; whether all operations were required only its `selected` tells."""
    usual = _score(results, False)
    if usual.selected == results.score.selected:
        return usual
    strict = _score(results, True)
    return strict if strict.selected == results.score.selected else usual


def _score(results: Results, required: bool) -> Score:
    finished = [result for result in results.results if not result.unfinished]
    counts = Counter(result.verdict for result in finished)
    unfinished = Counter(result.verdict for result in results.results if result.unfinished)
    stale = len(results.expected.stale) if results.expected else 0
    images = _images(results, finished, required)
    pair = bool(results.against_command)
    free = results.score.free or 0
    sides = sum(bool(side_of(one.id)) and (required or one.verdict != NOT_OFFERED) for one in finished)
    fault, malformed = results.fault, _tally_of_malformed(results, finished)
    return conclude(
        counts, results.interrupted, required, unfinished, stale, fault, images, pair, free, sides, malformed
    )


def _tally_of_malformed(results: Results, finished: Iterable[Result]) -> Counter[str] | None:
    """The tally of malformed input; None where the file does not tell the two scores."""
    if results.score.reads is UNSET:
        return None
    return Counter(result.verdict for result in finished if result.malformed)


def _images(results: Results, finished: Iterable[Result], required: bool) -> Imaged | None:
    many = sum(_of_image(result.id) and (required or result.verdict != NOT_OFFERED) for result in finished)
    if not many and results.images is UNSET:
        return None
    return Imaged(many, sum(results.images.without.values()) if isinstance(results.images, Imaging) else 0)


def _of_image(name: str) -> bool:
    return MARK in name and not side_of(name)


def _check_list(results: Results) -> None:
    seen: set[tuple[str, str]] = set()
    for result in results.results:
        if not 0 <= result.setting < len(results.settings):
            raise ScoreContradiction(f"{visible(result.id, MOST_LETTERS_OF_AN_ID)} has no setting")
        if result.verdict not in VERDICTS:
            raise ScoreContradiction(f"no verdict is called {_cut(result.verdict)}")
        key = (results.settings[result.setting].label, result.id)
        if key in seen:
            raise ScoreContradiction(f"{visible(result.id, MOST_LETTERS_OF_AN_ID)} is twice in the list")
        seen.add(key)


def _check_tallies(results: Results) -> None:
    """The tables by clause and by clause group, as far as the list tells; where it does not, as far as it may be."""
    finished = [result for result in results.results if not result.unfinished]
    counts = Counter(result.verdict for result in finished)
    bad = Counter(clause for result in finished if result.verdict in BAD for clause in result.clauses)
    for clause, (passed, failed) in results.clauses.items():
        if failed != bad.pop(clause, 0) or not 0 <= passed <= counts[PASS]:
            raise ScoreContradiction(f"the table of clauses says of {_cut(clause)} what the list does not")
    groups = Counter(pair for result in finished for pair in _groups(result))
    for group, tally in results.groups.items():
        for verdict, many in tally.items():
            most = counts[verdict] if verdict in UNTOLD else groups.pop((group, verdict), 0)
            if verdict not in VERDICTS or not (0 < many <= most if verdict in UNTOLD else many == most):
                raise ScoreContradiction(f"the table of clause groups says of {_cut(group)} what the list does not")
    for name in (*bad, *(group for (group, verdict) in groups if verdict not in UNTOLD)):
        raise ScoreContradiction(f"the tables leave out {_cut(name)}, which is in the list")


def _groups(result: Result) -> Iterator[tuple[str, str]]:
    yield from ((group, result.verdict) for group in sorted({clause_group(clause) for clause in result.clauses}))


def _check_rest(results: Results) -> None:
    game, times = results.suite.game, results.times
    if not game.isidentifier():
        raise ScoreContradiction(f"no game is called {_cut(game)}")
    if not all(one is None or 0 <= one < LAST_SECOND for one in (times.started, times.first_verdict, times.ended)):
        raise ScoreContradiction("its times are none")
    if any(not 0 <= shown.setting < len(results.settings) for shown in results.shown):
        raise ScoreContradiction("rules are shown under a setting that is none")
    if negative := _below_zero(results):
        raise ScoreContradiction(f"{negative} is less than none")


def _below_zero(results: Results) -> str:
    """A count that is none."""
    without: Mapping[str, int] = results.images.without if isinstance(results.images, Imaging) else {}
    counts = {
        "restarts": results.times.restarts,
        "jobs": results.times.jobs,
        "free": results.score.free or 0,
        **without,
    }
    counts |= {f"{shown.reading} explains": shown.explains for shown in results.shown}
    return next((_cut(name) for name, many in counts.items() if many < 0), "")
