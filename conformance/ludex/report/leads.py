"""What explains failures: the readings and editions that an engine follows instead of those that it was judged by."""

from collections.abc import Iterator, Mapping

from ludex.judge.likeness import EDITION, RulesShown
from ludex.judge.verdict import EXPECTED_FAIL, FAIL, PASS, UNEXPECTED_PASS
from ludex.runner.run import Run

MOST_IDS_KEPT = 200


def shown_readings(run: Run) -> Iterator[RulesShown]:
    """The readings and editions that explain failures, setting by setting, each failure explained once."""
    explained: dict[int, dict[str, list[str]]] = {}
    failing: dict[int, int] = {}
    for case, outcome in run.settled_vectors():
        if outcome.verdict in (FAIL, EXPECTED_FAIL):
            setting = case.frame.setting
            failing[setting] = failing.get(setting, 0) + 1
            for label in outcome.like:
                explained.setdefault(setting, {}).setdefault(label, []).append(case.id)
    for setting, by_label in sorted(explained.items()):
        against = _contradictions(run, setting, by_label)
        for label, ids in _best(by_label, against):
            yield _lead(run, setting, label, ids, against[label], failing[setting])


def _contradictions(run: Run, setting: int, labels: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """For each label, the ids of the vectors that pass and would be wrong under it."""
    found: dict[str, list[str]] = {label: [] for label in labels}
    for case, outcome in run.settled_vectors():
        if case.frame.setting == setting and outcome.verdict in (PASS, UNEXPECTED_PASS):
            for label in run.likeness.differs(case, labels):
                found[label].append(case.id)
    return found


def _best(explained: Mapping[str, list[str]], against: Mapping[str, list[str]]) -> Iterator[tuple[str, list[str]]]:
    """Labels, the one that explains most first, until nothing is left to explain."""
    left = {label: set(ids) for label, ids in explained.items()}
    while left:
        label = min(left, key=lambda one: (-len(left[one]), len(against[one]), one))
        if not left[label]:
            return
        yield label, explained[label]
        told = left.pop(label)
        left = {other: ids - told for other, ids in left.items()}


def _lead(run: Run, setting: int, label: str, like: list[str], unlike: list[str], failing: int) -> RulesShown:
    rules = run.settings[setting]
    reading, sign, choice = label.partition("=")
    return RulesShown(
        setting=setting,
        reading=reading if sign else EDITION,
        declared=rules.choices.get(reading, "") if sign else rules.edition,
        shown=choice if sign else label,
        explains=len(like),
        failing=failing,
        contradicted=len(unlike),
        mixed=bool(unlike),
        like=tuple(like[:MOST_IDS_KEPT]),
        unlike=tuple(unlike[:MOST_IDS_KEPT]),
    )
