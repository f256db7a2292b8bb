"""Today's failures as a file of expected ones: new entries for what fails, and the old words for what failed before."""

from collections.abc import Iterator

from msgspec.structs import replace

from ludex.fault import Fault
from ludex.judge.expected import FAILING, Expected, ExpectedFailure, by_id
from ludex.judge.verdict import EXPECTED_FAIL, UNEXPECTED_PASS
from ludex.report.results import Result, Results

MOST_LETTERS_OF_A_REASON = 300


def todays(results: Results, before: Expected | None) -> list[ExpectedFailure]:
    """An entry for each vector that fails now; entries for what was not judged this time stay as they are."""
    if results.interrupted or results.stopped:
        raise Fault("the run did not end, so nothing was written to --write-expected", "Run it to the end.")
    old = by_id(before.entries) if before else {}
    gone = {one.id for one in results.expected.stale} if results.expected else set()
    judged: dict[str, list[Result]] = {}
    for result in results.results:
        judged.setdefault(result.id, []).append(result)
    entries = [entry for name, found in old.items() if name not in judged and name not in gone for entry in found]
    for name, found in judged.items():
        entries += _excuses(found, results, old.get(name, []))
        entries += _new(found, results)
    return sorted(entries, key=lambda entry: (entry.id, entry.readings is not None, str(entry.readings)))


def _readings(result: Result, results: Results) -> dict[str, str]:
    return results.settings[result.setting].flipped


def _excuses(found: list[Result], results: Results, old: list[ExpectedFailure]) -> Iterator[ExpectedFailure]:
    """The old entries that still hold; one that has become too wide is narrowed to where the vector still fails."""
    too_wide = any(result.verdict == UNEXPECTED_PASS for result in found)
    for entry in old:
        under = [_readings(one, results) for one in found if one.verdict == EXPECTED_FAIL]
        under = [readings for readings in under if entry.speaks_of(readings)]
        if under and not (too_wide and entry.readings is None):
            yield entry
        else:
            yield from (replace(entry, readings=readings) for readings in under)


def _new(found: list[Result], results: Results) -> Iterator[ExpectedFailure]:
    """One entry where a vector fails alike under all settings, else one for each setting under which it fails."""
    failing = [result for result in found if result.verdict in FAILING]
    alike = len(failing) == len(found) and len({result.verdict for result in failing}) == 1
    for result in failing[:1] if alike else failing:
        reason = result.message[:MOST_LETTERS_OF_A_REASON] or result.verdict
        yield ExpectedFailure(result.id, reason, None, result.verdict, None if alike else _readings(result, results))
