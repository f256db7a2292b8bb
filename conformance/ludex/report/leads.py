"""What explains failures: the readings and editions that an engine follows instead of those that it was judged by.

A reading is held against every vector of its setting, as if the engine were asked again under it. Little is better than
wrong here: what explains few failures, or speaks of more vectors than it explains, is not said. CONTRIBUTING tells how
the bounds were measured.
"""

from collections.abc import Iterator

from ludex.judge.case import ScheduledVector
from ludex.judge.likeness import EDITION, RulesShown
from ludex.judge.verdict import EXPECTED_FAIL, FAIL, PASS, UNEXPECTED_PASS, Judgement
from ludex.runner.run import Run

MOST_IDS_KEPT = 200
LEAST_SHARE = 0.3  # of the failures, of all or of those that nothing has explained yet
FAILED, PASSED = (FAIL, EXPECTED_FAIL), (PASS, UNEXPECTED_PASS)
Settled = list[tuple[ScheduledVector, Judgement]]


class _Trial:
    """What a reading or an edition would change: the vectors that it explains, and those that speak against it."""

    def __init__(self) -> None:
        self.like: list[str] = []
        self.unlike: list[str] = []  # that pass, and would be wrong under it
        self.still_wrong: list[str] = []  # that fail, and would under it, which wants another answer to them

    @property
    def against(self) -> int:
        return len(self.unlike) + len(self.still_wrong)


def shown_readings(run: Run) -> Iterator[RulesShown]:
    """The readings and editions that explain failures, setting by setting, each failure explained once."""
    by_setting: dict[int, Settled] = {}
    for case, outcome in run.settled_vectors():
        if outcome.verdict in FAILED or outcome.verdict in PASSED:
            by_setting.setdefault(case.frame.setting, []).append((case, outcome))
    for setting, settled in sorted(by_setting.items()):
        failing = sum(outcome.verdict in FAILED for _, outcome in settled)
        yield from (
            _lead(run, setting, label, trial, failing) for label, trial in _best(_try_all(run, settled), failing)
        )


def _try_all(run: Run, settled: Settled) -> dict[str, _Trial]:
    """Each label that explains a failure, held against all vectors of a setting."""
    found = {label: _Trial() for _, outcome in settled if outcome.verdict in FAILED for label in outcome.like}
    for case, outcome in settled if found else ():
        failed = outcome.verdict in FAILED
        for label in outcome.like if failed else ():
            found[label].like.append(case.id)
        for label in run.likeness.differs(case, found):
            if not failed:
                found[label].unlike.append(case.id)
            elif label not in outcome.like:
                found[label].still_wrong.append(case.id)
    return found


def _best(found: dict[str, _Trial], failing: int) -> Iterator[tuple[str, _Trial]]:
    """Labels worth a word, the one that explains most first, until nothing is left to explain."""
    left, unexplained = {label: set(trial.like) for label, trial in found.items()}, failing
    while left:
        label = min(left, key=lambda one: (-len(left[one]), found[one].against, one))
        told, trial = left.pop(label), found[label]
        share = max(len(trial.like) / failing, len(told) / unexplained) if told else 0.0
        if share >= LEAST_SHARE and trial.against < len(trial.like):
            yield label, trial
            unexplained -= len(told)
            left = {other: ids - told for other, ids in left.items()}
            for other in left:
                found[other].still_wrong = [one for one in found[other].still_wrong if one not in told]


def _lead(run: Run, setting: int, label: str, trial: _Trial, failing: int) -> RulesShown:
    rules = run.settings[setting]
    reading, sign, choice = label.partition("=")
    return RulesShown(
        setting=setting,
        reading=reading if sign else EDITION,
        declared=rules.choices.get(reading, "") if sign else rules.edition,
        shown=choice if sign else label,
        explains=len(trial.like),
        failing=failing,
        contradicted=len(trial.unlike),
        mixed=bool(trial.unlike),
        like=tuple(trial.like[:MOST_IDS_KEPT]),
        unlike=tuple(trial.unlike[:MOST_IDS_KEPT]),
        unexplained=len(trial.still_wrong),
    )
